//! Exhaustive search: the definition of the minimax value as a program.

use solveig_game::{Game, Interval, Move, Value};

use crate::{Oracle, StopChecker, StopToken, Stopped};

/// Negamax over every play, with no window, table or knowledge.
///
/// The reference for all other solvers, for small games only. The path is on the heap, so that
/// plays may be long.
#[derive(Clone, Debug)]
pub struct Minimax<G> {
    game: G,
    moves: Vec<Move>,
    nodes: u64,
    stop: StopChecker,
}

/// A position on the current path.
struct MinimaxFrame<P> {
    position: P,
    best: Value,
    /// The start of its moves on the move stack, and the next move to try.
    first: usize,
    next: usize,
}

impl<G: Game> Minimax<G> {
    /// A solver of `game`.
    pub const fn new(game: G) -> Self {
        Self {
            game,
            moves: Vec::new(),
            nodes: 0,
            stop: StopChecker::new(StopToken::never()),
        }
    }

    fn search(&mut self, position: &G::Position) -> Result<Value, Stopped> {
        // A stopped search leaves its moves behind.
        self.moves.clear();
        let mut path = Vec::new();
        let mut found = self.enter(position.clone(), &mut path)?;
        while let Some(open) = path.last_mut() {
            if let Some(value) = found.take() {
                open.best = open.best.max(-value);
            }
            if let Some(played) = self.moves.get(open.next).copied() {
                open.next += 1;
                let child = self.game.play_unchecked(&open.position, played);
                found = self.enter(child, &mut path)?;
            } else {
                self.moves.truncate(open.first);
                found = Some(open.best);
                path.pop();
            }
        }
        Ok(found.expect("the first position has been left"))
    }

    /// Counts the position; returns its value if the game is over, else pushes it on the path.
    fn enter(
        &mut self,
        position: G::Position,
        path: &mut Vec<MinimaxFrame<G::Position>>,
    ) -> Result<Option<Value>, Stopped> {
        self.stop.check()?;
        self.nodes += 1;
        let value = self.game.terminal_value(&position);
        if value.is_none() {
            let first = self.moves.len();
            self.game.legal_moves(&position, &mut self.moves);
            path.push(MinimaxFrame {
                position,
                best: Value::MIN,
                first,
                next: first,
            });
        }
        Ok(value)
    }
}

impl<G: Game> Oracle<G> for Minimax<G> {
    fn game(&self) -> &G {
        &self.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.stop = StopChecker::new(stop);
    }

    fn value(&mut self, position: &G::Position, _known: Interval) -> Result<Value, Stopped> {
        self.search(position)
    }

    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped> {
        Ok(self.search(position)? >= bound)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
