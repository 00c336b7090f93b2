//! Questions about positions, the value or a bound, and their answers.

use std::fmt;

use serde::{Serialize, Serializer, ser::SerializeMap};
use solveig_game::{Game, Interval, Value};
use solveig_search::{Oracle, Stopped};

use crate::figures::signed;

/// The question about each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueQuestion {
    /// Its exact value.
    Value {
        /// Whether the principal variation is asked for, too.
        line: bool,
    },
    /// Whether its value is at least this: a null-window test.
    AtLeast(Value),
}

impl ValueQuestion {
    /// Finds the answer with `solver`.
    pub fn ask<G: Game, O: Oracle<G>>(
        self,
        solver: &mut O,
        position: &G::Position,
    ) -> Result<Finding, Stopped> {
        Ok(match self {
            Self::Value { .. } => {
                let unknown = Interval::unknown(solver.game().value_range());
                Finding::Exact(solver.value(position, unknown)?)
            }
            Self::AtLeast(bound) => {
                // Every value is at least the least one: no search.
                let least = bound <= solver.game().value_range().min;
                match least || solver.at_least(position, bound)? {
                    true => Finding::LowerBound(bound),
                    false => Finding::UpperBound(bound - 1),
                }
            }
        })
    }
}

/// A value or a bound, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It is this.
    Exact(Value),
    /// It is this or more.
    LowerBound(Value),
    /// It is this or less.
    UpperBound(Value),
}

impl Finding {
    /// Whether `value` is consistent with this finding.
    pub fn allows(self, value: Value) -> bool {
        match self {
            Self::Exact(found) => value == found,
            Self::LowerBound(bound) => value >= bound,
            Self::UpperBound(bound) => value <= bound,
        }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (status, name, value) = match *self {
            Self::Exact(value) => ("exact", "value", value),
            Self::LowerBound(value) => ("lower bound", "at_least", value),
            Self::UpperBound(value) => ("upper bound", "at_most", value),
        };
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("status", status)?;
        map.serialize_entry(name, &value)?;
        map.end()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Exact(value) => f.write_str(&signed(value)),
            Self::LowerBound(value) => write!(f, ">= {}", signed(value)),
            Self::UpperBound(value) => write!(f, "< {}", signed(value + 1)),
        }
    }
}
