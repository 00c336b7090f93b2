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
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        at += rest.len() - trimmed.len();
        if trimmed.is_empty() {
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
    }
    Ok((position, played))
}
