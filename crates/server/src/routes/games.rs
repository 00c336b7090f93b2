//! The games that are served, and the state of the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use solveig_api::{EmptyQuery, FailureBody, Game, GameList, LevelList, encoded, paths};
use utoipa::ToSchema;

use crate::answer::{cacheable, uncacheable};
use crate::question::{GameInPath, ValidQuery};
use crate::refusal::Refusal;
use crate::state::Server;

/// State of the server.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// `ok`.
    #[schema(example = "ok")]
    status: &'static str,
    /// The server's version.
    version: &'static str,
    /// Seconds since the server was started.
    uptime_seconds: u64,
    /// How many games it serves; none until its files are checked.
    games: usize,
}

/// The server takes questions.
#[derive(Serialize, ToSchema)]
pub struct Readiness {
    /// `ready`.
    #[schema(example = "ready")]
    status: &'static str,
}

/// How the server is
///
/// It answers as long as it runs, whether it takes questions or not.
#[utoipa::path(
    get,
    path = paths::HEALTH,
    tag = "server",
    responses(
        (status = 200, description = "It serves", body = Health),
        (status = 400, description = "Bad query", body = FailureBody),
    )
)]
pub async fn health(
    State(server): State<Arc<Server>>,
    ValidQuery(EmptyQuery {}): ValidQuery<EmptyQuery>,
) -> Result<Response, Refusal> {
    let body = encoded(&Health {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        uptime_seconds: server.started.elapsed().as_secs(),
        games: server.names().count(),
    })?;
    Ok(uncacheable(body))
}

/// Whether the server takes questions
///
/// It does not while it checks its files at the start, and when it is about to stop.
#[utoipa::path(
    get,
    path = paths::READY,
    tag = "server",
    responses(
        (status = 200, description = "It takes questions", body = Readiness),
        (status = 400, description = "Bad query", body = FailureBody),
        (status = 503, description = "It does not", body = FailureBody),
    )
)]
pub async fn ready(
    State(server): State<Arc<Server>>,
    ValidQuery(EmptyQuery {}): ValidQuery<EmptyQuery>,
) -> Result<Response, Refusal> {
    server.expect_ready()?;
    Ok(uncacheable(encoded(&Readiness { status: "ready" })?))
}

/// The games that are served
#[utoipa::path(
    get,
    path = paths::GAMES,
    tag = "games",
    responses(
        (status = 200, description = "All games", body = GameList),
        (status = 400, description = "Bad query", body = FailureBody),
        (status = 503, description = "Not ready", body = FailureBody),
    )
)]
pub async fn games(
    State(server): State<Arc<Server>>,
    ValidQuery(EmptyQuery {}): ValidQuery<EmptyQuery>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    Ok(cacheable(&headers, encoded(&server.games()?.list())?))
}

/// One game
#[utoipa::path(
    get,
    path = paths::GAME,
    tag = "games",
    params(("game" = String, Path, description = "The game's name, as in the list of games")),
    responses(
        (status = 200, description = "The game", body = Game),
        (status = 400, description = "Bad query", body = FailureBody),
        (status = 404, description = "No such game", body = FailureBody),
        (status = 503, description = "Not ready", body = FailureBody),
    )
)]
pub async fn game(
    GameInPath(served): GameInPath,
    ValidQuery(EmptyQuery {}): ValidQuery<EmptyQuery>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    Ok(cacheable(&headers, encoded(&served.game)?))
}

/// How many positions are stored, level by level
#[utoipa::path(
    get,
    path = paths::LEVELS,
    tag = "games",
    params(("game" = String, Path, description = "The game's name, as in the list of games")),
    responses(
        (status = 200, description = "The levels of the artifact", body = LevelList),
        (status = 400, description = "Bad query", body = FailureBody),
        (status = 404, description = "No such game, or no artifact", body = FailureBody),
        (status = 503, description = "Not ready", body = FailureBody),
    )
)]
pub async fn levels(
    GameInPath(served): GameInPath,
    ValidQuery(EmptyQuery {}): ValidQuery<EmptyQuery>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    Ok(cacheable(&headers, encoded(&served.level_list()?)?))
}
