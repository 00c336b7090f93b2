//! Other programs, Cargo first of all.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// The one build that has all tests: with what programs are built without unless it is asked for.
pub const EVERYTHING: [&str; 2] = [
    "--features",
    "solveig-api/openapi,solveig-campaign/jetstream,solveig-cli/jetstream,solveig-cli/parquet,\
     solveig-cli/study",
];

/// The folder that Cargo builds into.
pub fn target(root: &Path) -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    named.unwrap_or_else(|| root.join("target"))
}

/// Where `cargo xtask setup` puts what comes from Python's index and npm.
pub fn tools(root: &Path) -> PathBuf {
    target(root).join("tools")
}

/// The search path with the folders that tools are installed into.
pub fn path(root: &Path) -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own = [tools(root).join("python/bin")];
    let games = [PathBuf::from("/usr/games")];
    let folders = own
        .into_iter()
        .chain(std::env::split_paths(&path))
        .chain(games);
    // A folder with a colon in its name cannot be in it.
    std::env::join_paths(folders).unwrap_or(path)
}

/// Where a program is.
pub fn find(root: &Path, program: &str) -> Option<PathBuf> {
    let path = path(root);
    let mut files = std::env::split_paths(&path).map(|folder| folder.join(program));
    files.find(|file| file.is_file())
}

/// A program, to be run in `root` with the tools on its search path.
pub fn program(root: &Path, name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(find(root, name).unwrap_or_else(|| name.into()));
    let modules = tools(root).join("node_modules");
    command.args(arguments).current_dir(root);
    command.env("PATH", path(root)).env("NODE_PATH", modules);
    command
}

/// Cargo, to be run in `root` with the tools on its search path.
pub fn cargo(root: &Path, arguments: &[&str]) -> Command {
    let name = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    program(root, &name, arguments)
}

/// The packages of the workspace, as `cargo metadata` describes them.
pub fn packages(root: &Path) -> Result<Vec<Value>, String> {
    let metadata = ["metadata", "--no-deps", "--format-version", "1"];
    let text = output(&mut cargo(root, &metadata)).ok_or("cargo metadata failed")?;
    let metadata: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let packages = metadata["packages"].as_array().cloned();
    packages.ok_or_else(|| "cargo metadata names no packages".to_owned())
}

/// The command as one would type it.
pub fn line(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_name();
    let words = name.into_iter().chain(command.get_args());
    words
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Installs a package of Debian.
pub fn install_package(root: &Path, package: &str) -> Result<(), String> {
    let apt = |arguments: &[&str]| {
        let mut command = program(root, "apt-get", arguments);
        run(command.env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let install = ["install", "-y", "-q", "--no-install-recommends", package];
    apt(&install).or_else(|_| apt(&["update", "-q"]).and_then(|()| apt(&install)))
}

/// Runs a command that must succeed.
pub fn run(command: &mut Command) -> Result<(), String> {
    let line = line(command);
    println!("$ {line}");
    let status = command.status();
    let status = status.map_err(|error| format!("{line} could not be started: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{line} failed ({status})")),
    }
}

/// What a command prints on standard output, if it succeeds.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}
