//! The openings that the program carries, and those in a folder of the user's own.

use std::fs;

use serde_json::{Value, json};

use crate::run::{Folder, Ran, program, run, solveig, words};

/// What the program answers with the openings in this folder.
fn with_openings(folder: &Folder, arguments: &str) -> Ran {
    let mut command = program(arguments);
    command.env("SOLVEIG_OPENINGS", folder.path());
    Ran::of(command.output().unwrap())
}

/// The one answer of a run that may have ended before it was complete.
fn answer(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap()
}

/// That the value of an answer is stored, and no search was made.
#[track_caller]
fn expect_stored(found: &Value) {
    assert_eq!(found["source"], "certified", "{found}");
    assert_eq!(found["nodes"], 0, "{found}");
}

#[test]
fn an_opening_answers_at_once_unless_a_search_is_asked_for() {
    let start = "--json value connect-four:7x6 --time-limit 0";
    let found = answer(&solveig(start));
    expect_stored(&found);
    assert_eq!((&found["value"], &found["plies"]), (&json!(1), &json!(41)));
    for search in ["--solver fastest", "--knowledge none"] {
        let found = answer(&solveig(&format!("{start} {search}")));
        assert_eq!(found["value"], Value::Null);
        assert_eq!(found["interrupted"], true);
    }
    // The check of a proof in the program takes longer than this limit.
    let found = answer(&solveig("--json analyse go:4x4 --time-limit 0.001"));
    assert_eq!(found["value"], 2, "{found}");
    let lines = run(&words("--json value othello:6x6 --csv -"), "position\n-\n");
    let found = &lines.objects()[0];
    assert_eq!(
        (&found["value"], &found["source"]),
        (&json!(-4), &json!("certified"))
    );
}

#[test]
fn a_folder_of_openings_is_asked_first() {
    let folder = Folder::new();
    folder.solve("connect-four:5x4", "a", "--scope strong --cut 3");
    folder.solve("connect-four:5x4", "b", "--scope strong --cut 4");
    let by_score = "connect-four:5x4?utility=score";
    folder.solve(by_score, "c", "--scope strong --cut 5");
    fs::write(folder.file("notes.txt"), "mine").unwrap();

    let at = |moves: &str| {
        let question = format!("--json analyse connect-four:5x4 --position {moves}");
        answer(&with_openings(&folder, &question))
    };
    for moves in ["1", "12", "123", "1234"] {
        let found = at(moves);
        expect_stored(&found);
        for one in found["moves"].as_array().unwrap() {
            assert!(
                one["value"].is_i64() && one["plies"].is_i64(),
                "{moves} {one}"
            );
        }
    }
    assert_eq!(at("12341")["source"], "certified");
    assert_ne!(at("123412")["source"], "certified");

    fs::write(folder.file("d.sol"), "no artifact").unwrap();
    let complaint = with_openings(&folder, "value connect-four:5x4").complaint();
    assert!(complaint.contains("d.sol"), "{complaint}");
    let mut elsewhere = program("value connect-four:5x4");
    elsewhere.env("SOLVEIG_OPENINGS", folder.file("nowhere"));
    let complaint = Ran::of(elsewhere.output().unwrap()).complaint();
    assert!(complaint.contains("nowhere"), "{complaint}");
}
