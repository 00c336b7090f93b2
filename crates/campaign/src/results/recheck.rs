//! Solves drawn results again, on threads of this process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use solveig_game::{Game, Notation, Symmetric, Value};
use solveig_search::{Oracle, StopToken};

use super::audit::{AuditLog, DrawnResult, Verdict, test};
use super::record::Record;
use super::store::Store;
use crate::error::CampaignError;
use crate::problem::Problem;
use crate::worker::panic_text;

/// What happens during an audit.
#[derive(Clone, Copy, Debug)]
pub enum AuditEvent<'a> {
    /// So many of the drawn results have a verdict.
    Tested(u64),
    /// The result is false; the value of its position, unless the solver knows no such position.
    False(&'a Record, Option<Value>),
}

/// An audit of drawn results.
pub struct Recheck<'a, G: Game> {
    /// The game of the store, without cuts.
    pub problem: &'a Problem<G>,
    /// The store of the results.
    pub store: &'a Store,
    /// The verdicts; results that have one which counts are not tested again.
    pub log: &'a mut AuditLog,
    /// When to stop.
    pub stop: &'a StopToken,
}

/// What came of solving a result.
struct Solution<'a> {
    record: &'a Record,
    verdict: Result<Verdict, CampaignError>,
    nodes: u64,
}

impl<G: Symmetric + Notation> Recheck<'_, G> {
    /// Tests all drawn results that have no verdict yet, on a thread for each of `oracles`, and
    /// returns the number of nodes that were searched.
    ///
    /// # Errors
    ///
    /// Fails if the log cannot be written, if a search panics, or if it was stopped.
    pub fn run<O: Oracle<G>>(
        self,
        drawn: &[DrawnResult],
        oracles: Vec<O>,
        observe: &mut dyn FnMut(AuditEvent<'_>),
    ) -> Result<u64, CampaignError> {
        let Self {
            problem,
            store,
            log,
            stop,
        } = self;
        let records = drawn.iter().map(|one| &one.record);
        let untested: Vec<_> = records
            .filter(|record| log.verdict(record.key).is_none())
            .collect();
        let mut tested = drawn.len() - untested.len();
        let (next, ended) = (AtomicUsize::new(0), Arc::new(AtomicBool::new(false)));
        thread::scope(|scope| {
            let (solutions, solved) = channel();
            for mut oracle in oracles {
                oracle.set_stop(stop.clone().with_flag(Arc::clone(&ended)));
                let (solutions, untested, next) = (solutions.clone(), &untested, &next);
                scope.spawn(move || {
                    while let Some(record) = untested.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let before = oracle.nodes();
                        let verdict = solve(problem, store, record, &mut oracle);
                        let nodes = oracle.nodes() - before;
                        let is_last = verdict.is_err();
                        let solution = Solution {
                            record,
                            verdict,
                            nodes,
                        };
                        if solutions.send(solution).is_err() || is_last {
                            return;
                        }
                    }
                });
            }
            drop(solutions);
            observe(AuditEvent::Tested(tested as u64));
            let mut nodes = 0_u64;
            let mut note = |solution: Solution<'_>| {
                let (record, verdict) = (solution.record, solution.verdict?);
                nodes = nodes.saturating_add(solution.nodes);
                log.add(record.key, verdict)?;
                tested += 1;
                observe(AuditEvent::Tested(tested as u64));
                if let Verdict::False(value) = verdict {
                    observe(AuditEvent::False(record, value));
                }
                Ok(())
            };
            let outcome = solved.into_iter().try_for_each(&mut note);
            ended.store(true, Ordering::Relaxed);
            match outcome {
                Ok(()) if tested < drawn.len() => Err(CampaignError::Unsuitable {
                    path: store.path().to_owned(),
                    problem: "an audit needs a solver".to_owned(),
                }),
                outcome => outcome.map(|()| nodes),
            }
        })
    }
}

/// Solves the position of a result; a panic is an error.
fn solve<G: Symmetric + Notation>(
    problem: &Problem<G>,
    store: &Store,
    record: &Record,
    oracle: &mut impl Oracle<G>,
) -> Result<Verdict, CampaignError> {
    let searched = catch_unwind(AssertUnwindSafe(|| test(problem, store, record, oracle)));
    match searched {
        Ok(verdict) => Ok(verdict?),
        Err(panic) => Err(CampaignError::Unsuitable {
            path: store.path().to_owned(),
            problem: format!(
                "{}: {}",
                store.board().describe(record.key),
                panic_text(&*panic)
            ),
        }),
    }
}
