//! Reads files of records.

use std::ops::ControlFlow;

use super::block::Block;
use super::index::Index;
use super::trailer::{self, Trailer};
use crate::mapped::MappedFile;
use crate::{
    BLOCK_RECORDS, Digest, FormatError, Header, Kind, LevelSummary, Origin, Part, Record, Result,
};

/// Bytes that [`Reader::check_bytes`] reads, at least, between two reports of its progress.
const STRIDE: usize = 1 << 20;

/// A record that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The record.
    pub record: Record,
    /// Its rank: the number of records of its level before it.
    pub rank: u64,
}

/// Reads a file of records from a mapped file or any bytes. Threads can share it.
///
/// No byte is trusted: on any bytes, a reader returns a result or an error and never panics.
/// Opening checks header, index and trailer. Each access to a block checks the block's checksum.
/// [`block`](Self::block), [`records`](Self::records) and [`check_bytes`](Self::check_bytes) also
/// check that the whole block is one that a [`Writer`] writes; [`find`](Self::find) and
/// [`get`](Self::get) check only what they read of it.
///
/// [`Writer`]: crate::Writer
pub struct Reader<B: AsRef<[u8]> = MappedFile> {
    bytes: B,
    origin: Origin,
    header: Header,
    index: Index,
    records: u64,
    digest: Digest,
}

impl<B: AsRef<[u8]>> Reader<B> {
    /// Reads a file that is already in memory, and checks all but its blocks.
    ///
    /// # Errors
    ///
    /// Fails as [`open`](Reader::open) does.
    pub fn from_bytes(bytes: B) -> Result<Self> {
        Self::named(bytes, Origin::MEMORY)
    }

    pub(crate) fn named(bytes: B, origin: Origin) -> Result<Self> {
        let damaged = |part, problem| FormatError::damaged(&origin, part, problem);
        let file = bytes.as_ref();
        let (header, blocks_start) = Header::open(file, &origin)?;
        let Some((_, last)) = file[blocks_start..].split_last_chunk() else {
            let problem = format!("the file ends after {} bytes, before or in it", file.len());
            return Err(damaged(Part::Trailer, problem));
        };
        let trailer = Trailer::decode(last);
        let (trailer, digest) = trailer.map_err(|problem| damaged(Part::Trailer, problem))?;
        let index = Index::decode(file, &header, blocks_start, &trailer);
        let index = index.map_err(|problem| damaged(Part::Index, problem))?;
        Ok(Self {
            bytes,
            origin,
            header,
            index,
            records: trailer.records,
            digest,
        })
    }

    /// Returns the reader if its file is of kind `expected`.
    ///
    /// # Errors
    ///
    /// Fails with [`FormatError::WrongKind`] otherwise.
    pub fn expect_kind(self, expected: Kind) -> Result<Self> {
        let found = self.header.kind();
        if found == expected {
            return Ok(self);
        }
        Err(FormatError::WrongKind {
            origin: self.origin,
            found,
            expected,
        })
    }

    /// The header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Where the bytes come from.
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The digest as the file states it. [`check_bytes`](Self::check_bytes) recomputes it.
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// The length of the file in bytes.
    pub fn byte_length(&self) -> u64 {
        self.bytes.as_ref().len() as u64
    }

    /// Records in all levels.
    pub const fn record_count(&self) -> u64 {
        self.records
    }

    /// The levels of which the file stores or counts positions, ascending.
    pub fn levels(&self) -> &[LevelSummary] {
        &self.index.levels
    }

    /// The contents of one level; `None` if the file neither stores nor counts positions of it.
    pub fn level(&self, level: u32) -> Option<&LevelSummary> {
        let levels = self.levels();
        let at = levels.binary_search_by_key(&level, |one| one.level);
        at.ok().map(|at| &levels[at])
    }

    /// The record of a key; `None` if the level has no such record.
    ///
    /// # Errors
    ///
    /// Fails if the block that would hold it is damaged.
    pub fn find(&self, level: u32, key: u128) -> Result<Option<Found>> {
        let Some(summary) = self.level(level) else {
            return Ok(None);
        };
        let Some(number) = self.index.block_of(self.bytes.as_ref(), summary, key) else {
            return Ok(None);
        };
        let found = self.in_block(summary, number, |block| block.find(key))?;
        let before = (number - summary.blocks.start) * BLOCK_RECORDS as u64;
        Ok(found.map(|(place, record)| Found {
            record,
            rank: before + place as u64,
        }))
    }

