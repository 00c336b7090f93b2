//! What a search has to know of a board's shape, worked out at compile time.

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
    /// What place the square has on each, counted from the lowest number.
    pub place: [u8; 4],
    /// The places of the other squares on each, as bits.
    pub others: [u8; 4],
}

const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

impl<const COLUMNS: usize, const ROWS: usize> Shape<COLUMNS, ROWS> {
    pub const SQUARES: u32 = (COLUMNS * ROWS) as u32;

    /// All squares.
    pub const BOARD: u64 = u64::MAX >> (64 - COLUMNS * ROWS);

    /// How far apart neighbours are in the directions of the first four rays.
    pub const STEPS: [u64; 4] = [1, COLUMNS as u64, COLUMNS as u64 + 1, COLUMNS as u64 - 1];

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

    /// How many doublings of a step lead from one end of the longest line to the other.
    pub const DOUBLINGS: usize = (Self::LONGEST_RUN + 1).ilog2() as usize + 1;

    const FIRST_COLUMN: u64 = Self::column(0);
    const LAST_COLUMN: u64 = Self::column(COLUMNS - 1);

    /// The most squares that can lie between two others on a line.
    pub const LONGEST_RUN: usize = if COLUMNS > ROWS { COLUMNS } else { ROWS } - 2;

    pub const RAYS: [Rays; 64] = {
        let mut rays = [Rays([0; 8]); 64];
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let mut line = 0;
            while line < 4 {
                let (right, down) = DIRECTIONS[line];
                rays[square].0[line] = Self::ray(square, right, down);
                rays[square].0[line + 4] = Self::ray(square, -right, -down);
                line += 1;
            }
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
                neighbours[square] |= Self::neighbour(square, right, down);
                neighbours[square] |= Self::neighbour(square, -right, -down);
                line += 1;
            }
            square += 1;
        }
        neighbours
    };

    pub const CORNERS: u64 =
        1 | 1 << (COLUMNS - 1) | 1 << (COLUMNS * (ROWS - 1)) | 1 << (COLUMNS * ROWS - 1);

    /// The quarter of the board in which each square lies, as one of four bits.
    pub const QUARTER: [u8; 64] = {
        let mut quarter = [0; 64];
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let right = 2 * (square % COLUMNS) >= COLUMNS;
            let down = 2 * (square / COLUMNS) >= ROWS;
            quarter[square] = 1 << (right as u8 + 2 * down as u8);
            square += 1;
        }
        quarter
    };

    /// The squares of each set of quarters.
    pub const QUARTERS: [u64; 16] = {
        let mut quarters = [0; 16];
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let mut set = 0;
            while set < 16 {
                if set as u8 & Self::QUARTER[square] != 0 {
                    quarters[set] |= 1 << square;
                }
                set += 1;
            }
            square += 1;
        }
        quarters
    };

    const fn column(column: usize) -> u64 {
        let (mut squares, mut row) = (0, 0);
        while row < ROWS {
            squares |= 1 << (row * COLUMNS + column);
            row += 1;
        }
        squares
    }

    const fn neighbour(square: usize, right: isize, down: isize) -> u64 {
        let column = (square % COLUMNS) as isize + right;
        let row = (square / COLUMNS) as isize + down;
        if column < 0 || row < 0 || column >= COLUMNS as isize || row >= ROWS as isize {
            0
        } else {
            1 << (row as usize * COLUMNS + column as usize)
        }
    }

    const fn ray(square: usize, right: isize, down: isize) -> u64 {
        let (mut ray, mut next) = (0, Self::neighbour(square, right, down));
        while next != 0 {
            ray |= next;
            next = Self::neighbour(next.trailing_zeros() as usize, right, down);
        }
        ray
    }

    const fn with_square_at(steps: isize) -> [u64; 4] {
        let mut with = [0; 4];
        let mut square = 0;
        while square < COLUMNS * ROWS {
            let mut line = 0;
            while line < 4 {
                let (right, down) = DIRECTIONS[line];
                if Self::neighbour(square, steps * right, steps * down) != 0 {
                    with[line] |= 1 << square;
                }
                line += 1;
            }
            square += 1;
        }
        with
    }

    /// The quarters with an odd number of these squares, as four bits.
    #[inline(always)]
    pub fn odd_quarters(empty: u64) -> u8 {
        let parity = |bit: usize| (empty & Self::QUARTERS[1 << bit]).count_ones() as u8 & 1;
        parity(0) | parity(1) << 1 | parity(2) << 2 | parity(3) << 3
    }
}

/// How many discs a move at a place of a line turns over, by place and by the places where the side
/// to move has discs, if all other places hold the other side's discs or lie beyond the line.
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
