//! Bytes that no writer writes are refused without a panic.

use proptest::prelude::*;
use solveig_format::proof::{MAGIC, ProofReader};
use solveig_format::{BLOCK_RECORDS, FormatError, Part, Reader, Roles};
use std::ops::ControlFlow::Continue;

use solveig_testkit::forge::{Content, Tables, encode, exercise, header, record, seal, small};

fn small_bytes() -> Vec<u8> {
    let (header, content) = small();
    encode(&header, &content).unwrap()
}

/// The part that an error is about.
fn part(error: &FormatError) -> Option<Part> {
    match error {
        FormatError::Damaged { part, .. } => Some(*part),
        _ => None,
    }
}

#[test]
fn a_file_cut_short_anywhere_is_refused_with_the_part_named() {
    let whole = small_bytes();
    let header_end = 24 + usize::from(whole[12]) + 256 * usize::from(whole[13]);
    for length in 0..whole.len() {
        let error = Reader::from_bytes(&whole[..length]).err().unwrap();
        let expected = match length {
            0 => None,
            _ if length < header_end => Some(Part::Header),
            _ => Some(Part::Trailer),
        };
        assert_eq!(part(&error), expected, "{length}: {error}");
        assert!(exercise(&whole[..length]).is_err());
    }
    assert!(exercise(&whole).is_ok());
}

#[test]
fn bytes_after_the_end_are_refused() {
    let whole = small_bytes();
    let twice = [&whole[..], &whole].concat();
    for more in [&[0][..], &[0; 80], &whole[whole.len() - 80..], &whole] {
        let longer = [&whole[..], more].concat();
        assert!(Reader::from_bytes(longer).is_err());
    }
    assert!(exercise(&twice[whole.len()..]).is_ok());
}

#[test]
fn any_flipped_bit_is_seen() {
    let whole = small_bytes();
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << bit;
            let refused =
                Reader::from_bytes(&flipped[..]).and_then(|one| one.check_bytes(|_| Continue(())));
            assert!(refused.is_err(), "bit {bit} of byte {at}");
            assert!(exercise(&flipped).is_err(), "bit {bit} of byte {at}");
        }
    }
}

#[test]
fn a_damaged_block_is_not_answered_from_and_harms_no_other() {
    let (header, content) = small();
    let mut bytes = encode(&header, &content).unwrap();
    let damaged = Tables::of(&bytes).unwrap().block(&bytes, 1);
    bytes[damaged.start + 100] ^= 1;
    let reader = Reader::from_bytes(bytes).unwrap();
    let damaged = Part::Block {
        number: 1,
        level: 5,
    };
    let records = &content[&5].0;
    for (rank, record) in records.iter().enumerate() {
        let found = reader.find(5, record.key);
        let got = reader.get(5, rank as u64);
        if rank < BLOCK_RECORDS {
            assert_eq!(part(&found.unwrap_err()), Some(damaged));
            assert_eq!(part(&got.unwrap_err()), Some(damaged));
        } else {
            assert_eq!(found.unwrap().unwrap().record, *record);
            assert_eq!(got.unwrap(), Some(*record));
        }
    }
    let mut walk = reader.records(5);
    assert_eq!(part(&walk.next().unwrap().unwrap_err()), Some(damaged));
    assert!(walk.next().is_none());
    let error = reader.check_bytes(|_| Continue(())).unwrap_err();
    assert_eq!(part(&error), Some(damaged));
    assert!(
        error
            .to_string()
            .starts_with("bytes in memory: block 1 of level 5: checksum is")
    );
}

