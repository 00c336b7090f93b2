//! What a check can find wrong.

use std::fmt::Display;

use solveig_format::{FormatError, Kind, Roles};

use crate::limits::Undecided;
use crate::rules::NoPosition;
use crate::rules::catalogue::NoRules;

/// Why nothing was confirmed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The check ran, and the files do not hold what they claim.
    #[error(transparent)]
    Failed(Box<Failure>),
    /// A file could not be read.
    #[error(transparent)]
    Unreadable(FormatError),
    /// The checker has no rules for the game.
    #[error(transparent)]
    NoRules(#[from] NoRules),
    /// The limits of the check ended it.
    #[error(transparent)]
    Undecided(#[from] Undecided),
    /// What parts of a check left does not belong together.
    #[error("{0}")]
    Parts(String),
    /// What a part of a check found could not be kept.
    #[error("cannot keep what a part of the check found: {0}")]
    Unsaved(std::io::Error),
    /// The threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(rayon::ThreadPoolBuildError),
}

impl From<Failure> for VerifyError {
    fn from(failure: Failure) -> Self {
        Self::Failed(Box::new(failure))
    }
}

impl From<FormatError> for VerifyError {
    /// I/O errors, too little memory and files for another use leave the file unread; every other
    /// error is a fault of the file.
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Io { .. }
            | FormatError::TooLarge { .. }
            | FormatError::WrongKind { .. }
            | FormatError::OtherFormat { .. } => Self::Unreadable(error),
            damaged => Failure::Bytes(damaged).into(),
        }
    }
}

/// The first thing found wrong with an artifact or its certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The bytes are not a complete and undamaged file.
    #[error(transparent)]
    Bytes(FormatError),
    /// The header or a count of terminal positions is wrong.
    #[error("{}: {problem}", name(*file))]
    File {
        /// Which of the two files.
        file: Kind,
        /// What is wrong.
        problem: String,
    },
    /// The rules break a promise of [`Rules`](crate::Rules).
    #[error("the rules break a promise: {broken}")]
    Rules {
        /// The promise, in words.
        broken: &'static str,
    },
    /// No position of the game has the key.
    #[error(transparent)]
    NoPosition(#[from] NoPosition),
    /// A position has the wrong record, or none.
    #[error("{}: level {level}, key {key:#x}, position {position}: {problem}", name(*file))]
    Position {
        /// Which of the two files.
        file: Kind,
        /// The level that the rules give it.
        level: u32,
        /// The key that its record has, or should have.
        key: u128,
        /// The position as the rules write it.
        position: String,
        /// What is wrong.
        problem: String,
    },
}

/// What the two files are called in messages.
fn name(file: Kind) -> &'static str {
    match file {
        Kind::Artifact => "artifact",
        Kind::Certificate => "certificate",
    }
}

/// That a field of a header is wrong.
pub fn wrong_header(
    file: Kind,
    field: &str,
    expected: &dyn Display,
    found: &dyn Display,
) -> VerifyError {
    let problem = format!("header: {field}: expected {expected}, found {found}");
    Failure::File { file, problem }.into()
}

/// That the rules break a promise of [`Rules`](crate::Rules).
pub fn broken(promise: &str) -> String {
    format!("the rules break a promise: {promise}")
}

/// That a record has other roles than those demanded of it.
pub fn other_roles(expected: Roles, found: Roles) -> String {
    format!("expected its record to be {expected}, found {found}")
}

/// That no move reaches a value.
pub fn not_reached(value: i32) -> String {
    format!("expected a move that reaches the value {value:+}, found none")
}
