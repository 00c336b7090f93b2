//! From a game that is known by its spec to code that is compiled for it and for what is known of it.

use solveig_game::{Game, Key};
use solveig_games::hex::Hex;
use solveig_games::registry::AnyGame;

use super::connect_four::ConnectFourKnowledge;
use super::go::GoKnowledge;
use super::hex::{HexKnowledge, Options};
use super::othello::OthelloKnowledge;
use crate::{Knowledge, Unordered};

/// What is done with a game of any type, and with what is known of it.
pub trait KnowledgeVisitor {
    /// What the visit results in.
    type Output;

    /// Runs with types of its own.
    fn visit<G: Game, K: Knowledge<G>>(self, game: G, knowledge: K) -> Self::Output;
}

/// Hands `game` to a visitor, with the best knowledge there is of it or, if it is not to be used, none.
pub fn with_knowledge<V: KnowledgeVisitor>(game: AnyGame, is_used: bool, visitor: V) -> V::Output {
    match game {
        AnyGame::Othello64(game) => {
            let knowledge = is_used.then(|| OthelloKnowledge::new(&game));
            visitor.visit(game, knowledge)
        }
        AnyGame::Othello128(game) => {
            let knowledge = is_used.then(|| OthelloKnowledge::new(&game));
            visitor.visit(game, knowledge)
        }
        AnyGame::ConnectFour(game) => visitor.visit(game, is_used.then_some(ConnectFourKnowledge)),
        AnyGame::Mnk(game) => visitor.visit(game, Unordered),
        AnyGame::Go(game) => visitor.visit(game, is_used.then(GoKnowledge::default)),
        AnyGame::Hex64(game) => {
            let knowledge = of_hex(&game, is_used);
            visitor.visit(game, knowledge)
        }
        AnyGame::Hex128(game) => {
            let knowledge = of_hex(&game, is_used);
            visitor.visit(game, knowledge)
        }
        AnyGame::HexWide(game) => {
            let knowledge = of_hex(&game, is_used);
            visitor.visit(game, knowledge)
        }
        AnyGame::Tree(game) => visitor.visit(game, Unordered),
        AnyGame::RandomTree(game) => visitor.visit(game, Unordered),
    }
}

/// What is known of Hex. Without knowledge, its random plays are still made all at once.
fn of_hex<K: Key>(game: &Hex<K>, is_used: bool) -> HexKnowledge {
    let options = if is_used {
        Options::default()
    } else {
        Options::NONE
    };
    HexKnowledge::new(game, options)
}
