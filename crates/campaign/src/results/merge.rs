//! Merges sorted runs into one sequence with one record for each position.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::{Path, PathBuf};

use super::blocks::{BLOCK_BYTES, BlockReader, BlockWriter};
use super::record::{Record, RecordBytes, key_of};
use super::taking::write_whole;
use crate::error::CampaignError;
use solveig_game::Interval;

/// The fewest runs that are merged at a time.
const FEWEST: u64 = 8;

/// A run and the number of its blocks.
pub(super) type RunFile = (PathBuf, u64);

/// Passes the records of all runs in order to `take`. Where there are too many runs for one block
/// of each in `memory`, it first merges some into runs in `work`.
pub(super) fn merged(
    mut runs: Vec<RunFile>,
    work: &Path,
    memory: u64,
    take: &mut dyn FnMut(RecordBytes) -> Result<(), CampaignError>,
) -> Result<(), CampaignError> {
    let most = (memory / BLOCK_BYTES as u64 / 2).max(FEWEST) as usize;
    for number in 0.. {
        if runs.len() <= most {
            break;
        }
        let rest = runs.split_off(most);
        let place = work.join(format!("{number}.merged"));
        let mut blocks = 0;
        let mut failed = None;
        let written = write_whole(&place, |to| {
            let mut writer = BlockWriter::new(to);
            let taken = in_order(&runs, memory, &mut |record| {
                let pushed = writer.push(&record).map(drop);
                pushed.map_err(CampaignError::of_file(&place, "write"))
            });
            failed = taken.err();
            blocks = writer.finish()?.0;
            Ok(())
        });
        failed.map_or(Ok(()), Err)?;
        written.map_err(CampaignError::of_file(&place, "write"))?;
        runs = rest;
        runs.push((place, blocks));
    }
    in_order(&runs, memory, take)
}

fn in_order(
    runs: &[RunFile],
    memory: u64,
    take: &mut dyn FnMut(RecordBytes) -> Result<(), CampaignError>,
) -> Result<(), CampaignError> {
    let share = memory / (runs.len().max(1) as u64);
    let mut readers: Vec<BlockReader> = runs
        .iter()
        .map(|(path, blocks)| BlockReader::new(path, 0, *blocks, share))
        .collect();
    let mut heap = BinaryHeap::with_capacity(runs.len());
    for (number, reader) in readers.iter_mut().enumerate() {
        if let Some(record) = reader.next()? {
            heap.push(Reverse((record, number)));
        }
    }
    while let Some(mut first) = heap.peek_mut() {
        let Reverse((record, number)) = *first;
        take(record)?;
        match readers[number].next()? {
            Some(next) => *first = Reverse((next, number)),
            None => drop(std::collections::binary_heap::PeekMut::pop(first)),
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
        key_of(&self.record.to_bytes()) == key_of(bytes)
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
