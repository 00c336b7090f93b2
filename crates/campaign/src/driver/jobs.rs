//! Jobs on their way to workers, and reports on their way to the ledger.

use std::collections::BTreeMap;
use std::time::Instant;

use solveig_game::Game;

use super::failures::Dismissal;
use super::{Driver, WAIT};
use crate::error::CampaignError;
use crate::job::{Item, Job, JobReport, Task, identity};
use crate::ledger::{Accepted, damaged};
use crate::problem::{Cut, Problem};
use crate::work::{WorkModel, distance};

/// The most pulls of reports before the first jobs of a run are published.
const PULLS_AT_FIRST: usize = 1_000;

/// The most jobs that are read from the ledger and sent to the queue at once.
const PUBLISHED_AT_ONCE: usize = 256;

/// The jobs without an accepted report.
#[derive(Debug, Default)]
pub(super) struct OpenJobs {
    tasks: BTreeMap<u64, Task>,
    /// How many of them are jobs of estimates.
    estimates: usize,
}

const fn is_estimate(task: &Task) -> bool {
    matches!(task, Task::Estimate { .. })
}

impl OpenJobs {
    fn insert(&mut self, number: u64, task: Task) {
        self.estimates += usize::from(is_estimate(&task));
        if let Some(before) = self.tasks.insert(number, task) {
            self.estimates -= usize::from(is_estimate(&before));
        }
    }

    fn remove(&mut self, number: u64) {
        if let Some(task) = self.tasks.remove(&number) {
            self.estimates -= usize::from(is_estimate(&task));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.tasks.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    pub(super) fn contains(&self, number: u64) -> bool {
        self.tasks.contains_key(&number)
    }

    /// The numbers of the jobs, in order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        self.tasks.keys().copied()
    }

    /// Whether any job of estimates is open.
    pub(super) const fn is_estimating(&self) -> bool {
        self.estimates > 0
    }

    /// Whether any job of estimates or more than `rest` jobs of exact search are open.
    pub(super) fn has_more_than(&self, rest: usize) -> bool {
        self.len() > rest || self.is_estimating()
    }
}

impl<G: Game> Driver<'_, G> {
    /// Publishes all open jobs not yet published in this run; at first, those that the queue does
    /// not have from an earlier run, after the reports that wait.
    pub(super) fn hand_out(&mut self) -> Result<(), CampaignError> {
        let open = self.ledger.open_jobs()?;
        let Some(before) = self.handed_out else {
            return self.hand_out_first(open);
        };
        self.open = OpenJobs::default();
        let new = self.take_in(open, before);
        self.publish(&new)
    }

    /// Publishes the jobs that were added since. It does not see that open jobs became void.
    pub(super) fn hand_out_added(&mut self) -> Result<(), CampaignError> {
        let Some(before) = self.handed_out else {
            return self.hand_out();
        };
        let added = self.ledger.open_jobs_after(before)?;
        let new = self.take_in(added, before);
        self.publish(&new)
    }

    fn hand_out_first(&mut self, open: Vec<(u64, Task)>) -> Result<(), CampaignError> {
        let mut new = self.take_in(open, 0);
        for _ in 0..PULLS_AT_FIRST {
            if self.take_reports()? {
                break;
            }
        }
        let has = self.dispatch.unfinished(self.ledger.id())?;
        new.retain(|job| self.open.contains(*job) && !has.contains(job));
        self.publish(&new)
    }

    /// Notes open jobs, and returns the numbers of those after `before`.
    fn take_in(&mut self, open: Vec<(u64, Task)>, before: u64) -> Vec<u64> {
        let mut new = Vec::new();
        for (number, task) in open {
            self.open.insert(number, task);
            if number > before {
                new.push(number);
            }
        }
        self.handed_out = Some(new.last().copied().unwrap_or(before));
        new
    }

    pub(super) fn publish(&mut self, open: &[u64]) -> Result<(), CampaignError> {
        for numbers in open.chunks(PUBLISHED_AT_ONCE) {
            let mut jobs = Vec::with_capacity(numbers.len());
            for number in numbers {
                match self.ledger.job(*number)? {
                    Some((job, true)) => {
                        self.expect_answerable(&job)?;
                        jobs.push(job);
                    }
                    // It was replaced.
                    _ => self.open.remove(*number),
                }
            }
            self.dispatch.publish(&jobs)?;
            self.tally.published += jobs.len() as u64;
        }
        Ok(())
    }

    /// Fails if no worker could answer a job of the ledger, which would come back again and again.
    fn expect_answerable(&self, job: &Job) -> Result<(), CampaignError> {
        for (place, item) in (1..).zip(&job.items) {
            let Some(problem) = unanswerable(self.problem, job.task, item) else {
                continue;
            };
            return Err(damaged(
                self.ledger.path(),
                format!(
                    "job {}, item {place}, key {:#x}: {problem}",
                    job.number, item.key
                ),
            ));
        }
        Ok(())
    }

