//! A record under check, and its claims that are open.

use solveig_format::Record;

use super::bounds::Bounds;
use crate::failure::{Problem, VerifyError};
use crate::report::Claims;

/// Why the check of a record ends early.
pub enum Stop {
    /// Something is wrong with the record.
    Problem(Problem),
    /// The check as a whole cannot go on.
    Error(VerifyError),
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl<E: Into<VerifyError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// A record under check, and what its claims have come to so far.
pub struct Owner<P> {
    pub record: Record,
    pub position: P,
    /// Whether the record says that some move reaches its value without saying which, and none is known to.
    pub unreached: bool,
    /// The claims that no file speaks of, in the order of the moves.
    pub open: Vec<Open<P>>,
    pub settled: Claims,
    /// Terminal positions of the region that were met, as level and key.
    pub terminals: Vec<(u32, u128)>,
}

/// A claim that is left to the search.
pub struct Open<P> {
    /// The place of the move that leads to the position, or to one it stands for.
    pub through: usize,
    pub position: P,
    pub bounds: Bounds,
    /// Whether the side to move here is the one to move at the owner: after a pass.
    pub same_side: bool,
}
