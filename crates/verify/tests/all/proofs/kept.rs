//! Misleading proofs found earlier: their claims are true, but of positions with a history that
//! their boards do not show.

use std::path::{Path, PathBuf};

use solveig_format::proof::{ChosenMoves, Proof, ProofHeader, ProofReader};
use solveig_verify::proof::{Beginning, ProofReport, Reachable, beginning, verify_proof_file};
use solveig_verify::{Bound, Budget, Limits, none_given};

use super::{check, claiming, header, without_moves};

fn kept(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/forged");
    folder.join(name)
}

fn checked(name: &str) -> ProofReport {
    verify_proof_file(&kept(name), Limits::default(), &none_given, &mut |_, _| {}).unwrap()
}

/// The start is worth +1, and this board looks like the start.
#[test]
fn a_board_that_looks_like_the_start_has_its_history_told() {
    let report = checked("h22s-a.proof");
    assert_eq!(report.header.at_least, Some(4));
    let start = report.beginning;
    assert!(!start.is_start());
    assert!(start.position.starts_with("---- "), "{start:?}");
    assert_eq!(start.moves, ["A1", "B2", "B1", "A1", "pass", "B1"]);
    let forbidden = ["-XO-", "XXO-", "--OO", "-XOO", "O-OO"];
    assert_eq!(start.forbidden_repetitions, forbidden);
}

/// The range of values, whose turn it is and where a game ends are facts of boards on which the
/// sides placed stones in turn. These files were accepted: `c4-76-exact-18` proves +18 of a board
/// that is worth +20 or more, as `c4-76-after-20` proves.
#[test]
fn boards_on_which_the_sides_did_not_take_turns_are_refused() {
    for (name, stones) in [
        (
            "c4-76-exact-18.proof",
            "3 stones of the side to move and 0 of the other",
        ),
        (
            "c4-76-after-20.proof",
            "3 stones of the side to move and 0 of the other",
        ),
        (
            "c4score52.proof",
            "0 stones of the side to move and 3 of the other",
        ),
    ] {
        let error = verify_proof_file(&kept(name), Limits::default(), &none_given, &mut |_, _| {});
        let error = error.expect_err("no such board").to_string();
        assert!(error.starts_with("header: 0x"), "{name}: {error}");
        assert!(error.contains(stones), "{name}: {error}");
    }
}

/// Claims that would hold by the rules as they are applied, of boards that there are not.
#[test]
fn boards_that_no_play_leaves_are_refused_with_the_reason() {
    const WON: &str = "the side to move has won, yet the other side moved after that";
    const EARLY: &str = "the side that moved last had won without its last stone";
    // Digits of keys from the last square on.
    let ternary = |digits: &str| u128::from_str_radix(digits, 3).unwrap();
    for (game, key, why) in [
        // Both have three in line.
        ("mnk:3x3?k=3", ternary("000222111"), WON),
        (
            "mnk:3x3?k=3",
            ternary("022000111"),
            "3 stones of the side to move and 2 of",
        ),
        // Two lines of two apart from each other.
        ("mnk:5x3?k=2", ternary("101010000022022"), EARLY),
        // Four stones in the first column, and four in the second.
        ("connect-four:4x4", 0b0_01111_11110, WON),
        ("connect-four:4x4?utility=score", 0b0_01111_11110, WON),
        (
            "hex:2x2",
            ternary("0101"),
            "2 stones of the side to move and 0 of",
        ),
        ("hex:3x3", ternary("001201221"), WON),
        // The first and the last column are whole.
        ("hex:4x2", ternary("10122112"), EARLY),
        ("go:2x1", 0b00_01_01, "both sides have a stone on A1"),
        ("go:2x1", 0b00_10_01, "the chain at A1 has no liberty"),
        ("go:2x1", 0b110_0001, "three passes"),
    ] {
        for bound in [-1, 1] {
            let header = claiming(from(game, Some(key), Vec::new()), Bound::AtLeast(bound));
            let checked = check(&without_moves(header, 1), Limits::default());
            let error = checked.expect_err("no such board").to_string();
            let expected = format!("header: {key:#x} is not the key of a position: {why}");
            assert!(error.starts_with(&expected), "{game}: {error}");
        }
    }
}

/// Play cannot reach a column whose lowest stone is the second player's, but all facts hold there.
#[test]
fn boards_that_play_cannot_reach_are_set_up_nevertheless() {
    let mut header = from("connect-four:1x4", Some(0b101), Vec::new());
    (header.at_least, header.at_most) = (Some(0), Some(0));
    let report = check(&without_moves(header, 6), Limits::default()).unwrap();
    assert_eq!(report.beginning.position, "././x/o");
    assert_eq!(report.beginning.set_up, Some(Reachable::No));
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

/// A header that claims at least +1 of a position.
fn from(game: &str, board: Option<u128>, moves: Vec<u32>) -> ProofHeader {
    ProofHeader {
        board,
        moves,
        ..header(game, Bound::AtLeast(1))
    }
}

#[test]
fn a_start_is_one_and_a_move_that_is_not_legal_is_named() {
    let budget = Budget::new(Limits::default());
    let beginning_of = |header: &ProofHeader| beginning(header, &budget, &none_given);
    assert!(
        beginning_of(&from("go:2x2", None, Vec::new()))
            .unwrap()
            .is_start()
    );
    assert!(
        !beginning_of(&from("go:2x2", None, vec![0]))
            .unwrap()
            .is_start()
    );
    let error = beginning_of(&from("go:2x2", None, vec![0, 1, 99]))
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
    assert_eq!(high.header.at_least, Some(4));
    assert_eq!(low.header.at_most, Some(-4));
    assert_eq!(high.beginning.position, low.beginning.position);
    assert_eq!(high.beginning.position, "O-OO X");
    assert_ne!(
        high.beginning.forbidden_repetitions,
        low.beginning.forbidden_repetitions
    );
    for report in [high, low] {
        let start = &report.beginning;
        assert_eq!(start.moves.len(), report.header.moves.len(), "{start:?}");
        assert!(!start.is_start());
        // Describing a proof needs no walk.
        let proof = without_moves(report.header.clone(), 0);
        let proof = ProofReader::from_bytes(proof).unwrap();
        let budget = Budget::new(Limits::default());
        assert_eq!(
            beginning(proof.header(), &budget, &none_given).unwrap(),
            *start
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
    let start = set_up("go:2x2", 0b0001);
    assert_eq!(start.set_up, Some(Reachable::No), "{start:?}");
    assert_eq!(start.forbidden_repetitions, Vec::<String>::new());
    // The same after a pass by White.
    let start = set_up("go:2x2", 0b0001 | 1 << 9);
    assert_eq!(
        (start.set_up, start.position.as_str()),
        (Some(Reachable::Yes), "X--- X, 1 passed")
    );
    // Nine squares, each a ternary digit: one stone of the other side.
    let start = set_up("mnk:3x3?k=3", 2);
    assert_eq!(start.set_up, Some(Reachable::Yes), "{start:?}");
    assert!(!set_up("mnk:3x3?k=3", 2).is_start());
}
