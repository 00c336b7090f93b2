//! Connect Four.

use solveig_game::{Game, Interval, Move};
use solveig_games::connect_four::{ConnectFour, Position};

use super::Knowledge;
use crate::TablePolicy;

/// What a glance at the board tells in Connect Four.
///
/// An immediate win, the loss to two threats or to a threat right above the only reply, and a draw
/// where neither side has room for four in line are values. Moves that let the opponent win at once
/// are left out. The others come in the order of the winning squares they make, then centre first.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFourKnowledge;

const LOSS: Interval = Interval::exact(-1);
const WIN: Interval = Interval::exact(1);

impl Knowledge<ConnectFour> for ConnectFourKnowledge {
    const FETCHES_AHEAD: bool = true;

    #[inline]
    fn expand(&self, game: &ConnectFour, position: &Position, moves: &mut Vec<Move>) -> Interval {
        at_height(game, |height| {
            let Position { mover, occupied } = *position;
            let opponent = position.opponent();
            let playable = game.playable(occupied);
            let threats = winning_squares(game, opponent, height);
            if threats & opponent != 0 {
                // A stone on a square that three others make winning: the game is over.
                return LOSS;
            }
            let wins = winning_squares(game, mover, height) & playable;
            if wins != 0 {
                push_columns(game, wins, height, moves);
                return WIN;
            }
            let threats = threats & !occupied;
            let forced = threats & playable;
            let safe = if forced == 0 { playable } else { forced } & !(threats >> 1);
            if forced & forced.wrapping_sub(1) != 0 || (safe == 0 && playable != 0) {
                return LOSS;
            }
            push_columns(game, safe, height, moves);
            Interval {
                lower: if has_four(game, game.board() & !mover, height) {
                    -1
                } else {
                    0
                },
                upper: if has_four(game, game.board() & !opponent, height) {
                    1
                } else {
                    0
                },
            }
        })
    }

    #[inline]
    fn order(&self, game: &ConnectFour, position: &Position, moves: &mut [Move]) {
        at_height(game, |height| {
            let playable = game.playable(position.occupied);
            let mut counts = [0_u32; 32];
            for next in 0..moves.len() {
                let played = moves[next];
                let square = playable & column(played, height);
                let squares = winning_squares(game, position.mover | square, height);
                let count = (squares & !position.occupied).count_ones();
                let mut at = next;
                while at > 0 && counts[at - 1] < count {
                    counts[at] = counts[at - 1];
                    moves[at] = moves[at - 1];
                    at -= 1;
                }
                counts[at] = count;
                moves[at] = played;
            }
        });
    }

    #[inline]
    fn table_policy(&self, game: &ConnectFour, position: &Position) -> TablePolicy {
        // Few positions have a mirror image in the tree once they have lost their symmetry.
        if game.level(position) <= 16 {
            TablePolicy::Canonical
        } else {
            TablePolicy::Raw
        }
    }
}

/// Runs `work` with the number of bits of a column, as a constant for the usual boards: shifts by a
/// constant take a third of the time.
#[inline(always)]
fn at_height<T>(game: &ConnectFour, mut work: impl FnMut(u32) -> T) -> T {
    match game.rows() {
        4 => work(5),
        5 => work(6),
        6 => work(7),
        7 => work(8),
        rows => work(rows + 1),
    }
}

/// The squares that complete four in line with three of these stones, which lie without gaps in
/// their columns; some may be taken.
#[inline(always)]
fn winning_squares(game: &ConnectFour, stones: u64, height: u32) -> u64 {
    let mut squares = (stones << 1) & (stones << 2) & (stones << 3);
    if game.columns() >= 4 {
        for step in [height - 1, height, height + 1] {
            let up = stones << step;
            let down = stones >> step;
            let two_up = up & (stones << (2 * step));
            let two_down = down & (stones >> (2 * step));
            squares |= two_up & (stones << (3 * step));
            squares |= two_up & down;
            squares |= up & two_down;
            squares |= two_down & (stones >> (3 * step));
        }
    }
    squares & game.board()
}

/// Whether four of these stones are in line.
#[inline(always)]
fn has_four(game: &ConnectFour, stones: u64, height: u32) -> bool {
    let four = |step: u32| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step))
    };
    let upright = four(1);
    if game.columns() < 4 {
        return upright != 0;
    }
    (upright | four(height - 1) | four(height) | four(height + 1)) != 0
}

#[inline(always)]
fn column(played: Move, height: u32) -> u64 {
    ((1 << (height - 1)) - 1) << (u32::from(played.0) * height)
}

/// Appends the columns of a set of squares in the order that breaks ties.
#[inline(always)]
fn push_columns(game: &ConnectFour, squares: u64, height: u32, moves: &mut Vec<Move>) {
    for number in game.column_order() {
        let played = Move(u16::from(*number));
        if squares & column(played, height) != 0 {
            moves.push(played);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lines_are_those_of_the_rules(
            (columns, rows) in prop::sample::select(vec![
                (1, 40), (3, 6), (4, 4), (4, 15), (5, 5), (7, 6), (8, 7), (9, 3), (16, 3), (21, 2),
            ]),
            stones: u64,
            heights in prop::collection::vec(any::<prop::sample::Index>(), 32),
        ) {
            let game = ConnectFour::new(columns, rows).unwrap();
            let occupied = (0..columns)
                .map(|column| {
                    let stones = heights[column as usize].index(rows as usize + 1);
                    ((1 << stones) - 1) << (column * (rows + 1))
                })
                .sum::<u64>();
            let stones = stones & occupied;
            at_height(&game, |height| {
                assert_eq!(height, rows + 1);
                assert_eq!(has_four(&game, stones, height), game.has_four(stones));
                assert_eq!(
                    winning_squares(&game, stones, height) & !occupied,
                    game.winning_squares(stones, occupied)
                );
            });
        }
    }
}
