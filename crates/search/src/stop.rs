//! Cancellation of searches.
//!
//! The caller passes a [`StopToken`] to [`Oracle::set_stop`](crate::Oracle::set_stop). Solvers
//! check it by a [`StopChecker`] every few positions, every one where positions take long, and
//! return [`Stopped`]. Tables hold proven results only, so a stopped solver can be used again at
//! once.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use solveig_game::Value;

use crate::clock::Instant;

/// The score that a kernel returns from a search that it breaks off: less than any value, so that
/// the parent sees a cutoff and returns at once.
pub const STOPPED_SCORE: Value = -Value::MAX;

/// The maximum number of positions between two looks at the token, and those that a budget grants
/// at a time.
const PERIOD: u32 = 32;

/// After a shorter time between two looks, twice as many positions go by before the next.
const SOON: Duration = Duration::from_micros(100);

/// After a longer time, the next position is followed by a look.
const LATE: Duration = Duration::from_millis(1);

/// The nodes of a kernel between two looks: far less than a millisecond.
const NODES: u64 = 1 << 12;

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

    /// The same token, which also stops searches at `deadline`, if it does not stop them before.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Instant) -> Self {
        let earlier = self.deadline.map_or(deadline, |other| other.min(deadline));
        self.deadline = Some(earlier);
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
        let is_spent = |budget: &Arc<AtomicU64>| budget.load(Ordering::Relaxed) == 0;
        self.has_ended() || self.budgets.iter().any(is_spent)
    }

    /// Whether a flag is set or the deadline has passed.
    fn has_ended(&self) -> bool {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        self.flags.iter().any(is_set) || self.deadline.is_some_and(|at| Instant::now() >= at)
    }

    /// Whether a flag or the clock may end searches, or a gate hold them up.
    const fn is_looked_at(&self) -> bool {
        !self.flags.is_empty() || self.deadline.is_some() || self.gate.is_some()
    }

    /// Waits at the gate, if there is one; whether the search has to end after that.
    fn pass_gate(&self) -> bool {
        if let Some(gate) = &self.gate {
            gate.pass();
        }
        self.has_ended()
    }

    /// The number of positions that the budgets grant now; 0 if one is spent.
    fn grant(&self) -> u32 {
        let left = |budget: &Arc<AtomicU64>| budget.load(Ordering::Relaxed);
        let Some(min) = self.budgets.iter().map(left).min() else {
            return u32::MAX;
        };
        let granted = min.min(PERIOD.into());
        for budget in &self.budgets {
            let _ = budget.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                Some(left.saturating_sub(granted))
            });
        }
        granted as u32
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
    /// The number of positions until the next look at the token.
    left: u32,
    /// The positions that the budgets grant after those.
    granted: u32,
    /// The positions between two looks; 0 before the first.
    period: u32,
    looked: Option<Instant>,
    /// The number of nodes at which [`pass`](Self::pass) looks.
    next_pass: u64,
    stopped: bool,
}

impl StopChecker {
    /// A checker that has counted no nodes yet.
    pub const fn new(token: StopToken) -> Self {
        Self {
            token,
            left: 0,
            granted: 0,
            period: 0,
            looked: None,
            next_pass: 0,
            stopped: false,
        }
    }

