//! Lists of hypotheses about positions of Othello, as CSV with the columns
//! `obf,count,score,alpha,beta` (Takizawa 2023: `empty50_tasklist_edax_knowledge.csv`).
//!
//! `obf` has a letter for each square, row by row from a corner, `X`, `O` or `-`, then a space, the
//! side to move and a semicolon.

use std::path::Path;

use hashbrown::HashMap;
use solveig_game::{Value, ValueRange};
use solveig_search::Window;
use solveig_verify::{Othello, Rules, Stage};

use super::graph::{CutGraph, Kind};
use super::{ListedHypotheses, ListedHypothesis};
use crate::checker::range_of;
use crate::error::CampaignError;
use crate::obf;

/// The first line of a list.
pub const HEADER: &str = "obf,count,score,alpha,beta";

/// Reads a list of hypotheses about positions of `graph`, whose cut is at `cut`.
///
/// A byte order mark, carriage returns before line feeds and a missing last line feed are accepted.
///
/// # Errors
///
/// Fails at the first line that is no hypothesis about a position at the cut that play can reach
/// and in which the side to move has a move, or that is about the same position as an earlier one;
/// and if there are no hypotheses. Nothing of such a list is returned.
pub fn read(
    rules: &Othello,
    graph: &CutGraph,
    cut: u32,
    path: &Path,
    bytes: &[u8],
) -> Result<ListedHypotheses, CampaignError> {
    let range = range_of(rules);
    read_rows(rules, path, bytes, |row| {
        let (row, level) = placed(rules, row)?;
        if level != cut {
            let left = rules.max_level();
            return Err(format!(
                "{} empty squares: expected {}, as many as the campaign has at its first cut",
                left - level,
                left - cut
            ));
        }
        if graph.place(row.key).is_none() {
            return Err(
                "play from the start of the campaign cannot reach this position".to_owned(),
            );
        }
        match problem(graph, row, range) {
            Some(problem) => Err(problem),
            None => Ok(row),
        }
    })
}

/// Reads a list of hypotheses about positions above a cut, which all have the same number of empty
/// squares. Whether play can reach them is not looked at; else as [`read`].
///
/// # Errors
///
/// Fails at the first line that is no hypothesis about such a position, as [`read`] does.
pub fn read_above(
    rules: &Othello,
    cut: u32,
    path: &Path,
    bytes: &[u8],
) -> Result<ListedHypotheses, CampaignError> {
    let (range, left) = (range_of(rules), rules.max_level());
    let mut first = None;
    read_rows(rules, path, bytes, |row| {
        let (row, level) = placed(rules, row)?;
        let empty = left - level;
        if level >= cut {
            let least = left - cut + 1;
            return Err(format!("{empty} empty squares: expected {least} or more"));
        }
        let (line, expected) = *first.get_or_insert((row.line, empty));
        if empty != expected {
            return Err(format!(
                "{empty} empty squares: expected {expected}, as line {line} has"
            ));
        }
        match row.problem(range, true) {
            Some(problem) => Err(problem),
            None => Ok(row),
        }
    })
}

/// Reads the lines of a list. `accept` receives each row with the key of its board as it stands,
/// and returns it with the canonical one, or says what is wrong.
fn read_rows(
    rules: &Othello,
    path: &Path,
    bytes: &[u8],
    mut accept: impl FnMut(ListedHypothesis) -> Result<ListedHypothesis, String>,
) -> Result<ListedHypotheses, CampaignError> {
    let failed = |line: u64, problem: String| CampaignError::Line {
        path: path.to_owned(),
        line,
        problem,
    };
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut lines = (1..).zip(bytes.split(|byte| *byte == b'\n').map(|line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        std::str::from_utf8(line)
    }));
    match lines.next() {
        Some((_, Ok(HEADER))) => {}
        _ => return Err(failed(1, format!("expected the header \"{HEADER}\""))),
    }
    let mut rows = Vec::new();
    let mut seen = HashMap::new();
    let mut lines = lines.peekable();
    while let Some((number, line)) = lines.next() {
        if line == Ok("") && lines.peek().is_none() {
            break;
        }
        let row = line.map_err(|_| "it is not text in UTF-8".to_owned());
        let row = row.and_then(|line| row_of(rules, number, line));
        let row = row.and_then(&mut accept);
        let row = row.map_err(|problem| failed(number, problem))?;
        if let Some(earlier) = seen.insert(row.key, number) {
            let problem = format!(
                "the position of line {earlier} again, up to symmetry: expected each position once"
            );
            return Err(failed(number, problem));
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(failed(2, "expected at least one hypothesis".to_owned()));
    }
    ListedHypotheses::new(rows, range_of(rules)).map_err(|[one, other]| {
        let problem = format!("the position of line {} again", one.line);
        failed(other.line, problem)
    })
}

/// The row of one line; its key is not canonical yet.
fn row_of(rules: &Othello, number: u64, line: &str) -> Result<ListedHypothesis, String> {
    let fields: Vec<&str> = line.split(',').collect();
    let &[board, count, score, alpha, beta] = fields.as_slice() else {
        let found = fields.len();
        return Err(format!("{found} fields: expected five, {HEADER}"));
    };
    let number_of = |name: &str, text: &str| -> Result<Value, String> {
        let read = text.parse();
        read.map_err(|_| format!("the {name} {text:?}: expected a whole number"))
    };
    let window = Window {
        alpha: number_of("alpha", alpha)?,
        beta: number_of("beta", beta)?,
    };
    let count: u64 = count
        .parse()
        .map_err(|_| format!("the count {count:?}: expected a whole number from 0"))?;
    if i64::try_from(count).is_err() {
        return Err(format!("the count {count}: expected a number below 2^63"));
    }
    Ok(ListedHypothesis {
        key: rules.key(&obf::position(rules, board.as_bytes())?),
        line: number,
        count,
        score: number_of("score", score)?,
        window,
    })
}

/// The row with the canonical key of its position, and the level of that.
fn placed(rules: &Othello, row: ListedHypothesis) -> Result<(ListedHypothesis, u32), String> {
    let position = rules
        .position(row.key)
        .ok_or_else(|| "no position has this board".to_owned())?;
    match rules.stage(&position) {
        Stage::Moves => {}
        Stage::Pass => {
            return Err(
                "the side to move has no move: expected a bound on the position after the pass"
                    .to_owned(),
            );
        }
        Stage::Over(utility) => {
            return Err(format!(
                "the game is over, with {utility} for the side to move: expected a position with a \
                 move"
            ));
        }
    }
    let key = rules.key(&rules.canonical(&position));
    Ok((ListedHypothesis { key, ..row }, rules.level(&position)))
}

/// What is wrong with the numbers of a row, by themselves or for its position.
fn problem(graph: &CutGraph, row: ListedHypothesis, range: ValueRange) -> Option<String> {
    if let Some(problem) = row.problem(range, true) {
        return Some(problem);
    }
    let upper = row.bounds(range).upper;
    match graph.kind(graph.place(row.key)?) {
        Kind::AtCut(Some(best)) if best > upper => Some(format!(
            "a move ends the game with {best}: the value cannot be at most {upper}"
        )),
        _ => None,
    }
}

/// The line of a list for a hypothesis.
pub fn line_of(rules: &Othello, row: &ListedHypothesis) -> Option<String> {
    let board = rules.describe(&rules.position(row.key)?);
    let Window { alpha, beta } = row.window;
    let (count, score) = (row.count, row.score);
    Some(format!("{board};,{count},{score},{alpha},{beta}"))
}
