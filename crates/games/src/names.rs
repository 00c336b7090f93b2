//! Square names, board strings and text drawings of rectangular boards of up to 128 squares.

use std::fmt::Write;

use solveig_game::{
    BoardShape, NotationError, board_at_front, board_without_side, excerpt, is_after_pass,
};

/// A rectangle whose squares are numbered row by row and named by column and row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names {
    /// The number of columns, at most [`Self::MAX_COLUMNS`].
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    /// The game's word for a square in error messages.
    pub(crate) square: &'static str,
    /// Whether squares have the vertex names of the Go Text Protocol: capital letters without I for
    /// the columns, and row 1 at the bottom. Otherwise letters are small and row 1 is at the top.
    pub(crate) vertices: bool,
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

/// What a board lacks that does not end with a side.
const EXPECTED_SIDE: &str = "expected the side to move after the board: X or O";

impl Names {
    /// Maximum number of columns: the alphabet names them.
    pub(crate) const MAX_COLUMNS: u32 = 26;

    const fn squares(&self) -> u32 {
        self.columns * self.rows
    }

    /// The name of a square: `f5`.
    pub(crate) fn name(&self, square: u32) -> String {
        let (column, row) = (square % self.columns, square / self.columns);
        format!("{}{}", self.column_letter(column), row + 1)
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
        let letter = bytes.first().filter(|byte| byte.is_ascii_alphabetic());
        let Some(letter) = letter.filter(|_| digits > 0) else {
            let (square, example) = (self.square, self.name(self.squares() - 1));
            let problem = format!("expected a {square} such as {example}{alternative}");
            return Err(NotationError::new(text, 0, problem));
        };
        let length = 1 + digits;
        let is_named = |column: &u32| {
            let name = self.column_letter(*column);
            name.eq_ignore_ascii_case(&char::from(*letter))
        };
        let column = (0..self.columns).find(is_named);
        let row = match bytes[1] {
            b'0' => None,
            _ => text[1..length].parse::<u32>().ok(),
        };
        match (column, row) {
            (Some(column), Some(row)) if row <= self.rows => {
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

    fn extent(&self) -> String {
        let [first, last] = [0, self.columns - 1].map(|column| self.column_letter(column));
        let skipped = match self.vertices && self.columns > 8 {
            true => " without I",
            false => "",
        };
        format!("columns {first}-{last}{skipped}, rows 1-{}", self.rows)
    }

    pub(crate) const fn column_letter(&self, column: u32) -> char {
        let column = column as u8;
        (match self.vertices {
            true => b'A' + column + (column >= 8) as u8,
            false => b'a' + column,
        }) as char
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

    /// The board string at the front of `text`, and where the text behind it begins.
    pub(crate) fn board_at_front(&self, text: &str) -> Option<(String, usize)> {
        board_at_front(text, self.shape())
    }

    const fn shape(&self) -> BoardShape {
        BoardShape {
            columns: self.columns as usize,
            rows: self.rows as usize,
            first_row_at_top: !self.vertices,
        }
    }

    /// Parses a board string as [`Self::board_string`] or another program writes it; returns the
    /// stones and whether X is to move. `None` if `text` does not have the form of a board string.
    pub(crate) fn parse_board(&self, text: &str) -> Option<Result<(Colours, bool), NotationError>> {
        if let Some((board, end)) = self.board_at_front(text)
            && end == text.len()
        {
            return Some(self.parse_shaped_board(&board));
        }
        if is_after_pass(text) {
            let problem = "a board does not hold the pass before it: expected the board before that \
                           pass, and behind it the pass";
            return Some(Err(NotationError::new(text, 0, problem)));
        }
        if board_without_side(text, self.shape()).is_some() {
            let end = text.chars().count();
            return Some(Err(NotationError::new(text, end, EXPECTED_SIDE)));
        }
        let mut front = text.chars();
        let shaped = match front.next()?.to_ascii_uppercase() {
            '-' | '.' | '*' => true,
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
                'X' | '*' => colours.x |= 1 << at,
                'O' => colours.o |= 1 << at,
                '-' | '.' => {}
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
        let expected = EXPECTED_SIDE;
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
            text.push(self.column_letter(column));
        }
        text.push('\n');
        for line in 0..self.rows {
            let row = match self.vertices {
                true => self.rows - 1 - line,
                false => line,
            };
            let indent = width + shift * line as usize;
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
