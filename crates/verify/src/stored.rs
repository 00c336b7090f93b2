//! The records of a file, and what has been demanded of them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;
use solveig_format::{BLOCK_RECORDS, FormatError, Reader, Record};

use crate::bounds::Bounds;

/// A file's records by level, with room beside each for what its parents demand of it.
pub struct Stored<'a, B: AsRef<[u8]>> {
    reader: &'a Reader<B>,
    levels: BTreeMap<u32, Level>,
    /// Whether the values of this file are bounds, so that it matters how strong a bound is needed.
    bounds: bool,
}

struct Level {
    blocks: Range<u64>,
    records: u64,
    /// The first key of each block.
    first_keys: Vec<u128>,
    demands: OnceLock<Demands>,
}

/// Beside each record of a level: the roles demanded, and in a file of bounds the strongest demanded.
#[derive(Default)]
struct Demands {
    roles: Vec<AtomicU8>,
    least: Vec<AtomicI32>,
    greatest: Vec<AtomicI32>,
}

impl Demands {
    fn new(records: u64, bounds: bool) -> Self {
        let room = |wanted: bool| 0..if wanted { records } else { 0 };
        Self {
            roles: room(true).map(|_| AtomicU8::new(0)).collect(),
            least: room(bounds).map(|_| AtomicI32::new(i32::MIN)).collect(),
            greatest: room(bounds).map(|_| AtomicI32::new(i32::MAX)).collect(),
        }
    }
}

/// A position to be looked up on behalf of a claim. Sorted, requests walk through a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Request {
    pub level: u32,
    pub key: u128,
    /// The place of the claim in its chunk.
    pub claim: usize,
}

/// The block that was decoded last.
struct OpenBlock {
    level: u32,
    /// Its number in the level.
    number: usize,
    /// The first key of the block after it.
    end: Option<u128>,
}

impl OpenBlock {
    /// Whether the record looked for is here or nowhere; it is none of an earlier block.
    fn covers(&self, request: &Request) -> bool {
        self.level == request.level && self.end.is_none_or(|end| request.key < end)
    }
}

/// Where a record is.
#[derive(Clone, Copy)]
pub struct Place {
    level: u32,
    rank: usize,
}

impl<'a, B: AsRef<[u8]> + Sync> Stored<'a, B> {
    /// The records of `reader`'s file, with nothing demanded yet.
    ///
    /// # Errors
    ///
    /// Fails if a block cannot be read.
    pub fn new(reader: &'a Reader<B>, bounds: bool) -> Result<Self, FormatError> {
        let mut levels = BTreeMap::new();
        for summary in reader.levels() {
            let blocks = summary.blocks.clone();
            let first_key = |records: &mut Vec<Record>, block| {
                reader.read_block(block, records)?;
                Ok(records.first().map_or(0, |record| record.key))
            };
            let numbers: Vec<u64> = blocks.clone().collect();
            let first_keys = numbers.into_par_iter().map_init(Vec::new, first_key);
            let level = Level {
                blocks,
                records: summary.records,
                first_keys: first_keys.collect::<Result<_, FormatError>>()?,
                demands: OnceLock::new(),
            };
            levels.insert(summary.level, level);
        }
        Ok(Self {
            reader,
            levels,
            bounds,
        })
    }

    pub fn reader(&self) -> &'a Reader<B> {
        self.reader
    }

    /// How many records a level has, and in which blocks they are.
    pub fn level(&self, level: u32) -> (u64, Range<u64>) {
        match self.levels.get(&level) {
            None => (0, 0..0),
            Some(level) => (level.records, level.blocks.clone()),
        }
    }

    /// Reads one block: for each record, its place.
    pub fn read_block(
        &self,
        level: u32,
        block: u64,
        records: &mut Vec<Record>,
    ) -> Result<impl Iterator<Item = Place> + use<B>, FormatError> {
        self.reader.read_block(block, records)?;
        let before = block - self.level(level).1.start;
        let first = before as usize * BLOCK_RECORDS;
        Ok((first..).map(move |rank| Place { level, rank }))
    }

    /// Looks up sorted requests, and calls `answer` for each in turn with the record, if there is
    /// one. Every block is decoded at most once.
    pub fn look_up(
        &self,
        requests: &[Request],
        mut answer: impl FnMut(&Request, Option<(Place, Record)>),
    ) -> Result<(), FormatError> {
        let mut block = Vec::new();
        let mut open: Option<OpenBlock> = None;
        for request in requests {
            if !open.as_ref().is_some_and(|open| open.covers(request)) {
                open = self.levels.get(&request.level).and_then(|level| {
                    let first_keys = &level.first_keys;
                    let after = first_keys.partition_point(|key| *key <= request.key);
                    Some(OpenBlock {
                        level: request.level,
                        number: after.checked_sub(1)?,
                        end: first_keys.get(after).copied(),
                    })
                });
                if let Some(open) = &open {
                    let start = self.level(open.level).1.start;
                    self.reader
                        .read_block(start + open.number as u64, &mut block)?;
                }
            }
            let Some(open) = &open else {
                answer(request, None);
                continue;
            };
            let found = block.binary_search_by_key(&request.key, |record| record.key);
            let found = found.ok().map(|at| {
                let rank = open.number * BLOCK_RECORDS + at;
                let level = request.level;
                (Place { level, rank }, block[at])
            });
            answer(request, found);
        }
        Ok(())
    }

    /// Demands these roles of a record, and that it prove these bounds.
    pub fn demand(&self, place: Place, roles: u8, bounds: Bounds) {
        let Some(level) = self.levels.get(&place.level) else {
            return;
        };
        let demands = level
            .demands
            .get_or_init(|| Demands::new(level.records, self.bounds));
        demands.roles[place.rank].fetch_or(roles, Relaxed);
        if self.bounds {
            if let Some(least) = bounds.least() {
                demands.least[place.rank].fetch_max(least, Relaxed);
            }
            if let Some(greatest) = bounds.greatest() {
                demands.greatest[place.rank].fetch_min(greatest, Relaxed);
            }
        }
    }

    /// The roles demanded of a record, and the strongest bounds.
    pub fn demanded(&self, place: Place) -> (u8, Bounds) {
        let level = self.levels.get(&place.level);
        let Some(demands) = level.and_then(|level| level.demands.get()) else {
            return (0, Bounds::NONE);
        };
        let mut bounds = Bounds::NONE;
        let strongest = |all: &[AtomicI32]| all.get(place.rank).map(|one| one.load(Relaxed));
        if let Some(least) = strongest(&demands.least).filter(|least| *least != i32::MIN) {
            bounds = bounds.at_least(least);
        }
        if let Some(greatest) = strongest(&demands.greatest).filter(|most| *most != i32::MAX) {
            bounds = bounds.at_most(greatest);
        }
        (demands.roles[place.rank].load(Relaxed), bounds)
    }

    /// Gives back the memory for the demands of a level that has been checked.
    pub fn forget(&mut self, level: u32) {
        if let Some(level) = self.levels.get_mut(&level) {
            level.demands.take();
        }
    }
}
