//! Files that are changed while they are read, and files that say more of themselves than they are.

use std::fs::{self, File, OpenOptions};
use std::ops::ControlFlow::Continue;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use solveig_format::proof::{
    ChoiceError, ChosenMoves, MemoryLimits, Proof, ProofHeader, ProofReader, WalkKind,
};
use solveig_format::{FormatError, Reader, Record, Result, Roles, Writer};
use xxhash_rust::xxh3::xxh3_64;

use solveig_testkit::forge::{self, header, record};

const RECORDS: u128 = 10_000;
/// The least key in another block than the first.
const FAR: u128 = RECORDS - 1;

/// The time after which a system dates a change anew: some date several milliseconds alike.
const TICK: Duration = Duration::from_millis(50);

/// Writes a file of many blocks with values that `value` gives.
fn write(path: &Path, value: impl Fn(u128) -> i32) {
    let mut writer = Writer::create(path, &header(64)).unwrap();
    for key in 0..RECORDS {
        writer
            .push(1, record(key, Roles::Free, value(key), 0))
            .unwrap();
    }
    writer.finish().unwrap();
}

fn value_of(found: Result<Option<solveig_format::RankedRecord>>) -> i32 {
    found.unwrap().unwrap().record.value
}

fn all(reader: &Reader) -> Result<Vec<Record>> {
    reader.records(1).collect()
}

#[test]
fn what_was_read_before_a_file_was_cut_short_stays_and_the_rest_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.sol");
    write(&path, |key| (key % 3) as i32);
    let reader = Reader::open(&path).unwrap();
    assert_eq!(value_of(reader.find(1, 5)), 2);
    let length = fs::metadata(&path).unwrap().len();
    let file = OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(length / 2).unwrap();
    assert_eq!(value_of(reader.find(1, 5)), 2);
    let said = format!(
        "{}: cannot read: it was changed after it was opened: {length} bytes then, {} now",
        path.display(),
        length / 2
    );
    assert_eq!(reader.find(1, FAR).unwrap_err().to_string(), said);
    assert_eq!(all(&reader).unwrap_err().to_string(), said);
    let checked = reader.check_bytes(|_| Continue(()));
    assert_eq!(checked.unwrap_err().to_string(), said);
    assert_eq!(reader.expect_unchanged().unwrap_err().to_string(), said);
    // Whoever makes it whole again has changed it all the same.
    file.set_len(length).unwrap();
    assert!(reader.find(1, FAR).is_err());
}

#[test]
fn no_value_of_a_file_that_was_written_over_another_is_taken_for_one_of_that_other() {
    let directory = tempfile::tempdir().unwrap();
    let [old, new] = ["old.sol", "new.sol"].map(|name| directory.path().join(name));
    write(&old, |key| (key % 3) as i32);
    // The same length, keys and blocks.
    write(&new, |key| (key % 3) as i32 + 10);
    let reader = Reader::open(&old).unwrap();
    assert_eq!(value_of(reader.find(1, 5)), 2);
    sleep(TICK);
    fs::copy(&new, &old).unwrap();
    assert_eq!(value_of(reader.find(1, 5)), 2);
    let error = reader.find(1, FAR).unwrap_err().to_string();
    assert!(
        error.ends_with("it was changed after it was opened"),
        "{error}"
    );
    assert!(reader.check_bytes(|_| Continue(())).is_err());
    let opened = Reader::open(&old).unwrap();
    assert_eq!(value_of(opened.find(1, FAR)), (FAR % 3) as i32 + 10);
}

#[test]
fn a_file_that_another_takes_the_place_of_is_read_to_its_end() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.sol");
    write(&path, |key| (key % 3) as i32);
    let reader = Reader::open(&path).unwrap();
    sleep(TICK);
    write(&path, |_| 50);
    assert_eq!(value_of(reader.find(1, FAR)), (FAR % 3) as i32);
    assert_eq!(all(&reader).unwrap().len(), RECORDS as usize);
    reader.check_bytes(|_| Continue(())).unwrap();
    reader.expect_unchanged().unwrap();
    assert_eq!(value_of(Reader::open(&path).unwrap().find(1, FAR)), 50);
}

