//! The error type.

use std::path::PathBuf;

use solveig_engine::EngineError;
use solveig_format::FormatError;
use solveig_game::{InvalidKey, MoveListError, NotationError, SpecError};
use solveig_region::BuildError;
use solveig_region::proof::ProveError;
use solveig_search::solvers::{SolverName, Unsuitable};
use solveig_search::{NoTable, Stopped};
use solveig_verify::VerifyError;
use solveig_verify::proof::ProofError;

/// Errors, by the part that reports them.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No built-in game has this spec.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A text is not a position of the game.
    #[error(transparent)]
    Position(Box<MoveListError>),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] solveig_game::IllegalMove),
    /// A text is not a move of the game.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A key belongs to no position.
    #[error(transparent)]
    Key(#[from] InvalidKey),
    /// A limit or the caller ended the search before its answer.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The table of a search could not be allocated.
    #[error(transparent)]
    Search(#[from] NoTable),
    /// The solver does not suit the game.
    #[error(transparent)]
    Unsuitable(#[from] Unsuitable),
    /// The game could not be solved.
    #[error(transparent)]
    Solve(#[from] BuildError),
    /// A file could not be read.
    #[error(transparent)]
    File(#[from] FormatError),
    /// An artifact does not fit the game, is damaged, or contradicts itself.
    #[error(transparent)]
    Artifact(#[from] EngineError),
    /// The checker refuted the files, or could not check them.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// A claim could not be proved.
    #[error(transparent)]
    Prove(#[from] ProveError),
    /// Proofs need a solver of yes-or-no questions.
    #[error(
        "{solver} does not answer yes-or-no questions: expected {}",
        SolverName::binary_names()
    )]
    NotBinary {
        /// The one that was chosen, which the game does not have.
        solver: SolverName,
    },
    /// The game has no history-free proofs.
    #[error("a history-free proof: expected Go with superko and without suicide, found {game}")]
    NotHistoryFree {
        /// The spec of the game.
        game: String,
    },
    /// The checker refuted a proof, or could not check it.
    #[error(transparent)]
    VerifyProof(#[from] ProofError),
    /// Artifact and certificate have the same path.
    #[error("{path}: the artifact and the certificate must be two files", path = path.display())]
    OneFileForTwo {
        /// As the caller named it.
        path: PathBuf,
    },
    /// An operation of the system failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl From<MoveListError> for Error {
    fn from(error: MoveListError) -> Self {
        Self::Position(Box::new(error))
    }
}
