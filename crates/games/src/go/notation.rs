//! Vertex names, board strings and text drawings.
//!
//! Points have the vertex names of the Go Text Protocol: a letter without I for the column and a
//! number for the row, A1 at the bottom left. X is Black, O is White.

use solveig_game::{Move, NotationError};

use super::{Colour, Go, GoPosition, LongCycle};
use crate::names::{Colours, Names};

/// Maximum number of columns: the letters without I name them.
pub(super) const MAX_COLUMNS: u32 = 25;

const PASS: &str = "pass";

impl Go {
    pub(super) const fn names(&self) -> Names {
        Names {
            columns: self.board.columns(),
            rows: self.board.rows(),
            square: "point",
            vertices: true,
        }
    }

    pub(super) fn name_of(&self, written: Move) -> String {
        match u32::from(written.0) {
            point if point < self.board.points() => self.names().name(point),
            _ => PASS.to_owned(),
        }
    }

    /// Parses a vertex or `pass` at the front of `text`, ignoring case; returns the move and its
    /// length in bytes.
    pub(super) fn parse_vertex(&self, text: &str) -> Result<(Move, usize), NotationError> {
        let front = text.as_bytes().get(..PASS.len());
        if front.is_some_and(|front| front.eq_ignore_ascii_case(PASS.as_bytes())) {
            return Ok((self.pass(), PASS.len()));
        }
        let (point, length) = self.names().parse(text, " or pass")?;
        Ok((Move(point as u16), length))
    }

    /// The board string: `X` for Black, `O` for White or `-` for each point row by row from A1, a
    /// space, and the side to move. It holds neither passes nor history.
    pub fn board_string(&self, position: &GoPosition) -> String {
        let black_to_move = position.to_move == Colour::Black;
        self.names().board_string(colours(position), black_to_move)
    }

    pub(super) fn parse_board_string(
        &self,
        text: &str,
    ) -> Option<Result<GoPosition, NotationError>> {
        let (found, black_to_move) = match self.names().parse_board(text)? {
            Ok(board) => board,
            Err(error) => return Some(Err(error)),
        };
        // A board has at most 49 points.
        let stones = [found.x as u64, found.o as u64];
        let to_move = match black_to_move {
            true => Colour::Black,
            false => Colour::White,
        };
        let captured = self.chains_without_liberty(stones);
        if captured == 0 {
            return Some(Ok(GoPosition::new(stones, to_move, 0)));
        }
        let first = captured.trailing_zeros();
        let problem = format!("the chain at {} has no liberty", self.names().name(first));
        Some(Err(NotationError::new(text, first as usize, problem)))
    }

    /// Draws the board as text, the first row at the bottom.
    pub(super) fn draw(&self, position: &GoPosition) -> String {
        let mut text = self.names().render(colours(position), 0);
        let [black, white] = position.stones;
        let next = match position.to_move {
            Colour::Black => "Black (X)",
            Colour::White => "White (O)",
        };
        let winner = match position.cycle {
            None => None,
            Some(LongCycle::Drawn) => Some("a draw"),
            Some(LongCycle::WonBy(Colour::Black)) => Some("Black (X) wins"),
            Some(LongCycle::WonBy(Colour::White)) => Some("White (O) wins"),
        };
        if let Some(winner) = winner {
            text += &format!("game over by a long cycle: {winner}\n");
            return text;
        }
        text += &match position.passes {
            0 => format!("{next} to move\n"),
            1 => format!("{next} to move after a pass\n"),
            _ => format!(
                "game over: area {} of Black, {} of White\n",
                self.board.area(black, white).count_ones(),
                self.board.area(white, black).count_ones()
            ),
        };
        text
    }
}

fn colours(position: &GoPosition) -> Colours {
    let [x, o] = position.stones.map(u128::from);
    Colours { x, o }
}

#[cfg(test)]
mod tests {
    use solveig_game::{Game, Keyed, Notation};

    use super::*;

    #[test]
    fn names_of_points_lead_back_on_every_board() {
        for (columns, rows) in [(1, 1), (7, 7), (9, 5), (25, 1), (1, 49)] {
            let game = Go::new(columns, rows).unwrap();
            for code in 0..game.move_codes() {
                let name = game.format_move(Move(code));
                let read = Ok((Move(code), name.len()));
                assert_eq!(game.parse_move(&name), read, "{name}");
                assert_eq!(game.parse_move(&name.to_ascii_lowercase()), read);
            }
        }
        let wide = Go::new(25, 1).unwrap();
        let name = |point| wide.format_move(Move(point));
        assert_eq!(name(7), "H1");
        assert_eq!(name(8), "J1");
        assert_eq!(name(24), "Z1");
    }

    #[test]
    fn a_point_off_the_board_is_named() {
        let problem = |game: &Go, text: &str| game.parse_move(text).unwrap_err().problem;
        let game = Go::new(5, 3).unwrap();
        let tail = "on a 5x3 board (columns A-E, rows 1-3)";
        for name in ["F1", "a4", "A0", "a01", "I1", "Z99999999999999999999"] {
            let text = format!("{name} B2");
            assert_eq!(problem(&game, &text), format!("no point {name} {tail}"));
        }
        for text in ["", "A", "pas", "5a", "é5", "a²"] {
            assert_eq!(problem(&game, text), "expected a point such as E3 or pass");
        }
        let wide = Go::new(9, 5).unwrap();
        assert_eq!(
            problem(&wide, "I1"),
            "no point I1 on a 9x5 board (columns A-J without I, rows 1-5)"
        );
    }

    #[test]
    fn the_first_row_is_drawn_at_the_bottom() {
        let game = Go::new(3, 2).unwrap();
        let position = game.parse_position("A1 C2 pass").unwrap();
        let drawing = "  A B C\n2 - - O\n1 X - -\nWhite (O) to move after a pass\n";
        assert_eq!(game.render(&position, false), drawing);
        let over = game.parse_position("A1 C2 A2 pass pass").unwrap();
        assert!(
            game.render(&over, true)
                .ends_with("game over: area 2 of Black, 1 of White\n")
        );
        assert_eq!(game.board_string(&position), "X----O O");
    }

    #[test]
    fn a_board_with_a_chain_without_liberties_is_refused() {
        let game = Go::new(3, 2).unwrap();
        let problem = |board| game.parse_board(board).unwrap().unwrap_err().to_string();
        assert_eq!(
            problem("OX-X-- X"),
            "character 1 of \"OX-X-- X\": the chain at A1 has no liberty"
        );
        assert_eq!(
            problem("OXO-O- X"),
            "character 2 of \"OXO-O- X\": the chain at B1 has no liberty"
        );
        assert_eq!(
            problem("XXXXXX O"),
            "character 1 of \"XXXXXX O\": the chain at A1 has no liberty"
        );
        assert!(problem("X----- -").contains("side to move"));
        assert!(problem("X------ X").contains("6 points"));
        let start = game.parse_board("------ X").unwrap().unwrap();
        assert_eq!(start, game.start());
    }
}
