//! The order in which moves are explored.

use solveig_game::{Game, Move};

/// A deterministic exploration order, which is also the rule that breaks ties.
pub trait ExplorationOrder<G: Game> {
    /// Puts the legal moves of `position`, given in the order of [`Game::legal_moves`], in the
    /// order in which to explore them. It depends on the position alone.
    fn arrange(&self, game: &G, position: &G::Position, moves: &mut [Move]);
}

/// The order of [`Game::legal_moves`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TieBreakOrder;

impl<G: Game> ExplorationOrder<G> for TieBreakOrder {
    fn arrange(&self, _game: &G, _position: &G::Position, _moves: &mut [Move]) {}
}
