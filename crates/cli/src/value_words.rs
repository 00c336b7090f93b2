//! What is known of a value, in words and in JSON: the same in every command.

use std::fmt;

use serde::Serialize;
use solveig_engine::{KnownValue, MoveReport, Report, Status};
use solveig_game::Value;

use crate::figures::signed;

/// A value or bounds in words: `+2`, `+1 (wins in 3 moves)`, `at least +2`, `outside`, `unknown`;
/// with an estimate behind them: `unknown, about +2 (an estimate)`.
pub struct InWords<'a>(pub &'a KnownValue);

impl fmt::Display for InWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known_value = self.0;
        match (known_value.value, known_value.ending()) {
            (Some(value), Some(ending)) => return write!(f, "{} ({ending})", signed(value)),
            (Some(value), None) => return f.write_str(&signed(value)),
            (None, _) => {}
        }
        match (known_value.at_least, known_value.at_most) {
            (Some(min), Some(max)) => {
                write!(f, "at least {}, at most {}", signed(min), signed(max))
            }
            (Some(min), None) => write!(f, "at least {}", signed(min)),
            (None, Some(max)) => write!(f, "at most {}", signed(max)),
            (None, None) => f.write_str(known_value.status.name()),
        }?;
        match known_value.estimate {
            Some(estimate) => write!(f, ", about {} (an estimate)", signed(estimate)),
            None => Ok(()),
        }
    }
}

/// A move and what is known of its value for the side that plays it.
#[derive(Serialize)]
pub struct KnownMove {
    #[serde(rename = "move")]
    played: String,
    #[serde(flatten)]
    known_value: KnownValue,
}

impl KnownMove {
    /// The move of a report.
    pub fn new(one: &MoveReport) -> Self {
        Self {
            played: one.played.clone(),
            known_value: one.known_value,
        }
    }

    pub fn name(&self) -> &str {
        &self.played
    }

    /// What is known of its value for the side that plays it.
    pub const fn known_value(&self) -> KnownValue {
        self.known_value
    }
}

impl fmt::Display for KnownMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.known_value.status {
            Status::Outside | Status::Unknown if self.known_value.estimate.is_none() => {
                write!(f, "{} ?", self.played)
            }
            _ => write!(f, "{} {}", self.played, InWords(&self.known_value)),
        }
    }
}

/// The moves of a position in tie-break order.
pub fn known_moves(report: &Report) -> Vec<KnownMove> {
    let mut moves: Vec<&MoveReport> = report.moves.iter().collect();
    moves.sort_by_key(|one| one.index);
    moves.into_iter().map(KnownMove::new).collect()
}

/// Whether a position has the value `stated`; `None` if what is known leaves it open.
pub fn allows(known_value: &KnownValue, stated: Value) -> Option<bool> {
    match (known_value.value, known_value.at_least, known_value.at_most) {
        (Some(value), ..) => Some(value == stated),
        (None, None, None) => None,
        (None, min, max) => {
            let is_refuted =
                min.is_some_and(|min| stated < min) || max.is_some_and(|max| max < stated);
            is_refuted.then_some(false)
        }
    }
}
