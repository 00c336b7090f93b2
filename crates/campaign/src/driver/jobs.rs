//! Jobs on their way to workers, and reports on their way to the ledger.

use std::collections::BTreeMap;

use hashbrown::HashSet;
use solveig_game::{Notation, Symmetric};

use super::{Driver, MAX_REPORTS, PUBLISHED_AT_ONCE, WAIT};
use crate::error::CampaignError;
use crate::job::{Cut, Item, Job, JobOutcome, JobReport, Task};
use crate::ledger::Batch;
use crate::problem::Problem;
use crate::queue::DriverMessage;
use crate::work::{WorkModel, distance};

/// The maximum number of pulls of reports before the first jobs of a run are published.
const PULLS_AT_FIRST: usize = 1_000;

/// The longest time of a job that is believed, in seconds.
const MAX_SECONDS: f64 = 1e9;

/// A job without an accepted report.
#[derive(Debug)]
struct OpenJob {
    job: Job,
    /// Why a worker could not answer it, the last time.
    failure: Option<String>,
}

/// The jobs without an accepted report, by number.
#[derive(Debug, Default)]
pub(super) struct OpenJobs {
    jobs: BTreeMap<u64, OpenJob>,
}

/// A job that is open no more.
struct Loss {
    job: u64,
    /// Why, if a worker has said nothing better.
    reason: String,
}

impl OpenJobs {
    fn insert(&mut self, job: Job) {
        let failure = None;
        self.jobs.insert(job.number, OpenJob { job, failure });
    }

    pub(super) fn len(&self) -> usize {
        self.jobs.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.jobs.is_empty()
    }

    /// The positions that are being solved.
    pub(super) fn solving(&self) -> HashSet<u128> {
        let jobs = self.jobs.values().map(|open| &open.job);
        let jobs = jobs.filter(|job| matches!(job.task, Task::Solve { .. }));
        jobs.flat_map(|job| &job.items)
            .map(|item| item.key)
            .collect()
    }

    /// Whether any job of estimates is open.
    pub(super) fn is_estimating(&self) -> bool {
        let mut jobs = self.jobs.values().map(|open| &open.job);
        jobs.any(|job| matches!(job.task, Task::Estimate { .. }))
    }

    /// Whether any job of estimates or more than `rest` jobs of exact search are open.
    pub(super) fn has_more_than(&self, rest: usize) -> bool {
        self.len() > rest || self.is_estimating()
    }
}

