//! Sessions that real programs held with us, in `tests/sessions`, held again.
//!
//! A line that begins with `>` is what the other program said, one that begins with `<` what we
//! answered. The first line names the protocol, the game, and the seconds a move may take.
//! `SOLVEIG_RECORD=1` writes our present answers into the files.

use std::fs;
use std::path::Path;

use crate::{answers, gtp_within, nboard_within};

#[test]
fn recorded_sessions_are_held_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 4, "{paths:?}");
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let (heading, body) = text.split_once('\n').unwrap();
        let heading: Vec<&str> = heading.split(' ').collect();
        let ["#", protocol, spec, seconds, ..] = heading[..] else {
            panic!("{}: the first line is no heading", path.display());
        };
        let said: String = body
            .lines()
            .filter_map(|line| line.strip_prefix("> "))
            .map(|line| format!("{line}\n"))
            .collect();
        let seconds = seconds.parse().unwrap();
        let again = match protocol {
            "gtp" if heading.contains(&"legal") => {
                assert_held_legally(spec, seconds, body);
                continue;
            }
            "gtp" => {
                let answered = gtp_within(spec, seconds, said.as_bytes()).answers;
                interleaved(&said, &answers(&answered))
            }
            _ => {
                let answered = nboard_within(spec, seconds, said.as_bytes());
                let answered = answered.iter().map(|line| format!("< {line}\n"));
                let said = said.lines().map(|line| format!("> {line}\n"));
                said.chain(answered).collect()
            }
        };
        let again = masked(&again);
        if std::env::var_os("SOLVEIG_RECORD").is_some() {
            let heading = heading.join(" ");
            fs::write(&path, format!("{heading}\n{again}")).unwrap();
            continue;
        }
        assert_eq!(masked(body), again, "{}", path.display());
    }
}

/// What was said with what was answered to it.
fn interleaved(said: &str, answers: &[String]) -> String {
    assert_eq!(said.lines().count(), answers.len());
    let mut text = String::new();
    for (said, answer) in said.lines().zip(answers) {
        text.push_str(&format!("> {said}\n"));
        for line in answer.lines() {
            text.push_str(&format!("< {line}\n"));
        }
    }
    text
}

/// Holds a session again in which our moves depend on how fast the machine is: a move that we would
/// make must be legal, and then the recorded one is played.
fn assert_held_legally(spec: &str, seconds: f64, body: &str) {
    let mut said = String::new();
    let mut recorded: Vec<Option<String>> = Vec::new();
    let mut lines = body.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("> ") else {
            continue;
        };
        let mut answer = Vec::new();
        while let Some(line) = lines.next_if(|line| line.starts_with("< ")) {
            answer.push(&line[2..]);
        }
        let answer = answer.join("\n");
        match command.strip_prefix("genmove ") {
            Some(colour) => {
                let played = answer.trim_start_matches("= ");
                said += "gogui-rules_legal_moves\n";
                said += &format!("reg_genmove {colour}\nplay {colour} {played}\n");
                recorded.extend([None, None, Some("=".to_owned())]);
            }
            None => {
                said += &format!("{command}\n");
                recorded.push(Some(answer));
            }
        }
    }
    let answered = answers(&gtp_within(spec, seconds, said.as_bytes()).answers);
    assert_eq!(answered.len(), recorded.len());
    for (at, recorded) in recorded.iter().enumerate() {
        if let Some(recorded) = recorded {
            assert_eq!(&answered[at], recorded, "answer {at}");
        }
    }
    for pair in answered.windows(2).zip(recorded.windows(2)) {
        if let ([legal, ours], [None, None]) = pair {
            let legal: Vec<&str> = legal.split(' ').collect();
            assert!(legal.contains(&&ours[2..]), "{ours} among {legal:?}");
        }
    }
}

/// The text without numbers that depend on the machine: nodes, visits and times.
fn masked(text: &str) -> String {
    let mut masked = String::new();
    for line in text.lines() {
        let mut previous = "";
        let words: Vec<String> = line
            .split(' ')
            .map(|word| {
                let is_measured = matches!(previous, "visits" | "nodes");
                previous = word;
                match is_measured {
                    true => "N".to_owned(),
                    false => word.to_owned(),
                }
            })
            .collect();
        // How long a line of play gets depends on the time, too.
        let mut since_line = None;
        let words: Vec<String> = words
            .into_iter()
            .filter(|word| {
                since_line = match word.as_str() {
                    "pv" => Some(0),
                    "info" => None,
                    _ => since_line.map(|words| words + 1),
                };
                since_line.is_none_or(|words| words < 2)
            })
            .collect();
        let line = words.join(" ");
        let line = match (
            line.strip_prefix("< === "),
            line.starts_with("< nodestats "),
        ) {
            (_, true) => "< nodestats N S".to_owned(),
            (Some(moved), _) => {
                let front = moved.rsplit_once('/').map_or(moved, |(front, _)| front);
                format!("< === {front}/S")
            }
            _ => line,
        };
        masked.push_str(&line);
        masked.push('\n');
    }
    masked
}
