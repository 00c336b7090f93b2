//! Search windows.

use solveig_game::{Interval, Value};

/// The open interval of values that a search has to tell apart: `alpha < value < beta`.
///
/// A fail-soft search of a window answers with a value that is exact inside it, an upper bound at
/// `alpha` or below and a lower bound at `beta` or above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Values up to this one need not be told apart.
    pub alpha: Value,
    /// Values from this one on need not be told apart; greater than `alpha`.
    pub beta: Value,
}

impl Window {
    /// The null window that tells values of `bound` and more from those below.
    pub const fn test(bound: Value) -> Self {
        Self {
            alpha: bound - 1,
            beta: bound,
        }
    }

    /// The same window seen by the other side.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// What a search of the window may answer if the value is known to lie in `bounds` and nothing
    /// else is, if anything.
    #[inline]
    pub const fn decided_by(self, bounds: Interval) -> Option<Value> {
        if bounds.lower >= self.beta {
            Some(bounds.lower)
        } else if bounds.upper <= self.alpha || bounds.upper == bounds.lower {
            Some(bounds.upper)
        } else {
            None
        }
    }
}
