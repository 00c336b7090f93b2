//! Recording reports in the ledger.

use rusqlite::{Transaction, params};
use solveig_game::ValueRange;

use super::{Ledger, blob};
use crate::error::CampaignError;
use crate::job::{Job, JobReport, Task};
use crate::work::{WorkModel, distance};

/// The outcome of a report.
#[derive(Debug)]
pub enum Accepted {
    /// It was recorded; the job that it answers.
    New(Job),
    /// The worker could not answer its job, which stays open and is in the queue; the reason, for
    /// people.
    Failed(String),
    /// The queue has its job no more, and no error of it was recorded before: the job stays open,
    /// and has to be published again; the reason, for people.
    Returned(String),
    /// The queue has its job no more, and an error of it was recorded before: the job is given up;
    /// the reason, for people.
    GivenUp(String),
    /// Its job is done, given up or of another campaign: nothing changed.
    Again,
}

/// The most nodes that are recorded of a job, so that sums over all jobs fit 64 bits.
const MAX_NODES: i64 = 1 << 42;

/// The longest reason that is kept, in characters.
const LONGEST_REASON: usize = 500;

impl Ledger {
    /// Records reports in one transaction; they are durable when this returns.
    ///
    /// # Errors
    ///
    /// Fails, and changes nothing, if the file cannot be written.
    pub fn accept(
        &mut self,
        reports: &[&JobReport],
        range: ValueRange,
    ) -> Result<Vec<Accepted>, CampaignError> {
        let mut outcomes: Vec<Accepted> = Vec::with_capacity(reports.len());
        let mut ended: Vec<u64> = Vec::new();
        for report in reports {
            let is_foreign = report.campaign != self.id || ended.contains(&report.job);
            let outcome = match self.job(report.job)? {
                Some((job, is_open)) if !is_foreign => {
                    let (is_dead, has_error) = self.failure_of(report.job)?;
                    let lost = |reason: String| match has_error {
                        true => Accepted::GivenUp(reason),
                        false => Accepted::Returned(reason),
                    };
                    match &report.failure {
                        // A late answer to a job that was given up counts.
                        None if is_open || is_dead => match report.expect_fits(&job, range) {
                            Ok(()) => Accepted::New(job),
                            Err(_) if is_dead => Accepted::Again,
                            Err(unfit) => lost(format!("the answer {unfit}")),
                        },
                        _ if !is_open => Accepted::Again,
                        // The queue says so: workers may have ended for reasons of their own.
                        Some(reason) if report.given_up && report.worker.is_empty() => {
                            lost(reason.clone())
                        }
                        Some(reason) if report.given_up => Accepted::GivenUp(reason.clone()),
                        Some(reason) => Accepted::Failed(reason.clone()),
                        None => Accepted::Again,
                    }
                }
                _ => Accepted::Again,
            };
            if !matches!(outcome, Accepted::Failed(_) | Accepted::Again) {
                ended.push(report.job);
            }
            outcomes.push(outcome);
        }
        if outcomes.iter().all(|one| matches!(one, Accepted::Again)) {
            return Ok(outcomes);
        }
        self.write(|transaction| {
            for (report, outcome) in reports.iter().zip(&outcomes) {
                match outcome {
                    Accepted::New(job) => write_report(transaction, job, report)?,
                    Accepted::Failed(reason) | Accepted::Returned(reason) => {
                        write_error(transaction, report, "open", reason)?;
                    }
                    Accepted::GivenUp(reason) => write_error(transaction, report, "dead", reason)?,
                    Accepted::Again => {}
                }
            }
            Ok(())
        })?;
        Ok(outcomes)
    }
}

/// Records why a job was not answered, and its state.
fn write_error(
    transaction: &Transaction<'_>,
    report: &JobReport,
    state: &str,
    reason: &str,
) -> rusqlite::Result<()> {
    // Without a worker, the report is the queue's, which knows less than a worker that failed.
    let sql = match report.worker.is_empty() {
        true => "UPDATE jobs SET state = ?2, error = coalesce(error, ?3) WHERE number = ?1",
        false => "UPDATE jobs SET state = ?2, error = ?3 WHERE number = ?1",
    };
    let printed = |letter: char| if letter.is_control() { ' ' } else { letter };
    let reason: String = reason.chars().map(printed).take(LONGEST_REASON).collect();
    transaction
        .execute(sql, params![report.job as i64, state, reason])
        .map(drop)
}

