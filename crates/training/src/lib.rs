//! Learns the evaluation that orders the moves of Othello.
//!
//! [`train`] plays games in which either side errs more or less often, so that the positions of a
//! proof search, where one side tries every move, are among them. Positions near the end get their
//! exact values from an oracle. Then the evaluation grows upwards: the positions of each stage are
//! given the value of a look ahead into the stages below, and the weights of the stage are fitted to
//! those values by ridge regression.
//!
//! What is learned depends on the [`TrainingSettings`] alone, and neither on threads nor on the oracle.

mod look_ahead;
mod parallel;
mod play;
mod quality;
mod random;
mod regression;
mod train;

pub use quality::{Ordering, StageError};
pub use train::{Trained, TrainingError, TrainingProgress, TrainingSettings, train};
