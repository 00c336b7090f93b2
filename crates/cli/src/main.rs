//! The program `solveig` with the built-in games.

use std::process::ExitCode;

fn main() -> ExitCode {
    solveig_cli::run([])
}
