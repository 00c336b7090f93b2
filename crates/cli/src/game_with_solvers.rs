//! A game that is known by its spec, with its solvers.

use anyhow::Result;
use solveig_games::{AnyGame, Solvable};
use solveig_search::solvers::Factory;

use crate::arguments::KnowledgeName;
use crate::games::games;

/// A game with what makes its solvers.
pub struct GameWithSolvers {
    /// The game.
    pub game: AnyGame,
    /// Makes solvers that use what is known of it, or nothing.
    pub factory: Factory<AnyGame>,
}

impl GameWithSolvers {
    /// The game that `spec` names.
    pub fn parse(spec: &str, known: KnowledgeName) -> Result<Self> {
        Ok(Self::of(games().parse(spec)?, known))
    }

    /// The same of a game that was read already.
    pub fn of(game: AnyGame, known: KnowledgeName) -> Self {
        let factory = game.solvers(known == KnowledgeName::All);
        Self { game, factory }
    }
}
