//! Conversations with other programs.
//!
//! [`gtp`] speaks version 2 of the Go Text Protocol for every game on a board, with the extensions
//! that Sabaki, GoGui and HexGui know. [`nboard`] speaks the protocol of the Othello board NBoard.
//! Both read lines from any stream and write to any other, and know the game only through
//! [`solveig_engine::Engine`].
//!
//! Whatever the other program sends, the answer is an answer or an error: lines have a greatest
//! length, bytes that are no text are replaced, and memory does not grow with the conversation.
//!
//! Moves are the canonical ones where a value is known. Where none was found within the time, a move
//! is still made, and the other program is told that it is not proven ([`solveig_engine::choice`]).

pub mod clock;
pub mod ggf;
pub mod gtp;
pub mod input;
pub mod nboard;
mod properties;
pub mod sgf;

use std::sync::Arc;

use solveig_engine::{Engine, EngineError};

/// Opens the game that a spec names, where a conversation changes the size of the board.
pub type Opener = Box<dyn Fn(&str) -> Result<Arc<dyn Engine>, EngineError>>;
