//! What is written is read back.

use std::collections::BTreeSet;

use proptest::prelude::*;
use solveig_format::{
    BLOCK_RECORDS, Digest, Encoder, FormatError, Header, Kind, Reader, Record, Roles, Scope,
};

use solveig_testkit::forge::{Content, encode, exercise, header, record, small};

/// Records of one level: keys at distances of `gap` bits, values at distances of `step`.
fn records(key_bits: u32) -> impl Strategy<Value = Vec<Record>> {
    let greatest = u128::MAX >> (128 - key_bits);
    let size = prop_oneof![0..4usize, 0..3 * BLOCK_RECORDS, Just(BLOCK_RECORDS)];
    (size, 0..=key_bits, 0..8u32, 0..17u32, any::<bool>()).prop_flat_map(
        move |(size, gap, step, moves, one_role)| {
            let one = (any::<u128>(), 0..3usize, -100..=100i32, any::<u16>());
            proptest::collection::vec(one, size).prop_map(move |drawn| {
                let mut key = 0u128;
                let mut records = Vec::new();
                for (more, roles, value, index) in drawn {
                    let more = more & (u128::MAX.checked_shr(128 - gap).unwrap_or(0));
                    let Some(next) = key.checked_add(more) else {
                        break;
                    };
                    key = next;
                    if key > greatest {
                        break;
                    }
                    let roles = Roles::COMBINATIONS[if one_role { 1 } else { roles }];
                    let value = value >> step << step;
                    let index = u16::MAX.checked_shr(16 - moves).unwrap_or(0) & index;
                    records.push(record(key, roles, value.clamp(-100, 100), index));
                    let Some(next) = key.checked_add(1) else {
                        break;
                    };
                    key = next;
                }
                records
            })
        },
    )
}

fn content(key_bits: u32) -> impl Strategy<Value = Content> {
    let level = (records(key_bits), prop_oneof![Just(0), any::<u32>()]);
    proptest::collection::btree_map(0..=60u32, level, 0..5).prop_map(|levels| {
        let widen = |(level, (records, terminals))| (level, (records, u64::from(terminals)));
        levels.into_iter().map(widen).collect()
    })
}

