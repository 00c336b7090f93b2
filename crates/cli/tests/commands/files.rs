//! Commands about files: solve, info, probe, verify.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::run::{Folder, run, solveig, words};

#[test]
fn a_game_is_solved_described_checked_and_asked() {
    let folder = Folder::new();
    let (out, certificate) = (folder.named("c4.sol"), folder.named("c4.cert"));
    let solved = run(
        &[
            "solve",
            "connect-four:4x4",
            "--out",
            &out,
            "--certificate",
            &certificate,
            "--json",
        ],
        "",
    )
    .json();
    assert_eq!(solved["game"], "connect-four:4x4");
    assert_eq!(solved["scope"], "semi-strong");
    assert_eq!(solved["value"], 0);
    assert_eq!(
        folder.names(),
        ["c4.cert", "c4.sol"],
        "nothing else is left"
    );

    let info = run(&["info", &out, "--json"], "").json();
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
    let proof = run(&["info", &certificate, "--json"], "").json();
    assert_eq!(proof["kind"], "certificate");
    assert_eq!(proof["artifact"], solved["digest"]);
    let text = run(&["info", &out], "").text();
    assert!(text.contains(solved["digest"].as_str().unwrap()));
    let both = ["info", &out, "--certificate", &certificate, "--json"];
    let with = run(&both, "").json();
    assert_eq!(with["levels"], info["levels"]);
    assert_eq!(with["certificate"]["levels"], proof["levels"]);
    assert_eq!(with["certificate"]["digest"], proof["digest"]);
    let text = run(&both[..4], "").text();
    assert!(text.contains("artifact          certificate                total\n"));
    let complaint = run(&["info", &out, "--certificate", &out], "").complaint();
    assert!(complaint.contains("is not a certificate of"), "{complaint}");

    for arguments in [
        vec!["verify", &out, "--json"],
        vec!["verify", &out, "--certificate", &certificate, "--json"],
        vec!["verify", &out, "--threads", "2", "--json"],
    ] {
        let verified = run(&arguments, "").json();
        assert_eq!(verified["holds"], true);
        assert_eq!(verified["digest"], solved["digest"]);
        assert_eq!(verified["value"], 0);
    }
    let text = run(&["verify", &out, "--certificate", &certificate], "").text();
    assert!(text.starts_with("holds: connect-four:4x4 has the value 0"));

    let value = solveig("value connect-four:4x4 --canonical --json").json();
    let probed = run(&["probe", &out, "-", "--pv", "--json"], "").json();
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
fn hex_is_solved_checked_and_asked() {
    let folder = Folder::new();
    for (number, options) in ["", "--no-symmetry", "--scope strong", "--scope weak"]
        .into_iter()
        .enumerate()
    {
        let name = format!("hex{number}");
        // Only semi-strong solutions have certificates.
        let out = match options.starts_with("--scope") {
            true => folder.named(&format!("{name}.sol")),
            false => folder.solve("hex:3x3", &name, options),
        };
        if options.starts_with("--scope") {
            run(
                &[&["solve", "hex:3x3", "--out", &out], &*words(options)].concat(),
                "",
            )
            .text();
        } else {
            let certificate = folder.named(&format!("{name}.cert"));
            let proof = ["verify", &out, "--certificate", &certificate, "--json"];
            assert_eq!(run(&proof, "").json()["holds"], true);
        }
        let verified = run(&["verify", &out, "--json"], "").json();
        assert_eq!(verified["holds"], true, "{options}");
        assert_eq!(verified["value"], 1);
    }
    let out = folder.named("hex0.sol");
    let value = solveig("value hex:3x3 --canonical --json").json();
    let probed = run(&["probe", &out, "-", "--pv", "--json"], "").json();
    for key in ["value", "best_move", "pv"] {
        assert_eq!(probed[key], value[key], "{key}");
    }
    assert_eq!(value["best_move"], "c1");
}

#[test]
fn what_is_known_of_hex_changes_no_artifact() {
    let folder = Folder::new();
    let mut digests = Vec::new();
    for (number, options) in [
        "",
        "--knowledge none",
        "--solver ews",
        "--solver ews --knowledge none",
        "--solver df-pn",
        "--solver pns --knowledge none",
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("hex{number}");
        let out = folder.solve("hex:3x4", &name, options);
        let certificate = folder.named(&format!("{name}.cert"));
        let proof = ["verify", &out, "--certificate", &certificate, "--json"];
        let proof = run(&proof, "").json();
        assert_eq!(proof["holds"], true, "{options}");
        digests.push(proof["digest"].clone());
    }
    digests.dedup();
    assert_eq!(digests.len(), 1, "{digests:?}");
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
    let arguments = ["probe", &out, "-", "2", "1144", "12 12 12 1", "--json"];
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

    let text = run(&arguments[..6], "").text();
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
        let known = |of: &Value| of["value"].as_i64().or(of["at_least"].as_i64());
        let best = moves.iter().filter_map(known).max();
        match answer["status"].as_str().unwrap() {
            "outside" => assert!(best.is_none_or(|best| best == -1), "{answer}"),
            _ => assert!(known(&answer) >= best, "{answer}"),
        }
        if answer["source"] == "derived" {
            derived += 1;
            let reaches = |one: &&Value| one["move"] == answer["best_move"];
            let reached = known(moves.iter().find(reaches).unwrap());
            assert_eq!(known(&answer), reached, "{answer}");
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

#[test]
fn above_the_cut_positions_are_searched() {
    let folder = Folder::new();
    let whole = folder.solve("othello:4x4", "whole", "");
    let cut = folder.solve("othello:4x4", "cut", "--cut 9");
    let info = run(&["info", &cut, "--json"], "").json();
    assert_eq!(info["cut"], 9);
    let sizes = [&cut, &whole].map(|path| fs::metadata(path).unwrap().len());
    assert!(sizes[0] < sizes[1]);
    let probe = |path: &str| run(&["probe", path, "-", "--pv", "--json"], "").json();
    assert_eq!(probe(&cut)["pv"], probe(&whole)["pv"]);
    let line = probe(&whole)["pv"].as_array().unwrap().clone();
    let line: Vec<&str> = line.iter().map(|one| one.as_str().unwrap()).collect();
    let late = line[..7].join("");
    let searched = run(&["probe", &cut, &late, "--json"], "").json();
    let certified = run(&["probe", &whole, &late, "--json"], "").json();
    assert_eq!(searched["source"], "searched");
    assert_eq!(searched["value"], certified["value"]);
    assert_eq!(searched["best_move"], certified["best_move"]);
    let moves = searched["moves"].as_array().unwrap();
    assert!(moves.iter().all(|one| one["value"].is_number()));
    let verified = run(&["verify", &cut, "--json"], "").json();
    assert_eq!(verified["holds"], true);
}

#[test]
fn scope_weak_answers_with_bounds() {
    let folder = Folder::new();
    let out = folder.named("weak.sol");
    run(
        &["solve", "othello:4x4", "--scope", "weak", "--out", &out],
        "",
    )
    .text();
    let line = solveig("value othello:4x4 --json").json()["pv"].clone();
    let first = line[0].as_str().unwrap();
    let input = "a1 b1 c1 d1 a2 d2 a3 d3 a4 b4 c4 d4";
    let replies: String = input
        .split(' ')
        .map(|reply| format!("{first}{reply}\n"))
        .collect();
    let ran = run(&["probe", &out, "--json"], &format!("-\n{replies}"));
    let answers: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers[0]["value"], -10);
    let bound = |one: &&Value| one["status"] == "bound";
    let bounds: Vec<&Value> = answers.iter().filter(bound).collect();
    assert!(!bounds.is_empty(), "{answers:?}");
    for one in bounds {
        assert_eq!(one["value"], Value::Null);
        let sides = ["at_least", "at_most"].map(|side| one[side].is_number());
        assert_ne!(sides[0], sides[1], "one side is known: {one}");
    }
}

#[test]
fn the_same_arguments_write_the_same_bytes() {
    let folder = Folder::new();
    let first = folder.solve("connect-four:4x4", "first", "--threads 1 --memory 1MiB");
    for (name, options) in [
        ("threads", "--threads 2"),
        ("memory", "--memory 64MiB"),
        ("alpha-beta", "--solver alpha-beta"),
    ] {
        let other = folder.solve("connect-four:4x4", name, options);
        assert_eq!(fs::read(&first).unwrap(), fs::read(other).unwrap());
        let certificates = ["first", name].map(|name| {
            let file = folder.file(&format!("{name}.cert"));
            fs::read(file).unwrap()
        });
        assert_eq!(certificates[0], certificates[1]);
    }
    let apart = folder.solve("connect-four:4x4", "apart", "--no-symmetry");
    assert_ne!(fs::read(&first).unwrap(), fs::read(apart).unwrap());
}

#[test]
fn a_solve_that_was_killed_goes_on_and_writes_the_same_bytes() {
    let folder = Folder::new();
    let game = "connect-four:5x4";
    let whole = folder.solve(game, "whole", "");
    let out = folder.named("killed.sol");
    let certificate = folder.named("killed.cert");
    let arguments = ["solve", game, "--out", &out, "--certificate", &certificate];
    let work = folder.file("killed.sol.work");
    for files in [6, 12, 16] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_solveig"))
            .args(arguments)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // The work directory has a file and more for each level.
        let begun = || fs::read_dir(&work).map_or(0, Iterator::count) > files;
        while !begun() && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    run(&arguments, "").text();
    for (one, other) in [(whole, out), (folder.named("whole.cert"), certificate)] {
        assert_eq!(fs::read(one).unwrap(), fs::read(other).unwrap());
    }
    assert!(!work.exists());
}

#[test]
fn a_count_that_was_killed_goes_on() {
    let folder = Folder::new();
    let work = folder.file("work");
    let named = folder.named("work");
    for scope in ["weak", "semi-strong"] {
        let count = ["count", "connect-four:5x4", "--scope", scope, "--json"];
        let resumed = [&count[..], &["--work", &named]].concat();
        for files in [8, 16] {
            let mut child = Command::new(env!("CARGO_BIN_EXE_solveig"))
                .args(&resumed)
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            let begun = || fs::read_dir(&work).map_or(0, Iterator::count) > files;
            while !begun() && child.try_wait().unwrap().is_none() {
                sleep(Duration::from_millis(1));
            }
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let other = [
            "count",
            "connect-four:4x4",
            "--scope",
            scope,
            "--work",
            &named,
        ];
        if work.exists() {
            let refused = run(&other, "").complaint();
            assert!(refused.contains("connect-four:5x4"), "{refused}");
        }
        let (resumed, whole) = (run(&resumed, "").json(), run(&count, "").json());
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
fn the_certificate_of_another_artifact_does_not_hold() {
    let folder = Folder::new();
    let out = folder.solve("connect-four:4x4", "one", "");
    folder.solve("connect-four:4x4", "other", "--no-symmetry");
    let other = folder.named("other.cert");
    let ran = run(&["verify", &out, "--certificate", &other, "--json"], "");
    assert_eq!(ran.status, 1, "{}", ran.stderr);
}

#[test]
fn a_finished_file_of_another_game_is_replaced_only_by_force() {
    let folder = Folder::new();
    let (out, certificate) = (folder.named("c4.sol"), folder.named("c4.cert"));
    let proof = folder.named("c4.proof");
    folder.solve("connect-four:4x4", "c4", "");
    run(&["prove", "connect-four:4x4", "--out", &proof], "").text();
    let before = folder.names();
    let other = folder.named("other");
    let [solve, certify, prove] = [
        vec!["solve", "connect-four:4x3", "--out", &out],
        vec![
            "solve",
            "connect-four:4x3",
            "--out",
            &other,
            "--certificate",
            &certificate,
        ],
        vec!["prove", "connect-four:4x3", "--out", &proof],
    ];
    for (arguments, file) in [(solve, &out), (certify, &certificate), (prove, &proof)] {
        let bytes = fs::read(file).unwrap();
        let refused = run(&arguments, "").complaint();
        let expected = "exists and is of another game, connect-four:4x4; --force replaces it";
        assert_eq!(refused, format!("{file} {expected}"));
        assert_eq!(fs::read(file).unwrap(), bytes);
        assert_eq!(folder.names(), before);
        run(&[&arguments[..], &["--force"]].concat(), "").text();
        assert_ne!(fs::read(file).unwrap(), bytes);
        let _ = fs::remove_file(&other);
    }
}
