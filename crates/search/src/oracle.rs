//! What every solver answers, and what follows from it.

use auto_impl::auto_impl;
use solveig_game::{Game, GameExt, Interval, Move, Value};

/// A source of exact values.
///
/// Regions, certificates and answers are built on this trait and never know how a value was found.
/// What an oracle answers depends on the position alone: not on what it was asked before, on the
/// table it shares, or on other threads. Only [`nodes`](Self::nodes) may differ.
#[auto_impl(&mut, Box)]
pub trait Oracle<G: Game>: Send {
    /// The game whose positions it values.
    fn game(&self) -> &G;

    /// The exact value of `position` for the side to move.
    ///
    /// `known` must be true of it; a narrow one saves work, and
    /// [`Interval::unknown`] is always allowed.
    fn value(&mut self, position: &G::Position, known: Interval) -> Value;

    /// Whether the value of `position` is `bound` or more: a null-window test.
    fn at_least(&mut self, position: &G::Position, bound: Value) -> bool;

    /// How many positions it has visited since it was made.
    fn nodes(&self) -> u64;

    /// Makes it fit for use after a search was [broken off](crate::interrupt), and says whether it is. If
    /// not, it must not be used again.
    fn recover(&mut self) -> bool {
        false
    }

    /// A guess of the value of `position`, at which the game goes on, by a look `plies` moves ahead; `None` where it has no
    /// evaluation to look ahead with. It decides nothing.
    fn estimate(&mut self, _position: &G::Position, _plies: u32) -> Option<Value> {
        None
    }

    /// Whether it finds at once what another oracle of its kind has found, so that two of them end
    /// a search sooner than one.
    fn shares_work(&self) -> bool {
        false
    }

    /// The canonical optimal move: the first in the order of [`Game::legal_moves`] whose child has
    /// the value `-value` (rule TB of Takizawa 2026, section 2.2). `None` where the game is over.
    ///
    /// `value` must be the exact value of `position`. A forced pass is its own best move. The
    /// moves before the answer are proven worse by null-window tests; no other move is looked at.
    fn best_move(&mut self, position: &G::Position, value: Value) -> Option<Move> {
        let moves = self.game().moves(position);
        let (last, earlier) = moves.split_last()?;
        for candidate in earlier {
            let child = self.game().play_unchecked(position, *candidate);
            if !self.at_least(&child, 1 - value) {
                return Some(*candidate);
            }
        }
        Some(*last)
    }

    /// The canonical play from `position`: the best move of each position on it, to the end of the
    /// game.
    fn principal_variation(&mut self, position: &G::Position) -> Vec<Move> {
        let mut variation = Vec::new();
        let known = Interval::unknown(self.game().value_range());
        let mut value = self.value(position, known);
        let mut position = position.clone();
        while let Some(best) = self.best_move(&position, value) {
            variation.push(best);
            position = self.game().play_unchecked(&position, best);
            value = -value;
        }
        variation
    }
}
