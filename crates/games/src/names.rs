//! Square names, board strings and text drawings of rectangular boards of up to 128 squares.

use std::fmt::Write;

use solveig_game::{NotationError, excerpt};

/// A rectangle whose squares are numbered row by row from a1 and named by column and row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    /// The number of columns, at most [`Self::MAX_COLUMNS`].
    pub(crate) columns: u32,
    /// The number of rows.
    pub(crate) rows: u32,
    /// The game's word for a square in error messages.
    pub(crate) square: &'static str,
}

/// The stones on a board by colour, bit *i* for square *i*. X is the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colours {
    pub(crate) x: u128,
    pub(crate) o: u128,
}

impl Colours {
    /// Converts stones of the side to move and its opponent to colours.
    pub(crate) const fn new(mover: u128, opponent: u128, first_to_move: bool) -> Self {
        let (x, o) = if first_to_move {
            (mover, opponent)
        } else {
            (opponent, mover)
        };
        Self { x, o }
    }

    /// Converts stones of the side to move and its opponent to those of first and second player.
    pub(crate) const fn by_player([mover, opponent]: [u128; 2], first_to_move: bool) -> [u128; 2] {
        let Self { x, o } = Self::new(mover, opponent, first_to_move);
        [x, o]
    }

    /// The stones of the side to move and of its opponent.
    pub(crate) const fn sides(self, first_to_move: bool) -> (u128, u128) {
        if first_to_move {
            (self.x, self.o)
        } else {
            (self.o, self.x)
        }
    }

    /// The character of a square in drawings.
    pub(crate) const fn stone(self, square: u32) -> char {
        if self.x >> square & 1 == 1 {
            'X'
        } else if self.o >> square & 1 == 1 {
            'O'
        } else {
            '-'
        }
    }
}

impl Names {
    /// Most columns a board can have: the alphabet names them.
    pub(crate) const MAX_COLUMNS: u32 = 26;

    const fn squares(&self) -> u32 {
        self.columns * self.rows
    }

    /// The name of a square: `f5`.
    pub(crate) fn name(&self, square: u32) -> String {
        let (column, row) = (square % self.columns, square / self.columns);
        format!("{}{}", column_letter(column), row + 1)
    }

    /// Reads the name of a square from the front of `text`; returns the square and its length in
    /// bytes.
    ///
    /// # Errors
    ///
    /// Fails if `text` starts with no name of a square, or with one that is not on this board.
    /// `alternative` completes the message by what else is accepted, as in " or pass".
    pub(crate) fn parse(
        &self,
        text: &str,
        alternative: &str,
    ) -> Result<(u32, usize), NotationError> {
        let bytes = text.as_bytes();
        let digits = bytes
            .iter()
            .skip(1)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let Some(letter) = bytes.first().filter(|byte| byte.is_ascii_alphabetic()) else {
            return Err(self.no_name(text, alternative));
        };
        if digits == 0 {
            return Err(self.no_name(text, alternative));
        }
        let length = 1 + digits;
        let column = u32::from(letter.to_ascii_lowercase() - b'a');
        let row = match bytes[1] {
            b'0' => None,
            _ => text[1..length].parse::<u32>().ok(),
        };
        match row {
            Some(row) if column < self.columns && row <= self.rows => {
                Ok(((row - 1) * self.columns + column, length))
            }
            _ => Err(NotationError::new(
                text,
                0,
                format!(
                    "no {} {} on a {}x{} board ({})",
                    self.square,
                    excerpt(&text[..length]),
                    self.columns,
                    self.rows,
                    self.extent()
                ),
            )),
        }
    }

    fn no_name(&self, text: &str, alternative: &str) -> NotationError {
        let (square, example) = (self.square, self.name(self.squares() - 1));
        NotationError::new(
            text,
            0,
            format!("expected a {square} such as {example}{alternative}"),
        )
    }

    fn extent(&self) -> String {
        let last = column_letter(self.columns - 1);
        format!("columns a-{last}, rows 1-{}", self.rows)
    }

    /// The board string: `X`, `O` or `-` for each square row by row from a1, a space, and the side
    /// to move, X or O.
    pub(crate) fn board_string(&self, colours: Colours, first_to_move: bool) -> String {
        let mut text: String = (0..self.squares())
            .map(|square| colours.stone(square))
            .collect();
        text.push(' ');
        text.push(if first_to_move { 'X' } else { 'O' });
        text
    }

    /// Parses a board string as [`Self::board_string`] writes it, ignoring case; returns the stones
    /// and whether X is to move. `None` if `text` does not have the form of a board string.
    pub(crate) fn parse_board(&self, text: &str) -> Option<Result<(Colours, bool), NotationError>> {
        let mut front = text.chars();
        let shaped = match front.next()?.to_ascii_uppercase() {
            '-' => true,
            'X' | 'O' => front.next().is_none_or(|second| !second.is_ascii_digit()),
            _ => false,
        };
        shaped.then(|| self.parse_shaped_board(text))
    }

    fn parse_shaped_board(&self, text: &str) -> Result<(Colours, bool), NotationError> {
        let (squares, square) = (self.squares() as usize, self.square);
        let size = format!("{}x{}", self.columns, self.rows);
        let mut colours = Colours { x: 0, o: 0 };
        let mut characters = text.chars().enumerate();
        let mut read = 0;
        for (at, character) in characters.by_ref() {
            if character.is_whitespace() {
                break;
            }
            if at == squares {
                let problem = format!(
                    "a {size} board has {squares} {square}s: \
                     expected a space and the side to move"
                );
                return Err(NotationError::new(text, at, problem));
            }
            match character.to_ascii_uppercase() {
                'X' => colours.x |= 1 << at,
                'O' => colours.o |= 1 << at,
                '-' => {}
                _ => return Err(NotationError::new(text, at, "expected X, O or -")),
            }
            read = at + 1;
        }
        if read < squares {
            let problem =
                format!("the board ends after {read} {square}s: a {size} board has {squares}");
            return Err(NotationError::new(text, read, problem));
        }
        let mut rest = characters.filter(|(_, character)| !character.is_whitespace());
        let end = text.chars().count();
        let expected = "expected the side to move after the board: X or O";
        let first_to_move = match rest.next() {
            Some((_, 'X' | 'x')) => true,
            Some((_, 'O' | 'o')) => false,
            Some((at, _)) => return Err(NotationError::new(text, at, expected)),
            None => return Err(NotationError::new(text, end, expected)),
        };
        if let Some((at, _)) = rest.next() {
            let problem = "nothing may follow the side to move";
            return Err(NotationError::new(text, at, problem));
        }
        Ok((colours, first_to_move))
    }

    /// Draws the board as text with column letters above and row numbers at the left, each row
    /// `shift` characters further to the right than the one above; every line ends in a line feed.
    pub(crate) fn render(&self, colours: Colours, shift: usize) -> String {
        let width = self.rows.to_string().len();
        let mut text = " ".repeat(width);
        for column in 0..self.columns {
            text.push(' ');
            text.push(column_letter(column));
        }
        text.push('\n');
        for row in 0..self.rows {
            let indent = width + shift * row as usize;
            // Writing to a string cannot fail.
            let _ = write!(text, "{:indent$}", row + 1);
            for column in 0..self.columns {
                text.push(' ');
                text.push(colours.stone(row * self.columns + column));
            }
            text.push('\n');
        }
        text
    }
}

fn column_letter(column: u32) -> char {
    char::from(b'a' + column as u8)
}