/// Writes one report.
fn write_report(
    transaction: &Transaction<'_>,
    job: &Job,
    report: &JobReport,
) -> rusqlite::Result<()> {
    let worker: i64 = transaction
        .prepare_cached(
            "INSERT INTO workers (name, version) VALUES (?1, ?2) \
             ON CONFLICT (name) DO UPDATE SET version = excluded.version RETURNING id",
        )?
        .query_row(params![report.worker, report.version], |row| row.get(0))?;
    let number = job.number as i64;
    let (kind, round): (String, i64) = transaction
        .prepare_cached(
            "SELECT iif(task = 'estimate' AND round = 0, 'predict', task), round \
             FROM jobs WHERE number = ?1",
        )?
        .query_row([number], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let nodes = |nodes: u64| i64::try_from(nodes).unwrap_or(i64::MAX).min(MAX_NODES);
    let each = report.answers.iter().map(|answer| answer.nodes);
    let sum = each.fold(0, u64::saturating_add);
    transaction
        .prepare_cached(
            "UPDATE jobs SET state = 'done', worker = ?2, nodes = ?3, seconds = ?4, \
             waited = ?5, accepted = CURRENT_TIMESTAMP WHERE number = ?1",
        )?
        .execute(params![
            number,
            worker,
            nodes(sum),
            report.seconds,
            report.waited
        ])?;
    let mut first_solved = 0;
    match job.task {
        Task::Estimate { plies } => {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO estimates (cut, key, estimate, plies) \
                 SELECT CASE round WHEN 0 THEN 1 ELSE 2 END, ?2, ?3, ?4 FROM jobs WHERE number = ?1 \
                 ON CONFLICT DO UPDATE SET estimate = excluded.estimate, plies = excluded.plies",
            )?;
            for answer in &report.answers {
                insert.execute(params![number, blob(answer.key), answer.lower, plies])?;
            }
        }
        Task::Settle { .. } => {}
        Task::Solve { .. } => {
            let mut insert = transaction.prepare_cached(
                "INSERT OR REPLACE INTO solved (key, job, alpha, beta, lower, upper, nodes, worker) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?;
            let mut before = transaction
                .prepare_cached("SELECT EXISTS (SELECT 1 FROM solved WHERE key = ?1)")?;
            let mut sum = transaction.prepare_cached(
                "INSERT INTO solved_by (worker, class, results, nodes) VALUES (?1, ?2, 1, ?3) \
                 ON CONFLICT DO UPDATE SET results = results + 1, nodes = nodes + excluded.nodes",
            )?;
            for (answer, item) in report.answers.iter().zip(&job.items) {
                let key = blob(answer.key);
                let is_known: bool = before.query_row([key], |row| row.get(0))?;
                first_solved += i64::from(!is_known);
                let class = WorkModel::class(distance(item.window(), item.estimate)) as i64;
                let nodes = nodes(answer.nodes);
                sum.execute(params![worker, class, nodes])?;
                let (lower, upper) = (answer.lower, answer.upper);
                insert.execute(params![
                    key, number, item.alpha, item.beta, lower, upper, nodes, worker
                ])?;
            }
        }
    }
    transaction
        .prepare_cached(
            "INSERT INTO done_by VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, 0.0, ?8) \
             ON CONFLICT DO UPDATE SET jobs = jobs + 1, positions = positions + excluded.positions, \
             solved = solved + excluded.solved, nodes = nodes + excluded.nodes, \
             seconds = seconds + excluded.seconds, waited = waited + excluded.waited, \
             waited_in_rounds = waited_in_rounds \
             + iif(excluded.round > round, 0.0, excluded.waited), \
             round = max(round, excluded.round)",
        )?
        .execute(params![
            worker,
            kind,
            job.items.len() as i64,
            first_solved,
            nodes(sum),
            report.seconds,
            report.waited,
            round
        ])?;
    Ok(())
}
