//! One block: up to [`BLOCK_RECORDS`] records of one level, packed.

use xxhash_rust::xxh3::xxh3_64;

use super::bits::{mask, number, width_of};
use super::index::{Entry, FRONT};
use crate::{Header, Record, Roles};

/// The first bytes of a block: how its columns are packed. Keys are in Elias-Fano code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Front {
    /// Bits of a key's low part, words of high parts, the roles if all are the same or else 0, bits
    /// of a value, shift of values, bits of a move.
    pub widths: [u8; 6],
    /// The least value.
    pub least: i32,
}

/// The one valid front of a block with these records, in ascending order of keys; `None` if there
/// are none.
pub(crate) fn front(records: &[Record]) -> Option<Front> {
    let (first, last, count) = (records.first()?, records.last()?, records.len());
    // High parts are in unary code. Then floor(log2(span / count)) low bits give the shortest code
    // (Elias 1974, Fano 1971), and the highest high part is below 2 * count.
    let span = last.key - first.key;
    let low = (span / count as u128).checked_ilog2().unwrap_or(0);
    let words = ((span >> low) as usize + count).div_ceil(64) as u32;
    let alike = records.iter().all(|record| record.roles == first.roles);
    let roles = if alike { first.roles.bits().into() } else { 0 };
    let least = records.iter().map(|record| record.value).min()?;
    let above = records.iter().map(|record| record.value.abs_diff(least));
    let values = above.fold(0, |all, one| all | one);
    let shift = values.trailing_zeros() % u32::BITS;
    let moves = records.iter().filter_map(|record| record.move_index);
    let moves = moves.fold(0, |all, one| all | one);
    let (values, moves) = (width_of((values >> shift).into()), width_of(moves.into()));
    let widths = [low, words, roles, values, shift, moves].map(|width| width as u8);
    Some(Front { widths, least })
}

/// The checksum at the end of block `number` of a file. It depends on the number, so that a
/// misplaced block is detected.
pub(crate) fn checksum(bytes: &[u8], number: u64) -> u64 {
    xxh3_64(bytes) ^ number
}

/// Bytes of the checksum at the end of a block.
pub(crate) const CHECKSUM: usize = size_of::<u64>();

fn short(bytes: &[u8]) -> String {
    format!("{} bytes are too few for a block", bytes.len())
}

/// A block whose checksum and sizes have been checked.
pub(crate) struct Block<'a> {
    entry: &'a Entry,
    header: &'a Header,
    content: &'a [u8],
    front: Front,
    /// The bits at which the columns of low parts, values and moves start.
    starts: [usize; 3],
    /// One bit for each record: whether it has the role optimal; whether it has the role free.
    planes: [u128; 2],
}

impl<'a> Block<'a> {
    /// Checks and opens the block that `entry` of the index describes.
    #[inline]
    pub(crate) fn open(
        bytes: &'a [u8],
        entry: &'a Entry,
        header: &'a Header,
    ) -> Result<Self, String> {
        let (content, stated) = bytes.split_last_chunk().ok_or_else(|| short(bytes))?;
        let (actual, stated) = (checksum(content, entry.number), u64::from_le_bytes(*stated));
        if actual != stated {
            return Err(format!("checksum is {actual:016x}, expected {stated:016x}"));
        }
        Self::of_content(content, entry, header, false)
    }

    /// Opens a block without its checksum, which was right. One that was opened before needs no
    /// other check.
    #[inline]
    pub(crate) fn of_content(
        content: &'a [u8],
        entry: &'a Entry,
        header: &'a Header,
        is_checked: bool,
    ) -> Result<Self, String> {
        let first = content.first_chunk::<FRONT>();
        let first = first.ok_or_else(|| short(content))?;
        let &[low, words, roles, values, shift, moves, a, b, c, d] = first;
        let (count, words_bits) = (entry.count, 64 * usize::from(words));
        let widths = [low, roles, values, shift, moves].into_iter();
        let mut widths = widths.zip([127, 3, 32, 31, 16]);
        let words_fit = words_bits <= (3 * count).next_multiple_of(64);
        if !words_fit || widths.any(|(width, greatest)| width > greatest) {
            return Err(format!("its widths {first:02x?} are out of range"));
        }

        // Each column is padded with 0 bits to a whole byte.
        let (mut end, mut left) = (8 * FRONT + words_bits, 0);
        let mut column = |fields: usize, width: u8| {
            let start = end;
            let filled = start + fields * usize::from(width);
            end = filled.next_multiple_of(8);
            if !is_checked {
                left |= number(content, filled, (end - filled) as u32);
            }
            start
        };
        let (lows, all) = (column(count, low), mask(count as u32));
        let planes = match roles {
            0 => [column(count, 1), column(count, 1)]
                .map(|start| number(content, start, count as u32)),
            _ => [1, 2].map(|role| if roles & role == 0 { 0 } else { all }),
        };
        let value_start = column(count, values);
        let move_start = column(planes[0].count_ones() as usize, moves);
        let block = Self {
            entry,
            header,
            content,
            front: Front {
                widths: [low, words, roles, values, shift, moves],
                least: i32::from_le_bytes([a, b, c, d]),
            },
            starts: [lows, value_start, move_start],
            planes,
        };
        if is_checked {
            return Ok(block);
        }
        if end != 8 * content.len() {
            let length = content.len() + CHECKSUM;
            return Err(format!("its columns do not add up to its {length} bytes"));
        }
        if left != 0 {
            return Err("bits between its columns are not 0".to_owned());
        }
        if planes[0] | planes[1] != all {
            return Err("a record has no role".to_owned());
        }
        let keys: u32 = block.words().map(u64::count_ones).sum();
        if keys as usize != count {
            return Err(format!("it has {keys} keys, expected {count}"));
        }
        Ok(block)
    }

