//! Encodes records to a stream.

use std::collections::BTreeMap;
use std::io;

use super::index::IndexBuilder;
use super::{block, header, trailer};
use crate::reading::trailer::{DIGESTED, Trailer};
use crate::{BLOCK_RECORDS, Digest, FormatError, Header, Origin, Record, Result};

/// Bytes that are hashed and written at a time.
const CHUNK: usize = 1 << 20;

/// The result of writing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The digest that the trailer states.
    pub digest: Digest,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// Records in all.
    pub records: u64,
}

/// Writes records, in order, to any stream.
///
/// Holds one block of records in memory, and 16 bytes (24 if keys are wider than 64 bits) for each
/// block written. The same header, records and counts give the same bytes.
///
/// Records are checked for what the format can hold, not for truth: a wrong value or a missing
/// position is for the verifier to find.
pub struct Encoder<W: io::Write> {
    out: Out<W>,
    origin: Origin,
    header: Header,
    index: IndexBuilder,
    /// The level of the last record.
    open: Option<OpenLevel>,
    block: Vec<Record>,
    records: u64,
    /// The records of a level are counted once it is complete.
    counts: BTreeMap<u32, LevelCounts>,
}

/// A level to which records are added.
#[derive(Clone, Copy)]
struct OpenLevel {
    level: u32,
    last_key: u128,
    /// Its records, by roles.
    by_roles: [u64; 3],
}

/// What a level has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LevelCounts {
    /// Records, by roles.
    pub by_roles: [u64; 3],
    pub terminals: u64,
}

/// A buffered stream that counts and hashes what passes through.
struct Out<W> {
    stream: W,
    buffer: Vec<u8>,
    hasher: blake3::Hasher,
    flushed: u64,
    failed: bool,
}

impl<W: io::Write> Out<W> {
    fn length(&self) -> u64 {
        self.flushed + self.buffer.len() as u64
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.failed {
            return Err(io::Error::other("an earlier write to it failed"));
        }
        self.hasher.update(&self.buffer);
        let written = self.stream.write_all(&self.buffer);
        self.failed = written.is_err();
        self.flushed += self.buffer.len() as u64;
        self.buffer.clear();
        written
    }
}

impl<W: io::Write> Encoder<W> {
    /// Starts a file on `out`.
    ///
    /// # Errors
    ///
    /// Fails if the header is invalid: a value or key out of its range, a text that is empty or has
    /// control characters.
    pub fn new(out: W, header: &Header) -> Result<Self> {
        Self::named(out, header, Origin::MEMORY)
    }

    pub(crate) fn named(out: W, header: &Header, origin: Origin) -> Result<Self> {
        if let Some(problem) = header::fault(header) {
            return Err(FormatError::Header { origin, problem });
        }
        Ok(Self {
            out: Out {
                stream: out,
                buffer: header::encode(header),
                hasher: blake3::Hasher::new(),
                flushed: 0,
                failed: false,
            },
            origin,
            header: header.clone(),
            index: IndexBuilder::default(),
            open: None,
            block: Vec::with_capacity(BLOCK_RECORDS),
            records: 0,
            counts: BTreeMap::new(),
        })
    }

    /// Adds a record. Levels must not fall, and keys must rise within a level.
    ///
    /// # Errors
    ///
    /// Fails if the record is out of order, out of the header's limits, or has a move without the
    /// role optimal or the reverse; such a record is left out, and others may follow. Fails if the
    /// stream does; the file is then lost.
    pub fn push(&mut self, level: u32, record: Record) -> Result<()> {
        if let Some(problem) = self.fault(level, &record) {
            return Err(FormatError::Record {
                origin: self.origin.clone(),
                level,
                key: record.key,
                problem,
            });
        }
        if self.open.is_some_and(|open| open.level != level) {
            self.end_level()?;
        }
        let open = self.open.get_or_insert(OpenLevel {
            level,
            last_key: 0,
            by_roles: [0; 3],
        });
        open.last_key = record.key;
        open.by_roles[usize::from(record.roles.bits()) - 1] += 1;
        self.records += 1;
        self.block.push(record);
        if self.block.len() == BLOCK_RECORDS {
            self.end_block()?;
        }
        Ok(())
    }

