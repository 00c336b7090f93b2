//! What one walk takes of the budget of its check.

use crate::limits::{Budget, Undecided};

/// The bytes that a walk holds. They go back when the walk ends, however it ends.
pub struct Account<'b> {
    budget: &'b Budget,
    taken: u64,
}

impl<'b> Account<'b> {
    pub const fn new(budget: &'b Budget) -> Self {
        Self { budget, taken: 0 }
    }

    /// Takes bytes for `what`.
    pub fn take(&mut self, bytes: u64, what: &'static str) -> Result<(), Undecided> {
        self.budget.take(bytes, what)?;
        self.taken += bytes;
        Ok(())
    }

    pub fn give_back(&mut self, bytes: u64) {
        self.budget.give_back(bytes);
        self.taken = self.taken.saturating_sub(bytes);
    }

    /// Whether there is time left.
    pub fn go_on(&self) -> Result<(), Undecided> {
        self.budget.go_on()
    }
}

impl Drop for Account<'_> {
    fn drop(&mut self) {
        self.budget.give_back(self.taken);
    }
}
