//! The cells of a board, their neighbours, and chains of stones from edge to edge.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};
use std::sync::Arc;

/// A board of `columns` x `rows` cells, at most 128, numbered row by row.
#[derive(Clone, Debug)]
pub(super) struct HexBoard {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// All cells.
    pub(super) all: u128,
    /// The first and the last row.
    pub(super) top_and_bottom: [u128; 2],
    /// The first and the last column.
    pub(super) left_and_right: [u128; 2],
    neighbours: Arc<[u128]>,
}

impl HexBoard {
    pub(super) fn new(columns: u32, rows: u32) -> Self {
        let cells = columns * rows;
        let first_row = (1 << columns) - 1;
        let first_column = (0..rows).fold(0, |column, row| column | 1 << (row * columns));
        Self {
            columns,
            rows,
            all: u128::MAX >> (128 - cells),
            top_and_bottom: [first_row, first_row << (cells - columns)],
            left_and_right: [first_column, first_column << (columns - 1)],
            neighbours: (0..cells)
                .map(|cell| neighbours(columns, rows, cell))
                .collect(),
        }
    }

    pub(super) const fn cells(&self) -> u32 {
        self.columns * self.rows
    }

    pub(super) fn neighbours(&self, cell: u32) -> u128 {
        self.neighbours[cell as usize]
    }

    /// The image of a set of cells under the rotation by 180 degrees.
    pub(super) const fn rotated(&self, cells: u128) -> u128 {
        cells.reverse_bits() >> (128 - self.cells())
    }

    /// Whether a chain of these stones leads from one of the cells `from` to one of `to`.
    pub(super) fn joins(&self, stones: u128, [from, to]: [u128; 2]) -> bool {
        let [first, last] = self.left_and_right;
        if self.cells() <= 64 {
            let sides = [first as u64, last as u64];
            let ends = [from as u64, to as u64];
            joins(self.columns, sides, stones as u64, ends)
        } else {
            joins(self.columns, [first, last], stones, [from, to])
        }
    }

    /// The cells that are beside, or among, stones that lead to one of the cells `from`, and as
    /// well beside such that lead to one of the cells `to`.
    pub(super) fn joints(&self, stones: u128, [from, to]: [u128; 2]) -> u128 {
        let [first, last] = self.left_and_right;
        if self.cells() <= 64 {
            let (sides, stones) = ([first as u64, last as u64], stones as u64);
            let begin = beside(self.columns, sides, stones, from as u64);
            let end = beside(self.columns, sides, stones, to as u64);
            u128::from(begin & end)
        } else {
            let sides = [first, last];
            beside(self.columns, sides, stones, from) & beside(self.columns, sides, stones, to)
        }
    }
}

/// A bitboard of either width: one of 64 bits is flooded in half the time.
trait Bits:
    Copy
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
}

impl Bits for u64 {}
impl Bits for u128 {}

/// Floods the stones from one set of cells until it reaches the other or comes no further.
/// `first` and `last` are the outer columns, from which nothing may run over into the next row.
#[inline]
fn joins<B: Bits>(columns: u32, [first, last]: [B; 2], stones: B, [from, to]: [B; 2]) -> bool {
    let none = B::default();
    let mut reached = stones & from;
    if stones & to == none {
        return false;
    }
    loop {
        if reached & to != none {
            return true;
        }
        let (left, right) = (reached & !first, reached & !last);
        let straight = reached << columns | reached >> columns | left >> 1 | right << 1;
        let slanted = left << (columns - 1) | right >> (columns - 1);
        let grown = reached | stones & (straight | slanted);
        if grown == reached {
            return false;
        }
        reached = grown;
    }
}

/// The cells of an edge, and those beside the stones that chains join to it.
#[inline]
fn beside<B: Bits>(columns: u32, [first, last]: [B; 2], stones: B, edge: B) -> B {
    let mut beside = edge;
    loop {
        let reached = stones & beside;
        let (left, right) = (reached & !first, reached & !last);
        let straight = reached << columns | reached >> columns | left >> 1 | right << 1;
        let slanted = left << (columns - 1) | right >> (columns - 1);
        let grown = beside | straight | slanted;
        if grown == beside {
            return beside;
        }
        beside = grown;
    }
}

/// The cells beside a cell: two in its row, and two in each row next to it.
fn neighbours(columns: u32, rows: u32, cell: u32) -> u128 {
    let (column, row) = ((cell % columns) as i32, (cell / columns) as i32);
    let beside = [(-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1)];
    beside
        .into_iter()
        .map(|(right, down)| (column + right, row + down))
        .filter(|(column, row)| {
            (0..columns as i32).contains(column) && (0..rows as i32).contains(row)
        })
        .fold(0, |cells, (column, row)| {
            cells | 1 << (row as u32 * columns + column as u32)
        })
}
