//! The index: the contents of each level, and the first key and offset of each block.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use super::bits::mask;
use super::fields::Fields;
use super::trailer::{self, Trailer};
use crate::{BLOCK_RECORDS, Header, LevelSummary};

/// Bytes of a block before its columns.
pub(crate) const FRONT: usize = 10;

/// The least length of a block: the front, one word of high parts, the checksum.
pub(crate) const SHORTEST: usize = FRONT + 8 + 8;

/// The greatest length of a block.
pub(crate) const LONGEST: usize = FRONT + BLOCK_RECORDS * (3 + 127 + 2 + 32 + 16) / 8 + 8;

/// Bytes of an entry in the table of levels.
const LEVEL: usize = 36;

/// Bytes of an entry in the table of blocks: key and offset, the key of 8 bytes where keys fit in
/// 64 bits, else of 16.
pub(crate) const fn entry_length(key_bits: u32) -> usize {
    if key_bits > 64 { 16 + 8 } else { 8 + 8 }
}

/// The layout of a file, checked: all that [`Reader`](crate::Reader) keeps besides the bytes.
pub(crate) struct Index {
    pub(crate) levels: Vec<LevelSummary>,
    /// Bytes of an entry in the table of blocks.
    pub(crate) entry_length: usize,
    /// The bytes of the file with the table of blocks.
    pub(crate) blocks: Range<usize>,
    /// The offset at which the index starts and the last block ends.
    start: usize,
}

/// One block as the index describes it.
pub(crate) struct Entry {
    /// Its number in the file.
    pub(crate) number: u64,
    /// The number of its records: 1 to [`BLOCK_RECORDS`].
    pub(crate) count: usize,
    pub(crate) first_key: u128,
    /// The first key of the level's next block.
    pub(crate) next_key: Option<u128>,
    /// Its bytes in the file.
    pub(crate) bytes: Range<usize>,
}

impl Index {
    /// Reads and checks the index of a file whose blocks start at `blocks_start` and that ends with
    /// this trailer.
    pub(crate) fn decode(
        file: &[u8],
        header: &Header,
        blocks_start: usize,
        trailer: &Trailer,
    ) -> Result<Self, String> {
        let end = file.len() - trailer::LENGTH;
        let entry_length = entry_length(header.key_bits);
        let parts = || {
            let table = |count: u64, entry| usize::try_from(count).ok()?.checked_mul(entry);
            let start = usize::try_from(trailer.index_offset).ok()?;
            let blocks = start.checked_add(table(trailer.levels, LEVEL)?)?;
            let checksum = blocks.checked_add(table(trailer.blocks, entry_length)?)?;
            (checksum.checked_add(8)? == end).then_some((start, blocks, checksum))
        };
        let (start, blocks, checksum) = parts().ok_or_else(|| {
            let (start, levels, blocks) = (trailer.index_offset, trailer.levels, trailer.blocks);
            format!(
                "the trailer has it from byte {start} to {end}, which does not fit {levels} levels \
                 and {blocks} blocks"
            )
        })?;
        let (actual, stated) = (xxh3_64(&file[start..checksum]), &file[checksum..]);
        let stated = Fields::new(stated).u64().unwrap_or_default();
        if actual != stated {
            return Err(format!("checksum is {actual:016x}, expected {stated:016x}"));
        }
        let index = Self {
            levels: levels(&file[start..blocks], header, trailer)?,
            entry_length,
            blocks: blocks..checksum,
            start,
        };
        index.check_blocks(file, header, blocks_start)?;
        Ok(index)
    }

