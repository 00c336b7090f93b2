//! The state of the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use solveig_api::{Health, Readiness, encoded, expect_no_query};

use crate::answer::uncacheable;
use crate::refusal::Refusal;
use crate::state::Server;

/// The state of the server, as long as it runs, whether it takes questions or not.
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

/// Whether the server takes questions: not while it checks its files, nor when it is about to stop.
pub async fn ready(State(server): State<Arc<Server>>, uri: Uri) -> Result<Response, Refusal> {
    expect_no_query(uri.query().unwrap_or_default())?;
    server.expect_ready()?;
    Ok(uncacheable(encoded(&Readiness { status: "ready" })?))
}
