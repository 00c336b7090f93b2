//! Answers about positions and moves.

use std::cmp::Reverse;

#[cfg(feature = "api")]
use serde::Serialize;

use crate::artifact::{Answer, Source};
use crate::line::{GameState, LegalMove, Side};

/// How much is known of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "api", derive(Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Status {
    /// The value is known.
    Exact,
    /// Bounds on it are known: `at_least`, `at_most` or both.
    Bound,
    /// Nothing is known: the artifact or the proof does not have the position, and it was not
    /// searched.
    Outside,
    /// Nothing is known: a search ended without a value or a bound, or there is no file that could
    /// have the position.
    #[default]
    Unknown,
}

impl Status {
    /// `exact`, `bound`, `outside`, `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Bound => "bound",
            Self::Outside => "outside",
            Self::Unknown => "unknown",
        }
    }
}

/// What is known of a value. The containing object states for which side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KnownValue {
    /// How much is known.
    pub status: Status,
    /// The source of the value or bound; `null` if nothing is known.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub source: Option<Source>,
    /// The value, if it is known exactly.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub value: Option<i32>,
    /// Lower bound on the value; `null` where the exact value is known.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub at_least: Option<i32>,
    /// Upper bound on the value; `null` where the exact value is known.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub at_most: Option<i32>,
    /// Plies to the end of the game: 0 if it is over; else where the value determines it, a file by
    /// score has it, or a short search finds it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub plies: Option<u32>,
    /// A guess at the value by a look-ahead of some moves, which proves nothing. It is given where
    /// a search did not find the value, and the game has an evaluation of positions.
    #[cfg_attr(
        feature = "api",
        serde(rename = "estimated_value", skip_serializing_if = "Option::is_none")
    )]
    pub estimate: Option<i32>,
}

impl KnownValue {
    /// The same with an estimate, within its bounds, where the value is not known.
    #[must_use]
    pub(crate) fn with_estimate(self, estimate: Option<i32>) -> Self {
        let least = self.at_least.unwrap_or(i32::MIN);
        let estimate = estimate.filter(|_| self.value.is_none());
        Self {
            estimate: estimate.map(|one| one.max(least).min(self.at_most.unwrap_or(i32::MAX))),
            ..self
        }
    }

    /// The value for the other side.
    #[must_use]
    pub fn for_other_side(self) -> Self {
        Self {
            value: self.value.map(|value| -value),
            at_least: self.at_most.map(|value| -value),
            at_most: self.at_least.map(|value| -value),
            estimate: self.estimate.map(|value| -value),
            ..self
        }
    }

    /// The place of a move with this value among the moves of a position.
    fn rank(&self) -> ValueRank {
        match (self.value.or(self.at_least), self.at_most) {
            (Some(lower), _) => ValueRank::Lower(Reverse(lower)),
            (None, Some(upper)) => ValueRank::Upper(Reverse(upper)),
            (None, None) => ValueRank::Estimate(Reverse(self.estimate)),
        }
    }

    /// How the game ends with best play, where that is known, for the side that the value is for:
    /// `wins in 3 moves`. Moves are counted as those of the side that makes the last one.
    pub fn ending(&self) -> Option<String> {
        let (value, moves) = (self.value?, self.plies?.div_ceil(2));
        let outcome = match value {
            1.. => "wins",
            0 => "draws",
            _ => "loses",
        };
        let unit = if moves == 1 { "move" } else { "moves" };
        Some(format!("{outcome} in {moves} {unit}"))
    }

    /// What `answer` says, of a game that ends after `plies` where its value determines that.
    pub(crate) fn new(answer: Answer, plies: Option<u32>) -> Self {
        match answer {
            Answer::Exact { value, source } => Self {
                status: Status::Exact,
                source: Some(source),
                value: Some(value),
                plies,
                ..Self::default()
            },
            Answer::Bounds {
                at_least,
                at_most,
                source,
            } => Self {
                status: Status::Bound,
                source: Some(source),
                at_least,
                at_most,
                ..Self::default()
            },
            Answer::Outside => Self {
                status: Status::Outside,
                ..Self::default()
            },
            Answer::Unknown => Self::default(),
        }
    }
}

/// What moves are ordered by, the best one first: values and lower bounds, then upper bounds, then
/// estimates.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum ValueRank {
    Lower(Reverse<i32>),
    Upper(Reverse<i32>),
    Estimate(Reverse<Option<i32>>),
}

/// The place of a move in [`Report::moves`]; the fields count in their order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MoveRank {
    is_best: Reverse<bool>,
    value: ValueRank,
    index: usize,
}

/// A move and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReport {
    /// As the game writes it.
    pub played: String,
    /// Its index in tie-break order, as in [`GameState::legal`].
    pub index: usize,
    /// Its value for the side that plays it.
    pub known_value: KnownValue,
}

impl MoveReport {
    /// The place of the move in [`Report::moves`].
    pub(crate) fn rank(&self, is_best: bool) -> MoveRank {
        MoveRank {
            is_best: Reverse(is_best),
            value: self.known_value.rank(),
            index: self.index,
        }
    }
}

