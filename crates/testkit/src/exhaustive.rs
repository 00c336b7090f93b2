//! Minimax by its definition.

use std::collections::HashMap;

use solveig_game::{Game, GameExt, Interval, Keyed, Move, Value};
use solveig_search::{Oracle, StopToken, Stopped};

/// Exhaustive minimax with a map of all positions, each of which holds its history if values depend
/// on it: slow, obvious, independent of the solvers.
#[derive(Clone)]
pub struct Exhaustive<G: Game> {
    /// The game whose rules are followed.
    pub game: G,
    values: HashMap<G::Position, Value>,
    nodes: u64,
}

impl<G: Game> Exhaustive<G> {
    /// An oracle that knows nothing yet.
    pub fn new(game: &G) -> Self {
        Self {
            game: game.clone(),
            values: HashMap::new(),
            nodes: 0,
        }
    }

    /// The exact value for the side to move.
    pub fn solve(&mut self, position: &G::Position) -> Value {
        if let Some(value) = self.values.get(position) {
            return *value;
        }
        self.nodes += 1;
        let value = self.game.terminal_value(position).unwrap_or_else(|| {
            let moves = self.game.moves(position).into_iter();
            let worths = moves.map(|played| self.worth(position, played));
            worths
                .max()
                .expect("where the game goes on, there is a move")
        });
        self.values.insert(position.clone(), value);
        value
    }

    fn worth(&mut self, position: &G::Position, played: Move) -> Value {
        let child = self.game.play_unchecked(position, played);
        -self.solve(&child)
    }

    /// The first move in tie-break order worth at least `bound`, and its place.
    pub fn first_move(&mut self, position: &G::Position, bound: Value) -> Option<(usize, Move)> {
        let moves = self.game.moves(position).into_iter().enumerate();
        let mut reaching = moves.filter(|(_, played)| self.worth(position, *played) >= bound);
        reaching.next()
    }

    /// The first optimal move in tie-break order, and its place; `None` where the game is over.
    pub fn canonical_move(&mut self, position: &G::Position) -> Option<(usize, Move)> {
        let value = self.solve(position);
        self.first_move(position, value)
    }
}

/// All positions that play from the start can reach, with their values, in the order of their keys.
pub fn values<G: Keyed>(game: &G) -> Vec<(G::Position, Value)> {
    let mut oracle = Exhaustive::new(game);
    oracle.solve(&game.start());
    let mut all: Vec<_> = oracle.values.into_iter().collect();
    all.sort_by_key(|(position, _)| game.key(position));
    all
}

impl<G: Game> Oracle<G> for Exhaustive<G> {
    fn game(&self) -> &G {
        &self.game
    }

    fn set_stop(&mut self, _stop: StopToken) {}

    fn value(&mut self, position: &G::Position, bounds: Interval) -> Result<Value, Stopped> {
        let value = self.solve(position);
        assert!(
            bounds.lower <= value && value <= bounds.upper,
            "{position:?} is not in {bounds:?}"
        );
        Ok(value)
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        Ok(self.solve(position) >= bound)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
