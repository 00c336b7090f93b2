//! An Othello board of a size fixed at compile time: moves and flips without branches.
//!
//! Loops handle four directions at a time, so that the compiler can vectorize them.

#[cfg(test)]
mod tests;

/// Columns to the right and rows down to the next square in each direction.
const TOWARDS: [[i32; 2]; 4] = [[1, 0], [0, 1], [-1, 1], [1, 1]];

/// The squares from one square to the edge, by direction.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Rays {
    /// Towards higher squares, by the steps of [`Board::STEPS`].
    pub up: [u64; 4],
    /// Towards lower ones.
    pub down: [u64; 4],
}

/// A board of `COLUMNS` x `ROWS` squares.
pub struct Squares<const COLUMNS: u32, const ROWS: u32>;

impl<const COLUMNS: u32, const ROWS: u32> Board for Squares<COLUMNS, ROWS> {
    const COLUMNS: u32 = COLUMNS;
    const ROWS: u32 = ROWS;
}

const fn inner(columns: u32, rows: u32) -> u64 {
    let mut set = 0;
    let mut square = 0;
    while square < columns * rows {
        let column = square % columns;
        if column != 0 && column != columns - 1 {
            set |= 1 << square;
        }
        square += 1;
    }
    set
}

/// The squares from `square`, exclusive, to the edge in a direction.
const fn ray(square: u32, towards: [i32; 2], columns: i32, rows: i32) -> u64 {
    let (mut column, mut row) = (square as i32 % columns, square as i32 / columns);
    let mut ray = 0;
    loop {
        column += towards[0];
        row += towards[1];
        if column < 0 || column >= columns || row < 0 || row >= rows {
            return ray;
        }
        ray |= 1_u64 << (row * columns + column);
    }
}

const fn rays(columns: u32, rows: u32) -> [Rays; 64] {
    const NONE: Rays = Rays {
        up: [0; 4],
        down: [0; 4],
    };
    let mut all = [NONE; 64];
    let mut square = 0;
    while square < columns * rows {
        let mut direction = 0;
        while direction < 4 {
            let [right, below] = TOWARDS[direction];
            let rays = &mut all[square as usize];
            let (columns, rows) = (columns as i32, rows as i32);
            rays.up[direction] = ray(square, [right, below], columns, rows);
            rays.down[direction] = ray(square, [-right, -below], columns, rows);
            direction += 1;
        }
        square += 1;
    }
    all
}

/// The squares with a neighbour at a higher number in each direction, or at a lower one.
const fn with_neighbour(rays: &[Rays; 64], higher: bool) -> [u64; 4] {
    let mut with = [0; 4];
    let mut square = 0;
    while square < 64 {
        let rays = if higher {
            rays[square].up
        } else {
            rays[square].down
        };
        let mut direction = 0;
        while direction < 4 {
            if rays[direction] != 0 {
                with[direction] |= 1 << square;
            }
            direction += 1;
        }
        square += 1;
    }
    with
}

/// For each square those in the same quarter of the board, or those around it.
const fn related(columns: u32, rows: u32, in_quarter: bool) -> [u64; 64] {
    let mut related = [0; 64];
    let mut pair = 0;
    let squares = columns * rows;
    while pair < squares * squares {
        let (one, other) = (pair / squares, pair % squares);
        let (column, row) = (one % columns, one / columns);
        let (other_column, other_row) = (other % columns, other / columns);
        let are = if in_quarter {
            (column >= columns / 2) == (other_column >= columns / 2)
                && (row >= rows / 2) == (other_row >= rows / 2)
        } else {
            column.abs_diff(other_column) <= 1 && row.abs_diff(other_row) <= 1 && one != other
        };
        if are {
            related[one as usize] |= 1 << other;
        }
        pair += 1;
    }
    related
}

/// Constants and functions of a board size.
pub trait Board {
    const COLUMNS: u32;
    const ROWS: u32;

    const SQUARES: i32 = (Self::COLUMNS * Self::ROWS) as i32;
    /// The set of all squares.
    const ALL: u64 = u64::MAX >> (64 - Self::COLUMNS * Self::ROWS);
    /// The squares that are not in an outer column.
    const INNER: u64 = inner(Self::COLUMNS, Self::ROWS);
    const CORNERS: u64 = {
        let first_row = 1 | 1 << (Self::COLUMNS - 1);
        first_row | first_row << (Self::COLUMNS * (Self::ROWS - 1))
    };
    /// The quarter of the board that each square lies in.
    const QUARTERS: &'static [u64; 64] = &related(Self::COLUMNS, Self::ROWS, true);

    /// The number of squares on the longest line.
    const LONGEST: u32 = if Self::COLUMNS > Self::ROWS {
        Self::COLUMNS
    } else {
        Self::ROWS
    };

    /// The difference of the numbers of neighbours in each direction.
    const STEPS: [u32; 4] = [1, Self::COLUMNS, Self::COLUMNS - 1, Self::COLUMNS + 1];
    /// The squares a line may run through in each direction: not the outer columns, unless it runs
    /// along a column.
    const THROUGH: [u64; 4] = [Self::INNER, Self::ALL, Self::INNER, Self::INNER];
    /// The squares from each square to the edge.
    const RAYS: &'static [Rays; 64] = &rays(Self::COLUMNS, Self::ROWS);
    /// The squares with a neighbour at a higher number in each direction, and at a lower one.
    const BELOW_ANOTHER: [u64; 4] = with_neighbour(Self::RAYS, true);
    /// As above.
    const ABOVE_ANOTHER: [u64; 4] = with_neighbour(Self::RAYS, false);
    /// The squares around each square.
    const NEIGHBOURS: &'static [u64; 64] = &related(Self::COLUMNS, Self::ROWS, false);

    /// The squares from one to the edge.
    #[inline(always)]
    fn rays_from(square: u32) -> &'static Rays {
        &Self::RAYS[square as usize % 64]
    }

    /// The squares next to any of `set`; squares of `set` may be among them.
    #[inline(always)]
    fn around(set: u64) -> u64 {
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
    fn at_corners(set: u64) -> u64 {
        let corners = set & Self::CORNERS;
        let along = (corners << 1 | corners >> 1) & Self::INNER;
        let across = (corners << Self::COLUMNS | corners >> Self::COLUMNS) & Self::ALL;
        corners | set & (along | across)
    }

    /// The squares the side to move may play on.
    #[inline(always)]
    fn moves(mover: u64, opponent: u64) -> u64 {
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
    fn flips(square: u32, mover: u64, opponent: u64) -> u64 {
        let rays = Self::rays_from(square);
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
            if Self::LONGEST > 4 {
                beyond |= beyond >> (4 * step);
            }
            if Self::LONGEST > 8 {
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
    fn stable(side: u64, other: u64, enough: u32) -> u64 {
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
    fn utility(mover: u64, opponent: u64) -> i32 {
        let (own, other) = (mover.count_ones() as i32, opponent.count_ones() as i32);
        (own - other) + (Self::SQUARES - own - other) * (own - other).signum()
    }
}
