//! The principal variation.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use solveig_api::{FailureBody, PositionQuery, Question, paths};
use solveig_engine::Variation;

use crate::client::Client;
use crate::question::{GameInPath, ValidQuery, asked};
use crate::refusal::Refusal;
use crate::state::Server;

/// The line of best play from a position
///
/// Both sides play best moves, as far as they are known: canonical ones where they are stored, or
/// with `canonical=true`. A search may begin with another best move than the canonical one of
/// `position`.
#[utoipa::path(
    get,
    path = paths::LINE,
    tag = "plays",
    params(
        ("game" = String, Path, description = "The game's name, as in the list of games"),
        PositionQuery,
    ),
    responses(
        (status = 200, description = "The line", body = Variation),
        (status = 400, description = "A board or move that cannot be read, or a bad query", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 413, description = "The board or the moves are too long", body = FailureBody),
        (status = 503, description = "Busy, or too slow", body = FailureBody),
    )
)]
pub async fn variation(
    State(server): State<Arc<Server>>,
    GameInPath(served): GameInPath,
    ValidQuery(question): ValidQuery<PositionQuery>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let asked = asked(&server, served, Question::Line, question, client)?;
    server.respond(asked, &headers).await
}