fn file() -> impl Strategy<Value = (Header, Content)> {
    prop_oneof![
        Just(1u32),
        Just(58),
        Just(64),
        Just(65),
        Just(128),
        1..=128u32
    ]
    .prop_flat_map(|key_bits| (Just(header(key_bits)), content(key_bits)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_record_reads_as_it_was_written((header, content) in file()) {
        let bytes = encode(&header, &content).unwrap();
        exercise(&bytes).unwrap();
        let reader = Reader::from_bytes(bytes).unwrap();
        prop_assert_eq!(reader.header(), &header);
        let mut read = Content::new();
        for summary in reader.levels() {
            let records: Vec<_> = reader.records(summary.level).map(Result::unwrap).collect();
            for roles in Roles::COMBINATIONS {
                let count = records.iter().filter(|record| record.roles == roles).count();
                prop_assert_eq!(summary.with_roles(roles), count as u64);
            }
            read.insert(summary.level, (records, summary.terminals));
        }
        let mut written = content;
        written.retain(|_, (records, terminals)| !records.is_empty() || *terminals > 0);
        prop_assert_eq!(&read, &written);
        let total: usize = written.values().map(|(records, _)| records.len()).sum();
        prop_assert_eq!(reader.record_count(), total as u64);
    }

    #[test]
    fn a_block_that_is_kept_answers_as_one_that_is_read((header, content) in file()) {
        let bytes = encode(&header, &content).unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, &bytes).unwrap();
        // Blocks of a file are kept, those of bytes in memory are read again.
        let (kept, read) = (Reader::open(&file).unwrap(), Reader::from_bytes(bytes).unwrap());
        for (level, (records, _)) in content {
            let keys = records.iter().flat_map(|record| [record.key, record.key ^ 1, record.key ^ 64]);
            for key in keys {
                prop_assert_eq!(kept.find(level, key).unwrap(), read.find(level, key).unwrap());
            }
        }
    }

    #[test]
    fn a_key_that_was_not_written_is_not_found(
        (header, content) in file(),
        others in proptest::collection::vec(any::<u128>(), 20),
    ) {
        let reader = Reader::from_bytes(encode(&header, &content).unwrap()).unwrap();
        for level in 0..=61 {
            let records = content.get(&level).map_or(&[][..], |(records, _)| records);
            let keys: BTreeSet<u128> = records.iter().map(|record| record.key).collect();
            let near = keys.iter().flat_map(|key| [key.wrapping_sub(1), key.wrapping_add(1)]);
            let far = others.iter().map(|key| key >> (128 - header.key_bits));
            for key in near.chain(far).chain(others.iter().copied()).chain([0, u128::MAX]) {
                let found = reader.find(level, key).unwrap();
                prop_assert_eq!(found.map(|found| found.record.key), keys.get(&key).copied());
            }
        }
    }
}

proptest! {
    #[test]
    fn keys_that_ascend_or_do_not_are_found_as_single_ones_are(
        (header, content) in file(),
        seed: u64,
        ascend: bool,
    ) {
        let reader = Reader::from_bytes(encode(&header, &content).unwrap()).unwrap();
        for level in 0..=61 {
            let records = content.get(&level).map_or(&[][..], |(records, _)| records);
            let near = records.iter().flat_map(|one| [one.key, one.key ^ 1, one.key, one.key ^ 64]);
            let mut keys: Vec<u128> = near.chain([0, u128::MAX]).collect();
            match ascend {
                true => keys.sort_unstable(),
                false => keys.sort_unstable_by_key(|key| (*key as u64 ^ seed).rotate_left(7)),
            }
            let mut found = Vec::new();
            let take = |place, record| found.push((place, record));
            reader.find_ascending(level, keys.iter().copied(), take).unwrap();
            let single = |key| reader.find(level, key).unwrap().map(|found| found.record);
            let expected: Vec<_> = keys.into_iter().map(single).enumerate().collect();
            prop_assert_eq!(found, expected);
        }
    }
}

#[test]
fn the_same_records_make_the_same_bytes_whenever_terminals_are_counted() {
    let (header, content) = small();
    let early = encode(&header, &content).unwrap();
    let mut encoder = Encoder::new(Vec::new(), &header).unwrap();
    encoder.set_terminals(5, 1_000).unwrap();
    for (level, (records, _)) in &content {
        for record in records {
            encoder.push(*level, *record).unwrap();
        }
    }
    for (level, (_, terminals)) in content.iter().rev() {
        encoder.set_terminals(*level, *terminals).unwrap();
    }
    assert_eq!(encoder.finish().unwrap().0, early);
}

#[test]
fn levels_and_blocks_are_numbered_in_order() {
    let (header, content) = small();
    let reader = Reader::from_bytes(encode(&header, &content).unwrap()).unwrap();
    let levels: Vec<_> = reader
        .levels()
        .iter()
        .map(|one| (one.level, one.blocks.clone(), one.records, one.terminals))
        .collect();
    assert_eq!(
        levels,
        [
            (4, 0..1, 1, 0),
            (5, 1..3, 131, 2),
            (6, 3..4, 10, 0),
            (9, 4..4, 0, 11),
        ]
    );
    assert_eq!(reader.level(5).unwrap().by_roles, [44, 44, 43]);
    let blocks: Vec<Record> = (1..3)
        .flat_map(|number| reader.block(number).unwrap())
        .collect();
    assert_eq!(blocks, content[&5].0);
    assert_eq!(reader.level(7), None);
}

#[test]
fn a_certificate_is_not_taken_for_an_artifact() {
    let certificate = Header {
        artifact: Some(Digest([3; 32])),
        scope: Scope::SemiStrong,
        ..header(58)
    };
    let open =
        |header: &Header| Reader::from_bytes(encode(header, &Content::new()).unwrap()).unwrap();
    let error = open(&certificate)
        .expect_kind(Kind::Artifact)
        .err()
        .unwrap();
    assert_eq!(
        error.to_string(),
        "bytes in memory: this is a certificate, expected an artifact"
    );
    assert!(matches!(
        open(&header(58)).expect_kind(Kind::Certificate),
        Err(FormatError::WrongKind {
            found: Kind::Artifact,
            ..
        })
    ));
    assert!(open(&certificate).expect_kind(Kind::Certificate).is_ok());
}

#[test]
fn records_out_of_order_or_limits_are_refused_and_left_out() {
    let cut = Header {
        cut: Some(30),
        ..header(10)
    };
    let mut encoder = Encoder::new(Vec::new(), &cut).unwrap();
    let good = [
        (5, record(3, Roles::Optimal, 100, 9)),
        (5, record(1023, Roles::Free, -100, 0)),
        (30, record(0, Roles::Both, 0, u16::MAX)),
    ];
    encoder.push(good[0].0, good[0].1).unwrap();
    let moveless = Record {
        move_index: None,
        ..record(9, Roles::Both, 0, 0)
    };
    let moved = Record {
        move_index: Some(0),
        ..record(9, Roles::Free, 0, 0)
    };
    for (level, bad, problem) in [
        (
            4,
            record(9, Roles::Free, 0, 0),
            "it comes after a record of level 5",
        ),
        (5, record(3, Roles::Free, 0, 0), "it comes after key 0x3"),
        (5, record(2, Roles::Free, 0, 0), "it comes after key 0x3"),
        (
            5,
            record(1024, Roles::Free, 0, 0),
            "above the greatest, 0x3ff",
        ),
        (
            5,
            record(9, Roles::Free, 101, 0),
            "value 101 is not from -100 to 100",
        ),
        (
            5,
            record(9, Roles::Free, -101, 0),
            "value -101 is not from -100 to 100",
        ),
        (5, moveless, "no move"),
        (5, moved, "a move"),
        (31, record(9, Roles::Free, 0, 0), "the cut is at level 30"),
        (61, record(9, Roles::Free, 0, 0), "the highest level is 60"),
    ] {
        let error = encoder.push(level, bad).unwrap_err();
        assert!(matches!(error, FormatError::Record { key, .. } if key == bad.key));
        let error = error.to_string();
        assert!(error.contains(problem), "{error}");
        assert!(error.contains(&format!("at level {level}")), "{error}");
    }
    encoder.push(good[1].0, good[1].1).unwrap();
    encoder.push(good[2].0, good[2].1).unwrap();
    let error = encoder.set_terminals(61, 1).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("level 61: the highest level is 60"),
        "{error}"
    );
    let reader = Reader::from_bytes(encoder.finish().unwrap().0).unwrap();
    for (level, record) in good {
        assert_eq!(
            reader.find(level, record.key).unwrap().unwrap().record,
            record
        );
    }
    assert_eq!(reader.record_count(), 3);
}

#[test]
fn terminals_that_cannot_be_counted_are_refused() {
    let mut encoder = Encoder::new(Vec::new(), &header(10)).unwrap();
    encoder.set_terminals(1, u64::MAX).unwrap();
    encoder.set_terminals(2, 1).unwrap();
    let error = encoder.finish().unwrap_err().to_string();
    assert!(
        error.contains("level 2: 1 terminal positions are too many"),
        "{error}"
    );
}
