//! One block: up to [`BLOCK_RECORDS`] records of one level, packed.

use std::hint::black_box;

use xxhash_rust::xxh3::xxh3_64;

use crate::bits::{Column, Packer, mask, packed_length, rank, select, width_of};
use crate::{BLOCK_RECORDS, Header, Record, Roles};

/// Bytes before the columns.
const FRONT: usize = 10;

/// Bytes after the columns.
const CHECKSUM: usize = 8;

/// The shortest a block can be: one record, everything in the front.
pub(crate) const SHORTEST: u64 = (FRONT + 8 + CHECKSUM) as u64;

/// The longest a block can be.
pub(crate) const LONGEST: u64 =
    (FRONT + BLOCK_RECORDS * (3 + 127 + 2 + 32 + 16) / 8 + CHECKSUM) as u64;

/// What is wrong with a block.
pub(crate) type Fault = String;

/// The limits a file's header sets to its records.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    greatest_key: u128,
    least_value: i32,
    greatest_value: i32,
}

impl Limits {
    pub(crate) const fn of(header: &Header) -> Self {
        Self {
            greatest_key: mask(header.key_bits),
            least_value: header.least_value,
            greatest_value: header.greatest_value,
        }
    }

    /// What keeps a record from being stored, if anything does.
    pub(crate) fn fault(self, record: &Record) -> Option<Fault> {
        if record.key > self.greatest_key {
            return Some(format!(
                "key {:#x} is above the greatest, {:#x}",
                record.key, self.greatest_key
            ));
        }
        if record.value < self.least_value || self.greatest_value < record.value {
            return Some(format!(
                "value {} is not from {} to {}",
                record.value, self.least_value, self.greatest_value
            ));
        }
        match (record.roles.is_optimal(), record.move_index) {
            (true, None) => Some("no move, but its roles include optimal".to_owned()),
            (false, Some(_)) => Some("a move, but its roles do not include optimal".to_owned()),
            _ => None,
        }
    }
}

/// The width of the low part of keys that lie up to `span` above the first.
///
/// With the high parts counted out in unary, `floor(log2(span / count))` low bits make the shortest
/// code (Elias 1974, Fano 1971), and the highest high part stays below `2 * count`.
const fn low_width(span: u128, count: usize) -> u32 {
    match (span / count as u128).checked_ilog2() {
        Some(width) => width,
        None => 0,
    }
}

const fn unary_words(span: u128, low: u32, count: usize) -> usize {
    ((span >> low) as usize + count).div_ceil(64)
}

/// The checksum that ends block `number` of a file. The number is in it so that a block in
/// another's place is seen.
fn checksum(bytes: &[u8], number: u64) -> u64 {
    xxh3_64(bytes) ^ number
}

/// Appends `records`, which have ascending keys and no fault, to `out` as block `number` of a file.
pub(crate) fn encode(records: &[Record], number: u64, out: &mut Vec<u8>) {
    let (Some(first), Some(last)) = (records.first(), records.last()) else {
        return;
    };
    let start = out.len();
    let span = last.key - first.key;
    let low = low_width(span, records.len());
    let words = unary_words(span, low, records.len());
    let roles = match records.iter().all(|record| record.roles == first.roles) {
        true => first.roles.bits(),
        false => 0,
    };
    let least = records.iter().map(|record| record.value).min().unwrap_or(0);
    let offset = |record: &Record| (i64::from(record.value) - i64::from(least)) as u64;
    let offsets = records.iter().fold(0, |bits, record| bits | offset(record));
    let shift = if offsets == 0 {
        0
    } else {
        offsets.trailing_zeros()
    };
    let value_width = width_of(u128::from(offsets >> shift));
    let moves = || records.iter().filter_map(|record| record.move_index);
    let move_width = width_of(moves().fold(0, |bits, index| bits | index).into());

    out.extend_from_slice(&[
        low as u8,
        words as u8,
        roles,
        value_width as u8,
        shift as u8,
        move_width as u8,
    ]);
    out.extend_from_slice(&least.to_le_bytes());

    let mut unary = [0u64; 3 * BLOCK_RECORDS / 64];
    for (place, record) in records.iter().enumerate() {
        let bit = ((record.key - first.key) >> low) as usize + place;
        unary[bit / 64] |= 1 << (bit % 64);
    }
    for word in &unary[..words] {
        out.extend_from_slice(&word.to_le_bytes());
    }
    let mut column = Packer::new(out);
    for record in records {
        column.push_wide((record.key - first.key) & mask(low), low);
    }
    column.finish();
    if roles == 0 {
        for role in [Roles::Optimal, Roles::Free] {
            let mut column = Packer::new(out);
            for record in records {
                column.push(record.roles.contains(role).into(), 1);
            }
            column.finish();
        }
    }
    let mut column = Packer::new(out);
    for record in records {
        column.push(offset(record) >> shift, value_width);
    }
    column.finish();
    let mut column = Packer::new(out);
    for index in moves() {
        column.push(index.into(), move_width);
    }
    column.finish();
    let checksum = checksum(&out[start..], number);
    out.extend_from_slice(&checksum.to_le_bytes());
}

