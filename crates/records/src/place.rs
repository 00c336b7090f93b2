//! Places in a text, and what is wrong there.

use std::error::Error;
use std::fmt;

use solveig_game::excerpt;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub character: usize,
}

impl Place {
    /// The first character of a text.
    pub const START: Self = Self {
        line: 1,
        character: 1,
    };

    /// Says that `problem` is found here.
    pub fn error(self, problem: impl Into<String>) -> RecordError {
        RecordError {
            at: self,
            problem: problem.into(),
        }
    }
}

/// Why a text is no record: what is wrong, where, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Where it is wrong.
    pub at: Place,
    /// What is wrong and what was expected, as a clause without a full stop.
    pub problem: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, character } = self.at;
        write!(f, "line {line}, character {character}: {}", self.problem)
    }
}

impl Error for RecordError {}

/// What a record states, and the place of its first character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenValue<T = String> {
    /// What it states.
    pub value: T,
    /// Where.
    pub at: Place,
}

impl WrittenValue {
    /// The error that these points were set up before.
    pub(crate) fn twice(&self) -> RecordError {
        let points = excerpt(&self.value);
        self.at
            .error(format!("\"{points}\" is set up twice in this node"))
    }
}
