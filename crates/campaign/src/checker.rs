//! Values in the types of the checker, which shares none with the solver.

use solveig_game::{Interval, ValueRange};
use solveig_verify::Rules;

/// The values of a game by the checker's rules.
pub fn range_of<R: Rules + ?Sized>(rules: &R) -> ValueRange {
    let solveig_verify::Interval { least, greatest } = rules.value_range();
    ValueRange {
        min: least,
        max: greatest,
    }
}

/// Bounds as the checker takes them.
pub const fn bounds_for(bounds: Interval) -> solveig_verify::Interval {
    solveig_verify::Interval {
        least: bounds.lower,
        greatest: bounds.upper,
    }
}
