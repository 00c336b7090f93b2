//! Errors of building a region.

use solveig_search::Stopped;
use std::path::{Path, PathBuf};

use solveig_format::FormatError;
use solveig_game::{GameExt, Interval, Keyed, LevelRule, LongKeys};

use crate::Obligation;
use crate::lock::LockError;

/// Why a region was not built or written.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A file of the work directory could not be read or written.
    #[error("{path}: cannot {action}: {cause}", path = path.display())]
    File {
        /// The file or directory.
        path: PathBuf,
        /// What was attempted, as a verb.
        action: &'static str,
        /// The system's error.
        cause: std::io::Error,
    },
    /// A file of the work directory was changed after it was written.
    #[error("{path}: {problem}", path = path.display())]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The work directory belongs to a computation with other arguments.
    #[error(
        "{path} holds an unfinished computation of {found}, not of {wanted}; \
         finish that one, remove the directory, or choose another output",
        path = path.display()
    )]
    OtherArguments {
        /// The path of the work directory.
        path: PathBuf,
        /// What it was started for.
        found: String,
        /// What was asked for now.
        wanted: String,
    },
    /// Another process is working in the directory, or it cannot be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A computation needs more memory than it was given.
    #[error(
        "{what}: more than {} MiB are needed; give more memory, or stop at an earlier level",
        memory >> 20
    )]
    OutOfMemory {
        /// What was computed.
        what: String,
        /// The bytes it was given.
        memory: u64,
    },
    /// The levels of this game do not rise with every move.
    #[error("{game} cannot be solved level by level: its levels do not rise with every move")]
    LevelsDoNotRise {
        /// The game's spec.
        game: String,
    },
    /// The cut lies below the start, so that nothing would be stored.
    #[error(
        "a cut at level {cut}: the game starts at level {start}; expected {start} to {highest}"
    )]
    CutBelowStart {
        /// The level of the cut.
        cut: u32,
        /// The level of the start.
        start: u32,
        /// The highest level of the game.
        highest: u32,
    },
    /// The value of a position depends on the history of play, which its key does not contain.
    #[error(
        "{game} cannot be solved or counted by boards: \
         the value of a position depends on how play came to it"
    )]
    DependsOnHistory {
        /// The game's spec.
        game: String,
    },
    /// The keys exceed 128 bits.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
    /// The parents of a position imply contradictory bounds on its value.
    #[error(
        "the solver contradicts itself at the position with key {key:#x}: \
         its value cannot be between {} and {}; this is a fault of the program, of the machine, or \
         of rules that contradict themselves",
        bounds.lower, bounds.upper
    )]
    Contradiction {
        /// The key of the position.
        key: u128,
        /// The empty interval that the bounds imply.
        bounds: Interval,
    },
    /// Other processes cannot be asked.
    #[error(transparent)]
    Helpers(Box<dyn std::error::Error + Send + Sync>),
    /// A search was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The artifact or the certificate could not be written.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// Fails if levels do not rise with every move, if values depend on history, or if keys exceed 128
/// bits.
pub(crate) fn expect_buildable<G: Keyed>(game: &G) -> Result<(), BuildError> {
    if game.depends_on_history() {
        return Err(BuildError::DependsOnHistory { game: game.spec() });
    }
    if game.level_rule() != LevelRule::Rising {
        return Err(BuildError::LevelsDoNotRise { game: game.spec() });
    }
    Ok(LongKeys::refuse(game)?)
}

impl BuildError {
    pub(crate) fn file(path: &Path, action: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |cause| Self::File {
            path,
            action,
            cause,
        }
    }

    /// The error for contradictory bounds on a position.
    pub const fn contradiction(obligation: &Obligation) -> Self {
        Self::Contradiction {
            key: obligation.key,
            bounds: obligation.bounds,
        }
    }

    /// The error for a damaged file of an unfinished computation.
    pub fn damaged(path: &Path, problem: impl Into<String>) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            problem: problem.into(),
        }
    }
}
