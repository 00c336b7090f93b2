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

/// What is wrong, for programs: the status of the response, and the code in its body.
#[derive(Clone, Copy)]
pub struct Kind(StatusCode, &'static str);

impl Kind {
    /// A board or a move that cannot be read.
    pub const BAD_POSITION: Self = Self(StatusCode::BAD_REQUEST, "bad_position");
    /// A query with unknown parameters or bad values.
    pub const BAD_QUERY: Self = Self(StatusCode::BAD_REQUEST, "bad_query");
    /// A body that is not JSON.
    pub const BAD_JSON: Self = Self(StatusCode::BAD_REQUEST, "bad_json");
    /// A request whose body is incomplete or not framed as HTTP requires.
    pub const BAD_REQUEST: Self = Self(StatusCode::BAD_REQUEST, "bad_request");
    /// A body of valid JSON that does not fit the schema.
    pub const BAD_BODY: Self = Self(StatusCode::UNPROCESSABLE_ENTITY, "bad_body");
    /// A body without the content type of JSON.
    pub const NOT_JSON: Self = Self(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json");
    /// More than the limits allow.
    pub const TOO_LARGE: Self = Self(StatusCode::PAYLOAD_TOO_LARGE, "too_large");
    /// A game that is not served.
    pub const NO_SUCH_GAME: Self = Self(StatusCode::NOT_FOUND, "no_such_game");
    /// A question that only an artifact can answer.
    pub const NO_ARTIFACT: Self = Self(StatusCode::NOT_FOUND, "no_artifact");
    /// A path without a route.
    pub const NOT_FOUND: Self = Self(StatusCode::NOT_FOUND, "not_found");
    /// A method that the route does not have.
    pub const METHOD_NOT_ALLOWED: Self = Self(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed");
    /// No thread was free for the search, not even after waiting.
    pub const BUSY: Self = Self(StatusCode::SERVICE_UNAVAILABLE, "busy");
    /// The answer took longer than [`Limits::request_time`](crate::Limits::request_time).
    pub const TOO_SLOW: Self = Self(StatusCode::SERVICE_UNAVAILABLE, "timeout");
    /// The body took longer to arrive than [`Limits::body_time`](crate::Limits::body_time).
    pub const SLOW_BODY: Self = Self(StatusCode::REQUEST_TIMEOUT, "timeout");
    /// An error that the client did not cause.
    pub const INTERNAL: Self = Self(StatusCode::INTERNAL_SERVER_ERROR, "internal");
}

impl Failure {
    /// A failure of this kind. `message` says what is wrong and where, and what was expected.
    pub fn new(Kind(status, code): Kind, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            status,
            code,
            message,
        }
    }

    /// Whether the request was refused because no thread was free for its search.
    pub fn is_busy(&self) -> bool {
        self.code == Kind::BUSY.1
    }

    /// The failure of a question that only an artifact can answer.
    pub fn no_artifact(game: &str) -> Self {
        Self::new(
            Kind::NO_ARTIFACT,
            format!("{game} is served without an artifact: nothing is stored of it"),
        )
    }

    /// The failure of a search for which no thread was free, not even after waiting.
    pub fn busy() -> Self {
        Self::new(
            Kind::BUSY,
            "as many searches are running as this server allows; ask again, or with search=never",
        )
    }

    /// The failure of an answer that took too long.
    pub fn too_slow() -> Self {
        Self::new(
            Kind::TOO_SLOW,
            "the answer took longer than this server allows",
        )
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            _ if error.is_askers_fault() => Self::new(Kind::BAD_POSITION, error.to_string()),
            EngineError::Busy { .. } => Self::busy(),
            _ => {
                // Logged, not sent: the message names files of this machine.
                tracing::error!("{error}");
                Self::new(
                    Kind::INTERNAL,
                    "the game's file cannot be read; the server's log says more",
                )
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