/// Where a block's records have their roles.
#[derive(Clone, Copy)]
enum RoleColumn<'a> {
    Same(Roles),
    Planes { optimal: &'a [u8], free: &'a [u8] },
}

impl RoleColumn<'_> {
    #[inline]
    fn get(self, place: usize) -> Option<Roles> {
        match self {
            Self::Same(roles) => Some(roles),
            Self::Planes { optimal, free } => {
                let bit = |plane: &[u8]| plane.get(place / 8).map_or(0, |byte| byte >> (place % 8));
                Roles::from_bits(bit(optimal) & 1 | (bit(free) & 1) << 1)
            }
        }
    }

    /// How many of the first `end` records have a move.
    #[inline]
    fn moves(self, end: usize) -> usize {
        match self {
            Self::Same(roles) => end * usize::from(roles.is_optimal()),
            Self::Planes { optimal, .. } => rank(optimal, end),
        }
    }
}

/// A block whose checksum and sizes hold.
pub(crate) struct Block<'a> {
    count: usize,
    first_key: u128,
    limits: Limits,
    low_width: u32,
    unary: &'a [u8],
    low: Column<'a>,
    roles: RoleColumn<'a>,
    least: i32,
    value_width: u32,
    value_shift: u32,
    values: Column<'a>,
    move_width: u32,
    moves: Column<'a>,
}

impl<'a> Block<'a> {
    /// Takes apart the bytes of block `number` of a file. The index says that it has `count` records
    /// (1 to [`BLOCK_RECORDS`]) and which is its first key.
    #[inline]
    pub(crate) fn new(
        bytes: &'a [u8],
        number: u64,
        count: usize,
        first_key: u128,
        limits: Limits,
    ) -> Result<Self, Fault> {
        // Asks for all of the block at once: waiting for one line of memory after another, as hashing
        // does, made finding a key take a third longer.
        black_box(bytes.iter().step_by(64).fold(0, |seen, byte| seen | byte));
        let Some((content, stated)) = bytes.split_last_chunk() else {
            return Err(format!("{} bytes are too few for a block", bytes.len()));
        };
        let stated = u64::from_le_bytes(*stated);
        let actual = checksum(content, number);
        if actual != stated {
            return Err(format!("checksum is {actual:016x}, expected {stated:016x}"));
        }
        let Some((front, _)) = content.split_first_chunk::<FRONT>() else {
            return Err(format!("{} bytes are too few for a block", bytes.len()));
        };
        let &[
            low_width,
            words,
            roles,
            value_width,
            value_shift,
            move_width,
            least @ ..,
        ] = front;
        let words = usize::from(words);
        if words > (3 * count).div_ceil(64)
            || low_width > 127
            || roles > 3
            || value_width > 32
            || value_shift > 31
            || move_width > 16
        {
            return Err(format!("its widths {front:02x?} are out of range"));
        }
        let [low_width, value_width, value_shift, move_width] =
            [low_width, value_width, value_shift, move_width].map(u32::from);

        // Columns are cut from `bytes`, not `content`: what follows the last keeps reads fast.
        let mut rest = bytes.get(FRONT..).unwrap_or_default();
        let mut left = content.len() - FRONT;
        let mut column = |length: usize| {
            left = left.checked_sub(length)?;
            let column = rest;
            rest = rest.get(length..)?;
            Some(column)
        };
        let columns = (|| {
            let unary = column(words * 8)?.get(..words * 8)?;
            let low = Column::new(column(packed_length(count, low_width))?, low_width);
            let roles = match Roles::from_bits(roles) {
                Some(roles) => RoleColumn::Same(roles),
                None => RoleColumn::Planes {
                    optimal: column(packed_length(count, 1))?,
                    free: column(packed_length(count, 1))?,
                },
            };
            let values = Column::new(column(packed_length(count, value_width))?, value_width);
            let moves = packed_length(roles.moves(count), move_width);
            let moves = Column::new(column(moves)?, move_width);
            Some((unary, low, roles, values, moves))
        })();
        let Some((unary, low, roles, values, moves)) = columns.filter(|_| left == 0) else {
            return Err(format!(
                "its columns do not add up to its {} bytes",
                bytes.len()
            ));
        };
        Ok(Self {
            count,
            first_key,
            limits,
            low_width,
            unary,
            low,
            roles,
            least: i32::from_le_bytes(least),
            value_width,
            value_shift,
            values,
            move_width,
            moves,
        })
    }

