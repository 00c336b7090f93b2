//! What can be wrong with a proof.

use solveig_format::FormatError;
use solveig_format::proof::ChoiceError;

use crate::bounds::Bound;
use crate::limits::Undecided;
use crate::rules::NoPosition;
use crate::rules::catalogue::NoRules;

/// Maximum moves that an error message names.
pub const NAMED: usize = 200;

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
    NoRules(NoRules),
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
            WalkError::NoRules(error) => Self::NoRules(error),
            WalkError::Undecided(limit) => Self::Undecided(limit),
            WalkError::Winner { cause, place } => place
                .because(format!("expected a move, but {cause}"))
                .into(),
            // The check stops the walk only after more nodes than the file states.
            WalkError::Stopped => ProofFailure::long().into(),
        }
    }
}

impl From<FormatError> for ProofError {
    /// I/O errors, newer versions and files for another use leave the file unread; every other
    /// error is a fault of the file.
    fn from(error: FormatError) -> Self {
        match error {
            FormatError::Io { .. }
            | FormatError::Newer { .. }
            | FormatError::OtherFormat { .. } => Self::Unreadable(error),
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
    /// The header, the trailer or the number of moves is wrong.
    #[error("{0}")]
    File(String),
    /// No position has the key of the header.
    #[error("header: {0}")]
    Board(NoPosition),
    /// Something is wrong at a node of the walk, or at a position of a strategy for the ways that
    /// lead to it.
    #[error("{place}: {problem}")]
    At {
        /// The claim that is being checked, the moves from its position, and the position that they
        /// lead to, as the rules write it.
        place: String,
        /// What is wrong there.
        problem: String,
    },
}

impl ProofFailure {
    /// The loser may repeat positions, but the game has no rules for that.
    pub(super) fn repetition() -> Self {
        let game = "Go without suicide, the only game in which the loser may repeat positions";
        Self::File(format!("header: expected {game}"))
    }

    /// The walk has more nodes than the file states.
    fn long() -> Self {
        let problem = "trailer: expected the walk to end after as many nodes as are stated";
        Self::File(problem.to_owned())
    }

    /// A problem after so many moves, of which `line` has the first [`NAMED`].
    pub(super) fn at_node(
        claim: Bound,
        mut line: Vec<String>,
        moves: usize,
        position: &str,
        problem: String,
    ) -> Self {
        if moves > NAMED {
            line.push(format!("and {} more moves", moves - NAMED));
        }
        let line = match &line[..] {
            [] => "no move".to_owned(),
            moves => moves.join(" "),
        };
        let place = format!("{claim}: after {line}, position {position}");
        Self::At { place, problem }
    }

    /// The same place with another problem.
    fn because(self, problem: String) -> Self {
        match self {
            Self::At { place, .. } => Self::At { place, problem },
            other => other,
        }
    }
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
    NoRules(NoRules),
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

/// The winner's move, which must be one of `of` moves. `place` makes the failure at the node.
pub fn choice<E>(
    chosen: Result<u32, E>,
    of: u32,
    place: impl Fn(String) -> ProofFailure,
) -> Result<u32, WalkError<E>> {
    match chosen {
        Ok(at) if at < of => Ok(at),
        Ok(at) => {
            let expected = format!("expected one of {of} moves");
            Err(place(format!("{expected}, found the move at place {at}")).into())
        }
        Err(cause) => Err(unmoved(cause, place)),
    }
}

/// That the winner names no move. `place` makes the failure at the node.
pub fn unmoved<E>(cause: E, place: impl Fn(String) -> ProofFailure) -> WalkError<E> {
    let place = place("expected a move, found none".to_owned());
    WalkError::Winner { cause, place }
}
