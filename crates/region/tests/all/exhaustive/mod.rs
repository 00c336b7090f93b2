//! Exhaustive minimax as an oracle, for tests.

use solveig_search::{StopToken, Stopped};
use std::collections::HashMap;

use solveig_game::{Game, GameExt, Interval, Move, Value};
use solveig_search::Oracle;

/// Exhaustive minimax with a map of all positions: slow, obvious, independent of the solvers.
#[derive(Clone)]
pub struct Exhaustive<G: Game> {
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
            let moves = self.game.moves(position);
            let children = moves
                .iter()
                .map(|played| self.game.play_unchecked(position, *played));
            children
                .collect::<Vec<_>>()
                .iter()
                .map(|child| -self.solve(child))
                .max()
                .unwrap()
        });
        self.values.insert(position.clone(), value);
        value
    }

    /// The first optimal move in tie-break order, and its place.
    pub fn canonical_move(&mut self, position: &G::Position) -> (usize, Move) {
        let value = self.solve(position);
        let moves = self.game.moves(position);
        let mut best = |played: &Move| {
            -self.solve(&self.game.clone().play_unchecked(position, *played)) == value
        };
        let index = moves.iter().position(&mut best).unwrap();
        (index, moves[index])
    }
}

impl<G: Game> Oracle<G> for Exhaustive<G> {
    fn game(&self) -> &G {
        &self.game
    }

    fn set_stop(&mut self, _stop: StopToken) {}

    fn value(&mut self, position: &G::Position, known: Interval) -> Result<Value, Stopped> {
        let value = self.solve(position);
        assert!(
            known.lower <= value && value <= known.upper,
            "{position:?} is not in {known:?}"
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
