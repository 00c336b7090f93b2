//! Nothing is lost: files that stand for each other, foreign files, closed outputs, refused
//! arguments, long lines.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::run::{Folder, Ran, run, solveig, words};

/// What a shell makes of a line in which `solveig` is the program.
fn shell(line: &str) -> Ran {
    let output = Command::new("sh")
        .arg("-c")
        .arg(line.replace("solveig", env!("CARGO_BIN_EXE_solveig")))
        .output()
        .unwrap();
    Ran::of(output)
}

fn links(folder: &Folder) {
    use std::os::unix::fs::symlink;
    fs::create_dir(folder.file("sub")).unwrap();
    symlink("sub", folder.file("way")).unwrap();
    symlink("new", folder.file("dangling")).unwrap();
    fs::write(folder.file("one"), "").unwrap();
    fs::hard_link(folder.file("one"), folder.file("hard")).unwrap();
    symlink("one", folder.file("soft")).unwrap();
    fs::write(folder.file("tree.json"), "[[3, 12], [2, 4]]").unwrap();
    symlink("tree.json", folder.file("soft.json")).unwrap();
}

#[test]
fn no_file_stands_for_another() {
    let folder = Folder::new();
    links(&folder);
    let before = folder.names();
    for line in [
        // Solving this game would take longer than anyone waits for a test.
        "solve othello:8x8 --out @/new --certificate @/new",
        "solve othello:8x8 --out @/new --certificate @/./new",
        "solve othello:8x8 --out @/new --certificate @/sub/../new",
        "solve othello:8x8 --out @/new --certificate @/dangling",
        "solve othello:8x8 --out @/sub/new --certificate @/way/new",
        "solve othello:8x8 --out @/one --certificate @/soft",
        "solve othello:8x8 --out @/hard --certificate @/one",
        "solve othello:8x8 --out @/new --certificate @/new.work",
        "solve othello:8x8 --out @/one --certificate @/soft --force",
        "solve tree:@/tree.json --out @/soft.json --force",
        "prove othello:8x8 --out @/new --checkpoint @/./new",
        "prove tree:@/tree.json --out @/soft.json --force",
        "prove tree:@/tree.json --out @/new --checkpoint @/soft.json",
        "value tree:@/tree.json --checkpoint @/soft.json",
        "trees draw tree:@/tree.json --out @/soft.json --force",
        "trees trace tree:@/tree.json --page @/soft.json --force",
        "trees write tree:@/tree.json --out @/soft.json",
        "campaign init tree:@/tree.json --cuts 2,1 --ledger @/soft.json",
        "campaign player @/one --out @/soft --force",
    ] {
        let complaint = folder.solveig(line).complaint();
        assert!(
            complaint.contains("cannot be the same file"),
            "{line}: {complaint}"
        );
    }
    // What lies in a work directory goes with it.
    fs::create_dir(folder.file("new.work")).unwrap();
    let line = "solve othello:4x4 --out @/new --certificate @/new.work/cert";
    let complaint = folder.solveig(line).complaint();
    assert!(complaint.contains("goes at the end"), "{complaint}");
    fs::remove_dir(folder.file("new.work")).unwrap();
    let complaint = shell(&format!(
        "cd {} && solveig prove mnk:3x3?k=3 --out new > new",
        folder.path().display()
    ))
    .complaint();
    assert!(complaint.contains("standard output"), "{complaint}");
    fs::remove_file(folder.file("new")).unwrap();
    assert_eq!(folder.names(), before);
    let tree = fs::read_to_string(folder.file("tree.json")).unwrap();
    assert_eq!(tree, "[[3, 12], [2, 4]]");

    // Names that differ in case alone are two files where the folder takes them so.
    let line = "solve othello:4x4 --out @/x.sol --certificate @/X.SOL";
    fs::write(folder.file("probe"), "").unwrap();
    let ran = folder.solveig(line);
    match folder.file("PROBE").exists() {
        true => assert_eq!(ran.status, 2),
        false => assert_eq!((ran.status, ran.stderr.as_str()), (0, "")),
    }
}

