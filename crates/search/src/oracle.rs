//! What every solver answers, and what follows from it.

use auto_impl::auto_impl;
use solveig_game::{Game, GameExt, Interval, Move, Value};

use crate::{StopToken, Stopped};

/// A source of exact values.
///
/// Regions, certificates and answers are built on this trait and never know how a value was found.
/// What an oracle answers depends on the position alone: not on what it was asked before, on the
/// table it shares, or on other threads. Only [`nodes`](Self::nodes) may differ.
///
/// # Errors
///
/// Searches fail if the token of [`set_stop`](Self::set_stop) stops them, and for no other reason.
/// Then nothing is kept that is not proven: the solver and those that share its tables can be asked
/// again at once.
#[auto_impl(&mut, Box)]
pub trait Oracle<G: Game>: Send {
    /// The game whose positions it values.
    fn game(&self) -> &G;

    /// Stops searches from now on when `stop` says so: at first, never. A search looks at the token
    /// every 32 positions.
    fn set_stop(&mut self, stop: StopToken);

    /// The exact value of `position` for the side to move.
    ///
    /// `known` must be true of it; a narrow one saves work, and
    /// [`Interval::unknown`] is always allowed.
    ///
    /// # Errors
    ///
    /// Fails if the search was stopped.
    fn value(&mut self, position: &G::Position, known: Interval) -> Result<Value, Stopped>;

    /// Whether the value of `position` is `bound` or more: a null-window test.
    ///
    /// # Errors
    ///
    /// Fails if the search was stopped.
    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped>;

    /// How many positions it has visited since it was made.
    fn nodes(&self) -> u64;

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
    ///
    /// # Errors
    ///
    /// Fails if a search was stopped.
    fn best_move(&mut self, position: &G::Position, value: Value) -> Result<Option<Move>, Stopped> {
        let moves = self.game().moves(position);
        let Some((last, earlier)) = moves.split_last() else {
            return Ok(None);
        };
        for candidate in earlier {
            let child = self.game().play_unchecked(position, *candidate);
            if !self.at_least(&child, 1 - value)? {
                return Ok(Some(*candidate));
            }
        }
        Ok(Some(*last))
    }

    /// The canonical play from `position`: the best move of each position on it, to the end of the
    /// game.
    ///
    /// # Errors
    ///
    /// Fails if a search was stopped.
    fn principal_variation(&mut self, position: &G::Position) -> Result<Vec<Move>, Stopped> {
        let mut variation = Vec::new();
        let known = Interval::unknown(self.game().value_range());
        let mut value = self.value(position, known)?;
        let mut position = position.clone();
        while let Some(best) = self.best_move(&position, value)? {
            variation.push(best);
            position = self.game().play_unchecked(&position, best);
            value = -value;
        }
        Ok(variation)
    }
}
