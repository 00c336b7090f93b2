//! Takes the records of one class of positions together.

use solveig_game::Interval;

use super::record::{Record, RecordBytes};

/// What the records of one class of positions say together.
#[derive(Debug)]
pub(super) struct ClassRecord {
    record: Record,
    /// The rows of the best lower and of the best upper bound.
    low: RowPlace,
    high: RowPlace,
}

/// A row of a file of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RowPlace {
    /// The number of the file among the sources.
    pub(super) file: u16,
    /// The line in it, from 1.
    pub(super) line: u32,
}

impl RowPlace {
    const fn of(record: &Record) -> Self {
        Self {
            file: record.file,
            line: record.line,
        }
    }
}

impl ClassRecord {
    pub(super) fn of(bytes: &RecordBytes) -> Self {
        let record = Record::of_bytes(bytes);
        let from = RowPlace::of(&record);
        Self {
            record,
            low: from,
            high: from,
        }
    }

    /// Whether the records are of this position and as exact.
    pub(super) fn is_about(&self, bytes: &RecordBytes) -> bool {
        self.record.to_bytes().key() == bytes.key()
    }

    /// What is known together.
    pub(super) const fn record(&self) -> Record {
        self.record
    }

    /// Adds another record of the position. Exact bounds are intersected; of estimates the one of
    /// the deepest search stays, of equal ones the strongest, of these the first.
    ///
    /// # Errors
    ///
    /// Fails if exact bounds exclude each other, with the bounds and where they come from.
    pub(super) fn add(&mut self, bytes: &RecordBytes) -> Result<(), Contradiction> {
        let other = Record::of_bytes(bytes);
        let from = RowPlace::of(&other);
        if !self.record.exact {
            let strength = |record: &Record| (record.depth, record.strength);
            if strength(&other) > strength(&self.record) {
                self.record = other;
            }
            return Ok(());
        }
        if other.bounds.lower > self.record.bounds.lower {
            self.record.bounds.lower = other.bounds.lower;
            self.low = from;
        }
        if other.bounds.upper < self.record.bounds.upper {
            self.record.bounds.upper = other.bounds.upper;
            self.high = from;
        }
        if other.nodes.abs() > self.record.nodes.abs() {
            self.record.nodes = other.nodes;
        }
        // The row to name for the position: that of the later of its two bounds.
        let RowPlace { file, line } = self.low.max(self.high);
        (self.record.file, self.record.line) = (file, line);
        let bounds = self.record.bounds;
        match bounds.lower <= bounds.upper {
            true => Ok(()),
            false => Err(Contradiction {
                key: self.record.key,
                bounds,
                low: self.low,
                high: self.high,
            }),
        }
    }
}

/// Exact bounds of one position that exclude each other, and the row of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction {
    pub(super) key: u128,
    pub(super) bounds: Interval,
    pub(super) low: RowPlace,
    pub(super) high: RowPlace,
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn within(lower: i32, upper: i32) -> Interval {
        Interval { lower, upper }
    }

    fn record(key: u128, line: u32, exact: bool, bounds: Interval, depth: u8) -> Record {
        Record {
            key,
            exact,
            bounds,
            depth,
            strength: 100,
            file: 0,
            line,
            nodes: i64::from(line),
        }
    }

    #[test]
    fn the_deepest_and_then_the_strongest_estimate_stays() {
        let mut class = ClassRecord::of(&record(5, 1, false, within(4, 4), 9).to_bytes());
        for (line, depth, strength) in [
            (2, 8, 99),
            (3, 9, 99),
            (4, 9, 100),
            (5, 12, 73),
            (6, 12, 73),
        ] {
            let other = record(5, line, false, within(6, 6), depth);
            let other = Record { strength, ..other };
            assert!(class.is_about(&other.to_bytes()));
            class.add(&other.to_bytes()).unwrap();
        }
        assert_eq!(class.record().line, 5);
        assert!(!class.is_about(&record(5, 1, true, within(4, 4), 9).to_bytes()));
        assert!(!class.is_about(&record(6, 1, false, within(4, 4), 9).to_bytes()));
    }

    #[test]
    fn exact_bounds_are_intersected_and_those_that_exclude_each_other_are_named() {
        let mut class = ClassRecord::of(&record(5, 1, true, within(-64, 10), 9).to_bytes());
        for (line, lower, upper) in [(2, -4, 64), (3, -6, 64), (4, -64, 12), (5, -4, 10)] {
            class
                .add(&record(5, line, true, within(lower, upper), 9).to_bytes())
                .unwrap();
        }
        assert_eq!(
            class.record().bounds,
            Interval {
                lower: -4,
                upper: 10
            }
        );
        assert_eq!(class.record().nodes, 5);
        let contradiction = class.add(&record(5, 6, true, within(-64, -6), 9).to_bytes());
        let expected = Contradiction {
            key: 5,
            bounds: Interval {
                lower: -4,
                upper: -6,
            },
            low: RowPlace { file: 0, line: 2 },
            high: RowPlace { file: 0, line: 6 },
        };
        assert_eq!(contradiction, Err(expected));
    }
}
