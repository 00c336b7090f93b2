//! Reviews of plays: what each move lost.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use solveig_api::{EmptyQuery, FailureBody, Played, Review, encoded, paths, read_line};
use solveig_engine::Effort;

use crate::answer::uncacheable;
use crate::askers::Askers;
use crate::client::Client;
use crate::pool::Allowed;
use crate::question::{GameInPath, JsonBody, ValidQuery};
use crate::refusal::Refusal;
use crate::state::Server;

/// Where a play lost value
///
/// For every move of a play: what is known before and after it, the best move, and the loss.
#[utoipa::path(
    post,
    path = paths::REVIEW,
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
    client: Client,
    JsonBody(played): JsonBody<Played>,
) -> Result<Response, Refusal> {
    let line = read_line(played.from, played.moves, server.limits.line)?;
    let askers = Askers::default();
    let _asker = askers.join(client);
    let allowed = Allowed {
        askers,
        search: served.effective_search(played.search),
        canonical: played.canonical,
        until: server.search_until(),
    };
    let review = move |effort: &Effort| served.review(&line, effort);
    let review = server.pool.run(allowed, review).await?;
    Ok(uncacheable(encoded(&review)?))
}
