//! The index: what each level holds, and for each block its first key and where it starts.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use crate::bits::{mask, width_of};
use crate::block::{LONGEST, SHORTEST};
use crate::fields::Fields;
use crate::trailer::Trailer;
use crate::{BLOCK_RECORDS, Header, LevelSummary};

/// Bytes of an entry in the table of levels.
const LEVEL: usize = 36;

/// Bytes of an entry in the table of blocks: key and offset, the key of 8 bytes where keys fit in
/// 64 bits, else of 16.
const NARROW: usize = 16;
const WIDE: usize = 24;

const CHECKSUM: usize = 8;

const fn is_wide(key_bits: u32) -> bool {
    key_bits > 64
}

/// The index of a file that is being written.
#[derive(Default)]
pub(crate) struct IndexBuilder {
    levels: Vec<u8>,
    level_count: u64,
    blocks: Vec<u8>,
    block_count: u64,
}

impl IndexBuilder {
    /// Adds an entry to the table of levels.
    pub(crate) fn add_level(&mut self, level: u32, by_roles: [u64; 3], terminals: u64) {
        self.level_count += 1;
        self.levels.extend_from_slice(&level.to_le_bytes());
        for count in by_roles.into_iter().chain([terminals]) {
            self.levels.extend_from_slice(&count.to_le_bytes());
        }
    }

    /// Adds a block that starts with `first_key` at `offset`.
    pub(crate) fn add_block(&mut self, first_key: u128, offset: u64, key_bits: u32) {
        self.block_count += 1;
        if is_wide(key_bits) {
            self.blocks.extend_from_slice(&first_key.to_le_bytes());
        } else {
            self.blocks
                .extend_from_slice(&(first_key as u64).to_le_bytes());
        }
        self.blocks.extend_from_slice(&offset.to_le_bytes());
    }

    pub(crate) const fn level_count(&self) -> u64 {
        self.level_count
    }

    /// The number of blocks added so far: the number of the next block.
    pub(crate) const fn block_count(&self) -> u64 {
        self.block_count
    }

    /// Appends the index to `out`.
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(&self.levels);
        out.extend_from_slice(&self.blocks);
        let checksum = xxh3_64(&out[start..]);
        out.extend_from_slice(&checksum.to_le_bytes());
    }
}

/// Where a whole file has its parts, checked: all that [`Reader`](crate::Reader) knows of a file
/// besides its bytes.
pub(crate) struct Index {
    pub(crate) levels: Vec<LevelSummary>,
    wide: bool,
    /// Where in the file the table of blocks is.
    blocks: Range<usize>,
    /// Where in the file the index starts, and the last block ends.
    start: u64,
    /// For each of `levels`, where to look for a key.
    directories: Vec<Directory>,
}

/// Cuts the keys of a level into ranges of equal width, about one for each [`Directory::SHARE`]
/// blocks, so that a search starts with few candidates.
struct Directory {
    base: u128,
    shift: u32,
    /// For each range, and at the end, how many blocks of the level start below it.
    below: Vec<u64>,
}

impl Directory {
    const SHARE: usize = 4;

    /// `first_keys` ascend.
    fn new(first_keys: impl ExactSizeIterator<Item = u128> + Clone) -> Self {
        let blocks = first_keys.len();
        let base = first_keys.clone().next().unwrap_or(0);
        let span = first_keys.clone().last().unwrap_or(0) - base;
        let ranges = blocks / Self::SHARE + 1;
        let shift = width_of(span).saturating_sub(ranges.ilog2()).min(127);
        let mut below = Vec::with_capacity((span >> shift) as usize + 2);
        for (number, key) in first_keys.enumerate() {
            let range = ((key - base) >> shift) as usize;
            if range >= below.len() {
                below.resize(range + 1, number as u64);
            }
        }
        below.push(blocks as u64);
        Self { base, shift, below }
    }

    /// The blocks of the level of which the last that starts at or below `key` is one, or the one
    /// before them is.
    #[inline]
    fn candidates(&self, key: u128) -> Option<Range<u64>> {
        let range =
            usize::try_from(key.checked_sub(self.base)? >> self.shift).unwrap_or(usize::MAX);
        let last = *self.below.last().filter(|blocks| **blocks > 0)?;
        Some(match self.below.get(range..) {
            Some([from, to, ..]) => *from..*to,
            _ => last..last,
        })
    }
}

