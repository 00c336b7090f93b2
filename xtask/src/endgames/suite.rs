//! Suites of endgames in OBF, the line format of Othello test suites.

use std::ops::RangeInclusive;

use solveig_records::obf::positions;

/// A position to solve.
#[derive(Debug, PartialEq)]
pub struct Endgame {
    /// Its line in the suite, counted from 1.
    pub line: usize,
    /// The board and the side to move.
    pub board: String,
    /// The best score that the line states, if it states any.
    pub score: Option<i32>,
}

/// The endgames in some lines of a suite. Comments and empty lines hold none.
pub fn endgames(suite: &str, lines: RangeInclusive<usize>) -> Result<Vec<Endgame>, String> {
    let (first, last) = (*lines.start(), *lines.end());
    let mut found = Vec::new();
    for position in positions(suite) {
        let line = position
            .as_ref()
            .map_or_else(|error| error.at.line, |one| one.number);
        if lines.contains(&line) {
            let position = position.map_err(|error| error.to_string())?;
            let (board, score) = (position.board.to_owned(), position.score());
            found.push(Endgame { line, board, score });
        }
    }
    match found.is_empty() {
        false => Ok(found),
        true if last == usize::MAX => Err(format!("it has no position from line {first} on")),
        true => Err(format!("it has no position in lines {first} to {last}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endgame_has_the_best_score_of_its_line() {
        let found = endgames("  --XO X; a1:-8; b2:+3; % 7: 9\r\n", 1..=1).unwrap();
        let expected = Endgame {
            line: 1,
            board: "--XO X".to_owned(),
            score: Some(3),
        };
        assert_eq!(found, [expected]);
    }

    #[test]
    fn a_field_without_a_score_is_refused_by_place() {
        let suite = "--XO X; a1\n--XO X; a1:+2\n--XO X; a1\n";
        let refused = endgames(suite, 2..=3).unwrap_err();
        assert!(
            refused.starts_with("line 3, character 9: expected a score"),
            "{refused}"
        );
    }

    #[test]
    fn endgames_keep_the_numbers_of_their_lines() {
        let suite = "% a suite\n--XO X;\n\n--OX O; a1:+2;\n";
        let lines = |lines| {
            let found = endgames(suite, lines)?;
            Ok::<_, String>(found.iter().map(|found| found.line).collect::<Vec<_>>())
        };
        assert_eq!(lines(1..=usize::MAX), Ok(vec![2, 4]));
        assert_eq!(lines(3..=4), Ok(vec![4]));
        let none = "it has no position in lines 5 to 9".to_owned();
        assert_eq!(lines(5..=9), Err(none));
    }
}
