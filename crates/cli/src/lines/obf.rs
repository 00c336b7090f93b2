//! Positions in OBF, the line format of Othello test suites.
//!
//! A line has a board, the side to move, and fields with scores:
//!
//! ```text
//! --XO-... X; d3:+4; e6:-2; % a comment
//! ```
//!
//! A field is a move with its score, or a score alone; scores are for the side to move. Empty lines
//! and comment lines hold no position.

use solveig_game::{Game, GameExt, Move, Notation, Value, excerpt};

use crate::failure::Problem;

/// Names of the pass in files of other programs, besides the game's own.
const PASSES: [&str; 2] = ["ps", "pa"];

/// A position of a test suite, with the scores that its line states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObfProblem {
    /// The board and the side to move, as written.
    pub board: String,
    /// Moves with stated scores.
    pub moves: Vec<(Move, Value)>,
    /// The greatest stated score, with a move or alone: the expected value of the position.
    pub score: Option<Value>,
}

/// Reads a line; `None` if it holds no position.
///
/// # Errors
///
/// Fails if the board is not one of `game`, or if a field has an illegal move, an impossible score,
/// or neither move nor score.
pub fn problem<G: Notation>(game: &G, line: &str) -> Result<Option<ObfProblem>, Problem> {
    let line = ObfRecord(line);
    let text = line.0.split('%').next().unwrap_or_default();
    let mut fields = text.split(';').map(|field| field.trim());
    let board = fields.next().unwrap_or_default();
    if text.trim().is_empty() {
        return Ok(None);
    }
    let position = match game.parse_board(board) {
        Some(Ok(position)) => position,
        Some(Err(error)) => return Err(line.error(board, error.at, error.problem)),
        None => return Err(line.error(board, 0, "expected a board and the side to move")),
    };
    let legal = game.moves(&position);
    let mut moves = Vec::new();
    let mut alone = None;
    for field in fields.filter(|field| !field.is_empty()) {
        let Some((written, score)) = field.split_once(':') else {
            alone = alone.max(Some(line.score(game, field)?));
            continue;
        };
        let written = written.trim();
        let played = line.played(game, written)?;
        if !legal.contains(&played) {
            let problem = format!("{} is not legal here", excerpt(written));
            return Err(line.error(written, 0, problem));
        }
        moves.push((played, line.score(game, score.trim())?));
    }
    let score = moves.iter().map(|(_, score)| *score).max().max(alone);
    Ok(Some(ObfProblem {
        board: board.to_owned(),
        moves,
        score,
    }))
}

/// A line, which finds the column of any of its substrings.
struct ObfRecord<'l>(&'l str);

