//! Errors in the notation of moves and positions.

use std::fmt;

use crate::{escaped, excerpt_at};

/// Error: text that is not a move or a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The whole text that was read.
    pub text: String,
    /// Where the problem is, in characters from 0.
    pub at: usize,
    /// The problem and what was expected, as a sentence without a full stop.
    pub problem: String,
}

impl NotationError {
    /// An error at character `at` of `text`.
    pub fn new(text: &str, at: usize, problem: impl Into<String>) -> Self {
        Self {
            text: text.to_owned(),
            at,
            problem: escaped(&problem.into()).into_owned(),
        }
    }

    /// The same error relative to a longer `text`, in which the original text starts at character
    /// `offset`.
    pub fn within(self, text: &str, offset: usize) -> Self {
        Self {
            text: text.to_owned(),
            at: offset + self.at,
            problem: self.problem,
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "character {} of \"{}\": {}",
            self.at + 1,
            excerpt_at(&self.text, self.at),
            self.problem
        )
    }
}

impl std::error::Error for NotationError {}

/// Error: a move that is not legal in the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move in the game's notation.
    pub notation: String,
    /// The legal moves in the game's notation and tie-break order; empty if the game is over.
    pub legal: Vec<String>,
    /// Why the move is illegal, if the game gives a reason: a clause without a full stop.
    pub reason: Option<String>,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.legal.is_empty() {
            return write!(f, "{} is not legal: the game is over", self.notation);
        }
        write!(f, "{} is not legal here", self.notation)?;
        if let Some(reason) = &self.reason {
            write!(f, ": {reason}")?;
        }
        write!(f, "; legal: {}", self.legal.join(" "))
    }
}

impl std::error::Error for IllegalMove {}
