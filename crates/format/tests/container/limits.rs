//! The limits of header, index and trailer, and every bit flip of a file with valid checksums.

use solveig_format::{BLOCK_RECORDS, Header, Reader, Roles};

use solveig_testkit::forge::{
    Content, Tables, check, encode, exercise, header, record, rewritten, seal, small,
};

fn put(bytes: &mut [u8], at: usize, number: u64) {
    bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
}

/// Two levels, one of two blocks, with keys, values, levels and moves at the ends of their ranges.
fn extreme(key_bits: u32) -> Vec<u8> {
    let greatest = u128::MAX >> (128 - key_bits);
    let header = Header {
        least_value: -i32::MAX,
        greatest_value: i32::MAX,
        max_level: u32::MAX,
        root_key: greatest,
        root_value: -i32::MAX,
        cut: Some(u32::MAX),
        ..header(key_bits)
    };
    let step = (greatest / 130).max(1);
    let count = (BLOCK_RECORDS as u128 + 2).min(greatest);
    let key = |at: u128| if at + 1 == count { greatest } else { at * step };
    let values = [-i32::MAX, i32::MAX, 3];
    let records = (0..count).map(|at| {
        let value = values[at as usize % 3];
        record(
            key(at),
            Roles::COMBINATIONS[at as usize % 3],
            value,
            u16::MAX,
        )
    });
    let one = record(greatest, Roles::Both, i32::MAX, 0);
    let content = Content::from([
        (0, (vec![one], 0)),
        (u32::MAX, (records.collect(), u64::MAX - 1_000)),
    ]);
    encode(&header, &content).unwrap()
}

#[test]
fn every_bit_under_good_checksums_changes_the_content_or_is_refused() {
    // Keys of 8 bytes in the index, and of 16.
    for key_bits in [64, 65] {
        let whole = extreme(key_bits);
        exercise(&whole).unwrap();
        let mut accepted = 0;
        // The digest and the checksums are recomputed.
        for bit in 0..8 * (whole.len() - 48) {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            seal(&mut bytes);
            // There is one file for each content, so an accepted file has another content.
            if check(&bytes).is_ok() {
                assert!(
                    rewritten(&bytes) == bytes,
                    "bit {bit} spells a content another way"
                );
                accepted += 1;
            }
        }
        // Only keys, values, moves, texts and counts have other valid contents.
        let refused = 8 * (whole.len() - 48) - accepted;
        assert!(accepted > 100 && refused > 1_000, "{accepted}, {refused}");
    }
}

#[test]
fn counts_near_the_end_of_64_bits_are_added_without_overflow() {
    let whole = extreme(58);
    let tables = Tables::of(&whole).unwrap();
    let trailer = whole.len() - 80;
    let terminals = tables.levels + 36 + 28;
    let records = 1 + 130;
    for (count, good) in [
        (u64::MAX - records, true),
        (u64::MAX - records + 1, false),
        (u64::MAX, false),
    ] {
        let mut bytes = whole.clone();
        put(&mut bytes, terminals, count);
        seal(&mut bytes);
        assert_eq!(exercise(&bytes).is_ok(), good, "{count}");
    }
    let greatest = [
        u64::MAX,
        u64::MAX - 1,
        1 << 63,
        1 << 57,
        (1 << 57) + 1,
        u64::MAX / 36,
    ];
    for level in 0..2 {
        for roles in 0..3 {
            for count in greatest {
                let mut bytes = whole.clone();
                put(
                    &mut bytes,
                    tables.levels + 36 * level + 4 + 8 * roles,
                    count,
                );
                put(&mut bytes, terminals, 0);
                seal(&mut bytes);
                assert!(check(&bytes).is_err());
                // The trailer agrees with the number of records, or of blocks, or of both.
                for (records, blocks) in [
                    (count, 3),
                    (131, count.div_ceil(128)),
                    (count, count.div_ceil(128)),
                ] {
                    put(&mut bytes, trailer + 16, blocks);
                    put(&mut bytes, trailer + 24, records);
                    seal(&mut bytes);
                    assert!(check(&bytes).is_err());
                }
            }
        }
    }
}