#[test]
fn a_foreign_file_is_replaced_only_by_force() {
    let folder = Folder::new();
    let letter = "Dear friend,\n";
    links(&folder);
    let campaign = "campaign init othello:4x4 --cuts 9,6 --ledger @/c";
    folder.solveig(campaign).text();
    folder.solveig("campaign run @/c --threads 1");
    for (line, kind) in [
        ("solve othello:4x4 --out @/f", "whole artifact"),
        (
            "solve othello:4x4 --out @/a --certificate @/f",
            "whole certificate",
        ),
        ("prove hex:2x2 --out @/f", "proof"),
        ("trees draw --depth 2 --out @/f", "picture of a tree"),
        ("trees trace --depth 2 --page @/f", "page of a trace"),
        ("trees write --depth 2 --out @/f", "tree"),
        ("campaign player @/c --out @/f", "table of a player"),
    ] {
        fs::write(folder.file("f"), letter).unwrap();
        let complaint = folder.solveig(line).complaint();
        let expected = format!("f exists and is no {kind}; --force replaces it");
        assert!(complaint.ends_with(&expected), "{line}: {complaint}");
        let kept = fs::read_to_string(folder.file("f")).unwrap();
        assert_eq!(kept, letter, "{line}");
        let forced = folder.solveig(&format!("{line} --force"));
        assert_eq!(forced.status, 0, "{line}: {}", forced.stderr);
        let written = fs::read(folder.file("f")).unwrap();
        assert_ne!(written, letter.as_bytes(), "{line}");
        // One of its own kind is replaced unasked.
        let again = folder.solveig(line);
        assert_eq!(again.status, 0, "{line}: {}", again.stderr);
        assert_eq!(fs::read(folder.file("f")).unwrap(), written, "{line}");
        // And an empty one, which mktemp makes.
        fs::write(folder.file("f"), "").unwrap();
        assert_eq!(folder.solveig(line).status, 0, "{line}");
        assert_eq!(fs::read(folder.file("f")).unwrap(), written, "{line}");
    }
    folder.solveig("campaign export @/c --to @/tables").text();
    folder.solveig("campaign export @/c --to @/tables").text();
    fs::write(folder.file("tables/reports.csv"), letter).unwrap();
    let complaint = folder
        .solveig("campaign export @/c --to @/tables")
        .complaint();
    assert!(complaint.contains("reports.csv exists"), "{complaint}");
    folder
        .solveig("campaign export @/c --to @/tables --force")
        .text();
    folder.solveig("trees figures --out @/figures").text();
    folder.solveig("trees figures --out @/figures").text();
    let figure = fs::read_dir(folder.file("figures")).unwrap().next();
    let figure = figure.unwrap().unwrap().path();
    fs::write(&figure, letter).unwrap();
    let complaint = folder.solveig("trees figures --out @/figures").complaint();
    assert!(complaint.contains("exists"), "{complaint}");
    assert_eq!(fs::read_to_string(&figure).unwrap(), letter);
    // An artifact is no certificate, and a device is never replaced.
    let line = "solve othello:4x4 --out @/b --certificate @/a";
    let complaint = folder.solveig(line).complaint();
    assert!(complaint.contains("no whole certificate"), "{complaint}");
    for line in [
        "solve othello:4x4 --out /dev/full",
        "trees draw --out /dev/full --force",
        "trees draw --out @/sub --force",
    ] {
        let complaint = folder.solveig(line).complaint();
        assert!(complaint.contains("cannot write"), "{line}: {complaint}");
    }
    for command in ["", "solve", "prove", "trees draw", "campaign export"] {
        let help = run(&[&words(command)[..], &["--help"]].concat(), "").text();
        assert!(help.contains("--force"), "{command}");
    }
}

