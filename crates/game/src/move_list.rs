//! Move lists and their errors.

use std::fmt;

use crate::{GameExt, IllegalMove, Move, Notation, NotationError, excerpt_at};

/// Error: a move list or board string that does not give a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveListError {
    /// A part of the list cannot be played.
    Move {
        /// The list as it was written, of which an excerpt is shown.
        text: String,
        /// Number of the move in the list, from 1 (omitted passes count).
        number: usize,
        /// Byte offset of the move.
        at: usize,
        /// Why the part is no move there.
        cause: MoveError,
    },
    /// The text looks like a board but is not a position.
    Board(NotationError),
}

/// Why a part of a move list cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is not a move of the game.
    Notation(NotationError),
    /// It is not legal in its position.
    Illegal(IllegalMove),
}

impl fmt::Display for MoveListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, number, at, cause) = match self {
            Self::Board(cause) => return cause.fmt(f),
            Self::Move {
                text,
                number,
                at,
                cause,
            } => (text, number, *at, cause),
        };
        let at = text.get(..at).unwrap_or(text).chars().count();
        let (shown, place) = (excerpt_at(text, at), at + 1);
        write!(f, "move {number} of \"{shown}\" (at character {place}): ")?;
        match cause {
            MoveError::Notation(cause) => f.write_str(&cause.problem),
            MoveError::Illegal(cause) => cause.fmt(f),
        }
    }
}

impl std::error::Error for MoveListError {}

/// The default of [`Notation::play_list`]: parses each move, checks that it is legal and plays it.
///
/// # Errors
///
/// Fails at the first move that is unreadable or illegal; the error names it.
pub fn play_move_by_move<G: Notation>(
    game: &G,
    start: &G::Position,
    text: &str,
) -> Result<(G::Position, Vec<Move>), MoveListError> {
    let mut position = start.clone();
    // Most moves are a letter and a number.
    let mut played = Vec::with_capacity(text.len() / 2 + 1);
    let moves_are_numbers = game.parse_move("1").is_ok();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let max_number = match moves_are_numbers {
            true => played.len() + 1,
            false => usize::MAX,
        };
        let trimmed = without_marks(rest, max_number);
        at += rest.len() - trimmed.len();
        let is_move =
            || matches!(game.parse_move(trimmed), Ok((_, length)) if length == trimmed.len());
        if trimmed.is_empty() || is_end_of_game(trimmed, moves_are_numbers) && !is_move() {
            break;
        }
        let number = played.len() + 1;
        let error = |cause| MoveListError::Move {
            text: text.to_owned(),
            number,
            at,
            cause,
        };
        let (next, length) = game
            .parse_move(trimmed)
            .map_err(|cause| error(MoveError::Notation(cause)))?;
        if game.is_forced_pass(&position) && !game.moves(&position).contains(&next) {
            let pass = game.moves(&position)[0];
            position = game.play_unchecked(&position, pass);
            played.push(pass);
        }
        position = game
            .play(&position, next)
            .map_err(|cause| error(MoveError::Illegal(cause)))?;
        played.push(next);
        at += length.max(1);
        at += text.get(at..).map_or(0, judgement);
    }
    Ok((position, played))
}

/// What is left of a text behind the marks at its front that are no moves: space, commas, the
/// numbers of moves up to `max_number` (`12.`), comments in braces, and lines such as
/// `[Event "x"]`.
pub fn without_marks(text: &str, max_number: usize) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|one: char| one.is_whitespace() || one == ',');
        let behind = match rest.chars().next() {
            Some('0'..='9') => behind_number(rest, max_number),
            Some('{') => rest.split_once('}').map(|(_, behind)| behind),
            Some('[') => {
                let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
                line.trim_end().ends_with("\"]").then_some(behind)
            }
            _ => None,
        };
        let Some(behind) = behind else {
            return rest;
        };
        rest = behind;
    }
}

/// What follows the number of a move, which a move must follow.
fn behind_number(text: &str, max: usize) -> Option<&str> {
    let (number, behind) = text.split_once('.')?;
    let behind = behind.trim_start_matches('.');
    let is_number = number.parse::<usize>().is_ok_and(|number| number <= max);
    (is_number && !behind.trim().is_empty()).then_some(behind)
}

/// How many bytes at the front of what follows a move judge it (`!`, `?`) or part it from the next
/// one (`-`).
pub fn judgement(behind: &str) -> usize {
    let rest = behind.trim_start_matches(['!', '?']);
    let rest = match rest.strip_prefix('-') {
        Some(next) if next.starts_with(|one: char| one.is_ascii_alphanumeric()) => next,
        _ => rest,
    };
    behind.len() - rest.len()
}

/// Whether all that is left of a list of moves says how the game ended: `resign` or a result such
/// as `1-0` or, where moves are not numbers, `33-31`.
pub fn is_end_of_game(text: &str, moves_are_numbers: bool) -> bool {
    let text = text.trim_end();
    let is_number = |text: &str| text.len() <= 3 && text.parse::<u16>().is_ok();
    let is_score = |(first, second): (&str, &str)| is_number(first) && is_number(second);
    let resigns = |word: &&str| text.eq_ignore_ascii_case(word);
    matches!(text, "1-0" | "0-1" | "1/2-1/2" | "*")
        || !moves_are_numbers && text.split_once('-').is_some_and(is_score)
        || ["resign", "resigns"].iter().any(resigns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_other_programs_are_no_moves() {
        for text in [
            "f5",
            " , f5",
            "1. f5",
            "1.f5",
            "12... f5",
            "{good, 2. best} 1. f5",
            "[Event \"x\"]\n[Site \"y\"]\r\n\n1. f5",
        ] {
            assert_eq!(without_marks(text, usize::MAX), "f5", "{text}");
        }
        for text in ["12", "{good f5", "[f5", "[f5]", "-", "44", "4.", "5. 4"] {
            assert_eq!(without_marks(text, 4), text);
        }
        assert_eq!(without_marks("4. 5", 4), "5");
        let behind = ["! d6", "!?d6", "-d6", "?-d6", " d6", "--", "", "- d6"];
        assert_eq!(behind.map(judgement), [1, 2, 1, 2, 0, 0, 0, 0]);
        for text in ["1-0", "0-1\n", "1/2-1/2", "*", "resign", "RESIGNS"] {
            assert!(is_end_of_game(text, true), "{text}");
            assert!(is_end_of_game(text, false), "{text}");
        }
        for text in ["1-0 f5", "33", "f5-d6", "-1-0", "1-", "", "4-4-5-3"] {
            assert!(!is_end_of_game(text, false), "{text}");
        }
        assert!(is_end_of_game("33-31", false) && !is_end_of_game("4-4", true));
    }
}
