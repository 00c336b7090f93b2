//! What can go wrong while a region is built.

use solveig_search::Stopped;
use std::path::{Path, PathBuf};

use solveig_format::FormatError;
use solveig_game::{Game, GameExt, Interval, LevelRule, LongKeys};

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
        /// What the system said.
        cause: std::io::Error,
    },
    /// A file of the work directory is not what was written there.
    #[error("{path}: {problem}", path = path.display())]
    Damaged {
        /// The file.
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
        /// The work directory.
        path: PathBuf,
        /// What it was started for.
        found: String,
        /// What was asked for now.
        wanted: String,
    },
    /// Another process is working in the directory.
    #[error("{path} is in use by another process", path = path.display())]
    InUse {
        /// The lock file.
        path: PathBuf,
    },
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
    /// Levels do not order this game.
    #[error("{game} cannot be solved level by level: its levels do not rise with every move")]
    LevelsDoNotRise {
        /// The game.
        game: String,
    },
    /// Nothing would be stored.
    #[error(
        "a cut at level {cut}: the game starts at level {start}; expected {start} to {highest}"
    )]
    CutBelowStart {
        /// The cut.
        cut: u32,
        /// The level of the start.
        start: u32,
        /// The highest level of the game.
        highest: u32,
    },
    /// Keys do not say enough of positions.
    #[error(
        "{game} cannot be solved or counted by boards: \
         the value of a position depends on how play came to it"
    )]
    DependsOnHistory {
        /// The game.
        game: String,
    },
    /// The keys do not fit what is written.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
    /// What parents imply about a position cannot all be true.
    #[error(
        "the solver contradicts itself at the position with key {key:#x}: \
         its value cannot be between {} and {}; this is a fault of the program or the machine",
        known.lower, known.upper
    )]
    Contradiction {
        /// The key of the position.
        key: u128,
        /// What was thought to be known.
        known: Interval,
    },
    /// A search was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The artifact or the certificate could not be written.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// Refuses a game whose levels do not rise with every move, whose values depend on history, or
/// whose keys do not fit what is written.
pub(crate) fn expect_buildable<G: Game>(game: &G) -> Result<(), BuildError> {
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

    /// A file of an unfinished computation that is not as it was written.
    pub fn damaged(path: &Path, problem: impl Into<String>) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            problem: problem.into(),
        }
    }
}
