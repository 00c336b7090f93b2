//! From a game that is known by its spec to code that is compiled for it.

use anyhow::Result;
use solveig_game::Game;
use solveig_games::registry::AnyGame;
use solveig_search::Knowledge;
use solveig_search::knowledge::any::{KnowledgeVisitor, with_knowledge};

use crate::Verdict;
use crate::arguments::KnowledgeName;

/// What a command does with a game of any type, and with what is known of it.
pub trait Task {
    /// Does it.
    fn run<G: Game, K: Knowledge<G>>(self, game: G, knowledge: K) -> Result<Verdict>;
}

/// Does `task` with the game that `spec` names.
pub fn with_spec<T: Task>(spec: &str, known: KnowledgeName, task: T) -> Result<Verdict> {
    with_game(AnyGame::parse(spec)?, known, task)
}

/// Does `task` with `game`, and the best knowledge there is of it or none.
pub fn with_game<T: Task>(game: AnyGame, known: KnowledgeName, task: T) -> Result<Verdict> {
    with_knowledge(game, known == KnowledgeName::All, Visit(task))
}

struct Visit<T>(T);

impl<T: Task> KnowledgeVisitor for Visit<T> {
    type Output = Result<Verdict>;

    fn visit<G: Game, K: Knowledge<G>>(self, game: G, knowledge: K) -> Result<Verdict> {
        self.0.run(game, knowledge)
    }
}
