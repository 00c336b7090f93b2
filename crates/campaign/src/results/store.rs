//! All results of an import in one file, sorted by position.
//!
//! ```text
//! name       the name of the layout
//! records    32 bytes each, in blocks of 127; exact results come first, then estimates, each in
//!            the order of keys; of each position there is at most one of either
//! index      the keys by which the first records of the blocks are sorted, in blocks of its own
//! foot       JSON: what the store is about, the numbers of results, the extents of both
//! 16 bytes   the length of the foot, and its XXH3, seeded with the length
//! ```
//!
//! All [blocks] have checksums; they detect damage, not forgery.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use solveig_format::OpenFile;
use solveig_game::Interval;
use solveig_region::blocks::{self, Block, BlockReader, BlockWriter, Extent, Item, OVERHEAD};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::filter::Filter;
use super::record::{BLOCK_BYTES, RECORD_BYTES, Record, RecordBytes, stored_key};
use super::row::Board;
pub use super::source::Source;
use crate::error::CampaignError;
use crate::ledger::{damaged, is_class_at};

/// The name of the layout.
const NAME: &[u8] = b"Solveig results, layout 1\n";

/// Where the records begin.
const BEGIN: u64 = NAME.len() as u64;

/// The bytes after the foot.
const END: u64 = 16;

/// The records of a block.
const IN_BLOCK: u64 = RecordBytes::IN_BLOCK as u64;

/// The longest foot there can be: 65,536 sources take less.
const LONGEST_FOOT: u64 = 1 << 26;

/// What a store is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// The game's spec.
    pub game: String,
    /// The empty squares of the positions.
    pub empty: u32,
    /// The files that were imported, in the order of their letters.
    pub sources: Vec<Source>,
}

/// What the end of a store says of the rest.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Foot {
    description: Description,
    exact: u64,
    estimates: u64,
    records: Extent,
    index: Extent,
}

impl Foot {
    /// Whether a store of `length` bytes with a foot of `own` bytes can be as it says.
    fn fits(&self, length: u64, own: u64) -> bool {
        let Self { records, index, .. } = self;
        let wide = u128::from;
        let blocks = records.items.div_ceil(IN_BLOCK);
        let bytes = wide(records.items) * RECORD_BYTES as u128 + wide(blocks) * wide(OVERHEAD);
        let all = [BEGIN, records.bytes, index.bytes, own, END];
        wide(self.exact) + wide(self.estimates) == wide(records.items)
            && wide(records.bytes) == bytes
            && index.items == blocks
            && all.map(wide).iter().sum::<u128>() == wide(length)
    }
}

/// Writes a store. Records must come in order.
pub(super) struct StoreWriter<W> {
    records: BlockWriter<RecordBytes, W>,
    /// In a file of its own until the end.
    index: BlockWriter<u128, BufWriter<File>>,
    exact: u64,
    estimates: u64,
}

impl<W: Write> StoreWriter<W> {
    /// `index` is a new file for the index.
    pub(super) fn new(mut out: W, index: File) -> io::Result<Self> {
        out.write_all(NAME)?;
        Ok(Self {
            records: BlockWriter::new(out),
            index: BlockWriter::new(BufWriter::new(index)),
            exact: 0,
            estimates: 0,
        })
    }

    pub(super) fn push(&mut self, record: Record) -> io::Result<()> {
        let bytes = record.to_bytes();
        match record.exact {
            true => self.exact += 1,
            false => self.estimates += 1,
        }
        if self.records.push(bytes)?.is_some() {
            self.index.push(bytes.key())?;
        }
        Ok(())
    }

    /// Writes the rest; returns the numbers of exact results and estimates.
    pub(super) fn finish(self, description: &Description) -> io::Result<(u64, u64)> {
        let (records, mut out) = self.records.finish()?;
        let (index, file) = self.index.finish()?;
        let mut file = file.into_inner()?;
        file.rewind()?;
        io::copy(&mut file, &mut out)?;
        let foot = Foot {
            description: description.clone(),
            exact: self.exact,
            estimates: self.estimates,
            records,
            index,
        };
        let text = serde_json::to_vec(&foot).map_err(io::Error::other)?;
        out.write_all(&text)?;
        let length = text.len() as u64;
        out.write_all(&length.to_le_bytes())?;
        out.write_all(&xxh3_64_with_seed(&text, length).to_le_bytes())?;
        Ok((self.exact, self.estimates))
    }
}

/// A store, to be asked. Files must not change while they are read; a block that did is refused.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    foot: Foot,
    board: Board,
    /// The first keys of each `stride`-th block.
    index: Vec<u128>,
    stride: u64,
    /// Of the keys of exact results.
    filter: Option<Filter>,
}

