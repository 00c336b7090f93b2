//! Search windows.

use solveig_game::{Interval, Value};

/// The open interval of values that a search has to distinguish: `alpha < value < beta`.
///
/// A fail-soft search of a window answers with a value that is exact inside it, an upper bound at
/// `alpha` or below and a lower bound at `beta` or above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Values up to this one need not be distinguished.
    pub alpha: Value,
    /// Values from this one on need not be distinguished; greater than `alpha`.
    pub beta: Value,
}

impl Window {
    /// The null window of the test whether the value is at least `bound`.
    pub const fn test(bound: Value) -> Self {
        Self {
            alpha: bound - 1,
            beta: bound,
        }
    }

    /// The window of the search for a value that lies within `bounds`.
    pub const fn within(bounds: Interval) -> Self {
        Self {
            alpha: bounds.lower,
            beta: bounds.upper,
        }
    }

    /// The window from the opponent's point of view.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The fail-soft answer to the window that follows from `bounds` alone, if they decide it.
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
