//! Masks and tables of one board.

use std::sync::OnceLock;

use crate::othello::geometry::{self, DIRECTIONS, Quarters};
use crate::othello::knowledge::evaluation::Evaluation;

/// The board of a kernel: one whose size the compiler knows, or any.
///
/// A kernel compiled for one size is faster, and makes the program larger.
pub(super) trait Board: Copy + Send + 'static {
    /// Whether an evaluation of positions may have been learned for this board.
    const MAY_BE_LEARNED: bool;

    fn shape(self) -> &'static Shape;
}

/// A board of `COLUMNS` x `ROWS` squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct SizedBoard<const COLUMNS: usize, const ROWS: usize>;

impl<const COLUMNS: usize, const ROWS: usize> Board for SizedBoard<COLUMNS, ROWS> {
    const MAY_BE_LEARNED: bool = Evaluation::is_shipped(COLUMNS as u32, ROWS as u32);

    #[inline(always)]
    fn shape(self) -> &'static Shape {
        const { &Shape::new(COLUMNS, ROWS) }
    }
}

/// A board of any size, without a learned evaluation.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyBoard(&'static Shape);

impl AnyBoard {
    /// # Panics
    ///
    /// Panics if a side has fewer than 4 squares or more than 17. Sides are even.
    pub(super) fn new(columns: u32, rows: u32) -> Self {
        const SIDES: usize = 9;
        static SHAPES: [[OnceLock<Box<Shape>>; SIDES]; SIDES] =
            [const { [const { OnceLock::new() }; SIDES] }; SIDES];
        let [columns, rows] = [columns, rows].map(|side| side as usize);
        let shape = &SHAPES[columns / 2][rows / 2];
        Self(shape.get_or_init(|| Box::new(Shape::new(columns, rows))))
    }
}

impl Board for AnyBoard {
    const MAY_BE_LEARNED: bool = false;

    #[inline(always)]
    fn shape(self) -> &'static Shape {
        self.0
    }
}

/// The squares of the four lines that cross in a square.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct SquareLines(pub [u64; 4]);

/// How the discs on one line through a square become the index of an entry of
/// [`TURNED_ON_FULL_LINE`]: by a product. PEXT is slow on some processors, and no faster here.
///
/// The squares of a line lie `step` bits apart. A factor with bits `step - 1` apart moves each of
/// them to the top of the product, in their order, and no two partial products meet if the line has
/// at most `step` squares. With bits `step + 1` apart the order is reversed, and one square more
/// fits. The squares of a row are together already: its factor is 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineProduct {
    pub squares: u64,
    pub factor: u64,
    pub shift: u8,
    /// The index of the entry without discs of the mover.
    pub entry: u16,
}

/// Those of the four lines that cross in a square; the first is its row.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct LineProducts(pub [LineProduct; 4]);

/// The eight rays of a square: along a row, a column and both diagonals towards higher numbers,
/// then the same lines towards lower ones.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Rays(pub [u64; 8]);

/// Masks and tables of a board, whose squares are numbered row by row.
#[derive(Debug)]
pub(super) struct Shape {
    pub squares: u32,
    /// All squares.
    pub board: u64,
    pub corners: u64,
    /// The differences of the numbers of neighbours in the directions of the first four rays.
    pub steps: [u64; 4],
    /// The squares a run of discs can cross in each of these directions.
    pub inner: [u64; 4],
    /// The maximum number of squares that can lie between two others on a line.
    pub longest_run: usize,
    /// The number of doubling steps of a fill along the longest line.
    pub doublings: usize,
    /// The squares with a neighbour of a higher number, in each of these directions.
    pub with_higher: [u64; 4],
    /// The squares with a neighbour of a lower number.
    pub with_lower: [u64; 4],
    pub rays: [Rays; 64],
    pub lines: [SquareLines; 64],
    /// `None` if a line is too long for them.
    pub products: Option<[LineProducts; 64]>,
    /// The squares next to each.
    pub neighbours: [u64; 64],
    pub quarters: Quarters,
}

impl Shape {
    pub(super) const fn new(columns: usize, rows: usize) -> Self {
        let board = u64::MAX >> (64 - columns * rows);
        let inner = board & !column(columns, rows, 0) & !column(columns, rows, columns - 1);
        let longest_run = if columns > rows { columns } else { rows } - 2;
        let mut shape = Self {
            squares: (columns * rows) as u32,
            board,
            corners: 1
                | 1 << (columns - 1)
                | 1 << (columns * (rows - 1))
                | 1 << (columns * rows - 1),
            steps: geometry::steps(columns),
            inner: [inner, board, inner, inner],
            longest_run,
            doublings: (longest_run + 1).ilog2() as usize + 1,
            with_higher: [0; 4],
            with_lower: [0; 4],
            rays: [Rays([0; 8]); 64],
            lines: [SquareLines([0; 4]); 64],
            products: line_products(columns, rows),
            neighbours: [0; 64],
            quarters: Quarters::new(columns, rows),
        };
        let mut square = 0;
        while square < columns * rows {
            let rays = geometry::rays(columns, rows, square);
            shape.rays[square] = Rays(rays);
            let mut line = 0;
            while line < 4 {
                let (right, down) = DIRECTIONS[line];
                let higher = geometry::neighbour(columns, rows, square, right, down);
                let lower = geometry::neighbour(columns, rows, square, -right, -down);
                shape.lines[square].0[line] = rays[line] | rays[line + 4] | 1 << square;
                shape.neighbours[square] |= higher | lower;
                if higher != 0 {
                    shape.with_higher[line] |= 1 << square;
                }
                if lower != 0 {
                    shape.with_lower[line] |= 1 << square;
                }
                line += 1;
            }
            square += 1;
        }
        shape
    }

