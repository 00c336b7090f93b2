//! Audits: positions that are solved a second time, and what follows when a worker was wrong.
//!
//! A position is solved again by a worker with another identity, in a job that looks like all
//! others, or by the driver. A result counts as confirmed only where the second one implies all of
//! it: honest workers find the same bounds for the same item, since their tests depend on nothing
//! but the item and the value. Where two workers differ, the driver's own search decides, by tests
//! of each bound that was reported.

use std::collections::BTreeSet;

use hashbrown::HashSet;
use rusqlite::{OptionalExtension, Row, Transaction, params};
use solveig_game::{Interval, random};

use super::{
    Batch, Ledger, blob, failures, insert_job, insert_jobs, items_of, key_of, latest_round, natural,
};
use crate::error::CampaignError;
use crate::job::{Item, Job, JobReport, Task, identity};

/// A position to solve a second time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// The position's key.
    pub key: u128,
    /// The job in which it was solved.
    pub job: u64,
    /// The bounds that the worker reported.
    pub found: Interval,
    /// The bounds of another worker's audit that did not confirm these.
    pub other: Option<Interval>,
}

/// The identity in the column `workers.name`.
pub(super) const IDENTITY: &str = "substr(workers.name, 1, instr(workers.name || '/', '/') - 1)";

/// Whether a position of a job is audited at random; the share of audited positions is `sampled`.
pub(super) fn is_sampled(seed: i64, key: u128, job: u64, sampled: f64) -> bool {
    let word = (seed as u64) ^ (key as u64) ^ ((key >> 64) as u64).rotate_left(32);
    let drawn = random::output(word, job.wrapping_sub(1));
    ((drawn >> 11) as f64) < sampled * (1_u64 << 53) as f64
}

fn contradict(one: Interval, other: Interval) -> bool {
    let met = one.meet(other);
    met.lower > met.upper
}

/// Whether a position whose value is within `again` has a value within `found`.
const fn confirms(again: Interval, found: Interval) -> bool {
    again.lower >= found.lower && again.upper <= found.upper
}

