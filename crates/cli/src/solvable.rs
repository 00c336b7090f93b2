//! A game that is known by its spec, with its solvers.

use anyhow::Result;
use solveig_games::registry::AnyGame;
use solveig_search::solvers::{Factory, solvers_of};

use crate::arguments::KnowledgeName;

/// A game with what makes its solvers.
pub struct Solvable {
    /// The game.
    pub game: AnyGame,
    /// Makes solvers that use what is known of it, or nothing.
    pub factory: Factory<AnyGame>,
}

impl Solvable {
    /// The game that `spec` names.
    pub fn parse(spec: &str, known: KnowledgeName) -> Result<Self> {
        Ok(Self::of(AnyGame::parse(spec)?, known))
    }

    /// The same of a game that was read already.
    pub fn of(game: AnyGame, known: KnowledgeName) -> Self {
        let factory = solvers_of(&game, known == KnowledgeName::All);
        Self { game, factory }
    }
}
