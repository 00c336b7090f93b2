//! The state of a server.

use serde::Serialize;

/// Where the state of the server is asked for.
pub const HEALTH: &str = "/v1/health";

/// Where it is asked whether the server takes questions.
pub const READY: &str = "/v1/ready";

/// State of the server.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Health {
    /// `ok`.
    #[cfg_attr(feature = "openapi", schema(example = "ok"))]
    pub status: &'static str,
    /// The server's version.
    pub version: &'static str,
    /// Seconds since the server was started.
    pub uptime_seconds: u64,
    /// How many games it serves; none until its files are checked.
    pub games: usize,
}

/// The server takes questions.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Readiness {
    /// `ready`.
    #[cfg_attr(feature = "openapi", schema(example = "ready"))]
    pub status: &'static str,
}
