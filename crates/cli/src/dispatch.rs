//! From a game that is known by its spec to code that is compiled for it.

use anyhow::Result;
use solveig_game::{Game, Key};
use solveig_games::hex::Hex;
use solveig_games::registry::AnyGame;
use solveig_search::knowledge::connect_four::ConnectFourKnowledge;
use solveig_search::knowledge::go::GoKnowledge;
use solveig_search::knowledge::hex::{HexKnowledge, Options};
use solveig_search::knowledge::othello::OthelloKnowledge;
use solveig_search::{Knowledge, Unordered};

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
    let uses_all = known == KnowledgeName::All;
    match game {
        AnyGame::Othello64(game) => {
            let knowledge = uses_all.then(|| OthelloKnowledge::new(&game));
            task.run(game, knowledge)
        }
        AnyGame::Othello128(game) => {
            let knowledge = uses_all.then(|| OthelloKnowledge::new(&game));
            task.run(game, knowledge)
        }
        AnyGame::ConnectFour(game) => task.run(game, uses_all.then_some(ConnectFourKnowledge)),
        AnyGame::Mnk(game) => task.run(game, Unordered),
        AnyGame::Go(game) => task.run(game, uses_all.then(GoKnowledge::default)),
        AnyGame::Hex64(game) => {
            let knowledge = of_hex(&game, known);
            task.run(game, knowledge)
        }
        AnyGame::Hex128(game) => {
            let knowledge = of_hex(&game, known);
            task.run(game, knowledge)
        }
        AnyGame::HexWide(game) => {
            let knowledge = of_hex(&game, known);
            task.run(game, knowledge)
        }
        AnyGame::Tree(game) => task.run(game, Unordered),
        AnyGame::RandomTree(game) => task.run(game, Unordered),
    }
}

/// What is known of Hex. Without knowledge, its random plays are still made all at once.
fn of_hex<K: Key>(game: &Hex<K>, known: KnowledgeName) -> HexKnowledge {
    let options = match known {
        KnowledgeName::All => Options::default(),
        KnowledgeName::None => Options::NONE,
    };
    HexKnowledge::new(game, options)
}
