//! Proofs: prove, verify, info.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use solveig_testkit::cases::cases;

use crate::run::{Folder, run, solveig, start, words};

const SOLVERS: &str = "ews ews-wr ews-ps pns df-pn mcts deepening";

#[test]
fn every_solver_of_yes_or_no_questions_proves_what_is_verified() {
    let folder = Folder::new();
    for solver in words(SOLVERS) {
        for (game, value) in [("mnk:3x3?k=3", 0), ("hex:3x3", 1), ("go:2x2", 1)] {
            let out = folder.named("one.proof");
            let moves = match game {
                "hex:3x3" => "canonical",
                _ => "found",
            };
            let prove = format!("prove {game} --solver {solver} --moves {moves} --json --force");
            let written = folder.solveig(&format!("{prove} --out @/one.proof")).json();
            assert_eq!(written["at_least"], value, "{game} {solver}");
            assert_eq!(written["at_most"], value);
            assert_eq!(written["solver"], solver);
            let checked = run(&["verify", &out, "--json"], "").json();
            assert_eq!(checked["holds"], true);
            assert_eq!(checked["kind"], "proof");
            assert_eq!(checked["game"], game);
            for same in ["at_least", "at_most", "position"] {
                assert_eq!(checked[same], written[same], "{same}");
            }
            assert_eq!(checked["nodes"], written["walked"]);
            assert_eq!(checked["moves"], written["out"]["moves"]);
            assert_eq!(checked["digest"], written["out"]["digest"]);
            assert_eq!(checked["bytes"], fs::metadata(&out).unwrap().len());
        }
    }
    assert_eq!(folder.names(), ["one.proof"], "nothing else is left");
}

#[test]
fn a_bound_is_proven_to_hold_or_not_to() {
    let folder = Folder::new();
    let out = folder.named("bound.proof");
    let position = "A1 B2";
    let prove = |bound: &str| {
        let arguments = ["prove", "go:2x3", "-p", position, "--at-least", bound];
        let arguments = [&arguments[..], &["--out", &out, "--json"]].concat();
        let written = run(&arguments, "").json();
        let checked = run(&["verify", &out, "--json"], "").json();
        assert_eq!(checked["holds"], true);
        assert_eq!(checked["position"], "X--O-- X");
        written
    };
    let is_null = |one: &Value| one.is_null();
    let value = run(&words("value go:2x3 -p A1B2 --solver df-pn --json"), "").json()["value"]
        .as_i64()
        .unwrap();
    let yes = prove(&value.to_string());
    assert_eq!(yes["at_least"], value);
    assert!(is_null(&yes["at_most"]));
    let no = prove(&(value + 1).to_string());
    assert_eq!(no["at_most"], value);
    assert!(is_null(&no["at_least"]));

    let info = run(&["info", &out, "--json"], "").json();
    assert_eq!(info["kind"], "proof");
    assert_eq!(info["at_most"], value);
    assert_eq!(info["position"], "X--O-- X");
    let text = run(&["info", &out], "").text();
    assert!(text.starts_with("kind        proof\n"), "{text}");
    assert!(text.contains("at most the value"), "{text}");
}

#[test]
fn what_a_proof_says_is_said_in_words() {
    let folder = Folder::new();
    let text = folder
        .solveig("prove hex:3x3 --value --out @/hex.proof")
        .text();
    assert!(
        text.starts_with("hex:3x3 has the value +1; position --------- X\n"),
        "{text}"
    );
    let text = folder.solveig("verify @/hex.proof").text();
    assert!(
        text.starts_with("holds: hex:3x3 has the value +1; position --------- X; digest "),
        "{text}"
    );
}

