//! Extractors for paths, queries and bodies, which enforce the limits.

use std::convert::Infallible;
use std::net::Ipv6Addr;
use std::sync::Arc;

use axum::body::{Bytes, HttpBody};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use solveig_api::{
    Failure, Kind, PositionQuery, Question, Served, read_body, read_line, read_query,
};
use tokio::time::timeout;

use crate::answering::Asked;
use crate::client::{Client, Peer};
use crate::key::Key;
use crate::refusal::Refusal;
use crate::state::Server;

/// The game that a path names.
pub struct GameInPath(pub Arc<Served>);

impl FromRequestParts<Arc<Server>> for GameInPath {
    type Rejection = Refusal;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<Self, Self::Rejection> {
        let Path(name) = Path::<String>::from_request_parts(parts, server)
            .await
            .map_err(|error| Failure::new(Kind::NO_SUCH_GAME, error.body_text()))?;
        Ok(Self(server.games()?.find(&name)?.clone()))
    }
}

impl FromRequestParts<Arc<Server>> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<Self, Self::Rejection> {
        let peer = parts.extensions.get::<Peer>();
        let peer = peer.map_or(Ipv6Addr::UNSPECIFIED.into(), |peer| peer.0);
        let proxies = server.access.trusted_proxies;
        Ok(Self::behind(proxies, peer, &parts.headers))
    }
}

/// The query, deserialized as `T`; unknown parameters are errors.
pub struct ValidQuery<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<Server>> for ValidQuery<T> {
    type Rejection = Refusal;

    async fn from_request_parts(
        parts: &mut Parts,
        _: &Arc<Server>,
    ) -> Result<Self, Self::Rejection> {
        Ok(Self(read_query(parts.uri.query().unwrap_or_default())?))
    }
}

/// The body, deserialized from JSON as `T` within the limits of size and time.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Server>> for JsonBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, server: &Arc<Server>) -> Result<Self, Self::Rejection> {
        let limit = server.limits.body;
        let too_large = || {
            Failure::new(
                Kind::TOO_LARGE,
                format!("the body has more than {limit} bytes, the most this server reads"),
            )
        };
        if !is_json(request.headers()) {
            let problem = "expected a body with the header \"content-type: application/json\"";
            return Err(Failure::new(Kind::NOT_JSON, problem).into());
        }
        // axum limits the bytes received; a larger announced length is refused here at once.
        if request.body().size_hint().lower() > limit as u64 {
            return Err(too_large().into());
        }
        let body = Bytes::from_request(request, server);
        let failure = match timeout(server.limits.body_time, body).await {
            Ok(Ok(body)) => return Ok(Self(read_body(&body)?)),
            Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                too_large()
            }
            Ok(Err(rejection)) => Failure::new(
                Kind::BAD_REQUEST,
                format!("the body broke off: {}", rejection.body_text()),
            ),
            Err(_) => Failure::new(
                Kind::SLOW_BODY,
                "the body of the request took longer to arrive than this server allows",
            ),
        };
        Err(failure.into())
    }
}

/// Whether a request says that its body is JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    let kind = kind.unwrap_or_default().trim().to_ascii_lowercase();
    let subtype = kind.strip_prefix("application/");
    subtype.is_some_and(|subtype| subtype == "json" || subtype.ends_with("+json"))
}

/// The question about a position that a query puts.
///
/// # Errors
///
/// Fails if the board or the moves are too long, or another artifact should answer.
pub fn asked(
    server: &Server,
    served: Arc<Served>,
    question: Question,
    query: PositionQuery,
    client: Client,
) -> Result<Asked, Failure> {
    served.expect_artifact(query.artifact.as_deref())?;
    let line = read_line(query.from, query.moves, server.limits.line)?;
    let search = (query.search, query.canonical);
    Ok(Asked {
        key: Key::new(&served, question, search, line),
        is_pinned: query.artifact.is_some(),
        served,
        client,
    })
}
