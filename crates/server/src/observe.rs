//! Middleware for all requests: ids, time limit, metrics, log, panics and common headers.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{ACCEPT_ENCODING, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use solveig_api::{Failure, Kind};
use tower_http::catch_panic::ResponseForPanic;
use tower_http::request_id::RequestId;
use tracing::Instrument;

use crate::metrics::{GaugeGuard, Metrics, RouteLabel};
use crate::refusal::Refusal;
use crate::state::Server;

/// The paths of the API that no other route has; requests for them are counted as without a route.
pub const NOTHING: &str = "/v1/{*path}";

/// The longest request id that is accepted from a client, in bytes.
const MAX_ID_BYTES: usize = 64;

/// A request without what the layers that come next would take amiss.
pub async fn normalized(mut request: Request) -> Request {
    drop_unusual_id(request.headers_mut());
    keep_known_encodings(request.headers_mut());
    request
}

/// Removes a client's request id that is long or has unusual characters; `tower-http` then
/// generates one.
fn drop_unusual_id(headers: &mut HeaderMap) {
    let id = HeaderName::from_static("x-request-id");
    let is_plain = headers.get(&id).is_none_or(|value| {
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:/+=".contains(byte);
        (1..=MAX_ID_BYTES).contains(&value.len()) && value.as_bytes().iter().all(plain)
    });
    if !is_plain {
        headers.remove(id);
    }
}

/// Reduces `accept-encoding` to the one encoding that there is, if the client takes it. One that
/// takes none, not even plain text, gets plain text.
fn keep_known_encodings(headers: &mut HeaderMap) {
    let lines = headers.get_all(ACCEPT_ENCODING);
    let weight = |encoding: &str| {
        let lines = lines.iter().filter_map(|line| line.to_str().ok());
        lines.flat_map(|line| line.split(',')).find_map(|one| {
            let (name, weight) = one.split_once(';').unwrap_or((one, ""));
            let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
            let is_named = name.trim().eq_ignore_ascii_case(encoding);
            is_named.then(|| weight.trim().parse::<f32>().unwrap_or(0.0))
        })
    };
    let takes = weight("gzip").or_else(|| weight("*")).unwrap_or(0.0) > 0.0;
    headers.remove(ACCEPT_ENCODING);
    if takes {
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    }
}

/// Bounds the time of a request, counts and logs it, and adds the headers that all answers have.
pub async fn observe(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let _in_flight = GaugeGuard::new(&server.metrics.in_flight);
    let id = request.extensions().get::<RequestId>();
    let id = id.and_then(|id| id.header_value().to_str().ok());
    let route = request.extensions().get::<MatchedPath>();
    let route = route.filter(|route| route.as_str() != NOTHING);
    let route = RouteLabel(route.map_or("none", MatchedPath::as_str).into());
    let method = method_label(request.method());
    let span = tracing::info_span!(
        "request",
        id,
        method,
        path = %Shortened(request.uri().path())
    );
    let limit = server.limits.request_time;
    // Not the timeout of `tower-http`: it answers without a body, and all errors here have one.
    let answering = tokio::time::timeout(limit, next.run(request)).instrument(span.clone());
    let mut response = answering.await.unwrap_or_else(|_| {
        span.in_scope(|| tracing::warn!("gave up after {limit:?}"));
        Refusal::from(Failure::too_slow()).into_response()
    });
    let status = response.status().as_u16();
    let duration = started.elapsed();
    server.metrics.request(route, method, status, duration);
    span.in_scope(|| tracing::info!(status, micros = duration.as_micros() as u64, "answered"));
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// The name of a method in metrics; `other` for all that no route has, to bound the label's values.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        _ => "other",
    }
}

/// The beginning of a path, for the log.
struct Shortened<'a>(&'a str);

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = self.0.chars().take(100).collect();
        f.write_str(&shown)
    }
}

/// Answers a request that panicked with the error `internal`, and counts it.
#[derive(Clone)]
pub struct PanicResponder(pub Arc<Metrics>);

impl ResponseForPanic for PanicResponder {
    type ResponseBody = axum::body::Body;

    fn response_for_panic(&mut self, panic: Box<dyn Any + Send + 'static>) -> Response {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
        tracing::error!("panic: {}", said.unwrap_or("without a word"));
        self.0.panics.inc();
        let defect = Failure::new(Kind::INTERNAL, "a defect of the server; its log says more");
        Refusal::from(defect).into_response()
    }
}
