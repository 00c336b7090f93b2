//! Alpha-beta.

use std::sync::Arc;

use solveig_game::{Game, Interval, Reduction, Value};

use crate::visit::Visitor;
use crate::{Knowledge, Oracle, StopChecker, StopToken, Stopped, TranspositionTable, Window};

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

    fn search(&mut self, position: &G::Position, window: Window) -> Result<Value, Stopped> {
        self.visitor.search::<false>(position, window)
    }
}

impl<G: Game, K: Knowledge<G>> Oracle<G> for AlphaBeta<G, K> {
    fn game(&self) -> &G {
        &self.visitor.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.visitor.stop = StopChecker::new(stop);
    }

    fn value(&mut self, position: &G::Position, known: Interval) -> Result<Value, Stopped> {
        if let Some(value) = known.value() {
            return Ok(value);
        }
        let window = Window {
            alpha: known.lower,
            beta: known.upper,
        };
        self.visitor.begin();
        self.search(position, window)
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        self.visitor.begin();
        Ok(self.search(position, Window::test(bound))? >= bound)
    }

    fn nodes(&self) -> u64 {
        self.visitor.nodes
    }

    fn shares_work(&self) -> bool {
        true
    }
}
