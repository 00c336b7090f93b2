//! Records of games are read over HTTP.

use serde_json::json;

use crate::client::{Answer, Running};

fn read(server: &Running, game: &str, text: &str) -> Answer {
    let body = json!({ "game": game, "text": text });
    server.post("/v1/records", &body.to_string())
}

#[test]
fn a_record_is_read_in_the_notation_of_its_game() {
    let server = Running::of(&["hex:3x3", "othello:4x4"]);
    let answer = read(
        &server,
        "hex-3x3",
        "(;GM[11](;B[b2];W[swap-sides];W[a1])(;B[a1]))",
    );
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let record = answer.json();
    assert_eq!(
        (&record["from"], &record["moves"], &record["format"]),
        (&json!("-"), &json!(["b2", "swap", "a1"]), &json!("sgf"))
    );
    assert_eq!(record["notes"].as_array().unwrap().len(), 2, "{record}");
    let moves = read(&server, "othello-4x4", "1. b1 a1").json();
    let expected = json!({"from": "-", "moves": ["b1", "a1"], "notes": [], "format": "moves"});
    assert_eq!(moves, expected);
}

#[test]
fn a_record_that_is_wrong_is_refused_with_the_place() {
    let server = Running::of(&["hex:3x3", "othello:4x4"]);
    let expect = |answer: Answer, status: u16, code: &str, part: &str| {
        let (found, named, message) = answer.error();
        assert_eq!((found, named.as_str()), (status, code), "{message}");
        assert!(message.contains(part), "{message}");
    };
    let off = "(;GM[11]SZ[3]\n;B[b2];W[d4])";
    let place = "line 2, character 10";
    expect(read(&server, "hex-3x3", off), 400, "bad_position", place);
    expect(read(&server, "chess", "e4"), 404, "no_such_game", "chess");
    let other = server.post("/v1/records", "{\"game\":\"hex-3x3\"}");
    expect(other, 422, "bad_body", "text");
    let long = "1".repeat(300 << 10);
    expect(read(&server, "hex-3x3", &long), 413, "too_large", "bytes");
}

#[test]
fn moves_lead_to_the_boards_that_a_record_states() {
    let server = Running::of(&["hex:3x3", "othello:4x4"]);
    let right = "-----OX--XO----- X;\n-X---XX--XO----- O;";
    let record = read(&server, "othello-4x4", right).json();
    assert_eq!(record["moves"], json!(["b1"]));
    // The disc is a legal move; the disc that it turns is not turned.
    let wrong = "-----OX--XO----- X;\n-X---OX--XO----- O;";
    let (_, code, message) = read(&server, "othello-4x4", wrong).error();
    assert_eq!(code, "bad_position");
    let expected = "line 2, character 1: the moves do not lead to";
    assert!(message.starts_with(expected), "{message}");
    let illegal = "-----OX--XO----- X;\nX----OX--XO----- O;";
    let (_, _, message) = read(&server, "othello-4x4", illegal).error();
    assert!(message.contains("move 1"), "{message}");
}