    #[inline]
    fn unary_words(&self) -> impl Iterator<Item = u64> + use<'a> {
        let (words, _) = self.unary.as_chunks();
        words.iter().map(|word| u64::from_le_bytes(*word))
    }

    /// The value at a place.
    #[inline]
    fn value(&self, place: usize) -> Result<i32, Fault> {
        let value = i64::from(self.least) + ((self.values.get(place) << self.value_shift) as i64);
        let Limits {
            least_value,
            greatest_value,
            ..
        } = self.limits;
        match i32::try_from(value) {
            Ok(value) if least_value <= value && value <= greatest_value => Ok(value),
            _ => Err(format!(
                "record {place}: value {value} is not from {least_value} to {greatest_value}"
            )),
        }
    }

    #[inline]
    fn roles(&self, place: usize) -> Result<Roles, Fault> {
        let roles = self.roles.get(place);
        roles.ok_or_else(|| format!("record {place} has no role"))
    }

    #[inline]
    fn record(&self, place: usize, key: u128) -> Result<Record, Fault> {
        let roles = self.roles(place)?;
        let move_index = roles.is_optimal().then(|| {
            let index = self.moves.get(self.roles.moves(place));
            index as u16
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
    pub(crate) fn find(&self, key: u128) -> Result<Option<(usize, Record)>, Fault> {
        let Some(place) = self.place_of(key) else {
            return Ok(None);
        };
        Ok(Some((place, self.record(place, key)?)))
    }

    #[inline]
    fn place_of(&self, key: u128) -> Option<usize> {
        let above = key.checked_sub(self.first_key)?;
        let high = usize::try_from(above >> self.low_width).ok()?;
        let low = above & mask(self.low_width);
        // The keys with this high part stand right after zero number `high`.
        let start = match high.checked_sub(1) {
            None => 0,
            Some(zero) => self.zero(zero)? + 1,
        };
        for (place, bit) in (start - high..self.count).zip(start..) {
            let byte = self.unary.get(bit / 8)?;
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

    /// The place of zero `index` of the unary column.
    #[inline]
    fn zero(&self, index: usize) -> Option<usize> {
        let mut left = u32::try_from(index).ok()?;
        for (at, word) in self.unary_words().enumerate() {
            if left < word.count_zeros() {
                return Some(at * 64 + select(!word, left)? as usize);
            }
            left -= word.count_zeros();
        }
        None
    }

    /// The record at a place.
    pub(crate) fn get(&self, place: usize) -> Result<Option<Record>, Fault> {
        let mut left = place as u32;
        for (at, word) in self.unary_words().enumerate() {
            if let Some(bit) = select(word, left) {
                let high = at * 64 + bit as usize - place;
                let key = self.key(high, place)?;
                return self.record(place, key).map(Some);
            }
            left -= word.count_ones();
        }
        Ok(None)
    }

    #[inline]
    fn key(&self, high: usize, place: usize) -> Result<u128, Fault> {
        // The index has checked the first key.
        let room = self.limits.greatest_key - self.first_key;
        let high = high as u128;
        let above = (high << self.low_width) | self.low.get_wide(place);
        if high > room >> self.low_width || above > room {
            let greatest = self.limits.greatest_key;
            return Err(format!(
                "record {place}: its key is above the greatest, {greatest:#x}"
            ));
        }
        Ok(self.first_key + above)
    }

    /// Appends every record, and checks all that [`find`](Self::find) takes on trust: that keys
    /// ascend and stay below `end`, and that the bytes are those that the writer writes for these
    /// records.
    pub(crate) fn decode(&self, end: Option<u128>, records: &mut Vec<Record>) -> Result<(), Fault> {
        let start = records.len();
        records.reserve(self.count);
        // A column at a time: each loop is short enough to stay in registers.
        let mut place = 0;
        for (at, mut word) in self.unary_words().enumerate() {
            while word != 0 {
                let high = at * 64 + word.trailing_zeros() as usize - place;
                word &= word - 1;
                records.push(Record {
                    key: self.key(high, place)?,
                    roles: Roles::Free,
                    value: self.least,
                    move_index: None,
                });
                place += 1;
            }
        }
        if place != self.count {
            return Err(format!("it has {place} keys, expected {}", self.count));
        }
        let (mut moves, mut indices) = (0, 0);
        for (place, record) in records[start..].iter_mut().enumerate() {
            record.roles = self.roles(place)?;
            let index = self.moves.get(moves) as u16;
            if record.roles.is_optimal() {
                record.move_index = Some(index);
                indices |= index;
                moves += 1;
            }
        }
        let mut offsets = 0;
        for (place, record) in records[start..].iter_mut().enumerate() {
            offsets |= self.values.get(place);
            record.value = self.value(place)?;
        }
        let decoded = &records[start..];
        self.check(decoded, offsets, indices)?;
        match (decoded.last(), end) {
            (Some(last), Some(end)) if last.key >= end => Err(format!(
                "its last key {:#x} is not below the first of the next block",
                last.key
            )),
            _ => Ok(()),
        }
    }

    /// Checks that the block is the one the writer makes of these records. `offsets` and `indices`
    /// are the bits that values and moves use.
    fn check(&self, decoded: &[Record], offsets: u64, indices: u16) -> Result<(), Fault> {
        if let Some(place) = decoded.windows(2).position(|two| two[0].key >= two[1].key) {
            return Err(format!("keys do not ascend after record {place}"));
        }
        let (Some(first), Some(last)) = (decoded.first(), decoded.last()) else {
            return Err("it is empty".to_owned());
        };
        if first.key != self.first_key {
            return Err(format!(
                "its first key is {:#x}, expected {:#x}",
                first.key, self.first_key
            ));
        }
        let span = last.key - first.key;
        let low_width = low_width(span, self.count);
        let same = decoded.iter().all(|record| record.roles == first.roles);
        let least = decoded.iter().map(|record| record.value).min();
        let shortest = self.low_width == low_width
            && self.unary.len() == 8 * unary_words(span, low_width, self.count)
            && same == matches!(self.roles, RoleColumn::Same(_))
            && least == Some(self.least)
            && self.value_width == width_of(offsets.into())
            && (offsets & 1 == 1 || offsets | u64::from(self.value_shift) == 0)
            && self.move_width == width_of(indices.into());
        if !shortest {
            return Err("its widths are not the least for its records".to_owned());
        }
        let planes = match self.roles {
            RoleColumn::Same(_) => true,
            RoleColumn::Planes { optimal, free } => [optimal, free]
                .into_iter()
                .all(|plane| Column::new(plane, 1).is_padded_with_zeros(self.count)),
        };
        if !planes
            || !self.low.is_padded_with_zeros(self.count)
            || !self.values.is_padded_with_zeros(self.count)
            || !self
                .moves
                .is_padded_with_zeros(self.roles.moves(self.count))
        {
            return Err("bits between its columns are not 0".to_owned());
        }
        Ok(())
    }
}
