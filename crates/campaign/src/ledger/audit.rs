//! Audits: positions that are solved a second time, and what follows when a worker was wrong.

use rusqlite::params;
use solveig_game::{Interval, random};
use solveig_search::Window;

use super::{Batch, Ledger, blob, insert_jobs, items_of, key_of, natural};
use crate::error::CampaignError;
use crate::job::Task;

/// A position to solve a second time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// The position's key.
    pub key: u128,
    /// The job in which it was solved.
    pub job: u64,
    /// The window of the job's item.
    pub window: Window,
    /// The bounds that the worker reported.
    pub found: Interval,
}

/// Whether a position of a job is audited at random; the share of audited positions is `sampled`.
pub(super) fn is_sampled(seed: i64, key: u128, job: u64, sampled: f64) -> bool {
    let word = (seed as u64) ^ (key as u64) ^ ((key >> 64) as u64).rotate_left(32);
    let drawn = random::output(word, job.wrapping_sub(1));
    ((drawn >> 11) as f64) < sampled * (1_u64 << 53) as f64
}

impl Ledger {
    /// Positions that wait for an audit, at most `most`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn open_audits(&self, most: u32) -> Result<Vec<Audit>, CampaignError> {
        let sql = "SELECT audits.key, audits.job, alpha, beta, solved.lower, solved.upper FROM audits \
             JOIN solved USING (key, job) JOIN workers ON workers.id = solved.worker \
             WHERE agrees IS NULL AND trusted LIMIT ?1";
        self.rows(sql, [most], |row| {
            Ok(Audit {
                key: key_of(row, 0)?,
                job: natural(row, 1)?,
                window: Window {
                    alpha: row.get(2)?,
                    beta: row.get(3)?,
                },
                found: Interval {
                    lower: row.get(4)?,
                    upper: row.get(5)?,
                },
            })
        })
    }

    /// Records the result of an audit. If it contradicts the worker's, the worker is no longer
    /// trusted: all positions it has solved are put into new jobs, and its name is returned.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn record_audit(
        &mut self,
        audit: &Audit,
        again: Interval,
        nodes: u64,
    ) -> Result<Option<String>, CampaignError> {
        let met = audit.found.meet(again);
        let agrees = met.lower <= met.upper;
        let margin = self.plan.margin;
        let key = blob(audit.key);
        self.write(|transaction| {
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
            if agrees {
                return Ok(None);
            }
            let (worker, name): (i64, String) = transaction.query_row(
                "SELECT workers.id, name FROM solved JOIN workers ON workers.id = solved.worker \
                 WHERE key = ?1 AND job = ?2",
                params![key, audit.job as i64],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            transaction.execute("UPDATE workers SET trusted = 0 WHERE id = ?1", [worker])?;
            // Its estimates are kept, since they prove nothing.
            let mut jobs = transaction.prepare(
                "SELECT number, round, expected_seconds FROM jobs \
                 WHERE worker = ?1 AND state = 'done' AND task = 'solve' ORDER BY number",
            )?;
            let void: Vec<(i64, i64, f64)> = jobs
                .query_map([worker], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect::<rusqlite::Result<_>>()?;
            let current: Option<i64> = transaction.query_row(
                "SELECT max(number) FROM rounds WHERE ended IS NULL",
                [],
                |row| row.get(0),
            )?;
            for (number, round, seconds) in void {
                transaction
                    .execute("UPDATE jobs SET state = 'void' WHERE number = ?1", [number])?;
                let items = items_of(transaction, number)?;
                let batch = Batch { items, seconds };
                let round = current.unwrap_or(round);
                insert_jobs(transaction, round, Task::Solve { margin }, &[batch])?;
            }
            Ok(Some(name))
        })
    }
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
