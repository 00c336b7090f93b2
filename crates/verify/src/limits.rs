//! Limits on the time and memory of a check, whatever the checked file contains.

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Limits of a check. A check that would exceed one ends without a verdict.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time; `None` for no limit.
    pub time: Option<Duration>,
    /// Bytes of memory: everything that grows with the files and the searches.
    pub memory: u64,
}

impl Default for Limits {
    /// No time limit; 1 GiB of memory.
    fn default() -> Self {
        Self {
            time: None,
            memory: 1 << 30,
        }
    }
}

/// Why a check ended without a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// The time limit was reached.
    #[error("not decided: the limit of {0:?} ended the check")]
    Time(Duration),
    /// The caller ended it.
    #[error("not decided: the check was stopped")]
    Stopped,
    /// There was not enough memory.
    #[error(
        "not decided: {what} would take more than the {limit} bytes of memory that are allowed"
    )]
    Memory {
        /// What the memory was for.
        what: &'static str,
        /// The limit, in bytes.
        limit: u64,
    },
}

/// What is left of the limits of one check. Threads share it.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    /// When its time began, if that is limited. Without a limit no clock is read, as WebAssembly
    /// has none.
    started: Option<Instant>,
    usage: AtomicU64,
    stop: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// A budget of which nothing is taken. Its time starts now.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            started: limits.time.map(|_| Instant::now()),
            usage: AtomicU64::new(0),
            stop: None,
        }
    }

    /// The same budget, which also ends once `flag` is true.
    #[must_use]
    pub fn with_flag(self, flag: Arc<AtomicBool>) -> Self {
        Self {
            stop: Some(flag),
            ..self
        }
    }

    /// Charges memory for `what`.
    ///
    /// # Errors
    ///
    /// Fails if less than that is left; then nothing is taken.
    pub fn take(&self, bytes: u64, what: &'static str) -> Result<(), Undecided> {
        let limit = self.limits.memory;
        let more = |usage: u64| usage.checked_add(bytes).filter(|sum| *sum <= limit);
        match self.usage.fetch_update(Relaxed, Relaxed, more) {
            Ok(_) => Ok(()),
            Err(_) => Err(self.exceeded(what)),
        }
    }

    /// That `what` takes more memory than is allowed.
    pub(crate) const fn exceeded(&self, what: &'static str) -> Undecided {
        let limit = self.limits.memory;
        Undecided::Memory { what, limit }
    }

    /// Gives back memory that was taken.
    pub fn give_back(&self, bytes: u64) {
        // Cannot fail: the closure never returns `None`.
        let _ = self
            .usage
            .fetch_update(Relaxed, Relaxed, |usage| Some(usage.saturating_sub(bytes)));
    }

    /// How many bytes are left.
    pub fn left(&self) -> u64 {
        self.limits.memory.saturating_sub(self.usage.load(Relaxed))
    }

    /// How much time is left; `None` without a limit.
    pub fn time_left(&self) -> Option<Duration> {
        let (limit, started) = (self.limits.time?, self.started?);
        Some(limit.saturating_sub(started.elapsed()))
    }

    /// Checks the time limit and the flag. It reads the clock: call it every thousandth step or so.
    ///
    /// # Errors
    ///
    /// Fails if the time is over or the flag is set.
    pub fn go_on(&self) -> Result<(), Undecided> {
        if self.stop.as_ref().is_some_and(|stop| stop.load(Relaxed)) {
            return Err(Undecided::Stopped);
        }
        match self.limits.time.zip(self.started) {
            Some((time, started)) if started.elapsed() >= time => Err(Undecided::Time(time)),
            _ => Ok(()),
        }
    }
}
