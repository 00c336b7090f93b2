//! Errors of engines.

use solveig_game::{InvalidKey, LongKeys, MoveListError, SpecError};
use solveig_search::NoTable;

use solveig_verify::proof::ProofError;

use crate::artifact::QueryError;
use crate::opened_proof::of_proof;

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The spec names no game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The line cannot be read.
    #[error("{0}")]
    Line(Box<MoveListError>),
    /// No searcher became free before the time limit.
    #[error(
        "all {searchers} searches that may run at once are at work for others; ask again later"
    )]
    Busy {
        /// The number of searchers.
        searchers: usize,
    },
    /// A fault of the program ended every searcher.
    #[error("no search is left: each ended by a fault of the program")]
    NoSearcherLeft,
    /// The artifact or its certificate cannot be read, is damaged, or belongs to another game or
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
    /// A stored key is invalid.
    #[error("{file}: level {level}: {error}; `solveig verify` shows what else is wrong")]
    NoPosition {
        /// The path of the artifact.
        file: String,
        /// The level of the record.
        level: u32,
        /// What is wrong with the key.
        error: InvalidKey,
    },
    /// A proof cannot be read, does not hold, or needs more memory than it may take.
    #[error("{}", of_proof(file, error))]
    Proof {
        /// The path of its file.
        file: String,
        /// What is wrong.
        error: Box<ProofError>,
    },
    /// The rules of the game differ from those by which the proof holds.
    #[error("{file}: the rules of the game do not have the position of the proof")]
    OtherRules {
        /// The path of the file.
        file: String,
    },
    /// The table of a player, or what it plays by, cannot be read.
    #[error("{problem}")]
    Player {
        /// Which file, and what is wrong with it.
        problem: String,
    },
    /// There is no memory for searches, or the game does not fit a transposition table.
    #[error("{game}: no searches: {error}")]
    NoSearch {
        /// The spec of the game.
        game: String,
        /// What is wrong.
        error: NoTable,
    },
    /// The keys of the game exceed 128 bits, so it can have no artifact.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
}

impl From<MoveListError> for EngineError {
    fn from(error: MoveListError) -> Self {
        Self::Line(Box::new(error))
    }
}

impl EngineError {
    /// Converts an error of the artifact or certificate `file`.
    pub(crate) fn artifact(file: String) -> impl FnOnce(QueryError) -> Self {
        |error| Self::Artifact {
            file,
            error: Box::new(error),
        }
    }

    /// Whether the question itself was invalid: an unknown game or an unreadable line.
    pub const fn is_askers_fault(&self) -> bool {
        matches!(self, Self::Spec(_) | Self::Line(_))
    }
}

/// The message for an error of a file. Errors of the format already name the file.
fn of_file(file: &str, error: &QueryError) -> String {
    match error {
        QueryError::Format(error) => error.to_string(),
        error => format!("{file}: {error}"),
    }
}