impl Store {
    /// Opens a store and checks all but its records. A part of `memory` bytes is for the index;
    /// with less for it, each question reads more blocks.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is no store, or is damaged.
    pub fn open(path: &Path, memory: u64) -> Result<Self, CampaignError> {
        let of_file = |error| CampaignError::of_file(path, "read")(error);
        let bad = |problem: &str| damaged(path, format!("the store is damaged: {problem}"));
        let file = OpenFile::open(path).map_err(of_file)?;
        let (length, mut room) = (file.length(), Vec::new());
        let mut read = |range: Range<u64>| -> Result<Vec<u8>, CampaignError> {
            Ok(file.read(range, &mut room).map_err(of_file)?.to_vec())
        };
        if read(0..BEGIN.min(length))? != NAME {
            let name = NAME.trim_ascii_end().escape_ascii();
            let problem = format!("expected a store of results, which begins with \"{name}\"");
            return Err(CampaignError::Unsuitable {
                path: path.to_owned(),
                problem,
            });
        }
        let end = length.saturating_sub(END);
        let last = read(end..length)?;
        let (words, _) = last.as_chunks::<8>();
        let [own, checksum] = [0, 1].map(|at| words.get(at).map_or(0, |w| u64::from_le_bytes(*w)));
        let start = end.checked_sub(own).filter(|_| own <= LONGEST_FOOT);
        let text = read(start.unwrap_or(end)..end)?;
        if xxh3_64_with_seed(&text, own) != checksum {
            return Err(bad("its end has another checksum; is it cut off?"));
        }
        let foot: Foot = serde_json::from_slice(&text)
            .map_err(|error| bad(&format!("its end cannot be read: {error}")))?;
        if !foot.fits(length, own) {
            return Err(bad("its length is not that of its parts"));
        }
        let mut stride = 1;
        while foot.index.items / stride * size_of::<u128>() as u64 > memory {
            stride *= 2;
        }
        // No link is followed below.
        let path = fs::canonicalize(path).map_err(of_file)?;
        let index = read_index(&path, &foot, stride)?;
        let board = Board::new(&foot.description.game, foot.description.empty)?;
        Ok(Self {
            path,
            foot,
            board,
            index,
            stride,
            filter: None,
        })
    }

    /// Reads the whole store and checks each byte of it as [`scan`](Self::scan) does. A part of
    /// `memory` bytes then tells most positions that it does not have without reading.
    ///
    /// # Errors
    ///
    /// Fails if a block is damaged, or `observe`, which receives the number of records, fails.
    pub fn check(
        &mut self,
        memory: u64,
        mut observe: impl FnMut(u64) -> Result<(), CampaignError>,
    ) -> Result<(), CampaignError> {
        let mut filter = Filter::new(self.foot.exact, memory);
        self.scan(|rank, record| {
            if let Some(filter) = filter.as_mut().filter(|_| record.exact) {
                filter.add(record.key);
            }
            observe(rank)
        })?;
        self.filter = filter;
        Ok(())
    }

    /// Where the file was when it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it is about.
    pub const fn description(&self) -> &Description {
        &self.foot.description
    }

    /// The board of its positions.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// How many positions have exact bounds.
    pub const fn exact(&self) -> u64 {
        self.foot.exact
    }

    /// How many positions have estimates.
    pub const fn estimates(&self) -> u64 {
        self.foot.estimates
    }

    /// The digest of all records, by which a store is told from others.
    pub const fn content(&self) -> u64 {
        self.foot.records.digest
    }

    /// The file and line that a record comes from.
    pub fn origin(&self, record: &Record) -> (&str, u32) {
        let source = self.foot.description.sources.get(usize::from(record.file));
        (source.map_or("?", |source| &source.board), record.line)
    }

    /// Opens the file for questions, a handle for each thread.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub fn lookup(&self) -> Result<Lookup<'_>, CampaignError> {
        let file = OpenFile::open(&self.path);
        Ok(Lookup {
            store: self,
            file: file.map_err(CampaignError::of_file(&self.path, "read"))?,
            block: Vec::new(),
            number: None,
        })
    }

    /// Fails unless a record is about the representative of a position at the cut, and has bounds
    /// within the values of the game.
    pub(super) fn expect_possible(&self, record: &Record) -> Result<(), CampaignError> {
        let all = self.board.all();
        let Interval { lower, upper } = record.bounds;
        let is_at_cut = is_class_at(self.board.rules(), record.key, self.board.cut());
        if is_at_cut && all.lower <= lower && lower <= upper && upper <= all.upper {
            return Ok(());
        }
        let problem = format!(
            "the record with key {:#x}, a value from {lower} to {upper}: expected a position with {} \
             empty squares and a value from {} to {}",
            record.key,
            self.board.empty(),
            all.lower,
            all.upper
        );
        Err(damaged(&self.path, problem))
    }

    /// Passes all records to `take`, each with its rank, from 0, and checks every block, the order
    /// of records, and that each is one that an import writes.
    ///
    /// # Errors
    ///
    /// Fails if a block is damaged, or `take` fails.
    pub fn scan(
        &self,
        mut take: impl FnMut(u64, Record) -> Result<(), CampaignError>,
    ) -> Result<(), CampaignError> {
        const AT_A_TIME: u64 = 1 << 18;
        let records = self.foot.records;
        let mut reader = BlockReader::new(&self.path, BEGIN, records.bytes, AT_A_TIME);
        let mut before = None;
        let (mut rank, all) = (0, self.board.all());
        while let Some(bytes) = reader.next_item()? {
            let (record, key) = (Record::of_bytes(&bytes), RecordBytes::key(&bytes));
            let Interval { lower, upper } = record.bounds;
            let sensible = before.is_none_or(|before| before < key)
                && record.exact == (rank < self.foot.exact)
                && all.lower <= lower
                && lower <= upper
                && upper <= all.upper;
            if !sensible {
                let problem = format!("record {rank} is none that an import writes");
                return Err(damaged(&self.path, problem));
            }
            before = Some(key);
            take(rank, record)?;
            rank += 1;
        }
        if reader.extent() != records {
            let problem = "the store is damaged: its records are not those that were written";
            return Err(damaged(&self.path, problem.to_owned()));
        }
        Ok(())
    }
}

