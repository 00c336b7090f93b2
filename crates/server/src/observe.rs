//! What is seen of requests: identities, times, counts; and what every answer says.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::ResponseForPanic;
use tracing::Instrument;

use crate::failure::Failure;
use crate::metrics::{Counted, Metrics, RouteLabel};
use crate::request_ids::REQUEST_ID;
use crate::state::Server;

/// The header that names a request.
/// Stands around every request: names it, bounds its time, counts and logs it, and adds the headers that all
/// answers have.
pub async fn observe(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let _in_flight = Counted::new(&server.metrics.in_flight);
    let id = server.request_ids.of(&request);
    let route = request.extensions().get::<MatchedPath>();
    let route = RouteLabel(route.map_or("none", MatchedPath::as_str).into());
    let method = method_label(request.method());
    let span = tracing::info_span!(
        "request",
        id = id.to_str().unwrap_or_default(),
        method,
        path = %Shortened(request.uri().path())
    );
    let limit = server.limits.request_time;
    let answering = tokio::time::timeout(limit, next.run(request)).instrument(span.clone());
    let mut response = answering.await.unwrap_or_else(|_| {
        span.in_scope(|| tracing::warn!("gave up after {limit:?}"));
        Failure::too_slow().into_response()
    });
    let status = response.status().as_u16();
    let taken = started.elapsed();
    server.metrics.request(route, method, status, taken);
    span.in_scope(|| tracing::info!(status, micros = taken.as_micros() as u64, "answered"));
    let headers = response.headers_mut();
    headers.insert(REQUEST_ID, id);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// The name of a method in metrics; one for all that nothing here answers.
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

/// Turns a panic, which is a defect of the server, into an answer.
#[derive(Clone)]
pub struct Defects(pub Arc<Metrics>);

impl ResponseForPanic for Defects {
    type ResponseBody = axum::body::Body;

    fn response_for_panic(&mut self, panic: Box<dyn Any + Send + 'static>) -> Response {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
        tracing::error!("panic: {}", said.unwrap_or("without a word"));
        self.0.panics.inc();
        Failure::internal("a defect of the server; its log says more").into_response()
    }
}
