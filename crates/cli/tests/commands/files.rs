//! Commands about files: solve, info, probe, verify.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use solveig_testkit::cases::cases;

use crate::run::{Folder, run, solveig, start};

#[test]
fn a_game_is_solved_described_checked_and_asked() {
    let folder = Folder::new();
    let out = folder.named("c4.sol");
    let solve = "solve connect-four:4x4 --out @/c4.sol --certificate @/c4.cert --json";
    let solved = folder.solveig(solve).json();
    assert_eq!(solved["game"], "connect-four:4x4");
    assert_eq!(solved["scope"], "semi-strong");
    assert_eq!(solved["value"], 0);
    assert_eq!(
        folder.names(),
        ["c4.cert", "c4.sol"],
        "nothing else is left"
    );

    let info = folder.solveig("info @/c4.sol --json").json();
    assert_eq!(info["kind"], "artifact");
    assert_eq!(info["digest"], solved["digest"]);
    assert_eq!(info["value"], 0);
    assert_eq!(info["symmetry"], true);
    assert_eq!(info["cut"], Value::Null);
    let length = fs::metadata(&out).unwrap().len();
    assert_eq!(info["bytes"], length);
    assert_eq!(solved["out"]["bytes"], length);
    assert_eq!(info["levels"][0]["positions"], 1);
    assert_eq!(info["totals"]["positions"], solved["totals"]["artifact"]);
    let proof = folder.solveig("info @/c4.cert --json").json();
    assert_eq!(proof["kind"], "certificate");
    assert_eq!(proof["artifact"], solved["digest"]);
    let text = folder.solveig("info @/c4.sol").text();
    assert!(text.contains(solved["digest"].as_str().unwrap()));
    let both = "info @/c4.sol --certificate @/c4.cert";
    let with = folder.solveig(&format!("{both} --json")).json();
    assert_eq!(with["levels"], info["levels"]);
    assert_eq!(with["certificate"]["levels"], proof["levels"]);
    assert_eq!(with["certificate"]["digest"], proof["digest"]);
    let text = folder.solveig(both).text();
    assert!(text.contains("artifact          certificate                total\n"));
    folder.expect_complaints("info @/c4.sol --certificate @/c4.sol => is not a certificate of");

    for options in ["", "--certificate @/c4.cert", "--threads 2"] {
        let verified = folder
            .solveig(&format!("verify @/c4.sol {options} --json"))
            .json();
        assert_eq!(verified["holds"], true);
        assert_eq!(verified["digest"], solved["digest"]);
        assert_eq!(verified["value"], 0);
    }
    let text = folder
        .solveig("verify @/c4.sol --certificate @/c4.cert")
        .text();
    assert!(text.starts_with("holds: connect-four:4x4 has the value 0"));

    let value = solveig("value connect-four:4x4 --canonical --json").json();
    let probed = folder.solveig("probe @/c4.sol - --pv --json").json();
    for key in ["value", "best_move", "pv"] {
        assert_eq!(probed[key], value[key], "{key}");
    }
}

#[test]
fn a_damaged_file_is_named_once() {
    let folder = Folder::new();
    let out = folder.solve("connect-four:4x4", "c4", "");
    let mut bytes = fs::read(&out).unwrap();
    let blocks = bytes.len() / 4..bytes.len() / 2;
    bytes[blocks].iter_mut().for_each(|byte| *byte ^= 0x55);
    fs::write(&out, bytes).unwrap();
    let discs = "1\n2\n3\n4\n".repeat(4);
    for complaint in [
        run(&["play", &out], &discs).stderr,
        run(&["gtp", &out], "").complaint(),
        run(&["serve", &out, "--listen", "127.0.0.1:0"], "").complaint(),
    ] {
        assert!(complaint.contains("checksum is "), "{complaint}");
        assert_eq!(complaint.matches("c4.sol").count(), 1, "{complaint}");
    }
}

#[test]
fn large_boards_of_hex_are_searched_without_a_table() {
    // Black has gone down the middle, and White has done nothing about it.
    let played = "f6a1e8a2d10a3g4a4h2";
    let position = format!("value hex:11x11 -p {played} --at-least 1 --json");
    assert_eq!(solveig(&position).json()["value"], serde_json::Value::Null);
    assert_eq!(solveig(&position).json()["status"], "bound");
}

