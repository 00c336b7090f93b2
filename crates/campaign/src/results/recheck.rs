//! Solves drawn results again by workers, through the queue of campaigns.
//!
//! A worker is believed where it confirms a result, and the number of such results is said. What it
//! does not confirm is solved here, so that nothing is called false that this process has not
//! refuted.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use solveig_game::{Game, Notation, Symmetric, Value};
use solveig_search::{Oracle, StopToken, Stopped};
use xxhash_rust::xxh3::xxh3_64;

use super::audit::{AuditLog, DrawnResult, Verdict, test};
use super::record::Record;
use super::store::Store;
use crate::error::CampaignError;
use crate::job::{Item, Job, JobReport, Task};
use crate::problem::Problem;
use crate::queue::{Dispatch, DriverMessage, QueueError};
use crate::worker::panic_text;

/// The jobs that are in the queue at most. Each thread of a worker may hold two.
const AHEAD: usize = 1024;

/// The maximum number of reports that are fetched at a time.
const REPORTS: usize = 256;

/// How long no report comes before jobs that are still in the queue are solved here, one at a time.
const PATIENCE: Duration = Duration::from_secs(600);

/// What happens during an audit.
#[derive(Clone, Copy, Debug)]
pub enum AuditEvent<'a> {
    /// So many of the drawn results have a verdict.
    Tested(u64),
    /// The result is false; the value of its position, unless the solver knows no such position.
    False(&'a Record, Option<Value>),
}

/// An audit that hands its draws out to workers.
pub struct Recheck<'a, G: Game> {
    /// The whole game.
    pub problem: &'a Problem<G>,
    /// The store of the results.
    pub store: &'a Store,
    /// The verdicts; results that have one which counts are not tested again.
    pub log: &'a mut AuditLog,
    /// When to stop.
    pub stop: &'a StopToken,
}

/// What a test of results took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecheckSummary {
    /// The nodes of all searches.
    pub nodes: u64,
    /// The results that workers of the queue have confirmed.
    pub by_workers: u64,
}

/// What came of solving a result here.
struct Solution<'a> {
    record: &'a Record,
    verdict: Result<Verdict, CampaignError>,
    nodes: u64,
}

/// The results that have no verdict yet.
struct Untested<'a> {
    /// Those that workers are to solve, by the numbers of their jobs.
    open: HashMap<u64, &'a Record>,
    /// The jobs that are not in the queue.
    waiting: VecDeque<u64>,
    /// How many are solved here.
    doubtful: usize,
    /// To the thread that solves them.
    doubt: Sender<&'a Record>,
    /// From that thread.
    solved: Receiver<Solution<'a>>,
}

impl<'a> Untested<'a> {
    fn solve_here(&mut self, record: &'a Record) {
        self.doubtful += 1;
        // The other end lives until this one is dropped.
        let _ = self.doubt.send(record);
    }

    fn len(&self) -> usize {
        self.open.len() + self.doubtful
    }
}

