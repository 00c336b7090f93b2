//! A game opened by its spec, with a factory of solvers for it.

use anyhow::Result;
use solveig_games::{AnyGame, Solvable};
use solveig_search::solvers::Factory;

use crate::arguments::KnowledgeName;
use crate::games::games;

/// A game with the factory of its solvers.
pub struct GameWithSolvers {
    /// The game.
    pub game: AnyGame,
    /// Makes solvers, with or without game-specific knowledge.
    pub factory: Factory<AnyGame>,
}

impl GameWithSolvers {
    /// The game that `spec` names.
    pub fn parse(spec: &str, known: KnowledgeName) -> Result<Self> {
        Ok(Self::of(games().parse(spec)?, known))
    }

    /// As [`Self::parse`], for a game that has been parsed already.
    pub fn of(game: AnyGame, known: KnowledgeName) -> Self {
        let factory = game.solvers(known.is_all());
        Self { game, factory }
    }
}