#[test]
fn each_position_asked_is_one_answer() {
    let folder = Folder::new();
    let out = folder.solve("connect-four:4x4", "c4", "");
    let positions = ["-", "2", "1144", "12 12 12 1"];
    let arguments = [&["probe", "--no-search", &out][..], &positions, &["--json"]].concat();
    let answers = run(&arguments, "").objects();
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["position"], "-");
    assert_eq!(answers[0]["status"], "exact");
    assert_eq!(answers[0]["source"], "certified");
    let moves = answers[0]["moves"].as_array().unwrap();
    let names: Vec<&str> = moves
        .iter()
        .map(|one| one["move"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["2", "3", "1", "4"], "in the order that breaks ties");
    let best = |one: &&Value| one["move"] == answers[0]["best_move"];
    assert_eq!(
        moves.iter().find(best).unwrap()["value"],
        answers[0]["value"]
    );

    let outside = &answers[2];
    assert_eq!(outside["status"], "outside");
    assert_eq!(outside["value"], Value::Null);
    assert_eq!(outside["best_move"], Value::Null);

    let over = &answers[3];
    assert_eq!(over["source"], "terminal");
    assert_eq!(over["moves"], serde_json::json!([]));

    let text = run(&arguments[..7], "").text();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("-: 0, best 2; moves: 2 0, "), "{text}");
    assert!(lines[2].starts_with("1144: outside"), "{text}");
}

/// What is known of the moves of a position is known of the position, though the artifact lacks it.
#[test]
fn no_position_is_outside_where_a_move_decides_it() {
    let folder = Folder::new();
    let out = folder.solve("connect-four:5x4", "c54", "");
    // All beginnings of three discs a side.
    let lines: Vec<String> = (0..5u32.pow(6))
        .step_by(3)
        .map(|number| {
            let column = |at: u32| char::from(b'1' + (number / 5u32.pow(at) % 5) as u8);
            (0..6).map(column).collect()
        })
        .collect();
    let answers = run(&["probe", &out, "--json"], &lines.join("\n"));
    let mut derived = 0;
    for answer in answers.stdout.lines() {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let Some(moves) = answer["moves"].as_array() else {
            continue;
        };
        let proved_value = |of: &Value| of["value"].as_i64().or(of["at_least"].as_i64());
        let best = moves.iter().filter_map(proved_value).max();
        match answer["status"].as_str().unwrap() {
            "outside" => assert!(best.is_none_or(|best| best == -1), "{answer}"),
            _ => assert!(proved_value(&answer) >= best, "{answer}"),
        }
        if answer["source"] == "derived" {
            derived += 1;
            let reaches = |one: &&Value| one["move"] == answer["best_move"];
            let reached = proved_value(moves.iter().find(reaches).unwrap());
            assert_eq!(proved_value(&answer), reached, "{answer}");
            let wins = best == Some(1);
            let settled = moves.iter().all(|one| one["value"].is_i64());
            assert_eq!(answer["value"].is_i64(), wins || settled, "{answer}");
        }
    }
    assert!(derived > 10, "{derived}");
}

#[test]
fn positions_come_from_standard_input_where_none_is_named() {
    let folder = Folder::new();
    let out = folder.solve("othello:4x4", "o", "");
    let board = "-----OX--XO----- X";
    let answers = run(
        &["probe", &out, "--json"],
        &format!("-\r\n{board}\n\nb1 a1"),
    )
    .objects();
    assert_eq!(answers.len(), 4);
    for start in &answers[..3] {
        assert_eq!(start["value"], -10);
    }
    assert_eq!(answers[1]["position"], board);
    let mut named = run(&["probe", &out, board, "--json"], "").json();
    assert_eq!(
        (&named["line"], &answers[1]["line"]),
        (&1.into(), &2.into())
    );
    for apart in ["line", "seconds"] {
        named[apart] = answers[1][apart].clone();
    }
    assert_eq!(named, answers[1]);
    let between = run(&["probe", &out, "-", board, "--pv", "--json"], "").objects();
    assert_eq!(between.len(), 2, "options may follow positions");
}

#[test]
fn a_line_that_is_no_position_is_answered_too_and_the_others_are_not_lost() {
    let folder = Folder::new();
    let out = folder.solve("connect-four:4x4", "c4", "");
    let ran = run(&["probe", &out, "--json"], "2\n9\n22222\n3\n");
    assert_eq!(ran.status, 2);
    let lines: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["status"], "exact");
    assert_eq!(lines[1]["position"], "9");
    let error = |at: usize| lines[at]["error"]["message"].as_str().unwrap();
    assert!(error(1).contains("column"));
    assert!(error(2).contains("move 5"));
    assert_eq!(lines[3]["status"], "exact");
    let said =
        "error: standard input: lines that hold no position: 2 of 4; their answers say why\n";
    assert_eq!(ran.stderr, said);

    let ran = run(&["probe", &out], "2\n9\n3\n");
    assert_eq!((ran.status, ran.stdout.lines().count()), (2, 3));
    let bad = ran.stdout.lines().nth(1).unwrap();
    assert!(bad.starts_with("9: error: move 1 of \"9\""), "{bad}");

    let named = run(&["probe", &out, "2", "9"], "");
    assert_eq!((named.status, named.stdout.lines().count()), (2, 1));
    assert!(
        named
            .stderr
            .starts_with("error: position 2: move 1 of \"9\"")
    );
}

