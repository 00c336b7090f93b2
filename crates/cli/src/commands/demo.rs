//! `solveig demo`: serves games to play against, at once.

use std::ffi::{OsStr, OsString};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::{fs, process, thread};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, FromArgMatches};
use solveig_game::Game;

use super::serve::Serve;
use super::solve::Solve;
use crate::CommandVerdict;
use crate::arguments::ThreadsArgument;
use crate::engines::openings_of;
use crate::files::ForceArgument;
use crate::games::games;
use crate::output::Output;
use crate::stopping::stop_on_signals;

/// A small game beside those that the program has openings of.
const SMALL: &str = "mnk:3x3?k=3";

/// How often a demonstration looks whether it is told to end.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Serve well-known games to the browser to play against, at once
///
/// Without GAME these are the games of which the program has openings: 7x6 Connect Four, 6x6
/// Othello, 7x7 Hex and 4x4 Go, and tic-tac-toe. An opening is a solution up to a shallow level,
/// from where on positions are searched. With another GAME, a small one, it is solved first. The
/// checker does not look at the solutions, and the page says so; `solveig serve FILE.sol --check`
/// has it look. Nothing is kept; `solveig solve GAME --out FILE.sol` makes a file to keep, and
/// `solveig serve FILE.sol` serves it.
#[derive(Args)]
pub struct Demo {
    /// The game to serve, as in connect-four:6x5
    #[arg(value_name = "GAME")]
    spec: Option<String>,
    /// The address and port to serve at; port 0 takes one that is free [default: 127.0.0.1:8080, or
    /// another port if that one is taken]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// Write the page with these games into this folder instead of serving it, as `solveig serve
    /// --static` does
    #[arg(long = "static", value_name = "FOLDER", conflicts_with = "listen")]
    written: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
}

impl Demo {
    /// Solves, and serves until SIGINT or SIGTERM.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        ensure!(
            self.written.is_some() || !self.force.force,
            "--force: nothing is written without --static"
        );
        let signalled = stop_on_signals()?;
        let folder = tempfile::Builder::new().prefix("solveig-demo-").tempdir();
        let folder = folder.context("no folder for the files")?;
        let targets = match &self.spec {
            Some(spec) if !openings_of(spec)?.is_empty() => Ok(vec![spec.clone()]),
            Some(spec) => self
                .solve_into(spec, folder.path(), output)
                .map(|one| vec![one]),
            None => Ok(openings()),
        };
        if signalled.load(Ordering::Relaxed) {
            bail!("stopped by a signal before it served; nothing is kept");
        }
        let targets = targets?.into_iter().map(OsString::from);
        let mut arguments: Vec<OsString> = targets.collect();
        if self.spec.as_deref() != Some(SMALL) {
            arguments.push(SMALL.into());
        }
        if let Some(written) = &self.written {
            arguments.extend(["--static".into(), written.into()]);
            if self.force.force {
                arguments.push("--force".into());
            }
            return read::<Serve>(&arguments)?.run(output);
        }
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
        arguments.extend(["--listen".into(), listen.into()]);
        read::<Serve>(&arguments)?.run(output)
    }

    /// Solves a game into a file of the folder.
    fn solve_into(&self, spec: &str, folder: &Path, output: &mut Output) -> Result<String> {
        let is_odd = |one: char| !one.is_ascii_alphanumeric();
        let name = spec.replace(is_odd, "-");
        let artifact = folder.join(name).with_extension("sol");
        let written = artifact.to_string_lossy().into_owned();
        let threads = self.threads.count().to_string();
        let solve: Solve = read(&[spec, "--out", &written, "--threads", &threads])?;
        output.muted(|output| solve.run(output))?;
        Ok(written)
    }
}

/// The games that the program has openings of, a board that has one by score by that alone.
fn openings() -> Vec<String> {
    let mut specs: Vec<&str> = solveig_openings::ALL.iter().map(|one| one.spec).collect();
    specs.dedup();
    let all = specs.clone();
    let by_score = |spec| Some(games().parse(spec).ok()?.by_score()?.spec());
    specs.retain(|spec| !by_score(spec).is_some_and(|other| all.contains(&other.as_str())));
    specs.into_iter().map(str::to_owned).collect()
}

/// Parses the arguments of another command.
fn read<A: Args + FromArgMatches>(arguments: &[impl AsRef<OsStr>]) -> Result<A> {
    let command = A::augment_args(clap::Command::new("solveig").no_binary_name(true));
    Ok(A::from_arg_matches(&command.try_get_matches_from(
        arguments.iter().map(AsRef::as_ref),
    )?)?)
}

/// The usual address, or port 0 (any free port) if it is taken.
fn free_address() -> SocketAddr {
    let usual = SocketAddr::from(([127, 0, 0, 1], 8080));
    match TcpListener::bind(usual) {
        Ok(_) => usual,
        Err(_) => SocketAddr::from(([127, 0, 0, 1], 0)),
    }
}