#[test]
fn closed_and_full_outputs_are_errors() {
    let folder = Folder::new();
    let out = folder.named("out.sol");
    for (line, said) in [
        // Solving these games would take longer than anyone waits for a test.
        ("solveig value othello:8x8 >&-", "standard output is closed"),
        ("solveig value othello:8x8 1</dev/null", "standard output"),
        ("solveig value othello:8x8 >/dev/full", "No space left"),
        (
            "printf '' | solveig probe nothing.sol >&-",
            "standard output is closed",
        ),
        (
            &format!("solveig solve othello:8x8 --out {out} >&-"),
            "standard output is closed",
        ),
        ("solveig gtp go:3x3 >&- </dev/null", "closed"),
        ("solveig --help >&-", "closed"),
        ("solveig value --help >/dev/full", "No space left"),
        ("solveig completions zsh >/dev/full", "No space left"),
        ("solveig value othello:8x8 >&- 2>&-", ""),
    ] {
        let ran = shell(line);
        assert_eq!(ran.status, 2, "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{line}: {}", ran.stderr);
        assert!(ran.stderr.lines().count() <= 1, "{line}: {}", ran.stderr);
    }
    assert!(folder.names().is_empty(), "{:?}", folder.names());
    for line in [
        "solveig value othello:4x4 >/dev/null",
        // As Python and Node throw outputs away.
        "solveig value othello:4x4 1<>/dev/null",
        "solveig value othello:4x4 <&-",
        "solveig value othello:4x4 2>&-",
        "solveig completions bash | head -1",
        "solveig --help | true",
    ] {
        let ran = shell(line);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{line}");
    }
}

/// What a check found is said by its exit status, also where nobody reads the rest.
#[test]
fn a_verdict_outlives_its_reader() {
    let folder = Folder::new();
    let out = folder.solve("connect-four:4x4", "c4", "");
    let mut bytes = fs::read(&out).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&out, bytes).unwrap();
    let status = folder.named("status");
    let ran = shell(&format!(
        "(sleep 1; solveig verify {out}; echo $? >{status}) | true"
    ));
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(status).unwrap(), "1\n");
}

#[test]
fn a_refused_argument_leaves_nothing_behind() {
    let folder = Folder::new();
    fs::write(folder.file("tree\x07.json"), "[[3, 12], [2, 4]]").unwrap();
    let level = "the game starts at level 4";
    for (line, said) in [
        (
            "solve othello:4x4 --out @/x.sol --cut 2",
            "starts at level 4; expected 4 to 16",
        ),
        (
            "solve othello:4x4 --out @/x.sol --certificate @/x.cert --cut 3 --certificate-cut 2",
            level,
        ),
        ("solve othello:4x4 --cut 0 --estimate", level),
        (
            "solve tree:@/tree\x07.json --out @/x.sol",
            "control characters",
        ),
        ("solve go:2x2 --out @/x.sol", "how play came to it"),
        (
            "value othello:4x4 --checkpoint @/x --solver pvs",
            "has no checkpoints",
        ),
        (
            "count othello:4x4 --scope weak --minimal --work @/x",
            "--minimal",
        ),
    ] {
        let complaint = folder.solveig(line).complaint();
        assert!(complaint.contains(said), "{line}: {complaint}");
        assert_eq!(folder.names(), ["tree\x07.json"], "{line}");
    }
    folder
        .solveig("solve othello:4x4 --out @/x.sol --cut 4")
        .text();
    assert_eq!(folder.names(), ["tree\x07.json", "x.sol"]);
}

/// The threads of a team are ended when one of them is done, and counted all the same.
#[test]
fn nodes_are_those_of_all_threads() {
    let nodes = |line: &str| solveig(line).json()["nodes"].as_u64().unwrap();
    let value = "value connect-four:5x5 --json --solver pvs --memory 64MiB --threads";
    let (one, two) = (nodes(&format!("{value} 1")), nodes(&format!("{value} 2")));
    // Both look at about as much together as one does alone; the first to finish, at half of it.
    assert!(two * 10 > one * 8, "{two} {one}");
    // So do threads that share the only line.
    let line = |threads: usize| {
        let value = "value connect-four:6x5 --json --solver pvs --memory 64MiB --moves - --threads";
        let found = run(&words(&format!("{value} {threads}")), "\n").json();
        found["nodes"].as_u64().unwrap()
    };
    let (one, two) = (line(1), line(2));
    assert!(two >= one, "{two} {one}");
}

/// That a run said no more than one short line of an error, without what a terminal would obey.
#[track_caller]
fn expect_short(ran: &Ran, what: &str) {
    for text in [&ran.stdout, &ran.stderr] {
        for line in text.lines() {
            assert!(
                line.chars().count() <= 1_010,
                "{what}: {} bytes",
                line.len()
            );
        }
        let obeyed = |one: char| one.is_control() && !matches!(one, '\n' | '\t');
        assert!(!text.contains(obeyed), "{what}: {text:?}");
        assert!(!text.contains(&"A".repeat(81)), "{what}: {text}");
    }
}

