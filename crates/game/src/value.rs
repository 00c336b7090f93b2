//! Values and bounds.

/// A game-theoretic value or a terminal utility.
///
/// Always an integer, always from the point of view of the side to move (the negamax convention
/// of Takizawa 2026, section 2.1). Its unit is the game's: discs for Othello, 1 / 0 / -1 for games
/// that are only won, drawn or lost.
pub type Value = i32;

/// The least and the greatest utility a game can end with, from either side's view.
///
/// The payoff bound *U* of Takizawa (2026, section 3.3): a value that reaches `max` cannot be
/// improved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueRange {
    /// The least possible value.
    pub min: Value,
    /// The greatest possible value.
    pub max: Value,
}

impl ValueRange {
    /// The symmetric range `-limit ..= limit`.
    pub const fn symmetric(limit: Value) -> Self {
        Self {
            min: -limit,
            max: limit,
        }
    }

    /// Whether `value` lies in the range.
    pub const fn contains(self, value: Value) -> bool {
        self.min <= value && value <= self.max
    }
}

/// A closed interval that contains a value: `lower <= value <= upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// A valid lower bound.
    pub lower: Value,
    /// A valid upper bound.
    pub upper: Value,
}

impl Interval {
    /// The interval that contains only `value`.
    pub const fn exact(value: Value) -> Self {
        Self {
            lower: value,
            upper: value,
        }
    }

    /// The interval of all values in `range`: nothing is known.
    pub const fn unknown(range: ValueRange) -> Self {
        Self {
            lower: range.min,
            upper: range.max,
        }
    }

    /// The value, if the interval contains only one.
    pub const fn value(self) -> Option<Value> {
        if self.lower == self.upper {
            Some(self.lower)
        } else {
            None
        }
    }

    /// The midpoint, rounded up: testing whether the value is at least this halves the interval.
    pub const fn middle(self) -> Value {
        self.upper - (self.upper.abs_diff(self.lower) / 2) as Value
    }

    /// The intersection: what follows if both intervals contain the same value.
    pub fn meet(self, other: Self) -> Self {
        Self {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }

    /// The interval from the other side's point of view.
    pub const fn negated(self) -> Self {
        Self {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negation_swaps_the_sides_of_an_interval() {
        assert_eq!(
            Interval {
                lower: -2,
                upper: 5
            }
            .negated(),
            Interval {
                lower: -5,
                upper: 2
            }
        );
    }

    #[test]
    fn the_middle_halves_intervals_as_wide_as_values_are() {
        let least = -Value::MAX;
        for (lower, upper, middle) in [
            (3, 3, 3),
            (-4, -3, -3),
            (-1, 1, 0),
            (0, 5, 3),
            (least, Value::MAX, 0),
            (least, Value::MAX - 1, 0),
            (1, Value::MAX, 1 << 30),
            (Value::MAX - 1, Value::MAX, Value::MAX),
            (least, least + 1, least + 1),
        ] {
            assert_eq!(Interval { lower, upper }.middle(), middle);
        }
    }

    #[test]
    fn the_meet_of_two_intervals_keeps_the_stronger_sides() {
        let common = Interval {
            lower: -2,
            upper: 5,
        }
        .meet(Interval { lower: 1, upper: 7 });
        assert_eq!(common, Interval { lower: 1, upper: 5 });
    }
}