/// One block, as the index has it.
pub(crate) struct BlockEntry {
    pub(crate) first_key: u128,
    pub(crate) start: u64,
    pub(crate) end: u64,
}

impl Index {
    /// Reads and checks the index of a file whose blocks start at `blocks_start`.
    pub(crate) fn decode(
        file: &[u8],
        header: &Header,
        blocks_start: usize,
        trailer: &Trailer,
    ) -> Result<Self, String> {
        let end = file.len() - crate::trailer::LENGTH;
        let wide = is_wide(header.key_bits);
        let entry = if wide { WIDE } else { NARROW };
        let length = (|| {
            let levels = trailer.levels.checked_mul(LEVEL as u64)?;
            let blocks = trailer.blocks.checked_mul(entry as u64)?;
            levels.checked_add(blocks)?.checked_add(CHECKSUM as u64)
        })();
        let found = (end as u64).checked_sub(trailer.index_offset);
        let start = match (found, length) {
            (Some(found), Some(length)) if found == length => end - length as usize,
            _ => {
                return Err(format!(
                    "the trailer has it from byte {} to {end}, which does not fit {} levels and {} \
                     blocks",
                    trailer.index_offset, trailer.levels, trailer.blocks
                ));
            }
        };
        let (content, stated) = file[start..end].split_at(end - start - CHECKSUM);
        let (actual, stated) = (xxh3_64(content), Fields::new(stated).u64());
        if stated != Some(actual) {
            let stated = stated.unwrap_or_default();
            return Err(format!("checksum is {actual:016x}, expected {stated:016x}"));
        }
        let blocks = start + trailer.levels as usize * LEVEL..end - CHECKSUM;
        let mut index = Self {
            levels: levels(&file[start..blocks.start], header, trailer)?,
            wide,
            blocks,
            start: start as u64,
            directories: Vec::new(),
        };
        index.check_blocks(file, header, blocks_start as u64)?;
        let directory = |level: &LevelSummary| {
            let (from, to) = (level.blocks.start as usize, level.blocks.end as usize);
            Directory::new((from..to).map(|number| index.entry(file, number as u64).first_key))
        };
        index.directories = index.levels.iter().map(directory).collect();
        Ok(index)
    }

    fn check_blocks(&self, file: &[u8], header: &Header, start: u64) -> Result<(), String> {
        let greatest = mask(header.key_bits);
        let mut expected = start;
        for level in &self.levels {
            let mut below = None;
            for number in level.blocks.clone() {
                let entry = self.entry(file, number);
                if entry.start != expected {
                    return Err(format!(
                        "block {number} starts at byte {}, expected {expected}",
                        entry.start
                    ));
                }
                let length = entry.end.checked_sub(entry.start);
                if !length.is_some_and(|length| (SHORTEST..=LONGEST).contains(&length)) {
                    return Err(format!("block {number} has an impossible length"));
                }
                if entry.first_key > greatest {
                    return Err(format!(
                        "block {number} starts with key {:#x}, above the greatest, {greatest:#x}",
                        entry.first_key
                    ));
                }
                if below.is_some_and(|below| below >= entry.first_key) {
                    return Err(format!(
                        "first keys of level {} do not ascend at block {number}",
                        level.level
                    ));
                }
                below = Some(entry.first_key);
                expected = entry.end;
            }
        }
        if expected != self.start {
            return Err(format!(
                "it starts at byte {}, expected {expected}",
                self.start
            ));
        }
        Ok(())
    }

    /// Blocks in all.
    pub(crate) fn block_count(&self) -> u64 {
        self.levels.last().map_or(0, |level| level.blocks.end)
    }

    /// The level that holds a block.
    pub(crate) fn level_of(&self, number: u64) -> Option<&LevelSummary> {
        let at = self
            .levels
            .partition_point(|level| level.blocks.end <= number);
        self.levels.get(at)
    }

