//! `solveig play`, line by line.

use serde_json::Value;

use crate::run::{Folder, run, words};

fn events(arguments: &[&str], input: &str) -> Vec<Value> {
    let arguments = [arguments, &["--json"]].concat();
    run(&arguments, input).objects()
}

fn of_kind<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|one| one["event"] == kind).collect()
}

#[test]
fn the_program_against_itself_plays_the_principal_variation() {
    let folder = Folder::new();
    let out = folder.solve("othello:4x4", "o", "");
    for target in ["othello:4x4", &out] {
        let line = match target.ends_with(".sol") {
            true => run(&["probe", target, "-", "--pv", "--json"], "").json(),
            false => run(&["value", target, "--json"], "").json(),
        };
        let events = events(&["play", target, "--side", "none"], "");
        let played: Vec<&Value> = of_kind(&events, "move")
            .iter()
            .map(|one| &one["move"])
            .collect();
        let line: Vec<&Value> = line["pv"].as_array().unwrap().iter().collect();
        assert_eq!(played, line);
        let over = of_kind(&events, "over");
        assert_eq!((over.len(), &over[0]["value"]), (1, &(-10).into()));
    }
}

#[test]
fn a_move_is_answered_by_the_artifact() {
    let folder = Folder::new();
    let out = folder.solve("connect-four:4x4", "c4", "");
    let events = events(&["play", &out], "1\n");
    let moves = of_kind(&events, "move");
    assert_eq!(moves.len(), 2);
    assert_eq!(
        (&moves[0]["by"], &moves[0]["move"]),
        (&"person".into(), &"1".into())
    );
    assert_eq!(moves[1]["by"], "program");
    assert_eq!(moves[1]["side"], "second");
    let answer = run(&["probe", &out, "1", "--json"], "").json();
    assert_eq!(moves[1]["move"], answer["best_move"]);
    assert_eq!(of_kind(&events, "position").len(), 3);
}

#[test]
fn the_second_side_waits_for_the_program() {
    let events = events(&["play", "mnk:3x3?k=3", "--side", "second"], "quit\n");
    let moves = of_kind(&events, "move");
    assert_eq!((moves.len(), &moves[0]["by"]), (1, &"program".into()));
}

#[test]
fn a_search_answers_outside_the_region() {
    let folder = Folder::new();
    folder
        .solveig("solve connect-four:4x4 --scope weak --out @/weak.sol")
        .text();
    let events = events(&["play", &folder.named("weak.sol"), "--side", "none"], "");
    assert_eq!(of_kind(&events, "over").len(), 1);
}

#[test]
fn moves_are_taken_back_to_the_last_choice() {
    let input = "2\nundo\n3\nundo\nundo\nnew\nundo\n";
    let events = events(&["play", "connect-four:4x4"], input);
    assert_eq!(of_kind(&events, "move").len(), 4);
    let positions = of_kind(&events, "position");
    let start = positions[0];
    for at in [3, 6, 7] {
        assert_eq!(positions[at], start);
    }
    let messages = of_kind(&events, "message");
    assert_eq!(messages.len(), 2, "twice there is nothing to take back");
}

#[test]
fn hints_values_and_help_change_nothing() {
    let input = "hint\nvalues\nhelp\nboard\n9\n11\nnonsense\n\n";
    let events = events(&["play", "connect-four:4x4", "--side", "both"], input);
    assert!(of_kind(&events, "move").is_empty());
    assert_eq!(of_kind(&events, "hint")[0]["best_move"], "2");
    let values = events
        .iter()
        .find(|one| one["moves"][0]["value"].is_number());
    let values = values.unwrap();
    assert_eq!(
        (&values["value"], &values["best_move"]),
        (&0.into(), &"2".into())
    );
    assert_eq!(
        of_kind(&events, "message").len(),
        4,
        "help and three refusals"
    );
}

#[test]
fn v_is_short_for_values() {
    let [long, short] = ["values\n", "v\n"].map(|line| events(&["play", "mnk:3x3?k=3"], line));
    assert_eq!(short, long);
    assert!(short.iter().any(|one| one["value"] == 0));
}

