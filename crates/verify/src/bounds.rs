//! Bounds on a value, for the side to move.

use std::fmt;

/// A claim about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bound {
    /// The value is at least this.
    AtLeast(i32),
    /// The value is at most this.
    AtMost(i32),
}

impl Bound {
    /// The least or the greatest value that satisfies the bound.
    pub const fn value(self) -> i32 {
        let (Self::AtLeast(bound) | Self::AtMost(bound)) = self;
        bound
    }

    /// Whether it says that the value is this or more.
    pub const fn is_lower(self) -> bool {
        matches!(self, Self::AtLeast(_))
    }

    /// Whether a value satisfies the bound.
    pub const fn allows(self, value: i32) -> bool {
        match self {
            Self::AtLeast(bound) => value >= bound,
            Self::AtMost(bound) => value <= bound,
        }
    }

    /// The same bound from the other side's point of view.
    #[must_use]
    pub const fn negated(self) -> Self {
        match self {
            Self::AtLeast(bound) => Self::AtMost(-bound),
            Self::AtMost(bound) => Self::AtLeast(-bound),
        }
    }

    /// Whether every value in `range` satisfies the bound.
    pub const fn is_vacuous(self, range: Interval) -> bool {
        self.allows(range.least) && self.allows(range.greatest)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(bound) => write!(f, "at least {bound:+}"),
            Self::AtMost(bound) => write!(f, "at most {bound:+}"),
        }
    }
}

/// The values from `least` to `greatest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The lower end, which is one of the values.
    pub least: i32,
    /// The upper end, which is one of the values.
    pub greatest: i32,
}

impl Interval {
    /// This value alone.
    pub const fn exactly(value: i32) -> Self {
        Self {
            least: value,
            greatest: value,
        }
    }

    /// The values of magnitude `max` or less.
    pub const fn symmetric(max: i32) -> Self {
        Self {
            least: -max,
            greatest: max,
        }
    }

    /// Whether `value` is one of them.
    pub const fn contains(self, value: i32) -> bool {
        self.least <= value && value <= self.greatest
    }

    /// Whether the ends are in order and `range` contains both.
    pub const fn is_within(self, range: Self) -> bool {
        range.least <= self.least && self.least <= self.greatest && self.greatest <= range.greatest
    }

    /// The same values from the other side's point of view.
    #[must_use]
    pub const fn negated(self) -> Self {
        Self {
            least: -self.greatest,
            greatest: -self.least,
        }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from {} to {}", self.least, self.greatest)
    }
}

/// A lower and an upper bound, each if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub least: Option<i32>,
    pub greatest: Option<i32>,
}

impl Bounds {
    /// No bound.
    pub const NONE: Self = Self {
        least: None,
        greatest: None,
    };

    pub const fn exactly(value: i32) -> Self {
        Self {
            least: Some(value),
            greatest: Some(value),
        }
    }

    /// The same with the lower bound `least`.
    pub const fn at_least(self, least: i32) -> Self {
        Self {
            least: Some(least),
            ..self
        }
    }

    /// The same with the upper bound `greatest`.
    pub const fn at_most(self, greatest: i32) -> Self {
        Self {
            greatest: Some(greatest),
            ..self
        }
    }

    /// Whether `value` is within the bounds.
    pub fn allow(self, value: i32) -> bool {
        Self::exactly(value).imply(self)
    }

    /// The same bounds from the other side's point of view.
    pub fn negated(self) -> Self {
        Self {
            least: self.greatest.map(|bound| -bound),
            greatest: self.least.map(|bound| -bound),
        }
    }

    /// Whether every value within these bounds is within `other`.
    pub fn imply(self, other: Self) -> bool {
        let least = other.least.is_none_or(|bound| self.least >= Some(bound));
        let max = |bound| self.greatest.is_some_and(|own| own <= bound);
        least && other.greatest.is_none_or(max)
    }

    /// Drops each bound that every value in `range` satisfies.
    pub fn drop_vacuous(self, range: Interval) -> Self {
        Self {
            least: self.least.filter(|bound| *bound > range.least),
            greatest: self.greatest.filter(|bound| *bound < range.greatest),
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.greatest) {
            (Some(least), Some(greatest)) if least == greatest => write!(f, "{least:+}"),
            (Some(least), Some(greatest)) => write!(f, "from {least:+} to {greatest:+}"),
            (Some(least), None) => Bound::AtLeast(least).fmt(f),
            (None, Some(greatest)) => Bound::AtMost(greatest).fmt(f),
            (None, None) => f.write_str("anything"),
        }
    }
}
