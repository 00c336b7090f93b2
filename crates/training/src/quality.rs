//! Quality of an evaluation.

use std::fmt;

use rayon::prelude::*;
use solveig_game::{Game, Interval, Key};
use solveig_games::othello::knowledge::evaluation::{DISC, Evaluation};
use solveig_games::othello::{Othello, Position};
use solveig_search::Oracle;
use solveig_search::Stopped;

use crate::look_ahead::LookAhead;
use crate::play::{self, fewest_replies};
use crate::random::sequence;

/// Errors of the weights of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StageError {
    /// Least number of empty squares.
    pub from_empty: u32,
    /// Greatest number of empty squares.
    pub to_empty: u32,
    /// Number of positions that the weights were fitted to.
    pub positions: usize,
    /// Standard deviation of the values of the held-out positions, in discs.
    pub spread: f64,
    /// Root mean square error on the positions of the fit, in discs.
    pub training_error: f64,
    /// Root mean square error on the held-out positions, in discs.
    pub error: f64,
}

impl fmt::Display for StageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:>2} to {:>2} empty: {:>6} positions, spread {:>5.2}, error {:.2} ({:.2} in training)",
            self.from_empty,
            self.to_empty,
            self.positions,
            self.spread,
            self.error,
            self.training_error
        )
    }
}

/// How often a move ordering puts an optimal move first, over positions where some legal moves are
/// optimal and some are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordering {
    /// Number of empty squares of the positions.
    pub empty: u32,
    /// Number of positions measured.
    pub positions: usize,
    /// Positions where the move that the evaluation prefers is optimal.
    pub by_evaluation: usize,
    /// Positions where the move that leaves the opponent the fewest replies is optimal.
    pub by_mobility: usize,
}

impl fmt::Display for Ordering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |count: usize| 100.0 * count as f64 / self.positions.max(1) as f64;
        write!(
            f,
            "{:>2} empty: the first move is optimal at {:.1} % of {} positions, by mobility at {:.1} %",
            self.empty,
            share(self.by_evaluation),
            self.positions,
            share(self.by_mobility)
        )
    }
}

/// Errors of look-aheads at positions with exact values.
#[derive(Clone, Debug, PartialEq)]
pub struct Bias {
    /// Number of empty squares of the positions.
    pub empty: u32,
    /// Number of positions measured.
    pub positions: usize,
    /// By number of plies from 0 on: by how many discs the look-ahead is too kind to the side to
    /// move, on average.
    pub bias: [f64; 5],
    /// By number of plies: the root mean square error in discs.
    pub error: [f64; 5],
}

impl fmt::Display for Bias {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:>2} empty, {:>5} positions:",
            self.empty, self.positions
        )?;
        for (bias, error) in self.bias.iter().zip(&self.error) {
            write!(f, " {bias:+6.2} ({error:5.2})")?;
        }
        Ok(())
    }
}

/// Compares look-aheads with exact values at positions with `empty` empty squares, drawn from
/// `games` games.
///
/// # Errors
///
/// Fails if a search was stopped.
pub fn biases<K: Key, O: Oracle<Othello<K>>>(
    game: &Othello<K>,
    oracle: &mut O,
    evaluation: &Evaluation,
    empty: u32,
    games: u64,
) -> Result<Bias, Stopped> {
    let squares = game.grid().squares();
    let of_game = |number| play::positions(game, Some(evaluation), &mut sequence(SEED, number));
    let positions = (0..games).flat_map(of_game);
    let mut found = Bias {
        empty,
        positions: 0,
        bias: [0.0; 5],
        error: [0.0; 5],
    };
    for position in positions.filter(|one| squares - one.occupied().count_ones() == empty) {
        let value = oracle.value(&position, Interval::unknown(game.value_range()))?;
        found.positions += 1;
        for plies in 0..found.bias.len() {
            let score = LookAhead { game, evaluation }.score(position, plies as u32);
            let error = f64::from(score) / f64::from(DISC) - f64::from(value);
            found.bias[plies] += error;
            found.error[plies] += error * error;
        }
    }
    let count = found.positions.max(1) as f64;
    found.bias = found.bias.map(|sum| sum / count);
    found.error = found.error.map(|sum| (sum / count).sqrt());
    Ok(found)
}

