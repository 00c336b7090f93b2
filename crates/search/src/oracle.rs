//! The interface of all solvers: exact values, and best moves that follow from them.

use auto_impl::auto_impl;
use solveig_game::{Game, GameExt, Interval, LevelRule, Move, Value};

use crate::{StopToken, Stopped};

/// Called with intervals that are proved to contain a value.
pub type Watch<'a> = dyn FnMut(Interval) + Send + 'a;

/// Called with the index of a position and an interval that is proved to contain its value.
pub type ManyWatch<'a> = dyn FnMut(usize, Interval) + Send + 'a;

/// The first budget of [`Oracle::optimal_move`] for each move, in positions.
const FIRST_BUDGET: u64 = 4;

/// The factor by which the budget grows.
const BUDGET_GROWTH: u64 = 8;

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
    /// `known` must contain it. Narrow bounds save work; [`Interval::unknown`] is always valid.
    ///
    /// # Errors
    ///
    /// Fails if the search was stopped.
    fn value(&mut self, position: &G::Position, known: Interval) -> Result<Value, Stopped>;

    /// Like [`value`](Self::value); tells `watch` every interval that is proved to contain the
    /// value, as soon as it is proved. They hold even if the search is stopped later.
    ///
    /// # Errors
    ///
    /// Fails if the search was stopped.
    fn watched_value(
        &mut self,
        position: &G::Position,
        known: Interval,
        watch: &mut Watch<'_>,
    ) -> Result<Value, Stopped> {
        let value = self.value(position, known)?;
        watch(Interval::exact(value));
        Ok(value)
    }

    /// Finds the values of several positions, all of which lie in `known`. Tells `watch` the index
    /// of a position and every interval that is proved to contain its value, in the end the value
    /// itself. They hold even if the searches are stopped later.
    ///
    /// # Errors
    ///
    /// Fails if a search was stopped.
    fn watched_values(
        &mut self,
        positions: &[G::Position],
        known: Interval,
        watch: &mut ManyWatch<'_>,
    ) -> Result<(), Stopped> {
        for (index, position) in positions.iter().enumerate() {
            let mut is_told = false;
            let mut narrow = |proved: Interval| {
                is_told |= proved.value().is_some();
                watch(index, proved);
            };
            let value = self.watched_value(position, known, &mut narrow)?;
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

    /// An optimal move, not always the canonical one; `None` where the game is over. `value` must
    /// be the exact value of `position`, and `stop` the token of [`set_stop`](Self::set_stop).
    /// Where several moves are optimal, one that ends the game is preferred, then `first`; moves
    /// that let the opponent end the game at once come last. Of the others the one that is proved
    /// first is chosen.
    ///
    /// Tests whether each move keeps the value, all of them with a small budget of positions at
    /// first, then with larger ones. The move that proved the value is found at once where its
    /// result is still in a table, while another move may take a long search.
    ///
    /// # Errors
    ///
    /// Fails if the searches were stopped.
    fn optimal_move(
        &mut self,
        position: &G::Position,
        value: Value,
        first: Option<Move>,
        stop: &StopToken,
    ) -> Result<Option<Move>, Stopped> {
        let game = self.game();
        let mut moves = game.moves(position).to_vec();
        // Where play goes on until both sides pass, a pass gives nothing away.
        let can_pass = game.level_rule() == LevelRule::NonMonotone;
        let is_over = |position: &G::Position| game.terminal_value(position).is_some();
        moves.sort_by_cached_key(|played| {
            let child = game.play_unchecked(position, *played);
            let may_end = || {
                let replies = game.moves(&child);
                let mut replies = replies.iter();
                replies.any(|reply| is_over(&game.play_unchecked(&child, *reply)))
            };
            match is_over(&child) {
                true => 0,
                false if can_pass => 2 - u8::from(Some(*played) == first),
                false if may_end() => 3,
                false if Some(*played) == first => 1,
                false => 2,
            }
        });
        let mut budget = FIRST_BUDGET;
        while moves.len() > 1 && !stop.is_stopped() {
            let mut open = Vec::new();
            for played in moves {
                let child = self.game().play_unchecked(position, played);
                self.set_stop(stop.clone().with_budget(budget));
                let tested = self.at_least(&child, 1 - value);
                self.set_stop(stop.clone());
                match tested {
                    Ok(false) => return Ok(Some(played)),
                    Ok(true) => {}
                    Err(Stopped) => open.push(played),
                }
            }
            moves = open;
            budget = budget.saturating_mul(BUDGET_GROWTH);
        }
        match moves.len() {
            // The other moves lose value, or the game is over.
            0 | 1 => Ok(moves.pop()),
            _ => Err(Stopped),
        }
    }

    /// The canonical principal variation from `position` to the end of the game.
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
