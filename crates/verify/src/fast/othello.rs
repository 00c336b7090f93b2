//! A search made for Othello on boards of up to 40 squares.

mod board;
mod search;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::table::Table;
use crate::kernel::search::Search;
use crate::limits::{Budget, Undecided};
use crate::rules::grid::Stones;
use search::AtLeast;

/// The search for boards of one size.
pub struct VectorSearch<'a> {
    at_least: AtLeast,
    /// The greatest utility; the least is its negation.
    greatest: i32,
    table: Table,
    budget: &'a Budget,
    nodes: AtomicU64,
}

impl<'a> VectorSearch<'a> {
    /// The search for boards of a size, columns and rows; the table is given back where there is none.
    pub fn new(size: (u32, u32), table: Table, budget: &'a Budget) -> Result<Self, Table> {
        let Some(at_least) = search::for_board(size) else {
            return Err(table);
        };
        Ok(Self {
            at_least,
            greatest: (size.0 * size.1) as i32,
            table,
            budget,
            nodes: AtomicU64::new(0),
        })
    }
}

impl Search<Stones> for VectorSearch<'_> {
    fn at_least(&self, position: &Stones, bound: i32) -> Result<bool, Undecided> {
        if bound <= -self.greatest || bound > self.greatest {
            return Ok(bound <= -self.greatest);
        }
        self.budget.go_on()?;
        let mut nodes = 0;
        let answer = (self.at_least)(*position, bound, &self.table, self.budget, &mut nodes);
        self.nodes.fetch_add(nodes, Relaxed);
        answer
    }

    fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    fn trusted(&self) -> &'static [&'static str] {
        &[
            "fast.rs",
            "fast/othello.rs",
            "fast/othello/board.rs",
            "fast/othello/search.rs",
            "fast/table.rs",
        ]
    }
}
