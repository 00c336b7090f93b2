//! The player by results of others, in all front ends: 4x4 Othello, which the second player wins by
//! 10.

use std::fs;

use serde_json::Value;
use solveig_region::blocks::Block;

use crate::campaign_results::Results;
use crate::run::{run, solveig, words};
use crate::serving::Serving;

/// A folder with results, their store `r.store`, and the player `o44.player`.
fn player() -> (Results, String) {
    let results = Results::of(usize::MAX);
    solveig(&results.import_arguments()).json();
    let named = |name: &str| results.folder.named(name);
    let (store, list, player) = (results.store(), named("list.csv"), named("o44.player"));
    solveig(&format!("campaign derive {store} --list {list}")).text();
    let make = format!("campaign player --store {store} --hypotheses {list} --out {player}");
    let said = solveig(&make).text();
    assert!(
        said.contains("the side to move gets -10 or more, the other +10 or more"),
        "{said}"
    );
    assert!(said.contains("\nGIVEN ") && said.contains("nothing here proves them"));
    let answer = solveig(&format!("--json {make}")).json();
    assert!(
        answer["basis"]["hypotheses"].as_u64() > Some(10),
        "{answer}"
    );
    (results, player)
}

/// Tables that their game or their store cannot have, with the checksums of what they say.
#[test]
fn no_face_plays_by_a_table_that_its_game_or_its_store_cannot_have() {
    let (_results, player) = player();
    let table = fs::read_to_string(&player).unwrap();
    let whole = &table[..table.rfind("sum ").unwrap()];
    let changed = |field: &str, value: &str| {
        let start = whole.find(field).unwrap() + field.len();
        let rest = whole[start..].trim_start_matches(|digit: char| digit.is_ascii_digit());
        format!("{}{value}{rest}", &whole[..start])
    };
    for (said, expected) in [
        (
            changed("\"lower\":-", "17"),
            "line 2: a value from -17 to -10: those of othello:4x4 are from -16 to 16",
        ),
        (
            changed("\"cut\":", "15"),
            " exact results of othello:4x4 at level 15: its store, ",
        ),
        (
            changed("\"results\":", "1"),
            "line 2: 1 exact results of othello:4x4 at level ",
        ),
    ] {
        let sum = xxhash_rust::xxh3::xxh3_64(said.as_bytes());
        fs::write(&player, format!("{said}sum {sum:016x}\n")).unwrap();
        for command in ["play", "gtp", "nboard", "serve --listen 127.0.0.1:0"] {
            let complaint = solveig(&format!("{command} {player}")).complaint();
            assert!(complaint.contains(expected), "{command}: {complaint}");
        }
    }
}

const UNPROVED: &str = "+10 or more for the other, GIVEN ";

#[test]
fn all_front_ends_play_by_it_and_say_what_it_is_given() {
    let (_results, player) = player();
    // In the terminal.
    let played = run(&words(&format!("--json play {player} --side none")), "");
    let last = played.stdout.lines().last().unwrap();
    assert_eq!(last, r#"{"event":"over","value":-10}"#, "{}", played.stderr);
    assert_eq!(played.stderr.lines().count(), 1, "{}", played.stderr);
    assert!(played.stderr.contains(UNPROVED), "{}", played.stderr);

    // By GTP, both sides in turn.
    let both = "genmove black\ngenmove white\n".repeat(8);
    let input = format!("{both}final_score\nquit\n");
    let played = run(&["gtp", &player], &input);
    assert!(played.stdout.contains("= W+10\n"), "{}", played.stdout);
    assert!(played.stderr.contains(UNPROVED), "{}", played.stderr);
    assert!(!played.stderr.contains("proven:"), "{}", played.stderr);

    // By NBoard.
    let played = run(&["nboard", &player], "nboard 2\ngo\nquit\n");
    assert!(
        played.stdout.contains(" keeps -10 or more\n"),
        "{}",
        played.stdout
    );
    assert!(played.stderr.contains(UNPROVED), "{}", played.stderr);

    // For the page: the best move is the player's, also where nothing is searched.
    let server = Serving::new(&[&player]);
    let game = server.get("/v1/games/othello-4x4");
    assert_eq!(game["player"]["file"], "o44.player");
    assert_eq!(game["player"]["at_least"], -10);
    assert!(
        game["player"]["foreign_results"].as_u64() > Some(10),
        "{game}"
    );
    let mut moves = String::new();
    let mut stored = 0;
    loop {
        let ask = |search: &str| {
            server.get(&format!(
                "/v1/games/othello-4x4/position?moves={moves}&search={search}"
            ))
        };
        let position = ask("anywhere");
        if position["over"] == true {
            let first = match &position["to_move"] {
                Value::String(side) if side == "first" => 1,
                _ => -1,
            };
            assert_eq!(position["value"].as_i64(), Some(-10 * first), "{moves}");
            break;
        }
        let best = position["best_move"].as_str().unwrap().to_owned();
        assert_eq!(position["moves"][0]["move"], best);
        let without = ask("never");
        if let Some(at_once) = without["best_move"].as_str() {
            assert_eq!(at_once, best);
            stored += 1;
        }
        moves.push_str(&best);
    }
    assert!(stored > 1, "the table has the first moves");
    #[cfg(unix)]
    assert!(server.stop().1.contains(UNPROVED));
}

#[test]
fn where_its_results_are_missing_it_is_refused_or_says_that_it_searches() {
    let (results, player) = player();
    let store = results.store();
    let whole = fs::read(&store).unwrap();
    // Damaged in every block: it plays on, and says so.
    let mut damaged = whole.clone();
    let mut at = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let begin = at;
    while let Some(block) = Block::read(&whole[at..], (at - begin) as u64) {
        damaged[at + 100] ^= 1;
        at += block.length() as usize;
    }
    fs::write(&store, damaged).unwrap();
    let play = format!("play {player} --side none");
    let played = run(&words(&play), "");
    assert!(
        played.stdout.ends_with("White wins (+10)\n"),
        "{}",
        played.stdout
    );
    let said = "the results cannot be used: ";
    assert!(played.stderr.contains(said), "{}", played.stderr);
    assert!(played.stderr.contains(" is damaged"), "{}", played.stderr);
    for (front_end, input) in [("gtp", "play b b1\n"), ("nboard", "move B1\n")] {
        let go = match front_end {
            "gtp" => "genmove w\ngenmove b\n".repeat(3),
            _ => "go\n".to_owned(),
        };
        let spoken = run(&[front_end, &player], &format!("{input}{go}quit\n"));
        assert!(
            front_end == "nboard" || spoken.stderr.contains(said),
            "{}",
            spoken.stderr
        );
    }
    // Not there, or another.
    fs::remove_file(&store).unwrap();
    for command in ["play", "gtp", "nboard", "serve --listen 127.0.0.1:0"] {
        let complaint = solveig(&format!("{command} {player}")).complaint();
        assert!(
            complaint.contains("the player needs its store of results"),
            "{complaint}"
        );
    }
    fs::write(&store, &whole).unwrap();
    results.folder.expect_complaints(
        "campaign player --store @/r.store --out @/new => --hypotheses
        campaign player --hypotheses @/list.csv --out @/new => --store
        campaign player --out @/new => FILE.campaign
        campaign player a --store @/r.store --hypotheses @/list.csv --out @/new => cannot be used with",
    );
    let folder = results.folder.named("page");
    let refused = solveig(&format!("serve {player} --static {folder}"));
    assert_eq!(refused.status, 2, "{}", refused.stdout);
    let (said, expected) = (refused.stderr, "cannot play by a player's table");
    assert!(said.contains(expected), "{said}");
}