/// Bounds in two columns, unless they are null.
fn bounds(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Interval>> {
    let lower = row.get::<_, Option<i32>>(column)?;
    let both = lower.zip(row.get(column + 1)?);
    Ok(both.map(|(lower, upper)| Interval { lower, upper }))
}

/// What became of a report about an audit.
pub(super) enum AuditReport {
    /// It was recorded; the number of positions whose bounds it does not confirm.
    Recorded(u64),
    /// It came from the worker whose results are tested.
    FromTheAudited,
}

impl Ledger {
    /// Positions that wait for an audit by the driver, at most `most`: those on which workers
    /// differ and those that no other worker took, or `all`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn own_audits(&self, all: bool, most: u32) -> Result<Vec<Audit>, CampaignError> {
        let sql = "SELECT audits.key, audits.job, solved.lower, solved.upper, \
             audits.lower, audits.upper FROM audits \
             JOIN solved USING (key, job) JOIN workers ON workers.id = solved.worker \
             LEFT JOIN second_solves USING (key, job) \
             WHERE agrees IS NULL AND trusted AND again IS NOT -1 AND (?2 OR again = 0) LIMIT ?1";
        self.rows(sql, params![most, all], |row| {
            Ok(Audit {
                key: key_of(row, 0)?,
                job: natural(row, 1)?,
                found: Interval {
                    lower: row.get(2)?,
                    upper: row.get(3)?,
                },
                other: bounds(row, 4)?,
            })
        })
    }

    /// The number of positions that wait for an audit, by whomever.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn open_audits(&self) -> Result<u64, CampaignError> {
        let sql = "SELECT count(*) FROM audits JOIN solved USING (key, job) \
             JOIN workers ON workers.id = solved.worker LEFT JOIN second_solves USING (key, job) \
             WHERE agrees IS NULL AND trusted AND again IS NOT -1";
        self.row(sql, |row| natural(row, 0))
    }

    /// Gives up an audit that the driver cannot do.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn give_up_audit(&mut self, audit: &Audit, reason: &str) -> Result<(), CampaignError> {
        self.write(|transaction| {
            let sql = "INSERT INTO second_solves (key, job, again) VALUES (?1, ?2, -1) \
                 ON CONFLICT DO UPDATE SET again = -1";
            transaction.execute(sql, params![blob(audit.key), audit.job as i64])?;
            let reason = format!("the position with key {:#x}: {reason}", audit.key);
            failures::note(transaction, audit.job, failures::DRIVER, &reason).map(drop)
        })
    }

    /// The number of trusted results whose audits were given up, and what happened to one of them.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn given_up_audits(&self) -> Result<(u64, Option<String>), CampaignError> {
        let sql = "SELECT count(*), max((SELECT reason FROM failures \
             WHERE failures.job = second_solves.job AND failures.worker = ?1)) \
             FROM second_solves JOIN audits USING (key, job) JOIN solved USING (key, job) \
             JOIN workers ON workers.id = solved.worker \
             WHERE again = -1 AND agrees IS NULL AND trusted";
        let read = |row: &Row<'_>| Ok((natural(row, 0)?, row.get(1)?));
        let found = self.rows(sql, [failures::DRIVER], read)?.pop();
        Ok(found.unwrap_or_default())
    }

    /// Makes jobs of the audits that nobody has yet, each about results of one identity; returns
    /// their number.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn assign_audits(&mut self, seconds: f64, positions: usize) -> Result<u64, CampaignError> {
        let sql = format!(
            "SELECT audits.key, items.alpha, items.beta, items.estimate, audits.job, \
             jobs.expected_seconds / jobs.positions, {IDENTITY} FROM audits \
             JOIN solved USING (key, job) JOIN workers ON workers.id = solved.worker \
             JOIN jobs ON jobs.number = audits.job \
             JOIN items ON items.job = audits.job AND items.key = audits.key \
             LEFT JOIN second_solves USING (key, job) \
             WHERE agrees IS NULL AND trusted AND again IS NULL"
        );
        let read = |row: &Row<'_>| {
            let item = Item {
                key: key_of(row, 0)?,
                alpha: row.get(1)?,
                beta: row.get(2)?,
                estimate: row.get(3)?,
            };
            Ok((item, row.get(4)?, row.get(5)?, row.get(6)?))
        };
        let mut waiting: Vec<(Item, i64, f64, String)> = self.rows(&sql, [], read)?;
        waiting.sort_by(|one, other| (&one.3, one.1).cmp(&(&other.3, other.1)));
        let mut groups: Vec<(Batch, Vec<i64>)> = Vec::new();
        let (mut audited, mut keys) = (None, HashSet::new());
        for (item, job, expected, identity) in waiting {
            let fits = groups
                .last()
                .is_some_and(|(batch, _)| batch.seconds < seconds && batch.items.len() < positions);
            if !fits || audited.as_ref() != Some(&identity) || keys.contains(&item.key) {
                groups.push(Default::default());
                keys.clear();
                audited = Some(identity);
            }
            keys.insert(item.key);
            if let Some((batch, jobs)) = groups.last_mut() {
                batch.items.push(item);
                batch.seconds += expected;
                jobs.push(job);
            }
        }
        if groups.is_empty() {
            return Ok(0);
        }
        let margin = i64::from(self.plan.margin);
        self.write(|transaction| {
            let round = latest_round(transaction)?;
            let mut assign = transaction.prepare_cached(
                "INSERT INTO second_solves (key, job, again) VALUES (?1, ?2, ?3)",
            )?;
            for (batch, jobs) in &groups {
                let again = insert_job(transaction, round, ("audit", margin), batch)?;
                for (item, job) in batch.items.iter().zip(jobs) {
                    assign.execute(params![blob(item.key), job, again])?;
                }
            }
            Ok(groups.len() as u64)
        })
    }

    /// Records the result of the driver's own audit, bounds that imply or contradict those of the
    /// audit, whatever another worker has said of it meanwhile. Returns the identities that it
    /// contradicts: they are no longer trusted, all positions that they have solved are put into
    /// new jobs, and their audits are to be done again.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn record_audit(
        &mut self,
        audit: &Audit,
        again: Interval,
        nodes: u64,
    ) -> Result<Vec<String>, CampaignError> {
        let key = blob(audit.key);
        let margin = self.plan.margin;
        self.write(|transaction| {
            let row = params![key, audit.job as i64];
            let sql = "SELECT audits.lower, audits.upper, name FROM audits \
                 LEFT JOIN second_solves USING (key, job) LEFT JOIN workers ON id = auditor \
                 WHERE key = ?1 AND job = ?2";
            let read = |row: &Row<'_>| Ok(bounds(row, 0)?.zip(row.get::<_, Option<String>>(2)?));
            let claim = transaction.query_row(sql, row, read)?;
            let agrees = confirms(again, audit.found);
            transaction.execute(
                "UPDATE audits SET lower = ?3, upper = ?4, nodes = ?5, agrees = ?6 \
                 WHERE key = ?1 AND job = ?2",
                params![
                    key,
                    audit.job as i64,
                    again.lower,
                    again.upper,
                    i64::try_from(nodes).unwrap_or(i64::MAX),
                    agrees
                ],
            )?;
            transaction.execute(
                "UPDATE second_solves SET again = 0, auditor = NULL WHERE key = ?1 AND job = ?2",
                row,
            )?;
            let mut wrong = Vec::new();
            if !agrees {
                let sql = "SELECT name FROM solved JOIN workers ON id = worker \
                     WHERE key = ?1 AND job = ?2";
                wrong.push(transaction.query_row(sql, row, |row| row.get::<_, String>(0))?);
            }
            if let Some((claim, auditor)) = claim
                && contradict(claim, again)
            {
                wrong.push(auditor);
            }
            for worker in &mut wrong {
                *worker = identity(worker).to_owned();
                let reason = format!(
                    "the position with key {:#x} is worth {}..{}",
                    audit.key, again.lower, again.upper
                );
                distrust(transaction, worker, &reason, Task::Solve { margin })?;
            }
            Ok(wrong)
        })
    }
}

