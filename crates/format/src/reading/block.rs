//! One block: up to [`BLOCK_RECORDS`] records of one level, packed.

use xxhash_rust::xxh3::xxh3_64;

use super::bits::{Bits, mask, width_of};
use super::index::Entry;
use crate::{BLOCK_RECORDS, Header, Record, Roles};

/// Bytes before the columns.
pub(crate) const FRONT: usize = 10;

/// The shortest a block can be: the front, one word of high parts, the checksum.
pub(crate) const SHORTEST: usize = FRONT + 8 + 8;

/// The longest a block can be.
pub(crate) const LONGEST: usize = FRONT + BLOCK_RECORDS * (3 + 127 + 2 + 32 + 16) / 8 + 8;

/// How the columns of a block are packed: its first bytes. Bits of the low part of a key, words of
/// high parts, roles if all are the same or else 0, bits of a value, bits by which values are shifted,
/// bits of a move; and the least value.
pub(crate) type Front = ([u8; 6], i32);

/// The only front of a block with these records, whose keys rise; `None` if there are none.
pub(crate) fn front(records: &[Record]) -> Option<Front> {
    let (first, last, count) = (records.first()?, records.last()?, records.len());
    // With the high parts counted out in unary, floor(log2(span / count)) low bits make the shortest
    // code (Elias 1974, Fano 1971), and the highest high part stays below 2 * count.
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
    Some((widths, least))
}

/// The checksum that ends block `number` of a file. The number is in it so that a block in
/// another's place is seen.
pub(crate) fn checksum(bytes: &[u8], number: u64) -> u64 {
    xxh3_64(bytes) ^ number
}

/// The content and the front of a block, if its checksum holds and the widths are possible.
#[inline]
pub(crate) fn open<'a>(bytes: &'a [u8], entry: &Entry) -> Result<(&'a [u8], Front), String> {
    let short = || format!("{} bytes are too few for a block", bytes.len());
    let (content, stated) = bytes.split_last_chunk().ok_or_else(short)?;
    let (actual, stated) = (checksum(content, entry.number), u64::from_le_bytes(*stated));
    if actual != stated {
        return Err(format!("checksum is {actual:016x}, expected {stated:016x}"));
    }
    let (front, columns) = content.split_first_chunk().ok_or_else(short)?;
    let &[low, words, roles, values, shift, moves, a, b, c, d] = front;
    let most_words = (3 * entry.count).div_ceil(64);
    if usize::from(words) > most_words
        || low > 127
        || roles > 3
        || values > 32
        || shift > 31
        || moves > 16
    {
        return Err(format!("its widths {front:02x?} are out of range"));
    }
    let front = (
        [low, words, roles, values, shift, moves],
        i32::from_le_bytes([a, b, c, d]),
    );
    Ok((columns, front))
}

/// Replaces `records` by those of the block with these bytes, if it is the one that a writer makes
/// of them, and they are what `entry` and `header` say.
pub(crate) fn decode(
    bytes: &[u8],
    entry: &Entry,
    header: &Header,
    records: &mut Vec<Record>,
) -> Result<(), String> {
    records.clear();
    let (columns, (widths, base)) = open(bytes, entry)?;
    let [low, words, roles, values, shift, moves] = widths.map(u32::from);
    let mut bits = Bits::new(columns);

    for word in 0..words as usize {
        let mut ones = bits.take(64)?;
        while ones != 0 {
            // Bit `high + place` stands for the record at that place.
            let bit = 64 * word + ones.trailing_zeros() as usize;
            ones &= ones - 1;
            records.push(Record {
                key: (bit - records.len()) as u128,
                roles: Roles::Both,
                value: base,
                move_index: None,
            });
        }
    }
    let (found, expected) = (records.len(), entry.count);
    if found != expected {
        return Err(format!("it has {found} keys, expected {expected}"));
    }

    let greatest = mask(header.key_bits);
    // The index has checked the first key.
    let room = greatest - entry.first_key;
    for (place, record) in records.iter_mut().enumerate() {
        let (high, part) = (record.key, bits.take(low)?);
        let above = high << low | part;
        if high > room >> low || above > room {
            return Err(format!("record {place}: key above {greatest:#x}"));
        }
        record.key = entry.first_key + above;
    }
    bits.align()?;
    if let Some(place) = records.windows(2).position(|two| two[0].key >= two[1].key) {
        return Err(format!("keys do not ascend after record {place}"));
    }
    let (first, last) = (records[0].key, records[entry.count - 1].key);
    let (start, end) = (entry.first_key, entry.next_key);
    if first != start {
        return Err(format!("its first key is {first:#x}, expected {start:#x}"));
    }
    if let Some(end) = end.filter(|end| last >= *end) {
        return Err(format!(
            "its last key {last:#x} is not below {end:#x}, the next block's"
        ));
    }

    let mut planes = [1, 2].map(|role| if roles & role == 0 { 0 } else { u128::MAX });
    if roles == 0 {
        for plane in &mut planes {
            *plane = bits.take(entry.count as u32)?;
            bits.align()?;
        }
    }
    for (place, record) in records.iter_mut().enumerate() {
        let [optimal, free] = planes.map(|plane| (plane >> place & 1) as u8);
        let roles = Roles::from_bits(optimal | free << 1);
        record.roles = roles.ok_or_else(|| format!("record {place} has no role"))?;
    }
    for (place, record) in records.iter_mut().enumerate() {
        // Below 2^63: a field has at most 32 bits, and the shift is at most 31.
        let above = (bits.take(values)? as i64) << shift;
        let value = i64::from(base) + above;
        let (least, greatest) = (header.least_value, header.greatest_value);
        if !(i64::from(least)..=i64::from(greatest)).contains(&value) {
            let limits = format!("from {least} to {greatest}");
            return Err(format!("record {place}: value {value} is not {limits}"));
        }
        record.value = value as i32;
    }
    bits.align()?;
    for record in records.iter_mut() {
        if record.roles.is_optimal() {
            record.move_index = Some(bits.take(moves)? as u16);
        }
    }
    bits.align()?;
    if !bits.is_empty() {
        return Err("its columns need fewer bytes than it has".to_owned());
    }
    if front(records) != Some((widths, base)) {
        return Err("its widths are not the least for its records".to_owned());
    }
    Ok(())
}
