//! Jobs on their way to workers, and reports on their way to the ledger.

use std::collections::BTreeMap;
use std::time::Instant;

use solveig_game::{Notation, Symmetric};

use super::{Driver, WAIT};
use crate::error::CampaignError;
use crate::job::{Item, Job, JobReport, Task};
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

impl<G: Symmetric + Notation> Driver<'_, G> {
    /// Publishes all open jobs not yet published in this run; at first, after the reports that wait
    /// from an earlier run.
    pub(super) fn hand_out(&mut self) -> Result<(), CampaignError> {
        let before = match self.published {
            Some(number) => number,
            None => {
                self.note_open()?;
                for _ in 0..PULLS_AT_FIRST {
                    if self.take_reports()? {
                        break;
                    }
                }
                0
            }
        };
        self.note_open()?;
        let new: Vec<u64> = self.open.numbers().filter(|job| *job > before).collect();
        self.published = Some(new.last().copied().unwrap_or(before));
        self.publish(&new)
    }

    /// Reads the open jobs of the ledger.
    fn note_open(&mut self) -> Result<(), CampaignError> {
        self.open = OpenJobs::default();
        for (number, task) in self.ledger.open_jobs()? {
            self.open.insert(number, task);
        }
        Ok(())
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
                    _ => self.open.remove(*number),
                }
            }
            self.dispatch.publish(&jobs)?;
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
        const MAX: usize = 1_000;
        let receipts = self.dispatch.reports(MAX, WAIT)?;
        let is_all = receipts.len() < MAX;
        if receipts.is_empty() {
            return Ok(is_all);
        }
        let reports: Vec<&JobReport> = receipts.iter().map(|one| one.report()).collect();
        let range = self.problem.game().value_range();
        let outcomes = self.ledger.accept(&reports, range)?;
        let mut returned = Vec::new();
        for (report, outcome) in reports.iter().zip(&outcomes) {
            let (job, worker) = (report.job, &report.worker);
            if !matches!(outcome, Accepted::Again | Accepted::Failed(_)) {
                (self.heard, self.patience) = (Instant::now(), self.config.republish_after);
            }
            match outcome {
                Accepted::New(job) => {
                    self.open.remove(report.job);
                    self.learn(job, report)?;
                }
                Accepted::Again => {}
                Accepted::Failed(reason) => {
                    self.failures += 1;
                    if self.failures.is_power_of_two() {
                        let count = self.failures;
                        tracing::warn!("failure {count}: job {job} of \"{worker}\": {reason}");
                    }
                }
                Accepted::Returned(reason) => {
                    tracing::warn!("job {job} is published again: {reason}");
                    returned.push(job);
                }
                Accepted::GivenUp(reason) => {
                    self.open.remove(report.job);
                    tracing::warn!("job {job} is given up: {reason}");
                }
            }
        }
        for receipt in receipts {
            receipt.acknowledge()?;
        }
        self.publish(&returned)?;
        Ok(is_all)
    }

    /// Updates the state in memory with an accepted report.
    fn learn(&mut self, job: &Job, report: &JobReport) -> Result<(), CampaignError> {
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
                    let (key, bounds) = (answer.key, answer.bounds());
                    let proved = self.knowledge.prove(key, bounds);
                    proved.map_err(|known| CampaignError::Contradiction { key, known })?;
                }
                // No job in a ledger is one.
                Task::Settle { .. } => {}
            }
        }
        if matches!(job.task, Task::Solve { .. }) && report.seconds.is_finite() {
            self.work.took(report.seconds.max(0.0));
        }
        Ok(())
    }
}

/// Why no report could fit an item, if none can.
fn unanswerable<G: Symmetric + Notation>(
    problem: &Problem<G>,
    task: Task,
    item: &Item,
) -> Option<String> {
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