    /// Why a record cannot be stored next; `None` if it can.
    fn fault(&self, level: u32, record: &Record) -> Option<String> {
        match self.open {
            Some(open) if level < open.level => {
                return Some(format!("it comes after a record of level {}", open.level));
            }
            Some(open) if level == open.level && record.key <= open.last_key => {
                return Some(format!("it comes after key {:#x}", open.last_key));
            }
            _ => {}
        }
        if level > self.header.max_level {
            return Some(format!("the highest level is {}", self.header.max_level));
        }
        if let Some(cut) = self.header.cut.filter(|cut| *cut < level) {
            return Some(format!("the cut is at level {cut}"));
        }
        block::fault(&self.header, record)
    }

    /// Sets the number of terminal positions of `level` that belong to the region; 0 by default.
    /// Levels may come in any order, at any time before [`finish`](Self::finish); the last count of
    /// a level counts.
    ///
    /// # Errors
    ///
    /// Fails if the game has no such level.
    pub fn set_terminals(&mut self, level: u32, count: u64) -> Result<()> {
        if level > self.header.max_level {
            return Err(FormatError::Level {
                origin: self.origin.clone(),
                level,
                problem: format!("the highest level is {}", self.header.max_level),
            });
        }
        self.counts.entry(level).or_default().terminals = count;
        Ok(())
    }

    /// Writes what remains, flushes the stream and returns it.
    ///
    /// # Errors
    ///
    /// Fails if the stream does, or if the counts of positions exceed 64 bits.
    pub fn finish(self) -> Result<(W, Summary)> {
        self.close().map(|(out, summary, _)| (out, summary))
    }

    /// As [`finish`](Self::finish); also returns the levels with their records by roles and their
    /// terminal positions.
    pub(crate) fn close(mut self) -> Result<(W, Summary, BTreeMap<u32, LevelCounts>)> {
        self.end_level()?;
        let mut positions = self.records;
        for (&level, counts) in &self.counts {
            let LevelCounts {
                by_roles,
                terminals,
            } = *counts;
            let Some(sum) = positions.checked_add(terminals) else {
                return Err(FormatError::Level {
                    origin: self.origin,
                    level,
                    problem: format!("{terminals} terminal positions are too many to count"),
                });
            };
            positions = sum;
            if by_roles != [0; 3] || terminals != 0 {
                self.index.add_level(level, by_roles, terminals);
            }
        }
        let index_offset = self.out.length();
        let sizes = Trailer {
            index_offset,
            levels: self.index.level_count(),
            blocks: self.index.block_count(),
            records: self.records,
        };
        self.index.encode(&mut self.out.buffer);
        self.out.buffer.extend(trailer::encode_sizes(&sizes));
        self.flush()?;
        let digest = Digest(*self.out.hasher.finalize().as_bytes());
        let rest = &trailer::encode(&sizes, digest)[DIGESTED..];
        self.out.buffer.extend(rest);
        self.flush()?;
        let summary = Summary {
            digest,
            bytes: self.out.length(),
            records: self.records,
        };
        let flushed = self.out.stream.flush();
        flushed.map_err(FormatError::io(&self.origin, "write"))?;
        let mut counts = self.counts;
        counts.retain(|_, counted| *counted != LevelCounts::default());
        Ok((self.out.stream, summary, counts))
    }

    fn end_block(&mut self) -> Result<()> {
        if let Some(first) = self.block.first() {
            let number = self.index.block_count();
            let offset = self.out.length();
            self.index
                .add_block(first.key, offset, self.header.key_bits);
            block::encode(&self.block, number, &mut self.out.buffer);
            self.block.clear();
            if self.out.buffer.len() >= CHUNK {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn end_level(&mut self) -> Result<()> {
        self.end_block()?;
        if let Some(open) = self.open.take() {
            self.counts.entry(open.level).or_default().by_roles = open.by_roles;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        let flushed = self.out.flush();
        flushed.map_err(FormatError::io(&self.origin, "write"))
    }
}
