//! `solveig serve`: the HTTP server.

mod evidence;
mod static_folder;

use std::env;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, SocketAddrV4, TcpListener};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use listenfd::ListenFd;
use serde::Serialize;
use solveig_engine::{Engine, EngineError, Evidence, OpeningLimits, Settings};
use solveig_game::excerpt;
use solveig_server::{Access, Limits, Origin, Server, serve};
use solveig_verify::proof::ProofError;

use super::verify::refute;
use crate::CommandVerdict;
use crate::arguments::opening;
use crate::engines::{self, OpeningFile, names_file, openings_of};
use crate::figures::counted;
use crate::files::ForceArgument;
use crate::games::games;
use crate::memory::MemorySize;
use crate::output::Output;
use crate::stopping::leave_signals;
use crate::times::Time;

/// Where the server listens unless it is told otherwise.
const DEFAULT_ADDRESS: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 8080));

/// Answer over HTTP: an API in JSON, its documentation at /docs, and a board in the browser
///
/// Artifacts and certificates are checked by their digests before the first question is taken,
/// and /v1/ready refuses until then; with --check the checker has to confirm the solutions, too,
/// as it always has the proofs.
/// The API and the page say which. What is stored is answered from the file, and what is not by
/// exact search within the limits below. SIGINT and SIGTERM end it: requests that are being
/// answered still are. A listening socket that systemd passes is used in place of --listen.
#[derive(Args)]
pub struct Serve {
    /// Artifacts, proofs, tables of campaigns' players, or games, which are searched
    #[arg(value_name = "FILE.sol|FILE.proof|FILE.player|GAME", required = true)]
    targets: Vec<String>,
    /// A certificate of one of the artifacts; may be given several times
    ///
    /// Its artifact is found by the digest.
    #[arg(long, value_name = "FILE.cert")]
    certificate: Vec<PathBuf>,
    /// Check every artifact in a file at the start, as `solveig verify` does
    ///
    /// If one does not hold, nothing is served and the exit status is 1. An artifact is checked
    /// with its certificate if it has one.
    #[arg(long, conflicts_with = "trust_files")]
    check: bool,
    /// Write the page with its games into this folder instead, for any web server
    ///
    /// The engine then runs in the browser, also offline.
    #[arg(long = "static", value_name = "FOLDER", conflicts_with_all = ["listen", "max_searches", "max_batch", "max_body", "max_connections", "cache", "cors_origin", "trust_proxy", "drain"])]
    folder: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    /// The address and port to serve at; port 0 takes one that is free [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// An origin whose pages may read answers, or * for all; may be given several times
    #[arg(long, value_name = "ORIGIN|*")]
    cors_origin: Vec<Origin>,
    /// How many proxies stand in front of the server
    ///
    /// Clients, which take turns at searching, are then told apart by what the proxies append to
    /// X-Forwarded-For; without this option that header is ignored.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_value_t = 0, default_missing_value = "1")]
    trust_proxy: usize,
    /// Requests that search at the same time
    ///
    /// Where more clients ask, they take turns: searches run in slices of at most 125 ms, and go on
    /// where they were.
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN.saturating_add(1))]
    max_searches: NonZeroUsize,
    /// Threads of each search [default: those of the machine, divided by --max-searches]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Resources")]
    threads: Option<u16>,
    /// Time limit for the search of one request, the turns of others included
    #[arg(
        long,
        value_name = "TIME",
        default_value = "10",
        allow_negative_numbers = true,
        help_heading = "Resources"
    )]
    time_limit: Time,
    /// How long the server goes on after a signal, while /v1/ready refuses
    ///
    /// A proxy can then turn to another.
    #[arg(
        long,
        value_name = "TIME",
        default_value = "0",
        allow_negative_numbers = true
    )]
    drain: Time,
    /// Positions in one batch
    #[arg(long, value_name = "N", default_value_t = Limits::default().batch)]
    max_batch: usize,
    /// Bytes in the body of a request
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().body)]
    max_body: usize,
    /// Connections at the same time; a client may have a quarter of them without --trust-proxy
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections)]
    max_connections: usize,
    /// Memory for answers that are kept; 0 keeps none
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = cache_size)]
    cache: u64,
    /// Memory for the searches of each game, as in 512MiB
    ///
    /// It is taken when a game is first searched. The check and the index of each proof may take as
    /// much, and so may the index and the blocks of each artifact.
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "256MiB",
        help_heading = "Resources"
    )]
    memory: MemorySize,
    /// Do not check the digests of files at the start: damage is found when it is read
    #[arg(long)]
    trust_files: bool,
}

