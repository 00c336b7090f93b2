//! Responses: JSON bodies, entity tags and cache headers.

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use solveig_api::{Answer, Failure, encoded};
use xxhash_rust::xxh3::xxh3_64;

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Answers may be reused for a minute. Not longer: a restarted server may serve another artifact.
const ONE_MINUTE: HeaderValue = HeaderValue::from_static("max-age=60");

/// For answers that depend on the time of the request.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// A JSON response that caches may keep for a minute.
pub fn cacheable(asked: &HeaderMap, body: impl Into<Bytes>) -> Response {
    with_etag(asked, body.into(), JSON, ONE_MINUTE)
}

/// `body` with a hash of its bytes as entity tag, or 304 if the request's `If-None-Match` has that
/// tag.
pub fn with_etag(
    asked: &HeaderMap,
    body: Bytes,
    content_type: HeaderValue,
    caching: HeaderValue,
) -> Response {
    let tag = format!("\"{:016x}\"", xxh3_64(&body));
    // Parsed by hand: the crate `headers` would bring eight more crates and two to three seconds of
    // compile time.
    let has_it = asked
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(',').map(str::trim))
        .any(|one| one == "*" || one.trim_start_matches("W/") == tag);
    let mut response = match has_it {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => ([(CONTENT_TYPE, content_type)], Body::from(body)).into_response(),
    };
    if let Ok(tag) = HeaderValue::try_from(tag) {
        response.headers_mut().insert(ETAG, tag);
    }
    response.headers_mut().insert(CACHE_CONTROL, caching);
    response
}

/// A JSON response that caches must not keep.
pub fn uncacheable(body: impl Into<Body>) -> Response {
    let mut response = body.into().into_response();
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    response.headers_mut().insert(CACHE_CONTROL, NO_STORE);
    response
}

/// An answer in JSON.
#[derive(Clone, Debug)]
pub struct JsonAnswer {
    /// The JSON.
    pub body: Bytes,
    /// Whether the search that was asked for ran to its end. Only then is the answer cacheable.
    pub complete: bool,
}

impl JsonAnswer {
    /// Serializes `answer`.
    ///
    /// # Errors
    ///
    /// Fails as [`encoded`] does.
    pub fn new(answer: &impl Answer) -> Result<Self, Failure> {
        Ok(Self {
            body: encoded(answer)?.into(),
            complete: answer.is_complete(),
        })
    }

    /// The answer as a response to a request with the headers `asked`.
    pub fn response(self, asked: &HeaderMap) -> Response {
        match self.complete {
            true => cacheable(asked, self.body),
            false => uncacheable(self.body),
        }
    }
}
