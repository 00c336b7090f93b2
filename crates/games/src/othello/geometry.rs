//! Legal squares, flips and quarters on boards of any shape.

use solveig_game::Value;

use crate::grid::Grid;

/// Masks and shifts of one board shape for move generation.
#[derive(Clone)]
pub(super) struct Geometry {
    board: u64,
    /// The differences of the numbers of neighbouring squares: along a row, a column and both
    /// diagonals.
    steps: [u64; 4],
    /// The squares that a run of discs can cross in each direction without wrapping around an edge.
    inner: [u64; 4],
    /// The maximum number of squares that can lie between two others in a line.
    longest_run: usize,
    /// The rays from each square: four with higher numbers, then four with lower ones.
    rays: Box<[[u64; 8]]>,
}

impl Geometry {
    pub(super) fn new(grid: &Grid) -> Self {
        let (columns, rows) = (grid.columns() as usize, grid.rows() as usize);
        let edges = grid.column(0) | grid.column(grid.columns() - 1);
        let inner = grid.board() & !edges;
        Self {
            board: grid.board(),
            steps: steps(columns),
            inner: [inner, grid.board(), inner, inner],
            longest_run: columns.max(rows) - 2,
            rays: (0..columns * rows)
                .map(|square| rays(columns, rows, square))
                .collect(),
        }
    }

    /// The empty squares on which `mover` has a legal move.
    #[inline]
    pub(super) fn legal_squares(&self, mover: u64, opponent: u64) -> u64 {
        let reached = |steps, pairs| reached(steps, self.inner, pairs, mover, opponent);
        // Measured: constant shifts are faster than variable ones.
        let reached = match (self.steps[1], self.longest_run) {
            (8, 0..=6) => reached(steps(8), 2),
            (6, 0..=4) => reached(steps(6), 1),
            (4, 0..=4) => reached(steps(4), 1),
            (_, 0..=6) => reached(self.steps, 2),
            _ => reached(self.steps, 6),
        };
        reached & self.board & !(mover | opponent)
    }

    /// The discs of `opponent` that a disc of `mover` on the empty `square` turns over.
    #[inline]
    pub(super) fn flips(&self, mover: u64, opponent: u64, square: u32) -> u64 {
        flips(&self.rays[square as usize], mover, opponent)
    }
}

/// The squares that runs of discs of `opponent` next to discs of `mover` lead to, taken or not, on
/// a board without runs of more than `2 + 2 * pairs` discs between two squares.
#[inline(always)]
pub(super) fn reached(
    steps: [u64; 4],
    inner: [u64; 4],
    pairs: usize,
    mover: u64,
    opponent: u64,
) -> u64 {
    let mut reached = 0;
    for (step, inner) in steps.into_iter().zip(inner) {
        let through = opponent & inner;
        let up_pairs = through & (through << step);
        let down_pairs = up_pairs >> step;
        let mut up = through & (mover << step);
        let mut down = through & (mover >> step);
        up |= through & (up << step);
        down |= through & (down >> step);
        for _ in 0..pairs {
            up |= up_pairs & (up << (2 * step));
            down |= down_pairs & (down >> (2 * step));
        }
        reached |= (up << step) | (down >> step);
    }
    reached
}

/// The discs of `opponent` that a disc of `mover` turns over on the square with these rays.
#[inline(always)]
pub(super) fn flips(rays: &[u64; 8], mover: u64, opponent: u64) -> u64 {
    let mut flips = 0;
    for &ray in &rays[..4] {
        // The carry of the addition propagates along the ray over the opponent's discs to the
        // first other square.
        let bracket = (opponent | !ray).wrapping_add(1) & ray & mover;
        flips |= bracket.wrapping_sub(u64::from(bracket != 0)) & ray;
    }
    for &ray in &rays[4..] {
        let stop = (!opponent & ray) | 1;
        let bracket = (1 << 63 >> stop.leading_zeros()) & ray & mover;
        flips |= (bracket.wrapping_neg() << 1) & ray;
    }
    flips
}

/// The differences of the numbers of neighbouring squares: along a row, a column and both
/// diagonals.
pub(super) const fn steps(columns: usize) -> [u64; 4] {
    let columns = columns as u64;
    [1, columns, columns + 1, columns - 1]
}

/// The directions of the first four rays of a square; the others are the opposite ones.
pub(super) const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The rays from a square: four with higher numbers, then four with lower ones.
pub(super) const fn rays(columns: usize, rows: usize, square: usize) -> [u64; 8] {
    let mut rays = [0; 8];
    let mut ray = 0;
    while ray < 8 {
        let (mut right, mut down) = DIRECTIONS[ray % 4];
        if ray >= 4 {
            (right, down) = (-right, -down);
        }
        let mut next = neighbour(columns, rows, square, right, down);
        while next != 0 {
            rays[ray] |= next;
            next = neighbour(columns, rows, next.trailing_zeros() as usize, right, down);
        }
        ray += 1;
    }
    rays
}

/// The square that lies so far to the right of another one and below it; none if that is not on the
/// board.
pub(super) const fn neighbour(
    columns: usize,
    rows: usize,
    square: usize,
    right: isize,
    down: isize,
) -> u64 {
    let column = (square % columns) as isize + right;
    let row = (square / columns) as isize + down;
    if column < 0 || row < 0 || column >= columns as isize || row >= rows as isize {
        0
    } else {
        1 << (row as usize * columns + column as usize)
    }
}

/// The four quarters of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quarters {
    /// The quarter in which each square lies, as one of four bits.
    pub(super) of_square: [u8; 64],
    /// The squares of each set of quarters.
    pub(super) squares: [u64; 16],
}

impl Quarters {
    pub(super) const fn new(columns: usize, rows: usize) -> Self {
        let (mut of_square, mut squares) = ([0; 64], [0; 16]);
        let mut square = 0;
        while square < columns * rows {
            let right = 2 * (square % columns) >= columns;
            let down = 2 * (square / columns) >= rows;
            of_square[square] = 1 << (right as u8 + 2 * down as u8);
            let mut set = 0;
            while set < 16 {
                if set as u8 & of_square[square] != 0 {
                    squares[set] |= 1 << square;
                }
                set += 1;
            }
            square += 1;
        }
        Self { of_square, squares }
    }

    /// The quarters with an odd number of these squares, as four bits.
    #[inline(always)]
    pub(super) fn odd(&self, empty: u64) -> u8 {
        let parity = |bit: usize| (empty & self.squares[1 << bit]).count_ones() as u8 & 1;
        parity(0) | parity(1) << 1 | parity(2) << 2 | parity(3) << 3
    }
}

/// The disc difference for `mover` on a board of so many squares, empty ones counted for the
/// winner.
#[inline(always)]
pub(super) const fn final_score(squares: u32, mover: u64, opponent: u64) -> Value {
    let (mover, opponent) = (mover.count_ones() as Value, opponent.count_ones() as Value);
    let empty = squares as Value - mover - opponent;
    let difference = mover - opponent;
    difference + empty * difference.signum()
}
