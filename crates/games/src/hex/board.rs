//! The cells of a board, their neighbours, and chains of stones from edge to edge.

use std::sync::Arc;

use super::cells::CellSet;
use crate::colour::Colour;

/// The maximum number of cells of a board.
pub(super) const MAX_CELLS: usize = 121;

/// A board of `columns` x `rows` cells, at most [`MAX_CELLS`], numbered row by row.
#[derive(Clone, Debug)]
pub(super) struct HexBoard {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// All cells.
    pub(super) all: u128,
    /// The cells along the two edges that each colour connects.
    edges: [[u128; 2]; 2],
    neighbours: Arc<[u128]>,
}

impl HexBoard {
    pub(super) fn new(columns: u32, rows: u32) -> Self {
        let cells = columns * rows;
        debug_assert!((1..=MAX_CELLS as u32).contains(&cells));
        let first_row = (1 << columns) - 1;
        let first_column = (0..rows).fold(0, |column, row| column | 1 << (row * columns));
        let mut board = Self {
            columns,
            rows,
            all: u128::MAX >> (128 - cells),
            edges: [
                [first_row, first_row << (cells - columns)],
                [first_column, first_column << (columns - 1)],
            ],
            neighbours: Arc::default(),
        };
        board.neighbours = (0..cells)
            .map(|cell| board.around(1_u128 << cell) & board.all)
            .collect();
        board
    }

    pub(super) const fn cells(&self) -> u32 {
        self.columns * self.rows
    }

    /// The cells along the two edges that a colour connects: the first and the last row for Black,
    /// the first and the last column for White.
    #[inline]
    pub(super) const fn edges(&self, of: Colour) -> [u128; 2] {
        self.edges[of as usize]
    }

    #[inline]
    pub(super) fn neighbours(&self, cell: usize) -> u128 {
        self.neighbours[cell]
    }

    /// The image of a set of cells under the rotation by 180 degrees.
    #[inline]
    pub(super) const fn rotated(&self, cells: u128) -> u128 {
        cells.reverse_bits() >> (128 - self.cells())
    }

    /// The cells beside those of a set: two in the row, and two in each adjacent row. Cells of the
    /// set may be among them, and bits beyond the board.
    #[inline]
    pub(super) fn around<S: CellSet>(&self, set: S) -> S {
        let [first_column, last_column] = self.edges[1].map(S::of);
        let (left, right) = (set & !first_column, set & !last_column);
        let straight = set << self.columns | set >> self.columns | left >> 1 | right << 1;
        straight | left << (self.columns - 1) | right >> (self.columns - 1)
    }

    /// Flood fill: the cells of `within` connected to those of `from` inside `within`.
    #[inline]
    pub(super) fn flood<S: CellSet>(&self, from: S, within: S) -> S {
        let mut reached = from & within;
        loop {
            let grown = reached | within & self.around(reached);
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// The connected groups of `stones`, in the order of their lowest cells.
    pub(super) fn groups(&self, stones: u128) -> impl Iterator<Item = u128> {
        let mut left = stones;
        std::iter::from_fn(move || {
            let group = self.flood(left & left.wrapping_neg(), left);
            left &= !group;
            (group != 0).then_some(group)
        })
    }

    /// Whether these stones connect the edges of a colour.
    pub(super) fn connects(&self, stones: u128, of: Colour) -> bool {
        match self.cells() {
            ..=64 => self.joins(stones as u64, self.edges(of)),
            _ => self.joins(stones, self.edges(of)),
        }
    }

    #[inline]
    fn joins<S: CellSet>(&self, stones: S, edges: [u128; 2]) -> bool {
        let [from, to] = edges.map(|edge| stones & S::of(edge));
        let mut reached = from;
        if to == S::NONE {
            return false;
        }
        loop {
            if reached & to != S::NONE {
                return true;
            }
            let grown = reached | stones & self.around(reached);
            if grown == reached {
                return false;
            }
            reached = grown;
        }
    }

    /// The cells on each of which a stone would connect the edges of a colour, with stones of that
    /// colour among them, and bits beyond the board.
    pub(super) fn joints(&self, stones: u128, of: Colour) -> u128 {
        match self.cells() {
            ..=64 => u128::from(self.beside_both(stones as u64, self.edges(of))),
            _ => self.beside_both(stones, self.edges(of)),
        }
    }

    #[inline]
    fn beside_both<S: CellSet>(&self, stones: S, edges: [u128; 2]) -> S {
        let [from, to] = edges.map(|edge| {
            let edge = S::of(edge);
            edge | self.around(self.flood(edge, stones))
        });
        from & to
    }
}
