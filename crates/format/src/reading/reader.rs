//! Reads files of records.

use std::ops::ControlFlow;

use super::block::{Block, CHECKSUM};
use super::cache::BlockCache;
use super::header::{LONGEST_BODY, PREAMBLE};
use super::index::{Index, Limits};
use super::pass::Pass;
use super::trailer::{self, Trailer};
use crate::{
    BLOCK_RECORDS, Digest, FormatError, Header, Kind, LevelSummary, OpenFile, Origin, Part, Record,
    Result,
};

/// A record that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedRecord {
    /// What the file holds under the key.
    pub record: Record,
    /// Its rank: the number of records of its level before it.
    pub rank: u64,
}

/// Reads a file of records, or its bytes in memory. Threads can share it.
///
/// No byte is trusted: on any bytes, a reader returns a result or an error and never panics.
/// Opening checks header, index and trailer, and keeps the index. A block's checksum is checked
/// whenever the block is read; blocks that were read are kept as long as there is room for them.
/// [`block`](Self::block), [`records`](Self::records) and [`check_bytes`](Self::check_bytes) also
/// check that the whole block is one that a [`Writer`] writes; [`find`](Self::find) and
/// [`get`](Self::get) check only what they read of it.
///
/// [`Writer`]: crate::Writer
pub struct Reader {
    bytes: OpenFile,
    origin: Origin,
    header: Header,
    pub(crate) index: Index,
    cache: BlockCache,
    records: u64,
    digest: Digest,
}

