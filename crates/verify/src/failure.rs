//! What a check can find wrong.

use solveig_format::{FormatError, Kind, Roles};

use crate::limits::Undecided;
use crate::rules::NoPosition;
use crate::rules::known::UnknownGame;

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
    UnknownGame(#[from] UnknownGame),
    /// The limits of the check ended it.
    #[error(transparent)]
    Undecided(#[from] Undecided),
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
    /// I/O errors and too little memory leave the file unread; every other error is a fault of the
    /// file.
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Io { .. } | FormatError::TooLarge { .. } => Self::Unreadable(error),
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
    /// A header field is wrong.
    #[error("{}: header: {field}: expected {expected}, found {found}", name(*file))]
    Header {
        /// Which of the two files.
        file: Kind,
        /// The field.
        field: &'static str,
        /// The correct value.
        expected: String,
        /// The value found.
        found: String,
    },
    /// The rules break a promise of [`Rules`](crate::Rules).
    #[error("the rules break a promise: {broken}")]
    Rules {
        /// Which one.
        broken: &'static str,
    },
    /// No position of the game has the key.
    #[error(transparent)]
    NoPosition(#[from] NoPosition),
    /// A stored count of terminal positions is wrong.
    #[error(
        "{}: level {level}: expected {expected} positions in which the game is over, found {found}",
        name(*file)
    )]
    Terminals {
        /// Which of the two files.
        file: Kind,
        /// The level.
        level: u32,
        /// What should be stated.
        expected: u64,
        /// What is stated.
        found: u64,
    },
    /// A position has the wrong record, or none.
    #[error("{}: level {level}, key {key:#x}, position {position}: {problem}", name(*file))]
    Position {
        /// Which of the two files.
        file: Kind,
        /// The level of the position.
        level: u32,
        /// Its key.
        key: u128,
        /// The position as the rules write it.
        position: String,
        /// What is wrong.
        problem: Problem,
    },
}

/// What the two files are called in messages.
fn name(file: Kind) -> &'static str {
    match file {
        Kind::Artifact => "artifact",
        Kind::Certificate => "certificate",
    }
}

/// What is wrong with the record of one position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// No record rests on this one, or the key is that of no position.
    #[error("expected no record: nothing rests on this one")]
    Unneeded,
    /// The start has no record.
    #[error("expected a record of the start, found none")]
    StartMissing,
    /// The start is stored with a value that is not the header's.
    #[error("the start has value {expected:+} by the header, {found:+} by its record")]
    StartValue {
        /// What the header implies.
        expected: i32,
        /// What the record states.
        found: i32,
    },
    /// The roles differ from those that other records demand.
    #[error("expected its record to be {expected}, found {found}")]
    Roles {
        /// The roles demanded.
        expected: Roles,
        /// The roles stored.
        found: Roles,
    },
    /// The bound differs from the strongest that other records need.
    #[error("expected the bound that is needed, {expected}, found {found:+}")]
    Bound {
        /// The bounds that are needed.
        expected: String,
        /// The stored bound.
        found: i32,
    },
    /// The stored move does not exist.
    #[error("expected one of {moves} moves, found the move at place {index}")]
    NoSuchMove {
        /// The place of the stored move.
        index: usize,
        /// How many moves there are.
        moves: usize,
    },
    /// A position that a move leads to must be stored, and is not.
    #[error("{played} leads to {child}: expected a record that is {roles}, found none")]
    Missing {
        /// The move.
        played: String,
        /// The position that stands for what it leads to.
        child: String,
        /// The roles it must have.
        roles: Roles,
    },
    /// A position that a move leads to is stored without a role it must have.
    #[error("{played} leads to {child}: expected its record to be {expected}, found {found}")]
    ChildRoles {
        /// The move.
        played: String,
        /// The position that stands for what it leads to.
        child: String,
        /// The roles it must have.
        expected: Roles,
        /// The roles it has.
        found: Roles,
    },
    /// The value of a position that a move leads to is not what the record implies.
    #[error("{played} leads to {child}: expected its value to be {expected}, but {found}")]
    Claim {
        /// The move.
        played: String,
        /// The position that stands for what it leads to.
        child: String,
        /// What must hold of its value.
        expected: String,
        /// What is known of its value.
        found: Evidence,
    },
    /// No move reaches the value.
    #[error("expected a move that reaches the value {value:+}, found none")]
    NotReached {
        /// The stored value.
        value: i32,
    },
    /// The rules break a promise of [`Rules`](crate::Rules) here.
    #[error("the rules break a promise: {broken}")]
    Rules {
        /// Which one.
        broken: &'static str,
    },
}

/// What refutes a claim, or leaves it unproved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Evidence {
    /// The game ends with this utility.
    #[error("the game is over with {0:+}")]
    Over(i32),
    /// The artifact holds this value.
    #[error("the artifact says {0:+}")]
    Artifact(i32),
    /// The certificate proves only that the value is at least this.
    #[error("the certificate proves only {0:+} or more")]
    Certificate(i32),
    /// Neither the artifact nor the certificate has a record.
    #[error("neither the artifact nor the certificate has a record")]
    NoRecord,
    /// The checker's own search found that it does not hold.
    #[error("a search finds otherwise")]
    Search,
}
