//! One record of a block, without decoding the others.

use super::column::{Column, packed_length, rank, select};
use crate::reading::bits::mask;
use crate::reading::block::{self, FRONT};
use crate::reading::index::Entry;
use crate::{Header, Record, Roles};

/// What is wrong with a block.
type Fault = String;

/// A block whose checksum and sizes hold.
pub(super) struct Block<'a> {
    entry: &'a Entry,
    header: &'a Header,
    low_width: u32,
    value_shift: u32,
    least_value: i32,
    /// The roles of all records, if they are the same.
    alike: Option<Roles>,
    /// The column of high parts.
    high: &'a [u8],
    low: Column<'a>,
    /// The planes of the roles optimal and free; empty if all roles are the same.
    planes: [&'a [u8]; 2],
    values: Column<'a>,
    moves: Column<'a>,
}

impl<'a> Block<'a> {
    /// Takes apart the bytes of a block.
    #[inline]
    pub(super) fn new(
        bytes: &'a [u8],
        entry: &'a Entry,
        header: &'a Header,
    ) -> Result<Self, Fault> {
        let (content, (widths, least_value)) = block::open(bytes, entry)?;
        let [low, words, roles, values, shift, moves] = widths.map(u32::from);
        let (alike, words, count) = (Roles::from_bits(roles as u8), words as usize, entry.count);
        // A column is cut with what follows it, the checksum too: that keeps reads fast.
        let columns = bytes.get(FRONT..).unwrap_or_default();
        let (mut at, end) = (0, content.len());
        let mut cut = |length: usize| {
            let column = columns.get(at..)?;
            at += length;
            (at <= end).then_some(column)
        };
        let block = (|| {
            let high = cut(words * 8)?.get(..words * 8)?;
            let low_column = cut(packed_length(count, low))?;
            let plane = match alike {
                Some(_) => 0,
                None => packed_length(count, 1),
            };
            let planes = [cut(plane)?.get(..plane)?, cut(plane)?.get(..plane)?];
            let value_column = cut(packed_length(count, values))?;
            let moved = match alike {
                Some(roles) => count * usize::from(roles.is_optimal()),
                None => rank(planes[0], count),
            };
            let move_column = cut(packed_length(moved, moves))?;
            Some(Self {
                entry,
                header,
                low_width: low,
                value_shift: shift,
                least_value,
                alike,
                high,
                low: Column::new(low_column, low),
                planes,
                values: Column::new(value_column, values),
                moves: Column::new(move_column, moves),
            })
        })();
        block
            .filter(|_| at == end)
            .ok_or_else(|| format!("its columns do not fit its {} bytes", bytes.len()))
    }

    #[inline]
    fn key(&self, high: usize, place: usize) -> Result<u128, Fault> {
        // The index has checked the first key.
        let greatest_key = mask(self.header.key_bits);
        let room = greatest_key - self.entry.first_key;
        let (high, width) = (high as u128, self.low_width);
        let above = (high << width) | self.low.get_wide(place);
        if high > room >> width || above > room {
            return Err(format!(
                "record {place}: its key is above the greatest, {greatest_key:#x}"
            ));
        }
        Ok(self.entry.first_key + above)
    }

    #[inline]
    fn roles(&self, place: usize) -> Result<Roles, Fault> {
        let [optimal, free] = self.planes.map(|plane| {
            plane
                .get(place / 8)
                .map_or(0, |byte| byte >> (place % 8) & 1)
        });
        let roles = self.alike.or(Roles::from_bits(optimal | free << 1));
        roles.ok_or_else(|| format!("record {place} has no role"))
    }

    #[inline]
    fn value(&self, place: usize) -> Result<i32, Fault> {
        let (least_value, greatest_value) = (self.header.least_value, self.header.greatest_value);
        // Below 2^63, since a field has at most 32 bits and the shift is at most 31.
        let above = (self.values.get(place) << self.value_shift) as i64;
        let value = i64::from(self.least_value) + above;
        match i32::try_from(value) {
            Ok(value) if least_value <= value && value <= greatest_value => Ok(value),
            _ => Err(format!(
                "record {place}: value {value} is not from {least_value} to {greatest_value}"
            )),
        }
    }

    #[inline]
    fn words(&self) -> impl Iterator<Item = u64> + use<'a> {
        let (words, _) = self.high.as_chunks();
        words.iter().map(|word| u64::from_le_bytes(*word))
    }

    #[inline]
    fn record(&self, place: usize, key: u128) -> Result<Record, Fault> {
        let roles = self.roles(place)?;
        let move_index = roles.is_optimal().then(|| {
            let moves = match self.alike {
                Some(_) => place,
                None => rank(self.planes[0], place),
            };
            self.moves.get(moves) as u16
        });
        Ok(Record {
            key,
            roles,
            value: self.value(place)?,
            move_index,
        })
    }

    /// The record with a key and its place in the block.
    #[inline]
    pub(super) fn find(&self, key: u128) -> Result<Option<(usize, Record)>, Fault> {
        let Some(place) = self.place_of(key) else {
            return Ok(None);
        };
        Ok(Some((place, self.record(place, key)?)))
    }

    #[inline]
    fn place_of(&self, key: u128) -> Option<usize> {
        let above = key.checked_sub(self.entry.first_key)?;
        let high = usize::try_from(above >> self.low_width).ok()?;
        let low = above & mask(self.low_width);
        // The keys with this high part stand right after zero number `high`.
        let start = match high.checked_sub(1) {
            None => 0,
            Some(zero) => self.zero(zero)? + 1,
        };
        for (place, bit) in (start - high..self.entry.count).zip(start..) {
            let byte = self.high.get(bit / 8)?;
            if byte >> (bit % 8) & 1 == 0 {
                return None;
            }
            let other = self.low.get_wide(place);
            if other >= low {
                return (other == low).then_some(place);
            }
        }
        None
    }

    /// The place of zero `index` of the column of high parts.
    #[inline]
    fn zero(&self, index: usize) -> Option<usize> {
        let mut left = u32::try_from(index).ok()?;
        for (at, word) in self.words().enumerate() {
            if left < word.count_zeros() {
                return Some(at * 64 + select(!word, left)? as usize);
            }
            left -= word.count_zeros();
        }
        None
    }

    /// The record at a place.
    pub(super) fn get(&self, place: usize) -> Result<Option<Record>, Fault> {
        let mut left = place as u32;
        for (at, word) in self.words().enumerate() {
            if let Some(bit) = select(word, left) {
                let high = at * 64 + bit as usize - place;
                let key = self.key(high, place)?;
                return self.record(place, key).map(Some);
            }
            left -= word.count_ones();
        }
        Ok(None)
    }
}