#[test]
fn proofs_let_the_loser_repeat_positions_where_that_is_asked_for() {
    let folder = Folder::new();
    let out = folder.named("3x3.proof");
    let prove = "prove go:3x3 --moves history-free --out @/3x3.proof --json";
    let written = folder.solveig(prove).json();
    assert_eq!(
        (&written["at_least"], &written["at_most"]),
        (&9.into(), &9.into())
    );
    assert_eq!(written["solver"], "history-free search");
    let checked = run(&["verify", &out, "--json"], "").json();
    assert_eq!(checked["holds"], true);
    assert_eq!(checked["nodes"], written["walked"]);
    assert_eq!(checked["digest"], written["out"]["digest"]);
    assert_eq!(
        run(&["info", &out, "--json"], "").json()["loser_may_repeat"],
        true
    );
    let text = run(&["info", &out], "").text();
    assert!(text.contains("the loser may repeat positions"), "{text}");
    let over = folder.named("over.proof");
    let fixed = ["prove", "go:3x3", "--moves", "history-free", "--out", &over];
    for (others, claim, nodes) in [
        (&["-p", "pass pass"][..], "has the value 0 after", 2),
        (
            &["-p", "pass pass", "--at-least", "1"],
            "has at most the value 0 after",
            1,
        ),
    ] {
        let text = run(&[&fixed[..], others].concat(), "").text();
        assert!(text.contains(claim), "{text}");
        let checked = run(&["verify", &over, "--json"], "").json();
        assert_eq!(checked["holds"], true);
        assert_eq!(checked["nodes"], nodes);
    }
    std::fs::remove_file(&over).unwrap();
    let error = run(&["serve", &out, "--listen", "127.0.0.1:0"], "").complaint();
    assert!(error.contains("it answers no positions"), "{error}");

    let table = "
        hex:3x3 => expected Go with superko and without suicide
        go:2x2?suicide=yes => expected Go with superko and without suicide
        go:2x2 --solver pns => leave --solver out
        go:2x2 --checkpoint x => leave --checkpoint out
        go:2x2 --ews seed=3 => leave --ews out
        go:2x2 --threads 2 => leave --threads out
        go:2x2 --at-least 1 => no strategy was found for either side
        go:5x5 --time-limit 0.2 => no proof was written
    ";
    for (command, said) in cases(table) {
        let prove = format!("prove {command} --moves history-free --out @/3x3.proof --force");
        folder.expect_complaints(&format!("{prove} => {said}"));
    }
    assert_eq!(folder.names(), ["3x3.proof"], "the proof is left as it was");
    assert_eq!(
        run(&["verify", &out, "--json"], "").json()["digest"],
        checked["digest"]
    );
}

fn forged(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../verify/tests/forged/");
    format!("{folder}{name}")
}

/// The rules state a range of values that holds only where stones were placed in turn.
#[test]
fn a_proof_for_a_board_that_cannot_be_is_refused_with_the_reason() {
    for (name, stones) in [
        ("c4-76-exact-18.proof", "3 stones of the side to move and 0"),
        ("c4-76-after-20.proof", "3 stones of the side to move and 0"),
        ("c4score52.proof", "0 stones of the side to move and 3"),
    ] {
        let ran = run(&["verify", &forged(name)], "");
        assert_eq!((ran.status, ran.stderr.as_str()), (1, ""), "{name}");
        let said = &ran.stdout;
        assert!(
            said.starts_with("DOES NOT HOLD: ") && said.contains(stones),
            "{said}"
        );
        let text = run(&["info", &forged(name)], "").text();
        let expected = "\nposition    none: header: 0x";
        assert!(text.contains(expected) && text.contains(stones), "{text}");
    }
}

/// Two values of one board, and a board that looks like the start: each holds after what came
/// before.
#[test]
fn how_the_position_of_a_proof_came_about_is_said() {
    for (name, aside, start) in [
        (
            "h22-a.proof",
            " after 18 moves that forbid 14 repetitions; position O-OO X; ",
            "---- X (the game's own start)",
        ),
        (
            "h22-b.proof",
            " after 6 moves that forbid 6 repetitions; position O-OO X; ",
            "---- X (the game's own start)",
        ),
        (
            "h22s-a.proof",
            " from a board that was set up after 6 moves that forbid 5 repetitions; position ---- X; ",
            "-XO- X (set up; play from the start can reach it)",
        ),
    ] {
        let file = forged(name);
        let text = run(&["verify", &file], "").text();
        let first = text.lines().next().unwrap();
        assert!(
            first.starts_with("holds: ") && first.contains(aside),
            "{text}"
        );
        assert!(text.contains(&format!("\nstart: {start}\n")), "{text}");
        let text = run(&["info", &file], "").text();
        assert!(text.contains(&format!("\nstart       {start}\n")), "{text}");
    }
    let (low, other) = (forged("h22-b.proof"), forged("h22s-a.proof"));
    let text = run(&["verify", &low], "").text();
    assert!(text.contains("\nplayed: B1 B2 A1 A2 B1 A1\n"), "{text}");
    assert!(
        text.contains("\nforbidden: ----, -X--, -X-O, XX-O, --OO, -XOO\n"),
        "{text}"
    );
    for command in ["verify", "info"] {
        let answer = run(&[command, &low, "--json"], "").json();
        assert_eq!(answer["start"]["set_up"], false);
        assert_eq!(answer["moves_from_start"].as_array().unwrap().len(), 6);
        assert_eq!(answer["forbidden_repetitions"][2], "-X-O");
        let answer = run(&[command, &other, "--json"], "").json();
        assert_eq!(answer["start"]["set_up"], true);
        assert_eq!(answer["start"]["reachable"], true);
        assert_eq!(answer["start"]["position"], "-XO- X");
        assert_eq!(answer["position"], "---- X");
    }
}

