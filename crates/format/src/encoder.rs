//! Records into bytes.

use std::io;

use crate::{Digest, Header, Record, Result};

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The digest that the trailer states.
    pub digest: Digest,
    /// The length of the file.
    pub bytes: u64,
    /// Records in all.
    pub records: u64,
}

/// Writes records, in order, to any stream. It keeps one block of them and the index in memory.
pub struct Encoder<W: io::Write> {
    out: W,
}

impl<W: io::Write> Encoder<W> {
    /// Starts a file on `out` by writing its header.
    pub fn new(out: W, header: &Header) -> Result<Self> {
        let _ = header;
        Ok(Self { out })
    }

    /// Adds a record. Levels never fall, and keys rise within a level.
    pub fn push(&mut self, level: u32, record: Record) -> Result<()> {
        todo!("{level} {record:?}")
    }

    /// States how many terminal positions of `level` belong to the region; 0 where it is not stated.
    /// Levels in any order, at any time before [`finish`](Self::finish).
    pub fn set_terminals(&mut self, level: u32, count: u64) -> Result<()> {
        todo!("{level} {count}")
    }

    /// Writes what remains and returns the stream.
    pub fn finish(self) -> Result<(W, Summary)> {
        drop(self.out);
        todo!()
    }
}
