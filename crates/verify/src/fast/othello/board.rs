//! An Othello board of a size fixed at compile time: moves and flips without branches.
//!
//! Loops handle four directions at a time, so that the compiler can vectorize them.

/// Constants and functions of a board size.
pub struct OthelloBoard<const COLUMNS: u32, const ROWS: u32>;

/// Columns to the right and rows down to the next square in each direction.
const TOWARDS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];

/// The squares from one square to the edge, by direction.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Rays {
    /// Towards higher squares, by the steps of [`OthelloBoard::STEPS`].
    pub up: [u64; 4],
    /// Towards lower ones.
    pub down: [u64; 4],
}

impl<const COLUMNS: u32, const ROWS: u32> OthelloBoard<COLUMNS, ROWS> {
    /// The number of squares.
    pub const SQUARES: i32 = (COLUMNS * ROWS) as i32;
    /// The set of all squares.
    pub const ALL: u64 = u64::MAX >> (64 - COLUMNS * ROWS);
    /// The corners.
    pub const CORNERS: u64 =
        1 | 1 << (COLUMNS - 1) | 1 << (COLUMNS * (ROWS - 1)) | 1 << (COLUMNS * ROWS - 1);
    /// The quarters of the board.
    pub const QUARTERS: [u64; 4] = Self::quarters();

    /// The number of squares on the longest line.
    pub const LONGEST: u32 = if COLUMNS > ROWS { COLUMNS } else { ROWS };

    /// The difference of the numbers of neighbours in each direction.
    pub const STEPS: [u32; 4] = [1, COLUMNS, COLUMNS - 1, COLUMNS + 1];
    /// The squares a line may run through in each direction: not the outer columns, unless it runs
    /// along a column.
    pub const THROUGH: [u64; 4] = {
        let inner = Self::inner();
        [inner, Self::ALL, inner, inner]
    };
    /// The squares with a neighbour at a higher number in each direction, and at a lower one.
    const BELOW_ANOTHER: [u64; 4] = Self::with_neighbour(1);
    const ABOVE_ANOTHER: [u64; 4] = Self::with_neighbour(-1);
    const RAYS: &'static [Rays; 64] = &Self::rays();
    const QUARTER_OF: &'static [u64; 64] = &Self::quarter_of_each();
    const NEIGHBOURS: &'static [u64; 64] = &Self::all_neighbours();

