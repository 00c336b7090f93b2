//! Answers in JSON.

use serde::Serialize;
use solveig_engine::{Effort, Line, SearchScope, Variation};

use crate::failure::{Failure, Kind};
use crate::games::Served;

/// An answer about positions.
pub trait Answer: Serialize {
    /// Whether the search that was asked for ran to its end. Only then may the answer be kept for
    /// later questions.
    fn is_complete(&self) -> bool;
}

impl Answer for Variation {
    fn is_complete(&self) -> bool {
        !self.interrupted
    }
}

impl Served {
    /// The line of best play from the position after `line`.
    ///
    /// # Errors
    ///
    /// Fails as the engine does.
    pub fn variation(&self, line: &Line, effort: &Effort) -> Result<Variation, Failure> {
        let mut variation = self.engine.variation(line, effort)?;
        variation.interrupted &= effort.search != SearchScope::Never;
        Ok(variation)
    }
}

/// Serializes `answer` as JSON.
///
/// # Errors
///
/// Fails if JSON cannot represent `answer`. The types of this crate are always representable.
pub fn encoded(answer: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::with_capacity(1024);
    match serde_json::to_writer(&mut body, answer) {
        Ok(()) => Ok(body),
        Err(error) => Err(Failure::new(Kind::INTERNAL, error.to_string())),
    }
}
