//! Names of squares, board strings and drawings.

use std::fmt::Write;

use solveig_game::NotationError;

use super::{Grid, Position};

impl Grid {
    /// The name of a square: `f5`.
    pub fn square_name(&self, square: u32) -> String {
        let (column, row) = (square % self.columns, square / self.columns);
        format!("{}{}", column_letter(column), row + 1)
    }

    /// Reads the name of a square from the front of `text`: the square, and how many bytes it took.
    ///
    /// # Errors
    ///
    /// Fails if `text` starts with no name of a square, or with one that is not on this board.
    /// `alternative` says what else could have stood there, as in " or pass".
    pub fn parse_square(
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
            return Err(self.no_square_name(text, alternative));
        };
        if digits == 0 {
            return Err(self.no_square_name(text, alternative));
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
                    "no square {} on a {}x{} board ({})",
                    &text[..length],
                    self.columns,
                    self.rows,
                    self.extent()
                ),
            )),
        }
    }

    fn no_square_name(&self, text: &str, alternative: &str) -> NotationError {
        let example = self.square_name(self.squares() - 1);
        NotationError::new(
            text,
            0,
            format!("expected a square such as {example}{alternative}"),
        )
    }

    fn extent(&self) -> String {
        let last = column_letter(self.columns - 1);
        format!("columns a-{last}, rows 1-{}", self.rows)
    }

    /// The board string: `X`, `O` or `-` for each square row by row from a1, a space, and the side
    /// to move. X is the side that moved first in the play; `first_to_move` says whether that is
    /// the side to move.
    pub fn board_string(&self, position: Position, first_to_move: bool) -> String {
        let (x, mover) = if first_to_move {
            (position.mover, 'X')
        } else {
            (position.opponent, 'O')
        };
        let occupied = position.occupied();
        let mut text: String = (0..self.squares())
            .map(|square| stone(x, occupied, square))
            .collect();
        text.push(' ');
        text.push(mover);
        text
    }

    /// Reads a board string as [`Self::board_string`] writes it, in either case of letters: the
    /// position, and whether X is to move. `None` if `text` does not have the shape of one.
    pub fn parse_board(&self, text: &str) -> Option<Result<(Position, bool), NotationError>> {
        let mut front = text.chars();
        let shaped = match front.next()?.to_ascii_uppercase() {
            '-' => true,
            'X' | 'O' => front.next().is_none_or(|second| !second.is_ascii_digit()),
            _ => false,
        };
        shaped.then(|| self.parse_shaped_board(text))
    }

    fn parse_shaped_board(&self, text: &str) -> Result<(Position, bool), NotationError> {
        let squares = self.squares() as usize;
        let size = format!("{}x{}", self.columns, self.rows);
        let (mut x, mut o) = (0u64, 0u64);
        let mut characters = text.chars().enumerate();
        let mut read = 0;
        for (at, character) in characters.by_ref() {
            if character.is_whitespace() {
                break;
            }
            if at == squares {
                let problem = format!(
                    "a {size} board has {squares} squares: expected a space and the side to move"
                );
                return Err(NotationError::new(text, at, problem));
            }
            match character.to_ascii_uppercase() {
                'X' => x |= 1 << at,
                'O' => o |= 1 << at,
                '-' => {}
                _ => return Err(NotationError::new(text, at, "expected X, O or -")),
            }
            read = at + 1;
        }
        if read < squares {
            let problem =
                format!("the board ends after {read} squares: a {size} board has {squares}");
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
        let (mover, opponent) = if first_to_move { (x, o) } else { (o, x) };
        Ok((Position { mover, opponent }, first_to_move))
    }

    /// The board as text for people, letters above and numbers at the left, X and O as in
    /// [`Self::board_string`]; every line ends in a line feed.
    pub fn render(&self, position: Position, first_to_move: bool) -> String {
        let x = if first_to_move {
            position.mover
        } else {
            position.opponent
        };
        let width = self.rows.to_string().len();
        let mut text = " ".repeat(width);
        for column in 0..self.columns {
            text.push(' ');
            text.push(column_letter(column));
        }
        text.push('\n');
        for row in 0..self.rows {
            // Writing to a string cannot fail.
            let _ = write!(text, "{:width$}", row + 1);
            for column in 0..self.columns {
                text.push(' ');
                text.push(stone(x, position.occupied(), row * self.columns + column));
            }
            text.push('\n');
        }
        text
    }
}

