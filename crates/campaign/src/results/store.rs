//! All results of an import in one file, sorted by position.
//!
//! ```text
//! 4,096 bytes   the name of the layout, then zeros
//! blocks        4,096 bytes each: 127 records of 32 bytes (the last block may have fewer), zeros,
//!               their number, and a checksum seeded with the number of the block
//! index         16 bytes for each block: the key by which its first record is sorted
//! description   JSON: the game, the cut, the sources
//! 64 bytes      the numbers of exact results, of estimates, and of blocks; the checksum of all
//!               records; that of the index; length and checksum of the description; and the
//!               checksum of these seven
//! ```
//!
//! Checksums are XXH3 with 64 bits; they detect damage, not forgery. Numbers are little-endian.
//! Exact results come first, then estimates, each in the order of keys. Of each position there is
//! at most one of either.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use solveig_game::Interval;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::blocks::{BLOCK_BYTES, BLOCK_RECORDS, Block, BlockReader, BlockWriter, broken, records};
use super::filter::Filter;
use super::record::{Record, RecordBytes, key_of, stored_key};
use super::row::Board;
pub use super::taking::Source;
use crate::error::CampaignError;
use crate::ledger::{damaged, is_class_at};

/// The name of the layout.
const NAME: &[u8] = b"Solveig results, layout 1\n";

/// The bytes of the numbers at the end.
const END: usize = 64;

/// The bytes of a key in the index.
const KEY: usize = 16;

/// The longest description there can be: 65,536 sources take less.
const LONGEST_DESCRIPTION: u64 = 1 << 26;

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

/// Writes a store. Records must come in order.
pub(super) struct StoreWriter<W> {
    blocks: BlockWriter<W>,
    /// The first keys of the blocks, in a file of their own until the end.
    index: BufWriter<File>,
    content: Xxh3,
    exact: u64,
    estimates: u64,
}

impl<W: Write> StoreWriter<W> {
    /// `index` is a new file for the index.
    pub(super) fn new(mut out: W, index: File) -> io::Result<Self> {
        let mut page = [0; BLOCK_BYTES];
        page[..NAME.len()].copy_from_slice(NAME);
        out.write_all(&page)?;
        Ok(Self {
            blocks: BlockWriter::new(out),
            index: BufWriter::new(index),
            content: Xxh3::new(),
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
        self.content.update(&bytes);
        if self.blocks.push(&bytes)? {
            self.index.write_all(&bytes[..KEY])?;
        }
        Ok(())
    }

    /// Writes the rest; returns the numbers of exact results and estimates.
    pub(super) fn finish(self, description: &Description) -> io::Result<(u64, u64)> {
        let (blocks, mut out) = self.blocks.finish()?;
        let mut index = self.index.into_inner()?;
        index.seek(SeekFrom::Start(0))?;
        let mut checksum = Xxh3::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            let read = index.read(&mut buffer)?;
            if read == 0 {
                break;
            }
            checksum.update(&buffer[..read]);
            out.write_all(&buffer[..read])?;
        }
        let description = serde_json::to_vec(description).map_err(io::Error::other)?;
        out.write_all(&description)?;
        let numbers = [
            self.exact,
            self.estimates,
            blocks,
            self.content.digest(),
            checksum.digest(),
            description.len() as u64,
            xxh3_64(&description),
        ];
        let mut end = numbers.map(u64::to_le_bytes).concat();
        end.extend(xxh3_64(&end).to_le_bytes());
        out.write_all(&end)?;
        Ok((self.exact, self.estimates))
    }
}

/// A store, to be asked. Files must not change while they are read; a block that did is refused.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    description: Description,
    board: Board,
    exact: u64,
    estimates: u64,
    blocks: u64,
    content: u64,
    /// The first keys of each `stride`-th block.
    index: Vec<u128>,
    stride: u64,
    /// Of the keys of exact results.
    filter: Option<Filter>,
}