#[test]
fn what_is_said_of_long_lines_is_short_and_plain() {
    let folder = Folder::new();
    let artifact = folder.solve("connect-four:4x4", "c4", "");
    let evil = format!("\x1b]0;owned\x07\x1b[2J\u{9b}31m{}", "A".repeat(5_000_000));
    let spaced = "A ".repeat(2_500_000);
    for long in [&evil, &spaced] {
        for line in [
            "value othello:4x4 --obf -",
            "value othello:4x4 --obf - --json --threads 1",
            "value connect-four:4x4 --moves -",
            &format!("probe {artifact}"),
            &format!("probe {artifact} --json"),
            "play othello:4x4 --plain",
            "play othello:4x4 --json",
            "gtp go:3x3",
            "nboard othello:4x4",
        ] {
            let ran = run(&words(line), long);
            let expected = match line.split(' ').next() {
                Some("value" | "probe") => 2,
                _ => 0,
            };
            assert_eq!(ran.status, expected, "{line}: {}", ran.stderr);
            assert!(!(ran.stdout.clone() + &ran.stderr).is_empty(), "{line}");
            expect_short(&ran, line);
        }
    }
    // As long as an argument may be, and as a line is read whole.
    let evil: String = evil.chars().take(60_000).collect();
    let spaced = "A ".repeat(30_000);
    for long in [&evil, &spaced] {
        for before in [
            "value othello:4x4 --position",
            "value connect-four:4x4 -p",
            "value go:3x3 -p",
            "value hex:3x3 -p",
            "value",
            "value othello:4x4 --threads",
            "value othello:4x4 --memory",
            "value othello:4x4 --solver",
            "value othello:4x4 --obf",
            "solve othello:4x4 --out",
            "man",
            "trees draw --children",
            "trees write",
            "campaign status",
            "campaign check",
            "info",
            "verify",
            "serve",
            "perft othello:4x4 1 -p",
            "count othello:4x4 --scope",
        ] {
            let mut arguments = words(before);
            arguments.push(long);
            let ran = run(&arguments, "");
            assert_eq!(ran.status, 2, "{before}: {}", ran.stderr);
            assert_eq!(ran.stderr.lines().count(), 1, "{before}");
            expect_short(&ran, before);
        }
        for spec in [
            "value othello:",
            "value mnk:3x3?k=",
            "value go:3x3?komi=",
            "value go:3x3?superko=",
            "value tree:",
            "value random-tree:3x3?values=",
            "value othello:4x4?",
        ] {
            let ran = run(&["value", &format!("{}{long}", &spec[6..])], "");
            assert_eq!(ran.status, 2, "{spec}: {}", ran.stderr);
            expect_short(&ran, spec);
        }
        let line = format!("{long}\n");
        for (command, status) in [
            ("value othello:4x4 --obf -", 2),
            ("value othello:4x4 --obf - --json", 2),
            ("value connect-four:4x4 --moves - --json", 2),
            (&*format!("probe {artifact} --json"), 2),
            ("play othello:4x4 --plain", 0),
            ("play othello:4x4 --json", 0),
            ("gtp go:3x3", 0),
        ] {
            for front in [
                "",
                "-----OX--XO----- X; ",
                "play black ",
                "boardsize ",
                "loadsgf ",
            ] {
                let ran = run(&words(command), &format!("{front}{line}"));
                assert!(ran.status == status || ran.status == 2, "{command}");
                expect_short(&ran, command);
            }
        }
        for front in [
            "ping ",
            "set depth ",
            "set game ",
            "set game (;GM[",
            "move ",
            "hint ",
        ] {
            let ran = run(&["nboard", "othello:4x4"], &format!("{front}{line}"));
            expect_short(&ran, front);
        }
    }
}

