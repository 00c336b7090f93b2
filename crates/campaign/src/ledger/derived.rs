//! Bounds at the first cut that were derived from results at the second: what need not be derived
//! again. A conclusion does not rest on those of an earlier run.

use rusqlite::params;

use super::{Ledger, blob};
use crate::dictionaries::KeyBounds;
use crate::error::CampaignError;

impl Ledger {
    /// Records bounds at the first cut that follow from results, so that they need not be derived
    /// again.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn derive(&mut self, derived: &[KeyBounds]) -> Result<(), CampaignError> {
        if derived.is_empty() {
            return Ok(());
        }
        self.write(|transaction| {
            let mut insert = transaction.prepare_cached(
                "INSERT OR REPLACE INTO derived (key, lower, upper) VALUES (?1, ?2, ?3)",
            )?;
            for KeyBounds { key, bounds } in derived {
                insert.execute(params![blob(*key), bounds.lower, bounds.upper])?;
            }
            Ok(())
        })
    }

    /// Whether bounds at the first cut are recorded that were derived.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn has_derived(&self) -> Result<bool, CampaignError> {
        self.row("SELECT exists (SELECT 1 FROM derived)", |row| row.get(0))
    }

    /// Removes all bounds at the first cut that were derived.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn forget_derived(&mut self) -> Result<(), CampaignError> {
        self.write(|transaction| {
            transaction
                .execute("DELETE FROM derived WHERE true", [])
                .map(drop)
        })
    }
}