#[test]
fn sizes_in_the_trailer_that_overflow_when_multiplied_are_refused() {
    for key_bits in [58, 128] {
        let whole = extreme(key_bits);
        let trailer = whole.len() - 80;
        let entry = if key_bits > 64 { 24 } else { 16 };
        let index = u64::from_le_bytes(whole[trailer..trailer + 8].try_into().unwrap());
        // Counts whose product with the size of an entry wraps to the one that fits.
        let wrapping = |count: u64, size: u64| {
            (0..64).map(move |bit| count.wrapping_add((1u64 << bit).wrapping_mul(u64::MAX / size)))
        };
        for (at, count, size) in [(8, 2, 36), (16, 3, entry)] {
            for count in wrapping(count, size).chain((0..64).map(|bit| count + (1 << bit))) {
                let mut bytes = whole.clone();
                put(&mut bytes, trailer + at, count);
                for offset in [
                    index,
                    index.wrapping_add(count.wrapping_mul(size)),
                    0,
                    u64::MAX,
                    1 << 63,
                ] {
                    put(&mut bytes, trailer, offset);
                    seal(&mut bytes);
                    assert!(bytes == whole || check(&bytes).is_err(), "{count} at {at}");
                }
            }
        }
    }
}

/// Progress never falls, and its last report is the place of the digest.
#[test]
fn a_check_reports_its_progress_and_stops_when_it_is_told_to() {
    use std::ops::ControlFlow::{Break, Continue};

    let records = (0..400_000u128).map(|key| record((key << 40) + key * key, Roles::Free, 0, 0));
    let content = Content::from([(3, (records.collect(), 0))]);
    let bytes = encode(&header(64), &content).unwrap();
    let reader = Reader::from_bytes(&bytes[..]).unwrap();
    for limit in [0, 1, usize::MAX] {
        let mut reports = Vec::new();
        let checked = reader.check_bytes(|bytes| {
            reports.push(bytes);
            match reports.len() > limit {
                true => Break(()),
                false => Continue(()),
            }
        });
        if limit < usize::MAX {
            let error = checked.unwrap_err().to_string();
            let stopped = "bytes in memory: the check of its bytes was stopped before its end";
            assert_eq!((error.as_str(), reports.len()), (stopped, limit + 1));
            continue;
        }
        assert_eq!(checked.unwrap(), reader.digest());
        assert!(reports.is_sorted() && reports.len() > 1, "{reports:?}");
        assert_eq!(reports.last(), Some(&(bytes.len() as u64 - 48)));
    }
}

#[test]
fn a_range_of_one_value_is_a_range_and_an_empty_one_is_not() {
    let (_, content) = small();
    let content: Content = content
        .into_iter()
        .map(|(level, (mut records, terminals))| {
            records.iter_mut().for_each(|record| record.value = 5);
            (level, (records, terminals))
        })
        .collect();
    let ranged = |least_value, greatest_value| {
        let header = Header {
            least_value,
            greatest_value,
            root_value: 5,
            ..header(20)
        };
        encode(&header, &content)
    };
    exercise(&ranged(5, 5).unwrap()).unwrap();
    let error = ranged(6, 5).unwrap_err().to_string();
    assert!(error.contains("values from 6 to 5 are no range"), "{error}");
}

/// The offset of the length of the header's body: after magic and version.
const LENGTH: usize = 12;

#[test]
fn a_header_may_be_as_long_as_is_said_and_no_longer() {
    let (header, content) = small();
    let named = |length: usize| {
        let header = Header {
            game: "g".repeat(length),
            ..header.clone()
        };
        encode(&header, &content)
    };
    let stated = |bytes: &[u8]| u32::from_le_bytes(bytes[LENGTH..LENGTH + 4].try_into().unwrap());
    let longest = (60_000..65_536)
        .rev()
        .find_map(|length| named(length).ok())
        .unwrap();
    assert_eq!(stated(&longest), 65_536);
    exercise(&longest).unwrap();
    // One more is refused before anything is read.
    let mut longer = longest.clone();
    longer[LENGTH..LENGTH + 4].copy_from_slice(&65_537_u32.to_le_bytes());
    let error = exercise(&longer).unwrap_err().to_string();
    assert!(
        error.contains("65537 bytes long, expected at most 65536"),
        "{error}"
    );
    let error = named(65_536).unwrap_err().to_string();
    assert!(error.contains("expected at most 65536"), "{error}");
}