impl<G: Symmetric + Notation> Driver<'_, G> {
    /// Drops the jobs that an earlier run has left in the queue, and records the reports that wait.
    pub(super) fn begin(&mut self) -> Result<(), CampaignError> {
        self.dispatch.clear(self.ledger.id())?;
        self.ledger.begin_run()?;
        for _ in 0..PULLS_AT_FIRST {
            if self.take_reports()? {
                break;
            }
        }
        self.workers = self.dispatch.workers();
        Ok(())
    }

    /// Publishes jobs with numbers from `first` on.
    pub(super) fn hand_out(
        &mut self,
        first: u64,
        task: Task,
        batches: Vec<Batch>,
    ) -> Result<(), CampaignError> {
        let jobs = (first..).zip(batches).map(|(number, batch)| Job {
            campaign: self.ledger.id().to_owned(),
            number,
            game: self.ledger.plan().game.clone(),
            task,
            items: batch.items,
        });
        let jobs: Vec<Job> = jobs.collect();
        for jobs in jobs.chunks(PUBLISHED_AT_ONCE) {
            self.dispatch.publish(jobs)?;
        }
        jobs.into_iter().for_each(|job| self.open.insert(job));
        Ok(())
    }

    /// Records waiting reports in the ledger; whether these seem to be all. If they are not, as
    /// where long ones were taken first, positions may be asked for again whose report waits.
    pub(super) fn take_reports(&mut self) -> Result<bool, CampaignError> {
        let receipts = self.dispatch.reports(MAX_REPORTS, WAIT)?;
        let is_all = receipts.len() < MAX_REPORTS;
        if receipts.is_empty() {
            return Ok(is_all);
        }
        let last = self.ledger.last_job()?;
        let (mut answers, mut losses) = (Vec::new(), Vec::new());
        for receipt in &receipts {
            match receipt.message() {
                DriverMessage::Report(report) if report.campaign != self.ledger.id() => {}
                DriverMessage::DeadLetter(letter) if letter.campaign != self.ledger.id() => {}
                DriverMessage::DeadLetter(letter) => losses.push(Loss {
                    job: letter.job,
                    reason: letter.reason(),
                }),
                DriverMessage::Report(JobReport {
                    job,
                    worker,
                    outcome: JobOutcome::Failure(reason),
                    ..
                }) => {
                    self.failures += 1;
                    if self.failures.is_power_of_two() {
                        let count = self.failures;
                        tracing::warn!("failure {count}: job {job} of \"{worker}\": {reason}");
                    }
                    if let Some(open) = self.open.jobs.get_mut(job) {
                        open.failure = Some(reason.clone());
                    }
                }
                DriverMessage::Report(report) => match self.expect_fits(report, last) {
                    Ok(()) => answers.push(report),
                    Err(problem) => {
                        let (job, worker) = (report.job, &report.worker);
                        tracing::warn!("a report of job {job} of \"{worker}\" {problem}: refused");
                        let reason = format!("its report {problem}");
                        losses.push(Loss { job, reason });
                    }
                },
            }
        }
        let firsts = self.ledger.accept(&answers)?;
        for (report, is_first) in answers.into_iter().zip(firsts) {
            self.open.jobs.remove(&report.job);
            if is_first {
                self.learn(report)?;
            }
        }
        for Loss { job, reason } in losses {
            if let Some(open) = self.open.jobs.remove(&job) {
                let reason = open.failure.unwrap_or(reason);
                self.ledger.give_up(&open.job, &reason)?;
                tracing::warn!("job {job} is given up: {reason}");
            }
        }
        for receipt in receipts {
            receipt.acknowledge()?;
        }
        Ok(is_all)
    }

    /// Checks that a report is one of a job with a number up to `last`, answers its questions if
    /// the job is open, and says what can be of positions at a cut.
    fn expect_fits(&self, report: &JobReport, last: u64) -> Result<(), String> {
        if !(1..=last).contains(&report.job) {
            return Err("is of no job".to_owned());
        }
        if let Some(open) = self.open.jobs.get(&report.job) {
            report.expect_answers(&open.job)?;
        }
        let times = [report.seconds, report.waited];
        if !times.iter().all(|time| (0.0..=MAX_SECONDS).contains(time)) {
            return Err("has impossible times".to_owned());
        }
        report.expect_decides(self.problem.game().value_range())?;
        for answer in report.answers() {
            expect_at_cut(self.problem, report.task, &answer.item)?;
        }
        Ok(())
    }

    /// Updates the state in memory with an accepted report.
    fn learn(&mut self, report: &JobReport) -> Result<(), CampaignError> {
        for answer in report.answers() {
            let item = answer.item;
            match report.task {
                Task::Estimate {
                    cut: Cut::First, ..
                } => self.knowledge.first.set_estimate(item.key, answer.lower),
                Task::Estimate {
                    cut: Cut::Second, ..
                } => self.knowledge.set_estimate(item.key, answer.lower),
                Task::Solve { .. } => {
                    self.nodes = self.nodes.saturating_add(answer.nodes);
                    let class = WorkModel::class(distance(item.window(), item.estimate));
                    self.work.saw(class, 1.0, answer.nodes as f64);
                    let (key, bounds) = (item.key, answer.bounds());
                    let proved = self.knowledge.prove(key, bounds);
                    proved.map_err(|bounds| CampaignError::Contradiction { key, bounds })?;
                }
                Task::Settle { .. } => {}
            }
        }
        if matches!(report.task, Task::Solve { .. }) {
            self.work.took(report.seconds);
        }
        Ok(())
    }
}

/// Checks that a campaign asks such a question.
fn expect_at_cut<G: Symmetric + Notation>(
    problem: &Problem<G>,
    task: Task,
    item: &Item,
) -> Result<(), String> {
    let Item {
        key, alpha, beta, ..
    } = *item;
    let cut = match task {
        Task::Estimate { cut, .. } => cut,
        Task::Solve { .. } => Cut::Second,
        Task::Settle { .. } => return Err("is of no task of a campaign".to_owned()),
    };
    let position = problem.position(key);
    let position = position.filter(|position| problem.key(position) == key);
    if !position.is_some_and(|position| problem.reaches(cut, &position)) {
        return Err(format!(
            "is about the key {key:#x}, which is not that of the first of symmetric positions at \
             the cut"
        ));
    }
    if alpha >= beta {
        return Err(format!(
            "has the window {alpha}..{beta}: expected two bounds, the lower first"
        ));
    }
    Ok(())
}