    /// The column of high parts.
    fn words(&self) -> impl Iterator<Item = u64> + use<'a> {
        let words = usize::from(self.front.widths[1]);
        let column = &self.content[FRONT..FRONT + 8 * words];
        column
            .as_chunks()
            .0
            .iter()
            .map(|word| u64::from_le_bytes(*word))
    }

    /// For each record its index and the high part of its key, for which bit `high + index` is set.
    pub(crate) fn highs(&self) -> impl Iterator<Item = (usize, u128)> + use<'a> {
        let bits = self.words().enumerate().flat_map(|(at, word)| {
            // Clears the lowest bit until none is left.
            let rests = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            let rests = rests.take_while(|rest| *rest != 0);
            rests.map(move |rest| 64 * at + rest.trailing_zeros() as usize)
        });
        bits.enumerate()
            .map(|(place, bit)| (place, (bit - place) as u128))
    }

    /// The record at an index, given the high part of its key.
    #[inline]
    pub(crate) fn record(&self, place: usize, high: u128) -> Result<Record, String> {
        let ([low, _, _, values, shift, moves], base) = (self.front.widths, self.front.least);
        let [lows, value_start, move_start] = self.starts;
        let field = |start: usize, width: u8, at: usize| {
            number(self.content, start + at * usize::from(width), width.into())
        };
        // The first key was checked with the index.
        let (first, greatest) = (self.entry.first_key, mask(self.header.key_bits));
        let room = greatest - first;
        let above = high << low | field(lows, low, place);
        if high > room >> low || above > room {
            return Err(format!(
                "record {place}: its key is above the greatest, {greatest:#x}"
            ));
        }

        // Below 2^63: a field has at most 32 bits, and the shift is at most 31.
        let value = i64::from(base) + ((field(value_start, values, place) as i64) << shift);
        let (least, max) = (self.header.least_value, self.header.greatest_value);
        if value < least.into() || i64::from(max) < value {
            return Err(format!(
                "record {place}: value {value} is not from {least} to {max}"
            ));
        }

        let [optimal, free] = self.planes.map(|plane| (plane >> place & 1) as u8);
        let roles = Roles::from_bits(optimal | free << 1).ok_or("a record has no role")?;
        let before = (self.planes[0] & mask(place as u32)).count_ones() as usize;
        let index = field(move_start, moves, before) as u16;
        Ok(Record {
            key: first + above,
            roles,
            value: value as i32,
            move_index: roles.is_optimal().then_some(index),
        })
    }

    /// The bit of the column of high parts after its zero number `high`, counted from 1: there the
    /// records with this high part begin. 0 for `high` 0; `None` if there are fewer zeros.
    fn bit_after_zero(&self, high: usize) -> Option<usize> {
        let Some(mut before) = high.checked_sub(1) else {
            return Some(0);
        };
        for (at, word) in self.words().enumerate() {
            let zeros = word.count_zeros() as usize;
            if before < zeros {
                let rest = (0..before).fold(!word, |rest, _| rest & (rest - 1));
                return Some(64 * at + rest.trailing_zeros() as usize + 1);
            }
            before -= zeros;
        }
        None
    }

    /// The record of a key, and its index in the block.
    #[inline]
    pub(crate) fn find(&self, key: u128) -> Result<Option<(usize, Record)>, String> {
        let width = self.front.widths[0];
        let above = key.checked_sub(self.entry.first_key);
        let high = above.and_then(|above| usize::try_from(above >> width).ok());
        let Some((above, high, bit)) = above
            .zip(high)
            .and_then(|(above, high)| Some((above, high, self.bit_after_zero(high)?)))
        else {
            return Ok(None);
        };
        // Between two zeros there is a bit for each record. If a record is left, so is its bit.
        let mut place = bit - high;
        while place < self.entry.count && number(self.content, 8 * FRONT + place + high, 1) == 1 {
            let start = self.starts[0] + place * usize::from(width);
            if number(self.content, start, width.into()) == above & mask(width.into()) {
                return Ok(Some((place, self.record(place, high as u128)?)));
            }
            place += 1;
        }
        Ok(None)
    }

    /// Replaces `records` by those of the block. Fails unless it is the block that a writer makes
    /// of them.
    pub(crate) fn decode(&self, records: &mut Vec<Record>) -> Result<(), String> {
        records.clear();
        for (place, high) in self.highs() {
            records.push(self.record(place, high)?);
        }
        if let Some(place) = records.windows(2).position(|two| two[0].key >= two[1].key) {
            return Err(format!("keys do not ascend after record {place}"));
        }
        let (first, last) = (records[0].key, records[records.len() - 1].key);
        let (start, end) = (self.entry.first_key, self.entry.next_key);
        if first != start {
            return Err(format!("its first key is {first:#x}, expected {start:#x}"));
        }
        if let Some(end) = end.filter(|end| last >= *end) {
            return Err(format!(
                "its last key {last:#x} is not below {end:#x}, the next block's"
            ));
        }
        if front(records) != Some(self.front) {
            return Err("its widths are not the least for its records".to_owned());
        }
        Ok(())
    }
}
