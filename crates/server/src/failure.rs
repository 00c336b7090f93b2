//! The one shape of errors.

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use solveig_engine::EngineError;
use utoipa::ToSchema;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Error)]
pub struct Failure {
    #[serde(skip)]
    status: StatusCode,
    /// What is wrong, for programs: `bad_position`, `bad_query`, `bad_json`, `bad_body`,
    /// `bad_request`, `no_such_game`, `no_artifact`, `not_found`, `method_not_allowed`,
    /// `too_large`, `not_json`, `busy`, `timeout` or `internal`.
    #[schema(example = "bad_position")]
    code: &'static str,
    /// What is wrong and where, and what was expected, for people.
    message: String,
}

/// The body of every answer that is an error.
#[derive(Serialize, ToSchema)]
pub struct FailureBody {
    /// Why there is no answer.
    pub error: Failure,
}

const BUSY: &str = "busy";

impl Failure {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            status,
            code,
            message,
        }
    }

    /// Whether the request was refused because no thread was free for its search.
    pub fn is_busy(&self) -> bool {
        self.code == BUSY
    }

    /// A board or a move that cannot be read.
    pub fn bad_position(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_position", message)
    }

    /// A query with unknown parameters or bad values.
    pub fn bad_query(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_query", message)
    }

    /// A body that is not JSON.
    pub fn bad_json(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_json", message)
    }

    /// A request whose body is incomplete or not framed as HTTP requires.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", message)
    }

    /// A body of valid JSON that does not fit the schema.
    pub fn bad_body(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "bad_body", message)
    }

    /// A body without the content type of JSON.
    pub fn not_json() -> Self {
        Self::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "not_json",
            "expected a body with the header \"content-type: application/json\"",
        )
    }

    /// More than the limits allow.
    pub fn too_large(message: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// A game that is not served.
    pub fn no_such_game(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "no_such_game", message)
    }

    /// A question that only an artifact can answer.
    pub fn no_artifact(game: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "no_artifact",
            format!("{game} is served without an artifact: nothing is stored of it"),
        )
    }

    /// A path without a route.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// A method that the route does not have.
    pub fn method_not_allowed(message: impl Into<String>) -> Self {
        Self::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            message,
        )
    }

    /// No thread was free for the search, not even after waiting.
    pub fn busy() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            BUSY,
            "as many searches are running as this server allows; ask again, or with search=never",
        )
    }

    /// The answer took longer than [`Limits::request_time`](crate::Limits::request_time).
    pub fn too_slow() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "timeout",
            "the answer took longer than this server allows",
        )
    }

    /// The body took longer to arrive than [`Limits::body_time`](crate::Limits::body_time).
    pub fn slow_body() -> Self {
        Self::new(
            StatusCode::REQUEST_TIMEOUT,
            "timeout",
            "the body of the request took longer to arrive than this server allows",
        )
    }

    /// An error that the client did not cause.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            _ if error.is_askers_fault() => Self::bad_position(error.to_string()),
            EngineError::Busy { .. } => Self::busy(),
            _ => {
                // Logged, not sent: the message names files of this machine.
                tracing::error!("{error}");
                Self::internal("the game's file cannot be read; the server's log says more")
            }
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut response = (status, Json(FailureBody { error: self })).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            let second = HeaderValue::from_static("1");
            response.headers_mut().insert(RETRY_AFTER, second);
        }
        response
    }
}