    /// The block that holds `key` if any does in the level at place `level` of the table.
    #[inline]
    pub(crate) fn search(&self, file: &[u8], level: usize, key: u128) -> Option<u64> {
        let table = file.get(self.blocks.clone())?;
        let first = self.levels.get(level)?.blocks.start;
        let candidates = self.directories.get(level)?.candidates(key)?;
        let from = first + candidates.start;
        let range = from as usize..(first + candidates.end) as usize;
        let not_above = if self.wide {
            let entries = table.as_chunks::<WIDE>().0.get(range)?;
            entries.partition_point(|entry| wide(entry).0 <= key)
        } else {
            let key = u64::try_from(key).unwrap_or(u64::MAX);
            let entries = table.as_chunks::<NARROW>().0.get(range)?;
            entries.partition_point(|entry| narrow(entry).0 <= key)
        };
        (from + not_above as u64).checked_sub(1)
    }

    /// What the index has of block `number`, which must be one of a level's.
    #[inline]
    pub(crate) fn entry(&self, file: &[u8], number: u64) -> BlockEntry {
        let table = file.get(self.blocks.clone()).unwrap_or_default();
        let at = number as usize;
        let (one, next) = if self.wide {
            let entries = table.as_chunks::<WIDE>().0;
            (entries.get(at).map(wide), entries.get(at + 1).map(wide))
        } else {
            let entries = table.as_chunks::<NARROW>().0;
            let widen = |entry| {
                let (key, offset) = narrow(entry);
                (u128::from(key), offset)
            };
            (entries.get(at).map(widen), entries.get(at + 1).map(widen))
        };
        let (first_key, start) = one.unwrap_or((0, self.start));
        BlockEntry {
            first_key,
            start,
            end: next.map_or(self.start, |(_, offset)| offset),
        }
    }
}

#[inline]
fn narrow(entry: &[u8; NARROW]) -> (u64, u64) {
    let both = u128::from_le_bytes(*entry);
    (both as u64, (both >> 64) as u64)
}

#[inline]
fn wide(entry: &[u8; WIDE]) -> (u128, u64) {
    let [key, more, offset] = std::array::from_fn(|field| {
        let bytes = std::array::from_fn(|byte| entry[8 * field + byte]);
        u64::from_le_bytes(bytes)
    });
    (u128::from(key) | u128::from(more) << 64, offset)
}

/// Reads and checks the table of levels.
fn levels(table: &[u8], header: &Header, trailer: &Trailer) -> Result<Vec<LevelSummary>, String> {
    let mut levels: Vec<LevelSummary> = Vec::with_capacity(table.len() / LEVEL);
    let (mut blocks, mut total, mut positions) = (0, 0, 0u64);
    let mut fields = Fields::new(table);
    while let Some(level) = fields.u32() {
        let [optimal, free, both, terminals] = std::array::from_fn(|_| fields.u64().unwrap_or(0));
        let sum = [optimal, free, both, terminals]
            .into_iter()
            .try_fold(positions, u64::checked_add);
        let Some(sum) = sum else {
            return Err(format!("level {level} has too many positions to count"));
        };
        positions = sum;
        let records = optimal + free + both;
        total += records;
        if levels.last().is_some_and(|below| below.level >= level) {
            return Err(format!("level {level} is out of order"));
        }
        if level > header.max_level {
            return Err(format!(
                "level {level} is above the highest, {}",
                header.max_level
            ));
        }
        if records > 0 && header.cut.is_some_and(|cut| cut < level) {
            return Err(format!("level {level} has records above the cut"));
        }
        if records == 0 && terminals == 0 {
            return Err(format!("level {level} is empty"));
        }
        let first = blocks;
        blocks += records.div_ceil(BLOCK_RECORDS as u64);
        levels.push(LevelSummary {
            level,
            blocks: first..blocks,
            records,
            by_roles: [optimal, free, both],
            terminals,
        });
    }
    if (total, blocks) != (trailer.records, trailer.blocks) {
        return Err(format!(
            "its levels have {total} records in {blocks} blocks, expected {} in {}",
            trailer.records, trailer.blocks
        ));
    }
    Ok(levels)
}