    /// The corners among `discs`, and the discs beside them on the edges.
    #[inline(always)]
    pub(super) const fn corner_groups(&self, discs: u64) -> u64 {
        let corners = discs & self.corners;
        let (mut beside, mut line) = (0, 0);
        while line < 2 {
            beside |= (corners & self.with_higher[line]) << self.steps[line]
                | (corners & self.with_lower[line]) >> self.steps[line];
            line += 1;
        }
        corners | beside & discs
    }

    /// The squares next to a disc of `discs`, on a line on which the disc has two neighbours.
    #[inline(always)]
    pub(super) const fn beside(&self, discs: u64) -> u64 {
        let (mut beside, mut line) = (0, 0);
        while line < 4 {
            let inner = discs & self.inner[line];
            beside |= inner << self.steps[line] | inner >> self.steps[line];
            line += 1;
        }
        beside
    }
}

const fn line_products(columns: usize, rows: usize) -> Option<[LineProducts; 64]> {
    if columns > 8 || rows > columns {
        return None;
    }
    let mut products = [LineProducts([LineProduct::NONE; 4]); 64];
    let (mut square, steps) = (0, geometry::steps(columns));
    while square < columns * rows {
        let rays = geometry::rays(columns, rows, square);
        let mut line = 0;
        while line < 4 {
            let (higher, lower) = (rays[line], rays[line + 4]);
            let (squares, place) = (higher | lower | 1 << square, lower.count_ones());
            products[square].0[line] = LineProduct::new(squares, place, steps[line] as u32);
            line += 1;
        }
        square += 1;
    }
    Some(products)
}

impl LineProduct {
    const NONE: Self = Self {
        squares: 0,
        factor: 0,
        shift: 0,
        entry: 0,
    };

    const fn new(squares: u64, place: u32, step: u32) -> Self {
        let (length, first) = (squares.count_ones(), squares.trailing_zeros());
        if step == 1 {
            return Self {
                squares,
                factor: 1,
                shift: first as u8,
                entry: first_of_line(length, place) as u16,
            };
        }
        let is_reversed = length > step;
        let (highest, apart, place) = match is_reversed {
            false => (64 - length - first, step - 1, place),
            true => (63 - first, step + 1, length - 1 - place),
        };
        let (mut factor, mut disc) = (0, 0);
        while disc < length {
            factor |= 1 << (highest - apart * disc);
            disc += 1;
        }
        Self {
            squares,
            factor,
            shift: (64 - length) as u8,
            entry: first_of_line(length, place) as u16,
        }
    }
}

const fn column(columns: usize, rows: usize, column: usize) -> u64 {
    let (mut squares, mut row) = (0, 0);
    while row < rows {
        squares |= 1 << (row * columns + column);
        row += 1;
    }
    squares
}

/// The index in [`TURNED_ON_FULL_LINE`] of the entries for one line and one square of it.
const fn first_of_line(length: u32, place: u32) -> usize {
    let (mut first, mut longer) = (0, 8);
    while longer > length {
        first += longer as usize * (1 << longer);
        longer -= 1;
    }
    first + ((place as usize) << length)
}

/// The numbers of discs that the mover, in the low byte, and the opponent, in the high byte, flip
/// by a move on an otherwise full line.
///
/// The entries for a line of some length and the place of the move on it lie together, by the
/// indices of the mover's discs.
pub(super) static TURNED_ON_FULL_LINE: [u16; 4096] = {
    let mut table = [0; 4096];
    let mut length = 1;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let (mut own, others) = (0, ((1 << length) - 1) & !(1 << place));
            while own < 1 << length {
                let counts = turned_at(place, own) | turned_at(place, others & !own) << 8;
                table[first_of_line(length, place) + own as usize] = counts;
                own += 1;
            }
            place += 1;
        }
        length += 1;
    }
    table
};

/// The number of discs between the place of a move on a full line and the nearest of `discs` on
/// both sides, where there is one.
const fn turned_at(place: u32, discs: u32) -> u16 {
    let (above, below) = (discs >> (place + 1), discs & ((1 << place) - 1));
    let mut number = 0;
    if above != 0 {
        number += above.trailing_zeros();
    }
    if below != 0 {
        number += place - 1 - below.ilog2();
    }
    number as u16
}
