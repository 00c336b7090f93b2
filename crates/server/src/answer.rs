//! Answers on their way out.

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use crate::failure::Failure;

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// How long an answer may be used again unasked. A server that comes back with another artifact
/// may know more.
const FRESH: HeaderValue = HeaderValue::from_static("max-age=60");

/// What may be different the next time.
const PASSING: HeaderValue = HeaderValue::from_static("no-store");

/// The bytes of `answer` in JSON.
///
/// # Errors
///
/// Never fails for what this crate answers, which has neither maps nor numbers that JSON cannot write.
pub fn encoded(answer: &impl Serialize) -> Result<Bytes, Failure> {
    let mut body = Vec::with_capacity(1024);
    match serde_json::to_writer(&mut body, answer) {
        Ok(()) => Ok(body.into()),
        Err(error) => Err(Failure::internal(error.to_string())),
    }
}

/// An answer in JSON that stays as it is.
pub fn lasting(asked: &HeaderMap, body: Bytes) -> Response {
    tagged(asked, body, JSON, FRESH)
}

/// `body` with a tag that is made of its bytes, or the news that the asker has it.
pub fn tagged(
    asked: &HeaderMap,
    body: Bytes,
    content_type: HeaderValue,
    caching: HeaderValue,
) -> Response {
    let tag = format!("\"{:016x}\"", xxh3_64(&body));
    // The crate `headers` would read this header, with eight more crates (SHA-1 among them) that take
    // two to three seconds to compile.
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

/// An answer that may be different the next time.
pub fn passing(body: impl Into<Body>) -> Response {
    let mut response = body.into().into_response();
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    response.headers_mut().insert(CACHE_CONTROL, PASSING);
    response
}

/// An answer in JSON.
#[derive(Clone, Debug)]
pub struct JsonAnswer {
    /// The JSON.
    pub body: Bytes,
    /// Whether all is in it that can be known by the search that was asked for.
    pub complete: bool,
}

impl JsonAnswer {
    /// `answer` in JSON.
    ///
    /// # Errors
    ///
    /// Fails where [`encoded`] does.
    pub fn new(answer: &impl Serialize, complete: bool) -> Result<Self, Failure> {
        let body = encoded(answer)?;
        Ok(Self { body, complete })
    }

    /// The answer as a response to a request with the headers `asked`.
    pub fn response(self, asked: &HeaderMap) -> Response {
        match self.complete {
            true => lasting(asked, self.body),
            false => passing(self.body),
        }
    }
}