/// Whatever the threads, the memory, the solver, and what is known of the game.
#[test]
fn a_game_has_the_same_bytes_however_it_is_solved() {
    let folder = Folder::new();
    let files = |game: &str, options: &str| {
        folder.solve(game, "one", &format!("{options} --force"));
        ["one.sol", "one.cert"].map(|name| fs::read(folder.file(name)).unwrap())
    };
    let table = "
        connect-four:4x4 => --threads 2
        connect-four:4x4 => --memory 64MiB
        connect-four:4x4 => --solver alpha-beta
        hex:3x4 => --knowledge none
        hex:3x4 => --solver ews
        hex:3x4 => --solver ews --knowledge none
        hex:3x4 => --solver df-pn
        hex:3x4 => --solver pns --knowledge none
    ";
    for (game, options) in cases(table) {
        let expected = files(game, "--threads 1 --memory 1MiB");
        assert!(files(game, options) == expected, "{game} {options}");
        let verified = folder
            .solveig("verify @/one.sol --certificate @/one.cert --json")
            .json();
        assert_eq!(verified["holds"], true, "{game} {options}");
    }
    let game = "connect-four:4x4";
    assert_ne!(files(game, ""), files(game, "--no-symmetry"));
}

#[test]
fn a_count_that_was_killed_goes_on() {
    let folder = Folder::new();
    let work = folder.file("work");
    for scope in ["weak", "semi-strong"] {
        let count = format!("count connect-four:5x4 --scope {scope} --json");
        let resumed = folder.filled(&format!("{count} --work @/work"));
        for files in [8, 16] {
            let mut child = start(&resumed);
            let begun = || fs::read_dir(&work).map_or(0, Iterator::count) > files;
            while !begun() && child.try_wait().unwrap().is_none() {
                sleep(Duration::from_millis(1));
            }
            child.kill().unwrap();
            child.wait().unwrap();
        }
        if work.exists() {
            let other = format!("count connect-four:4x4 --scope {scope} --work @/work");
            folder.expect_complaints(&format!("{other} => connect-four:5x4"));
        }
        let (resumed, whole) = (solveig(&resumed).json(), solveig(&count).json());
        assert_eq!(resumed["levels"], whole["levels"]);
        assert!(!work.exists());
    }
}

#[test]
fn a_changed_byte_does_not_hold() {
    let folder = Folder::new();
    let out = folder.solve("connect-four:4x4", "c4", "");
    let mut bytes = fs::read(&out).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&out, bytes).unwrap();
    let ran = run(&["verify", &out, "--json"], "");
    assert_eq!((ran.status, ran.stderr.as_str()), (1, ""));
    let verdict: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(verdict["holds"], false);
    assert!(verdict["problem"].as_str().unwrap().contains("block"));
    let ran = run(&["verify", &out], "");
    assert_eq!(ran.status, 1);
    assert!(ran.stdout.starts_with("DOES NOT HOLD: "), "{}", ran.stdout);
}

#[test]
fn a_finished_file_of_another_game_is_replaced_only_by_force() {
    let folder = Folder::new();
    folder.solve("connect-four:4x4", "c4", "");
    folder
        .solveig("prove connect-four:4x4 --out @/c4.proof")
        .text();
    let before = folder.names();
    for (line, name) in [
        ("solve connect-four:4x3 --out @/c4.sol", "c4.sol"),
        (
            "solve connect-four:4x3 --out @/other --certificate @/c4.cert",
            "c4.cert",
        ),
        ("prove connect-four:4x3 --out @/c4.proof", "c4.proof"),
    ] {
        let file = folder.file(name);
        let bytes = fs::read(&file).unwrap();
        let refused = folder.solveig(line).complaint();
        let expected = "exists and is of another game, connect-four:4x4; --force replaces it";
        assert_eq!(refused, format!("{} {expected}", file.display()));
        assert_eq!(fs::read(&file).unwrap(), bytes);
        assert_eq!(folder.names(), before);
        folder.solveig(&format!("{line} --force")).text();
        assert_ne!(fs::read(&file).unwrap(), bytes);
        let _ = fs::remove_file(folder.file("other"));
    }
}
