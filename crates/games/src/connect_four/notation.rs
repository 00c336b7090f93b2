//! Column names and board strings.

use solveig_game::{BoardShape, Move, NotationError, rows_at_front};

use super::{ConnectFour, ConnectFourPosition};

/// The name of a column counted from 0: `1` to `9`, then `a`, `b`, ...
pub(super) fn column_name(column: u32) -> char {
    char::from_digit(column + 1, 36).unwrap_or('?')
}

impl ConnectFour {
    pub(super) fn parse_column(&self, text: &str) -> Result<(Move, usize), NotationError> {
        // A closure, since formatting takes longer than parsing the move and only errors need it.
        let extent = || match self.columns {
            1 => "column 1".to_owned(),
            2..=9 => format!("columns 1-{}", self.columns),
            10 => "columns 1-9 and a".to_owned(),
            _ => format!("columns 1-9 and a-{}", column_name(self.columns - 1)),
        };
        match text.chars().next() {
            Some(name) if name.is_ascii_alphanumeric() => {
                let mut number = name.to_digit(36).unwrap_or(0);
                // Where no column has a letter for its name, a letter counts columns. With a digit
                // behind it, it names a square.
                let names_square = text[1..].starts_with(|next: char| next.is_ascii_digit());
                if self.columns < 10 && number > 9 && !names_square {
                    number -= 9;
                }
                if (1..=self.columns).contains(&number) {
                    return Ok((Move(number as u16 - 1), 1));
                }
                let (columns, rows) = (self.columns, self.rows);
                Err(NotationError::new(
                    text,
                    0,
                    format!(
                        "no column {name} on a {columns}x{rows} board ({})",
                        extent()
                    ),
                ))
            }
            Some(other) => Err(NotationError::new(
                text,
                0,
                format!("expected a column ({}), not \"{other}\"", extent()),
            )),
            None => Err(NotationError::new(
                text,
                0,
                format!("expected a column ({})", extent()),
            )),
        }
    }

    /// Plays digits that all are columns with room, in a game that does not end before the last of
    /// them; `None` for anything else.
    pub(super) fn play_columns(
        &self,
        start: &ConnectFourPosition,
        text: &str,
    ) -> Option<(ConnectFourPosition, Vec<Move>)> {
        let mut position = *start;
        let mut played = Vec::with_capacity(text.len());
        let mut before = *start;
        for digit in text.bytes() {
            let column = u32::from(digit.wrapping_sub(b'1'));
            if column >= self.columns.min(9) {
                return None;
            }
            let square = self.playable(position.occupied) & self.column(column);
            if square == 0 {
                return None;
            }
            before = position;
            position = self.place(position, square);
            played.push(Move(column as u16));
        }
        // Four in line persist, so it suffices to check the position before the last move.
        let ended = self.has_four(before.mover) || self.has_four(before.opponent());
        (played.is_empty() || !ended).then_some((position, played))
    }

    /// The board string: rows from the top separated by `/`, `x o .`; x moved first.
    pub fn board_string(&self, position: ConnectFourPosition) -> String {
        let rows: Vec<String> = (0..self.rows)
            .rev()
            .map(|row| self.row(position, row).collect())
            .collect();
        rows.join("/")
    }

    /// One row, counted from 0 at the bottom, from left to right.
    fn row(&self, position: ConnectFourPosition, row: u32) -> impl Iterator<Item = char> {
        let first_to_move = position.occupied.count_ones().is_multiple_of(2);
        let x = if first_to_move {
            position.mover
        } else {
            position.opponent()
        };
        (0..self.columns).map(move |column| {
            let square = 1 << (column * (self.rows + 1) + row);
            if position.occupied & square == 0 {
                '.'
            } else if x & square == 0 {
                'o'
            } else {
                'x'
            }
        })
    }

