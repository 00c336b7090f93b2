//! What must hold of a value.

use std::fmt;

/// `least <= value <= greatest`, for the side to move. A side that says nothing is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    least: i32,
    greatest: i32,
}

/// The open sides: greater than any value's magnitude, and turned into each other by negation.
const OPEN: i32 = i32::MAX;

impl Bounds {
    /// No bound at all.
    pub const NONE: Self = Self {
        least: -OPEN,
        greatest: OPEN,
    };

    /// The same with the bound that the value is at least `least`.
    pub const fn at_least(self, least: i32) -> Self {
        Self { least, ..self }
    }

    /// The same with the bound that the value is at most `greatest`.
    pub const fn at_most(self, greatest: i32) -> Self {
        Self { greatest, ..self }
    }

    /// The bound from below, if there is one.
    pub fn least(self) -> Option<i32> {
        (self.least != -OPEN).then_some(self.least)
    }

    /// The bound from above, if there is one.
    pub fn greatest(self) -> Option<i32> {
        (self.greatest != OPEN).then_some(self.greatest)
    }

    /// Whether `value` keeps the bounds.
    pub const fn allow(self, value: i32) -> bool {
        self.least <= value && value <= self.greatest
    }

    /// What the bounds say of the value for the other side.
    pub const fn negated(self) -> Self {
        Self {
            least: -self.greatest,
            greatest: -self.least,
        }
    }

    /// Whether every value that keeps these bounds keeps `other`.
    pub const fn imply(self, other: Self) -> bool {
        other.least <= self.least && self.greatest <= other.greatest
    }

    /// The bounds that do not hold of every value from `min` to `max` anyway.
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
