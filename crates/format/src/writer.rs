//! Files that appear under their name only when they are whole.

use std::fs::File;
use std::path::Path;

use crate::{Encoder, Header, Record, Result, Summary};

/// Writes a file of records.
///
/// The bytes go to a hidden file beside the target; [`finish`](Self::finish) gives it its name.
/// Dropped before that, the hidden file is removed.
pub struct Writer {
    encoder: Encoder<File>,
}

impl Writer {
    /// Starts the file that will stand at `path`.
    pub fn create(path: impl AsRef<Path>, header: &Header) -> Result<Self> {
        todo!("{:?} {header:?}", path.as_ref())
    }

    /// Adds a record. Levels never fall, and keys rise within a level.
    pub fn push(&mut self, level: u32, record: Record) -> Result<()> {
        self.encoder.push(level, record)
    }

    /// States how many terminal positions of `level` belong to the region; 0 where it is not stated.
    /// Levels in any order, at any time before [`finish`](Self::finish).
    pub fn set_terminals(&mut self, level: u32, count: u64) -> Result<()> {
        self.encoder.set_terminals(level, count)
    }

    /// Writes what remains, makes it durable, and gives the file its name.
    pub fn finish(self) -> Result<Summary> {
        todo!()
    }
}
