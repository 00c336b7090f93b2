//! Answers about positions and moves.

use crate::artifact::{Answer, Source};
use crate::line::{LegalMove, Side, Standing};

/// A value, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownValue {
    /// The value.
    pub value: Option<i32>,
    /// A lower bound, if the value is not known.
    pub at_least: Option<i32>,
    /// An upper bound, if the value is not known.
    pub at_most: Option<i32>,
    /// The source; `None` if nothing is known: outside the certified region, or not found in time.
    pub source: Option<Source>,
    /// The plies to the end of the game under optimal play, in games whose values determine it.
    pub plies: Option<u32>,
}

impl KnownValue {
    pub(crate) fn new(answer: Answer, plies: Option<u32>) -> Self {
        let nothing = Self::default();
        match answer {
            Answer::Exact { value, source } => Self {
                value: Some(value),
                source: Some(source),
                plies,
                ..nothing
            },
            Answer::AtLeast(bound) => Self {
                at_least: Some(bound),
                source: Some(Source::Certified),
                ..nothing
            },
            Answer::AtMost(bound) => Self {
                at_most: Some(bound),
                source: Some(Source::Certified),
                ..nothing
            },
            Answer::Outside => nothing,
        }
    }

    /// The status in one word: `certified`, `searched`, `terminal`, `bound`, `outside`.
    pub const fn status(&self) -> &'static str {
        match (self.value, self.source) {
            (None, Some(_)) => "bound",
            (_, Some(source)) => source.name(),
            (_, None) => "outside",
        }
    }
}

/// A move and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReport {
    /// The move.
    pub played: String,
    /// Its index in tie-break order, as in [`Standing::legal`].
    pub index: usize,
    /// Its value for the side that plays it.
    pub known: KnownValue,
}

/// The values of a position and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The value of the position for the side to move.
    pub known: KnownValue,
    /// The canonical move, if it is known.
    pub best_move: Option<String>,
    /// The legal moves: the canonical one first, then by value, unknown values last, ties in
    /// tie-break order.
    pub moves: Vec<MoveReport>,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether the effort ended before the answer was complete.
    pub interrupted: bool,
}

/// The value of a position, or a bound on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueReport {
    /// The value for the side to move.
    pub known: KnownValue,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether the effort ended before the answer was found.
    pub interrupted: bool,
}

/// A principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Its moves.
    pub moves: Vec<String>,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether the effort ended before the variation did.
    pub interrupted: bool,
}

/// The review of one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// The number of the move in the line, from 1.
    pub ply: u32,
    /// Who played it.
    pub side: Side,
    /// The move.
    pub played: String,
    /// Whether it was the only legal move.
    pub forced: bool,
    /// The value before the move, for the side that played it.
    pub before: KnownValue,
    /// The value after the move, for the same side.
    pub after: KnownValue,
    /// The canonical move, if it is known.
    pub best: Option<String>,
    /// The value that the move lost, at least 0; `None` if unknown.
    pub loss: Option<i32>,
}

/// The review of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The position at the end of the line.
    pub standing: Standing,
    /// Its moves.
    pub moves: Vec<ReviewedMove>,
    /// The known loss of each side, the one that moves first in front.
    pub losses: [i32; 2],
    /// Whether the effort ended before the answer was complete.
    pub interrupted: bool,
}

/// A move compared to the value of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It is the canonical move.
    Best,
    /// It is worth as much as the canonical move.
    Equal,
    /// It is worth at most as much as the canonical move; whether less is not known.
    NoBetter,
    /// It is worth less.
    Worse,
    /// Not enough is known.
    Unknown,
}

impl Verdict {
    /// `best`, `equal`, `no-better`, `worse`, `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Equal => "equal",
            Self::NoBetter => "no-better",
            Self::Worse => "worse",
            Self::Unknown => "unknown",
        }
    }
}

/// A move, and the reply that refutes a higher value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The move.
    pub played: LegalMove,
    /// Its value for the side that plays it.
    pub known: KnownValue,
    /// The canonical reply of the other side, if it is known.
    pub reply: Option<String>,
    /// The certificate's bound, if `known` is empty.
    pub stated: Option<Stated>,
    /// Its value compared to the position's.
    pub verdict: Verdict,
}

/// A certificate's bound on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// An upper bound on its value, for the side that plays it.
    pub at_most: i32,
    /// The reply of the other side that shows it.
    pub reply: String,
}

/// The reasons for the value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeProof {
    /// The position.
    pub standing: Standing,
    /// The value of the position for the side to move.
    pub known: KnownValue,
    /// The node kind of the position in the artifact: `P`, `A'` or `P'` (Takizawa 2026, section 3),
    /// in a solution of scope weak `P`, `C` or `A`; `None` if it is not stored.
    pub kind: Option<&'static str>,
    /// The canonical move, if it is known.
    pub best_move: Option<String>,
    /// All moves, in the order of [`Report::moves`].
    pub moves: Vec<Refutation>,
    /// Whether the effort ended before the answer was complete.
    pub interrupted: bool,
}
