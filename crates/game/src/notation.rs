//! Errors that point at the character.

use std::fmt;

use crate::{escaped, excerpt_at};

/// Text that names no move or no position: what was wrong, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The whole text that was read.
    pub text: String,
    /// Where it went wrong, in characters from 0.
    pub at: usize,
    /// What is wrong there and what was expected, as a sentence without a full stop.
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

    /// The same error seen from a text in which this one starts at character `offset`.
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

/// A move that the rules do not allow in the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The move in the game's notation.
    pub notation: String,
    /// The moves that are legal there, in the game's notation and tie-break order; empty where the
    /// game is over.
    pub legal: Vec<String>,
    /// Why it is not legal, where the game says: a clause without a full stop.
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
