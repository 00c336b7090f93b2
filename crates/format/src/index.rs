//! The index: what each level holds, the first key of each block, and where each block starts.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use crate::bits::mask;
use crate::block::{LONGEST, SHORTEST};
use crate::fields::Fields;
use crate::trailer::Trailer;
use crate::{BLOCK_RECORDS, Header, LevelSummary};

/// Bytes of an entry in the table of levels.
const LEVEL: usize = 36;

/// Bytes of a block's offset.
const OFFSET: usize = 8;

const CHECKSUM: usize = 8;

/// Bytes of a first key: 8 where keys fit in 64 bits, else 16.
const fn key_bytes(key_bits: u32) -> usize {
    if key_bits <= 64 { 8 } else { 16 }
}

/// The index of a file that is being written.
#[derive(Default)]
pub(crate) struct IndexBuilder {
    levels: Vec<u8>,
    level_count: u64,
    first_keys: Vec<u8>,
    offsets: Vec<u8>,
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
        let key = &first_key.to_le_bytes()[..key_bytes(key_bits)];
        self.first_keys.extend_from_slice(key);
        self.offsets.extend_from_slice(&offset.to_le_bytes());
    }

    pub(crate) const fn level_count(&self) -> u64 {
        self.level_count
    }

    /// The number of blocks added so far: the number of the next block.
    pub(crate) const fn block_count(&self) -> u64 {
        (self.offsets.len() / OFFSET) as u64
    }

    /// The index as bytes.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = [&self.levels[..], &self.first_keys, &self.offsets].concat();
        let checksum = xxh3_64(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }
}

/// Where a whole file has its parts, checked: all that [`Reader`](crate::Reader) knows of a file
/// besides its bytes.
pub(crate) struct Index {
    pub(crate) levels: Vec<LevelSummary>,
    wide_keys: bool,
    /// Where in the file the first keys start.
    first_keys: usize,
    /// Where in the file the offsets start.
    offsets: usize,
    /// Where in the file the index starts.
    start: usize,
    blocks: u64,
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
        let key_bytes = key_bytes(header.key_bits);
        let length = (|| {
            let levels = trailer.levels.checked_mul(LEVEL as u64)?;
            let blocks = trailer.blocks.checked_mul((key_bytes + OFFSET) as u64)?;
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
        let first_keys = start + trailer.levels as usize * LEVEL;
        let index = Self {
            levels: levels(&file[start..first_keys], header, trailer)?,
            wide_keys: key_bytes == 16,
            first_keys,
            offsets: first_keys + trailer.blocks as usize * key_bytes,
            start,
            blocks: trailer.blocks,
        };
        index.check_blocks(file, header, blocks_start)?;
        Ok(index)
    }

    fn check_blocks(
        &self,
        file: &[u8],
        header: &Header,
        blocks_start: usize,
    ) -> Result<(), String> {
        if self.offset(file, 0) != blocks_start as u64 {
            return Err(format!(
                "blocks start at byte {}, expected {blocks_start}",
                self.offset(file, 0)
            ));
        }
        let greatest = mask(header.key_bits);
        for number in 0..self.blocks {
            let length = self
                .offset(file, number + 1)
                .checked_sub(self.offset(file, number));
            if !length.is_some_and(|length| (SHORTEST..=LONGEST).contains(&length)) {
                return Err(format!("block {number} has an impossible length"));
            }
            if self.first_key(file, number) > greatest {
                return Err(format!(
                    "block {number} starts with key {:#x}, above the greatest, {greatest:#x}",
                    self.first_key(file, number)
                ));
            }
        }
        for level in &self.levels {
            for number in level.blocks.clone().skip(1) {
                if self.first_key(file, number - 1) >= self.first_key(file, number) {
                    return Err(format!(
                        "first keys of level {} do not ascend at block {number}",
                        level.level
                    ));
                }
            }
        }
        Ok(())
    }

    /// Blocks in all.
    pub(crate) const fn block_count(&self) -> u64 {
        self.blocks
    }

    /// The level that holds a block.
    pub(crate) fn level_of(&self, number: u64) -> Option<&LevelSummary> {
        let at = self
            .levels
            .partition_point(|level| level.blocks.end <= number);
        self.levels.get(at)
    }

    /// The block among `blocks`, which are those of one level, that holds `key` if any does.
    #[inline]
    pub(crate) fn search(&self, file: &[u8], blocks: Range<u64>, key: u128) -> Option<u64> {
        let (mut from, mut length) = (blocks.start, blocks.end - blocks.start);
        if length == 0 || key < self.first_key(file, from) {
            return None;
        }
        while length > 1 {
            let half = length / 2;
            if self.first_key(file, from + half) <= key {
                from += half;
            }
            length -= half;
        }
        Some(from)
    }

    /// The first key of a block.
    #[inline]
    pub(crate) fn first_key(&self, file: &[u8], number: u64) -> u128 {
        let number = number as usize;
        if self.wide_keys {
            let keys = file.get(self.first_keys + number * 16..);
            keys.and_then(|keys| Fields::new(keys).u128())
                .unwrap_or_default()
        } else {
            let keys = file.get(self.first_keys + number * 8..);
            keys.and_then(|keys| Fields::new(keys).u64())
                .unwrap_or_default()
                .into()
        }
    }

    /// Where a block starts; where the index starts for the number after the last.
    #[inline]
    pub(crate) fn offset(&self, file: &[u8], number: u64) -> u64 {
        if number >= self.blocks {
            return self.start as u64;
        }
        let offsets = file.get(self.offsets + number as usize * OFFSET..);
        offsets
            .and_then(|offsets| Fields::new(offsets).u64())
            .unwrap_or_default()
    }
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
