//! Bytes into records.

use std::path::Path;

use crate::{Digest, Header, Kind, LevelSummary, Record, Result};

/// A file mapped into memory.
pub struct MappedFile(memmap2::Mmap);

impl AsRef<[u8]> for MappedFile {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// A record that was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The record.
    pub record: Record,
    /// How many records of its level come before it.
    pub rank: u64,
}

/// Reads a file of records. Cheap to share between threads.
pub struct Reader<B: AsRef<[u8]> = MappedFile> {
    bytes: B,
    header: Header,
    levels: Vec<LevelSummary>,
    digest: Digest,
}

impl Reader<MappedFile> {
    /// Opens the file at `path`.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        todo!("{:?}", path.as_ref())
    }
}

impl<B: AsRef<[u8]>> Reader<B> {
    /// Reads a file that is already in memory.
    pub fn from_bytes(bytes: B) -> Result<Self> {
        drop(bytes);
        todo!()
    }

    /// This reader, if it reads a file of this kind.
    pub fn expect_kind(self, expected: Kind) -> Result<Self> {
        todo!("{expected}")
    }

    /// What the file says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The digest as the file states it. [`check_bytes`](Self::check_bytes) recomputes it.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The length of the file in bytes.
    pub fn byte_length(&self) -> u64 {
        self.bytes.as_ref().len() as u64
    }

    /// Records in all levels.
    pub fn record_count(&self) -> u64 {
        self.levels.iter().map(|level| level.records).sum()
    }

    /// The levels of which the file holds or counts positions, rising.
    pub fn levels(&self) -> &[LevelSummary] {
        &self.levels
    }

    /// What the file holds of one level; `None` where it holds and counts nothing.
    pub fn level(&self, level: u32) -> Option<&LevelSummary> {
        let at = self.levels.binary_search_by_key(&level, |one| one.level);
        at.ok().map(|at| &self.levels[at])
    }

    /// The record of a key.
    pub fn find(&self, level: u32, key: u128) -> Result<Option<Found>> {
        todo!("{level} {key}")
    }

    /// The record that has `rank` records of its level before it.
    pub fn get(&self, level: u32, rank: u64) -> Result<Option<Record>> {
        todo!("{level} {rank}")
    }

    /// The records of a level, keys rising.
    pub fn records(&self, level: u32) -> Records<'_, B> {
        todo!("{level}")
    }

    /// The number of blocks in the file.
    pub fn block_count(&self) -> u64 {
        todo!()
    }

    /// The records of block `number` of the file. Blocks of a level follow one another, so that
    /// threads can share a level by the numbers in [`LevelSummary::blocks`]; all but a level's last
    /// hold [`BLOCK_RECORDS`](crate::BLOCK_RECORDS) records.
    pub fn block(&self, number: u64) -> Result<Vec<Record>> {
        let mut records = Vec::new();
        self.read_block(number, &mut records)?;
        Ok(records)
    }

    /// Replaces `records` by those of block `number` of the file.
    pub fn read_block(&self, number: u64, records: &mut Vec<Record>) -> Result<()> {
        todo!("{number} {records:?}")
    }

    /// Recomputes every checksum and the digest, decodes every block, and returns the digest.
    /// `progress` is told how many bytes have been read.
    pub fn check_bytes(&self, progress: impl FnMut(u64)) -> Result<Digest> {
        drop(progress);
        todo!()
    }
}

/// The records of a level, keys rising. Ends after an error.
pub struct Records<'a, B: AsRef<[u8]>> {
    _reader: &'a Reader<B>,
}

impl<B: AsRef<[u8]>> Iterator for Records<'_, B> {
    type Item = Result<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        todo!()
    }
}
