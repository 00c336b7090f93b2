//! Cancellation of searches.
//!
//! The caller passes a [`StopToken`] to [`Oracle::set_stop`](crate::Oracle::set_stop). Solvers
//! check it every 32 positions by a [`StopChecker`] and return [`Stopped`]. Tables hold proven
//! results only, so a stopped solver can be used again at once.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use solveig_game::Value;

use crate::clock::Instant;

/// The score that a kernel returns from a search that it breaks off: less than any value, so that
/// the parent sees a cutoff and returns at once.
pub const STOPPED_SCORE: Value = -Value::MAX;

/// The number of positions between two checks of the token.
const PERIOD: u32 = 32;

/// A gate that a search passes every few positions, and where it waits while others have their
/// turn. It keeps all that it has, and goes on where it was.
///
/// The threads of a search hold no lock that other searches need when they pass.
pub trait Gate: fmt::Debug + Send + Sync {
    /// Returns once the search may go on, or has to stop.
    fn pass(&self);
}

/// Deadline, stop flags and node budgets of a search, whichever comes first; unlimited by default.
/// A [`Gate`] holds it up meanwhile.
///
/// Clones share the flags, the budgets and the gate.
#[derive(Clone, Debug, Default)]
pub struct StopToken {
    flags: Vec<Arc<AtomicBool>>,
    deadline: Option<Instant>,
    budgets: Vec<Arc<AtomicU64>>,
    gate: Option<Arc<dyn Gate>>,
}

impl StopToken {
    /// A token that never stops a search.
    pub const fn never() -> Self {
        Self {
            flags: Vec::new(),
            deadline: None,
            budgets: Vec::new(),
            gate: None,
        }
    }

    /// The same token, which also stops searches once `flag` is true.
    #[must_use]
    pub fn with_flag(mut self, flag: Arc<AtomicBool>) -> Self {
        self.flags.push(flag);
        self
    }

    /// The same token, which also stops searches at `deadline`.
    #[must_use]
    pub const fn with_deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// The same token, which also stops searches after this many calls of [`StopChecker::check`],
    /// about one for each position, in all searches together. One thread then stops at the same
    /// position on every machine.
    #[must_use]
    pub fn with_budget(mut self, checks: u64) -> Self {
        self.budgets.push(Arc::new(AtomicU64::new(checks)));
        self
    }

    /// The same token, by which searches pass `gate` wherever they look whether to stop.
    #[must_use]
    pub fn with_gate(mut self, gate: Arc<dyn Gate>) -> Self {
        self.gate = Some(gate);
        self
    }

    /// The deadline, if there is one.
    pub const fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Whether searches must stop now.
    pub fn is_stopped(&self) -> bool {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        let is_spent = |budget: &Arc<AtomicU64>| budget.load(Ordering::Relaxed) == 0;
        self.flags.iter().any(is_set)
            || self.deadline.is_some_and(|at| Instant::now() >= at)
            || self.budgets.iter().any(is_spent)
    }

    /// The number of positions until the next check; 0 if searches must stop.
    fn grant(&self) -> u32 {
        if let Some(gate) = &self.gate {
            gate.pass();
        }
        if self.is_stopped() {
            return 0;
        }
        if !self.budgets.is_empty() {
            let left = |budget: &Arc<AtomicU64>| budget.load(Ordering::Relaxed);
            let least = self.budgets.iter().map(left).min().unwrap_or(0);
            let granted = least.min(PERIOD.into());
            for budget in &self.budgets {
                let _ = budget.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                    Some(left.saturating_sub(granted))
                });
            }
            return granted as u32;
        }
        let has_none = self.flags.is_empty() && self.deadline.is_none() && self.gate.is_none();
        match has_none {
            true => u32::MAX,
            false => PERIOD,
        }
    }
}

/// The error of a search that was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped before it came to an end")]
pub struct Stopped;

/// Checks a [`StopToken`] every few positions, for one solver.
#[derive(Clone, Debug, Default)]
pub struct StopChecker {
    token: StopToken,
    /// The number of positions until the next check.
    left: u32,
    stopped: bool,
}

impl StopChecker {
    /// A checker of `token`.
    pub const fn new(token: StopToken) -> Self {
        Self {
            token,
            left: 0,
            stopped: false,
        }
    }