/// A target that the checker refutes, and where it is wrong.
type Refuted<'a> = (&'a str, String);

impl Serve {
    /// Serves until SIGINT or SIGTERM.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        if self.check {
            let stored = |target: &&String| {
                let all = openings_of(target).unwrap_or_default();
                !names_file(target) && all.iter().any(OpeningFile::is_artifact)
            };
            if let Some(target) = self.targets.iter().find(stored) {
                bail!(
                    "--check: {target}: its solution in the program has no certificate, without \
                     which a check takes days"
                );
            }
            ensure!(
                self.targets.iter().any(|target| names_file(target)),
                "--check: none of what is served is an artifact in a file"
            );
        }
        ensure!(
            self.folder.is_some() || !self.force.force,
            "--force: nothing is written without --static"
        );
        if let Some(folder) = &self.folder {
            return match self.engines()? {
                Ok(engines) => self.write(folder, engines, output),
                Err((target, problem)) => refute(target.into(), problem, output),
            };
        }
        let listener = listening_socket(self.listen)?;
        let address = listener.local_addr().context("cannot listen")?;
        let server = Server::opening(self.limits(), self.access());
        let serving = {
            let server = server.clone();
            thread::spawn(move || {
                let served = serve(server.clone(), listener, leave_signals);
                if served.is_ok() && server.names().next().is_none() {
                    // The checks go on in the main thread, and nothing interrupts them.
                    eprintln!("told to stop before all files were checked");
                    process::exit(2);
                }
                served
            })
        };
        match self.engines()? {
            Ok(engines) => server.open(engines),
            Err((target, problem)) => return refute(target.into(), problem, output),
        }
        output.answer(&Listening {
            url: url(address),
            games: server.names().map(str::to_owned).collect(),
        })?;
        output.flush()?;
        let served = serving
            .join()
            .map_err(|_| anyhow!("the server met a defect"))?;
        served.context("cannot serve")?;
        Ok(CommandVerdict::Holds)
    }

    fn limits(&self) -> Limits {
        let limits = Limits {
            searches: self.max_searches.get(),
            batch: self.max_batch,
            body: self.max_body,
            cache: self.cache,
            drain: self.drain.0,
            ..Limits::default()
        };
        let limits = limits.with_connections(self.max_connections.max(1));
        limits.with_search_time(self.time_limit.0)
    }

    /// What opening each file may take. Signals end it at any time.
    fn opening(&self) -> OpeningLimits {
        opening(Some(self.memory), None)
    }

    fn access(&self) -> Access {
        Access {
            origins: self.cors_origin.clone(),
            trusted_proxies: self.trust_proxy,
        }
    }

    /// Opens and checks what is served; or a target that the checker refutes, and where it is
    /// wrong.
    fn engines(&self) -> Result<Result<Vec<Arc<dyn Engine>>, Refuted<'_>>> {
        let searches = self.max_searches.get();
        let all = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = self.threads.map(usize::from);
        let opening = self.opening();
        let settings = Settings {
            games: games().table().clone(),
            memory: self.memory.0,
            opening,
            searchers: self.limits().begun(),
            trusts_files: self.trust_files,
            threads: threads.unwrap_or_else(|| (all() / searches).max(1)),
        };
        let certificates = evidence::match_certificates(&self.targets, &self.certificate, opening)?;
        let mut engines = Vec::new();
        for (target, certificate) in self.targets.iter().zip(certificates) {
            let mut evidence = Evidence {
                certificate: certificate.map(PathBuf::as_path),
                confirmed: None,
            };
            let is_proof = names_file(target) && engines::is_proof(Path::new(target));
            if self.check && names_file(target) && !is_proof {
                match evidence::check(Path::new(target), evidence.certificate)? {
                    Ok(digests) => evidence.confirmed = Some(digests),
                    Err(problem) => return Ok(Err((target, problem))),
                }
            }
            match engines::open(target, &evidence, &settings) {
                Err(EngineError::Proof { error, .. }) if is_refuted(&error) => {
                    return Ok(Err((target, error.to_string())));
                }
                opened => engines.push(opened?),
            }
        }
        Ok(Ok(engines))
    }

    /// Writes the page of `engines` into `folder`.
    fn write(
        &self,
        folder: &Path,
        engines: Vec<Arc<dyn Engine>>,
        output: &mut Output,
    ) -> Result<CommandVerdict> {
        let opening = self.opening();
        let certificates = evidence::match_certificates(&self.targets, &self.certificate, opening)?;
        let targets = self.targets.iter().zip(certificates).zip(engines);
        let games = targets.map(|((target, certificate), engine)| {
            static_folder::game(target, certificate.map(PathBuf::as_path), engine)
        });
        let search_time = self.time_limit.0;
        let memory = self.memory.0.min(MAX_PAGE_MEMORY);
        let files = solveig_server::folder(games.collect::<Result<_>>()?, search_time, memory)?;
        static_folder::write(folder, &files, self.force)?;
        output.answer(&StaticFolder {
            folder: folder.to_owned(),
            files: files.len(),
            bytes: files.iter().map(|file| file.bytes.len() as u64).sum(),
        })?;
        Ok(CommandVerdict::Holds)
    }
}

