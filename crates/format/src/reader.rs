//! Bytes into records.

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use crate::block::{Block, Limits};
use crate::header::{LONGEST_BODY, MAGIC, PREAMBLE, VERSION};
use crate::index::Index;
use crate::trailer::{self, Trailer};
use crate::{
    BLOCK_RECORDS, Digest, FormatError, Header, Kind, LevelSummary, Origin, Part, Record, Result,
};

/// Bytes that [`Reader::check_bytes`] reads, at least, between two reports of its progress.
const STRIDE: usize = 1 << 20;

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

/// Reads a file of records from a mapped file or any bytes. Threads can share it.
///
/// No byte is trusted: whatever a file holds, its reader answers or fails, and never panics. Opening
/// checks header, index and trailer. Each access to a block checks the block's checksum, so that a
/// damaged one is never answered from. [`block`](Self::block), [`records`](Self::records) and
/// [`check_bytes`](Self::check_bytes) also check that the whole block is one a [`Writer`] writes;
/// [`find`](Self::find) and [`get`](Self::get) check what they read of it.
///
/// [`Writer`]: crate::Writer
pub struct Reader<B: AsRef<[u8]> = MappedFile> {
    bytes: B,
    origin: Origin,
    header: Header,
    limits: Limits,
    index: Index,
    records: u64,
    digest: Digest,
}

impl Reader<MappedFile> {
    /// Maps the file at `path` into memory and checks all but its blocks.
    ///
    /// The file must stay as it is while the reader lives. Replacing it by another (as a
    /// [`Writer`](crate::Writer) does) is safe; changing its bytes in place makes what is read
    /// arbitrary, and cutting it short makes the system end the process.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is no artifact or certificate, is of a newer version, or is
    /// damaged; the error says in which part.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let origin = Origin::file(path.as_ref());
        let mapped = map(path.as_ref()).map_err(|source| FormatError::Io {
            origin: origin.clone(),
            action: "read",
            source,
        })?;
        Self::named(mapped, origin)
    }
}

pub(crate) fn map(path: &Path) -> io::Result<MappedFile> {
    // Asked before opening: opening a pipe would wait for a writer.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let file = File::open(path)?;
    // SAFETY: the caller keeps the file unchanged while it is mapped, as `Reader::open` demands.
    // `Writer` never changes a file that has its final name.
    let mapped = unsafe { memmap2::Mmap::map(&file) }?;
    Ok(MappedFile(mapped))
}