#[test]
fn trees_in_files_say_little_and_take_little() {
    let folder = Folder::new();
    let long = format!("\\u001b[31m{}", "A".repeat(1_000_000));
    for text in [
        format!("\"{long}\""),
        format!("{{\"{long}\": 1}}"),
        format!(r#"{{"view": "{long}", "nodes": []}}"#),
        format!(r#"{{"view": "first", "nodes": [{{"name": "{long}"}}]}}"#),
        format!(r#"{{"view": "first", "nodes": [{{"name": "a", "children": ["{long}"]}}]}}"#),
        format!(r#"{{"view": "first", "nodes": [{{"name": "{long}", "value": "{long}"}}]}}"#),
        format!(r#"{{"view": "max", "nodes": [{{"name": "a", "player": "{long}", "value": 1}}]}}"#),
        format!(
            r#"{{"view": "first", "nodes": [{{"name": "{long}", "value": 1}}, {{"name": "{long}", "value": 1}}]}}"#
        ),
    ] {
        fs::write(folder.file("t.json"), &text).unwrap();
        let ran = folder.solveig("value tree:@/t.json");
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        expect_short(&ran, &text[..40]);
    }
    // A node that many share has one way to it, or there would be more ways than memory.
    let mut shared =
        String::from(r#"{"view": "first", "nodes": [{"name": "0", "children": ["1", "1"]}"#);
    for node in 1..60 {
        let next = node + 1;
        shared += &format!(r#", {{"name": "{node}", "children": ["{next}", "{next}"]}}"#);
    }
    shared += r#", {"name": "60", "value": 1}]}"#;
    fs::write(folder.file("t.json"), shared).unwrap();
    let complaint = folder.solveig("value tree:@/t.json").complaint();
    assert!(complaint.contains("is a child of"), "{complaint}");
    let crowd = r#""1","#.repeat(5_000_000);
    let crowd =
        format!(r#"{{"view": "first", "nodes": [{{"name": "0", "children": [{crowd}"1"]}}]}}"#);
    fs::write(folder.file("t.json"), crowd).unwrap();
    let complaint = folder.solveig("value tree:@/t.json").complaint();
    assert!(complaint.contains("more than 4194304 nodes"), "{complaint}");
}

#[test]
fn only_regular_files_are_read() {
    let folder = Folder::new();
    let result = Command::new("mkfifo").arg(folder.file("pipe")).status();
    assert!(result.unwrap().success());
    fs::write(folder.file("long.player"), "").unwrap();
    let huge = fs::File::create(folder.file("huge")).unwrap();
    // Holes take no room.
    huge.set_len(1 << 40).unwrap();
    fs::rename(folder.file("huge"), folder.file("huge.player")).unwrap();
    for path in ["/dev/zero", "/dev/null", "@/pipe", "@"] {
        for line in [
            "value tree:PATH",
            "trees draw tree:PATH",
            "value othello:4x4 --obf PATH",
            "value othello:4x4 --moves PATH",
            "value othello:4x4 --solver pns --checkpoint PATH",
            "prove hex:2x2 --out @/x.proof --checkpoint PATH",
            "info PATH",
            "info PATH --certificate PATH",
            "probe PATH",
            "campaign status PATH",
        ] {
            // Lines are read from pipes, too.
            if path == "@/pipe" && (line.contains("--obf") || line.contains("--moves")) {
                continue;
            }
            let line = line.replace("PATH", path);
            let complaint = folder.solveig(&line).complaint();
            assert!(
                complaint.contains("regular file")
                    || complaint.contains("not a file")
                    || complaint.contains("irectory"),
                "{line}: {complaint}"
            );
        }
    }
    folder.expect_complaints(
        "play @/huge.player => more than
        value tree:@/huge.player => more than",
    );
    let loaded = run(&["gtp", "go:3x3"], "loadsgf /dev/zero\n");
    assert!(
        loaded.stdout.starts_with("? cannot load file"),
        "{}",
        loaded.stdout
    );
    assert!(!Path::new(&folder.named("x.proof")).exists());
}

/// An answer that nobody reads leaves what it took to find it.
#[test]
fn a_checkpoint_goes_when_the_answer_has_arrived() {
    let folder = Folder::new();
    let line = folder.filled("value hex:3x3 --solver pns --checkpoint @/kept --every 0 --json");
    let ran = shell(&format!("(sleep 1; solveig {line}) | true"));
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert_eq!(folder.names(), ["kept"]);
    let found: Value = solveig(&line).json();
    assert_eq!(found["value"], 1);
    assert!(folder.names().is_empty(), "it has served");
}
