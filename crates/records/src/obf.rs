//! OBF, the line format of Othello test suites.
//!
//! A line has a board, the side to move, and fields with scores:
//!
//! ```text
//! --XO-... X; d3:+4; e6:-2; % a comment
//! ```
//!
//! Moves may follow the side to move: `--XO-... X f5 d6;`. A field is a move with its score, or a
//! score alone; scores are for the side to move. Empty lines and comment lines hold no position.

use solveig_game::{GameExt, Move, Notation, Value, excerpt};

use crate::board::{Board, expect_squares, othello_board};
use crate::place::{Place, RecordError};
use crate::played::PASS;
use crate::{Format, Record, StatedBoard};

/// The length of the shortest board string: four squares, a space and the side to move.
const SHORTEST_BOARD: usize = 6;

/// A line with a position, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObfLine<'l> {
    /// The number of the line, from 1.
    pub number: usize,
    /// The board and the side to move, and moves behind them.
    pub board: &'l str,
    text: &'l str,
    fields: Vec<ObfField<'l>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct ObfField<'l> {
    /// `None` for a score alone.
    played: Option<&'l str>,
    score: &'l str,
    value: Value,
}

/// The positions of a text, each with the number of its line.
pub fn positions(text: &str) -> impl Iterator<Item = Result<ObfLine<'_>, RecordError>> {
    let lines = (1..).zip(text.lines());
    lines.filter_map(|(number, line)| ObfLine::read(line, number).transpose())
}

impl<'l> ObfLine<'l> {
    /// Reads line `number` of a text; `None` if it holds no position.
    ///
    /// # Errors
    ///
    /// Fails if a field has no score.
    pub fn read(text: &'l str, number: usize) -> Result<Option<Self>, RecordError> {
        let Some(mut line) = Self::without_fields(text, number) else {
            return Ok(None);
        };
        let parts = stated(text).split(';').skip(1).map(str::trim);
        for part in parts.filter(|part| !part.is_empty()) {
            let (played, score) = match part.split_once(':') {
                Some((played, score)) => (Some(played.trim()), score.trim()),
                None => (None, part),
            };
            let value = score.parse().map_err(|_| {
                let problem = "expected a score such as +4, or a move and its score such as d3:+4";
                line.error(score, 0, problem)
            })?;
            line.fields.push(ObfField {
                played,
                score,
                value,
            });
        }
        Ok(Some(line))
    }

    /// Line `number` of a text with its board alone; `None` if it holds no position.
    fn without_fields(text: &'l str, number: usize) -> Option<Self> {
        let stated = stated(text);
        (!stated.trim().is_empty()).then(|| Self {
            number,
            board: stated.split(';').next().unwrap_or_default().trim(),
            text,
            fields: Vec::new(),
        })
    }

    /// The greatest stated score, with a move or alone: the expected value of the position.
    pub fn score(&self) -> Option<Value> {
        self.fields.iter().map(|field| field.value).max()
    }

    /// Checks the position and what is stated of it by the rules of `game`.
    ///
    /// # Errors
    ///
    /// Fails if the board is not one of `game`, or if a field has an illegal move or an impossible
    /// score.
    pub fn check<G: Notation>(&self, game: &G) -> Result<(), RecordError> {
        let front = game.board_at_front(self.board);
        let (board, moves) = match front {
            Some((_, end)) => self.board.split_at(end),
            None => (self.board, ""),
        };
        let start = match game.parse_board(board.trim_end()) {
            Some(Ok(position)) => position,
            Some(Err(error)) => return Err(self.error(self.board, error.at, error.problem)),
            None => return Err(self.error(self.board, 0, "expected a board and the side to move")),
        };
        let played = game.play_list(&start, moves);
        let (position, _) = played.map_err(|error| self.error(moves, 0, error.to_string()))?;
        let legal = game.moves(&position);
        let range = game.value_range();
        for field in &self.fields {
            if let Some(written) = field.played {
                let played = self.played(game, written)?;
                if !legal.contains(&played) {
                    let problem = format!("{} is not legal here", excerpt(written));
                    return Err(self.error(written, 0, problem));
                }
            }
            if !range.contains(field.value) {
                let problem = format!("a score lies between {} and {}", range.min, range.max);
                return Err(self.error(field.score, 0, problem));
            }
        }
        Ok(())
    }

    fn played<G: Notation>(&self, game: &G, written: &str) -> Result<Move, RecordError> {
        match game.parse_move(written) {
            Ok((played, length)) if length == written.len() => Ok(played),
            Ok((_, length)) => {
                let at = written[..length].chars().count();
                Err(self.error(written, at, "expected a colon after the move"))
            }
            Err(error) => Err(self.error(written, error.at, error.problem)),
        }
    }

    /// The error at character `at` of `part`, which must be a substring of this line.
    fn error(&self, part: &str, at: usize, problem: impl Into<String>) -> RecordError {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        let place = Place {
            line: self.number,
            character: self.text[..start].chars().count() + at + 1,
        };
        place.error(problem)
    }
}

/// What a line has before its comment; nothing of the empty lines below a drawn board.
fn stated(line: &str) -> &str {
    let stated = line.split('%').next().unwrap_or_default();
    if stated.trim() == "|" { "" } else { stated }
}

