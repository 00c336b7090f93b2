//! `openings`: the solutions that the program carries, made by `solveig solve` and `prove`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{run, target};
use crate::endgames::{absolute, built};

/// Each file and the arguments that make it, without the file: `solve` up to a cut, or `prove`.
const FILES: &[(&str, &str)] = &[
    (
        "connect-four-7x6.sol",
        "solve connect-four:7x6?utility=score --cut 14",
    ),
    (
        "connect-four-7x6-strong.sol",
        "solve connect-four:7x6?utility=score --scope strong --cut 3",
    ),
    (
        "connect-four-7x6-outcome.sol",
        "solve connect-four:7x6 --cut 14",
    ),
    ("othello-6x6.sol", "solve othello:6x6 --cut 14"),
    (
        "othello-6x6-strong.sol",
        "solve othello:6x6 --scope strong --cut 8",
    ),
    ("hex-7x7.sol", "solve hex:7x7 --cut 2"),
    ("hex-7x7-strong.sol", "solve hex:7x7 --scope strong --cut 1"),
    ("go-4x4.proof", "prove go:4x4"),
];

/// What `openings` is told.
#[derive(clap::Args)]
pub struct OpeningArguments {
    /// Only this file
    file: Option<String>,
    /// Raise every cut by so many levels, and keep the larger files in target/openings alone
    #[arg(long, value_name = "LEVELS", default_value_t = 0)]
    deeper: u32,
    /// Solveig [default: built for release]
    #[arg(long)]
    solveig: Option<PathBuf>,
}

/// Makes the files in target/openings, where unfinished work is kept, and copies them to their
/// places.
pub fn run_all(root: &Path, options: &OpeningArguments) -> Result<(), String> {
    let solveig = options.solveig.as_deref().map(absolute).transpose()?;
    let solveig = solveig.map_or_else(|| built(root), Ok)?;
    let folder = target(root).join("openings");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let wanted = |file: &str| options.file.as_deref().is_none_or(|only| only == file);
    for (file, arguments) in FILES.iter().filter(|(file, _)| wanted(file)) {
        let output = folder.join(file);
        let mut command = Command::new(&solveig);
        command.args(deeper(arguments, options.deeper)).arg("--out");
        run(command.arg(&output).arg("--force"))?;
        if options.deeper == 0 {
            let place = root.join("crates/openings/files").join(file);
            fs::copy(&output, &place).map_err(|error| format!("{}: {error}", place.display()))?;
        }
    }
    Ok(())
}

/// The words of `arguments`, the cut raised by `levels`.
fn deeper(arguments: &str, levels: u32) -> Vec<String> {
    let mut words: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
    if let Some(at) = words.iter().position(|word| word == "--cut") {
        let cut: u32 = words[at + 1].parse().expect("the table has numbers");
        words[at + 1] = (cut + levels).to_string();
    }
    words
}
