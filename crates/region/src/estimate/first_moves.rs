//! A stand-in for a solver, for games that take too long to solve.

use solveig_game::{GameExt, Interval, Move, Symmetric, Value};
use solveig_search::{Knowledge, Oracle};
use solveig_search::{StopToken, Stopped};

/// An oracle that takes every position for a draw and the first move in the knowledge's order for
/// the canonical one.
pub(super) struct FirstMoves<'a, G> {
    game: &'a G,
    knowledge: &'a dyn Knowledge<G>,
}

impl<'a, G> FirstMoves<'a, G> {
    pub(super) const fn new(game: &'a G, knowledge: &'a dyn Knowledge<G>) -> Self {
        Self { game, knowledge }
    }
}

impl<G: Symmetric> Oracle<G> for FirstMoves<'_, G> {
    fn game(&self) -> &G {
        self.game
    }

    fn set_stop(&mut self, _stop: StopToken) {}

    fn value(&mut self, _position: &G::Position, bounds: Interval) -> Result<Value, Stopped> {
        Ok(0.clamp(bounds.lower, bounds.upper))
    }

    fn at_least(&mut self, _position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        Ok(bound <= 0)
    }

    fn nodes(&self) -> u64 {
        0
    }

    fn best_move(
        &mut self,
        position: &G::Position,
        _value: Value,
    ) -> Result<Option<Move>, Stopped> {
        let mut moves = self.game.moves(position);
        self.knowledge.order(self.game, position, &mut moves);
        Ok(moves.first().copied())
    }
}
