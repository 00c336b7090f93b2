//! Recording reports in the ledger.

use rusqlite::{Transaction, params};
use solveig_game::ValueRange;

use super::audit::AuditReport;
use super::{Ledger, audit, blob, failures};
use crate::error::CampaignError;
use crate::job::{Job, JobReport, Task, identity};
use crate::work::{WorkModel, distance};

/// The outcome of a report.
#[derive(Debug)]
pub enum Accepted {
    /// It was recorded; the job that it answers.
    New(Job),
    /// It was recorded; its job tests results of another worker. The number of positions on which
    /// the two differ.
    Audited(u64),
    /// The worker says that it cannot answer its job, which stays open: see
    /// [`Ledger::record_failure`].
    Failed(String),
    /// Its worker is not trusted; the job stays open.
    Distrusted,
    /// Its job tests results of its worker, and stays open for others; after some tries, the driver
    /// does the audit.
    FromTheAudited,
    /// Its job is already done or void: nothing changed.
    Again,
    /// It does not answer its job, which stays open; the reason, for people.
    Refused(String),
}

impl Ledger {
    /// Whether an identity has had a wrong result.
    fn is_distrusted(&self, identity: &str) -> Result<bool, CampaignError> {
        let sql = "SELECT 1 FROM distrusted WHERE identity = ?1";
        Ok(!self.rows(sql, [identity], |_| Ok(()))?.is_empty())
    }

    /// Records reports in one transaction; they are durable when this returns.
    ///
    /// Schedules audits of a random share `sampled` of the positions, unpredictable without the
    /// ledger's seed, and of all positions whose bounds contradict earlier ones.
    ///
    /// # Errors
    ///
    /// Fails, and changes nothing, if the file cannot be written.
    pub fn accept(
        &mut self,
        reports: &[&JobReport],
        range: ValueRange,
        sampled: f64,
    ) -> Result<Vec<Accepted>, CampaignError> {
        let mut outcomes = Vec::with_capacity(reports.len());
        let mut taken: Vec<u64> = Vec::new();
        let seed = self.seed;
        for report in reports {
            let outcome = if report.campaign != self.id || taken.contains(&report.job) {
                Accepted::Again
            } else if let Err(long) = report.expect_short() {
                Accepted::Refused(long)
            } else if self.is_distrusted(identity(&report.worker))? {
                Accepted::Distrusted
            } else {
                match self.job(report.job)? {
                    None => Accepted::Refused(format!("there is no job {}", report.job)),
                    Some((_, false)) => Accepted::Again,
                    Some((job, true)) => match &report.failure {
                        Some(reason) => Accepted::Failed(reason.clone()),
                        None => match report.expect_fits(&job, range) {
                            Ok(()) => Accepted::New(job),
                            Err(unfit) => Accepted::Refused(format!("job {}: {unfit}", report.job)),
                        },
                    },
                }
            };
            if matches!(outcome, Accepted::New(_)) {
                taken.push(report.job);
            }
            outcomes.push(outcome);
        }
        if taken.is_empty() {
            return Ok(outcomes);
        }
        self.write(|transaction| {
            for (report, outcome) in reports.iter().zip(&mut outcomes) {
                if let Accepted::New(job) = outcome
                    && let Some(other) = write_report(transaction, job, report, seed, sampled)?
                {
                    *outcome = other;
                }
            }
            Ok(())
        })?;
        Ok(outcomes)
    }
}

/// The most nodes recorded for one job, whatever a worker states, so that sums over all jobs fit 64
/// bits.
const MOST_NODES: i64 = 1 << 42;

/// The most names of workers that are kept of one identity.
const NAMES_EACH: i64 = 4_096;

/// The longest time that a job may have taken, in seconds: some thirty years.
const LONGEST_JOB: f64 = 1e9;

/// The name under which a worker is recorded: its own, or its identity's where that has had too
/// many.
fn known_name<'a>(transaction: &Transaction<'_>, worker: &'a str) -> rusqlite::Result<&'a str> {
    let identity = identity(worker);
    // Names sort as bytes, and the next character after the slash is 0.
    let mut is_room = transaction.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM workers WHERE name = ?1) \
         OR (SELECT count(*) FROM workers WHERE name > ?2 || '/' AND name < ?2 || '0') < ?3",
    )?;
    let is_room = is_room.query_row(params![worker, identity, NAMES_EACH], |row| row.get(0))?;
    Ok(if is_room { worker } else { identity })
}

