//! Alpha-beta.

use std::sync::Arc;

use solveig_game::{Game, Interval, Reduction, Value};

use crate::visit::Visitor;
use crate::{Knowledge, Oracle, TranspositionTable, Window};

/// Fail-soft alpha-beta with a transposition table.
#[derive(Clone, Debug)]
pub struct AlphaBeta<G: Game, K: Knowledge<G>> {
    visitor: Visitor<G, K>,
}

impl<G: Game, K: Knowledge<G>> AlphaBeta<G, K> {
    /// A solver of `game`, whose levels must rise. The table may be shared with other solvers of
    /// the same game, under either reduction.
    ///
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn new(
        game: G,
        knowledge: K,
        table: Arc<TranspositionTable>,
        reduction: Reduction,
    ) -> Self {
        Self {
            visitor: Visitor::new(game, knowledge, table, reduction),
        }
    }

    fn search(&mut self, position: &G::Position, window: Window) -> Value {
        self.visitor.search::<false>(position, window)
    }
}

impl<G: Game, K: Knowledge<G>> Oracle<G> for AlphaBeta<G, K> {
    fn game(&self) -> &G {
        &self.visitor.game
    }

    fn value(&mut self, position: &G::Position, known: Interval) -> Value {
        known.value().unwrap_or_else(|| {
            let window = Window {
                alpha: known.lower,
                beta: known.upper,
            };
            self.search(position, window)
        })
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> bool {
        self.search(position, Window::test(bound)) >= bound
    }

    fn nodes(&self) -> u64 {
        self.visitor.nodes
    }

    fn recover(&mut self) -> bool {
        self.visitor.moves.clear();
        true
    }

    fn shares_work(&self) -> bool {
        true
    }
}