    /// The token that is checked.
    pub const fn token(&self) -> &StopToken {
        &self.token
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

    /// Call this between two [checks](Self::check) that many nodes may lie between, with the number
    /// of nodes visited so far. It looks at flags and deadline alone, and charges no budget.
    ///
    /// # Errors
    ///
    /// Fails once the search must stop, and ever after.
    #[inline(always)]
    pub fn pass(&mut self, nodes: u64) -> Result<(), Stopped> {
        match nodes < self.next_pass {
            true => Ok(()),
            false => self.look_in_passing(nodes),
        }
    }

    /// Whether [`check`](Self::check) or [`pass`](Self::pass) has failed.
    #[inline(always)]
    pub const fn is_stopped(&self) -> bool {
        self.stopped
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) -> Result<(), Stopped> {
        if self.granted == 0 && !self.stopped {
            self.granted = self.token.grant();
        }
        if self.granted == 0 {
            return self.stop();
        }
        let step = self.step().min(self.granted);
        if self.token.pass_gate() {
            return self.stop();
        }
        if self.token.gate.is_some() {
            // The wait at the gate says nothing of how long positions take.
            self.looked = Some(Instant::now());
        }
        if !self.token.budgets.is_empty() {
            self.granted -= step;
        }
        self.left = step - 1;
        Ok(())
    }

    /// The number of positions until the next look, by how long the last ones took.
    fn step(&mut self) -> u32 {
        if !self.token.is_looked_at() {
            return u32::MAX;
        }
        let now = Instant::now();
        let took = self.looked.replace(now).map(|at| now.duration_since(at));
        self.period = match took {
            Some(took) if took < SOON => (2 * self.period).min(PERIOD),
            Some(took) if took < LATE => self.period,
            _ => 1,
        };
        self.period
    }

    #[cold]
    #[inline(never)]
    fn look_in_passing(&mut self, nodes: u64) -> Result<(), Stopped> {
        if self.stopped || self.token.pass_gate() {
            return self.stop();
        }
        self.next_pass = match self.token.is_looked_at() {
            true => nodes.saturating_add(NODES),
            false => u64::MAX,
        };
        Ok(())
    }

    /// From now on every call fails.
    const fn stop(&mut self) -> Result<(), Stopped> {
        self.stopped = true;
        (self.left, self.granted, self.next_pass) = (0, 0, 0);
        Err(Stopped)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// How often a checker of `token` may be asked before it fails, if that is at most `max`
    /// times.
    fn checks(token: &StopToken, max: u64) -> Option<u64> {
        let mut checker = StopChecker::new(token.clone());
        let done = (0..max).find(|_| checker.check().is_err())?;
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
    fn the_earlier_of_two_deadlines_holds() {
        let now = Instant::now();
        let later = now + Duration::from_secs(3600);
        for [first, second] in [[now, later], [later, now]] {
            let token = StopToken::never().with_deadline(first);
            let token = token.with_deadline(second);
            assert_eq!(token.deadline(), Some(now));
            assert_eq!(checks(&token, 1), Some(0));
        }
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
    fn after_a_slow_position_each_is_followed_by_a_look() {
        let flag = Arc::new(AtomicBool::new(false));
        let mut checker = StopChecker::new(StopToken::never().with_flag(Arc::clone(&flag)));
        (0..1_000).for_each(|_| checker.check().unwrap());
        std::thread::sleep(2 * LATE);
        // At most one period goes by before the slow position is noticed.
        let late = (0..PERIOD).take_while(|_| {
            checker.check().unwrap();
            checker.period != 1
        });
        assert!(late.count() < PERIOD as usize);
        flag.store(true, Ordering::Relaxed);
        assert_eq!(checker.check(), Err(Stopped));
    }

    #[test]
    fn passing_nodes_look_at_flags_and_charge_no_budget() {
        let flag = Arc::new(AtomicBool::new(false));
        let token = StopToken::never().with_budget(10);
        let mut checker = StopChecker::new(token.clone().with_flag(Arc::clone(&flag)));
        for nodes in 0..10 * NODES {
            assert_eq!(checker.pass(nodes), Ok(()));
        }
        assert_eq!(checks(&token, 100), Some(10), "the budget is whole");
        flag.store(true, Ordering::Relaxed);
        let late = (10 * NODES..).take_while(|nodes| checker.pass(*nodes).is_ok());
        assert!(late.count() as u64 <= NODES);
        assert!(checker.is_stopped());
        assert_eq!(checker.check(), Err(Stopped));
    }

    #[test]
    fn a_token_without_conditions_never_stops() {
        assert_eq!(checks(&StopToken::never(), 1_000_000), None);
    }
}
