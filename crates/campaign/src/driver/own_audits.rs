//! The audits that the driver does itself, on a thread of their own while the round goes on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::Scope;
use std::time::Duration;

use hashbrown::HashSet;
use solveig_game::{Game, Interval, Value};
use solveig_search::{Stopped, Window};

use crate::ledger::Audit;
use crate::problem::Problem;
use crate::worker::panic_text;

/// Solves a position a second time: given the position, a window and an estimate, returns bounds
/// that decide the window and the number of nodes searched. If it panics, the audit is given up,
/// and the next call must not rest on what the panic left.
pub type Auditor<'a, P> =
    dyn FnMut(&P, Window, Value) -> Result<(Interval, u64), Stopped> + Send + 'a;

/// Tests each bound that the audit is about: the bounds found imply or contradict it.
fn test<G: Game>(
    problem: &Problem<G>,
    auditor: &mut Auditor<'_, G::Position>,
    position: &G::Position,
    audit: &Audit,
) -> Result<(Interval, u64), Stopped> {
    let (mut again, mut nodes) = (Interval::unknown(problem.game().value_range()), 0);
    for claim in [Some(audit.found), audit.other].into_iter().flatten() {
        // The least value that each bound tells from the one below.
        for bound in [claim.lower, claim.upper.saturating_add(1)] {
            let window = Window {
                alpha: bound.saturating_sub(1),
                beta: bound,
            };
            if window.decided_by(again).is_none() {
                let (found, searched) = auditor(position, window, bound)?;
                again = again.meet(found);
                nodes += searched;
            }
        }
    }
    Ok((again, nodes))
}

/// What an audit came to: bounds and nodes, or why there are none.
type Outcome = Result<(Interval, u64), AuditFailure>;

/// Why an audit has no result.
#[derive(Debug)]
pub(super) enum AuditFailure {
    /// The search was stopped.
    Stopped(Stopped),
    /// The search has panicked, or the position cannot be searched; the reason, for people.
    Panicked(String),
}

/// The most audits that wait for the thread, the present one included.
const IN_HAND: usize = 64;

/// The thread's other end. When this is dropped, the thread ends after the present audit.
pub(super) struct OwnAudits {
    ask: SyncSender<Audit>,
    told: Receiver<(Audit, Outcome)>,
    in_hand: HashSet<(u128, u64)>,
    /// A result that was waited for.
    first: Option<(Audit, Outcome)>,
    ended: Arc<AtomicBool>,
}

impl Drop for OwnAudits {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

impl OwnAudits {
    /// Starts the thread.
    pub(super) fn start<'scope, G: Game>(
        scope: &'scope Scope<'scope, '_>,
        problem: &'scope Problem<G>,
        auditor: &'scope mut Auditor<'_, G::Position>,
    ) -> Self {
        let (ask, asked) = mpsc::sync_channel::<Audit>(IN_HAND);
        let (tell, told) = mpsc::channel();
        let ended = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&ended);
        scope.spawn(move || {
            for audit in asked {
                if is_over.load(Ordering::Relaxed) {
                    return;
                }
                let solve = AssertUnwindSafe(|| match problem.position(audit.key) {
                    Some(position) => {
                        test(problem, auditor, &position, &audit).map_err(AuditFailure::Stopped)
                    }
                    None => {
                        let reason = "it is the key of no position";
                        Err(AuditFailure::Panicked(reason.to_owned()))
                    }
                });
                let outcome = catch_unwind(solve)
                    .unwrap_or_else(|panic| Err(AuditFailure::Panicked(panic_text(&*panic))));
                if tell.send((audit, outcome)).is_err() {
                    return;
                }
            }
        });
        Self {
            ask,
            told,
            in_hand: HashSet::new(),
            first: None,
            ended,
        }
    }

    /// Waits for a result, but no longer than `wait`.
    pub(super) fn wait(&mut self, wait: Duration) {
        if self.first.is_none() {
            self.first = self.told.recv_timeout(wait).ok();
        }
    }

    /// How many more it may be asked for; 0 means that it is busy.
    pub(super) fn room(&self) -> usize {
        IN_HAND - self.in_hand.len().min(IN_HAND)
    }

    /// The number of audits under way, which own queries of the ledger may show again.
    pub(super) fn in_hand(&self) -> usize {
        self.in_hand.len()
    }

    /// Asks for an audit, unless it is under way or there is no room.
    pub(super) fn ask(&mut self, audit: &Audit) {
        let name = (audit.key, audit.job);
        if self.room() > 0 && !self.in_hand.contains(&name) {
            // There is room, and the thread ends only after this.
            if self.ask.try_send(audit.clone()).is_ok() {
                self.in_hand.insert(name);
            }
        }
    }

    /// The audits that have ended since the last call.
    pub(super) fn take(&mut self) -> Vec<(Audit, Outcome)> {
        let ended = self.first.take().into_iter().chain(self.told.try_iter());
        let ended: Vec<(Audit, Outcome)> = ended.collect();
        for (audit, _) in &ended {
            self.in_hand.remove(&(audit.key, audit.job));
        }
        ended
    }
}
