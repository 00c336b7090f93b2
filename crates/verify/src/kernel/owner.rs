//! A record under check, and its open claims.

use solveig_format::Record;

use crate::bounds::Bounds;
use crate::failure::VerifyError;
use crate::report::Claims;

/// Why the check of a record ends early.
pub enum Stop {
    /// Something is wrong with the record.
    Problem(String),
    /// The check as a whole cannot go on.
    Error(VerifyError),
}

impl From<String> for Stop {
    fn from(problem: String) -> Self {
        Self::Problem(problem)
    }
}

impl<E: Into<VerifyError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// A record under check: the owner of claims about its children.
pub struct Owner<P> {
    pub record: Record,
    pub position: P,
    /// Whether some move must reach the value, the record states none, and none has been found.
    pub unreached: bool,
    /// Claims that no file decides, in the order of the moves.
    pub open: Vec<Open<P>>,
    pub decided: Claims,
    /// Terminal positions of the region below the record, as level and key.
    pub terminals: Vec<(u32, u128)>,
}

/// A claim about the position after a move.
pub struct Open<P> {
    /// Index of the owner's move below which the position lies.
    pub through: usize,
    pub position: P,
    /// What the claim says of its value.
    pub bounds: Bounds,
    /// Whether a pass lies between: then the owner's side is to move.
    pub same_side: bool,
}
