//! What can be wrong with a proof.

use solveig_format::FormatError;
use solveig_format::proof::ChoiceError;

use crate::bounds::Bound;
use crate::limits::Undecided;
use crate::rules::NoPosition;
use crate::rules::known::UnknownGame;

/// Why a proof was not confirmed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The check ran, and the file does not prove what it claims.
    #[error(transparent)]
    Failed(Box<ProofFailure>),
    /// The bytes are not a complete and undamaged proof.
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
    /// Play cannot be followed by the proof.
    #[error(
        "the loser may repeat positions in this proof: verify checks it, but it answers no positions"
    )]
    NotFollowed,
}

impl From<WalkError<ChoiceError>> for ProofError {
    fn from(error: WalkError<ChoiceError>) -> Self {
        match error {
            WalkError::Failed(failure) => Self::Failed(failure),
            WalkError::UnknownGame(error) => Self::UnknownGame(error),
            WalkError::Undecided(limit) => Self::Undecided(limit),
            WalkError::Winner { cause, place } => place.because(ProofProblem::Choice(cause)).into(),
            // The check stops the walk only after more nodes than the file states.
            WalkError::Stopped => ProofFailure::Long.into(),
        }
    }
}

impl From<FormatError> for ProofError {
    /// I/O errors and newer versions leave the file unread; every other error is a fault of the
    /// file.
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

/// The first fault found in a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFailure {
    /// The spec in the header differs from that of the rules.
    #[error("header: game: expected {expected}, found {found}")]
    Game {
        /// The spec of the rules.
        expected: String,
        /// The spec in the header.
        found: String,
    },
    /// No position has the key of the header.
    #[error("header: {0}")]
    Board(NoPosition),
    /// A move that leads to the position of the claims is not legal.
    #[error(
        "header: move {number}, at {position}: expected one of {moves} moves, found the move at place {place}"
    )]
    Start {
        /// Which move, from 1.
        number: usize,
        /// The position in which it is to be played.
        position: String,
        /// Its index in the file.
        place: u32,
        /// The number of legal moves.
        moves: usize,
    },
    /// Something is wrong at a node of the walk.
    #[error("{claim}: after {}, position {position}: {problem}", line_of(.line))]
    Node {
        /// The claim that is being checked.
        claim: Bound,
        /// The moves from the position of the claims.
        line: Vec<String>,
        /// The position as the rules write it.
        position: String,
        /// What is wrong there.
        problem: ProofProblem,
    },
    /// A position of a strategy, or an image of it, is wrong for the ways that lead to it.
    #[error("{claim}: at {position}: {problem}")]
    Position {
        /// The claim that is being checked.
        claim: Bound,
        /// The position as the rules write it.
        position: String,
        /// What is wrong there.
        problem: ProofProblem,
    },
    /// The loser may repeat positions, but the game has no rules for that.
    #[error(
        "header: expected Go without suicide, the only game in which the loser may repeat positions"
    )]
    Repetition,
    /// The file holds more moves than the walks ask for.
    #[error("after the last node: {0}")]
    Rest(ChoiceError),
    /// The walk has more nodes than the file states.
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
    /// The same node with another problem.
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofProblem {
    /// The winner is to move, and cannot reach the bound.
    #[error(
        "expected at least {bound:+} for the side to move, which can have at most {greatest:+}"
    )]
    Missed {
        /// The bound, for the side to move.
        bound: i32,
        /// An upper bound on the value, for the side to move.
        greatest: i32,
    },
    /// The loser is to move, and reaches a bound that it must not reach.
    #[error(
        "expected at most {:+} for the side to move, which has at least {least:+}",
        bound - 1
    )]
    Reached {
        /// The bound, for the side to move.
        bound: i32,
        /// A lower bound on the value, for the side to move.
        least: i32,
    },
    /// The winner is to move, and has no such move.
    #[error("expected one of {of} moves, found the move at place {place}")]
    NoSuchMove {
        /// The index of the move.
        place: u32,
        /// The number of legal moves.
        of: u32,
    },
    /// The winner is to move, and no move can be read.
    #[error("expected a move, but {0}")]
    Choice(ChoiceError),
    /// The winner is to move, and names no move.
    #[error("expected a move, found none")]
    Unmoved,
    /// Play by the strategy may come back to the position.
    #[error("expected play to end, but it can come back to this position")]
    Returns,
    /// The winner's move may make a board again.
    #[error("expected a move to a new board, but the board after {played} may have been there")]
    Repeats {
        /// The move.
        played: String,
    },
    /// A board that was there may forbid the moves that keep the territory.
    #[error("expected territory that can be kept, but a board from before may forbid a move")]
    Indefensible,
    /// The rules break a promise of [`Rules`](crate::Rules) here.
    #[error("the rules break a promise: {broken}")]
    Rules {
        /// Which one.
        broken: &'static str,
    },
    /// The game goes on, and there is no legal move.
    #[error("expected a legal move, found none, though the game goes on")]
    Stuck,
}

/// Why a walk ended early.
#[derive(Debug)]
pub enum WalkError<E> {
    /// The claim does not hold, or its position does not exist.
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
    /// The progress callback returned false.
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