    /// Records waiting reports in the ledger; whether these seem to be all. If they are not, as
    /// where long ones were taken first, a job may be published again whose report waits.
    pub(super) fn take_reports(&mut self) -> Result<bool, CampaignError> {
        const MOST: usize = 1_000;
        let receipts = self.dispatch.reports(MOST, WAIT)?;
        let is_all = receipts.len() < MOST;
        if is_all {
            self.lost.drained();
        }
        if receipts.is_empty() {
            return Ok(is_all);
        }
        let reports: Vec<&JobReport> = receipts.iter().map(|one| one.report()).collect();
        let range = self.problem.game().value_range();
        let outcomes = self.ledger.accept(&reports, range, self.config.sampled)?;
        let now = Instant::now();
        let mut failures = Vec::new();
        for (report, outcome) in reports.iter().zip(&outcomes) {
            let key = identity(&report.worker);
            match outcome {
                Accepted::New(_) | Accepted::Audited(_) => {
                    self.tally.recorded += 1;
                    self.fleet.heard_of(&report.worker, now);
                    self.keys.answered(key, now);
                    self.open.remove(report.job);
                    self.pauses.forget(report.job);
                    if let Accepted::New(job) = outcome {
                        self.learn(job, report);
                    }
                }
                Accepted::Again => self.tally.repeated += 1,
                Accepted::Failed(reason) => failures.push(((*report).clone(), reason.clone())),
                Accepted::Refused(reason) => {
                    self.keys.failed(key, report.job);
                    self.refuse(key, report.job, reason);
                    if self.config.workers_audit && self.keys.is_set_aside(key, self.silence(), now)
                    {
                        let dismissed = self.dismissed.entry(key.to_owned());
                        dismissed.or_insert(Dismissal::Failing);
                    }
                }
                Accepted::FromTheAudited => self.hold(report.job),
                Accepted::Distrusted => {
                    self.refuse(key, report.job, "it is not trusted");
                    self.dismissed.insert(key.to_owned(), Dismissal::Wrong);
                }
            }
        }
        for receipt in receipts {
            receipt.acknowledge()?;
        }
        for (report, reason) in failures {
            self.fail(&report, &reason)?;
        }
        Ok(is_all)
    }

    /// Updates the state in memory with an accepted report.
    fn learn(&mut self, job: &Job, report: &JobReport) {
        for (answer, item) in report.answers.iter().zip(&job.items) {
            match job.task {
                Task::Estimate { .. } if self.predicting => {
                    self.knowledge.first.expect(answer.key, answer.lower);
                }
                Task::Estimate { .. } => self.knowledge.expect(answer.key, answer.lower),
                Task::Solve { .. } => {
                    self.nodes = self.nodes.saturating_add(answer.nodes);
                    let class = WorkModel::class(distance(item.window(), item.estimate));
                    self.work.saw(class, 1.0, answer.nodes as f64);
                    if !self.knowledge.prove(answer.key, answer.bounds()) {
                        // The ledger has scheduled audits of both results.
                        self.stale = true;
                    }
                }
                // No job in a ledger is one.
                Task::Settle { .. } => {}
            }
        }
        if matches!(job.task, Task::Solve { .. }) && report.seconds.is_finite() {
            self.work.took(report.seconds.max(0.0));
        }
    }
}

/// Why no report could fit an item, if none can.
fn unanswerable<G: Game>(problem: &Problem<G>, task: Task, item: &Item) -> Option<String> {
    let Some(position) = problem.position(item.key) else {
        return Some(format!(
            "expected the key of a position of {}",
            problem.game().spec()
        ));
    };
    if problem.key(&position) != item.key {
        return Some("expected the key of the first of the symmetric positions".to_owned());
    }
    let cut = match task {
        Task::Estimate { .. } => Cut::First,
        Task::Solve { .. } | Task::Settle { .. } => Cut::Second,
    };
    if !problem.reaches(cut, &position) {
        return Some("expected a position at the cut".to_owned());
    }
    let Item { alpha, beta, .. } = *item;
    (alpha >= beta)
        .then(|| format!("the window {alpha}..{beta}: expected two bounds, the lower first"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_jobs_know_whether_estimates_are_among_them() {
        let mut open = OpenJobs::default();
        let (solve, estimate) = (Task::Solve { margin: 0 }, Task::Estimate { plies: 2 });
        open.insert(1, solve);
        assert!(!open.has_more_than(1) && open.has_more_than(0));
        // One that is read again counts once.
        open.insert(2, estimate);
        open.insert(2, estimate);
        assert!(open.is_estimating() && open.has_more_than(9));
        open.remove(2);
        open.remove(2);
        assert!(!open.is_estimating());
        open.insert(1, estimate);
        assert!(open.is_estimating());
        open.insert(1, solve);
        assert!(!open.is_estimating() && open.len() == 1);
    }
}
