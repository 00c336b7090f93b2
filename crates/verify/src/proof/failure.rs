//! What can be wrong with a proof.

use std::fmt;

use solveig_format::FormatError;
use solveig_format::proof::ChoiceError;

use super::Claim;
use crate::limits::Undecided;
use crate::rules::known::UnknownGame;

/// Why a proof was not confirmed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The check ran, and the file does not prove what it claims.
    #[error(transparent)]
    Failed(Box<ProofFailure>),
    /// The bytes are not those of a proof that was written whole.
    #[error(transparent)]
    Bytes(FormatError),
    /// The file could not be read.
    #[error(transparent)]
    Unreadable(FormatError),
    /// The checker has no rules for the game.
    #[error(transparent)]
    UnknownGame(UnknownGame),
    /// A limit of the check ended it.
    #[error(transparent)]
    Undecided(#[from] Undecided),
}

impl From<WalkError<ChoiceError>> for ProofError {
    fn from(error: WalkError<ChoiceError>) -> Self {
        match error {
            WalkError::Failed(failure) => Self::Failed(failure),
            WalkError::UnknownGame(error) => Self::UnknownGame(error),
            WalkError::Undecided(limit) => Self::Undecided(limit),
            WalkError::Winner { cause, place } => place.because(ProofProblem::Choice(cause)).into(),
            // The walk is told to go on for as many nodes as the file states.
            WalkError::Stopped => ProofFailure::Long.into(),
        }
    }
}

impl From<FormatError> for ProofError {
    /// What the system refuses is nobody's fault; all else is the file's.
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Io { .. } | FormatError::Newer { .. } => Self::Unreadable(error),
            damaged => Self::Bytes(damaged),
        }
    }
}

impl From<ProofFailure> for ProofError {
    fn from(failure: ProofFailure) -> Self {
        Self::Failed(Box::new(failure))
    }
}

/// The first thing found wrong with what a proof says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFailure {
    /// The header names the game in another way than its rules do.
    #[error("header: game: expected {expected}, found {found}")]
    Game {
        /// As the rules name it.
        expected: String,
        /// As the file does.
        found: String,
    },
    /// No position has the key of the header.
    #[error("header: {key:#x} is not the key of a position")]
    Board {
        /// The key.
        key: u128,
    },
    /// A move that leads to the position of the claims is not legal.
    #[error(
        "header: move {number}, at {position}: expected one of {moves} moves, found the move at place {place}"
    )]
    Start {
        /// Which move, from 1.
        number: usize,
        /// Where it stands.
        position: String,
        /// The place it names.
        place: u32,
        /// How many legal moves there are.
        moves: usize,
    },
    /// Something is wrong at a node of the walk.
    #[error("{claim}: after {}, position {position}: {problem}", line_of(.line))]
    Node {
        /// The claim that the walk is for.
        claim: Claim,
        /// The moves from the position of the claims.
        line: Vec<String>,
        /// The position as the rules write it.
        position: String,
        /// What is wrong there.
        problem: ProofProblem,
    },
    /// There are more moves than the walks ask for.
    #[error("after the last node: {0}")]
    Rest(ChoiceError),
    /// The walk goes on after as many nodes as the file states.
    #[error("trailer: expected the walk to end after as many nodes as are stated")]
    Long,
    /// The file states another number of nodes.
    #[error("trailer: expected {expected} nodes of the walk, found {found}")]
    Nodes {
        /// How many there are.
        expected: u64,
        /// How many are stated.
        found: u64,
    },
}

impl ProofFailure {
    /// The same place with another problem.
    pub(super) fn because(self, problem: ProofProblem) -> Self {
        match self {
            Self::Node {
                claim,
                line,
                position,
                ..
            } => Self::Node {
                claim,
                line,
                position,
                problem,
            },
            other => other,
        }
    }
}

fn line_of(line: &[String]) -> String {
    match line {
        [] => "no move".to_owned(),
        moves => moves.join(" "),
    }
}

/// What is wrong at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofProblem {
    /// The winner is to move, and cannot reach the bound.
    Missed {
        /// What is to be reached.
        bound: i32,
        /// The most that the position is worth.
        greatest: i32,
    },
    /// The loser is to move, and reaches what it should not.
    Reached {
        /// What is not to be reached.
        bound: i32,
        /// The least that the position is worth.
        least: i32,
    },
    /// The winner is to move, and has no such move.
    NoSuchMove {
        /// The place of the move.
        place: u32,
        /// How many legal moves there are.
        of: u32,
    },
    /// The winner is to move, and no move can be read.
    Choice(ChoiceError),
    /// The winner is to move, and names no move.
    Unmoved,
    /// The game goes on, and there is no legal move.
    Stuck,
}

impl fmt::Display for ProofProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missed { bound, greatest } => write!(
                f,
                "expected at least {bound:+} for the side to move, which can have at most {greatest:+}"
            ),
            Self::Reached { bound, least } => write!(
                f,
                "expected at most {:+} for the side to move, which has at least {least:+}",
                bound - 1
            ),
            Self::NoSuchMove { place, of } => {
                write!(
                    f,
                    "expected one of {of} moves, found the move at place {place}"
                )
            }
            Self::Choice(error) => write!(f, "expected a move, but {error}"),
            Self::Unmoved => f.write_str("expected a move, found none"),
            Self::Stuck => {
                f.write_str("expected a legal move, found none, though the game goes on")
            }
        }
    }
}

/// Why a walk has not come to its end.
#[derive(Debug)]
pub enum WalkError<E> {
    /// What is claimed does not hold, or is about nothing.
    Failed(Box<ProofFailure>),
    /// The winner has no move to name.
    Winner {
        /// Why.
        cause: E,
        /// Where.
        place: ProofFailure,
    },
    /// The checker has no rules for the game.
    UnknownGame(UnknownGame),
    /// A limit of time or memory ended it.
    Undecided(Undecided),
    /// Whoever was told of the progress wanted no more.
    Stopped,
}

impl<E> From<Undecided> for WalkError<E> {
    fn from(limit: Undecided) -> Self {
        Self::Undecided(limit)
    }
}

impl<E> From<ProofFailure> for WalkError<E> {
    fn from(failure: ProofFailure) -> Self {
        Self::Failed(Box::new(failure))
    }
}
