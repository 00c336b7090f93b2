//! Measures the speed of finding, reading and writing records, and their size.
//!
//! `cargo bench -p solveig-format` makes two artifacts of ten million records with keys of 58 bits:
//! uniform keys, and keys of random boards of 36 squares in base 3, which cluster as those of real
//! positions do.

use std::ops::ControlFlow::Continue;
use std::path::Path;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use solveig_format::{Header, Reader, Record, Roles, Scope, Summary, Writer};
use solveig_game::random::Random;

const RECORDS: usize = 10_000_000;
const QUERIES: usize = 1_000_000;
const LEVEL: u32 = 20;

fn even_key(random: &mut Random) -> u64 {
    random.word() >> 6
}

/// The least key among the eight images of a board of 36 squares with the middle taken and 16 of
/// the others, by either side.
fn board_key(random: &mut Random) -> u64 {
    let mut digits = [0; 36];
    for square in [14, 15, 20, 21] {
        digits[square] = 1 + u64::from(random.below(2));
    }
    let mut discs = 4;
    while discs < LEVEL {
        // Squares near the middle are taken first in most positions.
        let near = |random: &mut Random| (random.below(6) + random.below(6)) / 2;
        let square = (6 * near(random) + near(random)) as usize;
        if digits[square] == 0 {
            digits[square] = 1 + u64::from(random.below(2));
            discs += 1;
        }
    }
    let image = |symmetry: u8| {
        let squares = (0..36).rev().map(|square| (square % 6, square / 6));
        squares.fold(0, |key, (column, row)| {
            let from = if symmetry & 4 == 0 {
                (column, row)
            } else {
                (row, column)
            };
            let column = if symmetry & 1 == 0 {
                from.0
            } else {
                5 - from.0
            };
            let row = if symmetry & 2 == 0 {
                from.1
            } else {
                5 - from.1
            };
            key * 3 + digits[6 * row + column]
        })
    };
    (0..8).map(image).min().unwrap_or_default()
}

fn keys(mut draw: impl FnMut() -> u64) -> Vec<u64> {
    let mut keys: Vec<u64> = (0..RECORDS + RECORDS / 8).map(|_| draw()).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.truncate(RECORDS);
    keys
}

/// A record as in a level of Othello: values of one parity, three A' nodes to each P'.
fn record(key: u64, random: &mut Random) -> Record {
    let roles = match random.below(64) {
        0 => Roles::Both,
        1..16 => Roles::Free,
        _ => Roles::Optimal,
    };
    Record {
        key: key.into(),
        roles,
        value: 2 * random.below(37) as i32 - 36,
        move_index: roles.is_optimal().then(|| random.below(9) as u16),
    }
}

fn header() -> Header {
    Header {
        artifact: None,
        scope: Scope::SemiStrong,
        game: "othello:6x6".into(),
        tie_break: "ascending square index".into(),
        symmetry: true,
        cut: None,
        max_level: 36,
        key_bits: 58,
        least_value: -36,
        greatest_value: 36,
        root_key: 0,
        root_value: -4,
    }
}

fn write(path: &Path, records: &[Record]) -> Summary {
    let mut writer = Writer::create(path, &header()).expect("a temporary directory can be written");
    for record in records {
        writer.push(LEVEL, *record).expect("records ascend");
    }
    writer.finish().expect("the disk has room")
}

fn probe(criterion: &mut Criterion) {
    let directory = tempfile::tempdir().expect("there is a temporary directory");
    let mut random = Random::new(1);
    for (name, keys) in [
        ("even keys", keys(|| even_key(&mut random))),
        ("board keys", keys(|| board_key(&mut random))),
    ] {
        assert_eq!(keys.len(), RECORDS);
        let records: Vec<Record> = keys.iter().map(|key| record(*key, &mut random)).collect();
        let path = directory.path().join("bench.sol");
        let started = Instant::now();
        let summary = write(&path, &records);
        let seconds = started.elapsed().as_secs_f64();
        eprintln!(
            "{name}: {:.3} bytes a record; written at {:.1} M records/s",
            summary.bytes as f64 / RECORDS as f64,
            RECORDS as f64 / seconds / 1e6,
        );
        let reader = Reader::open(&path).expect("it was just written");
        let mut group = criterion.benchmark_group(name);
        group.sample_size(20);

        let mut draw = Random::new(2);
        let mut stored_key = || keys[draw.index(RECORDS)];
        let present: Vec<u64> = (0..QUERIES).map(|_| stored_key()).collect();
        let mut flip = Random::new(3);
        let absent: Vec<u64> = (0..QUERIES)
            .map(|_| stored_key() ^ (1 << flip.below(20)))
            .collect();
        group.throughput(Throughput::Elements(1));
        for (name, queries) in [
            ("find a key that is there", &present),
            ("find a key that is not there", &absent),
        ] {
            let mut queries = queries.iter().cycle();
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    let key = queries.next().copied().unwrap_or_default();
                    reader.find(LEVEL, key.into()).expect("no block is damaged")
                });
            });
        }
        group.bench_function("open", |bencher| bencher.iter(|| Reader::open(&path)));

        group.sample_size(10);
        group.throughput(Throughput::Elements(RECORDS as u64));
        group.bench_function("read all records in order", |bencher| {
            bencher.iter(|| {
                let mut buffer = Vec::new();
                let mut sum = 0;
                for number in 0..reader.block_count() {
                    reader
                        .read_block(number, &mut buffer)
                        .expect("no block is damaged");
                    sum += buffer.len();
                }
                assert_eq!(sum, RECORDS);
            });
        });
        group.bench_function("iterate over all records", |bencher| {
            bencher.iter(|| {
                let values = reader
                    .records(LEVEL)
                    .map(|record| i64::from(record.unwrap().value));
                values.sum::<i64>()
            });
        });
        group.bench_function("check all bytes", |bencher| {
            bencher.iter(|| {
                reader
                    .check_bytes(|_| Continue(()))
                    .expect("no byte is damaged")
            });
        });
        group.finish();
    }
}

criterion_group!(benches, probe);
criterion_main!(benches);