/// The values of a position and its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The value of the position for the side to move.
    pub known_value: KnownValue,
    /// The canonical move, if it is known; else a move that is proved to keep the value, if one is
    /// known. A player's move ([`BestMove::keeps`]) takes its place.
    pub best_move: Option<String>,
    /// The legal moves: the best one first, then by value, then by estimate, unknown values last,
    /// ties in tie-break order.
    pub moves: Vec<MoveReport>,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether the effort ended before the answer was complete.
    pub interrupted: bool,
}

impl Report {
    /// Whether it leaves open how soon the game ends by a value that decides it.
    pub fn lacks_plies(&self) -> bool {
        let of_moves = self.moves.iter().map(|one| &one.known_value);
        let mut all = of_moves.chain([&self.known_value]);
        all.any(|one| one.plies.is_none() && one.value.is_some_and(|value| value != 0))
    }
}

/// What a question has found so far.
#[derive(Clone, Copy, Debug)]
pub enum Finding<'a> {
    /// Bounds on the value of the position, narrower than before.
    Bounds(KnownValue),
    /// The value of the position, or what is proved of it where the search was stopped.
    Value(KnownValue),
    /// A move and what is known of it.
    Move(&'a MoveReport),
}

/// Called with what is found, as soon as it is.
pub type FindingWatch<'a> = dyn FnMut(Finding<'_>) + Send + 'a;

/// The value of a position, or a bound on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueReport {
    /// The value for the side to move.
    pub known_value: KnownValue,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether the effort ended before the answer was found.
    pub interrupted: bool,
}

/// The move to play for the most that is known, and what it keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// Its name; `None` if the game is over, or if no move is known to keep the value or what the
    /// file promises the side to move.
    pub name: Option<String>,
    /// The value of the position, as far as it was found.
    pub known_value: KnownValue,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether the effort ended before the answer was found.
    pub interrupted: bool,
    /// If the move need not be a best one, since it is a player's
    /// ([`About::player`](crate::About::player)) or a bound alone is known: the value that the side
    /// which plays it still reaches at least, which is no less than the file promises it.
    pub keeps: Option<i32>,
    /// What a person should be told of how the move was found, or why none was.
    pub note: Option<String>,
}

/// Moves that are as good as each other, and how long the game lasts with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastingMoves {
    /// The moves, in tie-break order.
    pub names: Vec<String>,
    /// Plies to the end of the game, the move itself included; `None` if that is not known.
    pub plies: Option<u32>,
    /// Nodes searched.
    pub nodes: u64,
}

/// A line of best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Variation {
    /// The moves, as far as they are known.
    pub moves: Vec<String>,
    /// Nodes searched.
    #[cfg_attr(feature = "api", serde(skip))]
    pub nodes: u64,
    /// Whether the search was interrupted by its limits, so that a longer one may find more.
    pub interrupted: bool,
}

/// A move of a play. Values are for the side that played it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReviewedMove {
    /// Its number, from 1.
    pub ply: u32,
    /// The side that played it.
    pub side: Side,
    /// The move.
    #[cfg_attr(feature = "api", serde(rename = "move"))]
    pub played: String,
    /// Whether it was the only legal move.
    pub forced: bool,
    /// What is known of the position before it.
    pub before: KnownValue,
    /// What is known of the position after it.
    pub after: KnownValue,
    /// The best move of the position before it, or the file's where the search for it ended early.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub best: Option<String>,
    /// How much value it lost; `null` if that is not known exactly.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub loss: Option<i32>,
    /// How much value it is proved to have lost: `loss` if that is known, and otherwise the least
    /// that the bounds before and after it allow.
    pub loss_at_least: i32,
}

/// The review of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The position at the end of the line.
    pub state: GameState,
    /// In the order in which they were played.
    pub moves: Vec<ReviewedMove>,
    /// The sum of `loss_at_least` of each side, the one that moves first in front.
    pub losses: [i32; 2],
    /// Whether the effort ended before the answer was complete.
    pub interrupted: bool,
}

/// How a move compares with the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "api", derive(Serialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Verdict {
    /// The best move that is named.
    Best,
    /// As good as the best move that is named.
    Equal,
    /// Not better than the best move; whether as good is not known.
    NoBetter,
    /// Worse than the best move.
    Worse,
    /// Not known.
    Unknown,
}

/// A move, and the reply that refutes a higher value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// As the game names it, with the cell that it fills.
    pub played: LegalMove,
    /// Its value for the side that plays it.
    pub known_value: KnownValue,
    /// The best reply of the other side, if it is known.
    pub reply: Option<String>,
    /// The certificate's bound, if `known_value` is empty.
    pub certificate_bound: Option<CertificateBound>,
    /// Its value compared to the position's.
    pub verdict: Verdict,
}

/// What a certificate states of a move. It was checked if `check` of the game's artifact is
/// `solution`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(Serialize))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CertificateBound {
    /// Upper bound on the value for the side that plays the move.
    pub at_most: i32,
    /// The other side's answer that refutes more.
    pub reply: String,
}

/// The reasons for the value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeProof {
    /// By the rules alone, with its legal moves.
    pub state: GameState,
    /// The values of the position and its moves.
    pub report: Report,
    /// The node kind of the position in the artifact: `P`, `A'` or `P'` (Takizawa 2026, section 3),
    /// in a solution of scope weak `P`, `C` or `A`; `None` if it is not stored.
    pub kind: Option<&'static str>,
    /// All moves, in the order of [`Report::moves`].
    pub moves: Vec<Refutation>,
}
