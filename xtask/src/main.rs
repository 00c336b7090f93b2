//! The project's tasks. `cargo xtask --help` lists them.

mod answers;
mod command;
mod connect_four;
mod endgames;
mod load;
mod omissions;
mod openings;
mod setup;
mod solvers;
mod steps;
mod tidy;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use command::{cargo, run};
use omissions::run_tests;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The project's tasks")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install what the tests need and this machine lacks, by apt-get, pip, npm and rustup
    Setup,
    /// Run everything that a change must pass, then say what did not run and why
    Test(steps::TestArguments),
    /// Build the engine in WebAssembly that is committed beside the page
    Wasm,
    /// Make the openings that the program carries anew, from where an interrupted run was
    Openings(openings::OpeningArguments),
    /// Write the OpenAPI document that is kept and served
    Openapi,
    /// Check the rules of CONTRIBUTING.md that no compiler checks
    Tidy,
    /// Send a server ten thousand requests that no honest client sends
    TestHostile {
        /// An artifact that is served too
        artifact: Option<PathBuf>,
    },
    /// Let processes race for one file again and again
    TestRaces {
        /// The rounds of each race
        #[arg(default_value_t = 500)]
        rounds: u32,
    },
    /// Hold the plans of Go against exhaustive play on all boards of 6x2 and 4x3: hours and
    /// gigabytes
    TestPlans,
    /// Run the Criterion benchmarks
    Bench {
        /// Only those whose names contain this
        filter: Option<String>,
    },
    /// Solve the FFO endgames or another suite, with Solveig and other programs in turn
    BenchFfo(endgames::EndgameArguments),
    /// Solve sets of Connect Four positions on one thread, with Solveig and Pons's solver in turn
    BenchConnectFour(connect_four::SetArguments),
    /// Find the value of small games with one solver after the other
    BenchSolvers(solvers::SolverArguments),
    /// Measure how long `solveig probe` takes to answer, along games against random moves
    BenchAnswers {
        /// The program
        solveig: PathBuf,
        /// The artifact that it probes
        artifact: PathBuf,
    },
    /// Measure how many questions `solveig serve` answers on one core, asked by wrk from another
    BenchServer {
        /// The program
        solveig: PathBuf,
        /// The artifact that it serves
        artifact: PathBuf,
    },
    /// Measure what an honest client of a server meets while others attack: how long its searches,
    /// look-ups and questions about health take
    BenchAttacked {
        /// The artifact of connect-four:6x5 that it looks up in
        artifact: Option<PathBuf>,
    },
    /// Learn the weights that order the moves of Othello; arguments as in 6x6 FILE GAMES SEED
    Train {
        /// Arguments of the example `train` of solveig-training
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    let root = root();
    let done = match Arguments::parse().task {
        Task::Setup => setup::install(&root),
        Task::Test(arguments) => steps::test(&root, &arguments),
        Task::Wasm => wasm::build(&root),
        Task::Openings(arguments) => openings::run_all(&root, &arguments),
        Task::Openapi => {
            let write = "run -p solveig-api --features openapi --example openapi";
            run(&mut cargo(&root, &write.split(' ').collect::<Vec<_>>()))
        }
        Task::Tidy => tidy::run(&root),
        Task::TestHostile { artifact } => test_hostile(&root, artifact.as_deref()),
        Task::TestRaces { rounds } => {
            let arguments = "test -p solveig-cli --all-features --test commands -- races";
            let arguments: Vec<&str> = arguments.split(' ').collect();
            let mut races = cargo(&root, &arguments);
            run(races.env("SOLVEIG_RACE_ROUNDS", rounds.to_string()))
        }
        Task::TestPlans => {
            let arguments = ["test", "-p", "solveig-games", "--lib", "plans"];
            let mut plans = cargo(&root, &arguments);
            run_tests(plans.env("SOLVEIG_ALL_PLANS", "1")).map(drop)
        }
        Task::Bench { filter } => {
            let filter: Vec<&str> = filter.iter().flat_map(|filter| ["--", filter]).collect();
            let arguments = ["bench", "--workspace", "--bench", "*"];
            run(&mut cargo(&root, &[&arguments[..], &filter].concat()))
        }
        Task::BenchFfo(arguments) => endgames::run(&root, &arguments),
        Task::BenchConnectFour(arguments) => connect_four::run(&root, &arguments),
        Task::BenchSolvers(arguments) => solvers::run(&arguments),
        Task::BenchAnswers { solveig, artifact } => answers::run(&solveig, &artifact),
        Task::BenchServer { solveig, artifact } => load::run(&solveig, &artifact),
        Task::BenchAttacked { artifact } => bench_attacked(&root, artifact.as_deref()),
        Task::Train { arguments } => {
            let train = "run --release -p solveig-training --example train --";
            let mut train = cargo(&root, &train.split(' ').collect::<Vec<_>>());
            run(train.args(&arguments))
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn test_hostile(root: &Path, artifact: Option<&Path>) -> Result<(), String> {
    let arguments = ["test", "-p", "solveig-server", "--test", "serving", "--"];
    let mut command = cargo(
        root,
        &[&arguments[..], &["hostile", "--nocapture"]].concat(),
    );
    if let Some(artifact) = artifact {
        command.env("SOLVEIG_ARTIFACT", endgames::absolute(artifact)?);
    }
    run(command.env("SOLVEIG_HOSTILE_REQUESTS", "10000"))
}

fn bench_attacked(root: &Path, artifact: Option<&Path>) -> Result<(), String> {
    let arguments = "test --profile quick -p solveig-server --test serving -- pressure --nocapture";
    let mut command = cargo(root, &arguments.split(' ').collect::<Vec<_>>());
    if let Some(artifact) = artifact {
        command.env("SOLVEIG_ARTIFACT", endgames::absolute(artifact)?);
    }
    run(command.env("SOLVEIG_ATTACK_SECONDS", "10"))
}

/// The root of the workspace.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the command line says to arguments that it refuses.
    fn refused(line: &str) -> String {
        let words = ["xtask"].into_iter().chain(line.split(' '));
        match Arguments::try_parse_from(words) {
            Ok(_) => panic!("{line} is taken"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn arguments_that_make_no_sense_are_refused_by_name() {
        for (line, named) in [
            ("tidier", "tidier"),
            ("test no-such-step", "no-such-step"),
            ("bench-ffo --from", "--from"),
            ("bench-ffo --to many", "many"),
            ("bench-ffo --edax =edax", "NAME=PATH"),
            ("bench-ffo --threads 0", "--threads"),
            ("bench-connect-four --fast 2", "--fast"),
        ] {
            assert!(refused(line).contains(named), "{line}");
        }
    }
}
