//! Text protocols of graphical boards and referees.
//!
//! [`gtp`] implements version 2 of the Go Text Protocol for every game on a board, with extensions
//! of Sabaki, GoGui and HexGui. [`nboard`] implements the protocol of the Othello board NBoard.
//! Both read lines from any stream, write to any other, and use games only through
//! [`solveig_engine::Engine`].
//!
//! Any input gets an answer or an error: the length of lines is bounded, invalid UTF-8 is replaced,
//! and memory does not grow with the session.
//!
//! The program plays the canonical move where the value is known. If none was found in time, it
//! plays a move all the same and reports that it is not proven ([`solveig_engine::choice`]).

pub mod clock;
pub mod gtp;
pub mod input;
pub mod nboard;

use std::io;
use std::sync::Arc;

use solveig_engine::{Engine, EngineError, Side};

/// Opens the game of a spec; sessions call it when the size of the board or the komi changes.
pub type Opener = Box<dyn Fn(&str) -> Result<Arc<dyn Engine>, EngineError>>;

/// The side of a record: Black moves first.
const fn side(is_black: bool) -> Side {
    match is_black {
        true => Side::First,
        false => Side::Second,
    }
}

/// Why a command failed.
enum CommandFailure {
    /// To be answered as an error.
    Refused(String),
    /// The answer cannot be written.
    Stream(io::Error),
}

impl From<EngineError> for CommandFailure {
    fn from(error: EngineError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<io::Error> for CommandFailure {
    fn from(error: io::Error) -> Self {
        Self::Stream(error)
    }
}