    /// Blocks in all levels.
    pub fn block_count(&self) -> u64 {
        self.levels().last().map_or(0, |level| level.blocks.end)
    }

    /// The records of block `number` of the file, in ascending order of keys; none if there is no
    /// such block.
    ///
    /// The blocks of a level follow one another and are numbered by [`LevelSummary::blocks`], so
    /// that threads can share a level. All but a level's last hold [`BLOCK_RECORDS`].
    ///
    /// # Errors
    ///
    /// Fails if the block is damaged.
    pub fn block(&self, number: u64) -> Result<Vec<Record>> {
        let mut records = Vec::new();
        self.read_block(number, &mut records)?;
        Ok(records)
    }

    /// Replaces `records` by those of block `number`, like [`block`](Self::block).
    ///
    /// # Errors
    ///
    /// Fails if the block is damaged; the content of `records` is then unspecified.
    pub fn read_block(&self, number: u64, records: &mut Vec<Record>) -> Result<()> {
        records.clear();
        let Some(summary) = self.index.level_of(number) else {
            return Ok(());
        };
        self.in_block(summary, number, |block| block.decode(records))
    }

    /// Recomputes every checksum and the digest, decodes every block, and compares the records with
    /// the counts in the index. Returns the digest, which equals the stated one. `progress`
    /// receives the number of bytes read about once a MiB, and may stop the check.
    ///
    /// # Errors
    ///
    /// Fails at the first damaged part, and with [`FormatError::Stopped`] if `progress` stops it.
    pub fn check_bytes(&self, mut progress: impl FnMut(u64) -> ControlFlow<()>) -> Result<Digest> {
        let file = self.bytes.as_ref();
        let mut hasher = blake3::Hasher::new();
        let mut hashed = 0;
        let mut hash_to = |end: usize| {
            hasher.update(&file[hashed..end]);
            hashed = end;
            match progress(end as u64) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(FormatError::Stopped {
                    origin: self.origin.clone(),
                }),
            }
        };
        let mut reported = 0;
        let mut records = Vec::with_capacity(BLOCK_RECORDS);
        for summary in self.levels() {
            let mut by_roles = [0; 3];
            for number in summary.blocks.clone() {
                self.read_block(number, &mut records)?;
                for record in &records {
                    by_roles[usize::from(record.roles.bits()) - 1] += 1;
                }
                let end = self.index.entry(file, summary, number).bytes.end;
                if end - reported >= STRIDE {
                    hash_to(end)?;
                    reported = end;
                }
            }
            if by_roles != summary.by_roles {
                let (level, stated) = (summary.level, summary.by_roles);
                let problem = format!(
                    "level {level} has {stated:?} records by roles, but its blocks have {by_roles:?}"
                );
                return Err(self.damaged(Part::Index, problem));
            }
        }
        hash_to(file.len() - (trailer::LENGTH - trailer::DIGESTED))?;
        let digest = Digest(*hasher.finalize().as_bytes());
        if digest != self.digest {
            let problem = format!("digest is {digest}, expected {}", self.digest);
            return Err(self.damaged(Part::Trailer, problem));
        }
        Ok(digest)
    }

    fn damaged(&self, part: Part, problem: String) -> FormatError {
        FormatError::damaged(&self.origin, part, problem)
    }

    /// Opens block `number`, which must belong to the level, and applies `read` to it.
    #[inline]
    pub(crate) fn in_block<T>(
        &self,
        summary: &LevelSummary,
        number: u64,
        read: impl FnOnce(Block<'_>) -> std::result::Result<T, String>,
    ) -> Result<T> {
        let file = self.bytes.as_ref();
        let entry = self.index.entry(file, summary, number);
        let bytes = file.get(entry.bytes.clone()).unwrap_or_default();
        let answer = Block::open(bytes, &entry, &self.header).and_then(read);
        let level = summary.level;
        answer.map_err(|problem| self.damaged(Part::Block { number, level }, problem))
    }
}
