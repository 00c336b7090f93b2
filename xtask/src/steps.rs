//! Chores that run Cargo, step by step.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{clients, tidy};

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
    steps.run("tests and doc tests", || {
        cargo(root, &["test", "--workspace", "--no-fail-fast"], &[])
    })?;
    let mut left_out = Vec::new();
    steps.run("conversations with other programs", || {
        left_out = clients::run(root)?;
        Ok(())
    })?;
    steps.run("documentation", || {
        let arguments = ["doc", "--workspace", "--no-deps"];
        cargo(root, &arguments, &[("RUSTDOCFLAGS", "-D warnings")])
    })?;
    steps.report();
    for line in left_out {
        println!("NOT TESTED: {line}");
    }
    Ok(())
}

/// Runs what needs a client of NATS, which takes minutes to build, and the server itself.
pub fn test_jetstream(root: &Path) -> Result<(), String> {
    let mut steps = Steps::default();
    for package in ["solveig-campaign", "solveig-cli"] {
        let with = ["-p", package, "--features", "jetstream"];
        steps.run("clippy", || {
            let arguments = [
                &["clippy"],
                &with[..],
                &["--all-targets", "--", "-D", "warnings"],
            ];
            cargo(root, &arguments.concat(), &[])
        })?;
    }
    steps.run("queues and campaigns", || {
        let with = ["test", "-p", "solveig-campaign", "--features", "jetstream"];
        cargo(root, &with, &[])
    })?;
    steps.run("workers, drivers and networks", || {
        let with = ["test", "-p", "solveig-cli", "--features", "jetstream"];
        let only = ["--test", "commands", "campaigns"];
        cargo(root, &[&with[..], &only[..]].concat(), &[])
    })?;
    steps.report();
    Ok(())
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

fn cargo_program() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// Runs Cargo in `root`, with these variables added.
pub fn cargo(root: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    let line = format!("cargo {}", arguments.join(" "));
    println!("$ {line}");
    let status = Command::new(cargo_program())
        .args(arguments)
        .envs(environment.iter().copied())
        .current_dir(root)
        .status()
        .map_err(|error| format!("{line} could not be started: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{line} failed ({status})"))
    }
}

/// The steps that passed, with the time each took.
#[derive(Default)]
struct Steps {
    passed: Vec<(&'static str, Duration)>,
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

    fn report(&self) {
        let total: Duration = self.passed.iter().map(|(_, time)| *time).sum();
        println!("\nAll steps passed in {:.1} s:", total.as_secs_f64());
        for (name, time) in &self.passed {
            println!("{:8.1} s  {name}", time.as_secs_f64());
        }
    }
}
