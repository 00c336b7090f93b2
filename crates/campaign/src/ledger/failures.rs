//! Jobs that no worker could answer.

use hashbrown::{HashMap, HashSet};
use rusqlite::{Row, Transaction, params};
use serde::Serialize;

use super::{Batch, Ledger, insert_job, items_of, key_of, latest_round, natural};
use crate::error::CampaignError;
use crate::job::identity;

/// What follows from a delivery that came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureOutcome {
    /// The job is to be handed out again.
    Again,
    /// Too many: its positions have jobs of their own now, so that one of them does not hold up the
    /// others.
    Divided,
    /// Too many for the last time: the job is handed out no more until it is retried.
    Dead,
    /// Too many for an audit: the driver does it itself.
    LeftToDriver,
    /// The worker is not trusted: nothing changed, and the job is to be handed out again.
    Distrusted,
    /// The job is not open: nothing changed.
    Ignored,
}

/// A job that is handed out no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeadJob {
    /// Its number.
    pub number: u64,
    /// The deliveries that came to nothing.
    pub failures: u64,
    /// Who had it last, if that is known.
    pub worker: String,
    /// What happened to it last, for people.
    pub reason: String,
}

/// An identity with which jobs came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailingKey {
    /// The identity.
    pub identity: String,
    /// The number of these jobs, whatever became of them.
    pub jobs: u64,
    /// What happened to one of them, for people.
    pub reason: String,
}

/// The longest reason that is kept, in characters.
const LONGEST_REASON: usize = 500;

/// Who has failed where the driver's own audit has.
pub(super) const DRIVER: &str = "the driver";

/// How often an audit may come to the worker whose results it tests, before the driver does it.
const OWN_TRIES: u64 = 3;

/// Notes a failure of a job; returns how many there are.
pub(super) fn note(
    transaction: &Transaction<'_>,
    number: u64,
    worker: &str,
    reason: &str,
) -> rusqlite::Result<u64> {
    let printed = |letter: char| if letter.is_control() { ' ' } else { letter };
    let reason: String = reason.chars().map(printed).take(LONGEST_REASON).collect();
    let sql = "INSERT INTO failures (job, number, worker, reason) \
         SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3 FROM failures WHERE job = ?1 \
         RETURNING number";
    let row = params![number as i64, worker, reason];
    transaction.query_row(sql, row, |row| natural(row, 0))
}

/// The failures of a job by the identity of the worker.
fn by_identity(transaction: &Transaction<'_>, job: i64) -> rusqlite::Result<HashMap<String, u64>> {
    let sql = "SELECT worker FROM failures WHERE job = ?1";
    let mut query = transaction.prepare_cached(sql)?;
    let mut rows = query.query([job])?;
    let mut counts = HashMap::new();
    while let Some(row) = rows.next()? {
        let worker: String = row.get(0)?;
        *counts.entry(identity(&worker).to_owned()).or_insert(0) += 1;
    }
    Ok(counts)
}

/// Notes that a job of audits came to the worker that it is about; after some tries, the driver
/// does them.
pub(super) fn came_to_the_audited(
    transaction: &Transaction<'_>,
    number: u64,
    worker: &str,
) -> rusqlite::Result<()> {
    let reason = "the job tests results of the worker that took it";
    if note(transaction, number, worker, reason)? >= OWN_TRIES {
        leave_to_driver(transaction, number)?;
    }
    Ok(())
}

/// Ends a job of audits, which the driver will do itself.
fn leave_to_driver(transaction: &Transaction<'_>, number: u64) -> rusqlite::Result<()> {
    let number = number as i64;
    for sql in [
        // By keys, since the table has no index by job.
        "UPDATE second_solves SET again = 0 WHERE again = ?1 \
         AND key IN (SELECT key FROM items WHERE job = ?1)",
        "UPDATE jobs SET state = 'void' WHERE number = ?1 AND state = 'open'",
    ] {
        transaction.execute(sql, [number])?;
    }
    Ok(())
}

/// Opens the audits again that were given up; returns their number.
fn retry_audits(transaction: &Transaction<'_>) -> rusqlite::Result<usize> {
    let sql = "DELETE FROM failures WHERE worker = ?1 AND job IN \
         (SELECT job FROM second_solves WHERE again = -1)";
    transaction.execute(sql, [DRIVER])?;
    transaction.execute("DELETE FROM second_solves WHERE again = -1", [])
}

