//! Files that say more of themselves than they are, and files that change while they are read.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use solveig_format::proof::{ChosenMoves, MemoryLimits, Proof, ProofHeader, WalkKind};
use solveig_format::{Encoder, Header, Scope};
use xxhash_rust::xxh3::xxh3_64;

use crate::run::{Folder, Ran, signal, start_piped};
use crate::serving::{Serving, said};

/// A file that no limit of time or memory may be exceeded for.
pub struct HostileFile {
    /// Its name, with the ending of its kind.
    pub name: &'static str,
    /// Writes it.
    pub write: fn(&Path),
}

/// All of them.
pub const HOSTILE: [HostileFile; 5] = [
    HostileFile {
        name: "levels-of-holes.sol",
        write: |path| holes(path, 1 << 33, 0),
    },
    HostileFile {
        name: "blocks-of-holes.sol",
        write: |path| holes(path, 0, 1 << 35),
    },
    HostileFile {
        name: "index-of-holes.sol",
        write: |path| holes(path, 1 << 20, 1 << 34),
    },
    HostileFile {
        name: "many-levels.sol",
        write: many_levels,
    },
    HostileFile {
        name: "holes.proof",
        write: proof_of_holes,
    },
];

const GAME: &str = "connect-four:4x4";

fn header(max_level: u32) -> Header {
    Header {
        artifact: None,
        scope: Scope::Strong,
        game: GAME.to_owned(),
        tie_break: "from the centre, the left first".to_owned(),
        symmetry: true,
        cut: None,
        max_level,
        key_bits: 20,
        least_value: -1,
        greatest_value: 1,
        root_key: 0,
        root_value: 0,
    }
}

/// An artifact of a few hundred bytes on the disk with so many levels and blocks.
fn holes(path: &Path, levels: u64, blocks: u64) {
    let (mut bytes, _) = Encoder::new(Vec::new(), &header(16))
        .unwrap()
        .finish()
        .unwrap();
    // All but the trailer, and the checksum of an index without entries.
    bytes.truncate(bytes.len() - 80 - 8);
    let start = bytes.len() as u64;
    let end = start + 36 * levels + 16 * blocks + 8;
    let mut trailer = Vec::new();
    for number in [start, levels, blocks, 128 * blocks] {
        trailer.extend_from_slice(&number.to_le_bytes());
    }
    trailer.extend_from_slice(&[0; 32]);
    trailer.extend_from_slice(&xxh3_64(&trailer).to_le_bytes());
    trailer.extend_from_slice(b"gievloS\xf7");
    between(path, &bytes, &trailer, end + 80);
}

/// A file that begins and ends with these bytes, and has a hole between them.
fn between(path: &Path, first: &[u8], last: &[u8], length: u64) {
    let file = File::create(path).unwrap();
    file.set_len(length).unwrap();
    file.write_all_at(first, 0).unwrap();
    file.write_all_at(last, length - last.len() as u64).unwrap();
}

/// A valid file with half a million levels, each with one finished game.
fn many_levels(path: &Path) {
    let mut encoder = Encoder::new(Vec::new(), &header(u32::MAX)).unwrap();
    for level in 0..500_000 {
        encoder.set_terminals(level, 1).unwrap();
    }
    fs::write(path, encoder.finish().unwrap().0).unwrap();
}

/// A proof whose moves are a hole of a tebibyte.
fn proof_of_holes(path: &Path) {
    let mut moves = ChosenMoves::default();
    moves.push(1, 2);
    let proof = Proof {
        header: ProofHeader {
            game: GAME.to_owned(),
            board: None,
            moves: Vec::new(),
            at_least: Some(0),
            at_most: None,
            walk: WalkKind::Rules(MemoryLimits::default()),
            program: "a test".to_owned(),
        },
        moves,
        nodes: 1 << 40,
    };
    let (bytes, _) = proof.encode().unwrap();
    let (first, last) = bytes.split_at(bytes.len() - 57);
    between(path, first, last, 1 << 40);
}

/// The program with these arguments, which may have so many KiB of addresses.
fn confined(arguments: &[&str], kibibytes: u64) -> Ran {
    let script = format!("ulimit -v {kibibytes} && exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_solveig")])
        .args(arguments)
        .env("MALLOC_ARENA_MAX", "1")
        .stdin(Stdio::null())
        .output();
    Ran::of(output.unwrap())
}