#[test]
fn a_proof_that_is_changed_while_it_is_walked_gives_no_move() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.proof");
    let mut moves = ChosenMoves::default();
    (0..2_000_000).for_each(|at| moves.push(at % 7, 8));
    let header = ProofHeader {
        game: "nim:7".to_owned(),
        board: None,
        moves: Vec::new(),
        at_least: Some(0),
        at_most: None,
        walk: WalkKind::Rules(MemoryLimits::default()),
        program: "test".to_owned(),
    };
    let nodes = 2_000_000;
    let proof = Proof {
        header,
        moves,
        nodes,
    };
    proof.write(&path).unwrap();
    let reader = ProofReader::open(&path).unwrap();
    let mut read = reader.moves();
    assert_eq!(read.next(8), Ok(0));
    OpenOptions::new()
        .write(true)
        .open(&path)
        .and_then(|file| file.set_len(1000))
        .unwrap();
    let mut at = 1;
    let error = loop {
        match read.next(8) {
            Ok(place) => assert_eq!(place, at % 7),
            Err(error) => break error,
        }
        at += 1;
    };
    assert_eq!(error, ChoiceError::Unreadable);
    let why = read.failure().unwrap().to_string();
    assert!(why.contains("it was changed after it was opened"), "{why}");
}

#[test]
fn a_reader_keeps_to_its_memory_and_answers_alike_with_little_and_with_much() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.sol");
    write(&path, |key| (key % 100) as i32);
    let open = |memory| Reader::open_within(&path, memory, &mut || Ok::<_, FormatError>(()));
    let Err(FormatError::TooLarge { needed, memory, .. }) = open(100) else {
        panic!("the index needs more");
    };
    assert_eq!(memory, 100);
    for memory in [needed, needed + 3000, needed + 20_000, 1 << 20] {
        let reader = open(memory).unwrap();
        assert!(reader.memory() <= memory, "{} of {memory}", reader.memory());
        for round in 0..2 {
            for key in (0..RECORDS).step_by(17) {
                let found = value_of(reader.find(1, key));
                assert_eq!(found, (key % 100) as i32, "{key}, {round}");
            }
        }
    }
    assert!(open(needed - 1).is_err());
}

/// A file of few bytes on the disk that says it has so many levels and blocks.
fn sparse(path: &Path, levels: u64, blocks: u64) {
    let mut bytes = forge::encode(&header(64), &forge::Content::new()).unwrap();
    bytes.truncate(bytes.len() - 80 - 8);
    let start = bytes.len() as u64;
    let index = 36 * levels + 16 * blocks + 8;
    let mut trailer = Vec::new();
    for number in [start, levels, blocks, 128 * blocks] {
        trailer.extend_from_slice(&number.to_le_bytes());
    }
    trailer.extend_from_slice(&[0; 32]);
    trailer.extend_from_slice(&xxh3_64(&trailer).to_le_bytes());
    trailer.extend_from_slice(b"gievloS\xf7");
    let file = File::create(path).unwrap();
    file.set_len(start + index + 80).unwrap();
    file.write_all_at(&bytes, 0).unwrap();
    file.write_all_at(&trailer, start + index).unwrap();
}

#[test]
fn an_index_of_holes_is_refused_by_its_size_or_read_no_longer_than_is_allowed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.sol");
    for (levels, blocks) in [
        (1 << 33, 0),
        (3_000_000, 0),
        (0, 1 << 36),
        (1 << 20, 1 << 34),
    ] {
        sparse(&path, levels, blocks);
        let open = |memory, go_on: &mut dyn FnMut() -> Result<()>| {
            Reader::open_within(&path, memory, go_on).err().unwrap()
        };
        let little = open(16 << 20, &mut || Ok(()));
        assert!(matches!(little, FormatError::TooLarge { .. }), "{little}");
        let mut looks = 0;
        let stopped = open(u64::MAX, &mut || {
            looks += 1;
            match looks < 20 {
                true => Ok(()),
                false => Err(FormatError::Stopped {
                    origin: solveig_format::Origin::MEMORY,
                }),
            }
        });
        // The system may refuse to set as much memory aside as the file asks for.
        assert!(
            matches!(
                stopped,
                FormatError::Stopped { .. } | FormatError::TooLarge { .. }
            ),
            "{stopped}"
        );
    }
}
