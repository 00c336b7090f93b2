//! Commands that answer from a game alone: value, perft, count, completions, man.

use serde_json::json;

use crate::run::{Folder, expect_complaints, run, solveig, words};

#[test]
fn all_solvers_find_the_value_and_the_canonical_line() {
    for (game, value) in [
        ("othello:4x4", -10),
        ("connect-four:4x4", 0),
        ("mnk:3x3?k=3", 0),
        ("hex:3x3", 1),
        ("hex:3x4", -1),
        ("random-tree:3x5?seed=7", 0),
    ] {
        let answers: Vec<_> = words("alpha-beta pvs mtd-f mt-sss mt-dual scout ews df-pn")
            .into_iter()
            .flat_map(|solver| {
                [1, 2].map(|threads| {
                    let memory = "--memory 4MiB";
                    let answer = solveig(&format!(
                        "value {game} --canonical --solver {solver} --threads {threads} {memory} --json"
                    ))
                    .json();
                    assert_eq!(answer["status"], "exact");
                    assert_eq!(answer["solver"], solver);
                    assert_eq!(answer["best_move"], answer["pv"][0]);
                    assert!(answer["nodes"].as_u64().unwrap() > 0);
                    assert!(answer["seconds"].as_f64().unwrap() >= 0.0);
                    (answer["value"].clone(), answer["pv"].clone())
                })
            })
            .collect();
        assert!(answers.iter().all(|one| *one == answers[0]), "{game}");
        if !game.starts_with("random-tree") {
            assert_eq!(answers[0].0, value, "{game}");
        }
    }
}

/// Settings steer Expected Work Search: the answer is the same, and the solver is named with them.
#[test]
fn expected_work_search_has_settings() {
    for (solver, named) in [
        ("ews --ews conjecture=no", "ews conjecture=no"),
        (
            "ews --ews epsilon=0.1,conjecture=root",
            "ews conjecture=root,epsilon=0.1",
        ),
        ("ews --ews epsilon=0", "ews"),
        ("ews-wr --ews epsilon=0.5", "ews-wr epsilon=0.5"),
        ("ews-ps --ews seed=2", "ews-ps seed=2"),
        ("ews --ews seed=7", "ews seed=7"),
    ] {
        let chosen = format!("--solver {solver} --json");
        let answer = solveig(&format!("value connect-four:4x4 {chosen}")).json();
        assert_eq!(
            (&answer["value"], &answer["solver"]),
            (&json!(0), &json!(named))
        );
    }
}

/// Other playouts are another search; the same seed is the same.
#[test]
fn the_seed_of_expected_work_search_is_used() {
    let nodes = |settings: &str| {
        let chosen = format!("--solver ews --ews {settings} --threads 1 --json");
        let answer = solveig(&format!("value connect-four:4x4 {chosen}")).json();
        answer["nodes"].as_u64().unwrap()
    };
    assert_eq!(nodes("seed=7"), nodes("seed=7"));
    assert_eq!(nodes("seed=1"), nodes("epsilon=0"));
    assert_ne!(nodes("seed=7"), nodes("seed=8"));
}

/// A null-window test is one search, which threads share.
#[test]
fn teams_answer_null_window_tests() {
    for solver in ["ews", "pns", "mcts", "df-pn"] {
        for (bound, side, found) in [(0, "at_least", 0), (1, "at_most", 0)] {
            let team = format!("--solver {solver} --threads 3 --memory 4MiB");
            let command = format!("value connect-four:4x4 {team} --at-least {bound} --json");
            let answer = solveig(&command).json();
            assert_eq!(answer["threads"], 3, "{solver}");
            assert_eq!(answer[side], found, "{solver}, {bound}");
        }
    }
}

#[test]
fn minimax_says_the_same() {
    let answer = |solver| {
        let answer = solveig(&format!("value mnk:3x3?k=3 --solver {solver} --json")).json();
        (answer["value"].clone(), answer["pv"].clone())
    };
    assert_eq!(answer("minimax"), answer("pvs"));
}

#[test]
fn go_is_searched_with_its_history() {
    for solver in ["fastest", "df-pn", "plain", "minimax"] {
        let answer = solveig(&format!("value go:3x1 --solver {solver} --json")).json();
        let named = if solver == "fastest" { "df-pn" } else { solver };
        assert_eq!(answer["solver"], named);
        assert_eq!(
            (&answer["value"], &answer["best_move"]),
            (&json!(3), &json!("B1"))
        );
    }
    let answer = solveig("value go:2x2?komi=0.5 --json").json();
    assert_eq!(answer["value"], 1);
    let answer = solveig("value go:3x3 --json").json();
    assert_eq!(
        (&answer["value"], &answer["best_move"]),
        (&json!(9), &json!("B2"))
    );
    let answer = run(&["value", "go:2x2", "-p", "A1 B2 pass", "--json"], "").json();
    assert_eq!(answer["status"], "exact");
    let paths = solveig("perft go:2x2 3 --json").json();
    assert_eq!(paths["paths"], 4 * (3 + 3 + 3 + 4) + 4 * 4);
}