    /// Whether a text has the form of a board string rather than of a move list.
    pub(super) fn has_board_shape(&self, text: &str) -> bool {
        let o_is_a_column = self.columns >= 24;
        text.contains('/') && !text.starts_with(|letter: char| letter.is_ascii_digit())
            || match text.chars().next() {
                Some('.' | 'x' | 'X' | '*') => true,
                Some('-') => text.len() > 1,
                Some('o' | 'O') => !o_is_a_column || text.contains(['.', 'x', 'X']),
                _ => false,
            }
    }

    /// The board string at the front of a text, and where the text behind it begins.
    pub(super) fn rows_at_front(&self, text: &str) -> Option<(String, usize)> {
        let shape = BoardShape {
            columns: self.columns as usize,
            rows: self.rows as usize,
            first_row_at_top: false,
        };
        rows_at_front(text, shape)
    }

    pub(super) fn parse_shaped_board(
        &self,
        text: &str,
    ) -> Result<ConnectFourPosition, NotationError> {
        let error = |at: usize, problem: String| Err(NotationError::new(text, at, problem));
        let (mut x, mut o) = (0u64, 0u64);
        let (mut column, mut row_from_top) = (0, 0);
        let end = text.chars().count();
        for (at, character) in text.chars().chain(std::iter::once('/')).enumerate() {
            if character == '/' {
                if column != self.columns {
                    return error(
                        at,
                        format!(
                            "row {} from the top has {column} squares: expected {}",
                            row_from_top + 1,
                            self.columns
                        ),
                    );
                }
                (column, row_from_top) = (0, row_from_top + 1);
                if row_from_top == self.rows && at < end {
                    let expected = format!("expected {} rows, then nothing", self.rows);
                    return error(at, expected);
                }
                continue;
            }
            if column == self.columns {
                return error(
                    at,
                    format!(
                        "row {} from the top has more than {} squares: expected /",
                        row_from_top + 1,
                        self.columns
                    ),
                );
            }
            let row = self.rows - 1 - row_from_top;
            let square = 1 << (column * (self.rows + 1) + row);
            match character.to_ascii_lowercase() {
                'x' | '*' => x |= square,
                'o' => o |= square,
                '.' | '-' => {}
                _ => return error(at, "expected x, o or .".to_owned()),
            }
            column += 1;
        }
        if row_from_top != self.rows {
            let read = match row_from_top {
                1 => "one row".to_owned(),
                rows => format!("{rows} rows"),
            };
            let expected = self.rows;
            return error(
                end,
                format!("{read}: expected {expected}, with / or line breaks between them"),
            );
        }
        let occupied = x | o;
        let floating = self.floating(occupied);
        if floating != 0 {
            let square = floating.trailing_zeros();
            let (column, row) = (square / (self.rows + 1), square % (self.rows + 1));
            let at = (self.rows - 1 - row) * (self.columns + 1) + column;
            let name = column_name(column);
            return error(
                at as usize,
                format!("the stone in column {name} lies on an empty square"),
            );
        }
        let mover = if occupied.count_ones().is_multiple_of(2) {
            x
        } else {
            o
        };
        let position = ConnectFourPosition { mover, occupied };
        match self.impossibility(position) {
            None => Ok(position),
            Some(problem) => error(0, problem),
        }
    }

    pub(super) fn draw(&self, position: ConnectFourPosition, first_to_move: bool) -> String {
        let mut text = String::new();
        let mut line = |characters: &mut dyn Iterator<Item = char>| {
            for character in characters {
                text.extend([character, ' ']);
            }
            text.pop();
            text.push('\n');
        };
        for row in (0..self.rows).rev() {
            line(&mut self.row(position, row));
        }
        line(&mut (0..self.columns).map(column_name));
        text += match (self.has_four(position.opponent()), first_to_move) {
            (true, true) => "game over: o has four in line\n",
            (true, false) => "game over: x has four in line\n",
            _ if position.occupied == self.board => "game over: the board is full\n",
            (false, true) => "x to move\n",
            (false, false) => "o to move\n",
        };
        text
    }
}