#[test]
fn the_side_to_move_is_that_of_the_position() {
    let to_move = |game: &str, position: &str| {
        let arguments = ["play", game, "--side", "both", "--position", position];
        events(&arguments, "")[0]["to_move"].clone()
    };
    assert_eq!(to_move("othello:4x4", "-"), "first");
    assert_eq!(to_move("othello:4x4", "b1"), "second");
    assert_eq!(to_move("othello:4x4", "-----OX--XO----- X"), "first");
    assert_eq!(to_move("othello:4x4", "-----OX--XO----- O"), "second");
    assert_eq!(to_move("connect-four:4x4", "..../..../..../x..."), "second");
}

#[test]
fn people_see_boards_and_results() {
    let text = run(&["play", "mnk:3x3?k=3", "--side", "none"], "").text();
    assert!(text.contains("moves of X: a1 b1"), "{text}");
    assert!(text.contains("(program)"));
    assert!(text.ends_with("the game is over: a draw\n"), "{text}");
    let text = run(
        &["play", "mnk:3x3?k=3", "--side", "both"],
        "a1\na2\nb1\nb2\nc1\nhint\n",
    )
    .text();
    assert!(text.contains("the game is over: X wins (+1)"), "{text}");
    assert!(text.ends_with("the game is over\n"));
}

#[test]
fn what_is_not_one_legal_move_is_said_and_changes_nothing() {
    let both = ["play", "mnk:3x3?k=3", "--side", "both"];
    let events = events(&both, "a1\na1 b2\nb2 a1\nb2 zz\nA1\n-\nzz\nb2\n");
    let messages: Vec<&str> = of_kind(&events, "message")
        .iter()
        .filter_map(|one| one["message"].as_str()?.split(" (`help`").next())
        .collect();
    assert_eq!(
        messages[..4],
        [
            "\"a1 b2\" is more than one move",
            "\"b2 a1\" is more than one move",
            "\"b2 zz\" is more than one move",
            "a1 is not legal here; legal: b1 c1 a2 b2 c2 a3 b3 c3",
        ]
    );
    assert_eq!(messages.len(), 6);
    assert_eq!(of_kind(&events, "move").len(), 2);
}

#[test]
fn in_go_a_pass_is_a_move_to_be_made() {
    let events = events(&["play", "go:1x1", "--side", "both"], "pass\npass\n");
    let moves = of_kind(&events, "move");
    assert!(moves.iter().all(|one| one["by"] == "person"));
    assert_eq!((moves.len(), of_kind(&events, "over").len()), (2, 1));
}

#[test]
fn a_game_too_large_to_solve_is_played_by_estimates_that_say_so() {
    let events = events(&["play", "othello:8x8", "--side", "second"], "quit\n");
    let moves = of_kind(&events, "move");
    assert_eq!((moves.len(), &moves[0]["ground"]), (1, &"estimate".into()));
    assert!(moves[0]["estimated_value"].is_i64(), "{}", moves[0]);
}

#[test]
fn a_value_that_no_search_finds_in_time_is_estimated() {
    for command in ["analyse", "value"] {
        let line = format!("{command} othello:8x8 --time-limit 0.2 -p f5d6");
        let said = run(&words(&line), "");
        assert_eq!(said.status, 2, "{}", said.stderr);
        if command == "analyse" {
            assert!(said.stdout.contains("(an estimate)"), "{}", said.stdout);
        }
        let in_json = run(&words(&format!("{line} --json")), "");
        let answer: Value = serde_json::from_str(&in_json.stdout).unwrap();
        assert_eq!(answer["value"], Value::Null);
        let estimate = answer["estimated_value"].as_i64().unwrap();
        assert!(estimate.abs() <= 20, "{estimate}");
        for one in answer["moves"].as_array().into_iter().flatten() {
            assert!(
                one["estimated_value"].as_i64().unwrap() <= estimate,
                "{one}"
            );
        }
    }
    // Positions near the end are searched to it.
    let late = run(&words("analyse othello:4x4 --json"), "").json();
    assert_eq!(
        (&late["value"], late.get("estimated_value")),
        (&(-10).into(), None)
    );
}
