//! What was found of a value, in words and in JSON.

use std::fmt;

use serde::{Serialize, Serializer, ser::SerializeMap};
use solveig_engine::ValueReport;
use solveig_game::Value;
use solveig_search::Stopped;

use crate::figures::signed;

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
    /// What the report of a finished search says.
    pub fn of(report: &ValueReport) -> Result<Self, Stopped> {
        let known = &report.known;
        let exact = known.value.map(Self::Exact);
        let bound = known.at_least.map(Self::LowerBound);
        let bound = bound.or(known.at_most.map(Self::UpperBound));
        exact.or(bound).ok_or(Stopped)
    }

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