/// The header of a file and where its first block starts.
fn open_header(bytes: &[u8], origin: &Origin) -> Result<(Header, usize)> {
    let foreign = |found: &str| FormatError::Foreign {
        origin: origin.clone(),
        found: found.to_owned(),
    };
    let damaged = |problem| FormatError::Damaged {
        origin: origin.clone(),
        part: Part::Header,
        problem,
    };
    let cut_short = || {
        damaged(format!(
            "the file ends inside it, after {} bytes",
            bytes.len()
        ))
    };
    if bytes.is_empty() {
        return Err(foreign("it is empty"));
    }
    if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
        return Err(foreign("it starts with other bytes"));
    }
    let number = |at: usize| {
        let field = bytes.get(at..).and_then(|rest| rest.first_chunk());
        field.map(|field| u32::from_le_bytes(*field))
    };
    let version = number(8).ok_or_else(cut_short)?;
    if version > VERSION {
        return Err(FormatError::Newer {
            origin: origin.clone(),
            found: version,
            readable: VERSION,
        });
    }
    if version == 0 {
        return Err(damaged("format version 0 does not exist".to_owned()));
    }
    let length = number(12).ok_or_else(cut_short)? as usize;
    if length > LONGEST_BODY {
        return Err(damaged(format!(
            "{length} bytes long, expected at most {LONGEST_BODY}"
        )));
    }
    let content = bytes.get(..PREAMBLE + length).ok_or_else(cut_short)?;
    let stated = bytes[content.len()..].first_chunk().ok_or_else(cut_short)?;
    let (actual, stated) = (xxh3_64(content), u64::from_le_bytes(*stated));
    if actual != stated {
        return Err(damaged(format!(
            "checksum is {actual:016x}, expected {stated:016x}"
        )));
    }
    let header = Header::decode(&content[PREAMBLE..]).map_err(damaged)?;
    Ok((header, content.len() + size_of::<u64>()))
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

    fn named(bytes: B, origin: Origin) -> Result<Self> {
        let damaged = |part, problem| FormatError::Damaged {
            origin: origin.clone(),
            part,
            problem,
        };
        let file = bytes.as_ref();
        let (header, blocks_start) = open_header(file, &origin)?;
        let Some((_, last)) = file[blocks_start..].split_last_chunk() else {
            let problem = format!("the file ends after {} bytes, before or in it", file.len());
            return Err(damaged(Part::Trailer, problem));
        };
        let (trailer, digest) =
            Trailer::decode(last).map_err(|problem| damaged(Part::Trailer, problem))?;
        let index = Index::decode(file, &header, blocks_start, &trailer)
            .map_err(|problem| damaged(Part::Index, problem))?;
        Ok(Self {
            limits: Limits::of(&header),
            bytes,
            origin,
            header,
            index,
            records: trailer.records,
            digest,
        })
    }

    /// This reader, if it reads a file of this kind.
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

    /// What the file says of itself.
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

    /// The levels of which the file holds or counts positions, rising.
    pub fn levels(&self) -> &[LevelSummary] {
        &self.index.levels
    }

    /// What the file holds of one level; `None` where it holds and counts nothing.
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
        let levels = self.levels();
        let Ok(at) = levels.binary_search_by_key(&level, |one| one.level) else {
            return Ok(None);
        };
        let Some(number) = self.index.search(self.bytes.as_ref(), at, key) else {
            return Ok(None);
        };
        let summary = &levels[at];
        let block = self.open_block(summary, number)?;
        match block.find(key) {
            Ok(None) => Ok(None),
            Ok(Some((place, record))) => Ok(Some(Found {
                record,
                rank: (number - summary.blocks.start) * BLOCK_RECORDS as u64 + place as u64,
            })),
            Err(problem) => Err(self.damaged_block(summary, number, problem)),
        }
    }

    /// The record that has `rank` records of its level before it; `None` if the level has no more
    /// than `rank`.
    ///
    /// # Errors
    ///
    /// Fails if the block that holds it is damaged.
    pub fn get(&self, level: u32, rank: u64) -> Result<Option<Record>> {
        let Some(summary) = self.level(level).filter(|one| rank < one.records) else {
            return Ok(None);
        };
        let number = summary.blocks.start + rank / BLOCK_RECORDS as u64;
        let block = self.open_block(summary, number)?;
        let record = block.get((rank % BLOCK_RECORDS as u64) as usize);
        record.map_err(|problem| self.damaged_block(summary, number, problem))
    }

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

    /// Blocks in all levels.
    pub fn block_count(&self) -> u64 {
        self.index.block_count()
    }

    /// The records of block `number` of the file, keys rising; none where there is no such block.
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
    /// Fails if the block is damaged; `records` are then not to be used.
    pub fn read_block(&self, number: u64, records: &mut Vec<Record>) -> Result<()> {
        records.clear();
        match self.index.level_of(number) {
            Some(summary) => self.decode_block(summary, number, records),
            None => Ok(()),
        }
    }

    /// Recomputes every checksum and the digest, decodes every block, compares their records with
    /// the counts in the index, and returns the digest, which is then the one the file states.
    /// `progress` is told now and then how many bytes have been read.
    ///
    /// # Errors
    ///
    /// Fails at the first part that is damaged.
    pub fn check_bytes(&self, mut progress: impl FnMut(u64)) -> Result<Digest> {
        let file = self.bytes.as_ref();
        let mut hasher = blake3::Hasher::new();
        let mut hashed = 0;
        let mut hash_to = |end: usize| {
            hasher.update(&file[hashed..end]);
            hashed = end;
            progress(end as u64);
            hashed
        };
        let mut reported = 0;
        let mut records = Vec::with_capacity(BLOCK_RECORDS);
        for summary in self.levels() {
            let mut by_roles = [0; 3];
            for number in summary.blocks.clone() {
                records.clear();
                self.decode_block(summary, number, &mut records)?;
                for record in &records {
                    by_roles[usize::from(record.roles.bits()) - 1] += 1;
                }
                let end = self.index.entry(file, number).end as usize;
                if end - reported >= STRIDE {
                    reported = hash_to(end);
                }
            }
            if by_roles != summary.by_roles {
                return Err(self.damaged(
                    Part::Index,
                    format!(
                        "level {} has {:?} records by roles, but its blocks have {by_roles:?}",
                        summary.level, summary.by_roles
                    ),
                ));
            }
        }
        hash_to(file.len() - (trailer::LENGTH - trailer::DIGESTED));
        let digest = Digest(*hasher.finalize().as_bytes());
        if digest != self.digest {
            let problem = format!("digest is {digest}, expected {}", self.digest);
            return Err(self.damaged(Part::Trailer, problem));
        }
        Ok(digest)
    }

    fn damaged(&self, part: Part, problem: String) -> FormatError {
        FormatError::Damaged {
            origin: self.origin.clone(),
            part,
            problem,
        }
    }

    #[cold]
    fn damaged_block(&self, summary: &LevelSummary, number: u64, problem: String) -> FormatError {
        let level = summary.level;
        self.damaged(Part::Block { number, level }, problem)
    }

    /// Block `number` of the file, which `summary` says is of its level.
    #[inline]
    fn open_block(&self, summary: &LevelSummary, number: u64) -> Result<Block<'_>> {
        let file = self.bytes.as_ref();
        let entry = self.index.entry(file, number);
        let count = if number + 1 < summary.blocks.end {
            BLOCK_RECORDS
        } else {
            ((summary.records - 1) % BLOCK_RECORDS as u64) as usize + 1
        };
        let bytes = file.get(entry.start as usize..entry.end as usize);
        let bytes = bytes.unwrap_or_default();
        Block::new(bytes, number, count, entry.first_key, self.limits)
            .map_err(|problem| self.damaged_block(summary, number, problem))
    }

    fn decode_block(
        &self,
        summary: &LevelSummary,
        number: u64,
        records: &mut Vec<Record>,
    ) -> Result<()> {
        let next = number + 1;
        let end = (next < summary.blocks.end)
            .then(|| self.index.entry(self.bytes.as_ref(), next).first_key);
        self.open_block(summary, number)?
            .decode(end, records)
            .map_err(|problem| self.damaged_block(summary, number, problem))
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