/// Whether a text is OBF: every line has a board, and there are several of them, or scores. A
/// single board with moves behind it is a board and moves.
pub(crate) fn is_obf(text: &str) -> bool {
    let has_position = |line: &&str| !stated(line).trim().is_empty();
    let lines: Vec<&str> = text.lines().filter(has_position).collect();
    let is_board = |line: &&str| {
        let board = line.split([';', '%']).next().and_then(othello_board);
        board.is_some_and(|board| board.len() >= SHORTEST_BOARD)
    };
    let [first, others @ ..] = &lines[..] else {
        return false;
    };
    let has_fields = first.contains([':', '%']) || first.trim_end().ends_with(';');
    lines.iter().all(is_board) && (!others.is_empty() || has_fields)
}

/// Reads the boards of a game, one a line: the disc that a line adds is the move.
pub(crate) fn record(text: &str, board: &Board<'_>) -> Result<Record, RecordError> {
    let mut record = Record {
        format: Format::Obf,
        ..Record::default()
    };
    let lines = (1..).zip(text.lines());
    for line in lines.filter_map(|(number, line)| ObfLine::without_fields(line, number)) {
        let wrong = |problem| line.error(line.text, 0, problem);
        let missing = || wrong("expected a board and the side to move".to_owned());
        let next = othello_board(line.board).ok_or_else(missing)?;
        expect_squares(&next, board.columns() * board.rows()).map_err(wrong)?;
        match record.boards.last() {
            None => record.from = board.from(next.clone()),
            Some(before) => {
                let moves = between(&before.board, &next, board).ok_or_else(|| {
                    wrong(format!(
                        "no single move leads here from the board in line {}; expected the \
                         positions of one game in order, or one position",
                        before.line
                    ))
                })?;
                record.moves.extend(moves);
            }
        }
        record.boards.push(StatedBoard {
            after: record.moves.len(),
            board: next,
            line: line.number,
        });
    }
    Ok(record)
}

/// The moves from one board string to the next: the disc that was added, and passes. `None` if no
/// single move leads there.
fn between(before: &str, next: &str, board: &Board<'_>) -> Option<Vec<String>> {
    let cells = before.chars().zip(next.chars()).enumerate();
    let changed = cells.filter(|(_, (old, new))| (*old == '-') != (*new == '-'));
    let changed: Vec<(usize, (char, char))> = changed.collect();
    let pass = || PASS.to_owned();
    let [(cell, ('-', disc))] = changed[..] else {
        // The last letter is the side to move.
        let passed = before != next && before[..before.len() - 1] == next[..next.len() - 1];
        return passed.then(|| vec![pass()]);
    };
    let first = (!before.ends_with(disc)).then(pass);
    let last = next.ends_with(disc).then(pass);
    let moves = first.into_iter().chain([board.cell_name(cell)]);
    Some(moves.chain(last).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use solveig_games::othello::Othello;

    use super::*;

    const START: &str = "-----OX--XO----- X";

    fn read(line: &str) -> Result<Option<ObfLine<'_>>, RecordError> {
        let read = ObfLine::read(line, 7)?;
        if let Some(line) = &read {
            line.check(&Othello::<u64>::new(4, 4).unwrap())?;
        }
        Ok(read)
    }

    #[test]
    fn a_line_is_a_board_and_what_is_known_of_it() {
        let summary = |fields: &str| {
            let line = format!(" {START}{fields}\r\n");
            let found = read(&line).unwrap().unwrap();
            assert_eq!(found.board, START);
            (found.fields.len(), found.score())
        };
        assert_eq!(summary(""), (0, None));
        assert_eq!(summary(";"), (0, None));
        assert_eq!(summary(" % a comment; b1:+3"), (0, None));
        assert_eq!(summary("; -10;"), (1, Some(-10)));
        assert_eq!(summary(";b1:-10"), (1, Some(-10)));
        assert_eq!(summary("; A2 : -12 ; B1:+8; % 100% sure"), (2, Some(8)));
        assert_eq!(summary("; a2:-12; b1:8; 9;"), (3, Some(9)));
    }

    #[test]
    fn boards_have_the_letters_of_several_programs() {
        for board in [
            "-----O*--*O-----*",
            "-----ox--xo----- x",
            ".....O*..*O..... *",
        ] {
            let line = format!("{board}; b1:-8;");
            let found = read(&line).unwrap().unwrap();
            assert_eq!((found.board, found.score()), (board, Some(-8)));
        }
    }

    #[test]
    fn a_pass_has_several_names() {
        for name in ["pass", "PS", "pa", "--"] {
            let line = format!("--XO------------ X; {name}:-16;");
            assert_eq!(read(&line).unwrap().unwrap().score(), Some(-16), "{name}");
        }
    }

    #[test]
    fn moves_may_follow_the_board() {
        for moves in [" b1 a1", " b1a1", "b1 a1"] {
            let line = format!("{START}{moves}; a2:+2;");
            let read = read(&line).map(|line| line.and_then(|line| line.score()));
            match moves.starts_with(' ') {
                true => assert_eq!(read, Ok(Some(2)), "{line}"),
                false => assert!(read.is_err(), "{line}"),
            }
        }
        let error = read("-----OX--XO----- X b1 b1").unwrap_err();
        assert!(error.problem.contains("b1 is not legal"), "{error:?}");
        assert_eq!(error.at.character, 20);
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
            let place = Place {
                line: 7,
                character: column,
            };
            assert_eq!(error.at, place, "{line}: {error:?}");
            assert!(error.problem.contains(part), "{line}: {error:?}");
        }
    }

    proptest! {
        #[test]
        fn no_line_makes_the_reader_panic(
            line in "(|-----OX--XO----- [XO])[-;: %+0-9a-dps é²∞X\u{2003}]{0,24}|.*"
        ) {
            if let Err(error) = read(&line) {
                prop_assert!(error.at.character <= line.chars().count() + 1);
            }
        }
    }
}
