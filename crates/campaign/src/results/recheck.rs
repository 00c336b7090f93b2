//! Solves drawn results again by workers, through the queue of campaigns.
//!
//! A worker is believed where it confirms a result. What it does not confirm is solved here, so that
//! nothing is called false that this process has not refuted.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use solveig_game::{Game, Value};
use solveig_search::{Oracle, StopToken, Stopped};
use xxhash_rust::xxh3::xxh3_64;

use super::audit::{AuditLog, Verdict, test};
use super::record::Record;
use super::store::Store;
use crate::error::CampaignError;
use crate::job::{Item, Job, JobReport, Task};
use crate::problem::Problem;
use crate::queue::Dispatch;
use crate::worker::panic_text;

/// The jobs that are in the queue at most.
const AHEAD: usize = 256;

/// The most reports that are fetched at a time.
const REPORTS: usize = 256;

/// How long no report comes until it is looked whether jobs are lost.
const QUIET: Duration = Duration::from_secs(10);

/// What happens during an audit.
#[derive(Clone, Copy, Debug)]
pub enum AuditEvent<'a> {
    /// So many of the drawn results have a verdict.
    Tested(u64),
    /// The result is false; the value of its position, or [`Value::MIN`] if the solver knows no such
    /// position.
    False(&'a Record, Value),
}

/// An audit that hands its draws out to workers.
pub struct Recheck<'a, G: Game> {
    /// The whole game.
    pub problem: &'a Problem<G>,
    /// The store of the results.
    pub store: &'a Store,
    /// Where verdicts are kept.
    pub log: &'a mut AuditLog,
    /// When to stop.
    pub stop: &'a StopToken,
}

impl<G: Game> Recheck<'_, G> {
    /// Tests all drawn results that have no verdict yet, and returns the number of nodes. `oracle`
    /// solves what workers do not confirm.
    ///
    /// # Errors
    ///
    /// Fails if the queue or the log cannot be used, if the queue has reports of a campaign or of
    /// the audit of another store, if a search of this process panics, or if it was stopped.
    pub fn run(
        self,
        drawn: &[(Record, u64)],
        dispatch: &mut dyn Dispatch,
        oracle: &mut impl Oracle<G>,
        observe: &mut dyn FnMut(AuditEvent<'_>),
    ) -> Result<u64, CampaignError> {
        let results = drawn.iter().map(|(record, _)| record);
        let mut untested: HashMap<u64, &Record> = results
            .filter(|record| self.log.verdict(record.key).is_none())
            .map(|record| (number(record.key), record))
            .collect();
        let results = drawn.iter().map(|(record, _)| number(record.key));
        let mut waiting: VecDeque<u64> = results.filter(|job| untested.contains_key(job)).collect();
        // An audit before this one may have left its first jobs in the queue.
        let queued = usize::try_from(dispatch.unfinished()?).unwrap_or(usize::MAX);
        waiting.rotate_left(queued.min(AHEAD).min(waiting.len()));
        let mut nodes = 0;
        // How many jobs are in the queue, as far as is known.
        let mut ahead = 0;
        let mut heard = Instant::now();
        loop {
            observe(AuditEvent::Tested((drawn.len() - untested.len()) as u64));
            if self.stop.is_stopped() {
                return Err(Stopped.into());
            }
            if untested.is_empty() {
                return Ok(nodes + oracle.nodes());
            }
            if !waiting.is_empty() && ahead <= AHEAD / 2 {
                ahead = usize::try_from(dispatch.unfinished()?).unwrap_or(usize::MAX);
                let more = waiting.drain(..AHEAD.saturating_sub(ahead).min(waiting.len()));
                let more = more.filter_map(|job| untested.get(&job));
                let jobs: Vec<Job> = more.map(|record| self.job(record)).collect();
                dispatch.publish(&jobs)?;
                ahead = ahead.saturating_add(jobs.len());
            }
            let receipts = dispatch.reports(REPORTS, Duration::from_millis(200))?;
            let mut verdicts: Vec<(u64, bool)> = Vec::new();
            for receipt in &receipts {
                let report = receipt.report();
                if report.campaign != self.campaign() {
                    return Err(self.another_campaign(report));
                }
                if let Some(record) = untested.get(&report.job) {
                    verdicts.push((report.job, self.confirms(report, record)));
                    let answers = report.answers.iter();
                    nodes += answers.map(|answer| answer.nodes).sum::<u64>();
                }
            }
            if !receipts.is_empty() {
                heard = Instant::now();
                ahead = ahead.saturating_sub(receipts.len());
            } else if heard.elapsed() >= QUIET {
                heard = Instant::now();
                ahead = 0;
                let undelivered = dispatch.undelivered()?;
                let ours = undelivered
                    .iter()
                    .filter(|one| one.campaign == self.campaign());
                verdicts.extend(ours.map(|one| (one.job, false)));
                if verdicts.is_empty() && waiting.is_empty() && dispatch.unfinished()? == 0 {
                    waiting.extend(untested.keys());
                }
            }
            for (job, confirmed) in verdicts {
                // Of two reports of a job the first counts.
                let Some(record) = untested.remove(&job) else {
                    continue;
                };
                let verdict = match confirmed {
                    true => None,
                    false => self.solve(record, oracle)?,
                };
                self.log.add(record.key, verdict)?;
                if let Some(value) = verdict {
                    observe(AuditEvent::False(record, value));
                }
            }
            for receipt in receipts {
                receipt.acknowledge()?;
            }
        }
    }

    /// What tells the jobs of this store from those of others.
    fn campaign(&self) -> String {
        format!("audit-{:016x}", self.store.content())
    }

    fn another_campaign(&self, report: &JobReport) -> CampaignError {
        CampaignError::Unsuitable {
            path: self.store.path().to_owned(),
            problem: format!(
                "the queue has reports of another campaign or audit, {}: expected a queue of its \
                 own, by --queue NAME here and for its workers",
                report.campaign
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
        report.failure.is_none()
            && report.expect_fits(&self.job(record), range).is_ok()
            && record.bounds.lower <= proved.lower
            && proved.upper <= record.bounds.upper
    }

    fn solve(
        &self,
        record: &Record,
        oracle: &mut impl Oracle<G>,
    ) -> Result<Verdict, CampaignError> {
        let (problem, store) = (self.problem, self.store);
        let searched = catch_unwind(AssertUnwindSafe(|| test(problem, store, record, oracle)));
        match searched {
            Ok(verdict) => Ok(verdict?),
            Err(panic) => Err(CampaignError::AuditFailed {
                key: record.key,
                reason: panic_text(&*panic),
            }),
        }
    }
}

/// The number of the job about a key, the same in every audit of a store.
fn number(key: u128) -> u64 {
    xxh3_64(&key.to_le_bytes())
}
