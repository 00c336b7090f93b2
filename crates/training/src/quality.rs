//! How good an evaluation is.

use solveig_game::{Game, Interval, Key};
use solveig_games::othello::knowledge::evaluation::Evaluation;
use solveig_games::othello::{Othello, Position};
use solveig_search::Oracle;
use solveig_search::Stopped;

use crate::look_ahead::LookAhead;
use crate::parallel::in_order;
use crate::play::fewest_replies;

/// How well the weights of a stage fit.
#[derive(Clone, Debug, PartialEq)]
pub struct StageError {
    /// The least and the greatest number of empty squares.
    pub empty: (u32, u32),
    /// How many positions the stage was fitted to.
    pub positions: usize,
    /// The standard deviation of the values of the positions that were held out, in discs.
    pub spread: f64,
    /// The standard error on the positions of the fit, in discs.
    pub training_error: f64,
    /// The standard error on the positions that were held out, in discs.
    pub error: f64,
}

/// How often the first move of an order is optimal, at positions with several moves not all of
/// which are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordering {
    /// The number of empty squares.
    pub empty: u32,
    /// How many positions were looked at.
    pub positions: usize,
    /// At how many of them the move is optimal that the evaluation prefers.
    pub by_evaluation: usize,
    /// At how many of them the move is optimal that leaves the opponent the fewest replies.
    pub by_mobility: usize,
}

/// At most this many positions are looked at.
const MOST_POSITIONS: usize = 1000;

/// Measures the order of moves at `positions`, which have `empty` empty squares.
pub(crate) fn ordering<K: Key, O: Oracle<Othello<K>>>(
    game: &Othello<K>,
    oracles: &mut [O],
    evaluation: &Evaluation,
    positions: &[Position],
    empty: u32,
) -> Result<Ordering, Stopped> {
    let count = positions.len().min(MOST_POSITIONS);
    let found = in_order(oracles, count, |oracle, number| {
        first_moves(game, oracle, evaluation, positions[number])
    });
    let found: Vec<_> = found.into_iter().collect::<Result<_, _>>()?;
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

/// Whether the moves that evaluation and mobility prefer are optimal; none where all are.
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
    use crate::play;
    use crate::random::sequence;

    #[test]
    fn the_shipped_evaluation_puts_an_optimal_move_first_more_often_than_mobility() {
        let game = Othello::<u64>::new(6, 6).unwrap();
        let evaluation = Evaluation::shipped(6, 6).unwrap();
        // Another seed than the one it was trained with.
        let games = (0..400).flat_map(|number| {
            play::positions(&game, Some(&evaluation), &mut sequence(77, number))
        });
        let ten_empty = |position: &Position| position.occupied().count_ones() == 26;
        let positions: Vec<Position> = games.filter(ten_empty).collect();
        let table = Arc::new(TranspositionTable::new(&game, 1 << 22).unwrap());
        let knowledge = OthelloKnowledge::new(&game);
        let oracle =
            PrincipalVariationSearch::new(game.clone(), knowledge, table, Reduction::Canonical);
        let found = ordering(&game, &mut [oracle], &evaluation, &positions, 10).unwrap();
        assert!(found.positions > 200, "{found:?}");
        let more = found.by_mobility + found.positions / 20;
        assert!(found.by_evaluation > more, "{found:?}");
    }
}
