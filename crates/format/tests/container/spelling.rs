//! A second writer, written from `FORMAT.md`, that can also produce invalid encodings of a content.
//! Its valid encoding must equal the bytes of the crate's writer; every other encoding must be
//! refused.

use proptest::prelude::*;
use solveig_format::{BLOCK_RECORDS, Header, Record, Roles};

use solveig_testkit::forge::{Content, check, encode, exercise, header, record, seal};

/// How a block is packed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Packing {
    low: u32,
    words: usize,
    /// The roles of all records, or 0 if they differ.
    roles: u8,
    value_width: u32,
    shift: u32,
    move_width: u32,
    least: i64,
}

fn width(number: u128) -> u32 {
    128 - number.leading_zeros()
}

impl Packing {
    /// The valid packing.
    fn of(records: &[Record]) -> Self {
        let count = records.len() as u128;
        let span = records[records.len() - 1].key - records[0].key;
        let mut low = 0;
        while (span / count) >> low > 1 {
            low += 1;
        }
        let last_bit = (span >> low) as usize + records.len() - 1;
        let least = records.iter().map(|one| one.value).min().unwrap();
        let differences: Vec<u64> = records
            .iter()
            .map(|one| (i64::from(one.value) - i64::from(least)) as u64)
            .collect();
        let mut shift = 0;
        if differences.iter().any(|one| *one != 0) {
            while differences.iter().all(|one| one % (2 << shift) == 0) {
                shift += 1;
            }
        }
        let greatest = differences.iter().max().unwrap() >> shift;
        let moves = records.iter().filter_map(|one| one.move_index).max();
        let alike = records.iter().all(|one| one.roles == records[0].roles);
        Self {
            low,
            words: last_bit / 64 + 1,
            roles: if alike { records[0].roles.bits() } else { 0 },
            value_width: width(greatest.into()),
            shift,
            move_width: width(moves.unwrap_or(0).into()),
            least: least.into(),
        }
    }

    /// The bytes of a block of these records, with checksum 0; `None` if this packing cannot hold
    /// them.
    fn block(&self, records: &[Record]) -> Option<Vec<u8>> {
        let first = records[0].key;
        let least = i32::try_from(self.least).ok()?;
        let mut bytes = vec![
            u8::try_from(self.low).ok()?,
            u8::try_from(self.words).ok()?,
            self.roles,
            u8::try_from(self.value_width).ok()?,
            u8::try_from(self.shift).ok()?,
            u8::try_from(self.move_width).ok()?,
        ];
        bytes.extend(least.to_le_bytes());
        let mut high = vec![false; 64 * self.words];
        for (place, one) in records.iter().enumerate() {
            let part = (one.key - first).checked_shr(self.low).unwrap_or(0);
            let bit = usize::try_from(part).ok()?.checked_add(place)?;
            *high.get_mut(bit)? = true;
        }
        pack(&mut bytes, high);
        let fields = |width: u32, numbers: Vec<u128>| {
            let mut bits = Vec::new();
            for number in numbers {
                if number.checked_shr(width).unwrap_or(0) != 0 {
                    return None;
                }
                bits.extend((0..width).map(|bit| number >> bit & 1 == 1));
            }
            Some(bits)
        };
        let mask = u128::MAX.checked_shr(128 - self.low).unwrap_or(0);
        let lows = records.iter().map(|one| (one.key - first) & mask);
        pack(&mut bytes, fields(self.low, lows.collect())?);
        if self.roles == 0 {
            for bit in 0..2 {
                let plane = records.iter().map(|one| one.roles.bits() >> bit & 1 == 1);
                pack(&mut bytes, plane.collect());
            }
        } else if records.iter().any(|one| one.roles.bits() != self.roles) {
            return None;
        }
        let values: Option<Vec<u128>> = records
            .iter()
            .map(|one| {
                let above = u128::try_from(i64::from(one.value) - self.least).ok()?;
                (above % (1 << self.shift) == 0).then_some(above >> self.shift)
            })
            .collect();
        pack(&mut bytes, fields(self.value_width, values?)?);
        let moves = records.iter().filter_map(|one| one.move_index);
        pack(
            &mut bytes,
            fields(self.move_width, moves.map(u128::from).collect())?,
        );
        bytes.extend([0; 8]);
        Some(bytes)
    }

