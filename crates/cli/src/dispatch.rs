//! From a game that is known by its spec to code that is compiled for it.

use anyhow::Result;
use solveig_game::Game;
use solveig_games::registry::AnyGame;
use solveig_search::solvers::{Factory, SolverVisitor, with_solvers};

use crate::Verdict;
use crate::arguments::KnowledgeName;

/// What a command does with a game of any type and with its solvers.
pub trait Task {
    /// Does it.
    fn run<G: Game>(self, game: G, factory: Factory<G>) -> Result<Verdict>;
}

/// Does `task` with the game that `spec` names.
pub fn with_spec<T: Task>(spec: &str, known: KnowledgeName, task: T) -> Result<Verdict> {
    with_game(AnyGame::parse(spec)?, known, task)
}

/// Does `task` with `game`, and with solvers that use what is known of it or nothing.
pub fn with_game<T: Task>(game: AnyGame, known: KnowledgeName, task: T) -> Result<Verdict> {
    with_solvers(game, known == KnowledgeName::All, Visit(task))
}

struct Visit<T>(T);

impl<T: Task> SolverVisitor for Visit<T> {
    type Output = Result<Verdict>;

    fn visit<G: Game>(self, game: G, factory: Factory<G>) -> Result<Verdict> {
        self.0.run(game, factory)
    }
}
