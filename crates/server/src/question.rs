//! Extractors for paths, queries and bodies, which enforce the limits.

use std::sync::Arc;

use axum::Json;
use axum::body::HttpBody;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use solveig_engine::{Effort, Line, SearchScope};
use tokio::time::timeout;
use utoipa::{IntoParams, ToSchema};

use crate::answer::JsonAnswer;
use crate::cache::CachedQuestion;
use crate::failure::{Failure, Kind};
use crate::games::Served;
use crate::state::Server;

/// The game that a path names.
pub struct GameInPath(pub Arc<Served>);

impl FromRequestParts<Arc<Server>> for GameInPath {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<Self, Self::Rejection> {
        let Path(name) = Path::<String>::from_request_parts(parts, server)
            .await
            .map_err(|error| Failure::new(Kind::NO_SUCH_GAME, error.body_text()))?;
        server.games.find(&name).cloned().map(Self)
    }
}

/// What axum says of a part of a request, without its words for which part it is.
fn said(part: &str, text: &str) -> String {
    let (_, problem) = text.split_once(": ").unwrap_or(("", text));
    format!("{part}: {problem}")
}

/// The query, deserialized as `T`; unknown parameters are errors.
pub struct ValidQuery<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<Server>> for ValidQuery<T> {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut Parts,
        _: &Arc<Server>,
    ) -> Result<Self, Self::Rejection> {
        let query = Query::<T>::try_from_uri(&parts.uri)
            .map_err(|error| Failure::new(Kind::BAD_QUERY, said("query", &error.body_text())))?;
        Ok(Self(query.0))
    }
}

/// The body, deserialized from JSON as `T` within the limits of size and time.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Server>> for JsonBody<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, server: &Arc<Server>) -> Result<Self, Self::Rejection> {
        let limit = server.limits.body;
        let too_large = || {
            Failure::new(
                Kind::TOO_LARGE,
                format!("the body has more than {limit} bytes, the most this server reads"),
            )
        };
        // axum limits the bytes received; a larger announced length is refused here at once.
        if request.body().size_hint().lower() > limit as u64 {
            return Err(too_large());
        }
        let body = timeout(server.limits.body_time, Json::from_request(request, server));
        let rejection = match body.await {
            Ok(Ok(Json(body))) => return Ok(Self(body)),
            Ok(Err(rejection)) => rejection,
            Err(_) => {
                return Err(Failure::new(
                    Kind::SLOW_BODY,
                    "the body of the request took longer to arrive than this server allows",
                ));
            }
        };
        Err(match rejection {
            JsonRejection::JsonDataError(error) => {
                Failure::new(Kind::BAD_BODY, said("body", &error.body_text()))
            }
            JsonRejection::JsonSyntaxError(error) => {
                Failure::new(Kind::BAD_JSON, said("body", &error.body_text()))
            }
            JsonRejection::MissingJsonContentType(_) => Failure::new(
                Kind::NOT_JSON,
                "expected a body with the header \"content-type: application/json\"",
            ),
            other if other.status() == StatusCode::PAYLOAD_TOO_LARGE => too_large(),
            other => Failure::new(
                Kind::BAD_REQUEST,
                format!("the body broke off: {}", other.body_text()),
            ),
        })
    }
}

/// The query of a position: the line that leads to it, and the search allowed.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PositionQuery {
    /// A board; `-`, or nothing, is the start.
    #[serde(default)]
    #[param(default = "-")]
    pub from: String,
    /// Moves played from there, with or without spaces between them.
    #[serde(default)]
    #[param(default = "")]
    pub moves: String,
    /// Which positions may be searched if they are not stored.
    #[serde(default)]
    #[param(default = "above-cut")]
    pub search: SearchScope,
}

/// The query of a position that the path names: only the search allowed.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Which positions may be searched if they are not stored.
    #[serde(default)]
    #[param(default = "above-cut")]
    pub search: SearchScope,
}

/// The query of a random position.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RandomQuery {
    /// The same seed gives the same position. By default, the server draws a seed.
    pub seed: Option<u64>,
}

/// The query of a route without parameters.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmptyQuery {}

/// A position in a batch.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// A board; `-`, or nothing, is the start.
    #[serde(default)]
    #[schema(default = "-")]
    pub from: String,
    /// Moves played from there, with or without spaces between them.
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
    /// Which positions may be searched if they are not stored.
    #[serde(default)]
    #[schema(default = "above-cut")]
    pub search: SearchScope,
}

/// A play to review.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The board where it began; `-`, or nothing, is the start.
    #[serde(default)]
    #[schema(default = "-")]
    pub from: String,
    /// Its moves, with or without spaces between them.
    pub moves: String,
    /// Which positions may be searched if they are not stored.
    #[serde(default)]
    #[schema(default = "above-cut")]
    pub search: SearchScope,
}

/// Puts `from` and `moves` together.
///
/// # Errors
///
/// Fails if one of them is longer than `limit` bytes.
pub fn line(from: String, moves: String, limit: usize) -> Result<Line, Failure> {
    for (what, text) in [("from", &from), ("moves", &moves)] {
        if text.len() > limit {
            return Err(Failure::new(
                Kind::TOO_LARGE,
                format!(
                    "{what} has {} bytes; this server reads at most {limit}",
                    text.len()
                ),
            ));
        }
    }
    Ok(Line { from, moves })
}

impl Server {
    /// The answer to `question` about a position, which `work` finds within the effort of a
    /// request.
    pub(crate) async fn answer(
        &self,
        served: &Arc<Served>,
        question: CachedQuestion,
        asked: PositionQuery,
        headers: &HeaderMap,
        work: impl FnOnce(&Served, &Line, &Effort) -> Result<JsonAnswer, Failure> + Send + 'static,
    ) -> Result<Response, Failure> {
        let line = line(asked.from, asked.moves, self.limits.line)?;
        let key = served.key(question, asked.search, line);
        let (of, line) = (served.clone(), key.line.clone());
        let work = move |effort: &Effort| work(&of, &line, effort);
        let found = self.pool.run(key.search, self.search_until(), work);
        Ok(self
            .cached_or_computed(&key, found)
            .await?
            .response(headers))
    }
}
