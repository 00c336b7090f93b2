//! Answers of games that are small enough to be searched here and now. What artifacts answer is
//! tested where they are made, with the program.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Answer, Running, post_with};

const GAME: &str = "/v1/games/mnk-3x3-k-3";

fn serving() -> Running {
    Running::of(&["mnk:3x3?k=3", "connect-four:4x4", "mnk:3x3?k=3"])
}

#[test]
fn games_have_names_of_their_own() {
    let server = serving();
    let health = server.get("/v1/health").json();
    assert_eq!(
        (&health["status"], &health["games"]),
        (&json!("ok"), &json!(3))
    );
    let games = server.get("/v1/games").json();
    let names: Vec<&str> = games["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["game"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["mnk-3x3-k-3", "connect-four-4x4", "mnk-3x3-k-3-2"]);
    assert_eq!(
        server.get("/v1/games/connect-four-4x4").json(),
        json!({
            "game": "connect-four-4x4", "spec": "connect-four:4x4", "family": "connect-four",
            "columns": 4, "rows": 4, "first_row_at_top": false,
            "column_names": ["1", "2", "3", "4"], "row_names": ["1", "2", "3", "4"],
            "sides": ["Yellow", "Red"], "title": null, "rules": null, "colours": null,
            "least_value": -1, "greatest_value": 1, "draws": true,
            "artifact": null, "proof": null, "player": null
        })
    );
}

#[test]
fn the_programs_move_wins_soonest_loses_latest_and_says_in_how_many_plies() {
    let server = serving();
    let chosen = |query: &str| {
        let answer = server.get(&format!("{GAME}/move?{query}")).json();
        answer["chosen_move"].clone()
    };
    // X on a1 and O on b1: a2 threatens a3, and the next move two lines at once.
    let wins = chosen("moves=a1b1");
    assert_eq!(
        (&wins["ground"], &wins["estimate"], &wins["source"]),
        (&json!("best"), &json!(false), &json!("searched"))
    );
    assert_eq!(
        (&wins["value"], &wins["plies"], &wins["view"]),
        (&json!(1), &json!(5), &json!("first"))
    );
    // All replies lose, those that leave a3 to X at once.
    let loses = chosen("moves=a1b1a2");
    assert_eq!(
        (&loses["move"], &loses["value"], &loses["plies"]),
        (&json!("a3"), &json!(-1), &json!(4))
    );
    let canonical = server.get(&format!("{GAME}/position?moves=a1b2c3&canonical=true"));
    assert_eq!(
        chosen("moves=a1b2c3&style=canonical")["move"],
        canonical.json()["best_move"]
    );
    let over = server.get(&format!("{GAME}/move?moves=a1b1a2b2a3"));
    assert_eq!(over.json()["chosen_move"], Value::Null);
    let wrong = server.get(&format!("{GAME}/move?style=slow"));
    assert_eq!(wrong.status, 400, "{}", wrong.text());
}

#[test]
fn a_move_of_which_nothing_is_proved_is_an_estimate() {
    let server = Running::of(&["othello:8x8"]);
    let answer = server.get("/v1/games/othello-8x8/move?search=never").json();
    let chosen = &answer["chosen_move"];
    assert_eq!(
        (&chosen["ground"], &chosen["estimate"], &chosen["value"]),
        (&json!("estimate"), &json!(true), &Value::Null)
    );
    let state = server
        .get("/v1/games/othello-8x8/position?search=never")
        .json();
    assert_eq!(chosen["move"], state["guess"]);
}

#[test]
fn a_position_has_its_moves_best_first_and_says_whose_view_values_are() {
    let server = serving();
    // X on a1 and O on b1: every corner and the centre win.
    let position = server.get(&format!("{GAME}/position?moves=a1%20b1")).json();
    assert_eq!(position["moves_played"], json!(["a1", "b1"]));
    assert_eq!(position["cells"], "XO-------");
    let drawn = position["board_text"].as_str().unwrap();
    assert_eq!(drawn.lines().nth(1), Some("1 X O -"), "{drawn}");
    assert_eq!(
        (&position["to_move"], &position["view"]),
        (&json!("first"), &json!("first"))
    );
    assert_eq!(
        (&position["source"], &position["value"]),
        (&json!("searched"), &json!(1))
    );
    assert_eq!(position["best_move"], "a2");
    assert_eq!(position["moves"][0]["move"], "a2");
    assert_eq!(position["moves"][0]["cell"], 3);
    let moves = position["moves"].as_array().unwrap();
    let values: Vec<i64> = moves
        .iter()
        .map(|one| one["value"].as_i64().unwrap())
        .collect();
    assert_eq!(values.len(), 7);
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    // After the move it is the other side's view.
    let after = server.get(&format!("{GAME}/position?moves=a1b1a2")).json();
    assert_eq!(
        (&after["view"], &after["value"]),
        (&json!("second"), &json!(-1))
    );
    // The same position, set up.
    let board = position["board"].as_str().unwrap().replace(' ', "%20");
    let again = server.get(&format!("{GAME}/position?from={board}")).json();
    assert_eq!(again["moves"], position["moves"]);
    let over = server
        .get(&format!("{GAME}/position?moves=a1b1a2b2a3"))
        .json();
    assert_eq!(
        (&over["over"], &over["source"]),
        (&json!(true), &json!("terminal"))
    );
    assert_eq!((&over["value"], &over["moves"]), (&json!(-1), &json!([])));
}

#[test]
fn without_search_and_artifact_nothing_is_known() {
    let server = serving();
    let start = server.get(&format!("{GAME}/start?search=never")).json();
    assert_eq!(
        (&start["status"], &start["value"]),
        (&json!("unknown"), &Value::Null)
    );
    assert_eq!(start["moves"].as_array().unwrap().len(), 9);
    assert_eq!(start["best_move"], Value::Null);
    let guess = start["guess"].as_str().unwrap();
    let moves = start["moves"].as_array().unwrap();
    assert!(moves.iter().any(|one| one["move"] == guess), "{guess}");
    let answer = server.get(&format!("{GAME}/start")).json();
    assert_eq!(
        (&answer["source"], &answer["value"]),
        (&json!("searched"), &json!(0))
    );
    for path in ["levels", "random"] {
        let (status, code, _) = server.get(&format!("{GAME}/{path}")).error();
        assert_eq!((status, code.as_str()), (404, "no_artifact"));
    }
}

#[test]
fn a_batch_answers_each_position_in_its_place() {
    let server = serving();
    let item = |number: usize| match number {
        20 => json!({"moves": "a1a1"}),
        21 => json!({"from": "XO------- X"}),
        _ => json!({"moves": "a1b1a2"}),
    };
    let items: Vec<Value> = (0..40).map(item).collect();
    let batch = json!({"positions": items, "search": "anywhere"}).to_string();
    let answer = server.post(&format!("{GAME}/positions"), &batch).json();
    let positions = answer["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 40);
    assert_eq!(positions[20]["error"]["code"], "bad_position");
    assert_eq!(positions[21]["value"], 1);
    let single = server.get(&format!("{GAME}/position?moves=a1b1a2")).json();
    assert_eq!(positions[0], positions[39]);
    for field in ["board", "value", "best_move", "category", "source"] {
        assert_eq!(positions[0][field], single[field], "{field}");
    }
    // Only a position on its own is searched for the end of its game.
    assert_eq!(
        (&positions[0]["plies"], &single["plies"]),
        (&Value::Null, &4.into())
    );
    let none = server.post(&format!("{GAME}/positions"), "{\"positions\":[]}");
    assert_eq!(none.json(), json!({"positions": []}));
}

/// In values alone and in CSV, each position has the value of a whole answer, and each that cannot
/// be read has its error in its place.
#[test]
fn a_batch_of_values_takes_few_bytes_and_comes_as_csv_on_demand() {
    let server = serving();
    let moves = ["", "a1", "a1b1", "a1a1", "a1b1a2", "b2"];
    let items: Vec<Value> = moves.iter().map(|moves| json!({"moves": moves})).collect();
    let body = |values_only: bool| {
        let batch = json!({"positions": items, "search": "anywhere", "values_only": values_only});
        batch.to_string()
    };
    let path = format!("{GAME}/positions");
    let whole = server.post(&path, &body(false)).json();
    let values = server.post(&path, &body(true));
    assert!(values.text().len() < 200 * moves.len());
    let values = server.post(&path, &body(true)).json();
    let csv = |values_only: bool| {
        let request = post_with(&path, &["accept: text/csv"], &body(values_only));
        let answer = server.send(request.as_bytes()).unwrap();
        let kind = answer.header("content-type").unwrap().to_owned();
        assert!(kind.starts_with("text/csv;"), "{kind}");
        let text = answer.text();
        let mut reader = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
        let rows: Vec<BTreeMap<String, String>> = reader.by_ref().map(Result::unwrap).collect();
        assert_eq!(rows.len(), moves.len());
        rows
    };
    let (wide, narrow) = (csv(false), csv(true));
    for (at, moves) in moves.iter().enumerate() {
        let whole = &whole["positions"][at];
        let value = &values["positions"][at];
        for row in [&wide[at], &narrow[at]] {
            assert_eq!(&row["moves"], moves);
            assert_eq!(row["value"].parse().ok(), whole["value"].as_i64());
            assert_eq!(
                row["error"],
                whole["error"]["message"].as_str().unwrap_or("")
            );
        }
        assert_eq!(value["error"], whole["error"]);
        for field in ["value", "status", "source"] {
            assert_eq!(value[field], whole[field], "{moves}");
        }
        for played in whole["moves"].as_array().into_iter().flatten() {
            let cell = &wide[at][&format!("value_{}", played["move"].as_str().unwrap())];
            assert_eq!(cell.parse().ok(), played["value"].as_i64());
        }
    }
    assert!(!narrow[0].contains_key("value_a1"));
}

/// Errors name the field, in the terms of JSON.
#[test]
fn a_body_that_is_no_batch_has_its_field_named() {
    let server = serving();
    for (body, part) in [
        ("{}", "missing field `positions`"),
        ("[]", "body: found a list, expected an object"),
        ("[[{}]]", "body: found a list, expected an object"),
        ("5", "an object"),
        (
            r#"{"positions": 5}"#,
            "positions: found integer `5`, expected a list",
        ),
        (
            r#"{"positions": [5]}"#,
            "positions[0]: found integer `5`, expected an object",
        ),
        (
            r#"{"positions": [["-", "a1"]]}"#,
            "positions[0]: found a list, expected an object",
        ),
        (
            r#"{"positions": [{"moves": 5}]}"#,
            "positions[0].moves: found integer `5`",
        ),
        (r#"{"positions": [{"move": ""}]}"#, "unknown field `move`"),
        (
            r#"{"positions": [], "search": "far"}"#,
            "search: unknown word `far`",
        ),
        (
            r#"{"positions": [], "search": 1}"#,
            "search: found integer `1`, expected a string",
        ),
        (
            r#"{"positions": [], "values_only": 1}"#,
            "expected true or false",
        ),
    ] {
        let (status, _, message) = server.post(&format!("{GAME}/positions"), body).error();
        assert_eq!(status, 422, "{body}");
        assert!(message.contains(part), "{body}: {message}");
        for word in [
            "column 0", "struct", "sequence", "Batch", "Item", "boolean", "a map",
        ] {
            assert!(!message.contains(word), "{body}: {message}");
        }
    }
    let batch = json!({"positions": vec![json!({}); 1001]}).to_string();
    let (status, code, message) = server.post(&format!("{GAME}/positions"), &batch).error();
    assert_eq!((status, code.as_str()), (413, "too_large"));
    assert!(message.starts_with("positions: 1001"), "{message}");
}

#[test]
fn lines_proofs_and_reviews() {
    let server = serving();
    let line = server.get(&format!("{GAME}/line?moves=a1b1")).json();
    let moves = line["moves"].as_array().unwrap();
    let whole = moves
        .iter()
        .fold("a1b1".to_owned(), |line, one| line + one.as_str().unwrap());
    let end = server.get(&format!("{GAME}/position?moves={whole}")).json();
    assert_eq!(
        (&end["over"], &line["interrupted"]),
        (&json!(true), &json!(false))
    );

    let proof = server.get(&format!("{GAME}/proof?moves=a1b1")).json();
    assert_eq!(proof["position"]["value"], 1);
    assert_eq!(proof["moves"][0]["verdict"], "best");
    let verdicts = proof["moves"].as_array().unwrap().iter();
    let worse = verdicts.filter(|one| one["verdict"] == "worse");
    for one in worse {
        assert!(one["value"].as_i64().unwrap() < 1, "{one}");
        assert!(one["reply"].is_string(), "{one}");
    }

    let played = json!({"moves": "a1 b1 c1", "search": "anywhere"}).to_string();
    let review = server.post(&format!("{GAME}/review"), &played).json();
    let losses: Vec<&Value> = review["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["loss"])
        .collect();
    assert_eq!(losses[..2], [&json!(0), &json!(1)]);
    assert_eq!(review["losses"]["second"], 1);
    assert_eq!(review["position"]["cells"], "XOX------");
}

#[test]
fn what_is_wrong_is_said_in_one_shape() {
    let server = serving();
    let expect = |answer: Answer, status: u16, code: &str, part: &str| {
        let (found, named, message) = answer.error();
        assert_eq!((found, named.as_str()), (status, code), "{message}");
        assert!(message.contains(part), "{message}");
        assert!(answer.header("x-request-id").is_some());
    };
    // What is asked, the status, the code, and what the message contains; `_` is the game.
    for (question, status, code, part) in [
        ("/v1/nothing", 404, "not_found", "/v1/nothing"),
        ("/nothing.html", 404, "not_found", "/nothing.html"),
        ("/docs/nothing", 404, "not_found", "/docs/nothing"),
        ("/v1/games/chess/start", 404, "no_such_game", "mnk-3x3-k-3"),
        ("/v1/games/%ff/start", 404, "no_such_game", ""),
        ("_/position?moves=a1z9", 400, "bad_position", "z9"),
        ("_/position?moves=a1a1", 400, "bad_position", "move 2"),
        ("_/position?from=XX", 400, "bad_position", "XX"),
        ("_/position?mvoes=a1", 400, "bad_query", "mvoes"),
        ("_/position?search=some", 400, "bad_query", "never"),
        ("_/random?seed=x", 400, "bad_query", "seed"),
        ("/v1/health?x=1", 400, "bad_query", "x"),
        ("/metrics?x=1", 400, "bad_query", "x"),
        ("_/positions {", 400, "bad_json", "line 1 column 1"),
        ("_/positions [1]", 422, "bad_body", "body"),
        ("_/positions {\"position\":[]}", 422, "bad_body", "position"),
        ("_/review {}", 422, "bad_body", "moves"),
        (
            "_/review {\"moves\":\"a1 a1\"}",
            400,
            "bad_position",
            "move 2",
        ),
    ] {
        let question = question.replacen('_', GAME, usize::from(question.starts_with('_')));
        let answer = match question.split_once(' ') {
            Some((path, body)) => server.post(path, body),
            None => server.get(&question),
        };
        expect(answer, status, code, part);
    }
    let (position, batch) = (format!("{GAME}/position"), format!("{GAME}/positions"));
    let plain = format!("POST {batch} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{{}}");
    expect(
        server.send(plain.as_bytes()).unwrap(),
        415,
        "not_json",
        "content-type",
    );
    for (method, path, allowed) in [
        ("POST", position.as_str(), "GET,HEAD"),
        ("GET", batch.as_str(), "POST"),
        ("PUT", "/v1/games", "GET,HEAD"),
        ("DELETE", "/docs", "GET,HEAD"),
    ] {
        let request = format!("{method} {path} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n");
        let answer = server.send(request.as_bytes()).unwrap();
        assert_eq!(answer.header("allow"), Some(allowed), "{method} {path}");
        expect(answer, 405, "method_not_allowed", method);
    }
}

#[test]
fn requests_keep_their_names_and_get_one_if_they_have_none() {
    let server = serving();
    let named = |name: &str| {
        let request = format!("GET /v1/health HTTP/1.1\r\nhost: x\r\nx-request-id: {name}\r\n\r\n");
        let answer = server.send(request.as_bytes()).unwrap();
        answer.header("x-request-id").unwrap().to_owned()
    };
    assert_eq!(named("abc-1"), "abc-1");
    let first = named("a b");
    assert_ne!(first, "a b");
    assert_ne!(named(&"x".repeat(65)), "x".repeat(65));
    assert_ne!(named("a b"), first);
}

#[test]
fn documents_ask_nothing_of_other_hosts() {
    let server = serving();
    for path in ["/docs", "/docs/docs.js", "/docs/docs.css"] {
        let file = server.get(path);
        assert_eq!(file.status, 200, "{path}");
        let policy = file.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'self'"), "{policy}");
        assert!(
            !file.text().contains("//") || !file.text().contains("http"),
            "{path}"
        );
    }
    let api = server.get("/v1/health");
    assert_eq!(api.header("x-content-type-options"), Some("nosniff"));
}

#[test]
fn the_page_is_served_as_it_was_built() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let built = fs::read(folder.join("index.html")).unwrap();
    let server = serving();
    let page = server.get("/");
    assert_eq!((page.status, &page.body), (200, &built));
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    assert!(page.header("content-security-policy").is_some());
    for entry in fs::read_dir(folder.join("assets")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let asset = server.get(&format!("/assets/{name}"));
        assert_eq!(asset.status, 200, "{name}");
        assert!(asset.header("cache-control").unwrap().contains("immutable"));
        let tag = asset.header("etag").unwrap();
        let again =
            format!("GET /assets/{name} HTTP/1.1\r\nhost: x\r\nif-none-match: {tag}\r\n\r\n");
        assert_eq!(server.send(again.as_bytes()).unwrap().status, 304);
    }
    for method in ["POST", "DELETE"] {
        let request = format!("{method} / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n");
        let answer = server.send(request.as_bytes()).unwrap();
        assert_eq!(answer.header("allow"), Some("GET,HEAD"));
        assert_eq!(answer.error().1, "method_not_allowed");
    }
}

#[test]
fn a_game_without_cells_has_its_board_as_text() {
    let server = Running::of(&["random-tree:2x2?seed=1"]);
    let games = server.get("/v1/games").json();
    let name = games["games"][0]["game"].as_str().unwrap();
    let position = server
        .get(&format!("/v1/games/{name}/position?moves=2"))
        .json();
    assert_eq!(position["cells"], "");
    let drawn = position["board_text"].as_str().unwrap();
    assert_eq!(drawn, drawn.trim_end());
    assert!(drawn.lines().count() > 1, "{drawn}");
}

#[test]
fn nobody_is_told_where_the_file_of_a_tree_lies() {
    let folder = tempfile::Builder::new().prefix("secret").tempdir().unwrap();
    let file = folder.path().join("small.json");
    fs::write(&file, "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]").unwrap();
    let server = Running::of(&[&format!("tree:{}", file.display())]);
    let games = server.get("/v1/games").json();
    let (game, spec) = (&games["games"][0]["game"], &games["games"][0]["spec"]);
    assert_eq!(
        (game, spec),
        (&json!("tree-small.json"), &json!("tree:small.json"))
    );
    let of = "/v1/games/tree-small.json";
    let paths = [
        of.to_owned(),
        format!("{of}/start"),
        format!("{of}/position?moves=1%202"),
        format!("{of}/position?moves=9"),
        format!("{of}/position?from=nowhere"),
        format!("{of}/line"),
        format!("{of}/proof"),
        format!("{of}/levels"),
        format!("{of}/random?artifact=x"),
        "/v1/games".to_owned(),
        "/v1/games/other".to_owned(),
        "/metrics".to_owned(),
    ];
    let answers = paths.map(|path| server.get(&path));
    let batch = server.post(
        &format!("{of}/positions"),
        "{\"positions\":[{},{\"moves\":\"9\"}]}",
    );
    let review = server.post(&format!("{of}/review"), "{\"moves\":\"1 2\"}");
    for answer in answers.iter().chain([&batch, &review]) {
        let all = format!("{:?} {}", answer.headers, answer.text());
        assert!(!all.contains("secret"), "{all}");
    }
}

#[test]
fn a_proof_says_of_moves_in_how_many_plies_the_game_ends() {
    let server = Running::of(&["connect-four:4x4?utility=score"]);
    let of = |kind: &str| {
        let path =
            format!("/v1/games/connect-four-4x4-utility-score/{kind}?moves=112&search=anywhere");
        let answer = server.get(&path).json();
        let moves = answer["moves"].as_array().unwrap().iter();
        let plies = moves.map(|one| (one["move"].clone(), one["plies"].clone()));
        plies.collect::<Vec<_>>()
    };
    let plies = of("position");
    assert!(plies.iter().any(|(_, plies)| plies.is_u64()), "{plies:?}");
    assert_eq!(of("proof"), plies);
}

#[test]
fn the_document_has_every_path_and_every_status_that_is_answered() {
    let server = serving();
    let document = server.get("/v1/openapi.json").json();
    let paths = document["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 14);
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            let responses = operation["responses"].as_object().unwrap();
            assert!(responses.contains_key("200"), "{method} {path}");
            let path = path.replace("{game}", "mnk-3x3-k-3");
            let answer = match method.as_str() {
                "get" => server.get(&path),
                _ => server.post(&path, "{\"positions\":[]}"),
            };
            let status = answer.status.to_string();
            assert!(responses.contains_key(&status), "{method} {path}: {status}");
        }
    }
}

#[test]
fn metrics_are_counted() {
    let server = serving();
    server.get(&format!("{GAME}/position")).json();
    server.get("/v1/nowhere").error();
    let position = "route=\"/v1/games/{game}/position\"";
    let counted = format!("solveig_requests_total{{{position},method=\"GET\",status=\"200\"}}");
    assert_eq!(server.metric(&counted), 1);
    let none = "solveig_requests_total{route=\"none\",method=\"GET\",status=\"404\"}";
    assert_eq!(server.metric(none), 1);
    assert_eq!(
        server.metric("solveig_positions_total{status=\"exact\",source=\"searched\"}"),
        1
    );
    assert!(server.metric("solveig_searched_nodes_total") > 0);
    let count = format!("solveig_request_duration_seconds_count{{{position}}}");
    assert_eq!(server.metric(&count), 1);
}
