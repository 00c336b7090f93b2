//! Values alone.

use serde::Serialize;
use solveig_engine::{KnownValue, Report};

/// The value of a position for its side to move, and a best move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ValueAnswer {
    /// The value.
    #[serde(flatten)]
    pub known_value: KnownValue,
    /// A best move, the canonical one if it is stored; where a bound alone is known, a move that
    /// keeps it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub best_move: Option<String>,
    /// Whether the search was interrupted by its limits, so that a longer one may find more.
    pub interrupted: bool,
}

impl ValueAnswer {
    /// The value and the best move of a report.
    pub(crate) fn new(report: Report) -> Self {
        Self {
            known_value: report.known_value,
            best_move: report.best_move,
            interrupted: report.interrupted,
        }
    }
}
