//! What requests ask: paths, queries and bodies, read within the limits.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use solveig_engine::Line;
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

/// A query.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<Server>> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        _: &Arc<Server>,
    ) -> Result<Self, Self::Rejection> {
        let query = Query::<T>::try_from_uri(&parts.uri).map_err(|error| {
            let text = error.body_text();
            let said = text.trim_start_matches("Failed to deserialize query string: ");
            Failure::bad_query(format!("query: {said}"))
        })?;
        Ok(Self(query.0))
    }
}

/// A body of JSON.
pub struct Sent<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Server>> for Sent<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, server: &Arc<Server>) -> Result<Self, Self::Rejection> {
        let says_json = request.headers().get(CONTENT_TYPE).is_some_and(|value| {
            let essence = value.to_str().unwrap_or_default().split(';').next();
            let essence = essence.unwrap_or_default().trim();
            essence.eq_ignore_ascii_case("application/json")
        });
        if !says_json {
            return Err(Failure::not_json());
        }
        let body = body(request, server).await?;
        serde_json::from_slice(&body).map(Self).map_err(|error| {
            let message = format!("body: {error}");
            match error.classify() {
                Category::Data => Failure::bad_body(message),
                Category::Io | Category::Syntax | Category::Eof => Failure::bad_json(message),
            }
        })
    }
}

async fn body(request: Request, server: &Arc<Server>) -> Result<Bytes, Failure> {
    let limit = server.limits.body;
    let too_large = || {
        Failure::too_large(format!(
            "the body has more than {limit} bytes, the most this server reads"
        ))
    };
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length.and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if length.is_some_and(|length| length > limit as u64) {
        return Err(too_large());
    }
    let whole = Limited::new(request.into_body(), limit).collect();
    match tokio::time::timeout(server.limits.body_time, whole).await {
        Err(_) => Err(Failure::slow_body()),
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(error)) => {
            let error = error.to_string();
            Err(Failure::bad_request(format!("the body broke off: {error}")))
        }
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
