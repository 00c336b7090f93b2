//! What can be said of a position.

use std::fmt;

use solveig_game::{Interval, Value, ValueRange};

/// Why an exact value is believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// It is in the artifact.
    Certified,
    /// The position is above the artifact's cut, and an exact search found it.
    Searched,
    /// The game is over: the rules say so.
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

/// What is known of the value of a position, for the side to move there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The value.
    Exact {
        /// The value.
        value: Value,
        /// Why it is believed.
        source: Source,
    },
    /// The value is this or more (a solution of scope weak).
    AtLeast(Value),
    /// The value is this or less (a solution of scope weak).
    AtMost(Value),
    /// The position is outside the certified region: nothing is known.
    Outside,
}

impl Answer {
    /// The value, if it is known exactly.
    pub const fn value(self) -> Option<Value> {
        match self {
            Self::Exact { value, .. } => Some(value),
            Self::AtLeast(_) | Self::AtMost(_) | Self::Outside => None,
        }
    }

    /// The same knowledge seen by the other side.
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

    /// The interval in which the value lies, in a game with this `range` of values.
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
