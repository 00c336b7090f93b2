//! Bounds on a value.

use std::fmt;

/// `least <= value <= greatest`, for the side to move. A missing bound is `OPEN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    least: i32,
    greatest: i32,
}

/// Marks a missing bound: `-OPEN` below, `OPEN` above. Greater than the magnitude of any value.
pub const OPEN: i32 = i32::MAX;

impl Bounds {
    /// No bound.
    pub const NONE: Self = Self {
        least: -OPEN,
        greatest: OPEN,
    };

    /// The same with the lower bound `least`.
    pub const fn at_least(self, least: i32) -> Self {
        Self { least, ..self }
    }

    /// The same with the upper bound `greatest`.
    pub const fn at_most(self, greatest: i32) -> Self {
        Self { greatest, ..self }
    }

    /// The lower bound, if there is one.
    pub fn least(self) -> Option<i32> {
        (self.least != -OPEN).then_some(self.least)
    }

    /// The upper bound, if there is one.
    pub fn greatest(self) -> Option<i32> {
        (self.greatest != OPEN).then_some(self.greatest)
    }

    /// Whether `value` is within the bounds.
    pub const fn allow(self, value: i32) -> bool {
        self.least <= value && value <= self.greatest
    }

    /// The same bounds from the other side's point of view.
    pub const fn negated(self) -> Self {
        Self {
            least: -self.greatest,
            greatest: -self.least,
        }
    }

    /// Whether every value within these bounds is within `other`.
    pub const fn imply(self, other: Self) -> bool {
        other.least <= self.least && self.greatest <= other.greatest
    }

    /// Drops each bound that every value from `min` to `max` satisfies.
    pub const fn drop_vacuous(self, (min, max): (i32, i32)) -> Self {
        let Self { least, greatest } = self;
        Self {
            least: if least <= min { -OPEN } else { least },
            greatest: if greatest >= max { OPEN } else { greatest },
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least(), self.greatest()) {
            (Some(least), Some(greatest)) if least == greatest => write!(f, "{least:+}"),
            (Some(least), Some(greatest)) => write!(f, "from {least:+} to {greatest:+}"),
            (Some(least), None) => write!(f, "at least {least:+}"),
            (None, Some(greatest)) => write!(f, "at most {greatest:+}"),
            (None, None) => f.write_str("anything"),
        }
    }
}
