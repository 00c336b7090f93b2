//! The one shape of errors.

use serde::Serialize;
use solveig_engine::EngineError;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Failure {
    #[serde(skip)]
    status: u16,
    #[serde(skip)]
    cause: Option<String>,
    /// What is wrong, for programs: `bad_position`, `bad_query`, `bad_json`, `bad_body`,
    /// `bad_request`, `no_such_game`, `no_artifact`, `other_artifact`, `not_found`,
    /// `method_not_allowed`, `too_large`, `not_json`, `busy`, `timeout`, `not_ready` or `internal`.
    #[cfg_attr(feature = "openapi", schema(example = "bad_position"))]
    code: &'static str,
    /// What is wrong and where, and what was expected, for people.
    message: String,
}

/// The body of every answer that is an error.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FailureBody {
    /// Why there is no answer.
    pub error: Failure,
}

/// What is wrong, for programs: the status of an HTTP response, and the code in its body.
#[derive(Clone, Copy, Debug)]
pub struct Kind(u16, &'static str);

impl Kind {
    /// A board or a move that cannot be read.
    pub const BAD_POSITION: Self = Self(400, "bad_position");
    /// A query with unknown parameters or bad values.
    pub const BAD_QUERY: Self = Self(400, "bad_query");
    /// A body that is not JSON.
    pub const BAD_JSON: Self = Self(400, "bad_json");
    /// A request whose body is incomplete or not framed as HTTP requires.
    pub const BAD_REQUEST: Self = Self(400, "bad_request");
    /// A body of valid JSON that does not fit the schema.
    pub const BAD_BODY: Self = Self(422, "bad_body");
    /// A body without the content type of JSON.
    pub const NOT_JSON: Self = Self(415, "not_json");
    /// More than the limits allow.
    pub const TOO_LARGE: Self = Self(413, "too_large");
    /// A game that is not served.
    pub const NO_SUCH_GAME: Self = Self(404, "no_such_game");
    /// A question that only an artifact can answer.
    pub const NO_ARTIFACT: Self = Self(404, "no_artifact");
    /// A question that names another artifact than the one that is served.
    pub const OTHER_ARTIFACT: Self = Self(404, "other_artifact");
    /// A path without a route.
    pub const NOT_FOUND: Self = Self(404, "not_found");
    /// A method that the route does not have.
    pub const METHOD_NOT_ALLOWED: Self = Self(405, "method_not_allowed");
    /// No thread was free for the search, not even after waiting.
    pub const BUSY: Self = Self(503, "busy");
    /// The server is still checking its files, or about to stop.
    pub const NOT_READY: Self = Self(503, "not_ready");
    /// The answer took longer than the time of a request.
    pub const TOO_SLOW: Self = Self(503, "timeout");
    /// The body took longer to arrive than it may.
    pub const SLOW_BODY: Self = Self(408, "timeout");
    /// An error that the client did not cause.
    pub const INTERNAL: Self = Self(500, "internal");
}

impl Failure {
    /// A failure of this kind. `message` says what is wrong and where, and what was expected.
    pub fn new(Kind(status, code): Kind, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            status,
            cause: None,
            code,
            message,
        }
    }

    /// The status of an HTTP response with this failure.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// What is wrong and where, and what was expected.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What went wrong in detail, for a log: it names files of the machine that answers.
    pub fn cause(&self) -> Option<&str> {
        self.cause.as_deref()
    }

    /// The failure with its cause as the message, for an asker whose own files are read.
    #[must_use]
    pub fn told_in_full(mut self) -> Self {
        self.message = self.cause.take().unwrap_or(self.message);
        self
    }

    /// The failure with this added to its message.
    #[must_use]
    pub fn saying(mut self, more: &str) -> Self {
        self.message.push_str(more);
        self
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
            EngineError::NoSearch { .. } | EngineError::NoSearcherLeft => {
                Self::new(Kind::INTERNAL, error.to_string())
            }
            _ => Self {
                cause: Some(error.to_string()),
                ..Self::new(Kind::INTERNAL, "the game's file cannot be read")
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_asker_is_told_what_is_wrong_but_no_path_of_the_machine() {
        let file = "/secret/game.sol".to_owned();
        let error = EngineError::NotTheConfirmed { file };
        let failure = Failure::from(error);
        assert!(!failure.message().contains("secret"), "{failure:?}");
        assert!(
            failure
                .told_in_full()
                .message()
                .contains("/secret/game.sol")
        );
    }
}
