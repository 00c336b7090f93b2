//! The board on which a record is read.

use solveig_game::{BoardLayout, Family, Spec};

/// A game and its board.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    /// The spec of the game: `go:5x5?komi=24.5`.
    pub spec: &'a str,
    /// Where its cells lie and what they are called.
    pub layout: &'a BoardLayout,
}

impl Board<'_> {
    pub(crate) fn columns(&self) -> usize {
        self.layout.column_names.len()
    }

    pub(crate) fn rows(&self) -> usize {
        self.layout.row_names.len()
    }

    pub(crate) const fn family(&self) -> Family {
        self.layout.family
    }

    pub(crate) fn is(&self, family: Family) -> bool {
        self.layout.family == family
    }

    /// `6x4`, for messages.
    pub(crate) fn size(&self) -> String {
        format!("{}x{}", self.columns(), self.rows())
    }

    /// A note that a record has no `property` with the size of its board.
    pub(crate) fn unstated(&self, property: &str) -> String {
        let size = self.size();
        format!("The record does not state its board ({property}). It was read as {size}.")
    }

    /// The number that SGF has for the kind of game (FF[4], property GM).
    pub(crate) fn sgf_number(&self) -> Option<&'static str> {
        match self.layout.family {
            Family::Go => Some("1"),
            Family::Othello => Some("2"),
            Family::Mnk => Some("4"),
            Family::Hex => Some("11"),
            Family::ConnectFour
            | Family::Edges
            | Family::Points
            | Family::Track
            | Family::Tree
            | Family::Plain => None,
        }
    }

    /// The cells of the start: four discs in Othello, nothing in other games.
    pub(crate) fn start(&self) -> String {
        let (columns, rows) = (self.columns(), self.rows());
        let [left, top] = [columns, rows].map(|length| (length / 2).wrapping_sub(1));
        let is_othello = self.is(Family::Othello);
        let cells = (0..columns * rows).map(|cell| {
            let from_left = (cell % columns).wrapping_sub(left);
            match (from_left, (cell / columns).wrapping_sub(top)) {
                (0, 0) | (1, 1) if is_othello => 'O',
                (0, 1) | (1, 0) if is_othello => 'X',
                _ => '-',
            }
        });
        cells.collect()
    }

    /// Whether play begins on a board that was set up.
    pub(crate) fn is_set_up(&self) -> bool {
        Spec::parse(self.spec).is_ok_and(|spec| spec.parameter("start").is_some())
    }

    /// A board string, or `-` where it is that of the start.
    pub(crate) fn from(&self, board: String) -> String {
        match board.strip_suffix(" X") == Some(&self.start()) && !self.is_set_up() {
            true => "-".to_owned(),
            false => board,
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

    pub(crate) fn cell_name(&self, cell: usize) -> String {
        let name = |names: &[String], at: usize| names.get(at).cloned().unwrap_or_default();
        let columns = self.columns().max(1);
        let column = name(&self.layout.column_names, cell % columns);
        column + &name(&self.layout.row_names, cell / columns)
    }
}

/// The board string of Othello that a text has without regard to spaces: `X` or `*` and `O` are
/// discs, `-` and `.` empty squares, the last letter is the side to move.
pub(crate) fn othello_board(text: &str) -> Option<String> {
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
    let mover = cells.pop().filter(|mover| *mover != '-')?;
    Some(format!("{cells} {mover}"))
}

/// An error where a board string has not the `expected` number of squares.
pub(crate) fn expect_squares(board: &str, expected: usize) -> Result<(), String> {
    match board.len() - " X".len() {
        found if found == expected => Ok(()),
        found => Err(format!(
            "the board has {found} squares; expected {expected}"
        )),
    }
}
