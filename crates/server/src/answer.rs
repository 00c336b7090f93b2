//! Responses: JSON bodies, entity tags and cache headers.

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use solveig_engine::{Reusable, Status};

use crate::etag::{Lifetime, Tag, has_any};

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// A JSON response that caches may keep for a minute.
pub fn cacheable(headers: &HeaderMap, body: impl Into<Bytes>) -> Response {
    with_etag(headers, body.into(), JSON, Lifetime::Minute)
}

/// `body` with a hash of its bytes as entity tag, or 304 if the request's `If-None-Match` has that
/// tag.
pub fn with_etag(
    headers: &HeaderMap,
    body: Bytes,
    content_type: HeaderValue,
    lifetime: Lifetime,
) -> Response {
    let tag = Tag::of_bytes(&body);
    match has_any(headers) || tag.lifetime_at_asker(headers).is_some() {
        true => not_modified(tag, lifetime),
        false => tagged(body, content_type, tag, lifetime),
    }
}

/// The answer to an asker that has it.
pub fn not_modified(tag: Tag, lifetime: Lifetime) -> Response {
    with_caching(StatusCode::NOT_MODIFIED.into_response(), tag, lifetime)
}

fn tagged(body: Bytes, content_type: HeaderValue, tag: Tag, lifetime: Lifetime) -> Response {
    let response = ([(CONTENT_TYPE, content_type)], Body::from(body)).into_response();
    with_caching(response, tag, lifetime)
}

fn with_caching(mut response: Response, tag: Tag, lifetime: Lifetime) -> Response {
    let headers = response.headers_mut();
    if let Some(tag) = tag.header(lifetime) {
        headers.insert(ETAG, tag);
    }
    headers.insert(CACHE_CONTROL, lifetime.header());
    headers.append(VARY, HeaderValue::from(ACCEPT_ENCODING));
    response
}

/// A JSON response that caches must not keep.
pub fn uncacheable(body: impl Into<Body>) -> Response {
    let mut response = body.into().into_response();
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    let caching = Lifetime::None.header();
    response.headers_mut().insert(CACHE_CONTROL, caching);
    response
}

/// An answer as it is sent, which the cache can keep.
#[derive(Clone, Debug)]
pub struct JsonAnswer {
    /// The bytes of the answer, before any compression.
    pub body: Bytes,
    /// How long it may be kept.
    pub lifetime: Lifetime,
}

impl JsonAnswer {
    /// The answer, with this tag, as a response to a request with these headers. `is_pinned`:
    /// whether the address names the artifact.
    pub fn response(self, headers: &HeaderMap, tag: Tag, is_pinned: bool) -> Response {
        match self.lifetime {
            Lifetime::None => uncacheable(self.body),
            _ => {
                let lifetime = if is_pinned {
                    Lifetime::Year
                } else {
                    self.lifetime
                };
                match has_any(headers) {
                    true => not_modified(tag, lifetime),
                    false => tagged(self.body, JSON, tag, lifetime),
                }
            }
        }
    }
}

/// How long an answer may be kept: not at all if it is not complete, and longest if it is exact,
/// since what is proved does not change.
pub fn lifetime(answer: &Reusable) -> Lifetime {
    let is_exact = match answer {
        Reusable::Report(report) => report.known_value.status == Status::Exact,
        Reusable::Variation(variation) => !variation.moves.is_empty(),
        Reusable::Proof(proof) => proof.report.known_value.status == Status::Exact,
        // A longer comparison of moves of equal value may choose another one.
        Reusable::Choice(_) => false,
    };
    match (answer.is_interrupted(), is_exact) {
        (true, _) => Lifetime::None,
        (false, true) => Lifetime::Day,
        (false, false) => Lifetime::Minute,
    }
}