/// The seed of games that no shipped evaluation was trained with.
const SEED: u64 = 77;

/// Number of positions, at least, that one oracle solves in a row.
pub(crate) const CHUNK: usize = 32;

/// Maximum number of positions measured.
const MAX_POSITIONS: usize = 1000;

/// Measures move ordering at `positions`, which have `empty` empty squares.
pub(crate) fn ordering<K: Key, O: Oracle<Othello<K>>>(
    game: &Othello<K>,
    oracle: &(dyn Fn() -> O + Sync),
    evaluation: &Evaluation,
    positions: &[Position],
    empty: u32,
) -> Result<Ordering, Stopped> {
    let positions = &positions[..positions.len().min(MAX_POSITIONS)];
    let found = positions.par_iter().with_min_len(CHUNK);
    let found = found.map_init(oracle, |oracle, &position| {
        first_moves(game, oracle, evaluation, position)
    });
    let found: Vec<_> = found.collect::<Result<_, _>>()?;
    let counted = found.into_iter().flatten();
    let start = Ordering {
        empty,
        positions: 0,
        by_evaluation: 0,
        by_mobility: 0,
    };
    Ok(
        counted.fold(start, |sum, (by_evaluation, by_mobility)| Ordering {
            positions: sum.positions + 1,
            by_evaluation: sum.by_evaluation + usize::from(by_evaluation),
            by_mobility: sum.by_mobility + usize::from(by_mobility),
            ..sum
        }),
    )
}

/// Whether the first moves by evaluation and by mobility are optimal; `None` if all legal moves
/// are.
fn first_moves<K: Key, O: Oracle<Othello<K>>>(
    game: &Othello<K>,
    oracle: &mut O,
    evaluation: &Evaluation,
    position: Position,
) -> Result<Option<(bool, bool)>, Stopped> {
    let legal = game.legal_squares(position.mover, position.opponent);
    let Some(chosen) = LookAhead { game, evaluation }.choice(position) else {
        return Ok(None);
    };
    let mobile = fewest_replies(game, position, legal);
    let value = oracle.value(&position, Interval::unknown(game.value_range()))?;
    let mut optimal = Vec::new();
    for square in (0..64).filter(|square| legal >> square & 1 != 0) {
        if !oracle.at_least(&game.place(position, square), 1 - value)? {
            optimal.push(square);
        }
    }
    let all = optimal.len() == legal.count_ones() as usize;
    Ok((!all).then(|| (optimal.contains(&chosen), optimal.contains(&mobile))))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use solveig_game::Reduction;
    use solveig_games::othello::knowledge::OthelloKnowledge;
    use solveig_search::{PrincipalVariationSearch, TranspositionTable};

    use super::*;

    #[test]
    fn the_shipped_evaluation_puts_an_optimal_move_first_more_often_than_mobility() {
        let game = Othello::<u64>::new(6, 6).unwrap();
        let evaluation = Evaluation::shipped(6, 6).unwrap();
        let games = (0..400).flat_map(|number| {
            play::positions(&game, Some(&evaluation), &mut sequence(SEED, number))
        });
        let ten_empty = |position: &Position| position.occupied().count_ones() == 26;
        let positions: Vec<Position> = games.filter(ten_empty).collect();
        let table = Arc::new(TranspositionTable::new(&game, 1 << 22).unwrap());
        let knowledge = OthelloKnowledge::new(&game);
        let oracle = || {
            let (knowledge, table) = (knowledge.clone(), table.clone());
            PrincipalVariationSearch::new(game.clone(), knowledge, table, Reduction::Canonical)
        };
        let found = ordering(&game, &oracle, &evaluation, &positions, 10).unwrap();
        assert!(found.positions > 200, "{found:?}");
        let more = found.by_mobility + found.positions / 20;
        assert!(found.by_evaluation > more, "{found:?}");
    }
}
