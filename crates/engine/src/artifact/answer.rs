//! The value of a position, as far as it is known.

use std::fmt;

use solveig_game::{Interval, Value, ValueRange};

/// The source of an exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The artifact.
    Certified,
    /// An exact search.
    Searched,
    /// The rules: the game is over.
    Terminal,
}

impl Source {
    /// The word used in output: `certified`, `searched`, `terminal`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Certified => "certified",
            Self::Searched => "searched",
            Self::Terminal => "terminal",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The value of a position for its side to move, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The value.
    Exact {
        /// The value.
        value: Value,
        /// Its source.
        source: Source,
    },
    /// A lower bound (scope weak only).
    AtLeast(Value),
    /// An upper bound (scope weak only).
    AtMost(Value),
    /// Unknown: the position is outside the certified region.
    Outside,
}

impl Answer {
    /// The value, if it is exact.
    pub const fn value(self) -> Option<Value> {
        match self {
            Self::Exact { value, .. } => Some(value),
            Self::AtLeast(_) | Self::AtMost(_) | Self::Outside => None,
        }
    }

    /// The same answer from the point of view of the other side.
    pub const fn negated(self) -> Self {
        match self {
            Self::Exact { value, source } => Self::Exact {
                value: -value,
                source,
            },
            Self::AtLeast(value) => Self::AtMost(-value),
            Self::AtMost(value) => Self::AtLeast(-value),
            Self::Outside => Self::Outside,
        }
    }

    /// The interval that contains the value, in a game with this `range` of values.
    pub const fn interval(self, range: ValueRange) -> Interval {
        match self {
            Self::Exact { value, .. } => Interval::exact(value),
            Self::AtLeast(lower) => Interval {
                lower,
                upper: range.max,
            },
            Self::AtMost(upper) => Interval {
                lower: range.min,
                upper,
            },
            Self::Outside => Interval::unknown(range),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact { value, .. } => write!(f, "{value:+}"),
            Self::AtLeast(value) => write!(f, "at least {value:+}"),
            Self::AtMost(value) => write!(f, "at most {value:+}"),
            Self::Outside => f.write_str("outside"),
        }
    }
}
