//! Commands that stop early: at a limit of time, or on a signal.

#[cfg(unix)]
use std::time::Duration;

use serde_json::Value;

use crate::run::{Folder, Ran, run, solveig, words};
#[cfg(unix)]
use crate::run::{signal, start_piped};

/// The object that a stopped command prints.
#[track_caller]
fn stopped(ran: &Ran) -> Value {
    assert_eq!((ran.status, ran.stderr.as_str()), (2, ""));
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(found["interrupted"], true);
    found
}

#[test]
fn a_search_that_cannot_end_stops_at_its_limit_and_says_that_nothing_is_decided() {
    for command in ["value", "analyse"] {
        let ran = solveig(&format!("--json {command} othello:8x8 --time-limit 0.01"));
        let found = stopped(&ran);
        let nothing = [&found["value"], &found["best_move"]];
        assert_eq!(nothing, [&Value::Null, &Value::Null]);
        let ran = solveig(&format!("{command} othello:8x8 --time-limit 0.01"));
        assert_eq!(ran.status, 2);
        let said = ": stopped at the time limit of 0.010 s\n";
        assert!(ran.stdout.contains(said), "{}", ran.stdout);
        // There is no file that a position could be outside of.
        assert_eq!(found["status"], "unknown");
        assert!(!ran.stdout.contains("outside"), "{}", ran.stdout);
    }
    let folder = Folder::new();
    let ran = folder.solveig("prove go:5x5 --time-limit 0.01 --out @/never.proof");
    let complaint = ran.complaint();
    assert!(complaint.ends_with("no proof was written"), "{complaint}");
    assert!(!folder.file("never.proof").exists());
}

#[test]
fn what_is_said_of_a_stopped_search_is_true() {
    let game = "connect-four:5x5";
    let whole = solveig(&format!("--json analyse {game}")).json();
    let value = whole["value"].as_i64().unwrap();
    for limit in ["0", "0.001", "0.01", "0.05"] {
        let ran = solveig(&format!(
            "--json value {game} --time-limit {limit} --threads 1"
        ));
        let found: Value = serde_json::from_str(&ran.stdout).unwrap();
        let bound = |name: &str| found[name].as_i64();
        assert!(bound("value").is_none_or(|found| found == value));
        assert!(bound("at_least").is_none_or(|min| min <= value));
        assert!(bound("at_most").is_none_or(|max| value <= max));
        assert_eq!(ran.status == 2, found["interrupted"] == true);
    }
    for limit in ["0", "0.02", "0.1"] {
        let ran = solveig(&format!("--json analyse {game} --time-limit {limit}"));
        let found: Value = serde_json::from_str(&ran.stdout).unwrap();
        for one in found["moves"].as_array().unwrap() {
            let mut whole = whole["moves"].as_array().unwrap().iter();
            let right = whole.find(|right| right["move"] == one["move"]).unwrap();
            let value = &one["value"];
            assert!(value.is_null() || *value == right["value"], "{one} {right}");
        }
    }
}

#[test]
fn many_positions_have_a_limit_each_and_as_many_answers() {
    let arguments = words("--json value connect-four:7x7 --moves - --time-limit 0");
    let ran = run(&arguments, "\n44\n4444\n");
    assert_eq!(ran.status, 2);
    assert_eq!(ran.stdout.lines().count(), 3);
    for line in ran.stdout.lines() {
        let found: Value = serde_json::from_str(line).unwrap();
        assert_eq!(found["interrupted"], true);
    }
    for format in ["moves", "csv"] {
        let command = format!("value othello:8x8 --{format} - --time-limit 0 --threads 2");
        let ran = run(&words(&command), "position\nd3\n");
        assert_eq!(ran.status, 2);
        let mut said = [
            "d3 unknown, about +2 (an estimate) (stopped)",
            "\"d3\",,,,unknown,",
        ]
        .into_iter();
        assert!(said.any(|said| ran.stdout.contains(said)), "{}", ran.stdout);
    }
}

#[cfg(unix)]
#[test]
fn a_solve_that_gets_a_signal_keeps_its_work_and_says_that_the_command_goes_on() {
    let folder = Folder::new();
    let solve = folder.filled("solve connect-four:7x6 --memory 1MiB --out @/long.sol");
    let mut child = start_piped(&solve);
    // The program listens for signals before it begins to work.
    while !folder.file("long.sol.work").exists() {
        let ended = child.try_wait().unwrap();
        assert!(ended.is_none(), "it ended before it began");
        std::thread::sleep(Duration::from_millis(5));
    }
    signal("-INT", &child);
    let output = child.wait_with_output().unwrap();
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    for part in [
        "error: stopped by a signal",
        "the same command goes on from there",
    ] {
        assert!(complaint.contains(part), "{complaint}");
    }
    assert!(folder.file("long.sol.work").exists() && !folder.file("long.sol").exists());
}
