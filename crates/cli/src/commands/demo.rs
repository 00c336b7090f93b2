//! `solveig demo`: solves a small game and serves it.

use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::{fs, process, thread};

use anyhow::{Context, Result, bail};
use clap::{Args, FromArgMatches};

use super::serve::Serve;
use super::solve::Solve;
use crate::CommandVerdict;
use crate::arguments::ThreadsArgument;
use crate::output::Output;
use crate::stopping::stop_on_signals;

/// Games served beside the solved one; small enough to be searched on request.
const SEARCHED: [&str; 4] = ["othello:4x4", "hex:4x4", "go:3x3", "mnk:3x3?k=3"];

/// How often a demonstration looks whether it is told to end.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Solve a small game, and serve it to the browser to play against
///
/// The checker does not look at what was solved, and the page says so; `solveig serve FILE.sol
/// --check` has it look. The artifact is removed at the end; `solveig solve GAME --out FILE.sol`
/// makes one to keep, and `solveig serve FILE.sol` serves it. Some smaller games are served beside
/// it, which are searched.
#[derive(Args)]
pub struct Demo {
    /// The game to solve
    #[arg(value_name = "GAME", default_value = "connect-four:6x5")]
    spec: String,
    /// The address and port to serve at; port 0 takes one that is free [default: 127.0.0.1:8080, or
    /// another port if that one is taken]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    threads: ThreadsArgument,
}

impl Demo {
    /// Solves, and serves until SIGINT or SIGTERM.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let signalled = stop_on_signals()?;
        let folder = tempfile::Builder::new().prefix("solveig-demo-").tempdir();
        let folder = folder.context("no folder for the artifact")?;
        let is_odd = |one: char| !one.is_ascii_alphanumeric();
        let name = self.spec.replace(is_odd, "-");
        let artifact = folder.path().join(name).with_extension("sol");
        let written = artifact.to_string_lossy();
        let threads = self.threads.count().to_string();
        let solve: Solve = read(&[&self.spec, "--out", &written, "--threads", &threads])?;
        let solved = output.muted(|output| solve.run(output));
        if signalled.load(Ordering::Relaxed) {
            bail!("stopped by a signal before it served; nothing is kept");
        }
        solved?;
        let place = folder.path().to_owned();
        thread::spawn(move || {
            while !signalled.load(Ordering::Relaxed) {
                thread::sleep(BETWEEN_LOOKS);
            }
            // At once, whatever the server is at: nothing of a demonstration is kept.
            let _ = fs::remove_dir_all(place);
            process::exit(0);
        });

        let listen = self.listen.unwrap_or_else(free_address).to_string();
        let mut asked = vec![&*written, "--listen", &listen];
        asked.extend(SEARCHED.into_iter().filter(|spec| *spec != self.spec));
        read::<Serve>(&asked)?.run(output)
    }
}

/// Parses the arguments of another command.
fn read<A: Args + FromArgMatches>(arguments: &[&str]) -> Result<A> {
    let command = A::augment_args(clap::Command::new("solveig").no_binary_name(true));
    Ok(A::from_arg_matches(
        &command.try_get_matches_from(arguments)?,
    )?)
}

/// The usual address, or port 0 (any free port) if it is taken.
fn free_address() -> SocketAddr {
    let usual = SocketAddr::from(([127, 0, 0, 1], 8080));
    match TcpListener::bind(usual) {
        Ok(_) => usual,
        Err(_) => SocketAddr::from(([127, 0, 0, 1], 0)),
    }
}
