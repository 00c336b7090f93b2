//! What a binary solver is given to search with.

use std::sync::Arc;

use solveig_game::{Keyed, Reduction};

use super::memory::Memory;
use super::numbers::NumberTable;
use crate::table::FramedTable;
use crate::{NoTable, TranspositionTable};

/// The tables, memory and threads of a solver.
#[derive(Clone, Debug)]
pub struct Resources {
    /// The tables of proven answers; solvers may share them.
    pub memory: Memory,
    /// The table of proof numbers of [`DfPn`](super::DfPn); without it each search makes its own.
    pub numbers: Option<Arc<NumberTable>>,
    /// Whether symmetric positions are identified.
    pub reduction: Reduction,
    /// The memory limit of the search tree in bytes.
    pub tree_bytes: u64,
    /// The seed of playouts.
    pub seed: u64,
    /// The number of threads that search one position, at most 1024.
    /// [`IterativeDeepening`](super::IterativeDeepening) uses one only.
    pub threads: usize,
}

impl Resources {
    /// The seed of playouts if none is chosen.
    pub const DEFAULT_SEED: u64 = 1;

    /// Resources with a table, a reduction, a tree of `tree_bytes` and defaults for the rest.
    pub fn new(table: Arc<TranspositionTable>, reduction: Reduction, tree_bytes: u64) -> Self {
        let mut resources = Self::without_table(reduction, tree_bytes);
        resources.memory = Memory::Bounds(FramedTable { table, reduction });
        resources
    }

    /// Resources with the kind of table that fits the game, of about `table_bytes` (none if its
    /// keys are too long), and a tree of `tree_bytes`.
    ///
    /// # Errors
    ///
    /// Fails if there is no memory for the table.
    pub fn for_game<G: Keyed>(
        game: &G,
        reduction: Reduction,
        table_bytes: u64,
        tree_bytes: u64,
    ) -> Result<Self, NoTable> {
        Ok(Self {
            memory: Memory::for_game(game, reduction, table_bytes)?,
            ..Self::without_table(reduction, tree_bytes)
        })
    }

    /// Resources with a tree of `tree_bytes` and no table.
    pub const fn without_table(reduction: Reduction, tree_bytes: u64) -> Self {
        Self {
            memory: Memory::Nothing,
            numbers: None,
            reduction,
            tree_bytes,
            seed: Self::DEFAULT_SEED,
            threads: 1,
        }
    }
}
