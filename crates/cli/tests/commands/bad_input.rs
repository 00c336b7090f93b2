//! Bad input: exit status 2, one line that says what is wrong, and nothing else.

use std::fs;

use solveig_testkit::cases::cases;

use crate::run::{Folder, expect_complaints, run, solveig};

#[test]
fn what_is_not_a_game_is_told_what_is() {
    let complaint = solveig("value chess:8x8").complaint();
    for game in [
        "\"chess\"",
        "othello",
        "connect-four",
        "mnk",
        "hex:CxR",
        "tree",
    ] {
        assert!(complaint.contains(game), "{complaint}");
    }
    for (spec, part) in [
        ("othello:5x6", "even"),
        ("othello:6", "columns x rows"),
        ("othello:6x6?komi=1", "\"komi\" is unknown"),
        ("othello:12x12", "64"),
        ("connect-four:9x9", "64"),
        ("mnk:3x3", "k"),
        ("go:8x8", "64 points: expected 1 to 49"),
        ("go:3x3?komi=0.3", "a multiple of 0.5"),
        ("go:3x3?superko=ssk", "positional or situational"),
        ("hex:12x12", "12 columns: expected 1 to 11"),
        ("hex:0x3", "0 columns: expected 1 to 11"),
        ("hex:ax3", "columns x rows, as in hex:4x4"),
        ("hex:200x200", "200 columns: expected 1 to 11"),
        ("tree:nowhere.json", "nowhere.json"),
        ("", "names no game"),
    ] {
        for command in ["value", "perft"] {
            let mut arguments = vec![command, spec];
            arguments.extend((command == "perft").then_some("1"));
            let complaint = run(&arguments, "").complaint();
            assert!(complaint.contains(part), "{spec}: {complaint}");
            let named = complaint.matches("nowhere.json").count();
            assert!(named <= 1, "a file is named once: {complaint}");
        }
    }
}

#[test]
fn settings_that_a_solver_lacks_are_told_what_it_has() {
    let folder = Folder::new();
    let proof = folder.named("a.proof");
    let table = "
        df-pn seed=2 => df-pn has no settings; ews, ews-wr and ews-ps have some
        ews speed=1 => \"speed=1\" is no setting of ews: expected NAME=VALUE with conjecture,
        ews seed=2, => \"\" is no setting of ews
        ews epsilon=-1 => epsilon=-1: expected a finite number of 0 or more
        ews-wr conjecture=node => conjecture=node: expected none, yes or no
        ews seed=1,epsilon=2,seed=1 => seed is given twice
        ews-ps epsilon=1 => \"epsilon=1\" is no setting of ews-ps: expected NAME=VALUE with seed
    ";
    for (chosen, part) in cases(table) {
        let (solver, settings) = chosen.split_once(' ').unwrap();
        for command in ["value hex:3x3", &format!("prove hex:3x3 --out {proof}")] {
            let chosen = format!("{command} --solver {solver} --ews {settings}");
            let complaint = solveig(&chosen).complaint();
            assert!(complaint.contains(part), "{complaint}");
            assert!(
                complaint.contains(&format!("--ews {settings}: ")),
                "{complaint}"
            );
        }
    }
    assert!(!std::path::Path::new(&proof).exists());
}

#[test]
fn boards_whose_keys_have_no_room_are_refused() {
    let folder = Folder::new();
    let out = folder.named("hex.sol");
    for arguments in [
        format!("solve hex:11x11 --out {out}"),
        format!("solve hex:11x11 --out {out} --solver minimax"),
        format!("solve hex:11x11 --out {out} --estimate"),
        "count hex:11x11 --scope strong".to_owned(),
        "count hex:11x11 --scope weak --solver minimax".to_owned(),
        "value hex:11x11 --solver pvs".to_owned(),
        "value hex:11x11 --knowledge none".to_owned(),
    ] {
        let complaint = solveig(&arguments).complaint();
        let problem = "hex:11x11 has keys of 193 bits; artifacts and tables have room for 128";
        assert!(complaint.starts_with(problem), "{arguments}: {complaint}");
        let advised = complaint.contains("`solveig prove hex:11x11");
        assert_eq!(advised, arguments.starts_with("solve "), "{complaint}");
    }
    assert!(folder.names().is_empty(), "{:?}", folder.names());
    assert_eq!(solveig("perft hex:11x11 2 --json").json()["paths"], 14_520);
}

