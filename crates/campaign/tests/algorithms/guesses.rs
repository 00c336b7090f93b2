//! Games with estimates as good or bad as a test wants them.

use std::sync::Arc;

use solveig_campaign::{Plan, Problem};
use solveig_game::{Game, Interval, Key, Move, Notation, Symmetric, Value};
use solveig_games::random_tree::{Parameters, RandomTree, TreeShape};
use solveig_search::{
    Bounds, Estimates, Minimax, MoveOrdering, Oracle, ProofConditions, TableHints, Window,
};

/// Estimates that are the value, moved by up to `error` in a direction that the key decides.
#[derive(Clone, Debug)]
pub struct Guesses {
    pub error: u64,
}

impl<G: Symmetric> Bounds<G> for Guesses {
    fn expand(&self, game: &G, position: &G::Position, moves: &mut Vec<Move>) -> Interval {
        game.legal_moves(position, moves);
        Interval::unknown(game.value_range())
    }
}

impl<G: Symmetric> MoveOrdering<G> for Guesses {
    fn name(&self) -> &'static str {
        "the rules"
    }
}

impl<G: Symmetric> Estimates<G> for Guesses {
    fn estimate(&self, game: &G, position: &G::Position) -> Option<Value> {
        let key = game.key(position).to_u128() as u64;
        let scrambled = (key ^ 0x5bd1_e995).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        let error = (scrambled % (2 * self.error + 1)) as Value - self.error as Value;
        Some(value(game, position) + error)
    }
}

impl<G: Symmetric> ProofConditions<G> for Guesses {}

impl<G: Symmetric> TableHints<G> for Guesses {}

/// The value of a position, by looking at every play.
pub fn value<G: Symmetric>(game: &G, position: &G::Position) -> Value {
    let unknown = Interval::unknown(game.value_range());
    Minimax::new(game.clone()).value(position, unknown).unwrap()
}

/// A tree of nodes with one to `width` children and leaves of few values, so that there are ties.
pub fn tree(width: u32, depth: u32, seed: u64) -> RandomTree {
    let parameters = Parameters {
        shape: TreeShape::Variable,
        values: Some(-12..=12),
        ..Parameters::uniform(width, depth, seed)
    };
    RandomTree::new(parameters).unwrap()
}

pub fn plan<G: Game>(game: &G, first: u32, second: u32, goal: Window) -> Plan {
    Plan {
        game: game.spec(),
        position: "-".to_owned(),
        first,
        second,
        goal,
        first_plies: 2,
        second_plies: 2,
        far: 30,
        widen: 2,
        margin: 2,
    }
}

/// A problem whose estimates are off by up to `error`.
pub fn problem<G: Symmetric + Notation>(
    game: &G,
    cuts: (u32, u32),
    goal: Window,
    error: u64,
) -> Problem<G> {
    let plan = plan(game, cuts.0, cuts.1, goal);
    Problem::new(game.clone(), Arc::new(Guesses { error }), &plan).unwrap()
}