    /// Call this for each position, or for any other step of a microsecond or more.
    ///
    /// # Errors
    ///
    /// Fails once the search must stop, and ever after.
    #[inline(always)]
    pub fn check(&mut self) -> Result<(), Stopped> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => self.look(),
        }
    }

    /// Whether [`check`](Self::check) has failed.
    #[inline(always)]
    pub const fn is_stopped(&self) -> bool {
        self.stopped
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) -> Result<(), Stopped> {
        let granted = match self.stopped {
            true => 0,
            false => self.token.grant(),
        };
        self.stopped = granted == 0;
        self.left = granted.checked_sub(1).ok_or(Stopped)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// How often a checker of `token` may be asked before it fails, if that is at most `most`
    /// times.
    fn checks(token: &StopToken, most: u64) -> Option<u64> {
        let mut checker = StopChecker::new(token.clone());
        let done = (0..most).find(|_| checker.check().is_err())?;
        assert!(checker.is_stopped());
        assert_eq!(checker.check(), Err(Stopped), "a checker stays stopped");
        Some(done)
    }

    #[test]
    fn a_search_ends_soon_after_its_deadline() {
        let soon = Instant::now() + Duration::from_millis(5);
        let mut checker = StopChecker::new(StopToken::never().with_deadline(soon));
        while checker.check().is_ok() {}
        assert!(Instant::now() >= soon);
        let passed = StopToken::never().with_deadline(soon);
        assert!(StopChecker::new(passed).check().is_err());
    }

    #[test]
    fn a_flag_stops_the_checkers_of_all_clones_within_a_period() {
        let flag = Arc::new(AtomicBool::new(false));
        let token = StopToken::never().with_flag(Arc::clone(&flag));
        let mut checkers = [token.clone(), token.clone()].map(StopChecker::new);
        for checker in &mut checkers {
            (0..1_000).for_each(|_| checker.check().unwrap());
        }
        flag.store(true, Ordering::Relaxed);
        assert!(token.is_stopped());
        for checker in &mut checkers {
            let late = (0..=PERIOD).take_while(|_| checker.check().is_ok());
            assert!(late.count() < PERIOD as usize);
        }
    }

    #[test]
    fn each_of_several_flags_stops_a_search() {
        for set in 0..2 {
            let flags = [false, false].map(|flag| Arc::new(AtomicBool::new(flag)));
            let [first, second] = flags.clone();
            let token = StopToken::never().with_flag(first).with_flag(second);
            assert!(!token.is_stopped());
            flags[set].store(true, Ordering::Relaxed);
            assert!(token.is_stopped());
            assert_eq!(checks(&token, 1), Some(0));
        }
    }

    #[test]
    fn a_budget_is_spent_to_the_last_check() {
        for budget in [0, 1, 31, 32, 33, 1_000] {
            let token = StopToken::never().with_budget(budget);
            assert_eq!(checks(&token, 10_000), Some(budget));
            assert!(token.is_stopped());
            assert_eq!(checks(&token, 10_000), Some(0));
        }
    }

    #[test]
    fn the_least_of_several_budgets_ends_a_search_and_all_are_charged() {
        let whole = StopToken::never().with_budget(100);
        assert_eq!(checks(&whole.clone().with_budget(70), 1_000), Some(70));
        assert!(!whole.is_stopped());
        assert_eq!(checks(&whole.clone().with_budget(70), 1_000), Some(30));
        assert!(whole.is_stopped());
    }

    #[test]
    fn a_search_passes_its_gate_and_stops_there_if_it_is_told_to() {
        #[derive(Debug)]
        struct Counting(AtomicU64, Arc<AtomicBool>);

        impl Gate for Counting {
            fn pass(&self) {
                let passed = self.0.fetch_add(1, Ordering::Relaxed);
                self.1.store(passed == 9, Ordering::Relaxed);
            }
        }

        let flag = Arc::new(AtomicBool::new(false));
        let gate = Arc::new(Counting(AtomicU64::new(0), Arc::clone(&flag)));
        let token = StopToken::never().with_flag(flag).with_gate(gate.clone());
        assert_eq!(checks(&token, 10_000), Some(9 * u64::from(PERIOD)));
        assert_eq!(gate.0.load(Ordering::Relaxed), 10);
    }

    #[test]
    fn a_token_without_conditions_never_stops() {
        assert_eq!(checks(&StopToken::never(), 1_000_000), None);
    }
}
