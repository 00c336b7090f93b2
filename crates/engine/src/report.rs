//! What is known of positions and moves.

use crate::artifact::{Answer, Source};
use crate::line::{LegalMove, Side, Standing};

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownValue {
    /// The value.
    pub value: Option<i32>,
    /// It is this or more, where no more is known.
    pub at_least: Option<i32>,
    /// It is this or less, where no more is known.
    pub at_most: Option<i32>,
    /// Why that is believed; `None` where nothing is known: outside of what is certified, or not
    /// found in the time there was.
    pub source: Option<Source>,
    /// In how many plies the game ends if both sides play for the best value, where values tell.
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

/// A move and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReport {
    /// The move.
    pub played: LegalMove,
    /// What playing it is worth to the side that plays it.
    pub known: KnownValue,
}

/// All that is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What the rules say.
    pub standing: Standing,
    /// What it is worth to the side to move.
    pub known: KnownValue,
    /// The canonical move, if it is known.
    pub best_move: Option<String>,
    /// The legal moves, the canonical one first, then by value, those of unknown value last; ties
    /// in the order that breaks them.
    pub moves: Vec<MoveReport>,
    /// How many positions were searched.
    pub nodes: u64,
    /// Whether the effort ended before all was known that could be.
    pub interrupted: bool,
}

/// A canonical play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Its moves.
    pub moves: Vec<String>,
    /// Whether the effort ended before the play did.
    pub interrupted: bool,
}

/// A move of a game that was played, looked at afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// The how-manieth move of the line it is, from 1.
    pub ply: u32,
    /// Who played it.
    pub side: Side,
    /// The move.
    pub played: String,
    /// Whether there was no other.
    pub forced: bool,
    /// What the position before was worth to the side that played.
    pub before: KnownValue,
    /// What the position after was worth to the same side.
    pub after: KnownValue,
    /// The canonical move, if it is known.
    pub best: Option<String>,
    /// How much value the move lost, at least 0; `None` where that is not known.
    pub loss: Option<i32>,
}

/// A game looked at afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The end of the line.
    pub standing: Standing,
    /// Its moves.
    pub moves: Vec<ReviewedMove>,
    /// How much value each side lost, as far as it is known, the one that moves first before the
    /// other.
    pub losses: [i32; 2],
    /// Whether the effort ended before all was known that could be.
    pub interrupted: bool,
}

/// How a move stands towards the value of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It is the canonical move.
    Best,
    /// It is worth as much as the canonical move.
    Equal,
    /// It is worth no more than the canonical move; whether as much, is not known.
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

/// A move, and the answer that keeps it from being worth more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The move.
    pub played: LegalMove,
    /// What it is worth to the side that plays it.
    pub known: KnownValue,
    /// The canonical answer of the other side, if it is known.
    pub reply: Option<String>,
    /// What the certificate states of it, where `known` says nothing.
    pub stated: Option<Stated>,
    /// How it stands towards the position's value.
    pub verdict: Verdict,
}

/// What a certificate states of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// It is worth this or less to the side that plays it.
    pub at_most: i32,
    /// The answer of the other side that is to show it.
    pub reply: String,
}

/// Why a position has its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeProof {
    /// What the rules say.
    pub standing: Standing,
    /// What the position is worth to the side to move.
    pub known: KnownValue,
    /// The kind of node that the artifact has of the position: `P`, `A'` or `P'` (Takizawa 2026,
    /// section 3), in a solution of scope weak `P`, `C` or `A`; `None` if it is not stored.
    pub kind: Option<&'static str>,
    /// The canonical move, if it is known.
    pub best_move: Option<String>,
    /// All moves, in the order of [`Report::moves`].
    pub moves: Vec<Refutation>,
    /// Whether the effort ended before all was known that could be.
    pub interrupted: bool,
}
