//! Proofs of values: every move with its refutation.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use solveig_api::{FailureBody, PositionQuery, Proof, Question, paths};

use crate::client::Client;
use crate::question::{GameInPath, ValidQuery, asked};
use crate::refusal::Refusal;
use crate::state::Server;

/// Why a position has its value
///
/// Shows for every move why it is no better than the best one: its value or a bound, and the
/// answer to it. A `verdict` follows from stored values, searches and the certificate.
#[utoipa::path(
    get,
    path = paths::PROOF,
    tag = "positions",
    params(
        ("game" = String, Path, description = "The game's name, as in the list of games"),
        PositionQuery,
    ),
    responses(
        (status = 200, description = "The position and its moves", body = Proof),
        (status = 400, description = "A board or move that cannot be read, or a bad query", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 413, description = "The board or the moves are too long", body = FailureBody),
        (status = 503, description = "Busy, or too slow", body = FailureBody),
    )
)]
pub async fn proof(
    State(server): State<Arc<Server>>,
    GameInPath(served): GameInPath,
    ValidQuery(question): ValidQuery<PositionQuery>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let asked = asked(&server, served, Question::Proof, question, client)?;
    server.respond(asked, &headers).await
}