#[test]
fn a_check_of_a_proof_keeps_its_limits() {
    let folder = Folder::new();
    folder.solveig("prove go:2x3 --out @/one.proof").text();
    folder.solveig("verify @/one.proof --memory 1MiB").text();
    folder.expect_complaints("verify @/one.proof --time-limit 0 => not decided");
}

#[test]
fn damaged_proofs_do_not_hold() {
    let folder = Folder::new();
    let out = folder.named("two.proof");
    run(&["prove", "go:2x2", "--out", &out], "").text();
    let whole = fs::read(&out).unwrap();
    // After the magic, by which a proof is told from an artifact.
    for at in [12, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        fs::write(&out, damaged).unwrap();
        let ran = run(&["verify", &out, "--json"], "");
        assert_eq!((ran.status, ran.stderr.as_str()), (1, ""), "byte {at}");
        let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(answer["holds"], false);
        assert!(
            answer["problem"]
                .as_str()
                .is_some_and(|text| !text.is_empty())
        );
    }
    fs::write(&out, &whole[..whole.len() - 1]).unwrap();
    let ran = run(&["verify", &out], "");
    assert_eq!(ran.status, 1);
    assert!(ran.stdout.starts_with("DOES NOT HOLD: "), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("trailer: the file does not end"),
        "{}",
        ran.stdout
    );
}

#[test]
fn nothing_is_written_where_nothing_is_proven() {
    let folder = Folder::new();
    folder.expect_complaints(
        "prove go:2x2 --out @/x.proof --at-least 5 => --at-least 5: values lie between -4 and 4
        prove go:2x2 --out @/x.proof --solver pvs => possible values: ews, ews-wr, ews-ps, pns, df-pn
        prove random-tree:2x3 --out @/x.proof => the checker has no rules for the game
        prove go:2x2 --out @/x.proof -p A9 => no point A9
        prove go:2x2 --out @/x.proof --value --at-least 1 => cannot be used with
        prove go:2x2 --out @/no/such.proof => no/such.proof
        prove go:2x2 => --out",
    );
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn a_search_that_was_killed_goes_on_from_its_checkpoint() {
    let folder = Folder::new();
    let (file, kept) = (folder.file("aside"), folder.named("aside"));
    let question = "value hex:5x5 --knowledge none --at-least 1 --threads 1 --memory 64MiB";
    for solver in ["ews", "df-pn"] {
        let command = format!("{question} --solver {solver} --json");
        let stepwise = format!("{command} --checkpoint {kept} --every 0");
        let mut child = start(&stepwise);
        while !file.exists() && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let whole = fs::read(&file).expect("it was stopped before the end");
        let refused = |arguments: &str| {
            let said = solveig(arguments).failure();
            assert!(said.starts_with("the checkpoint "), "{said}");
            said
        };
        let other = stepwise.replace("5x5", "5x4");
        let said = refused(&other);
        assert!(said.contains("is of the game \"hex:5x5\""), "{said}");
        let said = refused(&stepwise.replace("--solver", "-p a1 --solver"));
        assert!(said.contains("is of the position"), "{said}");
        for (at, problem) in [
            (0, "does not begin with"),
            (whole.len() / 2, "damaged"),
            (whole.len() - 1, "damaged"),
        ] {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&file, damaged).unwrap();
            let said = refused(&stepwise);
            assert!(said.contains(problem), "{said}");
        }
        for end in [0, 10, 100, whole.len() - 1] {
            fs::write(&file, &whole[..end]).unwrap();
            refused(&stepwise);
        }
        assert_eq!(fs::read(&file).unwrap().len(), whole.len() - 1);
        fs::write(&file, &whole).unwrap();
        let ran = solveig(&stepwise);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(answer["at_least"], 1, "{answer}");
        assert!(folder.names().is_empty(), "{:?}", folder.names());
    }
    for (options, part) in [
        ("--solver pvs --checkpoint @/aside", "has no checkpoints"),
        ("--solver ews --checkpoint @/aside/no/file", "aside/no/file"),
        ("--every 5", "--checkpoint"),
    ] {
        folder.expect_complaints(&format!("{question} {options} => {part}"));
    }
}
