//! README.md and docs/ against the program.
//!
//! A session is a fenced block whose first line begins with `$ `. Its commands are run as they are
//! written, those of a document in order and in one temporary folder, and their outputs compared
//! with those shown; where none is shown, none is compared. `...` on a line of its own stands for
//! any lines. What differs from run to run is not compared: see [`redactions`].
//!
//! Two marks that no reader sees: `ignore` after the language of the fence, for a session that is
//! not run, and `<!-- $ COMMAND -->`, for a command that is run and not shown.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use regex::Regex;
use snapbox::{Assert, IntoData, Redactions, assert::Action};
use tempfile::TempDir;
use walkdir::WalkDir;

/// The root of the project.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Where the documents say that a server is.
const SERVER: &str = "127.0.0.1:8080";

#[test]
fn sessions_print_what_the_documents_show() {
    let (mut run, mut ignored, mut failures) = (0, 0, Vec::new());
    for (name, text) in documents() {
        let mut sandbox = Sandbox::new();
        for session in sessions(&text) {
            if session.is_ignored {
                ignored += 1;
                continue;
            }
            run += 1;
            // Past the test harness, which hides what tests print by macros.
            writeln!(std::io::stderr(), "{name}:{}", session.line).unwrap();
            for (command, shown) in session.steps {
                if let Err(problem) = sandbox.check(&command, &shown) {
                    failures.push(format!("{name}:{}: {problem}", session.line));
                }
            }
        }
    }
    let counts = format!("documents: {run} sessions ran, {ignored} are marked `ignore`");
    writeln!(std::io::stderr(), "{counts}").unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_program_takes_the_options_that_the_documents_name() {
    let sandbox = Sandbox::new();
    let span = Regex::new(r"`solveig ([^`]+)`").unwrap();
    let line = Regex::new(r"(?m)^(?:\$ )?(?:.*(?:\| |-- |-v ))?solveig ([^`#|<>\n]+)").unwrap();
    let comment = Regex::new("(?s)<!--.*?-->").unwrap();
    let mut failures = String::new();
    for (name, text) in documents() {
        let text = comment.replace_all(&text, "").replace("\\\n", " ");
        for found in span.captures_iter(&text).chain(line.captures_iter(&text)) {
            let arguments = found[1].replace('\n', " ");
            // It refuses an option that it does not have before it prints its help.
            let (help, is_taken) = sandbox.run(&format!("solveig {arguments} --help"));
            // `SHELL` and the like stand for a value.
            let value = help.split("invalid value '").nth(1).unwrap_or_default();
            let is_value = value.starts_with(|first: char| first.is_ascii_uppercase());
            let is_whole = !arguments.contains("...") && !arguments.starts_with("help");
            if !is_taken && !is_value && is_whole {
                failures += &format!("{name}: `solveig {arguments}`: {help}");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn sessions_are_found_with_their_marks() {
    let text = "```text\nno session\n```\n<!-- $ a -->\n```console ignore\n$ b\n```\n\
                ```\n$ c \\\n  -d\n1\n\n2\n\n$ e\n```\n";
    let mut found = Vec::new();
    for session in sessions(text) {
        for (command, shown) in session.steps {
            found.push(format!("{} {command}: {shown:?}", session.line));
        }
        found.extend(session.is_ignored.then_some("ignored".to_owned()));
    }
    let c = r#"8 c -d: "1\n\n2\n""#;
    let expected = [r#"4 a: """#, r#"5 b: """#, "ignored", c, r#"8 e: """#];
    assert_eq!(found, expected);
}

#[test]
fn results_are_compared_and_times_are_not() {
    for (shown, printed, is_equal) in [
        ("8 nodes searched, 4 s", "1 nodes searched, 1 min 2 s", true),
        ("2.1 s (2.8 M/s)", "counting: 10.0 s\n4 ms (7/s)", true),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:4/", true),
        ("  ...\n 3 1", "estimate: 3 s\n 1 1\n 2 4\n 3 1", true),
        ("value +32", "value -32", false),
        ("0 nodes in 1 s", "7 nodes in 1 s", false),
        ("for 123 nodes", "for 124 nodes", false),
        ("...\n 3 1", " 1 1\n 3 2", false),
        ("estimate: a", "", false),
    ] {
        let compared = compared(&format!("{shown}\n"), printed, "");
        assert_eq!(compared.is_ok(), is_equal, "{shown}");
    }
}

/// README.md and all documents under docs/, with their names.
fn documents() -> Vec<(String, String)> {
    let files = WalkDir::new(Path::new(ROOT).join("docs")).sort_by_file_name();
    let files = files.into_iter().map(|file| file.unwrap().into_path());
    let files = [Path::new(ROOT).join("README.md")].into_iter().chain(files);
    let files = files.filter(|file| file.extension().is_some_and(|end| end == "md"));
    let read = |file: std::path::PathBuf| {
        let name = file.strip_prefix(ROOT).unwrap().display().to_string();
        (name, fs::read_to_string(file).unwrap())
    };
    files.map(read).collect()
}

/// A block of commands, each with the output that is shown.
struct Session {
    line: usize,
    is_ignored: bool,
    steps: Vec<(String, String)>,
}

fn sessions(text: &str) -> Vec<Session> {
    let hidden = r"^<!-- \$ (?<hidden>[^\n]*) -->$";
    let block = r"^```(?<info>[^\n]*)\n\$ (?<block>.*?)\n```$";
    let pattern = Regex::new(&format!("(?ms){hidden}|{block}")).unwrap();
    let continued = Regex::new(r"\\\n\s*").unwrap();
    let step = |step: &str| match step.split_once('\n') {
        Some((command, shown)) => (command.to_owned(), format!("{}\n", shown.trim_end())),
        None => (step.to_owned(), String::new()),
    };
    let session = |found: regex::Captures| {
        let part = |name| found.name(name).map_or("", |part| part.as_str());
        let commands = [part("hidden"), part("block")].concat();
        let commands = continued.replace_all(&commands, "");
        Session {
            line: 1 + text[..found.get(0).unwrap().start()].matches('\n').count(),
            is_ignored: part("info").ends_with(" ignore"),
            steps: commands.split("\n$ ").map(step).collect(),
        }
    };
    pattern.captures_iter(text).map(session).collect()
}

/// What differs from run to run: durations, rates, counts of visited nodes, threads, and the port
/// of a server.
fn redactions() -> Redactions {
    const TIME: &str = r"\b\d+(\.\d+)? (h|min|s|ms|µs|ns)\b( \d+(\.\d+)? (min|s)\b)*";
    let mut redactions = Redactions::new();
    for (name, pattern) in [
        ("[TIME]", TIME),
        ("[RATE]", r"\b\d+(\.\d+)? ?[kMGT]?/s"),
        ("[NODES]", r"\b(?<redacted>[1-9]\d*) nodes (searched|in)\b"),
        ("[THREADS]", r"\bon \d+ threads?\b"),
        ("[PORT]", r"127\.0\.0\.1:(?<redacted>\d+)"),
    ] {
        let pattern = Regex::new(pattern).unwrap();
        redactions.insert(name, pattern).unwrap();
    }
    redactions
}

/// Compares the output of a command with what is shown, both without what differs from run to run,
/// and the output without lines of progress and estimates that are not shown.
fn compared(shown: &str, printed: &str, command: &str) -> Result<(), String> {
    let progress = Regex::new(r"^[a-z][a-z0-9, ]*: (\d+ %, \d|\[TIME\](; |$))").unwrap();
    let redactions = redactions();
    let mut lines = String::new();
    for line in redactions.redact(printed).lines() {
        let is_estimate = line.starts_with("estimate: ") && !shown.contains("estimate: ");
        if !is_estimate && !progress.is_match(line) {
            lines += &format!("{}\n", line.trim_end());
        }
    }
    let shown = redactions.redact(shown).replace("  ...\n", "...\n");
    let assert = Assert::new().action(Action::Verify).normalize_paths(false);
    let compared = assert.try_eq(Some(&command), lines.into_data(), shown.into_data());
    compared.map_err(|problem| problem.to_string())
}

/// A folder with the project's data, and the servers that run there.
struct Sandbox {
    folder: TempDir,
    servers: Vec<Child>,
    address: String,
}

impl Sandbox {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["data", "crates"] {
            symlink(Path::new(ROOT).join(name), folder.path().join(name)).unwrap();
        }
        Self {
            folder,
            servers: Vec::new(),
            address: SERVER.to_owned(),
        }
    }

    fn check(&mut self, command: &str, shown: &str) -> Result<(), String> {
        let is_server = command.starts_with("solveig serve ") && !command.contains(" --static ");
        let (printed, succeeds) = match is_server {
            true => self.serve(command),
            false => self.run(command),
        };
        match succeeds {
            false => Err(format!("`{command}` fails: {printed}")),
            true if shown.is_empty() => Ok(()),
            true => compared(shown, &printed, command),
        }
    }

    /// What a command prints, and whether it succeeds.
    fn run(&self, command: &str) -> (String, bool) {
        let command = command.replace(SERVER, &self.address);
        let output = self.shell(&command).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        (printed, output.status.success())
    }

    /// Starts a server on a free port; what it prints up to its address, and whether it names one.
    fn serve(&mut self, command: &str) -> (String, bool) {
        let mut shell = self.shell(&format!("exec {command} --listen 127.0.0.1:0"));
        let mut child = shell.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        self.servers.push(child);
        let mut printed = String::new();
        for line in lines.by_ref().map_while(Result::ok) {
            printed += &format!("{line}\n");
            if let Some((_, address)) = line.split_once("http://") {
                self.address = address.split('/').next().unwrap().to_owned();
                // Keeps the pipe open, so that the server may go on printing.
                std::thread::spawn(move || lines.for_each(drop));
                return (printed, true);
            }
        }
        (printed, false)
    }

    fn shell(&self, command: &str) -> Command {
        let program = Path::new(env!("CARGO_BIN_EXE_solveig")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec 2>&1; {command}")]);
        shell.env("PATH", path).env("NO_COLOR", "1");
        shell.stdin(Stdio::null()).current_dir(self.folder.path());
        shell
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        for server in &mut self.servers {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}