    /// Similar packings.
    fn others(&self) -> Vec<Self> {
        let mut others = Vec::new();
        for low in [
            self.low.saturating_sub(1),
            self.low,
            self.low + 1,
            self.low + 2,
            0,
            127,
        ] {
            for words in 1..=7 {
                others.push(Self {
                    low,
                    words,
                    ..self.clone()
                });
            }
        }
        others.extend((0..=3).map(|roles| Self {
            roles,
            ..self.clone()
        }));
        for more in 0..=2 {
            for shift in [0, self.shift.saturating_sub(1), self.shift, self.shift + 1] {
                let value_width = self.value_width + more;
                others.push(Self {
                    shift,
                    value_width,
                    ..self.clone()
                });
                others.push(Self {
                    shift,
                    value_width: 32,
                    ..self.clone()
                });
                for below in [1, 2, 1 << 20, 1 << 31] {
                    let (least, value_width) = (self.least - below, 32);
                    others.push(Self {
                        least,
                        shift,
                        value_width,
                        ..self.clone()
                    });
                }
            }
        }
        for move_width in [
            self.move_width.saturating_sub(1),
            self.move_width + 1,
            16,
            17,
        ] {
            others.push(Self {
                move_width,
                ..self.clone()
            });
        }
        others.retain(|one| one != self);
        others
    }
}

/// Appends a column.
fn pack(bytes: &mut Vec<u8>, bits: Vec<bool>) {
    for byte in bits.chunks(8) {
        bytes.push((0..byte.len()).fold(0, |sum, bit| sum | u8::from(byte[bit]) << bit));
    }
}

/// The bytes of a file with valid checksums and this many bytes of padding before each block, the
/// index and the trailer.
fn file(
    header: &Header,
    content: &Content,
    gaps: &[usize],
    packing: impl Fn(&[Record]) -> Vec<u8>,
) -> Vec<u8> {
    let gap = |part: usize| vec![0; gaps.get(part).copied().unwrap_or(0)];
    let mut bytes = encode(header, &Content::new()).unwrap();
    bytes.truncate(bytes.len() - 80 - 8);
    let (mut levels, mut blocks, mut number) = (Vec::new(), Vec::new(), 0);
    for (level, (records, terminals)) in content {
        levels.extend(level.to_le_bytes());
        for roles in Roles::COMBINATIONS {
            let count = records.iter().filter(|one| one.roles == roles).count();
            levels.extend((count as u64).to_le_bytes());
        }
        levels.extend(terminals.to_le_bytes());
        for block in records.chunks(BLOCK_RECORDS) {
            let key = block[0].key.to_le_bytes();
            blocks.extend(&key[..if header.key_bits > 64 { 16 } else { 8 }]);
            bytes.extend(gap(number));
            blocks.extend((bytes.len() as u64).to_le_bytes());
            bytes.extend(packing(block));
            number += 1;
        }
    }
    bytes.extend(gap(number));
    let records: usize = content.values().map(|(records, _)| records.len()).sum();
    let sizes = [bytes.len(), levels.len() / 36, number, records];
    bytes.extend(levels);
    bytes.extend(blocks);
    bytes.extend([0; 8]);
    bytes.extend(gap(number + 1));
    bytes.extend(sizes.map(|size| (size as u64).to_le_bytes()).concat());
    bytes.extend([0; 48]);
    seal(&mut bytes);
    bytes
}

/// Compares the encoding of one block of records with the writer's, and tries every other encoding.
fn only_one_spelling(header: &Header, level: u32, records: &[Record]) {
    let content = Content::from([(level, (records.to_vec(), 0))]);
    let packing = Packing::of(records);
    let good = file(header, &content, &[], |block| packing.block(block).unwrap());
    assert!(good == encode(header, &content).unwrap(), "{packing:?}");
    exercise(&good).unwrap();
    let mut tried = 0;
    for other in packing.others() {
        let Some(block) = other.block(records) else {
            continue;
        };
        let bytes = file(header, &content, &[], |_| block.clone());
        assert!(check(&bytes).is_err(), "{other:?} beside {packing:?}");
        tried += 1;
    }
    // A wider packing of values is always possible.
    assert!(tried > 0);
}

/// `count` keys, from 0 to the greatest.
fn keys(key_bits: u32, count: usize) -> Vec<u128> {
    let greatest = u128::MAX >> (128 - key_bits);
    let step = greatest / count as u128;
    let mut keys: Vec<u128> = (0..count as u128).map(|at| at * step).collect();
    if let Some(last) = keys.last_mut() {
        *last = greatest;
    }
    keys.dedup();
    keys
}

fn widest(key_bits: u32) -> Header {
    Header {
        least_value: -i32::MAX,
        greatest_value: i32::MAX,
        max_level: u32::MAX,
        root_key: 0,
        ..header(key_bits)
    }
}

