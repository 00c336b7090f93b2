//! Reviews of plays: what each move lost.

use serde::Serialize;
use solveig_engine::{self as engine, Effort, Line, ReviewedMove};

use crate::failure::Failure;
use crate::games::ServedGame;
use crate::position::BarePosition;

/// A play, and what each of its moves was worth.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Review {
    /// The position in which it ended.
    position: BarePosition,
    /// Its moves.
    moves: Vec<ReviewedMove>,
    /// What both sides are proved to have lost by all their moves: the sums of `loss_at_least`.
    losses: Losses,
    /// Whether the search was interrupted by its limits, so that a longer one may find more.
    interrupted: bool,
}

/// What each side lost.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Losses {
    /// The side that moves first.
    first: i32,
    /// The side that moves second.
    second: i32,
}

impl Review {
    fn new(game: &str, review: engine::Review) -> Self {
        let [first, second] = review.losses;
        Self {
            position: BarePosition::new(game, review.state),
            moves: review.moves,
            losses: Losses { first, second },
            interrupted: review.interrupted,
        }
    }
}

impl ServedGame {
    /// What each move of `line` lost.
    ///
    /// # Errors
    ///
    /// Fails as the engine does.
    pub fn review(&self, line: &Line, effort: &Effort) -> Result<Review, Failure> {
        let effort = &self.limited(effort.clone());
        Ok(Review::new(self.name(), self.engine.review(line, effort)?))
    }
}
