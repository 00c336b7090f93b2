//! Answers about many positions.

use serde::Serialize;
use solveig_engine::{Effort, Instant, KnownValue, Line, Report};

use crate::answer::{Key, Question};
use crate::failure::{Failure, FailureBody};
use crate::games::Served;
use crate::position::Position;

/// The answers to a batch.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Answers {
    /// An answer for each position, in the order of the batch.
    pub positions: Vec<BatchAnswer>,
}

/// An answer for one position of a batch.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum BatchAnswer {
    /// What is known of it.
    Known(Box<Position>),
    /// Its value alone, where the batch asks for `values_only`.
    Value(ValueAnswer),
    /// Why there is no answer.
    Unknown(FailureBody),
}

/// The value of a position for its side to move, and a best move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ValueAnswer {
    /// The value.
    #[serde(flatten)]
    pub known: KnownValue,
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
            known: report.known,
            best_move: report.best_move,
            interrupted: report.interrupted,
        }
    }
}

impl Served {
    /// What is known of many positions, by searches that together take the time of `effort`.
    pub(crate) fn batch(&self, keys: Vec<Result<Key<Line>, Failure>>, effort: &Effort) -> Answers {
        let begun = Instant::now();
        let answer = |key: Key<Line>| {
            let effort = key.effort(&effort.after(begun.elapsed()));
            Ok(match key.question {
                Question::Value => {
                    BatchAnswer::Value(ValueAnswer::new(self.value(&key.of, &effort)?))
                }
                _ => {
                    let report = self.report(&key.of, &effort)?;
                    BatchAnswer::Known(Box::new(self.position(&key.of, report)?))
                }
            })
        };
        let answers = keys.into_iter().map(|key| match key.and_then(answer) {
            Ok(answer) => answer,
            Err(error) => BatchAnswer::Unknown(FailureBody { error }),
        });
        Answers {
            positions: answers.collect(),
        }
    }
}
