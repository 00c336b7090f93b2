//! Rectangular bitboards of at most 64 squares with notation, symmetries and exact keys, shared by
//! Othello and m,n,k games; Go uses the symmetries.
//!
//! Squares are numbered row by row from `a1`, which is square 0; the letter names the column, the
//! number the row.

mod notation;
pub(crate) mod ternary;

use std::fmt;
use std::sync::Arc;

use solveig_game::Symmetry;

use crate::names::Names;
use crate::position::AnyPosition;
use ternary::ImageKeys;

/// The stones of both sides as bitboards, bit *i* for square *i*. The colour of the side to move is
/// not stored, since the rules do not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of the side to move.
    pub mover: u64,
    /// The squares of the opponent.
    pub opponent: u64,
}

impl Position {
    /// The squares of both sides.
    pub const fn occupied(self) -> u64 {
        self.mover | self.opponent
    }

    /// Erases the type of the position.
    pub(crate) fn into_any(self) -> AnyPosition {
        AnyPosition::of_words::<Self>([self.mover.into(), self.opponent.into()])
    }

    /// Recovers a position that [`into_any`](Self::into_any) erased.
    ///
    /// # Panics
    ///
    /// Panics if it is a position of another type.
    #[inline]
    pub(crate) fn from_any(any: &AnyPosition) -> Self {
        let [mover, opponent] = any.words::<Self>().map(|word| word as u64);
        Self { mover, opponent }
    }
}

/// A board of `columns` x `rows` squares, at most 64, with its notation, symmetries and exact keys.
#[derive(Clone)]
pub struct Grid {
    columns: u32,
    rows: u32,
    tables: Arc<Tables>,
}

struct Tables {
    /// The image of every value of every byte of a bitboard, indexed by symmetry, byte and value.
    images: Box<[[[u64; 256]; 8]]>,
    image_keys: ImageKeys,
    /// The number of keys: 3 to the number of squares.
    key_limit: u128,
}

impl Grid {
    /// Maximum number of columns: the alphabet names them.
    pub(crate) const MAX_COLUMNS: u32 = Names::MAX_COLUMNS;

    /// A board of 1 to 64 squares and at most [`Self::MAX_COLUMNS`] columns.
    pub(crate) fn new(columns: u32, rows: u32) -> Self {
        debug_assert!((1..=Self::MAX_COLUMNS).contains(&columns));
        debug_assert!((1..=64).contains(&(columns * rows)));
        let permutations: Vec<Vec<u32>> = (0..order(columns, rows))
            .map(|symmetry| permutation(columns, rows, symmetry))
            .collect();
        let images = permutations
            .iter()
            .map(|permutation| byte_images(permutation));
        Self {
            columns,
            rows,
            tables: Arc::new(Tables {
                images: images.collect(),
                image_keys: ImageKeys::new(&permutations),
                key_limit: 3u128.pow(columns * rows),
            }),
        }
    }

    /// The files of the board, lettered from `a`.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// The ranks of the board, numbered from 1.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// Columns times rows, at most 64.
    pub const fn squares(&self) -> u32 {
        self.columns * self.rows
    }

    /// All squares as a bitboard.
    pub const fn board(&self) -> u64 {
        u64::MAX >> (64 - self.squares())
    }

    /// The squares of one column, counted from 0.
    pub fn column(&self, column: u32) -> u64 {
        (0..self.rows).fold(0, |squares, row| {
            squares | 1 << (row * self.columns + column)
        })
    }

    /// The order of the symmetry group: 8 on a square board, else 4.
    ///
    /// Bit 2 of a symmetry's number transposes the board; then bit 0 mirrors the columns (a becomes
    /// the last one), and bit 1 the rows.
    pub const fn symmetries(&self) -> u8 {
        order(self.columns, self.rows)
    }