#[test]
fn two_blocks_in_each_others_place_are_seen() {
    let size = BLOCK_RECORDS as u128;
    let frees = (0..2 * size)
        .map(|key| record(key, Roles::Free, 0, 0))
        .collect();
    let mut bytes = encode(&header(20), &Content::from([(1, (frees, 0))])).unwrap();
    let tables = Tables::of(&bytes).unwrap();
    let [first, second] = [0, 1].map(|number| tables.block(&bytes, number));
    let (before, after) = bytes.split_at_mut(second.start);
    let (first, second) = (&mut before[first], &mut after[..second.len()]);
    let content = first.len() - 8;
    assert_eq!(
        first[..content],
        second[..content],
        "only their numbers differ"
    );
    first.swap_with_slice(second);
    let error = Reader::from_bytes(&bytes[..])
        .unwrap()
        .find(1, 5)
        .unwrap_err();
    assert!(
        error.to_string().contains("block 0 of level 1: checksum"),
        "{error}"
    );
}

#[test]
fn what_is_no_solveig_file_is_told_from_a_damaged_or_newer_one() {
    let mut bytes = small_bytes();
    let say = |bytes: &[u8]| Reader::from_bytes(bytes).err().unwrap().to_string();
    let foreign = "bytes in memory: not an artifact, certificate or proof of Solveig";
    assert_eq!(say(b""), format!("{foreign} (it is empty)"));
    assert_eq!(
        say(b"PK\x03\x04"),
        format!("{foreign} (it starts with other bytes)")
    );
    assert_eq!(
        say(&MAGIC),
        "bytes in memory: this is a proof, expected an artifact or a certificate"
    );
    let as_proof = ProofReader::from_bytes(bytes.clone()).err().unwrap();
    assert_eq!(
        as_proof.to_string(),
        "bytes in memory: this is an artifact or a certificate, expected a proof"
    );
    bytes[8] = 2;
    assert_eq!(
        say(&bytes),
        "bytes in memory: format version 2, made by a newer version of Solveig; this program reads \
         up to 1"
    );
    bytes[8] = 0;
    assert_eq!(
        say(&bytes),
        "bytes in memory: header: format version 0 does not exist"
    );
}

/// Every edit of one byte or of eight, with all checksums recomputed. An edit may result in another
/// valid file; `exercise` checks that it is then one that a writer writes.
#[test]
fn edited_fields_under_good_checksums_never_panic() {
    let (header, mut content) = small();
    content.get_mut(&5).unwrap().0.truncate(40);
    let whole = encode(&header, &content).unwrap();
    let mut refused = 0;
    let mut edits = 0;
    let mut judge = |mut bytes: Vec<u8>| {
        seal(&mut bytes);
        edits += 1;
        refused += usize::from(exercise(&bytes).is_err());
    };
    for at in 0..whole.len() {
        for byte in [
            0,
            1,
            2,
            0x20,
            0x7f,
            0x80,
            0xff,
            whole[at] ^ 1,
            whole[at] ^ 0x10,
        ] {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            judge(bytes);
        }
        for number in [
            0,
            1,
            u64::MAX,
            u64::MAX / 24,
            1 << 63,
            1 << 32,
            whole.len() as u64,
        ] {
            let mut bytes = whole.clone();
            if let Some(field) = bytes[at..].first_chunk_mut() {
                *field = number.to_le_bytes();
                judge(bytes);
            }
        }
    }
    assert!(refused > edits / 2, "{refused} of {edits} refused");
}

