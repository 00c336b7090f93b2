//! What can be wrong with a move list.

use std::fmt;

use crate::{IllegalMove, NotationError};

/// A move list or board string that does not lead to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveListError {
    /// A part of the list is no move of the game.
    Notation {
        /// The whole list.
        text: String,
        /// Which move of the list, from 1 (passes that were left out count).
        number: usize,
        /// Where the move starts, in bytes from 0.
        at: usize,
        /// What is wrong with it.
        cause: NotationError,
    },
    /// A move of the list is not legal where it stands.
    Illegal {
        /// The whole list.
        text: String,
        /// Which move of the list, from 1 (passes that were left out count).
        number: usize,
        /// Where the move starts, in bytes from 0.
        at: usize,
        /// The move, and what is legal instead.
        cause: IllegalMove,
    },
    /// The text has the shape of a board, but is not one.
    Board(NotationError),
}

impl MoveListError {
    pub(crate) fn notation(text: &str, number: usize, at: usize, cause: NotationError) -> Self {
        Self::Notation {
            text: text.to_owned(),
            number,
            at,
            cause,
        }
    }

    pub(crate) fn illegal(text: &str, number: usize, at: usize, cause: IllegalMove) -> Self {
        Self::Illegal {
            text: text.to_owned(),
            number,
            at,
            cause,
        }
    }
}

impl fmt::Display for MoveListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Notation {
                text,
                number,
                at,
                cause,
            } => write!(
                f,
                "move {number} of \"{text}\" (at character {}): {}",
                text[..*at].chars().count() + 1,
                cause.problem
            ),
            Self::Illegal {
                text,
                number,
                at,
                cause,
            } => write!(
                f,
                "move {number} of \"{text}\" (at character {}): {cause}",
                text[..*at].chars().count() + 1
            ),
            Self::Board(cause) => cause.fmt(f),
        }
    }
}

impl std::error::Error for MoveListError {}
