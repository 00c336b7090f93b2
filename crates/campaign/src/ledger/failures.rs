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

    /// The keys of the positions in dead jobs.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn dead_positions(&self) -> Result<HashSet<u128>, CampaignError> {
        let sql = "SELECT key FROM jobs JOIN items ON items.job = jobs.number \
             WHERE state = 'dead'";
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
