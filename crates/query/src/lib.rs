//! Answers about positions.
//!
//! An [`Artifact`] is the file of a solution together with the rules of its game. It says at once
//! what is stored of a position. A [`Solution`] adds an exact search for the positions above the
//! artifact's cut, and so answers all that can be answered: values, canonical moves, the value of
//! every move, the principal variation.
//!
//! Nothing is guessed. A position that is neither stored, nor above the cut, nor over is
//! [`Answer::Outside`], and in a solution of scope weak a bound is a bound.

mod answer;
mod artifact;
mod error;
mod solution;

pub use answer::{Answer, Source};
pub use artifact::{Artifact, Place};
pub use error::QueryError;
pub use solution::{MoveAnswer, Report, Solution};
