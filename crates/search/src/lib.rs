//! Finds exact values and canonical best moves.
//!
//! A solver is an [`Oracle`]: it answers with exact values and nothing else.
//! [`Knowledge`] tells it what is known of the game: the order in which to try moves, and bounds
//! that can be read off a position.

mod oracle;

pub mod knowledge;

pub use knowledge::{Knowledge, Unordered};
pub use oracle::Oracle;
