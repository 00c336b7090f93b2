//! A search for Othello on boards of up to 40 squares.

mod board;
mod few;
#[cfg(target_arch = "x86_64")]
mod lines;
mod machine;
mod recent;
mod search;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::table::BoundsTable;
use crate::failure::VerifyError;
use crate::kernel::search::Search;
use crate::limits::Budget;
use crate::rules::grid::Stones;
use crate::rules::othello::Othello;
use crate::{Interval, Rules};
use search::AtLeast;

/// The search for boards of one size.
pub struct VectorSearch<'a> {
    at_least: AtLeast,
    /// The greatest utility; the least is its negation.
    greatest: i32,
    table: BoundsTable,
    budget: &'a Budget,
    nodes: AtomicU64,
}

impl<'a> VectorSearch<'a> {
    /// The search for these rules, with a table of `bytes` bytes; `None` if there is none for the
    /// size of the board.
    pub fn new(rules: &Othello, bytes: u64, budget: &'a Budget) -> Option<Self> {
        Self::with(search::for_board(rules)?, rules, bytes, budget)
    }

    fn with(at_least: AtLeast, rules: &Othello, bytes: u64, budget: &'a Budget) -> Option<Self> {
        let Interval { least, greatest } = rules.value_range();
        Some(Self {
            at_least,
            greatest,
            table: BoundsTable::new(rules.key_bits(), least..=greatest, bytes)?,
            budget,
            nodes: AtomicU64::new(0),
        })
    }
}

impl Search<Stones> for VectorSearch<'_> {
    fn at_least(&self, position: &Stones, bound: i32) -> Result<bool, VerifyError> {
        if bound <= -self.greatest || bound > self.greatest {
            return Ok(bound <= -self.greatest);
        }
        self.budget.go_on()?;
        let answer = (self.at_least)(*position, bound, &self.table, self.budget, &self.nodes)?;
        Ok(answer)
    }

    fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    fn trusted(&self) -> &'static [&'static str] {
        &[
            "fast.rs",
            "fast/othello.rs",
            "fast/othello/board.rs",
            "fast/othello/few.rs",
            "fast/othello/lines.rs",
            "fast/othello/machine.rs",
            "fast/othello/recent.rs",
            "fast/othello/search.rs",
            "fast/othello/x86.rs",
            "fast/table.rs",
        ]
    }
}
