//! Single records, fast: for programs that answer from a file, not for one that checks it.
//!
//! What is read of a block is under its checksum, but not all of the block is read, so a block that no writer writes may be
//! answered from. [`Reader::find`](crate::Reader::find) says the same of every file that
//! [`Reader::check_bytes`](crate::Reader::check_bytes) accepts.

mod block;
mod column;
mod directory;

use std::hint::black_box;

use crate::reading::index::Entry;
use crate::{BLOCK_RECORDS, Found, LevelSummary, Reader, Record, Result};
use block::Block;
use column::word;
pub(crate) use directory::Directory;

/// Bytes of an entry in the table of blocks where keys fit in 64 bits.
const NARROW: usize = 16;

/// Bytes of an entry in the table of blocks where they do not.
const WIDE: usize = 24;

impl<B: AsRef<[u8]>> Reader<B> {
    /// The record of a key, as [`find`](Self::find) says, without decoding what else its block
    /// holds.
    ///
    /// # Errors
    ///
    /// Fails if what is read of the block that would hold it is damaged.
    pub fn probe(&self, level: u32, key: u128) -> Result<Option<Found>> {
        let levels = self.levels();
        let Ok(at) = levels.binary_search_by_key(&level, |one| one.level) else {
            return Ok(None);
        };
        let Some(number) = self.search(at, key) else {
            return Ok(None);
        };
        let summary = &levels[at];
        let entry = self.index.entry(self.bytes.as_ref(), summary, number);
        let found = self.fetch(&entry).and_then(|block| block.find(key));
        let found = found.map_err(|problem| self.damaged_block(level, number, problem))?;
        Ok(found.map(|(place, record)| Found {
            record,
            rank: (number - summary.blocks.start) * BLOCK_RECORDS as u64 + place as u64,
        }))
    }

    /// The record that has `rank` records of its level before it; `None` if the level has no more
    /// than `rank`.
    ///
    /// # Errors
    ///
    /// Fails if what is read of the block that holds it is damaged.
    pub fn get(&self, level: u32, rank: u64) -> Result<Option<Record>> {
        let Some(summary) = self.level(level).filter(|one| rank < one.records) else {
            return Ok(None);
        };
        let number = summary.blocks.start + rank / BLOCK_RECORDS as u64;
        let entry = self.index.entry(self.bytes.as_ref(), summary, number);
        let place = (rank % BLOCK_RECORDS as u64) as usize;
        let record = self.fetch(&entry).and_then(|block| block.get(place));
        record.map_err(|problem| self.damaged_block(level, number, problem))
    }

    #[inline]
    fn fetch<'a>(&'a self, entry: &'a Entry) -> std::result::Result<Block<'a>, String> {
        let bytes = self.block_bytes(entry);
        // Asks for all of the block at once: waiting for one line of memory after another, as hashing
        // does, made finding a key take a third longer.
        black_box(bytes.iter().step_by(64).fold(0, |seen, byte| seen | byte));
        Block::new(bytes, entry, self.header())
    }

    /// The block that holds `key` if any does in the level at place `level` of the table.
    #[inline]
    fn search(&self, level: usize, key: u128) -> Option<u64> {
        let index = &self.index;
        let table = self.bytes.as_ref().get(index.blocks.clone())?;
        let first = index.levels.get(level)?.blocks.start;
        let directories = self.directories.get_or_init(|| self.directories());
        let candidates = directories.get(level)?.candidates(key)?;
        let from = first + candidates.start;
        let range = from as usize..(first + candidates.end) as usize;
        let not_above = if index.entry_length == WIDE {
            let entries = table.as_chunks::<WIDE>().0.get(range)?;
            let above = |entry: &[u8; WIDE]| {
                let [low, high] = [0, 8].map(|at| u128::from(word(entry, at)));
                (low | high << 64) <= key
            };
            entries.partition_point(above)
        } else {
            let key = u64::try_from(key).unwrap_or(u64::MAX);
            let entries = table.as_chunks::<NARROW>().0.get(range)?;
            entries.partition_point(|entry| word(entry, 0) <= key)
        };
        (from + not_above as u64).checked_sub(1)
    }

    fn directories(&self) -> Vec<Directory> {
        let first_key = |number| self.index.first_key(self.bytes.as_ref(), number);
        let directory = |level: &LevelSummary| Directory::new(level.blocks.clone(), first_key);
        self.levels().iter().map(directory).collect()
    }
}
