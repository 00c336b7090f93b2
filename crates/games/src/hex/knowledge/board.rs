//! Boards of Hex as sets of cells.

use std::fmt;

/// The most cells a board can have.
pub const MOST_CELLS: usize = 121;

/// The two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Moves first and connects the top with the bottom.
    Black,
    /// Connects the left with the right.
    White,
}

impl Colour {
    /// Both, in the order of their numbers.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other player.
    #[inline]
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// The stones on a board. A cell is a bit: row by row, from the top left corner on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HexStones {
    /// The stones of [`Colour::Black`].
    pub black: u128,
    /// The stones of [`Colour::White`].
    pub white: u128,
}

impl HexStones {
    /// The stones of one player.
    #[inline]
    #[must_use]
    pub fn of(&self, colour: Colour) -> u128 {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }

    /// The board with more stones of one player.
    #[inline]
    #[must_use]
    pub fn with(mut self, colour: Colour, cells: u128) -> Self {
        match colour {
            Colour::Black => self.black |= cells,
            Colour::White => self.white |= cells,
        }
        self
    }

    /// All stones.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> u128 {
        self.black | self.white
    }
}

/// A board with a side to move. Stones may be more of one side than of the other: cells that are
/// filled in are stones, too, and those whose colour does not matter are black ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Situation {
    pub(super) board: HexStones,
    pub(super) mover: Colour,
}

/// The cells of a set, lowest first.
#[derive(Clone, Copy)]
pub(super) struct Cells(pub u128);

impl Iterator for Cells {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let cell = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

/// What does not change during a game: which cells there are and which of them touch.
#[derive(Clone, PartialEq, Eq)]
pub struct HexGeometry {
    columns: u32,
    rows: u32,
    all: u128,
    first_column: u128,
    last_column: u128,
    neighbours: [u128; MOST_CELLS],
    ends: [[u128; 2]; 2],
}

impl HexGeometry {
    /// A board of so many columns and rows; `None` if there would be no cells or more than
    /// [`MOST_CELLS`].
    #[must_use]
    pub fn new(columns: u32, rows: u32) -> Option<Self> {
        let cells = columns.checked_mul(rows)?;
        if cells == 0 || cells as usize > MOST_CELLS {
            return None;
        }
        let all = (1_u128 << cells) - 1;
        let first_row = (1_u128 << columns) - 1;
        let first_column = (0..rows).fold(0, |set, row| set | 1_u128 << (row * columns));
        let last_column = first_column << (columns - 1);
        let mut shape = Self {
            columns,
            rows,
            all,
            first_column,
            last_column,
            neighbours: [0; MOST_CELLS],
            ends: [
                [first_row, first_row << ((rows - 1) * columns)],
                [first_column, last_column],
            ],
        };
        for cell in 0..cells as usize {
            shape.neighbours[cell] = shape.around(1 << cell);
        }
        Some(shape)
    }

    /// The number of columns.
    #[inline]
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The number of rows.
    #[inline]
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// All cells.
    #[inline]
    #[must_use]
    pub fn all(&self) -> u128 {
        self.all
    }

    /// The number of cells.
    #[inline]
    #[must_use]
    pub fn cells(&self) -> usize {
        (self.columns * self.rows) as usize
    }

    /// The neighbours of one cell.
    #[inline]
    pub(super) fn neighbours(&self, cell: usize) -> u128 {
        self.neighbours[cell]
    }

    /// The cells along the two edges that a player wants to connect.
    #[inline]
    pub(super) fn ends(&self, colour: Colour) -> [u128; 2] {
        self.ends[colour as usize]
    }

    /// The cells that touch one of these; some of these may be among them.
    #[inline]
    pub(super) fn around(&self, cells: u128) -> u128 {
        let columns = self.columns;
        let not_first = cells & !self.first_column;
        let not_last = cells & !self.last_column;
        let reached = not_first >> 1
            | not_last << 1
            | cells >> columns
            | cells << columns
            | not_last >> (columns - 1)
            | not_first << (columns - 1);
        reached & self.all
    }

    /// All cells of `within` that are connected with `from` inside `within`, `from` being part of
    /// it.
    #[inline]
    pub(super) fn flood(&self, from: u128, within: u128) -> u128 {
        let mut reached = from & within;
        loop {
            let next = reached | self.around(reached) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Whether a player's stones connect the player's edges.
    #[must_use]
    pub fn has_won(&self, colour: Colour, stones: u128) -> bool {
        let [start, goal] = self.ends(colour);
        self.flood(stones & start, stones) & goal != 0
    }

    /// The cells turned by half a turn, under which Hex is the same.
    #[inline]
    #[must_use]
    pub fn turned(&self, cells: u128) -> u128 {
        cells.reverse_bits() >> (128 - self.columns * self.rows)
    }
}

impl fmt::Debug for HexGeometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape({}x{})", self.columns, self.rows)
    }
}
