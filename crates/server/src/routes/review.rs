//! Reviews of plays: what each move lost.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use solveig_engine::{self as engine, Effort, ReviewedMove, SearchScope};
use utoipa::ToSchema;

use crate::answer::{encoded, uncacheable};
use crate::failure::{Failure, FailureBody};
use crate::position::BarePosition;
use crate::question::{EmptyQuery, GameInPath, JsonBody, Played, ValidQuery, line};
use crate::state::Server;

/// A play, and what each of its moves was worth.
#[derive(Serialize, ToSchema)]
pub struct Review {
    /// The position in which it ended.
    position: BarePosition,
    /// Its moves.
    moves: Vec<ReviewedMove>,
    /// What both sides lost by all their moves, as far as it is known.
    losses: Losses,
    /// Whether the search was interrupted by its limits, so that a longer one may find more.
    interrupted: bool,
}

/// What each side lost.
#[derive(Serialize, ToSchema)]
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

/// Where a play lost value
///
/// For every move of a play: what is known before and after it, the best move, and the loss.
#[utoipa::path(
    post,
    path = "/v1/games/{game}/review",
    tag = "plays",
    params(("game" = String, Path, description = "The game's name, as in the list of games")),
    request_body = Played,
    responses(
        (status = 200, description = "The review", body = Review),
        (status = 400, description = "A move that cannot be read, or a body that is not JSON", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 408, description = "The body arrived too slowly", body = FailureBody),
        (status = 413, description = "The body is too large", body = FailureBody),
        (status = 415, description = "A body that does not say that it is JSON", body = FailureBody),
        (status = 422, description = "JSON that is no play", body = FailureBody),
        (status = 503, description = "Busy, or too slow", body = FailureBody),
    )
)]
pub async fn review(
    State(server): State<Arc<Server>>,
    GameInPath(served): GameInPath,
    ValidQuery(EmptyQuery {}): ValidQuery<EmptyQuery>,
    JsonBody(played): JsonBody<Played>,
) -> Result<Response, Failure> {
    let line = line(played.from, played.moves, server.limits.line)?;
    let search = served.effective_search(played.search);
    let engine = served.engine.clone();
    let until = server.search_until();
    let review_of = move |effort: &Effort| Ok(engine.review(&line, effort)?);
    let mut review = server.pool.run(search, until, review_of).await?;
    review.interrupted &= search != SearchScope::Never;
    Ok(uncacheable(encoded(&Review::new(served.name(), review))?))
}
