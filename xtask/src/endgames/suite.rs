//! Suites of endgames in OBF, the line format of Othello test suites.

use std::ops::RangeInclusive;

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
    for (line, text) in (1..)
        .zip(suite.lines())
        .filter(|(at, _)| lines.contains(at))
    {
        let problem = |problem| format!("line {line}: {problem}");
        if let Some((board, score)) = endgame(text).map_err(problem)? {
            let board = board.to_owned();
            found.push(Endgame { line, board, score });
        }
    }
    match found.is_empty() {
        false => Ok(found),
        true if last == usize::MAX => Err(format!("it has no position from line {first} on")),
        true => Err(format!("it has no position in lines {first} to {last}")),
    }
}

/// The board and the side to move of a line, and the best score it states.
fn endgame(line: &str) -> Result<Option<(&str, Option<i32>)>, String> {
    let text = line.split('%').next().unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(None);
    }
    let (board, fields) = text.split_once(';').unwrap_or((text, ""));
    let mut best = None;
    for field in fields.split(';').map(str::trim) {
        if field.is_empty() {
            continue;
        }
        let score = field.split_once(':').map_or(field, |(_, score)| score);
        let score: i32 = score.trim().parse().map_err(|_| {
            format!("{field}: expected a score such as +4, or a move and its score such as d3:+4")
        })?;
        best = best.max(Some(score));
    }
    Ok(Some((board.trim(), best)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_score_of_a_line_is_the_position_s() {
        for (line, score) in [
            ("--XO X; a1:-8; b2:+3; % 7: 9", Some(3)),
            ("--XO X; a1:-8;", Some(-8)),
            ("  --XO X; +0\r", Some(0)),
            ("--XO X;", None),
            ("--XO X % +4", None),
            ("--XO X", None),
        ] {
            assert_eq!(endgame(line), Ok(Some(("--XO X", score))), "{line}");
        }
        for line in ["", " \r", "% --XO X; +4"] {
            assert_eq!(endgame(line), Ok(None), "{line}");
        }
    }

    #[test]
    fn a_field_without_a_score_is_refused_by_line() {
        let refused = endgames("--XO X; a1:+2\n--XO X; a1\n", 1..=2).unwrap_err();
        assert!(
            refused.starts_with("line 2: a1: expected a score"),
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
