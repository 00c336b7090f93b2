//! What can go wrong.

use solveig_game::{InvalidKey, LongKeys, MoveListError, SpecError};
use solveig_search::NoTable;

use crate::artifact::QueryError;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no such game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A line is not one of this game.
    #[error("{0}")]
    Line(Box<MoveListError>),
    /// All searchers were at work for other questions until the time was over.
    #[error(
        "all {searchers} searches that may run at once are at work for others; ask again later"
    )]
    Busy {
        /// How many there are.
        searchers: usize,
    },
    /// The artifact or its certificate cannot be read, is damaged, or is one of another game or
    /// artifact.
    #[error("{}", of_file(file, error))]
    Artifact {
        /// The path of its file.
        file: String,
        /// What is wrong.
        error: Box<QueryError>,
    },
    /// A file is not the one that a checker confirmed.
    #[error("{file}: the file changed while it was checked")]
    NotTheConfirmed {
        /// The path of the file.
        file: String,
    },
    /// A stored key is that of no position.
    #[error("{file}: level {level}: {error}; `solveig verify` shows what else is wrong")]
    NoPosition {
        /// The path of the artifact.
        file: String,
        /// The level of the record.
        level: u32,
        /// What is wrong with the key.
        error: InvalidKey,
    },
    /// There is no memory for the searches, or no table can hold positions of this game.
    #[error("{game}: no searches: {error}")]
    NoSearch {
        /// The spec of the game.
        game: String,
        /// What is wrong.
        error: NoTable,
    },
    /// Artifacts cannot have positions of this game.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
}

impl From<MoveListError> for EngineError {
    fn from(error: MoveListError) -> Self {
        Self::Line(Box::new(error))
    }
}

impl EngineError {
    /// Whether another question would have had an answer: the line was not one, or no such game
    /// exists.
    pub const fn is_askers_fault(&self) -> bool {
        matches!(self, Self::Spec(_) | Self::Line(_))
    }
}

/// What is wrong with a file. An error of the format names the file itself.
fn of_file(file: &str, error: &QueryError) -> String {
    match error {
        QueryError::Format(error) => error.to_string(),
        error => format!("{file}: {error}"),
    }
}
