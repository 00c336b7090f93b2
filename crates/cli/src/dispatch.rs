//! From a game that is known by its spec to code that is compiled for it.

use anyhow::Result;
use solveig_game::Game;
use solveig_games::registry::AnyGame;
use solveig_search::knowledge::connect_four::ConnectFourKnowledge;
use solveig_search::knowledge::go::GoKnowledge;
use solveig_search::knowledge::othello::OthelloKnowledge;
use solveig_search::{Knowledge, Unordered};

use crate::Verdict;

/// What a command does with a game of any type, and with what is known of it.
pub trait Task {
    /// Does it.
    fn run<G: Game, K: Knowledge<G>>(self, game: G, knowledge: K) -> Result<Verdict>;
}

/// Does `task` with the game that `spec` names.
pub fn with_spec<T: Task>(spec: &str, task: T) -> Result<Verdict> {
    with_game(AnyGame::parse(spec)?, task)
}

/// Does `task` with `game`, and the best knowledge there is of it.
pub fn with_game<T: Task>(game: AnyGame, task: T) -> Result<Verdict> {
    match game {
        AnyGame::Othello64(game) => {
            let knowledge = OthelloKnowledge::new(&game);
            task.run(game, knowledge)
        }
        AnyGame::Othello128(game) => {
            let knowledge = OthelloKnowledge::new(&game);
            task.run(game, knowledge)
        }
        AnyGame::ConnectFour(game) => task.run(game, ConnectFourKnowledge),
        AnyGame::Mnk(game) => task.run(game, Unordered),
        AnyGame::Go(game) => task.run(game, GoKnowledge),
        AnyGame::Hex64(game) => task.run(game, Unordered),
        AnyGame::Hex128(game) => task.run(game, Unordered),
        AnyGame::HexWide(game) => task.run(game, Unordered),
        AnyGame::Tree(game) => task.run(game, Unordered),
        AnyGame::RandomTree(game) => task.run(game, Unordered),
    }
}
