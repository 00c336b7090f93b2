//! The index: the contents of each level, and the first key and offset of each block.

use std::ops::Range;

use xxhash_rust::xxh3::Xxh3Default;

use super::bits::mask;
use super::fields::Fields;
use super::trailer::{self, Trailer};
use crate::{BLOCK_RECORDS, FormatError, Header, LevelSummary, OpenFile, Origin, Part};

/// Bytes of a block before its columns.
pub(crate) const FRONT: usize = 10;

/// The least length of a block: the front, one word of high parts, the checksum.
pub(crate) const SHORTEST: usize = FRONT + 8 + 8;

/// The greatest length of a block.
pub(crate) const LONGEST: usize = FRONT + BLOCK_RECORDS * (3 + 127 + 2 + 32 + 16) / 8 + 8;

/// Bytes of an entry in the table of levels.
const LEVEL: usize = 36;

/// Bytes that are read at a time.
const STRIDE: usize = 1 << 20;

/// Entries that are checked between two looks at whether to go on.
const PATIENCE: u64 = 1 << 14;

/// Bytes of an entry in the table of blocks: key and offset, the key of 8 bytes where keys fit in
/// 64 bits, else of 16.
pub(crate) const fn entry_length(key_bits: u32) -> usize {
    if key_bits > 64 { 16 + 8 } else { 8 + 8 }
}

/// The layout of a file, checked: all that [`Reader`](crate::Reader) keeps besides blocks.
pub(crate) struct Index {
    pub(crate) levels: Vec<LevelSummary>,
    /// Bytes of an entry in the table of blocks.
    entry_length: usize,
    /// The tables of levels and blocks, as in the file.
    tables: Vec<u8>,
    /// Where the table of blocks begins in them.
    blocks: usize,
    /// The offset at which the index starts and the last block ends.
    start: u64,
}

/// What reading the index of a file may take.
pub(crate) struct Limits<'a, E> {
    /// Bytes of memory.
    pub(crate) memory: u64,
    /// Called now and then; its failure ends the reading.
    pub(crate) go_on: &'a mut dyn FnMut() -> Result<(), E>,
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
    pub(crate) bytes: Range<u64>,
}

impl Index {
    /// Reads and checks the index of a file whose blocks start at `blocks_start` and that ends with
    /// this trailer.
    pub(crate) fn read<E: From<FormatError>>(
        file: &OpenFile,
        origin: &Origin,
        header: &Header,
        blocks_start: u64,
        trailer: &Trailer,
        limits: &mut Limits<'_, E>,
    ) -> Result<Self, E> {
        let damaged = |problem| E::from(FormatError::damaged(origin, Part::Index, problem));
        let end = file.length() - trailer::LENGTH as u64;
        let entry_length = entry_length(header.key_bits);
        let (start, entries) = (trailer.index_offset, trailer.levels);
        let parts = || {
            let levels = entries.checked_mul(LEVEL as u64)?;
            let blocks = trailer.blocks.checked_mul(entry_length as u64)?;
            let tables = levels.checked_add(blocks)?;
            let filled = start.checked_add(tables)?.checked_add(8)? == end;
            let parts = (levels.try_into().ok()?, tables.try_into().ok()?);
            filled.then_some(parts)
        };
        let (blocks, length): (usize, usize) = parts().ok_or_else(|| {
            damaged(format!(
                "the trailer has it from byte {start} to {end}, which does not fit {entries} \
                 levels and {} blocks",
                trailer.blocks
            ))
        })?;
        let summaries = entries.saturating_mul(size_of::<LevelSummary>() as u64);
        let needed = summaries.saturating_add(length as u64);
        let mut tables = Vec::new();
        if needed > limits.memory || tables.try_reserve_exact(length).is_err() {
            return Err(FormatError::TooLarge {
                origin: origin.clone(),
                needed,
                memory: limits.memory,
            }
            .into());
        }
        let (mut hasher, mut room) = (Xxh3Default::new(), Vec::new());
        let mut next = |at: u64, length: usize| {
            let part = file.read(at..at + length as u64, &mut room);
            part.map(<[u8]>::to_vec)
                .map_err(FormatError::io(origin, "read"))
        };
        while tables.len() < length {
            (limits.go_on)()?;
            let part = next(
                start + tables.len() as u64,
                STRIDE.min(length - tables.len()),
            )?;
            hasher.update(&part);
            tables.extend_from_slice(&part);
        }
        let stated = next(end - 8, 8)?;
        let stated = Fields::new(&stated).u64().unwrap_or_default();
        let actual = hasher.digest();
        if actual != stated {
            let problem = format!("checksum is {actual:016x}, expected {stated:016x}");
            return Err(damaged(problem));
        }
        let index = Self {
            levels: levels(&tables[..blocks], header, trailer).map_err(damaged)?,
            entry_length,
            tables,
            blocks,
            start,
        };
        index.check_blocks(header, blocks_start, limits, damaged)?;
        Ok(index)
    }

