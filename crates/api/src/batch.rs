//! Answers about many positions.

use serde::Serialize;
use utoipa::ToSchema;

use crate::failure::{Failure, FailureBody, Kind};
use crate::position::Position;
use crate::question::Batch;

/// The answers to a batch.
#[derive(Serialize, ToSchema)]
pub struct Answers {
    /// An answer for each position, in the order of the batch.
    pub positions: Vec<BatchAnswer>,
}

/// An answer for one position of a batch.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum BatchAnswer {
    /// What is known of it.
    Known(Box<Position>),
    /// Why there is no answer.
    Unknown(FailureBody),
}

impl Batch {
    /// Refuses a batch of more than `most` positions.
    ///
    /// # Errors
    ///
    /// Fails if there are more.
    pub fn within(&self, most: usize) -> Result<(), Failure> {
        match self.positions.len() {
            asked if asked > most => Err(Failure::new(
                Kind::TOO_LARGE,
                format!("{asked} positions; this server answers at most {most} at once"),
            )),
            _ => Ok(()),
        }
    }
}
