//! The interface of all solvers: exact values, and best moves that follow from them.

use auto_impl::auto_impl;
use solveig_game::{Game, GameExt, Interval, Move, Value};

use crate::{StopToken, Stopped};

/// Called with intervals that are proved to contain a value.
pub type Watch<'a> = dyn FnMut(Interval) + Send + 'a;

/// Called with the index of a position and an interval that is proved to contain its value.
pub type ManyWatch<'a> = dyn FnMut(usize, Interval) + Send + 'a;

/// A source of exact values.
///
/// Regions, certificates and answers depend on this trait only. Results are a function of the
/// position: independent of earlier calls, of a shared table and of other threads. Only
/// [`nodes`](Self::nodes) may differ.
///
/// # Errors
///
/// Searches fail only if the token of [`set_stop`](Self::set_stop) stops them. Tables then hold
/// proven results only, so the solver can be used again at once.
#[auto_impl(&mut, Box)]
pub trait Oracle<G: Game>: Send {
    /// The game that the oracle solves.
    fn game(&self) -> &G;

    /// Sets the stop token of later searches; by default there is none. Searches look at it by a
    /// [`StopChecker`](crate::StopChecker).
    fn set_stop(&mut self, stop: StopToken);

    /// The exact value of `position` for the side to move.
    ///
    /// `bounds` must contain it. Narrow bounds save work; [`Interval::unknown`] is always valid.
    ///
    /// # Errors
    ///
    /// Fails if the search was stopped.
    fn value(&mut self, position: &G::Position, bounds: Interval) -> Result<Value, Stopped>;

    /// Like [`value`](Self::value); tells `watch` every interval that is proved to contain the
    /// value, as soon as it is proved. They hold even if the search is stopped later.
    ///
    /// # Errors
    ///
    /// Fails if the search was stopped.
    fn watched_value(
        &mut self,
        position: &G::Position,
        bounds: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Value, Stopped> {
        let value = self.value(position, bounds)?;
        watch(Interval::exact(value));
        Ok(value)
    }

    /// Finds the values of several positions, all of which lie in `bounds`. Tells `watch` the index
    /// of a position and every interval that is proved to contain its value, in the end the value
    /// itself. They hold even if the searches are stopped later.
    ///
    /// # Errors
    ///
    /// Fails if a search was stopped.
    fn watched_values(
        &mut self,
        positions: &[G::Position],
        bounds: Interval,
        watch: &mut ManyWatch<'_>,
    ) -> Result<(), Stopped> {
        for (index, position) in positions.iter().enumerate() {
            let mut is_told = false;
            let mut narrow = |proved: Interval| {
                is_told |= proved.value().is_some();
                watch(index, proved);
            };
            let value = self.watched_value(position, bounds, &mut narrow)?;
            if !is_told {
                watch(index, Interval::exact(value));
            }
        }
        Ok(())
    }

    /// Whether the value of `position` is `bound` or more: a null-window test.
    ///
    /// # Errors
    ///
    /// Fails if the search was stopped.
    fn at_least(&mut self, position: &G::Position, bound: Value) -> Result<bool, Stopped>;

    /// The number of positions visited since construction.
    fn nodes(&self) -> u64;

    /// A heuristic estimate of the value of the non-terminal `position` by a look-ahead of `plies`
    /// moves; `None` if there is no evaluation.
    fn estimate(&mut self, _position: &G::Position, _plies: u32) -> Option<Value> {
        None
    }

    /// Whether oracles of this kind share results, so that several that search the same position
    /// finish sooner than one.
    fn shares_work(&self) -> bool {
        false
    }

    /// The canonical optimal move: the first in the order of [`Game::legal_moves`] whose child has
    /// the value `-value` (rule TB of Takizawa 2026, section 2.2). `None` where the game is over.
    ///
    /// `value` must be the exact value of `position`. A forced pass is its own best move.
    /// Null-window tests prove the moves before the best one worse; later moves are not searched.
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

    /// The canonical principal variation from `position` to the end of the game.
    ///
    /// # Errors
    ///
    /// Fails if a search was stopped.
    fn principal_variation(&mut self, position: &G::Position) -> Result<Vec<Move>, Stopped> {
        let mut variation = Vec::new();
        let bounds = Interval::unknown(self.game().value_range());
        let mut value = self.value(position, bounds)?;
        let mut position = position.clone();
        while let Some(best) = self.best_move(&position, value)? {
            variation.push(best);
            position = self.game().play_unchecked(&position, best);
            value = -value;
        }
        Ok(variation)
    }
}
