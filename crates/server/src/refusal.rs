//! Failures as responses.

use axum::Json;
use axum::http::header::{CACHE_CONTROL, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use solveig_api::{Failure, FailureBody};

use crate::etag::Lifetime;

/// A failure as a response. Its cause is logged, not sent: it names files of this machine.
pub struct Refusal(Failure);

impl Refusal {
    /// The body of the response.
    pub fn body(self) -> FailureBody {
        FailureBody { error: self.0 }
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        let Some(cause) = failure.cause() else {
            return Self(failure);
        };
        tracing::error!("{cause}");
        Self(failure.saying("; the server's log says more"))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let caching = [(CACHE_CONTROL, Lifetime::None.header())];
        let mut response = (status, caching, Json(self.body())).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            let second = HeaderValue::from_static("1");
            response.headers_mut().insert(RETRY_AFTER, second);
        }
        response
    }
}
