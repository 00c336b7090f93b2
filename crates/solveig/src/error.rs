//! What can go wrong.

use std::path::PathBuf;

use solveig_format::FormatError;
use solveig_game::{InvalidKey, MoveListError, NotationError, SpecError};
use solveig_region::BuildError;
use solveig_search::{NoTable, Stopped};
use solveig_verify::VerifyError;

use crate::stored::QueryError;

/// What can go wrong, by the part that it happens in.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No built-in game has this spec.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A text is no position of the game.
    #[error(transparent)]
    Position(Box<MoveListError>),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] solveig_game::IllegalMove),
    /// A text is no move of the game.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A key is that of no position.
    #[error(transparent)]
    Key(#[from] InvalidKey),
    /// A search was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// There is no memory for a search.
    #[error(transparent)]
    Search(#[from] NoTable),
    /// The solution could not be made.
    #[error(transparent)]
    Solve(#[from] BuildError),
    /// A file could not be read.
    #[error(transparent)]
    File(#[from] FormatError),
    /// An artifact does not fit the game, or contradicts itself.
    #[error(transparent)]
    Artifact(#[from] QueryError),
    /// The checker did not confirm the files.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// Artifact and certificate were to be written to one file.
    #[error("{path}: the artifact and the certificate must be two files", path = path.display())]
    OneFileForTwo {
        /// The file.
        path: PathBuf,
    },
    /// The system refused something.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl From<MoveListError> for Error {
    fn from(error: MoveListError) -> Self {
        Self::Position(Box::new(error))
    }
}