impl Reader {
    /// Reads a file that is already in memory, and checks all but its blocks.
    ///
    /// # Errors
    ///
    /// Fails as [`open`](Reader::open) does.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self> {
        let bytes = OpenFile::from(bytes.into());
        Self::named(bytes, Origin::MEMORY, u64::MAX, &mut || Ok(()))
    }

    pub(crate) fn named<E: From<FormatError>>(
        bytes: OpenFile,
        origin: Origin,
        memory: u64,
        go_on: &mut dyn FnMut() -> std::result::Result<(), E>,
    ) -> std::result::Result<Self, E> {
        let damaged = |part, problem| E::from(FormatError::damaged(&origin, part, problem));
        let (length, mut room) = (bytes.length(), Vec::new());
        let mut read = |range| {
            let part = bytes.read(range, &mut room).map(<[u8]>::to_vec);
            part.map_err(FormatError::io(&origin, "read"))
        };
        let longest = (PREAMBLE + LONGEST_BODY + CHECKSUM) as u64;
        let (header, start) = Header::open(&read(0..length.min(longest))?, &origin)?;
        let start = start as u64;
        if length - start < trailer::LENGTH as u64 {
            let problem = format!("the file ends after {length} bytes, before or in it");
            return Err(damaged(Part::Trailer, problem));
        }
        let last = read(length - trailer::LENGTH as u64..length)?;
        let last = last.first_chunk().ok_or_else(|| "is too short".to_owned());
        let trailer = last.and_then(Trailer::decode);
        let (trailer, digest) = trailer.map_err(|problem| damaged(Part::Trailer, problem))?;
        let mut limits = Limits { memory, go_on };
        let index = Index::read(&bytes, &origin, &header, start, &trailer, &mut limits)?;
        let left = memory.saturating_sub(index.memory());
        let cache = BlockCache::new(trailer.blocks, index.start() - start, left);
        Ok(Self {
            bytes,
            origin,
            header,
            index,
            cache,
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

    /// What the file says of its game, scope and cut.
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
        self.bytes.length()
    }

    /// The bytes of memory that the reader takes at most.
    pub const fn memory(&self) -> u64 {
        self.index.memory() + self.cache.bytes()
    }

    /// Fails if the file was changed after it was opened.
    ///
    /// # Errors
    ///
    /// Says so, or why that cannot be known.
    pub fn expect_unchanged(&self) -> Result<()> {
        let unchanged = self.bytes.expect_unchanged();
        unchanged.map_err(FormatError::io(&self.origin, "read"))
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
    pub fn find(&self, level: u32, key: u128) -> Result<Option<RankedRecord>> {
        let Some(summary) = self.level(level) else {
            return Ok(None);
        };
        let Some(number) = self.index.block_of(summary, key) else {
            return Ok(None);
        };
        let found = self.in_block(summary, number, |block| block.find(key))?;
        let before = (number - summary.blocks.start) * BLOCK_RECORDS as u64;
        Ok(found.map(|(place, record)| RankedRecord {
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
        // Who reads blocks in order does not come back to them soon: they are not kept.
        self.read_in_block(summary, number, |block| block.decode(records))
            .map(|(answer, _)| answer)
    }

    /// Recomputes every checksum and the digest, decodes every block, and compares the records with
    /// the counts in the index. Returns the digest, which equals the stated one. `progress`
    /// receives the number of bytes read, many times a second, and may stop the check.
    ///
    /// # Errors
    ///
    /// Fails at the first damaged part, and with [`FormatError::Stopped`] if `progress` stops it.
    pub fn check_bytes(&self, mut progress: impl FnMut(u64) -> ControlFlow<()>) -> Result<Digest> {
        let digested = self.bytes.length() - (trailer::LENGTH - trailer::DIGESTED) as u64;
        let mut pass = Pass::new(&self.bytes, &self.origin, digested, &mut progress);
        let mut records = Vec::with_capacity(BLOCK_RECORDS);
        for summary in self.levels() {
            let mut by_roles = [0; 3];
            for number in summary.blocks.clone() {
                let entry = self.index.entry(summary, number);
                let bytes = pass.bytes(entry.bytes.clone())?;
                let block = Block::open(bytes, &entry, &self.header);
                block
                    .and_then(|block| block.decode(&mut records))
                    .map_err(|problem| self.damaged_block(summary, number, problem))?;
                for record in &records {
                    by_roles[usize::from(record.roles.bits()) - 1] += 1;
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
        let digest = pass.finish()?;
        if digest != self.digest {
            let problem = format!("digest is {digest}, expected {}", self.digest);
            return Err(self.damaged(Part::Trailer, problem));
        }
        Ok(digest)
    }

    fn damaged(&self, part: Part, problem: String) -> FormatError {
        FormatError::damaged(&self.origin, part, problem)
    }

    fn damaged_block(&self, summary: &LevelSummary, number: u64, problem: String) -> FormatError {
        let level = summary.level;
        self.damaged(Part::Block { number, level }, problem)
    }

    /// Opens block `number`, which must belong to the level, and applies `read` to it. Keeps the
    /// block.
    #[inline]
    pub(crate) fn in_block<T>(
        &self,
        summary: &LevelSummary,
        number: u64,
        read: impl FnOnce(Block<'_>) -> std::result::Result<T, String>,
    ) -> Result<T> {
        let (answer, mut room) = self.read_in_block(summary, number, read)?;
        if !room.is_empty() {
            room.truncate(room.len() - CHECKSUM);
            self.cache.keep(number, room);
        }
        Ok(answer)
    }

    /// Like [`in_block`](Self::in_block), but returns the bytes of the block if they were read, and
    /// does not keep them.
    #[inline]
    fn read_in_block<T>(
        &self,
        summary: &LevelSummary,
        number: u64,
        read: impl FnOnce(Block<'_>) -> std::result::Result<T, String>,
    ) -> Result<(T, Vec<u8>)> {
        let entry = self.index.entry(summary, number);
        let damaged = |problem| self.damaged_block(summary, number, problem);
        if let Some(kept) = self.cache.get(number) {
            let block = Block::of_content(kept.content(), &entry, &self.header, true);
            let answer = block.and_then(read).map_err(damaged)?;
            return Ok((answer, Vec::new()));
        }
        let mut room = Vec::new();
        let bytes = self.bytes.read(entry.bytes.clone(), &mut room);
        let bytes = bytes.map_err(FormatError::io(&self.origin, "read"))?;
        let block = Block::open(bytes, &entry, &self.header);
        let answer = block.and_then(read).map_err(damaged)?;
        Ok((answer, room))
    }
}