/// Writes one report; returns its outcome where that is another than [`Accepted::New`].
fn write_report(
    transaction: &Transaction<'_>,
    job: &Job,
    report: &JobReport,
    seed: i64,
    sampled: f64,
) -> rusqlite::Result<Option<Accepted>> {
    let name = known_name(transaction, &report.worker)?;
    let worker: i64 = transaction
        .prepare_cached(
            "INSERT INTO workers (name, version) VALUES (?1, ?2) \
             ON CONFLICT (name) DO UPDATE SET version = excluded.version RETURNING id",
        )?
        .query_row(params![name, report.version], |row| row.get(0))?;
    let number = job.number as i64;
    let (kind, round): (String, i64) = transaction
        .prepare_cached(
            "SELECT iif(task = 'estimate' AND round = 0, 'predict', task), round \
             FROM jobs WHERE number = ?1",
        )?
        .query_row([number], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let is_audit = kind == "audit";
    let mut outcome = None;
    if is_audit {
        match audit::write_audits(transaction, job, report, worker)? {
            AuditReport::Recorded(disputes) => outcome = Some(Accepted::Audited(disputes)),
            AuditReport::FromTheAudited => {
                failures::came_to_the_audited(transaction, job.number, &report.worker)?;
                return Ok(Some(Accepted::FromTheAudited));
            }
        }
    }
    let nodes = |nodes: u64| i64::try_from(nodes).unwrap_or(i64::MAX).min(MOST_NODES);
    let each = report.answers.iter().map(|answer| answer.nodes);
    let sum = each.fold(0, u64::saturating_add);
    // Times of others add up to a number, whatever they say.
    let time = |seconds: f64| match seconds.is_finite() {
        true => seconds.clamp(0.0, LONGEST_JOB),
        false => 0.0,
    };
    transaction
        .prepare_cached(
            "UPDATE jobs SET state = 'done', worker = ?2, nodes = ?3, seconds = ?4, \
             waited = ?5, accepted = CURRENT_TIMESTAMP WHERE number = ?1",
        )?
        .execute(params![
            number,
            worker,
            nodes(sum),
            time(report.seconds),
            time(report.waited)
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
        Task::Solve { .. } if is_audit => {}
        Task::Solve { .. } => {
            let mut insert = transaction.prepare_cached(
                "INSERT OR REPLACE INTO solved (key, job, alpha, beta, lower, upper, nodes, worker) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?;
            let mut before = transaction.prepare_cached(
                "SELECT max(lower) > ?3 OR min(upper) < ?2 FROM solved \
                 JOIN workers ON workers.id = solved.worker WHERE trusted AND key = ?1",
            )?;
            let mut audit = transaction
                .prepare_cached("INSERT OR IGNORE INTO audits (key, job) VALUES (?1, ?2)")?;
            let mut sum = transaction.prepare_cached(
                "INSERT INTO solved_by (worker, class, results, nodes) VALUES (?1, ?2, 1, ?3) \
                 ON CONFLICT DO UPDATE SET results = results + 1, nodes = nodes + excluded.nodes",
            )?;
            let most_each = MOST_NODES / job.items.len().max(1) as i64;
            for (answer, item) in report.answers.iter().zip(&job.items) {
                let key = blob(answer.key);
                let (lower, upper) = (answer.lower, answer.upper);
                let contradicts: Option<bool> =
                    before.query_row(params![key, lower, upper], |row| row.get(0))?;
                first_solved += i64::from(contradicts.is_none());
                let class = WorkModel::class(distance(item.window(), item.estimate)) as i64;
                let nodes = nodes(answer.nodes).min(most_each);
                sum.execute(params![worker, class, nodes])?;
                insert.execute(params![
                    key, number, item.alpha, item.beta, lower, upper, nodes, worker
                ])?;
                if contradicts == Some(true) {
                    audit::test_all(transaction, &key)?;
                } else if audit::is_sampled(seed, answer.key, job.number, sampled) {
                    audit.execute(params![key, number])?;
                }
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
            time(report.seconds),
            time(report.waited),
            round
        ])?;
    Ok(outcome)
}
