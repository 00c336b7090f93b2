//! Exhaustive search: the definition of the value, executed.

use solveig_game::{Game, Interval, Move, Value};

use crate::Oracle;

/// Negamax over every play, with no window, table or knowledge.
///
/// What every other solver has to agree with. Only for games with few plays.
#[derive(Clone, Debug)]
pub struct Minimax<G> {
    game: G,
    moves: Vec<Move>,
    nodes: u64,
}

impl<G: Game> Minimax<G> {
    /// A solver of `game`.
    pub const fn new(game: G) -> Self {
        Self {
            game,
            moves: Vec::new(),
            nodes: 0,
        }
    }

    fn search(&mut self, position: &G::Position) -> Value {
        self.nodes += 1;
        if let Some(value) = self.game.terminal_value(position) {
            return value;
        }
        let first = self.moves.len();
        self.game.legal_moves(position, &mut self.moves);
        let mut best = Value::MIN;
        for at in first..self.moves.len() {
            let child = self.game.play_unchecked(position, self.moves[at]);
            best = best.max(-self.search(&child));
        }
        self.moves.truncate(first);
        best
    }
}

impl<G: Game> Oracle<G> for Minimax<G> {
    fn game(&self) -> &G {
        &self.game
    }

    fn value(&mut self, position: &G::Position, _known: Interval) -> Value {
        self.search(position)
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> bool {
        self.search(position) >= bound
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