#[test]
fn blocks_of_every_key_width_have_one_spelling_at_both_ends() {
    let values = [-i32::MAX, i32::MAX, 0, 1, -1];
    for key_bits in 1..=128 {
        let greatest = u128::MAX >> (128 - key_bits);
        for (level, count) in [(0, 1), (u32::MAX, 2), (7, BLOCK_RECORDS)] {
            // Full blocks take longest: of widths far from those of words, some are drawn below.
            let is_near = key_bits < 12 || matches!(key_bits % 16, 0 | 1 | 15);
            if count as u128 > greatest || count == BLOCK_RECORDS && !is_near {
                continue;
            }
            let least: Vec<u128> = (0..count as u128).collect();
            let max = least
                .iter()
                .map(|key| greatest - (count as u128 - 1) + key)
                .collect();
            for drawn in [keys(key_bits, count), least, max] {
                let alike = drawn
                    .iter()
                    .zip(values.into_iter().cycle())
                    .map(|(key, value)| record(*key, Roles::Free, value, 0));
                let mixed = drawn.iter().enumerate().map(|(at, key)| {
                    let index = [0, u16::MAX, 3][at / 3 % 3] >> (key_bits % 17).min(15);
                    record(
                        *key,
                        Roles::COMBINATIONS[at % 3],
                        values[at % 5] / 4 * 4,
                        index,
                    )
                });
                let (alike, mixed): (Vec<_>, Vec<_>) = (alike.collect(), mixed.collect());
                only_one_spelling(&widest(key_bits), level, &alike);
                only_one_spelling(&widest(key_bits), level, &mixed);
            }
        }
    }
}

#[test]
fn low_parts_of_every_width_are_met() {
    let greatest: Vec<u128> = (0..=127).map(|bit| u128::MAX >> bit).collect();
    let mut widths: Vec<u32> = greatest
        .iter()
        .map(|key| {
            let records = [0, *key].map(|key| record(key, Roles::Both, 0, 0));
            only_one_spelling(&widest(128), 1, &records);
            Packing::of(&records).low
        })
        .collect();
    widths.sort_unstable();
    widths.dedup();
    // A single record has no low part; of two, the second key is at most 2^128 - 1 above the first.
    assert_eq!(widths, (0..=126).collect::<Vec<_>>());
}

#[test]
fn a_key_stands_once() {
    for key_bits in [2, 20, 64, 65, 128] {
        let greatest = u128::MAX >> (128 - key_bits);
        for keys in [[0, 0, 1], [0, 1, 1], [1, 1, 1], [0, greatest, greatest]] {
            let records = keys.map(|key| record(key, Roles::Both, 1, 1)).to_vec();
            let content = Content::from([(4, (records, 0))]);
            let bytes = file(&header(key_bits), &content, &[], |block| {
                Packing::of(block).block(block).unwrap()
            });
            let error = check(&bytes).unwrap_err().to_string();
            assert!(error.contains("keys do not ascend"), "{error}");
        }
    }
}

#[test]
fn bytes_that_belong_to_nothing_are_refused() {
    for key_bits in [20, 64, 65, 128] {
        let records: Vec<_> = (0..300)
            .map(|at| record(at, Roles::COMBINATIONS[at as usize % 3], at as i32 % 7, 1))
            .collect();
        let content = Content::from([(0, (records, 0)), (9, (Vec::new(), 1))]);
        let write = |gaps: &[usize]| {
            file(&header(key_bits), &content, gaps, |block| {
                Packing::of(block).block(block).unwrap()
            })
        };
        assert!(write(&[]) == encode(&header(key_bits), &content).unwrap());
        for part in 0..5 {
            for gap in [1, 8, 26, 80, 4096] {
                let mut gaps = vec![0; 5];
                gaps[part] = gap;
                assert!(
                    check(&write(&gaps)).is_err(),
                    "{gap} bytes before part {part}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn drawn_blocks_have_one_spelling(
        key_bits in 1..=128u32,
        drawn in proptest::collection::btree_map(
            any::<u128>(),
            (0..3usize, any::<i32>(), any::<u16>()),
            1..=BLOCK_RECORDS,
        ),
        (near, step, moves) in (0..128u32, 0..32u32, 0..=16u32),
    ) {
        let mut records: Vec<Record> = Vec::new();
        for (key, (roles, value, index)) in drawn {
            let value = (value.max(-i32::MAX) >> step << step).max(-i32::MAX);
            let index = index.checked_shr(moves).unwrap_or(0);
            let key = key >> (128 - key_bits) >> near.min(key_bits - 1);
            if records.last().is_none_or(|last| last.key < key) {
                records.push(record(key, Roles::COMBINATIONS[roles], value, index));
            }
        }
        only_one_spelling(&widest(key_bits), 3, &records);
    }
}
