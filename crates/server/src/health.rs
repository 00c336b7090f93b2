//! The state of the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use serde::Serialize;
use solveig_api::{FailureBody, encoded, expect_no_query};
use utoipa::{OpenApi, ToSchema};

use crate::answer::uncacheable;
use crate::refusal::Refusal;
use crate::state::Server;

/// Where the state of the server is asked for.
pub const HEALTH: &str = "/v1/health";

/// Where it is asked whether the server takes questions.
pub const READY: &str = "/v1/ready";

/// The OpenAPI document of these routes.
#[derive(OpenApi)]
#[openapi(paths(health, ready))]
pub struct Document;

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
    path = HEALTH,
    tag = "server",
    responses(
        (status = 200, description = "It serves", body = Health),
        (status = 400, description = "Bad query", body = FailureBody),
    )
)]
pub async fn health(State(server): State<Arc<Server>>, uri: Uri) -> Result<Response, Refusal> {
    expect_no_query(uri.query().unwrap_or_default())?;
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
    path = READY,
    tag = "server",
    responses(
        (status = 200, description = "It takes questions", body = Readiness),
        (status = 400, description = "Bad query", body = FailureBody),
        (status = 503, description = "It does not", body = FailureBody),
    )
)]
pub async fn ready(State(server): State<Arc<Server>>, uri: Uri) -> Result<Response, Refusal> {
    expect_no_query(uri.query().unwrap_or_default())?;
    server.expect_ready()?;
    Ok(uncacheable(encoded(&Readiness { status: "ready" })?))
}