/// The first keys of each `stride`-th block.
fn read_index(path: &Path, foot: &Foot, stride: u64) -> Result<Vec<u128>, CampaignError> {
    let begin = BEGIN + foot.records.bytes;
    let mut reader = BlockReader::new(path, begin, foot.index.bytes, 1 << 16);
    let mut index = Vec::with_capacity((foot.index.items / stride) as usize + 1);
    let mut number = 0_u64;
    while let Some(key) = reader.next_item()? {
        if number.is_multiple_of(stride) {
            index.push(key);
        }
        number += 1;
    }
    match reader.extent() == foot.index {
        true => Ok(index),
        false => Err(damaged(
            path,
            "the store is damaged: its index is another".to_owned(),
        )),
    }
}

/// Answers questions about positions from a store.
pub struct Lookup<'a> {
    store: &'a Store,
    file: OpenFile,
    /// The block that was read last, and its number.
    block: Vec<u8>,
    number: Option<u64>,
}

impl<'a> Lookup<'a> {
    /// Where the results are looked up.
    pub const fn store(&self) -> &'a Store {
        self.store
    }

    /// The exact bounds of the class of positions with this key.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or the block is damaged.
    pub fn bounds(&mut self, key: u128) -> Result<Option<Interval>, CampaignError> {
        if self
            .store
            .filter
            .as_ref()
            .is_some_and(|filter| !filter.may_have(key))
        {
            return Ok(None);
        }
        Ok(self.find(key, true)?.map(|record| record.bounds))
    }

    /// What is stored of the class of positions with this key, exact or estimated.
    ///
    /// # Errors
    ///
    /// Fails as [`bounds`](Self::bounds) does.
    pub fn find(&mut self, key: u128, exact: bool) -> Result<Option<Record>, CampaignError> {
        let key = stored_key(key, exact);
        let group = self.store.index.partition_point(|first| *first <= key) as u64;
        let Some(group) = group.checked_sub(1) else {
            return Ok(None);
        };
        let mut low = group * self.store.stride;
        let mut high = (low + self.store.stride).min(self.store.foot.index.items);
        // The last block that begins at the key or before.
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            let first = self.read(middle)?.first().map(key_of);
            match first.is_some_and(|first| first <= key) {
                true => low = middle,
                false => high = middle,
            }
        }
        let records = self.read(low)?;
        let found = records.binary_search_by_key(&key, key_of);
        Ok(found.ok().map(|place| record_of(&records[place])))
    }

    /// The record of a rank, from 0; exact ones come first.
    ///
    /// # Errors
    ///
    /// Fails as [`bounds`](Self::bounds) does.
    pub fn record(&mut self, rank: u64) -> Result<Option<Record>, CampaignError> {
        if rank >= self.store.foot.records.items {
            return Ok(None);
        }
        let place = (rank % IN_BLOCK) as usize;
        let records = self.read(rank / IN_BLOCK)?;
        Ok(records.get(place).map(record_of))
    }

    /// The records of the block with this number.
    fn read(&mut self, number: u64) -> Result<&[[u8; RECORD_BYTES]], CampaignError> {
        let place = number * BLOCK_BYTES;
        if self.number != Some(number) {
            self.number = None;
            let end = (place + BLOCK_BYTES).min(self.store.foot.records.bytes);
            let read = self.file.read(BEGIN + place..BEGIN + end, &mut self.block);
            read.map_err(CampaignError::of_file(&self.store.path, "read"))?;
            self.number = Some(number);
        }
        match Block::read(&self.block, place) {
            Some(block) => Ok(block.payload.as_chunks().0),
            None => Err(blocks::damaged(&self.store.path, place).into()),
        }
    }
}

fn key_of(bytes: &[u8; RECORD_BYTES]) -> u128 {
    RecordBytes(*bytes).key()
}

fn record_of(bytes: &[u8; RECORD_BYTES]) -> Record {
    Record::of_bytes(&RecordBytes(*bytes))
}