impl ObfRecord<'_> {
    /// The error at character `at` of `part`, which must be a substring of this line.
    fn error(&self, part: &str, at: usize, problem: impl Into<String>) -> Problem {
        let start = part.as_ptr() as usize - self.0.as_ptr() as usize;
        Problem {
            column: Some(self.0[..start].chars().count() + at + 1),
            message: problem.into(),
        }
    }

    fn played<G: Notation>(&self, game: &G, written: &str) -> Result<Move, Problem> {
        let is_pass = PASSES.iter().any(|name| written.eq_ignore_ascii_case(name));
        let name = if is_pass { "pass" } else { written };
        match game.parse_move(name) {
            Ok((played, length)) if length == name.len() => Ok(played),
            Ok((_, length)) => {
                let at = name[..length].chars().count();
                Err(self.error(written, at, "expected a colon after the move"))
            }
            Err(error) => Err(self.error(written, error.at, error.problem)),
        }
    }

    fn score<G: Game>(&self, game: &G, written: &str) -> Result<Value, Problem> {
        let range = game.value_range();
        match written.parse::<Value>() {
            Ok(score) if (range.min..=range.max).contains(&score) => Ok(score),
            Ok(_) => {
                let problem = format!("a score lies between {} and {}", range.min, range.max);
                Err(self.error(written, 0, problem))
            }
            Err(_) => {
                let problem = "expected a score such as +4, or a move and its score such as d3:+4";
                Err(self.error(written, 0, problem))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use solveig_games::othello::Othello;

    use super::*;

    const START: &str = "-----OX--XO----- X";

    fn read(line: &str) -> Result<Option<ObfProblem>, Problem> {
        problem(&Othello::<u64>::new(4, 4).unwrap(), line)
    }

    #[test]
    fn a_line_is_a_board_and_what_is_known_of_it() {
        let game = Othello::<u64>::new(4, 4).unwrap();
        let known = |fields: &str| {
            let found = read(&format!(" {START}{fields}\r\n")).unwrap().unwrap();
            assert_eq!(found.board, START);
            let named = |(played, score): &(Move, Value)| (game.format_move(*played), *score);
            let moves: Vec<_> = found.moves.iter().map(named).collect();
            (moves, found.score)
        };
        let b1 = |score| ("b1".to_owned(), score);
        assert_eq!(known(""), (vec![], None));
        assert_eq!(known(";"), (vec![], None));
        assert_eq!(known(" % a comment; b1:+3"), (vec![], None));
        assert_eq!(known("; -10;"), (vec![], Some(-10)));
        assert_eq!(known(";b1:-10"), (vec![b1(-10)], Some(-10)));
        let two = vec![("a2".to_owned(), -12), b1(8)];
        assert_eq!(
            known("; A2 : -12 ; B1:+8; % 100% sure"),
            (two.clone(), Some(8))
        );
        assert_eq!(known("; a2:-12; b1:8; 9;"), (two, Some(9)));
    }

    #[test]
    fn a_pass_has_several_names() {
        for name in ["pass", "PS", "pa"] {
            let line = format!("--XO------------ X; {name}:-16;");
            let found = read(&line).unwrap().unwrap();
            assert_eq!(found.moves, [(Move(16), -16)], "{name}");
        }
    }

    #[test]
    fn lines_without_a_position_are_passed_over() {
        for line in ["", "\n", "  \r\n", "% -----OX--XO----- X", "  % ; ;"] {
            assert_eq!(read(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        for (line, column, part) in [
            (";", 1, "expected a board"),
            ("f5d6 ; b1:+2", 1, "expected a board"),
            ("  -----OX--XO---- X", 18, "ends after 15 squares"),
            ("-----OX--XO-----", 17, "side to move"),
            ("-----OX--XO----? X", 16, "expected X, O or -"),
            ("-----OX--XO----- X; b1", 21, "expected a score"),
            ("-----OX--XO----- X; b1:", 24, "expected a score"),
            ("-----OX--XO----- X; b1:é", 24, "expected a score"),
            ("-----OX--XO----- X; b1: +17", 25, "between -16 and 16"),
            ("-----OX--XO----- X; :+2", 21, "expected a square"),
            ("-----OX--XO----- X; é:+2", 21, "expected a square"),
            ("-----OX--XO----- X; e1:+2", 21, "no square e1"),
            ("-----OX--XO----- X; b1 c:+2", 23, "expected a colon"),
            (
                "-----OX--XO----- X; b1:2; a1:+2",
                27,
                "a1 is not legal here",
            ),
            ("-----OX--XO----- X; pass:+2", 21, "pass is not legal here"),
            ("-----OX--XO----- X; 4;;;x", 25, "expected a score"),
        ] {
            let error = read(line).unwrap_err();
            assert_eq!(error.column, Some(column), "{line}: {error:?}");
            assert!(error.message.contains(part), "{line}: {error:?}");
        }
    }

    proptest! {
        #[test]
        fn no_line_makes_the_reader_panic(
            line in "(|-----OX--XO----- [XO])[-;: %+0-9a-dps é²∞X\u{2003}]{0,24}|.*"
        ) {
            if let Err(error) = read(&line) {
                prop_assert!(error.column.unwrap() <= line.chars().count() + 1);
            }
        }
    }
}
