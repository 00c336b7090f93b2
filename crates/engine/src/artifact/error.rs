//! Errors of questions to an artifact.

use solveig_format::FormatError;
use solveig_game::Value;
use solveig_search::Stopped;

/// An artifact that does not fit the game, cannot be read, or contradicts itself.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The file cannot be read.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The artifact was made for another game, or under other rules of the game.
    #[error("the artifact does not fit {game}: its {what} is {found}, expected {expected}")]
    OtherRules {
        /// The spec of the game that is asked about.
        game: String,
        /// What differs.
        what: &'static str,
        /// The artifact's header.
        found: String,
        /// The game's own parameter.
        expected: String,
    },
    /// A certificate of another artifact.
    #[error(
        "the certificate does not belong to the artifact: its {what} is {found}, expected {expected}"
    )]
    OtherArtifact {
        /// What differs.
        what: &'static str,
        /// The certificate's header.
        found: String,
        /// The artifact's header.
        expected: String,
    },
    /// A search above the artifact's cut was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The value of a position depends on the history of play.
    #[error(
        "no artifact can answer for {game}: the value of a position depends on how play came to it"
    )]
    DependsOnHistory {
        /// The spec of the game that is asked about.
        game: String,
    },
    /// The index of a stored move exceeds the legal moves.
    #[error(
        "key {key:#x} at level {level}: the stored move is number {index} (from 0) of {legal} \
         legal moves; `solveig verify` shows what else is wrong"
    )]
    NoSuchMove {
        /// The key of the stored position.
        key: u128,
        /// The level of the stored position.
        level: u32,
        /// The index of the move among the legal ones, as stored.
        index: u16,
        /// How many legal moves there are.
        legal: usize,
    },
    /// No move of a stored position reaches its stored value.
    #[error(
        "key {key:#x} at level {level}: no move reaches the stored value {value:+}; \
         `solveig verify` shows what else is wrong"
    )]
    Unreached {
        /// The key of the stored position.
        key: u128,
        /// The level of the stored position.
        level: u32,
        /// The value that is stored.
        value: Value,
    },
}
