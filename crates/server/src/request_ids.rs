//! Names of requests, by which a log and an answer are told to belong together.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};

/// The header with the name of a request.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest name of a request that is taken over from the asker.
const LONGEST_ID: usize = 64;

/// Names for requests that come without one, different in every run of a server.
pub struct RequestIds {
    run: u32,
    next: AtomicU64,
}

impl RequestIds {
    /// Names that were not given before.
    pub fn new() -> Self {
        Self {
            run: RandomState::new().hash_one(0) as u32,
            next: AtomicU64::new(1),
        }
    }

    /// The name that `request` has, or a new one.
    pub(crate) fn of(&self, request: &Request) -> HeaderValue {
        let given = request.headers().get(REQUEST_ID).filter(|value| {
            let bytes = value.as_bytes();
            let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:/+=".contains(byte);
            (1..=LONGEST_ID).contains(&bytes.len()) && bytes.iter().all(plain)
        });
        given.cloned().unwrap_or_else(|| {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let name = format!("{:08x}-{number:x}", self.run);
            HeaderValue::try_from(name).unwrap_or(HeaderValue::from_static("-"))
        })
    }
}