#[test]
fn values_are_for_the_side_to_move_in_the_position_asked() {
    let value = |position| {
        let arguments = ["value", "othello:4x4", "--position", position, "--json"];
        run(&arguments, "").json()["value"].as_i64().unwrap()
    };
    assert_eq!(value("-"), -10);
    assert_eq!(value(""), -10);
    // All first moves of Othello are symmetric, so each keeps the value for the other side.
    assert_eq!(value("b1"), 10);
    assert_eq!(value("-----OX--XO----- X"), -10);
}

#[test]
fn a_position_in_which_the_game_is_over_has_a_value_and_no_move() {
    let arguments = ["value", "mnk:3x3?k=3", "--position", "a1a2b1b2c1", "--json"];
    let answer = run(&arguments, "").json();
    assert_eq!(answer["value"], -1);
    assert_eq!(answer["best_move"], serde_json::Value::Null);
    assert_eq!(answer["pv"], json!([]));
    let text = run(&arguments[..4], "").text();
    assert!(text.contains("none: the game is over"), "{text}");
}

#[test]
fn text_for_people_has_the_value_the_move_and_the_line() {
    let text = solveig("value othello:4x4").text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "value      -10");
    assert!(lines[1].starts_with("best move  "));
    assert!(lines[2].starts_with("line       "));
    assert!(lines[3].starts_with("search     ") && lines[3].ends_with("fastest"));
}

#[test]
fn perft_counts_move_paths() {
    for (game, depth, paths) in [
        ("othello:8x8", 0, 1),
        ("othello:8x8", 6, 8200),
        ("connect-four:7x6", 5, 16_807),
        ("mnk:3x3?k=3", 9, 127_872),
    ] {
        let answer = solveig(&format!("perft {game} {depth} --json")).json();
        assert_eq!(answer["paths"], paths, "{game} {depth}");
        assert_eq!(answer["nodes"], paths);
        assert_eq!(answer["depth"], depth);
    }
    let after = solveig("perft connect-four:7x6 1 --position 444444 --json").json();
    assert_eq!(after["paths"], 6, "a column is full");
    let text = solveig("perft othello:8x8 6").text();
    assert!(text.starts_with("8200 paths of 6 moves ("), "{text}");
}

#[test]
fn symmetric_positions_are_counted_once_unless_asked() {
    let counted = |options: &str| {
        let count = format!("count mnk:3x3?k=3 --scope strong {options} --json");
        let answer = solveig(&count).json();
        let levels = answer["levels"].as_array().unwrap();
        let positions = levels.iter().map(|level| level["positions"].as_u64());
        let positions: Vec<u64> = positions.map(Option::unwrap).collect();
        let sum = positions.iter().sum::<u64>();
        assert_eq!(
            (&answer["scope"], &answer["totals"]["positions"]),
            (&json!("strong"), &json!(sum))
        );
        assert_eq!(answer["symmetry"], options.is_empty());
        (positions, sum)
    };
    assert_eq!(counted("").0, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(counted("--no-symmetry").1, 5478);
}

#[test]
fn reachable_positions_of_othello_are_shown_with_those_of_the_paper() {
    let count = "count othello:6x6 --scope strong --to-level 12 --memory 1MiB";
    let answer = solveig(&format!("{count} --json")).json();
    assert_eq!(answer["levels"].as_array().unwrap().len(), 9);
    assert_eq!(answer["levels"], answer["paper"]["levels"]);
    assert_eq!(answer["totals"], answer["paper"]["totals"]);
    let text = solveig(count).text();
    let row: Vec<&str> = text.lines().nth(9).unwrap().split_whitespace().collect();
    assert_eq!(row, ["12", "51964", "51964"], "{text}");
    let apart = solveig(&format!("{count} --no-symmetry --json")).json();
    assert!(apart.get("paper").is_none(), "the paper has symmetry");
}

#[cfg(feature = "study")]
#[test]
fn the_region_and_its_proof_add_up() {
    let counted = solveig("count connect-four:4x4 --scope semi-strong --json").json();
    let levels = counted["levels"].as_array().unwrap();
    let mut sums = [0; 3];
    for level in levels {
        let part = |name: &str| level[name].as_u64().unwrap();
        let (artifact, certificate) = (part("artifact"), part("certificate"));
        assert_eq!(part("total"), artifact + certificate);
        sums[0] += artifact;
        sums[1] += certificate;
        sums[2] += part("total");
    }
    let totals = &counted["totals"];
    assert_eq!(totals["artifact"], sums[0]);
    assert_eq!(totals["certificate"], sums[1]);
    assert_eq!(totals["total"], sums[2]);
    let strong = solveig("count connect-four:4x4 --scope strong --json").json();
    let weak = solveig("count connect-four:4x4 --scope weak --json").json();
    let positions = |answer: &serde_json::Value| answer["totals"]["positions"].as_u64().unwrap();
    assert_eq!(totals["weak"], positions(&weak));
    assert!(positions(&weak) <= sums[0] && sums[2] < positions(&strong));
    let text = solveig("count connect-four:4x4 --scope semi-strong").text();
    assert!(text.starts_with("level                 weak             artifact"));
}

#[cfg(feature = "study")]
#[test]
fn the_least_proof_is_no_larger_and_proves_the_same_region() {
    let counted = |more: &str| {
        let game = "connect-four:5x4 --no-symmetry --json --scope semi-strong";
        solveig(&format!("count {game} {more}")).json()["totals"].clone()
    };
    let (published, minimal) = (counted(""), counted("--minimal"));
    assert_eq!(published["artifact"], minimal["artifact"]);
    let certificate = |totals: &serde_json::Value| totals["certificate"].as_u64().unwrap();
    assert!(certificate(&minimal) < certificate(&published));
}

#[test]
fn shells_and_man_are_served() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = solveig(&format!("completions {shell}")).text();
        assert!(
            script.contains("solveig") && script.contains("probe"),
            "{shell}"
        );
    }
    let page = solveig("man").text();
    assert!(page.contains(".TH solveig 1"));
    let page = solveig("man probe").text();
    assert!(page.contains("solveig\\-probe"));
    #[cfg(feature = "study")]
    assert!(
        solveig("man trees draw")
            .text()
            .contains("solveig\\-trees\\-draw")
    );
    let answer = solveig("man probe --json").json();
    assert_eq!(answer["page"].as_str().unwrap().trim(), page.trim());
}

