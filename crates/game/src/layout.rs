//! The layout of boards in drawings.

/// The kinds of boards; the web page, the terminal and the protocols draw each in its own way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Discs that flip.
    Othello,
    /// Stones that fall to the lowest empty row.
    ConnectFour,
    /// Stones in a row.
    Mnk,
    /// Go: stones on the points of a grid.
    Go,
    /// Stones on hexagonal cells.
    Hex,
    /// Edges between dots, and the boxes that they enclose, as in Dots and Boxes. Boxes and edges
    /// alike are cells: of columns and rows counted from 0, those with two odd numbers are boxes,
    /// those with one are edges, and those with none are dots.
    Edges,
    /// Stones on the points of a grid, in any game but Go.
    Points,
    /// A track of cells in a row, or in two rows that face each other, as in Mancala. A cell may
    /// hold a count from 1 to 35 in place of a stone: in the text of a board, `1` to `9` and `a`
    /// to `z`. A move is at the cell from which it starts.
    Track,
    /// No board: an explicit or a random tree.
    Tree,
    /// Any other game: the board as text, the moves as a list.
    Plain,
}

impl Family {
    /// The name in the HTTP interface: `connect-four`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Othello => "othello",
            Self::ConnectFour => "connect-four",
            Self::Mnk => "mnk",
            Self::Go => "go",
            Self::Hex => "hex",
            Self::Edges => "edges",
            Self::Points => "points",
            Self::Track => "track",
            Self::Tree => "tree",
            Self::Plain => "plain",
        }
    }

    /// Whether moves and stones are at the cells of a board. The code of a move is then the index
    /// of its cell, row by row from row 1, or higher for a pass (in Connect Four the column), and
    /// the text of a board begins with a character for each cell: `X`, `O`, `#` if it is taken by
    /// neither side, or `-` if it is empty. A forced pass is written `pass`.
    pub const fn has_cells(self) -> bool {
        !matches!(self, Self::Tree | Self::Plain)
    }
}

/// What a front end needs to draw a board: its family, size and labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLayout {
    /// The kind of board.
    pub family: Family,
    /// The names of the columns from the left; empty if the board has no cells.
    pub column_names: Vec<String>,
    /// The names of the rows from row 1 on; empty if the board has no cells.
    pub row_names: Vec<String>,
    /// Whether row 1 is drawn at the top.
    pub first_row_at_top: bool,
    /// The names of the sides: first and second player.
    pub sides: [&'static str; 2],
}

impl BoardLayout {
    /// The layout of a game without cells, which is drawn as text.
    pub fn plain() -> Self {
        Self {
            family: Family::Plain,
            column_names: Vec::new(),
            row_names: Vec::new(),
            first_row_at_top: true,
            sides: ["First", "Second"],
        }
    }

    /// Columns lettered from `a`, behind `z` by the characters that follow it in Unicode, and rows
    /// numbered from the top.
    pub fn lettered(family: Family, columns: u32, rows: u32, sides: [&'static str; 2]) -> Self {
        let letter = |column: u32| {
            let letter = char::from_u32(column.saturating_add('a' as u32));
            letter.map(String::from).unwrap_or_default()
        };
        Self {
            family,
            column_names: (0..columns).map(letter).collect(),
            row_names: (1..=rows).map(|row| row.to_string()).collect(),
            first_row_at_top: true,
            sides,
        }
    }

    /// A track in one row of cells, which are numbered from 1.
    pub fn track(cells: u32, sides: [&'static str; 2]) -> Self {
        Self {
            family: Family::Track,
            column_names: (1..=cells).map(|cell| cell.to_string()).collect(),
            row_names: vec![String::new()],
            first_row_at_top: true,
            sides,
        }
    }
}