/// The socket that systemd passed to this process, or else a new one.
fn listening_socket(listen: Option<SocketAddr>) -> Result<TcpListener> {
    if let Ok(text) = env::var("LISTEN_FDS")
        && text.parse::<u16>().is_err()
    {
        bail!(
            "LISTEN_FDS: {:?}: expected the number of sockets passed",
            excerpt(&text)
        );
    }
    let mut passed = ListenFd::from_env();
    if passed.len() > 1 {
        bail!(
            "LISTEN_FDS: {} sockets were passed, expected one",
            passed.len()
        );
    }
    let socket = passed.take_tcp_listener(0);
    match socket.context("LISTEN_FDS: the socket passed does not listen for TCP")? {
        Some(_) if listen.is_some() => {
            bail!("--listen: a listening socket was passed as well (LISTEN_FDS); give one of them")
        }
        #[cfg(target_os = "linux")]
        Some(socket) if !socket2::SockRef::from(&socket).is_listener()? => {
            bail!("LISTEN_FDS: the socket passed does not listen for connections")
        }
        Some(socket) => Ok(socket),
        None => {
            let address = listen.unwrap_or(DEFAULT_ADDRESS);
            TcpListener::bind(address)
                .with_context(|| format!("--listen {address}: cannot listen there"))
        }
    }
}

/// The maximum memory that the searches of a game take in a page.
const MAX_PAGE_MEMORY: u64 = 64 << 20;

/// The folder of a page.
#[derive(Serialize)]
struct StaticFolder {
    folder: PathBuf,
    files: usize,
    bytes: u64,
}

impl fmt::Display for StaticFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, {} bytes, in {}: serve them with any web server of static files",
            counted(self.files as u64, "file"),
            self.bytes,
            self.folder.display()
        )
    }
}

/// Whether the check of a proof ran, and the proof does not hold.
const fn is_refuted(error: &ProofError) -> bool {
    matches!(error, ProofError::Failed(_) | ProofError::Bytes(_))
}

/// The URL for a browser on this machine.
fn url(address: SocketAddr) -> String {
    let here = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => SocketAddr::from(([127, 0, 0, 1], address.port())),
        IpAddr::V6(ip) if ip.is_unspecified() => {
            SocketAddr::from(([0, 0, 0, 0, 0, 0, 0, 1], address.port()))
        }
        _ => address,
    };
    format!("http://{here}/")
}

fn cache_size(text: &str) -> Result<u64, String> {
    match text.trim() {
        "0" => Ok(0),
        text => text.parse().map(|memory: MemorySize| memory.0),
    }
}

#[derive(Serialize)]
struct Listening {
    url: String,
    games: Vec<String>,
}

impl fmt::Display for Listening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "serving {} at {} (API: {}docs)",
            self.games.join(", "),
            self.url,
            self.url
        )
    }
}
