//! The records of a level in order and by rank.

use std::ops::Range;

use crate::{BLOCK_RECORDS, Reader, Record, Result};

impl Reader {
    /// The records of a level in ascending order of keys; none if the level has none.
    pub fn records(&self, level: u32) -> Records<'_> {
        Records {
            reader: self,
            blocks: self
                .level(level)
                .map_or(0..0, |summary| summary.blocks.clone()),
            decoded: Vec::new(),
            next: 0,
        }
    }

    /// The record of rank `rank` in its level, from 0; `None` if the level has no more than `rank`
    /// records.
    ///
    /// # Errors
    ///
    /// Fails if the block that holds it is damaged.
    pub fn get(&self, level: u32, rank: u64) -> Result<Option<Record>> {
        let Some(summary) = self.level(level).filter(|one| rank < one.records) else {
            return Ok(None);
        };
        let number = summary.blocks.start + rank / BLOCK_RECORDS as u64;
        let place = (rank % BLOCK_RECORDS as u64) as usize;
        self.in_block(summary, number, |block| {
            let at = block.highs().nth(place);
            at.map(|(place, high)| block.record(place, high))
                .transpose()
        })
    }
}

/// Iterates over the records of a level in ascending order of keys. Ends after an error.
pub struct Records<'a> {
    reader: &'a Reader,
    blocks: Range<u64>,
    decoded: Vec<Record>,
    next: usize,
}

impl Iterator for Records<'_> {
    type Item = Result<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next == self.decoded.len() {
            let number = self.blocks.next()?;
            self.next = 0;
            if let Err(error) = self.reader.read_block(number, &mut self.decoded) {
                self.blocks = 0..0;
                self.decoded.clear();
                return Some(Err(error));
            }
        }
        let record = self.decoded.get(self.next)?;
        self.next += 1;
        Some(Ok(*record))
    }
}