/// Records a worker's answers to a job of audits.
pub(super) fn write_audits(
    transaction: &Transaction<'_>,
    job: &Job,
    report: &JobReport,
    worker: i64,
) -> rusqlite::Result<AuditReport> {
    let number = job.number as i64;
    let mut tested = transaction.prepare_cached(
        "SELECT second_solves.job, solved.lower, solved.upper, name FROM second_solves \
         JOIN solved USING (key, job) JOIN workers ON workers.id = solved.worker \
         WHERE key = ?1 AND again = ?2",
    )?;
    let mut found = Vec::with_capacity(report.answers.len());
    for answer in &report.answers {
        let read = |row: &Row<'_>| {
            let (lower, upper) = (row.get(1)?, row.get(2)?);
            Ok((row.get(0)?, Interval { lower, upper }, row.get(3)?))
        };
        let row: Option<(i64, Interval, String)> = tested
            .query_row(params![blob(answer.key), number], read)
            .optional()?;
        let Some((of, bounds, audited)) = row else {
            continue;
        };
        if identity(&audited) == identity(&report.worker) {
            return Ok(AuditReport::FromTheAudited);
        }
        found.push((of, bounds, answer));
    }
    let mut disputes = 0;
    for (of, bounds, answer) in found {
        let agrees = confirms(answer.bounds(), bounds);
        let nodes = i64::try_from(answer.nodes).unwrap_or(i64::MAX);
        let row = params![
            blob(answer.key),
            of,
            answer.lower,
            answer.upper,
            nodes,
            agrees.then_some(true)
        ];
        let sql = "UPDATE audits SET lower = ?3, upper = ?4, nodes = ?5, agrees = ?6 \
             WHERE key = ?1 AND job = ?2 AND agrees IS NULL";
        if transaction.prepare_cached(sql)?.execute(row)? == 0 {
            // The driver has done it meanwhile.
            continue;
        }
        let again = if agrees { number } else { 0 };
        disputes += u64::from(!agrees);
        let sql = "UPDATE second_solves SET again = ?3, auditor = ?4 WHERE key = ?1 AND job = ?2";
        let row = params![blob(answer.key), of, again, worker];
        transaction.prepare_cached(sql)?.execute(row)?;
    }
    Ok(AuditReport::Recorded(disputes))
}

/// Has the driver solve all trusted results of a position again, whoever has confirmed them.
pub(super) fn test_all(transaction: &Transaction<'_>, key: &[u8]) -> rusqlite::Result<()> {
    let results = "SELECT key, job FROM solved JOIN workers ON workers.id = solved.worker \
         WHERE trusted AND key = ?1";
    for sql in [
        // What the one who confirmed it has said stays, and is tested, too.
        format!("INSERT INTO audits (key, job) {results} ON CONFLICT DO UPDATE SET agrees = NULL"),
        format!(
            "INSERT INTO second_solves (key, job, again) SELECT key, job, 0 FROM ({results}) \
             WHERE true ON CONFLICT DO UPDATE SET again = 0"
        ),
    ] {
        transaction.execute(&sql, [key])?;
    }
    Ok(())
}

