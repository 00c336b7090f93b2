//! Positions from games of self-play.

use solveig_game::random::Random;
use solveig_game::{Game, Key};
use solveig_games::othello::knowledge::evaluation::Evaluation;
use solveig_games::othello::{Othello, Position};

use crate::look_ahead::LookAhead;
use crate::random::square;

/// Rates of random moves, in percent; each side of a game draws one.
const RANDOM_MOVES: [u32; 5] = [0, 5, 15, 35, 100];

/// Positions of one game, at most one for each number of empty squares; none of finished games.
///
/// The game begins with random moves. Then each side plays the move that `evaluation` prefers, or a
/// random move at the rate it drew. Half of the positions, drawn at random, are replaced by a
/// sibling that a random move leads to, since a search must judge bad moves too.
pub(crate) fn positions<K: Key>(
    game: &Othello<K>,
    evaluation: Option<&Evaluation>,
    random: &mut Random,
) -> Vec<Position> {
    let squares = game.grid().squares();
    let mut opening = random.below(squares / 2);
    let mut at_random = [0; 2].map(|_: u32| RANDOM_MOVES[random.below(5) as usize]);
    let mut position = game.start();
    let mut kept = vec![position];
    loop {
        let legal = game.legal_squares(position.mover, position.opponent);
        if legal == 0 {
            if game.terminal_value(&position).is_some() {
                return kept;
            }
            position = Position {
                mover: position.opponent,
                opponent: position.mover,
            };
            at_random.swap(0, 1);
            continue;
        }
        let beside = game.place(position, square(random, legal));
        let chosen = if opening > 0 || random.below(100) < at_random[0] {
            opening = opening.saturating_sub(1);
            game.place(position, square(random, legal))
        } else {
            game.place(position, choice(game, evaluation, position, legal))
        };
        let keep = if random.below(2) == 0 { beside } else { chosen };
        if game.terminal_value(&keep).is_none() {
            kept.push(keep);
        }
        position = chosen;
        at_random.swap(0, 1);
    }
}

/// The move that `evaluation` prefers or, without one, the move that leaves the fewest replies.
fn choice<K: Key>(
    game: &Othello<K>,
    evaluation: Option<&Evaluation>,
    position: Position,
    legal: u64,
) -> u32 {
    let look_ahead = evaluation.map(|evaluation| LookAhead { game, evaluation });
    look_ahead
        .and_then(|look_ahead| look_ahead.choice(position))
        .unwrap_or_else(|| fewest_replies(game, position, legal))
}

/// The first of the `legal` moves that leaves the opponent the fewest replies.
pub(crate) fn fewest_replies<K: Key>(game: &Othello<K>, position: Position, legal: u64) -> u32 {
    let squares = (0..64).filter(|square| legal >> square & 1 != 0);
    let replies = |square: &u32| {
        let child = game.place(position, *square);
        game.legal_squares(child.mover, child.opponent).count_ones()
    };
    squares.min_by_key(replies).unwrap_or(64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::sequence;

    #[test]
    fn a_game_gives_at_most_one_position_a_level_and_none_that_is_over() {
        let game = Othello::<u64>::new(6, 6).unwrap();
        let mut all = 0;
        for number in 0..50 {
            let kept = positions(&game, None, &mut sequence(1, number));
            assert!(
                kept.iter()
                    .is_sorted_by_key(|kept| kept.occupied().count_ones())
            );
            let mut levels: Vec<u32> = kept.iter().map(|kept| game.level(kept)).collect();
            levels.dedup();
            assert_eq!(levels.len(), kept.len());
            assert!(kept.iter().all(|kept| game.terminal_value(kept).is_none()));
            all += kept.len();
        }
        assert!(all > 50 * 20, "{all}");
    }
}
