//! Square names, board strings and text drawings.

use solveig_game::NotationError;

use super::{Grid, Position};
use crate::names::{Colours, Names};

impl Position {
    fn colours(self, first_to_move: bool) -> Colours {
        Colours::new(self.mover.into(), self.opponent.into(), first_to_move)
    }
}

impl Grid {
    const fn names(&self) -> Names {
        Names {
            columns: self.columns,
            rows: self.rows,
            square: "square",
            vertices: false,
        }
    }

    /// The name of a square: `f5`.
    pub fn square_name(&self, square: u32) -> String {
        self.names().name(square)
    }

    /// Reads the name of a square from the front of `text`; returns the square and its length in
    /// bytes.
    ///
    /// # Errors
    ///
    /// Fails if `text` starts with no name of a square, or with one that is not on this board.
    /// `alternative` completes the message by what else is accepted, as in " or pass".
    pub fn parse_square(
        &self,
        text: &str,
        alternative: &str,
    ) -> Result<(u32, usize), NotationError> {
        self.names().parse(text, alternative)
    }

    /// The board string: `X`, `O` or `-` for each square row by row from a1, a space, and the side
    /// to move. X is the first player; `first_to_move` states whether that is the side to move.
    pub fn board_string(&self, position: Position, first_to_move: bool) -> String {
        self.names()
            .board_string(position.colours(first_to_move), first_to_move)
    }

    /// The board string at the front of `text`, and where the text behind it begins.
    pub fn board_at_front(&self, text: &str) -> Option<(String, usize)> {
        self.names().board_at_front(text)
    }

    /// Parses a board string as [`Self::board_string`] or another program writes it; returns the
    /// position and whether X is to move. `None` if `text` does not have the form of a board
    /// string.
    pub fn parse_board(&self, text: &str) -> Option<Result<(Position, bool), NotationError>> {
        let board = self.names().parse_board(text)?;
        Some(board.map(|(colours, first_to_move)| {
            let (mover, opponent) = colours.sides(first_to_move);
            // A board has at most 64 squares.
            let position = Position {
                mover: mover as u64,
                opponent: opponent as u64,
            };
            (position, first_to_move)
        }))
    }

    /// The position with these stones of the first player and of the other; `None` if there is none
    /// on this board.
    pub(crate) fn position_of_stones(
        &self,
        [x, o]: [u128; 2],
        first_to_move: bool,
    ) -> Option<Position> {
        let (mover, opponent) = Colours { x, o }.sides(first_to_move);
        let is_board = x & o == 0 && (x | o) & !u128::from(self.board()) == 0;
        is_board.then_some(Position {
            mover: mover as u64,
            opponent: opponent as u64,
        })
    }

    /// Draws the board as text with column letters above and row numbers at the left, X and O as in
    /// [`Self::board_string`]; every line ends in a line feed.
    pub fn render(&self, position: Position, first_to_move: bool) -> String {
        self.names().render(position.colours(first_to_move), 0)
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
    }
}