    fn check_blocks<E>(
        &self,
        header: &Header,
        first: u64,
        limits: &mut Limits<'_, E>,
        damaged: impl Fn(String) -> E,
    ) -> Result<(), E> {
        let (mut end, greatest) = (first, mask(header.key_bits));
        for level in &self.levels {
            for number in level.blocks.clone() {
                if number % PATIENCE == 0 {
                    (limits.go_on)()?;
                }
                let entry = self.entry(level, number);
                let (start, key) = (entry.bytes.start, entry.first_key);
                let length = entry.bytes.end.saturating_sub(start);
                let problem = if start != end {
                    format!("starts at byte {start}, expected {end}")
                } else if !(SHORTEST as u64..=LONGEST as u64).contains(&length) {
                    "has an impossible length".to_owned()
                } else if key > greatest {
                    format!("starts with key {key:#x}, above the greatest, {greatest:#x}")
                } else if entry.next_key.is_some_and(|next| next <= key) {
                    format!("starts with key {key:#x}, which the next does not exceed")
                } else {
                    end = entry.bytes.end;
                    continue;
                };
                let level = level.level;
                return Err(damaged(format!(
                    "block {number} of level {level} {problem}"
                )));
            }
        }
        if end != self.start {
            let problem = format!("it starts at byte {}, expected {end}", self.start);
            return Err(damaged(problem));
        }
        Ok(())
    }

    /// The bytes of memory that it takes.
    pub(crate) const fn memory(&self) -> u64 {
        let levels = self.levels.capacity() * size_of::<LevelSummary>();
        (self.tables.capacity() + levels) as u64
    }

    /// The offset at which it starts in the file, and the last block ends.
    pub(crate) const fn start(&self) -> u64 {
        self.start
    }

    /// The level that holds a block.
    pub(crate) fn level_of(&self, number: u64) -> Option<&LevelSummary> {
        let levels = &self.levels;
        levels.get(levels.partition_point(|level| level.blocks.end <= number))
    }

    /// The block of a level that holds `key` if any does.
    pub(crate) fn block_of(&self, level: &LevelSummary, key: u128) -> Option<u64> {
        let below = match self.entry_length {
            24 => self.blocks_up_to::<24, 16>(level, key)?,
            _ => self.blocks_up_to::<16, 8>(level, key)?,
        };
        (below as u64)
            .checked_sub(1)
            .map(|before| level.blocks.start + before)
    }

    /// The number of blocks of a level that begin at or below `key`, in a table with rows of `ROW`
    /// bytes, keys of `KEY` bytes first. Keys ascend, as was checked.
    fn blocks_up_to<const ROW: usize, const KEY: usize>(
        &self,
        level: &LevelSummary,
        key: u128,
    ) -> Option<usize> {
        let rows = self.tables.get(self.blocks..)?.as_chunks::<ROW>().0;
        let rows = rows.get(level.blocks.start as usize..level.blocks.end as usize)?;
        Some(rows.partition_point(|row| {
            let mut first = [0; 16];
            first[..KEY].copy_from_slice(&row[..KEY]);
            u128::from_le_bytes(first) <= key
        }))
    }

    /// The entry of block `number`, which must belong to `level`.
    #[inline]
    pub(crate) fn entry(&self, level: &LevelSummary, number: u64) -> Entry {
        let (first_key, start) = self.row(number);
        let (next_key, end) = self.row(number + 1);
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
    fn row(&self, number: u64) -> (u128, u64) {
        let row = || {
            let table = self.tables.get(self.blocks..)?;
            let mut fields = Fields::new(table.get(number as usize * self.entry_length..)?);
            let first_key = match self.entry_length {
                24 => fields.u128()?,
                _ => fields.u64()?.into(),
            };
            Some((first_key, fields.u64()?))
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
