//! Errors as programs read them.

use std::fmt;
use std::io::Write;

use serde::Serialize;
use solveig_game::one_line;

use crate::messages::complain;
use crate::output::expect_open;

/// What went wrong: of a line, or of the whole command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// What was wrong, where, and what was expected.
    pub message: String,
    /// The character of the line where the problem is, counted from 1, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl Problem {
    /// A problem at no particular place.
    pub fn of(message: impl ToString) -> Self {
        Self {
            message: message.to_string(),
            column: None,
        }
    }

    /// The same in one line, without control characters.
    pub fn in_one_line(self) -> Self {
        Self {
            message: one_line(&self.message),
            ..self
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "column {column}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// The end of a command that failed.
#[derive(Serialize)]
struct Failure {
    error: Problem,
}

/// Reports the error that ends the program: with `--json` as an object on standard output, the
/// last one; otherwise, or if standard output cannot be written to, on standard error.
pub fn report(message: &str, json: bool) {
    let failure = Failure {
        error: Problem::of(message).in_one_line(),
    };
    let written = json
        && expect_open().is_ok()
        && serde_json::to_string(&failure)
            .is_ok_and(|text| writeln!(std::io::stdout(), "{text}").is_ok());
    if !written {
        complain(message);
    }
}
