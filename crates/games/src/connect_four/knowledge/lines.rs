//! Lines of four, and the squares that complete them.

use crate::connect_four::ConnectFour;

/// Runs `work` with the number of bits of a column, as a constant for the usual boards: shifts by a
/// constant take a third of the time.
#[inline(always)]
pub(super) fn at_height<T>(game: &ConnectFour, mut work: impl FnMut(u32) -> T) -> T {
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
pub(super) fn winning_squares(game: &ConnectFour, stones: u64, height: u32) -> u64 {
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

/// The squares where lines of four of these stones begin whose squares are `step` apart.
#[inline(always)]
pub(super) const fn fours(stones: u64, step: u32) -> u64 {
    let pairs = stones & (stones >> step);
    pairs & (pairs >> (2 * step))
}

/// Whether four of these stones are in line.
#[inline(always)]
pub(super) fn has_four(game: &ConnectFour, stones: u64, height: u32) -> bool {
    let four = |step: u32| fours(stones, step);
    let upright = four(1);
    if game.columns() < 4 {
        return upright != 0;
    }
    (upright | four(height - 1) | four(height) | four(height + 1)) != 0
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
