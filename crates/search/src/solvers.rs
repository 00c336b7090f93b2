//! Solvers by name, as trait objects: those of each built-in game are compiled here, once.

mod factory;
mod name;

use std::sync::Arc;

use solveig_game::{Game, WideKey};
use solveig_games::connect_four::ConnectFour;
use solveig_games::go::Go;
use solveig_games::hex::Hex;
use solveig_games::mnk::Mnk;
use solveig_games::othello::Othello;
use solveig_games::random_tree::RandomTree;
use solveig_games::registry::AnyGame;
use solveig_games::tree::ExplicitTree;

use crate::Unordered;
use crate::knowledge::connect_four::ConnectFourKnowledge;
use crate::knowledge::go::GoKnowledge;
use crate::knowledge::hex::{HexKnowledge, Options};
use crate::knowledge::othello::OthelloKnowledge;

pub use factory::{SolverFactory, Solvers};
pub use name::{SolverName, Unsuitable};

/// A solver factory, shared.
pub type Factory<G> = Arc<dyn SolverFactory<G>>;

/// What is done with a game of any type and with its solvers.
pub trait SolverVisitor {
    /// What the visit results in.
    type Output;

    /// Runs with the game's own type.
    fn visit<G: Game>(self, game: G, solvers: Factory<G>) -> Self::Output;
}

/// Hands `game` to a visitor, with its solvers. They use what is known of the game, if they may, or its rules alone.
pub fn with_solvers<V: SolverVisitor>(game: AnyGame, knowing: bool, visitor: V) -> V::Output {
    macro_rules! visit {
        ($game:ident, $factory:ident) => {{
            let solvers = $factory(&$game, knowing);
            visitor.visit($game, solvers)
        }};
    }
    match game {
        AnyGame::Othello64(game) => visit!(game, othello_64),
        AnyGame::Othello128(game) => visit!(game, othello_128),
        AnyGame::ConnectFour(game) => visit!(game, connect_four),
        AnyGame::Mnk(game) => visit!(game, mnk),
        AnyGame::Go(game) => visit!(game, go),
        AnyGame::Hex64(game) => visit!(game, hex_64),
        AnyGame::Hex128(game) => visit!(game, hex_128),
        AnyGame::HexWide(game) => visit!(game, hex_wide),
        AnyGame::Tree(game) => visit!(game, tree),
        AnyGame::RandomTree(game) => visit!(game, random_tree),
    }
}

// One function a game, none of them generic: what they make is compiled in this crate and in no other.

fn othello_64(game: &Othello<u64>, knowing: bool) -> Factory<Othello<u64>> {
    Solvers::shared(game, knowing.then(|| OthelloKnowledge::new(game)))
}

fn othello_128(game: &Othello<u128>, knowing: bool) -> Factory<Othello<u128>> {
    Solvers::shared(game, knowing.then(|| OthelloKnowledge::new(game)))
}

fn connect_four(game: &ConnectFour, knowing: bool) -> Factory<ConnectFour> {
    Solvers::shared(game, knowing.then_some(ConnectFourKnowledge))
}

fn mnk(game: &Mnk, _knowing: bool) -> Factory<Mnk> {
    Solvers::shared(game, Unordered)
}

fn go(game: &Go, knowing: bool) -> Factory<Go> {
    Solvers::shared(game, knowing.then(GoKnowledge::default))
}

fn hex_64(game: &Hex<u64>, knowing: bool) -> Factory<Hex<u64>> {
    Solvers::shared(game, HexKnowledge::new(game, parts_of_hex(knowing)))
}

fn hex_128(game: &Hex<u128>, knowing: bool) -> Factory<Hex<u128>> {
    Solvers::shared(game, HexKnowledge::new(game, parts_of_hex(knowing)))
}

fn hex_wide(game: &Hex<WideKey>, knowing: bool) -> Factory<Hex<WideKey>> {
    Solvers::shared(game, HexKnowledge::new(game, parts_of_hex(knowing)))
}

/// Without knowledge, random plays of Hex are still made all at once.
fn parts_of_hex(knowing: bool) -> Options {
    match knowing {
        true => Options::default(),
        false => Options::NONE,
    }
}

fn tree(game: &ExplicitTree, _knowing: bool) -> Factory<ExplicitTree> {
    Solvers::shared(game, Unordered)
}

fn random_tree(game: &RandomTree, _knowing: bool) -> Factory<RandomTree> {
    Solvers::shared(game, Unordered)
}
