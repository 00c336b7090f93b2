//! Merges sorted runs into one sequence with one record for each position.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::path::PathBuf;

use solveig_game::Interval;
use solveig_region::blocks::{BlockReader, FileWriter};
use solveig_region::work::WorkDirectory;

use super::record::{BLOCK_BYTES, Record, RecordBytes};
use crate::error::CampaignError;

/// The fewest runs that are merged at a time.
const FEWEST: u64 = 8;

/// How the names of runs begin that are made of others.
pub(super) const MERGED: &str = "merged-";

/// A run and the number of its bytes.
pub(super) type RunFile = (PathBuf, u64);

/// Passes the records of all runs in order to `take`. Where there are too many runs for one block
/// of each in `memory`, it first merges some into runs in `work`.
pub(super) fn merged(
    mut runs: Vec<RunFile>,
    work: &WorkDirectory,
    memory: u64,
    take: &mut dyn FnMut(RecordBytes) -> Result<(), CampaignError>,
) -> Result<(), CampaignError> {
    let max = (memory / BLOCK_BYTES / 2).max(FEWEST) as usize;
    for number in 0.. {
        if runs.len() <= max {
            break;
        }
        let rest = runs.split_off(max);
        let mut writer = FileWriter::create(work.file(&format!("{MERGED}{number:05}")))?;
        in_order(&runs, memory, &mut |record| {
            writer.push(record)?;
            Ok(())
        })?;
        let (path, extent) = writer.finish(false)?;
        for (path, _) in &runs {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with(MERGED) {
                work.discard(path)?;
            }
        }
        runs = rest;
        runs.push((path, extent.bytes));
    }
    in_order(&runs, memory, take)
}

fn in_order(
    runs: &[RunFile],
    memory: u64,
    take: &mut dyn FnMut(RecordBytes) -> Result<(), CampaignError>,
) -> Result<(), CampaignError> {
    let share = memory / (runs.len().max(1) as u64);
    let mut readers: Vec<BlockReader<RecordBytes>> = runs
        .iter()
        .map(|(path, bytes)| BlockReader::new(path, 0, *bytes, share))
        .collect();
    let mut heap = BinaryHeap::with_capacity(runs.len());
    for (number, reader) in readers.iter_mut().enumerate() {
        if let Some(record) = reader.next_item()? {
            heap.push(Reverse((record, number)));
        }
    }
    while let Some(mut first) = heap.peek_mut() {
        let Reverse((record, number)) = *first;
        take(record)?;
        match readers[number].next_item()? {
            Some(next) => *first = Reverse((next, number)),
            None => drop(PeekMut::pop(first)),
        }
    }
    Ok(())
}

/// The records of one position together.
#[derive(Debug)]
pub(super) struct Together {
    record: Record,
    /// File and line of the best lower and of the best upper bound.
    low: (u16, u32),
    high: (u16, u32),
}

impl Together {
    pub(super) fn of(bytes: &RecordBytes) -> Self {
        let record = Record::of_bytes(bytes);
        let from = (record.file, record.line);
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

    /// Adds another record of the position. Exact bounds are met; of estimates the one of the
    /// deepest search stays, of equal ones the strongest, of these the first.
    ///
    /// # Errors
    ///
    /// Fails if exact bounds exclude each other, with the bounds and where they come from.
    pub(super) fn add(&mut self, bytes: &RecordBytes) -> Result<(), Excluding> {
        let other = Record::of_bytes(bytes);
        let from = (other.file, other.line);
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
        (self.record.file, self.record.line) = self.low.max(self.high);
        let bounds = self.record.bounds;
        match bounds.lower <= bounds.upper {
            true => Ok(()),
            false => Err(Excluding {
                key: self.record.key,
                bounds,
                low: self.low,
                high: self.high,
            }),
        }
    }
}

/// Exact bounds of one position that exclude each other, and the file and line of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Excluding {
    pub(super) key: u128,
    pub(super) bounds: Interval,
    pub(super) low: (u16, u32),
    pub(super) high: (u16, u32),
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
    fn more_runs_than_fit_the_memory_are_merged_in_several_passes() {
        let folder = tempfile::tempdir().unwrap();
        let prefixes = &["rows-", MERGED];
        let work = WorkDirectory::lock(folder.path(), prefixes, "test").unwrap();
        for count in [0_u32, 1, 7, 8, 9, 30, 100] {
            let (mut runs, mut expected) = (Vec::new(), Vec::new());
            for number in 0..count {
                let lines = (0..400).map(|line| number + line * count);
                let records =
                    lines.map(|line| record(u128::from(line / 3), line, true, within(0, 0), 9));
                let records: Vec<_> = records.map(Record::to_bytes).collect();
                let path = folder.path().join(format!("rows-{number:05}"));
                let mut writer = FileWriter::create(path).unwrap();
                for record in &records {
                    writer.push(*record).unwrap();
                }
                let (path, extent) = writer.finish(false).unwrap();
                expected.extend(records);
                runs.push((path, extent.bytes));
            }
            expected.sort_unstable();
            for memory in [0, 1 << 16, 1 << 22] {
                let mut found = Vec::new();
                merged(runs.clone(), &work, memory, &mut |record| {
                    found.push(record);
                    Ok(())
                })
                .unwrap();
                assert!(found == expected, "{count} runs, {memory} bytes");
            }
        }
    }

    #[test]
    fn the_deepest_and_then_the_strongest_estimate_stays() {
        let mut together = Together::of(&record(5, 1, false, within(4, 4), 9).to_bytes());
        for (line, depth, strength) in [
            (2, 8, 99),
            (3, 9, 99),
            (4, 9, 100),
            (5, 12, 73),
            (6, 12, 73),
        ] {
            let other = record(5, line, false, within(6, 6), depth);
            let other = Record { strength, ..other };
            assert!(together.is_about(&other.to_bytes()));
            together.add(&other.to_bytes()).unwrap();
        }
        assert_eq!(together.record().line, 5);
        assert!(!together.is_about(&record(5, 1, true, within(4, 4), 9).to_bytes()));
        assert!(!together.is_about(&record(6, 1, false, within(4, 4), 9).to_bytes()));
    }

    #[test]
    fn exact_bounds_meet_and_those_that_exclude_each_other_are_named() {
        let mut together = Together::of(&record(5, 1, true, within(-64, 10), 9).to_bytes());
        for (line, lower, upper) in [(2, -4, 64), (3, -6, 64), (4, -64, 12), (5, -4, 10)] {
            together
                .add(&record(5, line, true, within(lower, upper), 9).to_bytes())
                .unwrap();
        }
        assert_eq!(
            together.record().bounds,
            Interval {
                lower: -4,
                upper: 10
            }
        );
        assert_eq!(together.record().nodes, 5);
        let excluding = together.add(&record(5, 6, true, within(-64, -6), 9).to_bytes());
        let expected = Excluding {
            key: 5,
            bounds: Interval {
                lower: -4,
                upper: -6,
            },
            low: (0, 2),
            high: (0, 6),
        };
        assert_eq!(excluding, Err(expected));
    }
}