    fn check_blocks(&self, file: &[u8], header: &Header, first: usize) -> Result<(), String> {
        let (mut end, greatest) = (first, mask(header.key_bits));
        for level in &self.levels {
            for number in level.blocks.clone() {
                let entry = self.entry(file, level, number);
                let (start, key) = (entry.bytes.start, entry.first_key);
                let problem = if start != end {
                    format!("starts at byte {start}, expected {end}")
                } else if !(SHORTEST..=LONGEST).contains(&entry.bytes.len()) {
                    "has an impossible length".to_owned()
                } else if key > greatest {
                    format!("starts with key {key:#x}, above the greatest, {greatest:#x}")
                } else if entry.next_key.is_some_and(|next| next <= key) {
                    format!("starts with key {key:#x}, which the next does not exceed")
                } else {
                    end = entry.bytes.end;
                    continue;
                };
                return Err(format!("block {number} of level {} {problem}", level.level));
            }
        }
        if end != self.start {
            return Err(format!("it starts at byte {}, expected {end}", self.start));
        }
        Ok(())
    }

    /// The level that holds a block.
    pub(crate) fn level_of(&self, number: u64) -> Option<&LevelSummary> {
        let levels = &self.levels;
        levels.get(levels.partition_point(|level| level.blocks.end <= number))
    }

    /// The block of a level that holds `key` if any does.
    pub(crate) fn block_of(&self, file: &[u8], level: &LevelSummary, key: u128) -> Option<u64> {
        let Range { mut start, mut end } = level.blocks;
        // Blocks before `start` begin at or below `key`, blocks from `end` on begin above it.
        while start < end {
            let middle = start + (end - start) / 2;
            if self.first_key(file, middle) <= key {
                start = middle + 1;
            } else {
                end = middle;
            }
        }
        (start > level.blocks.start).then(|| start - 1)
    }

    pub(crate) fn first_key(&self, file: &[u8], number: u64) -> u128 {
        self.row(file, number).0
    }

    /// The entry of block `number`, which must belong to `level`.
    #[inline]
    pub(crate) fn entry(&self, file: &[u8], level: &LevelSummary, number: u64) -> Entry {
        let (first_key, start) = self.row(file, number);
        let (next_key, end) = self.row(file, number + 1);
        let before = (number - level.blocks.start) * BLOCK_RECORDS as u64;
        Entry {
            number,
            count: (level.records - before).min(BLOCK_RECORDS as u64) as usize,
            first_key,
            next_key: (number + 1 < level.blocks.end).then_some(next_key),
            bytes: start..end,
        }
    }

    /// The first key of block `number` and its offset; for the number after the last, the offset of
    /// the index.
    #[inline]
    fn row(&self, file: &[u8], number: u64) -> (u128, usize) {
        let row = || {
            let table = file.get(self.blocks.clone())?;
            let mut fields = Fields::new(table.get(number as usize * self.entry_length..)?);
            let first_key = match self.entry_length {
                24 => fields.u128()?,
                _ => fields.u64()?.into(),
            };
            Some((first_key, usize::try_from(fields.u64()?).ok()?))
        };
        row().unwrap_or((0, self.start))
    }
}

/// Reads and checks the table of levels.
fn levels(table: &[u8], header: &Header, trailer: &Trailer) -> Result<Vec<LevelSummary>, String> {
    let mut levels: Vec<LevelSummary> = Vec::with_capacity(table.len() / LEVEL);
    let (mut blocks, mut total, mut positions) = (0, 0, 0u64);
    let mut fields = Fields::new(table);
    while let Some(level) = fields.u32() {
        let [optimal, free, both, terminals] = std::array::from_fn(|_| fields.u64().unwrap_or(0));
        let counts = [optimal, free, both, terminals];
        let Some(sum) = counts.into_iter().try_fold(positions, u64::checked_add) else {
            return Err(format!("level {level} has too many positions to count"));
        };
        positions = sum;
        let (records, highest) = (optimal + free + both, header.max_level);
        total += records;
        if levels.last().is_some_and(|below| below.level >= level) {
            return Err(format!("level {level} is out of order"));
        }
        if level > highest {
            return Err(format!("level {level} is above the highest, {highest}"));
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
