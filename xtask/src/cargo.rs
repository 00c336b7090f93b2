//! Cargo as a program.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The one build that has all tests: with what programs are built without unless it is asked for.
pub const EVERYTHING: [&str; 2] = [
    "--features",
    "solveig-campaign/jetstream,solveig-campaign/parquet,solveig-cli/jetstream,solveig-cli/parquet",
];

/// The name of Cargo.
pub fn cargo_program() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// The folder that Cargo builds into.
pub fn target(root: &Path) -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    named.unwrap_or_else(|| root.join("target"))
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
