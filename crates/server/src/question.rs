//! Questions over HTTP: the parts of a request within the limits, and the way to its response.

use std::convert::Infallible;
use std::future::ready;
use std::hash::{BuildHasher, RandomState};
use std::net::Ipv6Addr;
use std::sync::Arc;

use axum::body::{Bytes, HttpBody};
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts as Head;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use solveig_api::{
    Allowance, BatchQuestion, Failure, Kind, Parts, PositionQuestion, Responder, ReviewQuestion,
    Route, expect_no_query,
};
use tokio::time::timeout;

use crate::answer::{cacheable, uncacheable};
use crate::client::{Client, Peer};
use crate::refusal::Refusal;
use crate::state::Server;

/// The response to a request on `route`, which has this name of a game in its path.
pub async fn respond(
    route: &'static Route,
    server: Arc<Server>,
    game: Result<Path<String>, PathRejection>,
    client: Client,
    request: Request,
) -> Result<Response, Refusal> {
    let games = server.games()?;
    let uri = request.uri().clone();
    let headers = request.headers().clone();
    let body = match route.has_body {
        true => {
            // A request that cannot be answered does not wait for its body.
            if let Ok(Path(name)) = &game {
                games.find(name)?;
            }
            expect_no_query(uri.query().unwrap_or_default())?;
            json_body(request, &server).await
        }
        false => Ok(Bytes::new()),
    };
    let parts = Parts {
        games,
        game: match &game {
            Ok(Path(name)) => Ok(name),
            Err(error) => Err(Failure::new(Kind::NO_SUCH_GAME, error.body_text())),
        },
        query: uri.query().unwrap_or_default(),
        body: body.as_deref().map_err(Failure::clone),
        allowed: &Allowance {
            line: server.limits.line,
            batch: server.limits.batch,
            search_time: server.limits.search_time,
            seed: RandomState::new().hash_one(0),
        },
    };
    let http = HttpResponder {
        server: server.clone(),
        client,
        headers,
        has_body: route.has_body,
    };
    route.ask(&parts, http)?.await
}

/// Answers a request of this client with the cache and the turns of the server.
struct HttpResponder {
    server: Arc<Server>,
    client: Client,
    headers: HeaderMap,
    has_body: bool,
}

impl Responder for HttpResponder {
    type Response = BoxFuture<'static, Result<Response, Refusal>>;

    fn answer(self, json: Vec<u8>) -> Self::Response {
        let response = match self.has_body {
            true => uncacheable(json),
            false => cacheable(&self.headers, json),
        };
        ready(Ok(response)).boxed()
    }

    fn position(self, question: PositionQuestion) -> Self::Response {
        let respond = async move {
            let (server, client) = (&self.server, self.client);
            server.respond(question, client, &self.headers).await
        };
        respond.boxed()
    }

    fn batch(self, question: BatchQuestion) -> Self::Response {
        let response = self
            .server
            .respond_to_batch(question, self.client, &self.headers);
        ready(Ok(response)).boxed()
    }

    fn review(self, question: ReviewQuestion) -> Self::Response {
        let respond = async move { self.server.respond_to_review(question, self.client).await };
        respond.boxed()
    }
}

impl FromRequestParts<Arc<Server>> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Head,
        server: &Arc<Server>,
    ) -> Result<Self, Self::Rejection> {
        let peer = parts.extensions.get::<Peer>();
        let peer = peer.map_or(Ipv6Addr::UNSPECIFIED.into(), |peer| peer.0);
        let proxies = server.access.trusted_proxies;
        Ok(Self::behind(proxies, peer, &parts.headers))
    }
}

/// The body of a request that says that it is JSON, within the limits of size and time.
async fn json_body(request: Request, server: &Arc<Server>) -> Result<Bytes, Failure> {
    let limit = server.limits.body;
    let too_large = || {
        Failure::new(
            Kind::TOO_LARGE,
            format!("the body has more than {limit} bytes, the most this server reads"),
        )
    };
    if !is_json(request.headers()) {
        let problem = "expected a body with the header \"content-type: application/json\"";
        return Err(Failure::new(Kind::NOT_JSON, problem));
    }
    // axum limits the bytes received; a larger announced length is refused here at once.
    if request.body().size_hint().lower() > limit as u64 {
        return Err(too_large());
    }
    let body = Bytes::from_request(request, server);
    Err(match timeout(server.limits.body_time, body).await {
        Ok(Ok(body)) => return Ok(body),
        Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        Ok(Err(rejection)) => Failure::new(
            Kind::BAD_REQUEST,
            format!("the body broke off: {}", rejection.body_text()),
        ),
        Err(_) => Failure::new(
            Kind::SLOW_BODY,
            "the body of the request took longer to arrive than this server allows",
        ),
    })
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
