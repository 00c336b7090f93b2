//! Other people's programs at the other end of `solveig gtp`.
//!
//! `cargo xtask setup` installs them, and `cargo xtask test` runs these tests. What was said is
//! compared with, or by `SOLVEIG_RECORD=1` written into, the sessions that `crates/protocol` holds
//! again without the programs.

mod program;
mod referee;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use program::{Program, solveig};
use referee::{Ended, Match};

/// Where the sessions are kept.
fn session(name: &str) -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    crates.join("protocol/tests/sessions").join(name)
}

/// Writes a session down, if that was asked for.
fn keep(name: &str, heading: &str, transcript: &str) {
    if std::env::var_os("SOLVEIG_RECORD").is_some() {
        fs::write(session(name), format!("# {heading}\n{transcript}")).unwrap();
    }
}

/// Empty squares from which on Othello is solved at once.
const SOLVED_FROM: usize = 18;

#[test]
#[ignore = "needs gtp-rhino"]
fn gtp_rhino_plays_a_whole_game_of_othello() {
    let ours = solveig(&["gtp", "othello:8x8", "--time-limit", "600"]);
    let theirs = Program::start("gtp-rhino", Command::new("gtp-rhino"));
    let mut game = Match::new("othello:8x8", ours, theirs);
    game.prepare(&[], &["time_settings 20 0 0"]);
    let hasty = |empties: usize| match empties > SOLVED_FROM {
        true => Duration::from_millis(20),
        false => Duration::from_secs(600),
    };
    let ended = game.play(hasty);
    let Ended {
        margin,
        lead_when_solved,
    } = ended;
    let scored = game.ask_both("final_score");
    assert_eq!(scored.0, scored.1, "both count the same discs");
    let promised = lead_when_solved.expect("the endgame was solved");
    assert!(
        margin >= promised,
        "{promised} was proven, and {margin} came of it"
    );
    assert_eq!(
        game.ours.said("play black a1"),
        Err("illegal move".to_owned())
    );
    keep(
        "gtp-rhino.session",
        "gtp othello:8x8 600",
        &game.ours.transcript,
    );
}

#[test]
#[ignore = "needs gnugo"]
fn gnu_go_plays_a_whole_game_on_5x5() {
    let ours = solveig(&["gtp", "go:4x4", "--time-limit", "1"]);
    let mut gnugo = Command::new("gnugo");
    gnugo.args([
        "--mode",
        "gtp",
        "--seed",
        "1",
        "--level",
        "1",
        "--chinese-rules",
        "--positional-superko",
        "--never-resign",
    ]);
    let theirs = Program::start("gnugo", gnugo);
    let mut game = Match::new("go:5x5", ours, theirs);
    game.prepare(&["boardsize 5", "komi 0"], &["boardsize 5", "komi 0"]);
    game.play(|_| Duration::from_secs(1));
    // Both programs have the same stones on the board.
    let mut stones = |colour: &str| {
        let listed = game.theirs_said(&format!("list_stones {colour}"));
        let mut stones: Vec<String> = listed.split_whitespace().map(str::to_owned).collect();
        stones.sort();
        stones
    };
    let (black, white) = (stones("black"), stones("white"));
    let alive = game.ours.said("final_status_list alive").unwrap();
    let mut ours: Vec<&str> = alive.split_whitespace().collect();
    ours.sort_unstable();
    let mut theirs: Vec<&str> = black.iter().chain(&white).map(String::as_str).collect();
    theirs.sort_unstable();
    assert_eq!(ours, theirs);
    let score = game.ours.said("final_score").unwrap();
    assert_eq!(score, game.area_score(), "by the referee's own count");
    keep("gnugo.session", "gtp go:4x4 1 legal", &game.ours.transcript);
}

#[test]
#[ignore = "needs Node.js and @sabaki/gtp"]
fn sabakis_controller_holds_its_session() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/protocols/sabaki.js");
    let kept = fs::read_to_string(session("sabaki.session")).unwrap();
    let (heading, body) = kept.split_once('\n').unwrap();
    let commands: String = body
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .map(|line| format!("{line}\n"))
        .collect();
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(&file, commands).unwrap();
    let mut node = Command::new("node");
    node.arg(script)
        .arg(env!("CARGO_BIN_EXE_solveig"))
        .arg(file.path())
        .args(["gtp", "go:3x3", "--time-limit", "60"]);
    let output = node.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{complaints}");
    keep("sabaki.session", &heading[2..], &said);
    if std::env::var_os("SOLVEIG_RECORD").is_none() {
        assert_eq!(first_moves(&said), first_moves(body));
    }
}

/// The text with lines of play cut after their first move: how long they get depends on the time
/// there was.
fn first_moves(text: &str) -> String {
    let mut since_line = None;
    let mut kept = Vec::new();
    for word in text.split(' ') {
        since_line = match word {
            "pv" => Some(0),
            _ if word == "info" || word.contains('\n') => None,
            _ => since_line.map(|words| words + 1),
        };
        if since_line.is_none_or(|words| words < 2) {
            kept.push(word);
        }
    }
    kept.join(" ")
}