impl Ledger {
    /// Records that a job came to nothing with `worker`, and what follows if it may do so `most`
    /// times. Unless its identity `is_alone`, none counts for more than half of these, and more of
    /// its failures are not kept.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn record_failure(
        &mut self,
        number: u64,
        worker: &str,
        reason: &str,
        most: u64,
        is_alone: bool,
    ) -> Result<FailureOutcome, CampaignError> {
        let Some((_, true)) = self.job(number)? else {
            return Ok(FailureOutcome::Ignored);
        };
        self.write(|transaction| {
            let sql = "SELECT EXISTS (SELECT 1 FROM distrusted WHERE identity = ?1)";
            if transaction.query_row(sql, [identity(worker)], |row| row.get(0))? {
                return Ok(FailureOutcome::Distrusted);
            }
            let row = number as i64;
            let share = if is_alone { most } else { (most / 2).max(1) };
            let mut failures = by_identity(transaction, row)?;
            let own = failures.entry(identity(worker).to_owned()).or_default();
            if *own < share {
                note(transaction, number, worker, reason)?;
                *own += 1;
            }
            let counted: u64 = failures.values().map(|count| share.min(*count)).sum();
            if counted < most || !is_alone && failures.len() < 2 {
                return Ok(FailureOutcome::Again);
            }
            let sql =
                "SELECT task, amount, positions, expected_seconds FROM jobs WHERE number = ?1";
            let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
            let (task, amount, positions, seconds): (String, i64, i64, f64) =
                transaction.query_row(sql, [row], read)?;
            if task == "audit" {
                leave_to_driver(transaction, number)?;
                return Ok(FailureOutcome::LeftToDriver);
            }
            let (state, outcome) = match positions {
                2.. => ("void", FailureOutcome::Divided),
                _ => ("dead", FailureOutcome::Dead),
            };
            let sql = "UPDATE jobs SET state = ?2 WHERE number = ?1";
            transaction.execute(sql, params![row, state])?;
            if positions > 1 {
                let sql = "SELECT round FROM jobs WHERE number = ?1";
                let round = match transaction.query_row(sql, [row], |row| row.get(0))? {
                    0 => 0,
                    _ => latest_round(transaction)?,
                };
                for item in items_of(transaction, row)? {
                    let batch = Batch {
                        items: vec![item],
                        seconds: seconds / positions as f64,
                    };
                    insert_job(transaction, round, (&task, amount), &batch)?;
                }
            }
            Ok(outcome)
        })
    }

    /// The jobs that are handed out no more.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn dead_jobs(&self) -> Result<Vec<DeadJob>, CampaignError> {
        let sql = "SELECT failures.job, max(failures.number), failures.worker, reason \
             FROM failures CROSS JOIN jobs ON jobs.number = failures.job WHERE state = 'dead' \
             GROUP BY failures.job ORDER BY failures.job";
        self.rows(sql, [], |row| {
            Ok(DeadJob {
                number: natural(row, 0)?,
                failures: natural(row, 1)?,
                worker: row.get(2)?,
                reason: row.get(3)?,
            })
        })
    }

    /// The identities with which jobs came to nothing, those with most such jobs first.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn failing_keys(&self) -> Result<Vec<FailingKey>, CampaignError> {
        // Of a job whose audit was given up, the driver says so.
        let sql = "SELECT job, worker, reason FROM failures ORDER BY job, number";
        let read = |row: &Row<'_>| Ok((natural(row, 0)?, row.get(1)?, row.get(2)?));
        let mut latest: HashMap<String, (u64, FailingKey)> = HashMap::new();
        self.each_row(sql, [], read, |row: (u64, String, String)| {
            let (job, worker, reason) = row;
            let name = identity(&worker);
            match latest.get_mut(name) {
                _ if name == DRIVER => {}
                Some((last, _)) if *last == job => {}
                Some((last, key)) => {
                    *last = job;
                    key.jobs += 1;
                    key.reason = reason;
                }
                None => {
                    let (identity, jobs) = (name.to_owned(), 1);
                    let key = FailingKey {
                        identity,
                        jobs,
                        reason,
                    };
                    latest.insert(name.to_owned(), (job, key));
                }
            }
            Ok(())
        })?;
        let mut keys: Vec<_> = latest.into_values().map(|(_, key)| key).collect();
        keys.sort_by(|one, other| (other.jobs, &one.identity).cmp(&(one.jobs, &other.identity)));
        Ok(keys)
    }

    /// The keys of the positions in dead jobs.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn dead_positions(&self) -> Result<HashSet<u128>, CampaignError> {
        let sql = "SELECT key FROM failures JOIN jobs ON jobs.number = failures.job \
             JOIN items ON items.job = failures.job WHERE state = 'dead'";
        Ok(self
            .rows(sql, [], |row| key_of(row, 0))?
            .into_iter()
            .collect())
    }

    /// Opens all dead jobs again, and the audits that were given up, with the failures of open jobs
    /// forgotten; returns the number of both.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn retry(&mut self) -> Result<u64, CampaignError> {
        self.write(|transaction| {
            let dead = "SELECT number FROM jobs WHERE state = 'dead' AND number IN \
                 (SELECT job FROM failures)";
            let sql = format!("UPDATE jobs SET state = 'open' WHERE number IN ({dead})");
            let opened = transaction.execute(&sql, [])?;
            let sql = "DELETE FROM failures WHERE job IN \
                 (SELECT number FROM jobs WHERE state = 'open')";
            transaction.execute(sql, [])?;
            let audits = retry_audits(transaction)?;
            Ok((opened + audits) as u64)
        })
    }
}