impl<G: Symmetric + Notation> Recheck<'_, G> {
    /// Tests all drawn results that have no verdict yet. `oracle` solves what workers do not
    /// confirm, on a thread of its own.
    ///
    /// # Errors
    ///
    /// Fails if the queue or the log cannot be used, if the queue has reports of a campaign or of
    /// the audit of another store, if a search of this process panics, or if it was stopped.
    pub fn run(
        self,
        drawn: &[DrawnResult],
        dispatch: &mut dyn Dispatch,
        mut oracle: impl Oracle<G>,
        observe: &mut dyn FnMut(AuditEvent<'_>),
    ) -> Result<RecheckSummary, CampaignError> {
        let ended = Arc::new(AtomicBool::new(false));
        oracle.set_stop(self.stop.clone().with_flag(Arc::clone(&ended)));
        let (problem, store, stop) = (self.problem, self.store, self.stop);
        let tested = thread::scope(|scope| {
            let (doubt, doubted) = channel::<&Record>();
            let (solved, verdicts) = channel();
            scope.spawn(move || {
                for record in doubted {
                    let before = oracle.nodes();
                    let solution = Solution {
                        record,
                        verdict: solve(problem, store, record, &mut oracle),
                        nodes: oracle.nodes() - before,
                    };
                    if solved.send(solution).is_err() {
                        return;
                    }
                }
            });
            let untested = Untested {
                open: HashMap::new(),
                waiting: VecDeque::new(),
                doubtful: 0,
                doubt,
                solved: verdicts,
            };
            let tested = self.hand_out(drawn, untested, dispatch, observe);
            ended.store(true, Ordering::Relaxed);
            tested
        });
        match tested {
            Err(CampaignError::Queue(QueueError::Server { .. })) if stop.is_stopped() => {
                Err(Stopped.into())
            }
            tested => tested,
        }
    }

    fn hand_out<'a>(
        self,
        drawn: &'a [DrawnResult],
        mut untested: Untested<'a>,
        dispatch: &mut dyn Dispatch,
        observe: &mut dyn FnMut(AuditEvent<'_>),
    ) -> Result<RecheckSummary, CampaignError> {
        for DrawnResult { record, .. } in drawn {
            if self.log.verdict(record.key).is_some() {
                continue;
            }
            let number = number(record.key);
            match untested.open.insert(number, record) {
                None => untested.waiting.push_back(number),
                Some(other) => untested.solve_here(other),
            }
        }
        let RecheckSummary {
            mut nodes,
            mut by_workers,
        } = RecheckSummary::default();
        dispatch.clear(&self.campaign())?;
        let mut heard = Instant::now();
        loop {
            while let Ok(solution) = untested.solved.try_recv() {
                untested.doubtful -= 1;
                nodes = nodes.saturating_add(solution.nodes);
                let (record, verdict) = (solution.record, solution.verdict?);
                self.log.add(record.key, verdict)?;
                if let Verdict::False(value) = verdict {
                    observe(AuditEvent::False(record, value));
                }
            }
            observe(AuditEvent::Tested((drawn.len() - untested.len()) as u64));
            if self.stop.is_stopped() {
                return Err(Stopped.into());
            }
            if untested.len() == 0 {
                self.expect_verdicts(drawn)?;
                return Ok(RecheckSummary { nodes, by_workers });
            }
            let ahead = untested.open.len().saturating_sub(untested.waiting.len());
            if ahead <= AHEAD / 4 * 3 && !untested.waiting.is_empty() {
                let more = (AHEAD - ahead).min(untested.waiting.len());
                let more = untested.waiting.drain(..more);
                let more = more.filter_map(|job| untested.open.get(&job));
                let jobs: Vec<Job> = more.map(|record| self.job(record)).collect();
                dispatch.publish(&jobs)?;
            }
            let receipts = dispatch.reports(REPORTS, Duration::from_millis(200))?;
            for receipt in &receipts {
                let (campaign, job) = match receipt.message() {
                    DriverMessage::Report(report) => (&report.campaign, report.job),
                    DriverMessage::DeadLetter(letter) => (&letter.campaign, letter.job),
                };
                if *campaign != self.campaign() {
                    return Err(self.another_campaign(campaign));
                }
                heard = Instant::now();
                let report = match receipt.message() {
                    DriverMessage::Report(report) if report.failure.is_some() => continue,
                    DriverMessage::Report(report) => Some(report),
                    DriverMessage::DeadLetter(_) => None,
                };
                // Of two reports of a job the first counts.
                if let Some(record) = untested.open.remove(&job) {
                    for answer in report.iter().flat_map(|report| &report.answers) {
                        nodes = nodes.saturating_add(answer.nodes);
                    }
                    if report.is_some_and(|report| self.confirms(report, record)) {
                        self.log.add(record.key, Verdict::True)?;
                        by_workers += 1;
                    } else {
                        untested.solve_here(record);
                    }
                }
            }
            for receipt in receipts {
                receipt.acknowledge()?;
            }
            if heard.elapsed() >= PATIENCE && untested.doubtful == 0 {
                let next = untested.open.iter().next();
                if let Some((job, record)) = next.map(|(job, record)| (*job, *record)) {
                    untested.open.remove(&job);
                    untested.solve_here(record);
                }
            }
        }
    }

    fn expect_verdicts(&self, drawn: &[DrawnResult]) -> Result<(), CampaignError> {
        let mut drawn = drawn.iter();
        match drawn.find(|one| self.log.verdict(one.record.key).is_none()) {
            None => Ok(()),
            Some(one) => {
                let reason = "it was not tested; this is a fault of the program";
                Err(failed(self.store, &one.record, reason))
            }
        }
    }

    /// What tells the jobs of this store from those of others.
    fn campaign(&self) -> String {
        format!("audit-{:016x}", self.store.content())
    }

    fn another_campaign(&self, campaign: &str) -> CampaignError {
        CampaignError::Unsuitable {
            path: self.store.path().to_owned(),
            problem: format!(
                "the queue has reports of another campaign or audit, {}: expected a queue of its \
                 own, by --queue NAME here and for its workers",
                campaign
            ),
        }
    }

    /// The question whether both bounds of a result are true.
    fn job(&self, record: &Record) -> Job {
        let (all, bounds) = (self.store.board().all(), record.bounds);
        let item = |alpha, beta, estimate| Item {
            key: record.key,
            alpha,
            beta,
            estimate,
        };
        let mut items = Vec::new();
        if bounds.lower == bounds.upper {
            items.push(item(bounds.lower - 1, bounds.upper + 1, bounds.lower));
        } else {
            if bounds.lower > all.lower {
                items.push(item(bounds.lower - 1, bounds.lower, bounds.lower));
            }
            if bounds.upper < all.upper {
                items.push(item(bounds.upper, bounds.upper + 1, bounds.upper));
            }
        }
        Job {
            campaign: self.campaign(),
            number: number(record.key),
            game: self.problem.game().spec(),
            task: Task::Solve { margin: 0 },
            items,
        }
    }

    /// Whether a report answers the job of a result, and proves both bounds.
    fn confirms(&self, report: &JobReport, record: &Record) -> bool {
        let range = self.problem.game().value_range();
        let mut proved = self.store.board().all();
        for answer in &report.answers {
            proved.lower = proved.lower.max(answer.lower);
            proved.upper = proved.upper.min(answer.upper);
        }
        report.expect_answers(&self.job(record)).is_ok()
            && report.expect_decides(range).is_ok()
            && proved.lower <= proved.upper
            && record.bounds.lower <= proved.lower
            && proved.upper <= record.bounds.upper
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
        Err(panic) => Err(failed(store, record, &panic_text(&*panic))),
    }
}

fn failed(store: &Store, record: &Record, reason: &str) -> CampaignError {
    CampaignError::Unsuitable {
        path: store.path().to_owned(),
        problem: format!("{}: {reason}", store.board().describe(record.key)),
    }
}

/// The number of the job about a key, the same in every audit of a store. Of two keys with one
/// number one is solved here.
fn number(key: u128) -> u64 {
    xxh3_64(&key.to_le_bytes())
}
