//! A monitor (lock and condition variable) through which threads take work and deliver results.

use std::sync::PoisonError;

#[cfg(loom)]
use loom::sync::{Condvar, Mutex, MutexGuard};
#[cfg(not(loom))]
use std::sync::{Condvar, Mutex, MutexGuard};

/// State shared by threads behind a lock that is held only while work is taken or a result is
/// merged.
///
/// A thread that finds no work waits until another delivers a result. For exclusive access
/// ([`Next::Exclusive`]), no thread takes work until all have delivered theirs.
#[derive(Debug)]
pub(super) struct Monitor<S> {
    state: Mutex<MonitorState<S>>,
    changed: Condvar,
}

#[derive(Debug)]
struct MonitorState<S> {
    shared: S,
    working: usize,
    waiting: usize,
    wants_exclusive: bool,
    over: bool,
}

/// What happens after a result was merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The thread keeps its work.
    Keep,
    /// The thread takes more work.
    GoOn,
    /// One thread gets exclusive access before any takes more work.
    Exclusive,
    /// The work is over.
    Over,
}

impl<S> Monitor<S> {
    /// A monitor without workers.
    pub fn new(shared: S) -> Self {
        Self {
            state: Mutex::new(MonitorState {
                shared,
                working: 0,
                waiting: 0,
                wants_exclusive: false,
                over: false,
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, MonitorState<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes work, waiting for it if there is none; `None` once the work is over. Calls `alone`
    /// with exclusive access if that was requested. Panics if there is no work and no thread is
    /// working.
    pub fn take<W>(
        &self,
        mut work: impl FnMut(&mut S) -> Option<W>,
        mut alone: impl FnMut(&mut S),
    ) -> Option<W> {
        let mut state = self.lock();
        loop {
            if state.over {
                return None;
            }
            if state.wants_exclusive && state.working == 0 {
                alone(&mut state.shared);
                state.wants_exclusive = false;
                self.wake(&state);
            }
            if !state.wants_exclusive {
                if let Some(work) = work(&mut state.shared) {
                    state.working += 1;
                    return Some(work);
                }
                assert!(state.working > 0, "nobody would ever deliver anything");
            }
            state.waiting += 1;
            let woken = self.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }

    /// Delivers a result of the work taken last: calls `merge` under the lock.
    pub fn deliver<R>(&self, merge: impl FnOnce(&mut S) -> (Next, R)) -> R {
        let mut state = self.lock();
        let (next, result) = merge(&mut state.shared);
        if next != Next::Keep {
            state.working -= 1;
            state.wants_exclusive |= next == Next::Exclusive;
            state.over |= next == Next::Over;
        }
        self.wake(&state);
        result
    }

    /// Ends the work of all threads.
    pub fn end(&self) {
        let mut state = self.lock();
        state.over = true;
        self.wake(&state);
    }

    /// Returns the shared state.
    pub fn into_shared(self) -> S {
        let state = self.state.into_inner();
        state.unwrap_or_else(PoisonError::into_inner).shared
    }

    /// Skips the system call when no thread waits.
    fn wake(&self, state: &MonitorState<S>) {
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }
}

#[cfg(all(test, loom))]
mod models {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    /// Work that has to be done one piece after the other or by two at once, and a count of those
    /// at it.
    #[derive(Debug, Default)]
    struct Shared {
        left: u32,
        at_once: u32,
        at_work: u32,
        alone: u32,
        done: u32,
    }

    /// Takes and brings until it is over. `quiet_after` says after which piece quiet is asked for.
    fn work(monitor: &Monitor<Shared>, quiet_after: u32) {
        let take = || {
            monitor.take(
                |shared| {
                    let is_there = shared.left > 0 && shared.at_work < shared.at_once;
                    is_there.then(|| {
                        shared.left -= 1;
                        shared.at_work += 1;
                    })
                },
                |shared| {
                    assert_eq!(shared.at_work, 0, "alone");
                    shared.alone += 1;
                },
            )
        };
        while take().is_some() {
            monitor.deliver(|shared| {
                shared.at_work -= 1;
                shared.done += 1;
                let next = if shared.left == 0 && shared.at_work == 0 {
                    Next::Over
                } else if shared.done == quiet_after {
                    Next::Exclusive
                } else {
                    Next::GoOn
                };
                (next, ())
            });
        }
    }

    /// In every interleaving all work is done, nobody waits for ever (loom fails on that), and who
    /// asked to be alone was.
    fn all_is_done(left: u32, at_once: u32, quiet_after: u32) {
        loom::model(move || {
            let monitor = Arc::new(Monitor::new(Shared {
                left,
                at_once,
                ..Shared::default()
            }));
            let other = {
                let monitor = Arc::clone(&monitor);
                thread::spawn(move || work(&monitor, quiet_after))
            };
            work(&monitor, quiet_after);
            other.join().unwrap();
            monitor.deliver_nothing(|shared| {
                assert_eq!((shared.left, shared.at_work, shared.done), (0, 0, left));
                assert_eq!(shared.alone, u32::from(quiet_after > 0));
            });
        });
    }

    impl Monitor<Shared> {
        fn deliver_nothing(&self, look: impl FnOnce(&mut Shared)) {
            self.deliver(|shared| {
                look(shared);
                (Next::Keep, ())
            });
        }
    }

    #[test]
    fn work_for_one_at_a_time_is_done_by_two() {
        all_is_done(3, 1, 0);
    }

    #[test]
    fn work_for_two_at_a_time_is_done_by_two() {
        all_is_done(3, 2, 0);
    }

    #[test]
    fn who_wants_to_be_alone_is() {
        all_is_done(3, 2, 1);
    }

    #[test]
    fn an_end_reaches_who_waits() {
        loom::model(|| {
            let monitor = Arc::new(Monitor::new(Shared {
                left: 1,
                at_once: 1,
                ..Shared::default()
            }));
            let piece = monitor.take(|shared| (shared.left > 0).then(|| shared.left -= 1), |_| {});
            assert!(piece.is_some());
            let other = {
                let monitor = Arc::clone(&monitor);
                thread::spawn(move || work(&monitor, 0))
            };
            monitor.end();
            other.join().unwrap();
        });
    }
}