#[test]
fn a_position_that_cannot_be_is_pointed_at() {
    let table = "
        othello:6x6 f5d6c3x9 => move 1 of \"f5d6c3x9\"
        othello:4x4 b1 a1 d4 d1 => move 3
        othello:4x4 b1zz => move 2
        othello:4x4 -----OX--XO---- => 15
        othello:4x4 -----OX--XO----- => side to move
        connect-four:7x6 44444449 => move 7
        connect-four:4x4 x.../..../..../.... => x
        connect-four:4x4 .... => one row: expected 4, with / or line breaks between them
        go:4x1 B1 D1 A1 C1 B1 => recreates the position after move 1
        go:2x2 XXXX O => the chain at A1 has no liberty
        hex:3x3 b2 d1 => no cell d1
        hex:3x3 b2b2 => move 2
        hex:3x3 XX------- X => 2 stones of the side to move
    ";
    for (question, part) in cases(table) {
        let (game, position) = question.split_once(' ').unwrap();
        let complaint = run(&["value", game, "--position", position], "").complaint();
        assert!(complaint.contains(part), "{position}: {complaint}");
    }
}

#[test]
fn arguments_are_checked_before_anything_is_done() {
    expect_complaints(
        "value othello:4x4 --memory lots => \"lots\" is not a size
        value othello:4x4 --memory 5 => 5 B is too little
        probe a.sol - --moves-json => --moves-json: expected --csv FILE
        export a.sol --force => --force: nothing is written without --out
        solve othello:4x4 --estimate --force => --force: nothing is written with --estimate
        sample othello:4x4 2 --search=never => --search: expected an artifact
        value connect-four:7x7 --memory 9999999TiB => no memory for
        value hex:3x3 --solver ews --memory 9000TiB => no memory for 8.8 PiB on this machine
        prove go:2x2 --out x --moves history-free --memory 9000TiB => no memory for 8.8 PiB
        value othello:4x4 --threads 0 => 0 is not in 1..=1024
        value othello:4x4 --threads many => 'many' for '--threads
        value othello:4x4 --at-least nan => expected a whole number
        value othello:4x4 --solver oracle => minimax, plain, alpha-beta, pvs
        count othello:4x4 --scope full => weak, semi-strong, strong
        count othello:4x4 => --scope
        count othello:6x6 --scope strong --to-level 1 => --to-level 1: othello:6x6 starts at level 4
        count othello:4x4 --scope weak --minimal => --minimal is for scope semi-strong
        count connect-four:4x4 --scope strong --minimal => --minimal
        solve othello:4x4 => --out
        perft othello:4x4 deep => 'deep'
        play othello:4x4 --side left => first, second, both, none
        man frobnicate => there is no command \"frobnicate\"
        man value frobnicate => there is no command \"frobnicate\"; value has none
        completions cmd => bash
        frobnicate => 'frobnicate'
        value => GAME
        value othello:4x4 --fast => '--fast'
        => no command is given",
    );
}

