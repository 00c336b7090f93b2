//! The value of a position, as far as it is known.

use std::fmt;

#[cfg(feature = "api")]
use serde::Serialize;
use solveig_game::{Interval, Value, ValueRange};

/// The source of a value or bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "api", derive(Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Source {
    /// The artifact or the proof.
    Certified,
    /// An exact search.
    Searched,
    /// The rules: the game is over.
    Terminal,
    /// What is known of the moves of the position: values that are stored, searched or those of
    /// finished games, or bounds of several sources.
    Derived,
}

impl Source {
    /// The word used in output: `certified`, `searched`, `terminal`, `derived`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Certified => "certified",
            Self::Searched => "searched",
            Self::Terminal => "terminal",
            Self::Derived => "derived",
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
    /// Lower and upper bound agree.
    Exact {
        /// For the side to move.
        value: Value,
        /// Its source.
        source: Source,
    },
    /// Bounds, at least one of them: from an artifact of scope weak, from what is known of some
    /// moves, or from a stopped search.
    Bounds {
        /// For the side to move; `None` without one.
        at_least: Option<Value>,
        /// For the side to move; `None` without one.
        at_most: Option<Value>,
        /// Their source.
        source: Source,
    },
    /// Nothing is known: the position is outside the certified region of the artifact or the proof.
    Outside,
    /// Nothing is known: no file could have it, or a search was made and stopped too early.
    Unknown,
}

impl Answer {
    /// What a search has proved of a value that lies in `proved`, in a game with this `range`.
    pub const fn searched(proved: Interval, range: ValueRange) -> Self {
        Self::proved(proved, range, Source::Searched)
    }

    /// What `source` has proved of a value that lies in `proved`, in a game with this `range`.
    pub const fn proved(proved: Interval, range: ValueRange, source: Source) -> Self {
        let Interval { lower, upper } = proved;
        match (lower > range.min, upper < range.max) {
            _ if lower == upper => Self::Exact {
                value: lower,
                source,
            },
            (false, false) => Self::Unknown,
            (is_lower, is_upper) => Self::Bounds {
                at_least: if is_lower { Some(lower) } else { None },
                at_most: if is_upper { Some(upper) } else { None },
                source,
            },
        }
    }

    /// What the values of all legal moves imply for the side to move, whose value is the greatest
    /// of them. `moves` are for the side that plays them.
    pub fn of_moves(moves: impl IntoIterator<Item = Self>, range: ValueRange) -> Self {
        let intervals = moves.into_iter().map(|of_move| of_move.interval(range));
        let greatest = intervals.reduce(|one, other| Interval {
            lower: one.lower.max(other.lower),
            upper: one.upper.max(other.upper),
        });
        match greatest {
            Some(greatest) => Self::proved(greatest, range, Source::Derived),
            None => Self::Unknown,
        }
    }

    /// What follows where both hold of one value; this answer if the other adds nothing, or
    /// contradicts it.
    #[must_use]
    pub fn meet(self, other: Self, range: ValueRange) -> Self {
        let (mine, others) = (self.interval(range), other.interval(range));
        let both = mine.meet(others);
        match () {
            () if both == mine || both.lower > both.upper => self,
            () if both == others => other,
            () => Self::proved(both, range, Source::Derived),
        }
    }

    /// What a search leaves of this answer that has found nothing: a position that was searched is
    /// not outside, but unknown.
    #[must_use]
    pub(crate) const fn after_search(self) -> Self {
        match self {
            Self::Outside => Self::Unknown,
            _ => self,
        }
    }

    /// The source; `None` if nothing is known.
    pub const fn source(self) -> Option<Source> {
        match self {
            Self::Exact { source, .. } | Self::Bounds { source, .. } => Some(source),
            Self::Outside | Self::Unknown => None,
        }
    }

    /// The value, if it is exact.
    pub const fn value(self) -> Option<Value> {
        match self {
            Self::Exact { value, .. } => Some(value),
            Self::Bounds { .. } | Self::Outside | Self::Unknown => None,
        }
    }

    /// What it says of the sign of the value, which lies in `range`.
    #[must_use]
    pub(crate) fn sign(self, range: ValueRange) -> Self {
        let Some(source) = self.source() else {
            return self;
        };
        let Interval { lower, upper } = self.interval(range);
        let signs = Interval {
            lower: lower.signum(),
            upper: upper.signum(),
        };
        Self::proved(signs, ValueRange::symmetric(1), source)
    }

    /// The same answer from the point of view of the other side.
    pub fn negated(self) -> Self {
        match self {
            Self::Exact { value, source } => Self::Exact {
                value: -value,
                source,
            },
            Self::Bounds {
                at_least,
                at_most,
                source,
            } => Self::Bounds {
                at_least: at_most.map(|bound| -bound),
                at_most: at_least.map(|bound| -bound),
                source,
            },
            Self::Outside | Self::Unknown => self,
        }
    }

    /// The interval that contains the value, in a game with this `range` of values.
    pub fn interval(self, range: ValueRange) -> Interval {
        match self {
            Self::Exact { value, .. } => Interval::exact(value),
            Self::Bounds {
                at_least, at_most, ..
            } => Interval {
                lower: at_least.unwrap_or(range.min),
                upper: at_most.unwrap_or(range.max),
            },
            Self::Outside | Self::Unknown => Interval::unknown(range),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact { value, .. } => write!(f, "{value:+}"),
            Self::Bounds {
                at_least, at_most, ..
            } => match (at_least, at_most) {
                (Some(lower), Some(upper)) => write!(f, "from {lower:+} to {upper:+}"),
                (Some(lower), None) => write!(f, "at least {lower:+}"),
                (None, Some(upper)) => write!(f, "at most {upper:+}"),
                (None, None) => f.write_str("unknown"),
            },
            Self::Outside => f.write_str("outside"),
            Self::Unknown => f.write_str("unknown"),
        }
    }
}
