//! `solveig analyse`, and what `value` says of best moves.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::run::{Folder, run, solveig, words};

/// The value of each move.
fn values(found: &Value) -> BTreeMap<String, i64> {
    let moves = found["moves"].as_array().unwrap().iter();
    moves
        .map(|one| {
            let name = one["move"].as_str().unwrap().to_owned();
            (name, one["value"].as_i64().unwrap())
        })
        .collect()
}

const GAMES: [(&str, &[&str]); 5] = [
    ("connect-four:4x4", &["-", "1", "12"]),
    ("othello:4x4", &["-", "b1a1"]),
    ("hex:3x3", &["-", "a1", "b2"]),
    ("mnk:3x3?k=3", &["-", "b2", "a1b2"]),
    ("go:2x2", &["-", "A1"]),
];

#[test]
fn every_move_has_the_value_of_the_position_it_leads_to_and_the_best_comes_first() {
    for (game, positions) in GAMES {
        for position in positions {
            let found = solveig(&format!("--json analyse {game} -p {position}")).json();
            let moves = values(&found);
            let order: Vec<i64> = (found["moves"].as_array().unwrap().iter())
                .map(|one| one["value"].as_i64().unwrap())
                .collect();
            assert!(order.is_sorted_by(|one, next| one >= next), "{order:?}");
            assert_eq!(order.first(), found["value"].as_i64().as_ref());
            let best = found["best_move"].as_str().unwrap();
            assert_eq!(found["moves"][0]["move"], best);
            assert_eq!(Some(moves[best]), found["value"].as_i64());
            for (played, value) in moves {
                let line = format!("{}{played}", position.trim_matches('-'));
                let after = solveig(&format!("--json value {game} -p {line}")).json();
                assert_eq!(after["value"], -value, "{game} {line}");
            }
        }
    }
}

#[test]
fn text_has_each_move_once_with_its_value() {
    let text = solveig("analyse mnk:3x3?k=3 -p a1").text();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[0], "value      0");
    assert_eq!(rows[1], "b2         0", "the only move that draws");
    assert_eq!(
        rows[2..9]
            .iter()
            .filter(|row| row.contains(" -1 (loses in "))
            .count(),
        7
    );
    assert!(rows[9].starts_with("best first b2 "), "{text}");
}

#[test]
fn an_artifact_is_analysed_as_its_game_is_and_needs_fewer_nodes() {
    let folder = Folder::new();
    let out = folder.named("c44.sol");
    let game = "connect-four:4x4?utility=score";
    solveig(&format!("solve {game} --out {out}")).text();
    let [stored, searched] = [out.as_str(), game]
        .map(|target| solveig(&format!("--json analyse {target} -p 21 --canonical")).json());
    assert_eq!(values(&stored), values(&searched));
    assert_eq!(stored["best_move"], searched["best_move"]);
    assert!(stored["nodes"].as_u64() < searched["nodes"].as_u64());
}

#[test]
fn lines_are_analysed_one_by_one() {
    let arguments = words("--json analyse connect-four:4x4 --moves - --threads 3");
    let ran = run(&arguments, "\n1\n9\n12\n");
    let lines: Vec<Value> = (ran.stdout.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((ran.status, lines.len()), (2, 4));
    assert_eq!(values(&lines[0]).len(), 4);
    assert!(lines[2]["error"]["message"].is_string());
    let alone = solveig("--json analyse connect-four:4x4 -p 12").json();
    assert_eq!(values(&lines[3]), values(&alone));
}
