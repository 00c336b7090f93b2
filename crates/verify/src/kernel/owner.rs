//! A record under check, and its open claims.

use solveig_format::{Kind, Record};

use super::terminals::Terminal;
use crate::bounds::Bounds;
use crate::report::ClaimCounts;

/// A record under check: the owner of claims about its children.
pub struct Owner<P> {
    pub file: Kind,
    pub level: u32,
    pub record: Record,
    pub position: P,
    /// Whether some move must reach the value, the record states none, and none has been found.
    pub unreached: bool,
    /// Claims that no file decides, in the order of the moves.
    pub open: Vec<Open<P>>,
    pub decided: ClaimCounts,
    /// Terminal positions of the region below the record.
    pub terminals: Vec<Terminal>,
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
