//! Searches that may be broken off: those that somebody waits for.
//!
//! A search that is broken off unwinds from where it is, as a panic does but without a word, and answers
//! nothing. All solvers look up every few positions; how long one goes on after its time is a matter of
//! milliseconds, or of single looks at a board where those take longer (virtual connections in Hex).
//! Tables stay as good as they were, for nothing is kept in one that is not proven.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How many positions a solver visits between two looks at the clock.
const PERIOD: u32 = 32;

/// When to break a search off: whatever comes first. The default is never.
#[derive(Clone, Debug, Default)]
pub struct Limit {
    /// At this time.
    pub deadline: Option<Instant>,
    /// When this becomes true.
    pub stop: Option<Arc<AtomicBool>>,
    /// After so much work, in calls of [`poll`], about one for each position that is visited. Unlike the others this breaks
    /// the same search of one thread off at the same place on every machine.
    pub polls: Option<u64>,
}

impl Limit {
    /// Only when `stop` becomes true.
    pub fn when(stop: &Arc<AtomicBool>) -> Self {
        Self {
            stop: Some(Arc::clone(stop)),
            ..Self::default()
        }
    }

    /// Whether the time has come.
    pub fn is_over(&self) -> bool {
        let stopped = |stop: &Arc<AtomicBool>| stop.load(Ordering::Relaxed);
        self.stop.as_ref().is_some_and(stopped)
            || self.deadline.is_some_and(|at| Instant::now() >= at)
            || self.polls == Some(0)
    }
}

/// A search was broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was broken off before it came to an end")]
pub struct Interrupted;

thread_local! {
    static LEFT: Cell<u32> = const { Cell::new(u32::MAX) };
    static LIMIT: RefCell<Option<Limit>> = const { RefCell::new(None) };
}

/// Does `search`, which runs on this thread alone, until it ends or `limit` is over.
///
/// A solver whose search was broken off must not be used again; the tables that it shares may be.
/// A limit within a limit takes the place of the outer one as long as it lasts.
///
/// # Errors
///
/// Fails if the search was broken off.
pub fn within<T>(limit: &Limit, search: impl FnOnce() -> T) -> Result<T, Interrupted> {
    if limit.is_over() {
        return Err(Interrupted);
    }
    let _outer = Outer {
        left: LEFT.replace(PERIOD),
        limit: LIMIT.replace(Some(limit.clone())),
    };
    panic::catch_unwind(AssertUnwindSafe(search)).map_err(|payload: Box<dyn Any + Send>| {
        match payload.downcast::<Interrupted>() {
            Ok(interrupted) => *interrupted,
            Err(other) => panic::resume_unwind(other),
        }
    })
}

/// What held outside, to be put back.
struct Outer {
    left: u32,
    limit: Option<Limit>,
}

impl Drop for Outer {
    fn drop(&mut self) {
        LEFT.set(self.left);
        LIMIT.set(self.limit.take());
    }
}

/// Breaks the search off in which it is called, which is one [`within`] a limit.
pub fn break_off() -> ! {
    panic::resume_unwind(Box::new(Interrupted))
}

/// Called by whatever may be broken off, each time it has done work of a microsecond or more. Does not return if the limit
/// is over.
#[inline(always)]
pub fn poll() {
    LEFT.with(|left| {
        left.set(left.get().wrapping_sub(1));
        if left.get() == 0 {
            look_up();
        }
    });
}

#[cold]
#[inline(never)]
fn look_up() {
    let over = LIMIT.with_borrow_mut(|limit| {
        let limit = limit.as_mut()?;
        limit.polls = limit.polls.map(|left| left.saturating_sub(PERIOD.into()));
        Some(limit.is_over())
    });
    LEFT.set(if over.is_some() { PERIOD } else { u32::MAX });
    if over == Some(true) {
        break_off();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn endless() -> u64 {
        let mut polls = 0u64;
        loop {
            poll();
            polls += 1;
            assert!(polls < 1 << 40, "nobody looks at the clock");
        }
    }

    fn soon() -> Limit {
        Limit {
            deadline: Some(Instant::now() + Duration::from_millis(5)),
            ..Limit::default()
        }
    }

    #[test]
    fn a_search_ends_when_its_time_is_over() {
        assert_eq!(within(&soon(), endless), Err(Interrupted));
    }

    #[test]
    fn a_search_that_is_done_in_time_answers() {
        let hour = Limit {
            deadline: Some(Instant::now() + Duration::from_secs(3600)),
            ..Limit::default()
        };
        assert_eq!(
            within(&hour, || (0..1000).map(|_| poll()).count()),
            Ok(1000)
        );
        assert_eq!(within(&Limit::default(), || 7), Ok(7));
    }

    #[test]
    fn somebody_else_may_stop_a_search() {
        let stop = Arc::new(AtomicBool::new(false));
        let limit = Limit {
            stop: Some(Arc::clone(&stop)),
            ..Limit::default()
        };
        let search = std::thread::spawn(move || within(&limit, endless));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(search.join().unwrap(), Err(Interrupted));
    }

    #[test]
    fn work_is_counted_alike_every_time() {
        let most = |polls| Limit {
            polls: Some(polls),
            ..Limit::default()
        };
        let done = |polls| {
            let calls = Cell::new(0u64);
            let search = || loop {
                calls.set(calls.get() + 1);
                poll();
            };
            assert_eq!(within::<()>(&most(polls), search), Err(Interrupted));
            calls.get()
        };
        for polls in [1, 1_000, 1_001] {
            assert_eq!(done(polls), done(polls));
            assert!((polls..polls + u64::from(PERIOD)).contains(&done(polls)));
        }
        assert_eq!(done(0), 0);
        let little = || (0..1000).map(|_| poll()).count();
        assert_eq!(within(&most(2_000), little), Ok(1000));
    }

    #[test]
    fn other_panics_go_on() {
        let limit = soon();
        let caught = panic::catch_unwind(|| within(&limit, || panic!("of its own")));
        let payload = caught.unwrap_err();
        assert_eq!(payload.downcast_ref::<&str>(), Some(&"of its own"));
    }

    #[test]
    fn a_limit_within_a_limit_gives_way_to_it_again() {
        let outer = within(&soon(), || {
            assert_eq!(within(&soon(), endless), Err(Interrupted));
            endless()
        });
        assert_eq!(outer, Err(Interrupted));
        // And nothing is left over for searches without a limit.
        (0..1_000_000).for_each(|_| poll());
    }
}
