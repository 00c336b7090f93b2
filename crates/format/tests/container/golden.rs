//! Files written by earlier versions, unchanged.

use std::fs;
use std::ops::ControlFlow::Continue;
use std::path::PathBuf;

use solveig_format::Reader;

use solveig_testkit::forge::{Content, encode, exercise, small};

/// Name and digest of a file in `tests/data` with the content of [`small`], for each version of the
/// format. A file is added when a version is; none is ever changed.
const FILES: [(&str, &str); 1] = [(
    "version-1.golden",
    "5cf17c19384d9a0b567651a9a83697aeebdcb9b4751c2dd47728ab77f2154dfe",
)];

#[test]
fn files_of_every_version_open_with_their_content_and_digest() {
    let (header, content) = small();
    for (name, digest) in FILES {
        let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", name]
            .iter()
            .collect();
        let reader = Reader::open(&path).unwrap();
        assert_eq!(
            reader.check_bytes(|_| Continue(())).unwrap().to_string(),
            digest
        );
        assert_eq!(reader.header(), &header);
        let level = |level: u32| reader.records(level).map(Result::unwrap).collect();
        let levels = reader.levels().iter();
        let read: Content = levels
            .map(|one| (one.level, (level(one.level), one.terminals)))
            .collect();
        assert_eq!(read, content);
        exercise(&fs::read(path).unwrap()).unwrap();
    }
}

#[test]
fn the_writer_writes_the_latest_version_byte_for_byte() {
    let (header, content) = small();
    let golden = [
        env!("CARGO_MANIFEST_DIR"),
        "tests",
        "data",
        FILES[FILES.len() - 1].0,
    ];
    let golden = fs::read(golden.iter().collect::<PathBuf>()).unwrap();
    assert!(encode(&header, &content).unwrap() == golden);
}

#[test]
fn the_seeds_of_the_fuzzer_are_whole_files() {
    let seeds = [
        env!("CARGO_MANIFEST_DIR"),
        "..",
        "..",
        "fuzz",
        "seeds",
        "read_container",
    ];
    let seeds = fs::read_dir(seeds.iter().collect::<PathBuf>()).unwrap();
    let seeds: Vec<PathBuf> = seeds.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(seeds.len(), 4);
    for seed in seeds {
        exercise(&fs::read(seed).unwrap()).unwrap();
    }
}