impl Store {
    /// Opens a store and checks all but its blocks. A part of `memory` bytes is for the index; with
    /// less for it, each question reads more blocks.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, is no store, or is damaged.
    pub fn open(path: &Path, memory: u64) -> Result<Self, CampaignError> {
        let of_file = |error| CampaignError::of_file(path, "read")(error);
        if !std::fs::metadata(path).map_err(of_file)?.is_file() {
            return Err(of_file(io::Error::other("not a regular file")));
        }
        let mut file = File::open(path).map_err(of_file)?;
        let length = file.metadata().map_err(of_file)?.len();
        let mut page = Vec::new();
        let mut first = (&mut file).take(BLOCK_BYTES as u64);
        first.read_to_end(&mut page).map_err(of_file)?;
        if !page.starts_with(NAME) {
            let name = NAME.trim_ascii_end().escape_ascii();
            let problem = format!("expected a store of results, which begins with \"{name}\"");
            return Err(CampaignError::Unsuitable {
                path: path.to_owned(),
                problem,
            });
        }
        let bad = |problem: &str| damaged(path, format!("the store is damaged: {problem}"));
        if page.len() < BLOCK_BYTES || page[NAME.len()..].iter().any(|byte| *byte != 0) {
            return Err(bad("its first page is not as it is written"));
        }
        if length < (BLOCK_BYTES + END) as u64 {
            return Err(bad("it is cut off"));
        }
        let mut end = [0; END];
        file.seek(SeekFrom::Start(length - END as u64))
            .map_err(of_file)?;
        file.read_exact(&mut end).map_err(of_file)?;
        let (words, _) = end.as_chunks::<8>();
        let word = |at: usize| u64::from_le_bytes(words[at]);
        if word(7) != xxh3_64(&end[..END - 8]) {
            return Err(bad(
                "its last 64 bytes have another checksum; is it cut off?",
            ));
        }
        let [exact, estimates, blocks, content] = [0, 1, 2, 3].map(word);
        let described = word(5);
        let whole = || {
            let begin = blocks.checked_add(1)?.checked_mul(BLOCK_BYTES as u64)?;
            let indexed = begin.checked_add(blocks.checked_mul(KEY as u64)?)?;
            let all = indexed.checked_add(described)?.checked_add(END as u64)?;
            let records = exact.checked_add(estimates)?;
            let fits = all == length
                && described <= LONGEST_DESCRIPTION
                && records.div_ceil(BLOCK_RECORDS as u64) == blocks;
            fits.then_some(begin)
        };
        let begin = whole().ok_or_else(|| bad("its length is not that of its parts"))?;
        file.seek(SeekFrom::Start(begin)).map_err(of_file)?;
        let mut reader = BufReader::new(file);
        let mut stride = 1_u64;
        while blocks / stride * KEY as u64 > memory {
            stride *= 2;
        }
        let mut index = Vec::with_capacity((blocks / stride) as usize + 1);
        let mut checksum = Xxh3::new();
        for number in 0..blocks {
            let mut key = [0; KEY];
            reader.read_exact(&mut key).map_err(of_file)?;
            checksum.update(&key);
            if number.is_multiple_of(stride) {
                index.push(u128::from_be_bytes(key));
            }
        }
        if checksum.digest() != word(4) {
            return Err(bad("its index has another checksum"));
        }
        let mut text = vec![0; described as usize];
        reader.read_exact(&mut text).map_err(of_file)?;
        if xxh3_64(&text) != word(6) {
            return Err(bad("its description has another checksum"));
        }
        let description: Description = serde_json::from_slice(&text)
            .map_err(|error| bad(&format!("its description cannot be read: {error}")))?;
        let board = Board::new(&description.game, description.empty)?;
        Ok(Self {
            path: path.to_owned(),
            description,
            board,
            exact,
            estimates,
            blocks,
            content,
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
        let mut filter = Filter::new(self.exact, memory);
        self.scan(|rank, record| {
            if let Some(filter) = filter.as_mut().filter(|_| record.exact) {
                filter.add(record.key);
            }
            observe(rank)
        })?;
        self.filter = filter;
        Ok(())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it is about.
    pub const fn description(&self) -> &Description {
        &self.description
    }

    /// The board of its positions.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// How many positions have exact bounds.
    pub const fn exact(&self) -> u64 {
        self.exact
    }

    /// How many positions have estimates.
    pub const fn estimates(&self) -> u64 {
        self.estimates
    }

    /// The checksum of all records, by which a store is told from others.
    pub const fn content(&self) -> u64 {
        self.content
    }

    /// The file and line that a record comes from.
    pub fn origin(&self, record: &Record) -> (&str, u32) {
        let source = self.description.sources.get(usize::from(record.file));
        (source.map_or("?", |source| &source.board), record.line)
    }

    /// Opens the file for questions, a handle for each thread.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be opened.
    pub fn lookup(&self) -> Result<Lookup<'_>, CampaignError> {
        let file = File::open(&self.path).map_err(CampaignError::of_file(&self.path, "read"))?;
        Ok(Lookup {
            store: self,
            file,
            block: Box::new([0; BLOCK_BYTES]),
            number: None,
        })
    }

    /// Fails unless a record is about a position at the cut, which all symmetric ones are stored
    /// as, and has bounds within the values of the game.
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
        let mut reader = BlockReader::new(&self.path, BLOCK_BYTES as u64, self.blocks, AT_A_TIME);
        let mut content = Xxh3::new();
        let mut before = None;
        let (mut rank, all) = (0, self.board.all());
        while let Some(bytes) = reader.next()? {
            content.update(&bytes);
            let (record, key) = (Record::of_bytes(&bytes), key_of(&bytes));
            let Interval { lower, upper } = record.bounds;
            let sensible = before.is_none_or(|before| before < key)
                && record.exact == (rank < self.exact)
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
        if rank != self.exact + self.estimates || content.digest() != self.content {
            let problem = "the store is damaged: its records are not those that were written";
            return Err(damaged(&self.path, problem.to_owned()));
        }
        Ok(())
    }
}

/// Answers questions about positions from a store.
#[derive(Debug)]
pub struct Lookup<'a> {
    store: &'a Store,
    file: File,
    block: Box<Block>,
    /// The number of the block that was read last.
    number: Option<u64>,
}

impl<'a> Lookup<'a> {
    /// The store.
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
        let mut high = (low + self.store.stride).min(self.store.blocks);
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
        Ok(found.ok().map(|place| Record::of_bytes(&records[place])))
    }

    /// The record of a rank, from 0; exact ones come first.
    ///
    /// # Errors
    ///
    /// Fails as [`bounds`](Self::bounds) does.
    pub fn record(&mut self, rank: u64) -> Result<Option<Record>, CampaignError> {
        if rank >= self.store.exact + self.store.estimates {
            return Ok(None);
        }
        let place = (rank % BLOCK_RECORDS as u64) as usize;
        let records = self.read(rank / BLOCK_RECORDS as u64)?;
        Ok(records.get(place).map(Record::of_bytes))
    }

    fn read(&mut self, number: u64) -> Result<&[RecordBytes], CampaignError> {
        if self.number != Some(number) {
            self.number = None;
            let at = (number + 1) * BLOCK_BYTES as u64;
            let read = self.file.seek(SeekFrom::Start(at));
            let read = read.and_then(|_| self.file.read_exact(&mut self.block[..]));
            read.map_err(CampaignError::of_file(&self.store.path, "read"))?;
            self.number = Some(number);
        }
        let found = records(&self.block, number);
        found.ok_or_else(|| broken(&self.store.path, number))
    }
}
