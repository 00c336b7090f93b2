//! Solvers by name, as trait objects: those of each built-in game are compiled here, once.

mod erased;
mod factory;
mod name;

use std::sync::Arc;

use solveig_game::WideKey;
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
use crate::knowledge::hex::{AnalysisOptions, HexKnowledge};
use crate::knowledge::othello::OthelloKnowledge;

use erased::erased;

pub use factory::{SolverFactory, Solvers};
pub use name::{SolverName, Unsuitable};

/// A solver factory, shared.
pub type Factory<G> = Arc<dyn SolverFactory<G>>;

/// The solvers of a built-in game. They use what is known of the game, if they may, or its rules alone.
pub fn solvers_of(any: &AnyGame, knowing: bool) -> Factory<AnyGame> {
    match any {
        AnyGame::Othello64(game) => erased(any, othello_64(game, knowing)),
        AnyGame::Othello128(game) => erased(any, othello_128(game, knowing)),
        AnyGame::ConnectFour(game) => erased(any, connect_four(game, knowing)),
        AnyGame::Mnk(game) => erased(any, mnk(game)),
        AnyGame::Go(game) => erased(any, go(game, knowing)),
        AnyGame::Hex64(game) => erased(any, hex_64(game, knowing)),
        AnyGame::Hex128(game) => erased(any, hex_128(game, knowing)),
        AnyGame::HexWide(game) => erased(any, hex_wide(game, knowing)),
        AnyGame::Tree(game) => erased(any, tree(game)),
        AnyGame::RandomTree(game) => erased(any, random_tree(game)),
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

fn mnk(game: &Mnk) -> Factory<Mnk> {
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
fn parts_of_hex(knowing: bool) -> AnalysisOptions {
    match knowing {
        true => AnalysisOptions::default(),
        false => AnalysisOptions::NONE,
    }
}

fn tree(game: &ExplicitTree) -> Factory<ExplicitTree> {
    Solvers::shared(game, Unordered)
}

fn random_tree(game: &RandomTree) -> Factory<RandomTree> {
    Solvers::shared(game, Unordered)
}