    /// The symmetry that undoes `of`.
    pub const fn inverse(&self, of: Symmetry) -> Symmetry {
        // Transposition turns a mirroring of columns into one of rows, so the two bits are
        // exchanged.
        match of.0 {
            5 => Symmetry(6),
            6 => Symmetry(5),
            _ => of,
        }
    }

    /// The image of a bitboard.
    pub fn image(&self, squares: u64, by: Symmetry) -> u64 {
        let table = &self.tables.images[usize::from(by.0)];
        let (mut rest, mut image) = (squares, 0);
        for bytes in table {
            if rest == 0 {
                break;
            }
            image |= bytes[(rest & 0xff) as usize];
            rest >>= 8;
        }
        image
    }

    /// Where a symmetry takes a square.
    pub fn square_image(&self, square: u32, by: Symmetry) -> u32 {
        self.image(1 << square, by).trailing_zeros()
    }

    /// The image of a position.
    pub fn transform(&self, position: Position, by: Symmetry) -> Position {
        Position {
            mover: self.image(position.mover, by),
            opponent: self.image(position.opponent, by),
        }
    }

    /// The image with the least key, and the first symmetry that maps the position to it.
    pub fn canonical(&self, position: Position) -> (Position, Symmetry) {
        let least = self.tables.image_keys.least(position);
        (self.transform(position, least), least)
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({}x{})", self.columns, self.rows)
    }
}

const fn order(columns: u32, rows: u32) -> u8 {
    if columns == rows { 8 } else { 4 }
}

/// The image of each square under a symmetry.
fn permutation(columns: u32, rows: u32, symmetry: u8) -> Vec<u32> {
    let image = |square: u32| {
        let (mut column, mut row) = (square % columns, square / columns);
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        if symmetry & 1 != 0 {
            column = columns - 1 - column;
        }
        if symmetry & 2 != 0 {
            row = rows - 1 - row;
        }
        row * columns + column
    };
    (0..columns * rows).map(image).collect()
}

fn byte_images(permutation: &[u32]) -> [[u64; 256]; 8] {
    let mut images = [[0; 256]; 8];
    for (place, table) in images.iter_mut().enumerate() {
        for (byte, image) in table.iter_mut().enumerate() {
            *image = squares_of_byte(permutation.len(), place, byte)
                .fold(0, |squares, square| squares | 1 << permutation[square]);
        }
    }
    images
}

/// The squares of the board that the value `byte` at index `place` of a bitboard sets.
fn squares_of_byte(squares: usize, place: usize, byte: usize) -> impl Iterator<Item = usize> {
    (0..8)
        .filter(move |bit| byte >> bit & 1 == 1)
        .map(move |bit| place * 8 + bit)
        .filter(move |square| *square < squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_transpose_then_mirror_columns_then_rows() {
        let grid = Grid::new(6, 6);
        let b1 = 1;
        let image = |symmetry| grid.square_image(b1, Symmetry(symmetry));
        let (b1, e1, b6, e6) = (1, 4, 31, 34);
        assert_eq!([0, 1, 2, 3].map(image), [b1, e1, b6, e6]);
        let (a2, f2, a5, f5) = (6, 11, 24, 29);
        assert_eq!([4, 5, 6, 7].map(image), [a2, f2, a5, f5]);
    }

    #[test]
    fn only_square_boards_have_eight_symmetries() {
        assert_eq!(Grid::new(8, 8).symmetries(), 8);
        assert_eq!(Grid::new(8, 4).symmetries(), 4);
        assert_eq!(Grid::new(4, 8).symmetries(), 4);
    }

    #[test]
    fn columns_and_rows_make_up_the_board() {
        for (columns, rows) in [(1, 1), (6, 4), (16, 4), (4, 16), (8, 8)] {
            let grid = Grid::new(columns, rows);
            assert_eq!(grid.board().count_ones(), columns * rows);
            let all = (0..columns).fold(0, |all, column| all | grid.column(column));
            assert_eq!(all, grid.board());
        }
    }
}
