//! What requests ask: paths, queries and bodies, read within the limits.

use std::sync::Arc;

use axum::Json;
use axum::body::HttpBody;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use solveig_engine::Line;
use tokio::time::timeout;
use utoipa::{IntoParams, ToSchema};

use crate::failure::Failure;
use crate::games::Served;
use crate::known::Search;
use crate::state::Server;

/// The game that a path names.
pub struct Named(pub Arc<Served>);

impl FromRequestParts<Arc<Server>> for Named {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<Self, Self::Rejection> {
        let Path(name) = Path::<String>::from_request_parts(parts, server)
            .await
            .map_err(|error| Failure::no_such_game(error.body_text()))?;
        server.games.find(&name).cloned().map(Self)
    }
}

/// What axum says of a part of a request, without its words for which part it is.
fn said(part: &str, text: &str) -> String {
    let (_, problem) = text.split_once(": ").unwrap_or(("", text));
    format!("{part}: {problem}")
}

/// A query.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<Server>> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        _: &Arc<Server>,
    ) -> Result<Self, Self::Rejection> {
        let query = Query::<T>::try_from_uri(&parts.uri)
            .map_err(|error| Failure::bad_query(said("query", &error.body_text())))?;
        Ok(Self(query.0))
    }
}

/// A body of JSON.
pub struct Sent<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Server>> for Sent<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, server: &Arc<Server>) -> Result<Self, Self::Rejection> {
        let limit = server.limits.body;
        let too_large = || {
            Failure::too_large(format!(
                "the body has more than {limit} bytes, the most this server reads"
            ))
        };
        // axum counts what comes; what is announced is refused before it comes.
        if request.body().size_hint().lower() > limit as u64 {
            return Err(too_large());
        }
        let body = timeout(server.limits.body_time, Json::from_request(request, server));
        let rejection = match body.await {
            Ok(Ok(Json(body))) => return Ok(Self(body)),
            Ok(Err(rejection)) => rejection,
            Err(_) => return Err(Failure::slow_body()),
        };
        Err(match rejection {
            JsonRejection::JsonDataError(error) => {
                Failure::bad_body(said("body", &error.body_text()))
            }
            JsonRejection::JsonSyntaxError(error) => {
                Failure::bad_json(said("body", &error.body_text()))
            }
            JsonRejection::MissingJsonContentType(_) => Failure::not_json(),
            other if other.status() == StatusCode::PAYLOAD_TOO_LARGE => too_large(),
            other => Failure::bad_request(format!("the body broke off: {}", other.body_text())),
        })
    }
}

/// A position, and how hard to look.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Question {
    /// A board; `-`, or nothing, is the start.
    #[serde(default)]
    #[param(default = "-")]
    pub from: String,
    /// Moves played from there, written together or apart.
    #[serde(default)]
    #[param(default = "")]
    pub moves: String,
    /// Where a search may look for what is not stored.
    #[serde(default)]
    #[param(default = "above-cut")]
    pub search: Search,
}

/// How hard to look at a position that the path says.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Looking {
    /// Where a search may look for what is not stored.
    #[serde(default)]
    #[param(default = "above-cut")]
    pub search: Search,
}

/// Which random position.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Drawing {
    /// The same seed draws the same position. Without one, the server draws a seed.
    pub seed: Option<u64>,
}

/// A query with nothing in it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A position in a batch.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// A board; `-`, or nothing, is the start.
    #[serde(default)]
    #[schema(default = "-")]
    pub from: String,
    /// Moves played from there, written together or apart.
    #[serde(default)]
    #[schema(default = "")]
    pub moves: String,
}

/// Many positions of one game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The positions.
    pub positions: Vec<Item>,
    /// Where a search may look for what is not stored.
    #[serde(default)]
    #[schema(default = "above-cut")]
    pub search: Search,
}

/// A play that is to be reviewed.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The board it began from; `-`, or nothing, is the start.
    #[serde(default)]
    #[schema(default = "-")]
    pub from: String,
    /// Its moves, written together or apart.
    pub moves: String,
    /// Where a search may look for what is not stored.
    #[serde(default)]
    #[schema(default = "above-cut")]
    pub search: Search,
}

/// The line that `from` and `moves` are, if they are no longer than the limit.
///
/// # Errors
///
/// Fails if one of them is longer.
pub fn line(from: String, moves: String, limit: usize) -> Result<Line, Failure> {
    for (what, text) in [("from", &from), ("moves", &moves)] {
        if text.len() > limit {
            return Err(Failure::too_large(format!(
                "{what} has {} bytes; this server reads at most {limit}",
                text.len()
            )));
        }
    }
    Ok(Line { from, moves })
}
