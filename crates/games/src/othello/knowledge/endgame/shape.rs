//! Masks and tables of one board size, computed at compile time.

use crate::othello::geometry::{self, DIRECTIONS, Quarters};

/// A board of `COLUMNS` x `ROWS` squares, numbered row by row.
pub(super) struct Shape<const COLUMNS: usize, const ROWS: usize>;

/// The eight rays of a square: along a row, a column and both diagonals towards higher numbers,
/// then the same lines towards lower ones.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Rays(pub [u64; 8]);

/// The four lines of up to eight squares that cross in a square.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct SquareLines {
    pub squares: [u64; 4],
    /// The index of the square on each line, from the lowest number.
    pub place: [u8; 4],
    /// The indices of the other squares on each line, as bits.
    pub others: [u8; 4],
}

impl<const COLUMNS: usize, const ROWS: usize> Shape<COLUMNS, ROWS> {
    pub const SQUARES: u32 = (COLUMNS * ROWS) as u32;

    /// All squares.
    pub const BOARD: u64 = u64::MAX >> (64 - COLUMNS * ROWS);

    /// The differences of the numbers of neighbours in the directions of the first four rays.
    pub const STEPS: [u64; 4] = geometry::steps(COLUMNS);

    /// The squares a run of discs can cross in each of these directions.
    pub const INNER: [u64; 4] = {
        let inner = Self::BOARD & !Self::FIRST_COLUMN & !Self::LAST_COLUMN;
        [inner, Self::BOARD, inner, inner]
    };

    /// The squares with a neighbour of a higher number in each of these directions.
    pub const HAS_HIGHER: [u64; 4] = Self::HIGHER_BY[0];

    /// The squares with a neighbour of a lower number in each of these directions.
    pub const HAS_LOWER: [u64; 4] = Self::LOWER_BY[0];

    /// The squares with another one, two, four or eight steps towards higher numbers.
    pub const HIGHER_BY: [[u64; 4]; 4] = [
        Self::with_square_at(1),
        Self::with_square_at(2),
        Self::with_square_at(4),
        Self::with_square_at(8),
    ];

    /// The squares with another one, two, four or eight steps towards lower numbers.
    pub const LOWER_BY: [[u64; 4]; 4] = [
        Self::with_square_at(-1),
        Self::with_square_at(-2),
        Self::with_square_at(-4),
        Self::with_square_at(-8),
    ];

    /// The number of doubling steps of a fill along the longest line.
    pub const DOUBLINGS: usize = (Self::LONGEST_RUN + 1).ilog2() as usize + 1;

    const FIRST_COLUMN: u64 = Self::column(0);
    const LAST_COLUMN: u64 = Self::column(COLUMNS - 1);

    /// The most squares that can lie between two others on a line.
    pub const LONGEST_RUN: usize = if COLUMNS > ROWS { COLUMNS } else { ROWS } - 2;

    pub const RAYS: [Rays; 64] = {
        let mut rays = [Rays([0; 8]); 64];
        let mut square = 0;
        while square < COLUMNS * ROWS {
            rays[square] = Rays(geometry::rays(COLUMNS, ROWS, square));
            square += 1;
        }
        rays
    };

    /// Of use on boards without lines of more than eight squares.
    pub const LINES: [SquareLines; 64] = {
        let mut lines = [SquareLines {
            squares: [0; 4],
            place: [0; 4],
            others: [0; 4],
        }; 64];
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let mut line = 0;
            while line < 4 {
                let higher = Self::RAYS[square].0[line];
                let lower = Self::RAYS[square].0[line + 4];
                let place = lower.count_ones();
                let length = place + 1 + higher.count_ones();
                lines[square].squares[line] = higher | lower | 1 << square;
                lines[square].place[line] = place as u8;
                if length <= 8 {
                    let places = u8::MAX >> (8 - length);
                    lines[square].others[line] = places & !(1 << place);
                }
                line += 1;
            }
            square += 1;
        }
        lines
    };

    /// The squares next to each.
    pub const NEIGHBOURS: [u64; 64] = {
        let mut neighbours = [0; 64];
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let mut line = 0;
            while line < 4 {
                let (right, down) = DIRECTIONS[line];
                neighbours[square] |= geometry::neighbour(COLUMNS, ROWS, square, right, down);
                neighbours[square] |= geometry::neighbour(COLUMNS, ROWS, square, -right, -down);
                line += 1;
            }
            square += 1;
        }
        neighbours
    };

    pub const CORNERS: u64 =
        1 | 1 << (COLUMNS - 1) | 1 << (COLUMNS * (ROWS - 1)) | 1 << (COLUMNS * ROWS - 1);

    pub const ALL_QUARTERS: Quarters = Quarters::new(COLUMNS, ROWS);

    /// The quarter of the board in which each square lies, as one of four bits.
    pub const QUARTER: [u8; 64] = Self::ALL_QUARTERS.of_square;

    /// The squares of each set of quarters.
    pub const QUARTERS: [u64; 16] = Self::ALL_QUARTERS.squares;

    /// The squares next to a disc of `discs`, on a line on which the disc has two neighbours.
    #[inline(always)]
    pub const fn beside(discs: u64) -> u64 {
        let (mut beside, mut line) = (0, 0);
        while line < 4 {
            let inner = discs & Self::INNER[line];
            beside |= inner << Self::STEPS[line] | inner >> Self::STEPS[line];
            line += 1;
        }
        beside
    }

    const fn column(column: usize) -> u64 {
        let (mut squares, mut row) = (0, 0);
        while row < ROWS {
            squares |= 1 << (row * COLUMNS + column);
            row += 1;
        }
        squares
    }

    const fn with_square_at(steps: isize) -> [u64; 4] {
        let mut with = [0; 4];
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let mut line = 0;
            while line < 4 {
                let (right, down) = DIRECTIONS[line];
                if geometry::neighbour(COLUMNS, ROWS, square, steps * right, steps * down) != 0 {
                    with[line] |= 1 << square;
                }
                line += 1;
            }
            square += 1;
        }
        with
    }
}

/// The number of discs that a move flips on an otherwise full line, by the index of the move and
/// the indices of the mover's discs; all other indices hold the opponent's discs or lie beyond the
/// line.
pub(super) static TURNED_ON_FULL_LINE: [[u8; 256]; 8] = {
    let mut turned = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let above = own >> (place + 1);
            let below = own & ((1 << place) - 1);
            if above != 0 {
                turned[place][own] += (above as u32).trailing_zeros() as u8;
            }
            if below != 0 {
                turned[place][own] += place as u8 - 1 - (below as u32).ilog2() as u8;
            }
            own += 1;
        }
        place += 1;
    }
    turned
};