#[test]
fn solvers_and_their_settings_are_explained_once() {
    let page = solveig("solvers").text();
    for named in ["df-pn ", "mt-sss ", "conjecture=WHO", "seed=N"] {
        assert!(page.contains(named), "{named}: {page}");
    }
    assert!(
        page.lines().all(|line| line.chars().count() <= 100),
        "{page}"
    );
    let help = solveig("help solvers").text();
    assert!(help.contains(page.trim()), "{help}");
    let answer = solveig("solvers --json").json();
    assert_eq!(answer["page"].as_str().unwrap().trim(), page.trim());
    // The others name the page only.
    let help = solveig("solve --help").text();
    assert!(
        help.contains("solveig help solvers") && !help.contains("mt-sss"),
        "{help}"
    );
    // A wrong name is still answered with the right ones.
    expect_complaints("value hex:2x2 --solver x => mt-sss");
}

#[test]
fn every_command_has_help() {
    let overview = solveig("--help").text();
    let commands = "value solve info probe verify count perft play solvers completions man";
    for command in words(commands) {
        assert!(overview.contains(command));
        let help = solveig(&format!("{command} --help")).text();
        assert!(help.contains("--json"), "{command}");
        assert!(help.lines().count() <= 100, "{command}");
    }
    assert!(solveig("--version").text().starts_with("solveig "));
}

#[test]
fn an_estimate_says_what_to_expect_and_writes_nothing() {
    let folder = Folder::new();
    let files = "--out @/x.sol --certificate @/x.cert --estimate";
    let solve = |more: &str| folder.solveig(&format!("-q solve othello:4x4 {files} {more}"));
    let text = solve("").text();
    assert!(text.contains("positions in"), "{text}");
    let found = solve("--json").json();
    // The closure is small enough to be followed whole.
    assert_eq!(
        (&found["basis"], &found["share"]),
        (&"counted".into(), &0.9.into())
    );
    let range = |part: &str, of: &str| {
        let end = |name: &str| found[part][of][name].as_f64().unwrap();
        (end("low"), end("expected"), end("high"))
    };
    assert_eq!(range("artifact", "positions"), (132.0, 132.0, 132.0));
    assert_eq!(range("certificate", "positions").1, 663.0);
    let (low, expected, high) = range("artifact", "bytes");
    assert!(low < expected && expected < high, "{low} {expected} {high}");
    assert!(found["seconds"]["high"].as_f64().unwrap() > 0.0);
    assert!(folder.names().is_empty(), "{:?}", folder.names());

    // The value of the start takes minutes.
    let guess = solveig("solve othello:6x6 --estimate=1");
    assert_eq!(guess.status, 0, "{}", guess.stderr);
    let text = guess.stdout;
    assert!(text.contains("; a guess"), "{text}");
    assert!(text.contains("--estimate=TIME"), "{text}");

    expect_complaints(
        "solve othello:6x4 --estimate=0 => --estimate
        solve othello:6x4 --estimate=long => --estimate",
    );
}
