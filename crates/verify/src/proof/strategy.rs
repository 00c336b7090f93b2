//! Proofs in which the loser may repeat positions: strategies that depend on no history.
//!
//! The walk takes one move of the winner and all moves of the loser, as every walk does. But the
//! loser may also repeat positions, except that no side takes back a stone that has just been taken
//! ([`repeating`](crate::rules::go::repeating)). So what can follow does not depend on how a
//! position came about, and each position, of which images under symmetry are one, is walked once.
//! The walk (`walk.rs`) shows:
//!
//! 1. *Play ends.* No position can follow itself: the walk never comes to one that it has not left.
//! 2. *It ends well*: where the rules decide for the winner, or where the file says so and the
//!    winner keeps enough territory by answering ([`territory`](crate::rules::go::territory)).
//!
//! What is left to show is that superko forbids no move of the winner (`superko.rs`). For the loser
//! it only takes moves away. So the claim holds by the rules, positional or situational.

mod superko;
mod walk;

pub use walk::walk;