#[test]
fn files_that_are_no_artifacts_are_refused() {
    let folder = Folder::new();
    let out = folder.solve("connect-four:4x4", "c4", "");
    let certificate = folder.named("c4.cert");
    let bytes = fs::read(&out).unwrap();
    let (cut_short, empty, foreign) = (
        folder.named("short.sol"),
        folder.named("empty.sol"),
        folder.named("foreign.sol"),
    );
    fs::write(&cut_short, &bytes[..bytes.len() - 100]).unwrap();
    fs::write(&empty, "").unwrap();
    fs::write(&foreign, "a letter to a friend\n".repeat(100)).unwrap();
    let missing = folder.named("missing.sol");
    for file in [&cut_short, &empty, &foreign, &missing] {
        for command in ["info", "probe", "verify", "play"] {
            let complaint = run(&[command, file], "").complaint();
            assert!(complaint.starts_with(file.as_str()), "{complaint}");
            assert_eq!(complaint.matches(file.as_str()).count(), 1, "{complaint}");
        }
    }
    for command in ["probe", "verify"] {
        let complaint = run(&[command, &certificate], "").complaint();
        assert!(complaint.contains("expected an artifact"), "{complaint}");
    }
    let complaint = run(&["verify", &out, "--certificate", &out], "").complaint();
    assert!(complaint.contains("expected a certificate"), "{complaint}");
    let folder_itself = folder.path().to_str().unwrap();
    run(&["info", folder_itself], "").complaint();
}

#[test]
fn the_certificate_of_another_game_is_refused() {
    let folder = Folder::new();
    folder.solve("connect-four:4x4", "c4", "");
    folder.solve("mnk:3x3?k=3", "ttt", "");
    let verify = "verify @/c4.sol --certificate @/ttt.cert => a certificate for mnk:3x3?k=3";
    folder.expect_complaints(verify);
}

#[test]
fn a_game_in_place_of_a_file_is_told_what_takes_games() {
    expect_complaints(
        "probe connect-four:7x6 - => this is a game; expected a file: `solveig solve`
        export connect-four:7x6 => `solveig analyse` takes a game
        info connect-four:7x6 => this is a game
        verify connect-four:7x6 => this is a game
        verify nothing.sol => cannot read",
    );
}

#[test]
fn output_that_cannot_be_written_is_refused_before_the_work() {
    let folder = Folder::new();
    // Solving this game would take longer than anyone waits for a test.
    folder.expect_complaints(
        "solve othello:8x8 --out @ => directory
        solve othello:8x8 --out @/no/such/x.sol => @/no/such/x.sol
        solve othello:8x8 --out @/x.sol --certificate @/no/such/x.sol => @/no/such/x.sol",
    );
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn what_keeps_positions_by_key_refuses_games_that_depend_on_history() {
    let folder = Folder::new();
    let out = folder.named("go.sol");
    for command in [
        "value go:2x2 --solver pvs",
        "value go:2x2 --solver alpha-beta",
        "count go:2x2 --scope strong",
        "count go:2x2 --scope weak",
        "solve go:2x2 --estimate",
    ] {
        let complaint = solveig(command).complaint();
        assert!(complaint.contains("go:2x2"), "{command}: {complaint}");
        let reason = ["how play came about", "how play came to it"];
        let said = reason.iter().any(|reason| complaint.contains(reason));
        assert!(said, "{command}: {complaint}");
    }
    // Only what has proofs is told that it could be proved.
    for (game, has_proofs) in [("go:2x2", true), ("go:2x2?ko=basic", false)] {
        let complaint = run(&["solve", game, "--out", &out], "").complaint();
        assert!(complaint.contains("how play came to it"), "{complaint}");
        assert_eq!(complaint.contains("prove"), has_proofs, "{complaint}");
        assert!(!std::path::Path::new(&out).exists());
    }
    expect_complaints("perft go:3x3 1000000 => 1000");
}

/// Programs that ask for JSON get JSON, of bad arguments and of what fails later.
#[test]
fn errors_are_objects_for_those_who_ask_for_objects() {
    for (arguments, part) in [
        ("value chess:8x8 --json", "there is no game \"chess\""),
        ("--json value othello:4x4 -p zz", "move 1"),
        ("info nowhere.sol --json", "nowhere.sol"),
        ("value othello:4x4 --json --fast", "'--fast'"),
        ("--json", "no command is given"),
        ("perft --json othello:4x4 deep", "'deep'"),
        ("value othello:4x4 --csv - --json", "expected a header"),
    ] {
        let failure = solveig(arguments).failure();
        assert!(failure.contains(part), "{arguments}: {failure}");
    }
    let complaint = solveig("perft othello:4x4 -- --json").complaint();
    assert!(complaint.contains("'--json'"), "{complaint}");
}