fn column_letter(column: u32) -> char {
    char::from(b'a' + column as u8)
}

fn stone(x: u64, occupied: u64, square: u32) -> char {
    if x >> square & 1 == 1 {
        'X'
    } else if occupied >> square & 1 == 1 {
        'O'
    } else {
        '-'
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_of_squares_lead_back_on_every_board() {
        for (columns, rows) in [(4, 16), (16, 4), (8, 8), (26, 1), (1, 40)] {
            let grid = Grid::new(columns, rows);
            for square in 0..grid.squares() {
                let name = grid.square_name(square);
                let read = grid.parse_square(&name, "").unwrap();
                assert_eq!(read, (square, name.len()));
                let upper = name.to_ascii_uppercase();
                assert_eq!(grid.parse_square(&upper, ""), Ok(read));
            }
        }
    }

    #[test]
    fn a_square_off_the_board_is_named() {
        let grid = Grid::new(6, 4);
        let problem = |text: &str| grid.parse_square(text, " or pass").unwrap_err().problem;
        let tail = "on a 6x4 board (columns a-f, rows 1-4)";
        for name in ["x9", "g1", "a5", "a0", "a01", "F99999999999999999999"] {
            let text = format!("{name}b2");
            assert_eq!(problem(&text), format!("no square {name} {tail}"));
        }
        for text in ["", "f", "ff", "5f", "é5", "a²", "pa"] {
            assert_eq!(problem(text), "expected a square such as f4 or pass");
        }
    }

    #[test]
    fn a_board_that_is_not_one_points_at_the_character() {
        let grid = Grid::new(2, 2);
        let error = |text| {
            let error = grid.parse_board(text).unwrap().unwrap_err();
            (error.at, error.problem)
        };
        let cases = [
            ("XO", 2, "the board ends after 2 squares"),
            ("XO?- X", 2, "expected X, O or -"),
            ("XO--O X", 4, "a 2x2 board has 4 squares"),
            ("XO--", 4, "expected the side to move"),
            ("XO-- ", 5, "expected the side to move"),
            ("XO-- Z", 5, "expected the side to move"),
            ("XO-- X O", 7, "nothing may follow"),
        ];
        for (text, at, problem) in cases {
            let found = error(text);
            assert_eq!(found.0, at, "{text}");
            assert!(found.1.starts_with(problem), "{text}: {}", found.1);
        }
        for moves in ["a1b2", "o3", "pass", "é", ""] {
            assert!(grid.parse_board(moves).is_none(), "{moves}");
        }
    }

    proptest! {
        #[test]
        fn board_strings_lead_back(mover: u64, opponent: u64, first_to_move: bool) {
            let grid = Grid::new(6, 4);
            let mover = mover & grid.board();
            let position = Position { mover, opponent: opponent & grid.board() & !mover };
            let text = grid.board_string(position, first_to_move);
            let read = grid.parse_board(&text);
            prop_assert_eq!(read, Some(Ok((position, first_to_move))));
            let read = grid.parse_board(&text.to_lowercase());
            prop_assert_eq!(read, Some(Ok((position, first_to_move))));
        }

        #[test]
        fn no_text_makes_the_readers_panic(text in "[-xXoOa-h0-9 é²∞]{0,24}|.*") {
            let grid = Grid::new(4, 4);
            if let Ok((square, length)) = grid.parse_square(&text, "") {
                prop_assert!(square < 16 && text.is_char_boundary(length));
            }
            if let Some(Err(error)) = grid.parse_board(&text) {
                prop_assert!(error.at <= text.chars().count());
            }
        }
    }
}
