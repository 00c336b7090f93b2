//! The share of a check's budget that one walk holds.

use crate::limits::{Budget, Undecided};

/// Counts the bytes that a walk holds and gives them back on drop.
pub struct Account<'b> {
    budget: &'b Budget,
    usage: u64,
}

impl<'b> Account<'b> {
    pub const fn new(budget: &'b Budget) -> Self {
        Self { budget, usage: 0 }
    }

    /// Charges bytes for `what`.
    pub fn take(&mut self, bytes: u64, what: &'static str) -> Result<(), Undecided> {
        self.budget.take(bytes, what)?;
        self.usage += bytes;
        Ok(())
    }

    pub fn give_back(&mut self, bytes: u64) {
        self.budget.give_back(bytes);
        self.usage = self.usage.saturating_sub(bytes);
    }

    /// Checks the time limit.
    pub fn go_on(&self) -> Result<(), Undecided> {
        self.budget.go_on()
    }
}

impl Drop for Account<'_> {
    fn drop(&mut self) {
        self.budget.give_back(self.usage);
    }
}
