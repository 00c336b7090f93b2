//! Running the program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use solveig_testkit::cases::cases;
use tempfile::TempDir;

/// What a run left behind.
pub struct Ran {
    pub status: i32,
    pub stdout: String,
    /// Without the totals.
    pub stderr: String,
    /// The last line of standard error, if it has the totals of many lines.
    pub totals: Option<String>,
}

/// The program with these arguments, split at spaces, and nothing on standard input.
pub fn solveig(arguments: &str) -> Ran {
    run(&words(arguments), "")
}

/// That each command line of a table is refused, with the part that follows it.
#[track_caller]
pub fn expect_complaints(table: &str) {
    for (arguments, part) in cases(table) {
        let complaint = solveig(arguments).complaint();
        assert!(complaint.contains(part), "{arguments}: {complaint}");
    }
}

/// The program with these arguments, which has nothing to read.
pub fn program(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solveig"));
    command.args(words(arguments)).stdin(Stdio::null());
    command
}

/// The program, at work; nobody reads what it says.
pub fn start(arguments: &str) -> Child {
    let mut command = program(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// The program, at work; what it says is kept.
pub fn start_piped(arguments: &str) -> Child {
    let mut command = program(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Sends a signal, such as `-TERM`, to a process that has not been waited for.
pub fn signal(name: &str, child: &Child) {
    let process = child.id().to_string();
    let sent = Command::new("kill").args([name, &process]).status();
    assert!(sent.unwrap().success(), "{name} {process}");
}

pub fn words(arguments: &str) -> Vec<&str> {
    arguments.split_whitespace().collect()
}

pub fn run(arguments: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_solveig"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A run that fails early does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Ran::of(child.wait_with_output().unwrap())
}

impl Ran {
    /// What a process left behind that has ended.
    pub fn of(output: Output) -> Self {
        let mut stderr = String::from_utf8(output.stderr).unwrap();
        let totals = stderr.lines().last().unwrap_or_default().to_owned();
        let totals = totals.starts_with("total: ").then_some(totals);
        if let Some(totals) = &totals {
            stderr.truncate(stderr.len() - totals.len() - 1);
        }
        Self {
            status: output.status.code().expect("the program is not killed"),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr,
            totals,
        }
    }

    /// Standard output of a run that did what it was asked, and had nothing to complain about.
    #[track_caller]
    pub fn text(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""));
        self.stdout
    }

    /// The JSON objects of such a run, one a line.
    #[track_caller]
    pub fn objects(self) -> Vec<Value> {
        let text = self.text();
        let read = |line: &str| serde_json::from_str(line).unwrap();
        text.lines().map(read).collect()
    }

    /// The JSON object of such a run.
    #[track_caller]
    pub fn json(self) -> Value {
        let mut objects = self.objects();
        assert_eq!(objects.len(), 1, "{objects:?}");
        objects.remove(0)
    }

    /// The error of a run with `--json` that failed: one object, and nothing on standard error.
    #[track_caller]
    pub fn failure(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (2, ""));
        let failure: Value = serde_json::from_str(&self.stdout).expect("one object");
        failure["error"]["message"].as_str().unwrap().to_owned()
    }

    /// What a run complained about that failed on bad input: one line, and nothing on standard
    /// output.
    #[track_caller]
    pub fn complaint(self) -> String {
        assert_eq!(
            (self.status, self.stdout.as_str()),
            (2, ""),
            "{}",
            self.stderr
        );
        let line = self.stderr.strip_suffix('\n').expect("a whole line");
        let line = line.strip_prefix("error: ").expect("an error");
        assert!(!line.contains('\n'), "one line: {line}");
        line.to_owned()
    }
}

/// A directory that goes when the test ends.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// The path of a file, as an argument.
    pub fn named(&self, name: &str) -> String {
        self.file(name).to_str().unwrap().to_owned()
    }

    /// The program with these arguments, in which `@` stands for the directory.
    pub fn solveig(&self, arguments: &str) -> Ran {
        solveig(&self.filled(arguments))
    }

    /// [`expect_complaints`] of a table in which `@` stands for the directory.
    #[track_caller]
    pub fn expect_complaints(&self, table: &str) {
        expect_complaints(&self.filled(table));
    }

    /// The text with the path of the directory for each `@`.
    pub fn filled(&self, text: &str) -> String {
        text.replace('@', self.path().to_str().unwrap())
    }

    /// The names of all that is in it.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// Solves `game` into `NAME.sol` and `NAME.cert`; the path of the artifact.
    #[track_caller]
    pub fn solve(&self, game: &str, name: &str, options: &str) -> String {
        let [out, certificate] = ["sol", "cert"].map(|end| self.named(&format!("{name}.{end}")));
        let mut arguments = vec!["solve", game, "--out", &out, "--certificate", &certificate];
        arguments.extend(words(options));
        let mut ran = run(&arguments, "");
        // On a machine that is busy, a solve may say beforehand how long it will take, and how far
        // it is.
        let is_progress = |line: &str| line.starts_with("estimate: ") || line.starts_with("level ");
        if ran.stderr.lines().all(is_progress) {
            ran.stderr.clear();
        }
        ran.text();
        out
    }
}
