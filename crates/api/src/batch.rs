//! Answers about many positions.

use serde::Serialize;
use solveig_engine::{Effort, Instant, Line};

use crate::answer::Key;
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
    /// Why there is no answer.
    Unknown(FailureBody),
}

impl Served {
    /// What is known of many positions, by searches that together take the time of `effort`.
    pub(crate) fn batch(&self, keys: Vec<Result<Key<Line>, Failure>>, effort: &Effort) -> Answers {
        let begun = Instant::now();
        let answer = |key: Key<Line>| {
            let effort = key.effort(&effort.after(begun.elapsed()));
            self.position(&key.of, self.report(&key.of, &effort)?)
        };
        let answers = keys.into_iter().map(|key| match key.and_then(answer) {
            Ok(position) => BatchAnswer::Known(Box::new(position)),
            Err(error) => BatchAnswer::Unknown(FailureBody { error }),
        });
        Answers {
            positions: answers.collect(),
        }
    }
}
