//! Hex.
//!
//! All parts speak of one position and say only what is proven, except the order of the moves:
//!
//! - `connections`: the virtual connections of both players, which decide many positions long
//!   before the last stone and else tell where a player has to answer;
//! - `inferior`: cells that are filled in because their owner is settled, and moves that are no better
//!   than others;
//! - `resistance`: the order in which to try what is left.
//!
//! [`Analyst`] puts them together.

mod analysis;
mod board;
mod connections;
mod inferior;
mod resistance;
#[cfg(all(test, not(loom)))]
mod tests;

pub use self::analysis::{Analyst, Options, Outlook};
pub use self::board::{Board, Colour, MOST_CELLS, Shape};
pub use self::connections::{Connections, Limits, Reach};
pub use self::inferior::{Filled, Graphs};