/// Each line: an edit of the small file with checksums recomputed, and the reader's error.
#[test]
fn nonsense_under_good_checksums_is_named() {
    let whole = small_bytes();
    let tables = Tables::of(&whole).unwrap();
    let trailer = whole.len() - 80;
    let level = |place: usize| tables.levels + 36 * place;
    let block = |number: usize| tables.block(&whole, number).start;
    let byte = |at: usize, number: u8| (at, vec![number]);
    let wide = |at: usize, number: u64| (at, number.to_le_bytes().to_vec());
    for ((at, edit), problem) in [
        (byte(16, 3), "header: kind 3, expected 1 or 2"),
        (byte(17, 0), "header: scope 0, expected 1, 2 or 3"),
        (byte(18, 2), "header: symmetry 2, expected 0 or 1"),
        (byte(19, 0), "header: keys of 0 bits, expected 1 to 128"),
        (byte(24, 2), "header: cut 2, 0, expected 0, 0 or 1, level"),
        (byte(24, 1), "index: level 4 has records above the cut"),
        (byte(20, 8), "index: level 9 is above the highest, 8"),
        (wide(trailer, 0), "index: the trailer has it from byte 0"),
        (
            wide(trailer, u64::MAX),
            "index: the trailer has it from byte 18446744073709551615",
        ),
        (
            wide(trailer + 8, u64::MAX),
            "which does not fit 18446744073709551615 levels",
        ),
        (
            wide(trailer + 16, u64::MAX / 16),
            "which does not fit 4 levels and",
        ),
        (
            wide(trailer + 24, 143),
            "its levels have 142 records in 4 blocks, expected 143 in 4",
        ),
        (
            wide(level(0) + 4, u64::MAX),
            "index: level 4 has too many positions to count",
        ),
        (byte(level(1), 4), "index: level 4 is out of order"),
        (byte(level(3) + 28, 0), "index: level 9 is empty"),
        (
            byte(level(0) + 20, 2),
            "its levels have 143 records in 4 blocks, expected 142 in 4",
        ),
        (
            wide(tables.key_at(2), 0),
            "index: block 1 of level 5 starts with key 0x0, which the next does not exceed",
        ),
        (
            wide(tables.key_at(0), 1 << 20),
            "starts with key 0x100000, above the greatest, 0xfffff",
        ),
        (
            wide(tables.offset_at(0), 1),
            "index: block 0 of level 4 starts at byte 1, expected",
        ),
        (
            wide(tables.offset_at(1), 0),
            "index: block 0 of level 4 has an impossible length",
        ),
        (byte(block(0), 128), "block 0 of level 4: its widths"),
        (byte(block(0) + 1, 2), "block 0 of level 4: its widths"),
        (byte(block(0) + 2, 4), "block 0 of level 4: its widths"),
        (byte(block(0) + 3, 33), "block 0 of level 4: its widths"),
        (byte(block(0) + 4, 32), "block 0 of level 4: its widths"),
        (byte(block(0) + 5, 17), "block 0 of level 4: its widths"),
        (
            byte(block(0) + 5, 9),
            "block 0 of level 4: its columns do not add up to its",
        ),
        (
            byte(block(0) + 6, 0x80),
            "record 0: value -128 is not from -100 to 100",
        ),
        (
            byte(block(0) + 10, 3),
            "block 0 of level 4: it has 2 keys, expected 1",
        ),
        (byte(block(0) + 10, 2), "its first key is 0x8, expected 0x7"),
        (
            byte(block(0) + 4, 1),
            "block 0 of level 4: its widths are not the least",
        ),
        (
            byte(block(0) + 18, 0),
            "block 0 of level 4: its widths are not the least",
        ),
        (wide(tables.key_at(2), 9), ", the next block's"),
        (byte(block(3) + 18, 0xff), "keys do not ascend after record"),
        (
            byte(block(2) + 21, whole[block(2) + 21] | 0x80),
            "bits between its columns are not 0",
        ),
        // An edit that results in another valid file.
        (wide(tables.key_at(0), 0xf_ffff), "nothing"),
    ] {
        let mut bytes = whole.clone();
        bytes[at..at + edit.len()].copy_from_slice(&edit);
        seal(&mut bytes);
        let error =
            Reader::from_bytes(&bytes[..]).and_then(|reader| reader.check_bytes(|_| Continue(())));
        let said = error
            .err()
            .map_or("nothing".to_owned(), |error| error.to_string());
        assert!(
            said.contains(problem),
            "byte {at}: {said}, expected {problem}"
        );
        assert_eq!(exercise(&bytes).is_err(), said != "nothing");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn many_edits_under_good_checksums_never_panic(
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = small_bytes();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        seal(&mut bytes);
        let _ = exercise(&bytes);
    }
}
