//! A level record by record.

use std::ops::Range;

use crate::{Reader, Record, Result};

impl<B: AsRef<[u8]>> Reader<B> {
    /// The records of a level, keys rising; none where the level has none.
    pub fn records(&self, level: u32) -> Records<'_, B> {
        Records {
            reader: self,
            blocks: self
                .level(level)
                .map_or(0..0, |summary| summary.blocks.clone()),
            decoded: Vec::new(),
            next: 0,
        }
    }
}

/// The records of a level, keys rising. Ends after an error.
pub struct Records<'a, B: AsRef<[u8]>> {
    reader: &'a Reader<B>,
    blocks: Range<u64>,
    decoded: Vec<Record>,
    next: usize,
}

impl<B: AsRef<[u8]>> Iterator for Records<'_, B> {
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