#[test]
fn no_reader_takes_more_time_or_memory_than_it_may_for_a_file_that_says_it_is_huge() {
    let folder = Folder::new();
    for hostile in &HOSTILE {
        let (path, file) = (folder.file(hostile.name), folder.named(hostile.name));
        (hostile.write)(&path);
        let limits = ["--memory", "16MiB", "--time-limit", "1"];
        let mut readers = vec![
            vec!["verify", &file],
            vec!["info", &file],
            vec!["probe", &file, "-"],
            vec!["analyse", &file],
            vec!["play", "--plain", &file],
            vec!["gtp", &file],
            vec!["nboard", &file],
        ];
        // A server ends on a signal, at any moment, and not after a time.
        if hostile.name.ends_with(".sol") {
            readers.push(vec!["serve", "--listen", "127.0.0.1:0", &file]);
        }
        for mut arguments in readers {
            arguments.extend(limits);
            let started = Instant::now();
            let ran = confined(&arguments, 1 << 20);
            let duration = started.elapsed();
            let said = format!("{arguments:?}: {}{}", ran.stdout, ran.stderr);
            assert_eq!(ran.status, 2, "{said}");
            assert!(
                ran.stderr.contains(hostile.name) || ran.stderr.contains("not decided"),
                "{said}"
            );
            // On a machine that is busy, this tells a second from minutes.
            assert!(duration < Duration::from_secs(20), "{duration:?}: {said}");
        }
        fs::remove_file(path).unwrap();
    }
}

fn cut_short(path: &Path) {
    let file = OpenOptions::new().write(true).open(path).unwrap();
    let length = file.metadata().unwrap().len();
    file.set_len(length / 2).unwrap();
}

#[test]
fn a_check_of_a_file_that_is_cut_short_meanwhile_is_not_decided() {
    let folder = Folder::new();
    let whole = folder.solve("connect-four:4x4", "whole", "");
    let path = folder.file("cut.sol");
    let mut interrupted = 0;
    for moment in 0..10 {
        fs::copy(&whole, &path).unwrap();
        let mut child = start_piped(&folder.filled("verify --plain --threads 1 @/cut.sol"));
        sleep(Duration::from_millis(10 * moment));
        signal("-STOP", &child);
        let ended = child.try_wait().unwrap().is_some();
        if ended {
            continue;
        }
        cut_short(&path);
        signal("-CONT", &child);
        let ran = Ran::of(child.wait_with_output().unwrap());
        interrupted += 1;
        // A check that had read everything judges what it read.
        let said = format!("{moment}: {}{}", ran.stdout, ran.stderr);
        match ran.status {
            0 => assert!(ran.stdout.starts_with("holds: "), "{said}"),
            status => assert!(status == 2 && ran.stderr.contains("cut.sol: "), "{said}"),
        }
    }
    assert!(
        interrupted > 0,
        "every check ended before its file was cut short"
    );
}

#[test]
fn a_server_outlives_changes_of_its_file_and_says_nothing_false_meanwhile() {
    let folder = Folder::new();
    let whole = folder.solve("connect-four:4x4", "whole", "");
    let other = folder.solve("connect-four:5x4", "other", "");
    let served = folder.named("served.sol");
    let lines = ["", "1", "2", "12", "1234", "112233", "4321", "12213443"];
    let path = |line: &str| format!("/v1/games/connect-four-4x4/position?moves={line}");
    type Change<'a> = (&'a str, &'a dyn Fn());
    let changes: [Change<'_>; 3] = [
        ("cut short", &|| cut_short(Path::new(&served))),
        ("another", &|| {
            fs::copy(&other, &served).unwrap();
        }),
        ("one more byte", &|| {
            let file = OpenOptions::new().append(true).open(&served);
            file.unwrap().write_all(b"!").unwrap();
        }),
    ];
    for (name, change) in changes {
        fs::copy(&whole, &served).unwrap();
        let server = Serving::new(&["--cache", "0", &served]);
        let first = said(&server.get(&path(lines[0])));
        let truth: Vec<_> = {
            let server = Serving::new(&[&whole]);
            let answers = lines.map(|line| server.get(&path(line)));
            answers.iter().map(said).collect()
        };
        assert_eq!(first, truth[0]);
        sleep(Duration::from_millis(50));
        change();
        for (line, truth) in lines.iter().zip(truth) {
            let (status, answer) = server.answer(&path(line));
            match status {
                200 => assert_eq!(said(&answer), truth, "{name}: {line}"),
                _ => {
                    assert_eq!(status, 500, "{name}: {line}: {answer}");
                    let answer = answer.to_string();
                    assert!(
                        answer.contains("the game's file cannot be read"),
                        "{name}: {answer}"
                    );
                }
            }
        }
        assert_eq!(server.answer("/v1/health").0, 200, "{name}");
        // The file that was there before is as good as any other that is opened again.
        fs::copy(&whole, &served).unwrap();
        assert_eq!(server.answer("/v1/health").0, 200, "{name}");
        assert_eq!(server.stop().0, Some(0), "{name}");
        let again = Serving::new(&[&served]);
        assert_eq!(said(&again.get(&path(lines[0]))), first);
    }
}
