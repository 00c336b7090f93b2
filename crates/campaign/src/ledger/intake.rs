//! Recording reports in the ledger.

use rusqlite::{Transaction, params};

use super::{Ledger, blob, number_of};
use crate::error::CampaignError;
use crate::job::{JobReport, Task};
use crate::work::{WorkModel, distance};

/// The maximum number of nodes that are recorded of a job, so that sums over all jobs fit 64 bits.
const MAX_NODES: i64 = 1 << 42;

impl Ledger {
    /// Records answers in one transaction; they are durable when this returns. Returns for each
    /// report whether it is the first of its job; others change nothing.
    ///
    /// # Errors
    ///
    /// Fails, and changes nothing, if the file cannot be written.
    pub fn accept(&mut self, reports: &[&JobReport]) -> Result<Vec<bool>, CampaignError> {
        if reports.is_empty() {
            return Ok(Vec::new());
        }
        self.write(|transaction| {
            let write = |report: &&JobReport| write_report(transaction, report);
            reports.iter().map(write).collect()
        })
    }
}

/// Writes one report; whether it is the first of its job.
fn write_report(transaction: &Transaction<'_>, report: &JobReport) -> rusqlite::Result<bool> {
    let worker: i64 = transaction
        .prepare_cached(
            "INSERT INTO workers (name, version) VALUES (?1, ?2) \
             ON CONFLICT (name) DO UPDATE SET version = excluded.version RETURNING id",
        )?
        .query_row(params![report.worker, report.version], |row| row.get(0))?;
    let (number, task) = (report.job as i64, report.task.name());
    let round: i64 = transaction
        .prepare_cached(
            "SELECT coalesce((SELECT number FROM rounds WHERE jobs < ?1 \
             ORDER BY number DESC LIMIT 1), 0)",
        )?
        .query_row([number], |row| row.get(0))?;
    let nodes = |nodes: u64| i64::try_from(nodes).unwrap_or(i64::MAX).min(MAX_NODES);
    let each = report.answers().iter().map(|answer| answer.nodes);
    let sum = nodes(each.fold(0, u64::saturating_add));
    let positions = report.answers().len() as i64;
    let (seconds, waited) = (report.seconds, report.waited);
    let rows = transaction
        .prepare_cached(
            "INSERT INTO reports (job, round, task, worker, positions, nodes, seconds, waited) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            number, round, task, worker, positions, sum, seconds, waited
        ])?;
    if rows == 0 {
        return Ok(false);
    }
    let mut answered = 0;
    match report.task {
        Task::Estimate { cut, plies } => {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO estimates (cut, key, estimate, plies) VALUES (?1, ?2, ?3, ?4) \
                 ON CONFLICT DO UPDATE SET estimate = excluded.estimate, plies = excluded.plies",
            )?;
            let mut before = transaction.prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM estimates WHERE cut = ?1 AND key = ?2)",
            )?;
            let cut = number_of(cut);
            for answer in report.answers() {
                let key = blob(answer.item.key);
                let is_known: bool = before.query_row(params![cut, key], |row| row.get(0))?;
                answered += i64::from(!is_known);
                insert.execute(params![cut, key, answer.lower, plies])?;
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
            for answer in report.answers() {
                let item = answer.item;
                let key = blob(item.key);
                let is_known: bool = before.query_row([key], |row| row.get(0))?;
                answered += i64::from(!is_known);
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
    let mut answers =
        transaction.prepare_cached("DELETE FROM unanswered WHERE key = ?1 AND task = ?2")?;
    for answer in report.answers() {
        answers.execute(params![blob(answer.item.key), task])?;
    }
    transaction
        .prepare_cached(
            "INSERT INTO done_by VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, 0.0, ?8) \
             ON CONFLICT DO UPDATE SET jobs = jobs + 1, positions = positions + excluded.positions, \
             answered = answered + excluded.answered, nodes = nodes + excluded.nodes, \
             seconds = seconds + excluded.seconds, waited = waited + excluded.waited, \
             waited_in_rounds = waited_in_rounds \
             + iif(excluded.round > round, 0.0, excluded.waited), \
             round = max(round, excluded.round)",
        )?
        .execute(params![
            worker, task, positions, answered, sum, seconds, waited, round
        ])?;
    Ok(true)
}
