//! Learns the evaluation that orders the moves of Othello.
//!
//! [`train`] plays games against itself in which either side errs more or less often, so that the
//! positions resemble those of a proof search, where one side tries every move. An oracle gives the
//! exact values of positions near the end. Then the evaluation is fitted stage by stage, from the
//! end of the game backwards: the targets are look-ahead values that use the stages fitted before,
//! and the weights follow by ridge regression. Last, scores are shifted so that they favour neither
//! side on average. [`biases`] measures what is left.
//!
//! The result depends on the [`TrainingSettings`] alone, not on the number of threads or the
//! oracle. `cargo xtask train` writes the weights to a file.

mod look_ahead;
mod play;
mod quality;
mod random;
mod regression;
mod train;

pub use quality::{Bias, Ordering, StageError, biases};
pub use train::{Report, TrainingError, TrainingResult, TrainingSettings, train};
