//! Jobs that were given up.

use hashbrown::HashSet;
use serde::Serialize;

use super::{Ledger, key_of, natural};
use crate::error::CampaignError;

/// A job that is handed out no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeadJob {
    /// Its number.
    pub number: u64,
    /// Why it was not answered the last time, for people.
    pub reason: String,
}

impl Ledger {
    /// The jobs that are handed out no more.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn dead_jobs(&self) -> Result<Vec<DeadJob>, CampaignError> {
        let sql = "SELECT number, coalesce(error, '') FROM jobs WHERE state = 'dead' \
             ORDER BY number";
        self.rows(sql, [], |row| {
            Ok(DeadJob {
                number: natural(row, 0)?,
                reason: row.get(1)?,
            })
        })
    }

    /// Whether a job was given up, and whether an error of it is recorded.
    pub(super) fn failure_of(&self, number: u64) -> Result<(bool, bool), CampaignError> {
        let sql = "SELECT state = 'dead', error IS NOT NULL FROM jobs WHERE number = ?1";
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        let found = self.rows(sql, [number], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(found.first().copied().unwrap_or_default())
    }

    /// The keys of the positions in dead jobs of exact search.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn dead_positions(&self) -> Result<HashSet<u128>, CampaignError> {
        let sql = "SELECT key FROM jobs JOIN items ON items.job = jobs.number \
             WHERE state = 'dead' AND task = 'solve'";
        let keys = self.rows(sql, [], |row| key_of(row, 0))?;
        Ok(keys.into_iter().collect())
    }

    /// Opens all dead jobs again; returns their number.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn retry(&mut self) -> Result<u64, CampaignError> {
        self.write(|transaction| {
            let sql = "UPDATE jobs SET state = 'open', error = NULL WHERE state = 'dead'";
            Ok(transaction.execute(sql, [])? as u64)
        })
    }
}
