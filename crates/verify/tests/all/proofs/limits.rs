//! A check ends within its limits, whatever the file contains.

use std::path::Path;
use std::time::Duration;

use solveig_format::proof::{ChosenMoves, MemoryLimits, Proof, ProofHeader, WalkKind};
use solveig_verify::proof::{ProofError, verify_proof_file};
use solveig_verify::{Bound, Limits, Undecided, none_given};

use super::{check, header, repeating, without_moves};

/// A header that grants itself all memory.
fn greedy_header(game: &str) -> ProofHeader {
    ProofHeader {
        walk: WalkKind::Rules(MemoryLimits {
            of_answer: u32::MAX,
            in_all: u64::MAX,
            answers: u64::MAX,
        }),
        ..header(game, Bound::AtLeast(-100))
    }
}

/// A file with the greatest limits and moves for an endless walk.
fn greedy(header: ProofHeader, at_least: i32) -> Vec<u8> {
    let mut moves = ChosenMoves::default();
    for _ in 0..400_000 {
        moves.push(0, 64);
    }
    let header = ProofHeader {
        at_least: Some(at_least),
        ..header
    };
    let proof = Proof {
        header,
        moves,
        nodes: u64::MAX,
    };
    proof.encode().unwrap().0
}

/// The memory of this process in bytes.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
}

#[test]
fn memory_is_not_exceeded_by_what_a_file_grants_itself() {
    for (header, at_least) in [
        (greedy_header("go:5x5"), -25),
        (greedy_header("go:7x7"), -49),
        (repeating(greedy_header("go:5x5")), -25),
        (repeating(greedy_header("go:7x7")), -49),
        (greedy_header("othello:6x6"), -36),
        (greedy_header("connect-four:7x6"), -1),
    ] {
        // The least value holds without a walk, so the claim must be higher.
        let game = header.game.clone();
        let bytes = greedy(header, at_least + 1);
        for memory in [0, 1 << 12, 1 << 16, 1 << 20, 1 << 25] {
            let before = resident();
            let limits = Limits {
                time: Some(Duration::from_secs(30)),
                memory,
            };
            let verdict = check(&bytes, limits);
            if memory < 1 << 20 {
                let error = verdict.expect_err("too little memory");
                let is_named = matches!(error, ProofError::Undecided(Undecided::Memory { .. }));
                // A wrong move may be found first.
                assert!(is_named || memory > 1 << 12, "{game} {memory}: {error}");
            }
            if let (Some(before), Some(after)) = (before, resident()) {
                let grown = after.saturating_sub(before);
                assert!(grown <= 2 * memory + (24 << 20), "{game} {memory}: {grown}");
            }
        }
    }
}

#[test]
fn time_is_kept_while_a_file_is_opened() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/forged/h22-a.proof");
    let within = |time| {
        let limits = Limits {
            time,
            memory: 1 << 20,
        };
        verify_proof_file(Path::new(path), limits, &none_given, &mut |_, _| {})
    };
    assert!(within(None).is_ok());
    let error = within(Some(Duration::ZERO)).unwrap_err();
    assert!(
        matches!(error, ProofError::Undecided(Undecided::Time(_))),
        "{error}"
    );
}

#[test]
fn time_is_kept() {
    for header in [greedy_header("go:5x5"), repeating(greedy_header("go:7x7"))] {
        let limits = Limits {
            time: Some(Duration::ZERO),
            memory: u64::MAX,
        };
        let error = check(&greedy(header, -20), limits).expect_err("no time");
        assert!(
            matches!(error, ProofError::Undecided(Undecided::Time(_))),
            "{error}"
        );
    }
}

/// The most moves that a header has room for.
#[test]
fn a_header_of_many_moves_is_played_within_the_limits() {
    let header = ProofHeader {
        moves: vec![0; 16_000],
        ..greedy_header("go:7x7")
    };
    let bytes = without_moves(header.clone(), 1);
    let limits = Limits {
        time: None,
        memory: 1 << 16,
    };
    let error = check(&bytes, limits).unwrap_err();
    assert!(
        matches!(error, ProofError::Undecided(_) | ProofError::Failed(_)),
        "{error}"
    );
    let limits = Limits {
        time: Some(Duration::ZERO),
        memory: u64::MAX,
    };
    let error = check(&bytes, limits).unwrap_err();
    assert!(
        matches!(error, ProofError::Undecided(Undecided::Time(_))),
        "{error}"
    );
    // More moves than fit are not written.
    let proof = Proof {
        header: ProofHeader {
            moves: vec![0; 16_500],
            ..header
        },
        moves: ChosenMoves::default(),
        nodes: 1,
    };
    assert!(proof.encode().is_err());
}
