//! Positions that no worker could answer.

use hashbrown::HashSet;
use rusqlite::params;
use serde::Serialize;

use super::{Ledger, blob, key_of, natural};
use crate::error::CampaignError;
use crate::job::{Job, Task};

/// A job that was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeadJob {
    /// By which reports and the queue name it.
    pub number: u64,
    /// Why it was not answered the last time, for people.
    pub reason: String,
}

/// The longest reason that is kept, in characters.
const LONGEST_REASON: usize = 500;

impl Ledger {
    /// Records that a job was given up, and why, for people: its positions are not asked for again.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn give_up(&mut self, job: &Job, reason: &str) -> Result<(), CampaignError> {
        let printed = |letter: char| if letter.is_control() { ' ' } else { letter };
        let reason: String = reason.chars().map(printed).take(LONGEST_REASON).collect();
        self.write(|transaction| {
            let mut insert = transaction
                .prepare_cached("INSERT OR REPLACE INTO unanswered VALUES (?1, ?2, ?3, ?4)")?;
            for item in &job.items {
                let (key, number) = (blob(item.key), job.number as i64);
                insert.execute(params![key, job.task.name(), number, reason])?;
            }
            Ok(())
        })
    }

    /// The jobs that were given up.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn dead_jobs(&self) -> Result<Vec<DeadJob>, CampaignError> {
        let sql = "SELECT job, max(reason) FROM unanswered GROUP BY job ORDER BY job";
        self.rows(sql, [], |row| {
            Ok(DeadJob {
                number: natural(row, 0)?,
                reason: row.get(1)?,
            })
        })
    }

    /// The keys of the positions in jobs of such a task that were given up.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn dead_positions(&self, task: Task) -> Result<HashSet<u128>, CampaignError> {
        let sql = "SELECT key FROM unanswered WHERE task = ?1";
        let keys = self.rows(sql, [task.name()], |row| key_of(row, 0))?;
        Ok(keys.into_iter().collect())
    }

    /// Has the positions of all jobs that were given up asked for again; returns the number of
    /// jobs.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn retry(&mut self) -> Result<u64, CampaignError> {
        let count = self.dead_jobs()?.len() as u64;
        self.write(|transaction| transaction.execute("DELETE FROM unanswered WHERE true", []))?;
        Ok(count)
    }
}
