//! Conversations with other people's programs, which are installed by name where they are missing.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::cargo::{EVERYTHING, cargo};

/// A program, the package that has it, and the test that talks to it.
struct Client {
    program: &'static str,
    package: &'static str,
    test: &'static str,
}

const DEBIANS: [Client; 2] = [
    Client {
        program: "gtp-rhino",
        package: "grhino",
        test: "gtp_rhino_plays_a_whole_game_of_othello",
    },
    Client {
        program: "gnugo",
        package: "gnugo",
        test: "gnu_go_plays_a_whole_game_on_5x5",
    },
];

/// The controller of Sabaki, as npm knows it.
const CONTROLLER: &str = "@sabaki/gtp@3.0.0";
const CONTROLLERS_TEST: &str = "sabakis_controller_holds_its_session";

/// Runs the conversations with all programs that are here or can be installed. What was left out, and why.
pub fn run(root: &Path) -> Result<Vec<String>, String> {
    let mut tests = Vec::new();
    let mut left_out = Vec::new();
    for client in &DEBIANS {
        if has(client.program) || install(client.package) {
            tests.push(client.test);
        } else {
            left_out.push(format!(
                "{} is missing, and `apt-get install {}` does not work here: {} did not run",
                client.program, client.package, client.test
            ));
        }
    }
    let modules = root.join("target").join("clients");
    match controller(&modules) {
        Ok(()) => tests.push(CONTROLLERS_TEST),
        Err(reason) => left_out.push(format!("{reason}: {CONTROLLERS_TEST} did not run")),
    }
    if !tests.is_empty() {
        // The same build as that of all tests.
        let build = ["test", "--workspace"];
        let only = ["--test", "protocols", "--", "--ignored", "--exact"];
        let arguments = [&build[..], &EVERYTHING, &only, &tests].concat();
        let modules = modules.join("node_modules");
        let modules = modules.to_string_lossy();
        cargo(root, &arguments, &[("SOLVEIG_NODE_MODULES", &*modules)])?;
    }
    Ok(left_out)
}

/// Whether a program is on the path or among Debian's games.
fn has(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders
        .map(|folder| folder.join(program))
        .any(|file| file.is_file())
}

fn install(package: &str) -> bool {
    println!("{package} is missing: adding it with apt-get");
    let mut apt = Command::new("apt-get");
    apt.args(["install", "-y", "--no-install-recommends", package]);
    succeeds(apt.env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Makes sure that the controller is in `folder`.
fn controller(folder: &Path) -> Result<(), String> {
    if !has("node") || !has("npm") {
        return Err("node and npm are missing".to_owned());
    }
    if folder
        .join("node_modules/@sabaki/gtp/package.json")
        .is_file()
    {
        return Ok(());
    }
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    println!("{CONTROLLER} is missing: adding it with npm");
    let mut npm = Command::new("npm");
    npm.args([
        "install",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--prefix",
    ]);
    match succeeds(npm.arg(folder).arg(CONTROLLER)) {
        true => Ok(()),
        false => Err(format!("`npm install {CONTROLLER}` does not work here")),
    }
}

fn succeeds(command: &mut Command) -> bool {
    let status = command.stdout(Stdio::null()).stdin(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