/// Trusts an identity no longer. Its estimates are kept, since they prove nothing.
fn distrust(
    transaction: &Transaction<'_>,
    identity: &str,
    reason: &str,
    task: Task,
) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT OR IGNORE INTO distrusted (identity, reason) VALUES (?1, ?2)",
        [identity, reason],
    )?;
    let own = format!("SELECT id FROM workers WHERE {IDENTITY} = ?1");
    let own_jobs = |task: &str| format!("state = 'done' AND task = '{task}' AND worker IN ({own})");
    transaction.execute(
        &format!("UPDATE workers SET trusted = 0 WHERE id IN ({own})"),
        [identity],
    )?;
    let mut jobs = transaction.prepare(&format!(
        "SELECT number, round, expected_seconds FROM jobs WHERE {} ORDER BY number",
        own_jobs("solve")
    ))?;
    let void: Vec<(i64, i64, f64)> = jobs
        .query_map([identity], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?
        .collect::<rusqlite::Result<_>>()?;
    let sql = "SELECT max(number) FROM rounds WHERE ended IS NULL";
    let current: Option<i64> = transaction.query_row(sql, [], |row| row.get(0))?;
    let mut keys = BTreeSet::new();
    for (number, round, seconds) in void {
        transaction.execute("UPDATE jobs SET state = 'void' WHERE number = ?1", [number])?;
        let items = items_of(transaction, number)?;
        keys.extend(items.iter().map(|item| item.key));
        let batch = Batch { items, seconds };
        insert_jobs(transaction, current.unwrap_or(round), task, &[batch])?;
    }
    correct_solved(transaction, identity, &keys)?;
    for sql in [
        // What it has confirmed is confirmed no longer.
        format!(
            "UPDATE audits SET agrees = NULL, lower = NULL, upper = NULL, nodes = NULL \
             WHERE agrees AND EXISTS (SELECT 1 FROM second_solves WHERE auditor IN ({own}) \
             AND second_solves.key = audits.key AND second_solves.job = audits.job)"
        ),
        format!("DELETE FROM second_solves WHERE again <> 0 AND auditor IN ({own})"),
        format!("UPDATE jobs SET state = 'void' WHERE {}", own_jobs("audit")),
        // Its own results need no test any more.
        format!(
            "UPDATE jobs SET state = 'void' WHERE state = 'open' AND task = 'audit' AND number IN \
             (SELECT again FROM second_solves JOIN solved USING (key, job) WHERE worker IN ({own}))"
        ),
    ] {
        transaction.execute(&sql, [identity])?;
    }
    Ok(())
}

/// Corrects the number of solved positions after an identity with results of `keys` is trusted no
/// longer. The sum over all trusted workers is that number; which of them a position counts for, if
/// several have solved it, does not matter. Whoever reads the other sums leaves out workers that
/// are not trusted.
fn correct_solved(
    transaction: &Transaction<'_>,
    identity: &str,
    keys: &BTreeSet<u128>,
) -> rusqlite::Result<()> {
    let own = format!("SELECT id FROM workers WHERE {IDENTITY} = ?1");
    let of_own = format!("task = 'solve' AND worker IN ({own})");
    let sql = format!("SELECT coalesce(sum(solved), 0) FROM done_by WHERE {of_own}");
    let counted: i64 = transaction.query_row(&sql, [identity], |row| row.get(0))?;
    let sql = format!("UPDATE done_by SET solved = 0 WHERE {of_own}");
    transaction.execute(&sql, [identity])?;
    // In this order of tables, no results of a worker are scanned.
    let mut others = transaction.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM solved CROSS JOIN workers ON workers.id = solved.worker \
         WHERE key = ?1 AND trusted)",
    )?;
    let mut alone = 0;
    for key in keys {
        let is_shared: bool = others.query_row([blob(*key)], |row| row.get(0))?;
        alone += i64::from(!is_shared);
    }
    let sql = "UPDATE done_by SET solved = solved + ?1 WHERE task = 'solve' AND worker = \
         (SELECT min(worker) FROM done_by JOIN workers ON workers.id = worker \
         WHERE task = 'solve' AND trusted)";
    transaction.execute(sql, [counted - alone]).map(drop)
}

#[cfg(test)]
mod tests {
    use super::is_sampled;

    #[test]
    fn about_the_share_that_is_asked_for_is_sampled() {
        let count = |share| {
            let sampled = |key: &u128| is_sampled(77, *key, 3, share);
            (0..10_000).filter(sampled).count()
        };
        assert_eq!((count(0.0), count(1.0)), (0, 10_000));
        assert!((900..1_100).contains(&count(0.1)), "{}", count(0.1));
    }
}
