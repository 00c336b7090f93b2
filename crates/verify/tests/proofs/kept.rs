//! Misleading proofs found earlier: their claims are true, but of positions with a history that
//! their boards do not show.

use std::path::{Path, PathBuf};

use solveig_format::proof::{ChosenMoves, MemoryLimits, Proof, ProofHeader, ProofReader};
use solveig_verify::proof::{Beginning, ProofReport, Reachable, beginning, verify_proof_file};
use solveig_verify::{Budget, Limits, none_given};

fn kept(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/forged");
    folder.join(name)
}

fn checked(name: &str) -> ProofReport {
    verify_proof_file(&kept(name), Limits::default(), &none_given, &mut |_, _| {}).unwrap()
}

fn is_about(beginning: &Beginning, moves: usize, forbidden: usize) {
    assert_eq!(beginning.moves.len(), moves, "{beginning:?}");
    assert_eq!(
        beginning.forbidden_repetitions.len(),
        forbidden,
        "{beginning:?}"
    );
    assert!(!beginning.is_start());
}

/// The start is worth +1, and this board looks like the start.
#[test]
fn a_board_that_looks_like_the_start_has_its_history_told() {
    let report = checked("h22s-a.proof");
    assert_eq!(report.header.at_least, Some(4));
    let told = report.beginning;
    println!("{told:?}");
    is_about(
        &told,
        report.header.moves.len(),
        told.forbidden_repetitions.len(),
    );
    assert!(told.position.starts_with("---- "), "{told:?}");
    assert!(told.forbidden_repetitions.len() > 3, "{told:?}");
    assert_eq!(told.moves, ["A1", "B2", "B1", "A1", "pass", "B1"]);
    let forbidden = ["-XO-", "XXO-", "--OO", "-XOO", "O-OO"];
    assert_eq!(told.forbidden_repetitions, forbidden);
}

/// Files of each version go on to be read and confirmed.
#[test]
fn files_of_each_version_are_confirmed() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../format/tests/data");
    for (name, game, claims, digest) in [
        (
            "proof-version-1.golden",
            "go:2x3",
            (Some(0), Some(0)),
            "d48496446a2b853b17cfdef2af549dd840c7191afbb001ef90d7d30430303520",
        ),
        (
            "proof-version-2.golden",
            "go:4x3",
            (Some(4), None),
            "0926e67a12436a6852379de902d6a7464e762688814b7eb1400c88413bfd4780",
        ),
    ] {
        let path = data.join(name);
        let report = verify_proof_file(&path, Limits::default(), &none_given, &mut |_, _| {});
        let report = report.unwrap();
        let header = &report.header;
        assert_eq!((header.at_least, header.at_most), claims, "{name}");
        assert_eq!(
            (header.game.as_str(), report.digest.to_string()),
            (game, digest.to_owned())
        );
    }
}

fn from(game: &str, board: Option<u128>, moves: Vec<u32>) -> ProofHeader {
    ProofHeader {
        game: game.to_owned(),
        board,
        moves,
        at_least: Some(1),
        at_most: None,
        knowledge: false,
        loser_may_repeat: false,
        memory: MemoryLimits::default(),
        program: "a test".to_owned(),
    }
}

#[test]
fn a_start_is_one_and_a_move_that_is_not_legal_is_named() {
    let budget = Budget::new(Limits::default());
    let told = |header: &ProofHeader| beginning(header, &budget, &none_given);
    assert!(told(&from("go:2x2", None, Vec::new())).unwrap().is_start());
    assert!(!told(&from("go:2x2", None, vec![0])).unwrap().is_start());
    let error = told(&from("go:2x2", None, vec![0, 1, 99]))
        .unwrap_err()
        .to_string();
    let expected = "header: move 3, at X-O- X: expected one of 3 moves, found the move at place 99";
    assert_eq!(error, expected);
}

/// The winner's first two moves, and none after that.
#[test]
fn a_winner_without_a_move_is_told_where() {
    for moves in 0..3 {
        let mut choices = ChosenMoves::default();
        for _ in 0..moves {
            choices.push(0, 5);
        }
        let proof = Proof {
            header: from("go:2x2", None, Vec::new()),
            moves: choices,
            nodes: 100,
        };
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("moves-{moves}.proof"));
        std::fs::write(&path, proof.encode().unwrap().0).unwrap();
        let error =
            verify_proof_file(&path, Limits::default(), &none_given, &mut |_, _| {}).unwrap_err();
        let after = [
            "no move, position ----",
            "A1 B1, position XO--",
            "A1 B1 A2 B2, position -O-O",
        ];
        let expected = format!(
            "at least +1: after {} X: expected a move, but the file has no more moves",
            after[moves]
        );
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn two_values_of_one_board_differ_by_the_history_that_is_told() {
    let (high, low) = (checked("h22-a.proof"), checked("h22-b.proof"));
    println!("{:?}\n{:?}", high.beginning, low.beginning);
    assert_eq!(high.header.at_least, Some(4));
    assert_eq!(low.header.at_most, Some(-4));
    assert_eq!(high.beginning.position, low.beginning.position);
    assert_eq!(high.beginning.position, "O-OO X");
    assert_ne!(
        high.beginning.forbidden_repetitions,
        low.beginning.forbidden_repetitions
    );
    for report in [high, low] {
        let told = &report.beginning;
        is_about(
            told,
            report.header.moves.len(),
            told.forbidden_repetitions.len(),
        );
        // Describing a proof needs no walk.
        let proof = ProofReader::from_bytes(
            Proof {
                header: report.header.clone(),
                moves: ChosenMoves::default(),
                nodes: 0,
            }
            .encode()
            .unwrap()
            .0,
        )
        .unwrap();
        let budget = Budget::new(Limits::default());
        assert_eq!(
            beginning(proof.header(), &budget, &none_given).unwrap(),
            *told
        );
    }
}

fn set_up(game: &str, key: u128) -> Beginning {
    let header = from(game, Some(key), Vec::new());
    beginning(&header, &Budget::new(Limits::default()), &none_given).unwrap()
}

#[test]
fn boards_that_were_set_up_are_told_from_those_of_play() {
    // go:2x2 with one black stone, Black to move: White has passed, or has never moved.
    let told = set_up("go:2x2", 0b0001);
    assert_eq!(told.set_up, Some(Reachable::No), "{told:?}");
    assert_eq!(told.forbidden_repetitions, Vec::<String>::new());
    // The same after a pass by White.
    let told = set_up("go:2x2", 0b0001 | 1 << 9);
    assert_eq!(
        (told.set_up, told.position.as_str()),
        (Some(Reachable::Yes), "X--- X, 1 passed")
    );
    // Nine squares, each a ternary digit: one stone of the side to move, none of the other.
    let told = set_up("mnk:3x3?k=3", 1);
    assert_eq!(told.set_up, Some(Reachable::No), "{told:?}");
    let told = set_up("mnk:3x3?k=3", 2);
    assert_eq!(told.set_up, Some(Reachable::Yes), "{told:?}");
    // The game was over with four in line before the last move.
    let four = (0..4).map(|at| 3_u128.pow(at)).sum::<u128>();
    let others = (7..10).map(|at| 2 * 3_u128.pow(at)).sum::<u128>();
    assert_ne!(
        set_up("mnk:6x6?k=4", four + others).set_up,
        Some(Reachable::Yes)
    );
    assert!(!set_up("mnk:3x3?k=3", 2).is_start());
}
