//! The board on which a record is read.

use solveig_game::{BoardLayout, Family};

/// A game and its board.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// The spec of the game: `go:5x5?komi=24.5`.
    pub spec: &'a str,
    /// The layout of its board.
    pub layout: &'a BoardLayout,
}

impl Board<'_> {
    pub(crate) fn columns(&self) -> usize {
        self.layout.column_names.len()
    }

    pub(crate) fn rows(&self) -> usize {
        self.layout.row_names.len()
    }

    pub(crate) fn is(&self, family: Family) -> bool {
        self.layout.family == family
    }

    /// `6x4`, for messages.
    pub(crate) fn size(&self) -> String {
        format!("{}x{}", self.columns(), self.rows())
    }

    /// The number that SGF has for the kind of game (FF[4], property GM).
    pub(crate) fn sgf_number(&self) -> Option<&'static str> {
        match self.layout.family {
            Family::Go => Some("1"),
            Family::Othello => Some("2"),
            Family::Mnk => Some("4"),
            Family::Hex => Some("11"),
            Family::ConnectFour | Family::Tree | Family::Plain => None,
        }
    }

    /// The cells of the start: four discs in Othello, nothing in other games.
    pub(crate) fn start(&self) -> String {
        let (columns, rows) = (self.columns(), self.rows());
        let mut cells = vec!['-'; columns * rows];
        if self.is(Family::Othello) {
            let corner = (rows / 2).saturating_sub(1) * columns + (columns / 2).saturating_sub(1);
            for (cell, disc) in [(0, 'O'), (1, 'X'), (columns, 'X'), (columns + 1, 'O')] {
                if let Some(square) = cells.get_mut(corner + cell) {
                    *square = disc;
                }
            }
        }
        cells.into_iter().collect()
    }

    /// The board string of cells; `-` for the start of the game.
    pub(crate) fn string(&self, cells: &str, black_to_move: bool) -> String {
        match black_to_move {
            true if cells == self.start() => "-".to_owned(),
            true => format!("{cells} X"),
            false => format!("{cells} O"),
        }
    }

    /// The index of a cell, row by row from row 1, by its column and its line from the top.
    pub(crate) fn cell(&self, column: usize, line: usize) -> usize {
        let row = match self.layout.first_row_at_top {
            true => line,
            false => self.rows() - 1 - line,
        };
        row * self.columns() + column
    }

    /// The name of a cell.
    pub(crate) fn cell_name(&self, cell: usize) -> String {
        let name = |names: &[String], at: usize| names.get(at).cloned().unwrap_or_default();
        let columns = self.columns().max(1);
        let column = name(&self.layout.column_names, cell % columns);
        column + &name(&self.layout.row_names, cell / columns)
    }

    /// Whether a move names a cell.
    pub(crate) fn has_cell(&self, name: &str) -> bool {
        let mut columns = self.layout.column_names.iter();
        columns.any(|column| {
            let row = name.strip_prefix(column.as_str());
            row.is_some_and(|row| self.layout.row_names.iter().any(|name| name == row))
        })
    }
}

/// The cells of a board of Othello, and whether Black is to move: `X` or `*` and `O` are discs, `-`
/// and `.` empty squares, the last letter is the side to move. `None` for any other text.
pub(crate) fn othello_cells(text: &str) -> Option<(String, bool)> {
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    let letters: Option<String> = letters
        .map(|letter| match letter {
            '*' | 'X' | 'x' => Some('X'),
            'O' | 'o' => Some('O'),
            '-' | '.' => Some('-'),
            _ => None,
        })
        .collect();
    let mut cells = letters?;
    match cells.pop()? {
        'X' => Some((cells, true)),
        'O' => Some((cells, false)),
        _ => None,
    }
}

/// An error where a board has another number of squares than its size says.
pub(crate) fn expect_squares(cells: &str, expected: usize) -> Result<(), String> {
    match cells.len() {
        found if found == expected => Ok(()),
        found => Err(format!(
            "the board has {found} squares; expected {expected}"
        )),
    }
}