    const fn inner() -> u64 {
        let mut set = 0;
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let column = square % COLUMNS;
            if column != 0 && column != COLUMNS - 1 {
                set |= 1 << square;
            }
            square += 1;
        }
        set
    }

    const fn quarters() -> [u64; 4] {
        let mut quarters = [0; 4];
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let right = square % COLUMNS >= COLUMNS / 2;
            let lower = square / COLUMNS >= ROWS / 2;
            quarters[right as usize + 2 * lower as usize] |= 1 << square;
            square += 1;
        }
        quarters
    }

    const fn quarter_of_each() -> [u64; 64] {
        let mut of = [0; 64];
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let right = square % COLUMNS >= COLUMNS / 2;
            let lower = square / COLUMNS >= ROWS / 2;
            of[square as usize] = Self::QUARTERS[right as usize + 2 * lower as usize];
            square += 1;
        }
        of
    }

    const fn with_neighbour(towards: i32) -> [u64; 4] {
        let mut with = [0; 4];
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let mut direction = 0;
            while direction < 4 {
                let (right, below) = TOWARDS[direction];
                if Self::ray(square, towards * right, towards * below) != 0 {
                    with[direction] |= 1 << square;
                }
                direction += 1;
            }
            square += 1;
        }
        with
    }

    /// The squares from `square`, exclusive, to the edge in a direction.
    const fn ray(square: u32, right: i32, below: i32) -> u64 {
        let (mut column, mut row) = ((square % COLUMNS) as i32, (square / COLUMNS) as i32);
        let mut ray = 0;
        loop {
            column += right;
            row += below;
            if column < 0 || column >= COLUMNS as i32 || row < 0 || row >= ROWS as i32 {
                return ray;
            }
            ray |= 1_u64 << (row * COLUMNS as i32 + column);
        }
    }

    const fn rays() -> [Rays; 64] {
        const NONE: Rays = Rays {
            up: [0; 4],
            down: [0; 4],
        };
        let mut rays = [NONE; 64];
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let mut direction = 0;
            while direction < 4 {
                let (right, below) = TOWARDS[direction];
                let rays = &mut rays[square as usize];
                rays.up[direction] = Self::ray(square, right, below);
                rays.down[direction] = Self::ray(square, -right, -below);
                direction += 1;
            }
            square += 1;
        }
        rays
    }

    const fn all_neighbours() -> [u64; 64] {
        let mut neighbours = [0; 64];
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let mut other = 0;
            while other < COLUMNS * ROWS {
                let across = (square % COLUMNS).abs_diff(other % COLUMNS);
                let along = (square / COLUMNS).abs_diff(other / COLUMNS);
                if across <= 1 && along <= 1 && other != square {
                    neighbours[square as usize] |= 1 << other;
                }
                other += 1;
            }
            square += 1;
        }
        neighbours
    }

    /// The squares from one to the edge.
    #[inline(always)]
    pub const fn rays_from(square: u32) -> &'static Rays {
        &Self::RAYS[square as usize % 64]
    }

    /// The squares around one.
    #[inline(always)]
    pub fn neighbours(square: u32) -> u64 {
        Self::NEIGHBOURS[square as usize % 64]
    }

    /// The quarter that a square lies in.
    #[inline(always)]
    pub fn quarter(square: u32) -> u64 {
        Self::QUARTER_OF[square as usize % 64]
    }

    /// The squares next to any of `set`; squares of `set` may be among them.
    #[inline(always)]
    pub fn around(set: u64) -> u64 {
        let mut around = 0;
        for direction in 0..4 {
            let step = Self::STEPS[direction];
            let inside = set & Self::THROUGH[direction];
            around |= inside << step | inside >> step;
        }
        around & Self::ALL
    }

    /// The corners of `set`, and its squares beside them on the edge.
    #[inline(always)]
    pub fn at_corners(set: u64) -> u64 {
        let corners = set & Self::CORNERS;
        let along = (corners << 1 | corners >> 1) & Self::inner();
        let across = (corners << COLUMNS | corners >> COLUMNS) & Self::ALL;
        corners | set & (along | across)
    }

    /// The squares the side to move may play on.
    #[inline(always)]
    pub fn moves(mover: u64, opponent: u64) -> u64 {
        let mut reached = 0;
        let longest = Self::LONGEST - 2;
        for direction in 0..4 {
            let step = Self::STEPS[direction];
            let through = opponent & Self::THROUGH[direction];
            // Lines of one and two discs; then lengthened by pairs of opponent's discs.
            let mut up = through & (mover << step);
            let mut down = through & (mover >> step);
            up |= through & (up << step);
            down |= through & (down >> step);
            let pairs_up = through & (through << step);
            let pairs_down = through & (through >> step);
            let mut covered = 2;
            while covered < longest {
                up |= pairs_up & (up << (2 * step));
                down |= pairs_down & (down >> (2 * step));
                covered += 2;
            }
            reached |= up << step | down >> step;
        }
        reached & Self::ALL & !(mover | opponent)
    }

    /// The discs that a move to the empty `square` flips; none if the move is illegal.
    #[inline(always)]
    pub fn flips(square: u32, mover: u64, opponent: u64) -> u64 {
        let rays = &Self::RAYS[square as usize % 64];
        let mut flips = 0;
        for direction in 0..4 {
            let ray = rays.up[direction];
            // A carry runs from below the ray through the opponents to the first other square.
            let end = (opponent | !ray).wrapping_add(1) & ray & mover;
            flips |= end.wrapping_sub(u64::from(end != 0)) & ray;
        }
        for direction in 0..4 {
            let ray = rays.down[direction];
            let step = Self::STEPS[direction];
            // From the first square that is not the opponent's, all those beyond it.
            let mut beyond = ray & !opponent;
            beyond |= beyond >> step;
            beyond |= beyond >> (2 * step);
            if COLUMNS > 4 || ROWS > 4 {
                beyond |= beyond >> (4 * step);
            }
            if COLUMNS > 8 || ROWS > 8 {
                beyond |= beyond >> (4 * step) >> (4 * step);
            }
            let end = beyond & !(beyond >> step) & mover;
            let run = if end == 0 { 0 } else { u64::MAX };
            flips |= ray & !beyond & run;
        }
        flips
    }

    /// Discs of `side` that can never be flipped; there may be others. The search for more ends
    /// when there are `enough`.
    ///
    /// To flip a disc, an opponent's disc must lie on either side of it on some line, one of them
    /// just placed. That is impossible if the line has no empty square, if it ends at the disc, or
    /// if the next disc on it is a stable one of `side`.
    #[inline(always)]
    pub fn stable(side: u64, other: u64, enough: u32) -> u64 {
        // Squares with an empty square on the same line.
        let mut open = [0; 4];
        let mut empty = Self::ALL & !(side | other);
        while empty != 0 {
            let rays = Self::rays_from(empty.trailing_zeros());
            empty &= empty - 1;
            let through = rays.up.iter().zip(&rays.down);
            for (open, (up, down)) in open.iter_mut().zip(through) {
                *open |= up | down;
            }
        }
        let safe: [u64; 4] = std::array::from_fn(|direction| {
            !(Self::BELOW_ANOTHER[direction] & Self::ABOVE_ANOTHER[direction] & open[direction])
        });
        let mut stable = side & safe[0] & safe[1] & safe[2] & safe[3];
        while stable.count_ones() < enough {
            let mut more = side;
            for (direction, safe) in safe.into_iter().enumerate() {
                let step = Self::STEPS[direction];
                let next = (stable & Self::BELOW_ANOTHER[direction]) << step
                    | (stable & Self::ABOVE_ANOTHER[direction]) >> step;
                more &= safe | next;
            }
            if more == stable {
                break;
            }
            stable = more;
        }
        stable
    }

    /// The utility when the game is over: empty squares count for the winner.
    #[inline(always)]
    pub fn utility(mover: u64, opponent: u64) -> i32 {
        let (own, other) = (mover.count_ones() as i32, opponent.count_ones() as i32);
        (own - other) + (Self::SQUARES - own - other) * (own - other).signum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::{Othello, Rules, Stage};

    /// Plays at random and checks that discs found stable are never flipped.
    fn stable_discs_stay<const COLUMNS: u32, const ROWS: u32>(seed: u64) -> u32 {
        let rules = Othello::new(COLUMNS, ROWS).unwrap();
        let mut random = Random(seed);
        let mut position = rules.start();
        // Stable discs found so far of the side to move and of the other.
        let (mut own, mut other, mut found) = (0, 0, 0);
        while !matches!(rules.stage(&position), Stage::Over(_)) {
            assert_eq!(own & !position.mover, 0, "{position:?}");
            assert_eq!(other & !position.opponent, 0, "{position:?}");
            let stable = OthelloBoard::<COLUMNS, ROWS>::stable;
            let all = stable(position.mover, position.opponent, u32::MAX);
            for enough in 0..=all.count_ones() + 1 {
                let some = stable(position.mover, position.opponent, enough);
                assert_eq!(some & !all, 0, "{position:?}");
                assert!(some == all || some.count_ones() >= enough, "{position:?}");
            }
            own |= all;
            other |= stable(position.opponent, position.mover, u32::MAX);
            let mut children = Vec::new();
            rules.children(&position, &mut children);
            position = *random.pick(&children);
            (own, other) = (other, own);
            found += u32::from(own | other != 0);
        }
        assert_eq!((own & !position.mover, other & !position.opponent), (0, 0));
        found
    }

    #[test]
    fn stable_discs_are_never_turned_over() {
        let mut found = 0;
        for seed in 0..2_000 {
            found += stable_discs_stay::<4, 4>(seed);
            found += stable_discs_stay::<6, 4>(seed);
            found += stable_discs_stay::<4, 8>(seed);
            found += stable_discs_stay::<6, 6>(seed);
            found += stable_discs_stay::<10, 4>(seed);
            found += stable_discs_stay::<4, 10>(seed);
        }
        assert!(found > 20_000, "{found}");
    }

    #[test]
    fn what_is_held_at_corners_are_corners_and_neighbours_of_them_on_the_edge() {
        fn check<const COLUMNS: u32, const ROWS: u32>(set: u64) {
            let at = |column: u32, row: u32| set >> (row * COLUMNS + column) & 1 == 1;
            let mut expected = 0;
            for (column, row) in [
                (0, 0),
                (COLUMNS - 1, 0),
                (0, ROWS - 1),
                (COLUMNS - 1, ROWS - 1),
            ] {
                if at(column, row) {
                    let across = (if column == 0 { 1 } else { COLUMNS - 2 }, row);
                    let along = (column, if row == 0 { 1 } else { ROWS - 2 });
                    for (column, row) in [(column, row), across, along] {
                        expected |= u64::from(at(column, row)) << (row * COLUMNS + column);
                    }
                }
            }
            let found = OthelloBoard::<COLUMNS, ROWS>::at_corners(set);
            assert_eq!(found, expected, "{COLUMNS}x{ROWS} {set:x}");
        }
        let mut random = Random(3);
        for _ in 0..2_000 {
            let set = random.next() | random.next();
            check::<4, 4>(set & OthelloBoard::<4, 4>::ALL);
            check::<8, 4>(set & OthelloBoard::<8, 4>::ALL);
            check::<4, 8>(set & OthelloBoard::<4, 8>::ALL);
            check::<6, 6>(set & OthelloBoard::<6, 6>::ALL);
            check::<10, 4>(set & OthelloBoard::<10, 4>::ALL);
            check::<4, 10>(set & OthelloBoard::<4, 10>::ALL);
        }
    }

    #[test]
    fn a_full_edge_and_what_leans_on_it_stay() {
        // The first row is full, and a disc below it at the edge is next to a stable one.
        let row = 0b11_1111;
        let stable = OthelloBoard::<6, 6>::stable(row | 1 << 6, 1 << 7, u32::MAX);
        assert_eq!(stable, row | 1 << 6);
        // A lone disc in the middle is not stable.
        assert_eq!(OthelloBoard::<6, 6>::stable(1 << 14, 0, u32::MAX), 0);
    }
}
