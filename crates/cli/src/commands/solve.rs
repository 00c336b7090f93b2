//! `solveig solve`: solves a game and writes the artifact.

#[cfg(feature = "campaigns")]
mod workers;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail, ensure};
use clap::Args;
use serde::Serialize;
use solveig::{Error, SolverOptions};
#[cfg(feature = "campaigns")]
use solveig_campaign::driver::SettlingWorkers;
use solveig_format::{Scope, Summary};
use solveig_game::Game;
use solveig_games::AnyGame;
use solveig_region::{Basis, BuildError, BuildProgress, FileEstimate, Range};

use crate::CommandVerdict;
use crate::arguments::{MemoryArgument, SolverArgument, ThreadsArgument, scope as read_scope};
use crate::figures::{counted, duration, grouped, rounded, signed};
use crate::files::{FileKind, Files, ForceArgument};
use crate::games::games;
use crate::level_counts::{CountRow, Levels, PROVED, REGION};
use crate::memory::MemorySize;
use crate::messages::is_quiet;
use crate::messages::note;
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::{Stopping, TimeLimitArgument};
use crate::times::{Time, positive};

/// Solve a game and write the solution as an artifact
///
/// An artifact is a file with the value and a canonical move (the best one, the first of several in
/// the game's tie-break order) of every position of a region. Which region that is, the scope says:
/// in scope semi-strong all positions that can arise while at least one side plays canonical moves.
/// Everything else is "outside". A level is the number of moves made, or of discs in Othello; a cut
/// leaves the last levels to a search when the artifact is asked, which keeps the file small. The
/// table of levels counts finished games where the game does, which the file leaves out.
///
/// Interrupted, even by a power cut, and started again with the same arguments, it goes on where it
/// was. What is written does not depend on the solver, threads, memory or interruptions.
///
/// In a program with campaigns and JetStream, --server names a NATS server: workers there (`solveig
/// campaign worker`) search the positions of large levels, and the files are the same
/// (docs/guide/campaigns.md).
#[derive(Args)]
pub struct Solve {
    /// The game, as in othello:6x6
    #[arg(value_name = "GAME")]
    spec: String,
    /// Whether the artifact holds a strategy for each side (weak), the positions that can arise
    /// while one side plays canonical moves (semi-strong), or all that can be reached (strong)
    #[arg(long, value_name = "SCOPE", value_parser = read_scope(), default_value = "semi-strong")]
    scope: Scope,
    /// The artifact to write
    ///
    /// Unfinished work lies beside it in FILE.sol.work. An older artifact there is replaced.
    #[arg(long, value_name = "FILE.sol", required_unless_present = "estimate")]
    out: Option<PathBuf>,
    /// Write a certificate, too: the proof that no other move is better
    #[arg(long, value_name = "FILE.cert")]
    certificate: Option<PathBuf>,
    /// Store positions up to this level; the others are searched when asked [default: by game]
    ///
    /// The default is all levels, but for Othello boards of 36 squares and more, where positions
    /// with fewer than 10 empty squares are left out, and Connect Four boards of 42 cells and more,
    /// where the last 8 levels are. There a search takes about a millisecond.
    #[arg(long, value_name = "N")]
    cut: Option<u32>,
    /// Write the certificate up to this level; the checker searches above it [default: by game]
    ///
    /// The default is the cut, but 20 empty squares for Othello boards of 36 squares and more.
    #[arg(long, value_name = "N", requires = "certificate")]
    certificate_cut: Option<u32>,
    /// Only say how many positions and bytes and how much time to expect, after at most TIME
    ///
    /// The intervals hold nine times in ten (docs/explanation/estimates.md).
    #[arg(long, value_name = "TIME", num_args = 0..=1, require_equals = true, default_missing_value = "5", value_parser = positive)]
    estimate: Option<Time>,
    /// Store symmetric positions apart
    #[arg(long)]
    no_symmetry: bool,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    solver: SolverArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    memory: MemoryArgument,
    #[command(flatten)]
    limit: TimeLimitArgument,
    #[cfg(feature = "campaigns")]
    #[command(flatten)]
    workers: workers::WorkersArgument,
}

impl Solve {
    /// Solves, writes the files and prints a summary.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let stopping = self.limit.begin()?;
        #[cfg(feature = "campaigns")]
        self.workers.check(self.solver.knowledge)?;
        let game = games().parse(&self.spec)?;
        let out = match (self.estimate, self.out.as_deref()) {
            (None, Some(out)) => out,
            (time, _) => {
                ensure!(
                    !self.force.force,
                    "--force: nothing is written with --estimate"
                );
                #[cfg(feature = "campaigns")]
                self.workers.refuse("--estimate")?;
                let time = time.map_or(TIME_OF_GLANCE, |Time(time)| time);
                let estimate = self.estimated(&game, MAX_FOR_ESTIMATE, time, &stopping)?;
                output.answer(&estimate)?;
                return Ok(CommandVerdict::Holds);
            }
        };
        let work = solveig_region::work_directory(out);
        let files = Files::new()
            .game(&self.spec)
            .writes("--out", Some(out), FileKind::Artifact(game.spec()))
            .writes(
                "--certificate",
                self.certificate.as_deref(),
                FileKind::Certificate(game.spec()),
            )
            .works_in(Some(&work));
        let _owned = files.own("solve", self.force)?;
        if !work.exists() && !self.limit.is_set() && !is_quiet() {
            let estimate = self.estimated(&game, MAX_FOR_GLANCE, TIME_OF_GLANCE, &stopping)?;
            if estimate.is_worth_printing() {
                note(&format!("estimate: {estimate}"));
            }
        }
        let memory = self.memory.size(&game);
        tracing::info!("memory of the solver: {memory}");
        #[cfg(feature = "campaigns")]
        let mut dispatch = self.workers.dispatch(&game, &stopping.flag())?;
        #[cfg(feature = "campaigns")]
        let mut workers = dispatch.as_mut().map(|dispatch| {
            let (dispatch, config) = (dispatch.as_mut(), self.workers.config());
            SettlingWorkers::new(&game, dispatch, config, stopping.token())
        });
        let started = Instant::now();
        let progress = Progress::new("solving");
        let mut reached = None;
        let request = self.request(&game, memory, &stopping)?.progress(|now| {
            progress.region(now);
            reached = Some(*now);
        });
        #[cfg(feature = "campaigns")]
        let request = match &mut workers {
            Some(workers) => request.helpers(workers),
            None => request,
        };
        let solved = request.write(out);
        drop(progress);
        let solved = match solved {
            Err(Error::Solve(BuildError::Stopped(_))) => {
                bail!(unfinished(&stopping, &game, reached))
            }
            solved => solved.map_err(|error| advised(error, &game))?,
        };
        let columns = match self.certificate {
            Some(_) => PROVED,
            None => REGION,
        };
        let levels = Levels::new(columns, &solved.levels);
        let out = WrittenFile::new(out, &solved.artifact);
        let certificate = self.certificate.iter().zip(&solved.certificate).next();
        output.answer(&SolveAnswer {
            game: game.spec(),
            scope: self.scope.name(),
            value: solved.root_value,
            status: "exact",
            digest: out.digest.clone(),
            out,
            certificate: certificate.map(|(path, summary)| WrittenFile::new(path, summary)),
            totals: levels.totals(),
            levels,
            nodes: solved.nodes,
            seconds: started.elapsed().as_secs_f64(),
        })?;
        Ok(CommandVerdict::Holds)
    }

    /// The request that the arguments make.
    fn request<'a>(
        &self,
        game: &'a AnyGame,
        memory: MemorySize,
        stopping: &Stopping,
    ) -> Result<solveig::Solve<'a, AnyGame>> {
        let mut request = solveig::solve(game)
            .scope(self.scope)
            .symmetry(!self.no_symmetry)
            .solvers(SolverOptions {
                solver: self.solver.name()?,
                knowledge: self.solver.knowledge.is_all(),
                threads: Some(self.threads.number()),
                memory: memory.0,
                stop: stopping.token(),
            });
        if let Some(path) = &self.certificate {
            request = request.certificate(path);
        }
        if let Some(level) = self.cut {
            request = request.cut(level);
        }
        if let Some(level) = self.certificate_cut {
            request = request.certificate_cut(level);
        }
        Ok(request)
    }

    /// Estimates size and time of the solve from a sample, with at most so much memory.
    fn estimated(
        &self,
        game: &AnyGame,
        max: MemorySize,
        time: Duration,
        stopping: &Stopping,
    ) -> Result<EstimateAnswer> {
        let _progress = Progress::new("estimating");
        let memory = self.memory.size(game).min(max);
        let request = self.request(game, memory, stopping)?;
        let estimate = match request.estimate(time) {
            Err(Error::Solve(BuildError::Stopped(_))) => {
                bail!("{stopping} before the estimate was made")
            }
            estimate => estimate.map_err(|error| advised(error, game))?,
        };
        let threads = self.threads.count();
        Ok(EstimateAnswer {
            game: game.spec(),
            scope: self.scope.name(),
            basis: match estimate.basis {
                Basis::Whole => "counted",
                Basis::Samples => "estimated",
                Basis::Guess => "guessed",
            },
            share: (estimate.basis != Basis::Guess).then_some(Range::SHARE),
            artifact: estimate.artifact,
            certificate: estimate.certificate,
            nodes: estimate.nodes,
            seconds: (estimate.seconds).map(|seconds| seconds.divided(threads as f64)),
            threads,
            looked_at: estimate.seen,
            took_seconds: estimate.took,
            certificate_unknown: self.certificate.is_some() && estimate.certificate.is_none(),
        })
    }
}

/// The error of a game that cannot be solved level by level, with what can be done instead.
fn advised(error: Error, game: &AnyGame) -> anyhow::Error {
    let (spec, program) = (game.spec(), crate::program());
    match error {
        Error::Solve(BuildError::DependsOnHistory { .. })
            if game.repetition_rule().is_some_and(|rule| rule.ends_game()) =>
        {
            anyhow!(
                "{error}; `{program} value '{spec}'` finds the value of a position, and \
                 `{program} analyse '{spec}'` that of each move"
            )
        }
        Error::Solve(
            BuildError::LevelsDoNotRise { .. }
            | BuildError::DependsOnHistory { .. }
            | BuildError::LongKeys(_),
        ) => anyhow!(
            "{error}; `{program} value {spec}` finds the value of a position, `{program} analyse {spec}` \
             that of each move, and `{program} prove {spec} --out FILE.proof` writes a proof to check"
        ),
        error => error.into(),
    }
}

/// What a stopped solve says: what is proved, and how to go on.
fn unfinished(stopping: &Stopping, game: &AnyGame, reached: Option<BuildProgress>) -> String {
    let proved = match reached {
        Some(BuildProgress {
            root_value, level, ..
        }) => format!(
            "; {} has the value {}, and level {level} is being solved",
            game.spec(),
            signed(root_value)
        ),
        None => "; the value is not proved yet".to_owned(),
    };
    format!("{stopping}{proved}; what is solved is kept, and the same command goes on from there")
}

/// The maximum memory of the solver for `--estimate`.
const MAX_FOR_ESTIMATE: MemorySize = MemorySize(256 << 20);

/// The maximum memory of the solver for the estimate before a solve.
const MAX_FOR_GLANCE: MemorySize = MemorySize(16 << 20);

/// The time of the estimate before a solve.
const TIME_OF_GLANCE: Duration = Duration::from_secs(1);

/// An estimate of fewer seconds is not printed before a solve.
const LEAST_SECONDS_PRINTED: f64 = 10.0;

/// The estimated size and time of a solve.
#[derive(Serialize)]
struct EstimateAnswer {
    game: String,
    scope: &'static str,
    /// `counted`, `estimated` from samples, or `guessed` because values take too long to find.
    basis: &'static str,
    /// The probability that an interval holds; `None` for a guess.
    share: Option<f64>,
    artifact: FileEstimate,
    certificate: Option<FileEstimate>,
    /// `None` if values take too long to find; then `seconds` is `None`, too.
    nodes: Option<Range>,
    seconds: Option<Range>,
    threads: usize,
    /// Positions sampled.
    looked_at: u64,
    took_seconds: f64,
    #[serde(skip)]
    certificate_unknown: bool,
}

impl EstimateAnswer {
    fn is_worth_printing(&self) -> bool {
        self.seconds
            .is_none_or(|range| range.high >= LEAST_SECONDS_PRINTED)
    }
}

/// An interval as text: `1.6 M (1.3 M to 2.0 M)`, or one figure if both ends print alike.
fn interval(range: Range, write: impl Fn(f64) -> String) -> String {
    let [low, expected, high] = [range.low, range.expected, range.high].map(write);
    if low == high {
        expected
    } else {
        format!("{expected} ({low} to {high})")
    }
}

fn bytes(count: f64) -> String {
    MemorySize(count as u64).to_string()
}

impl fmt::Display for EstimateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_guess = self.share.is_none();
        if is_guess {
            write!(f, "perhaps ")?;
        }
        write!(f, "{}", file_size(&self.artifact))?;
        if let Some(certificate) = &self.certificate {
            write!(f, ", and a certificate of {}", file_size(certificate))?;
        }
        if let Some((nodes, seconds)) = self.nodes.zip(self.seconds) {
            let (nodes, time) = (interval(nodes, rounded), interval(seconds, duration));
            let threads = counted(self.threads as u64, "thread");
            write!(f, "; {nodes} nodes, {time} on {threads}")?;
        }
        match is_guess {
            true => write!(f, "; a guess")?,
            false => write!(f, "; an interval holds nine times in ten")?,
        }
        if self.nodes.is_none() {
            let certificate = if self.certificate_unknown {
                ", certificate"
            } else {
                ""
            };
            write!(
                f,
                "; time{certificate} and nodes are not known, as the values near the start were not found in {}; \
                 --estimate=TIME looks longer",
                duration(self.took_seconds),
            )?;
        }
        Ok(())
    }
}

/// The size of a file as text.
fn file_size(file: &FileEstimate) -> String {
    let positions = match file.positions.low < file.positions.high {
        true => interval(file.positions, rounded),
        false => grouped(file.positions.expected as u64),
    };
    format!("{positions} positions in {}", interval(file.bytes, bytes))
}

#[derive(Serialize)]
struct SolveAnswer {
    game: String,
    scope: &'static str,
    value: i32,
    status: &'static str,
    digest: String,
    out: WrittenFile,
    certificate: Option<WrittenFile>,
    levels: Levels,
    totals: CountRow,
    /// Nodes of this run, without those of interrupted runs before it.
    nodes: u64,
    seconds: f64,
}

/// A file that was written.
#[derive(Serialize)]
struct WrittenFile {
    file: PathBuf,
    bytes: u64,
    records: u64,
    digest: String,
}

impl WrittenFile {
    fn new(path: &Path, summary: &Summary) -> Self {
        Self {
            file: path.to_owned(),
            bytes: summary.bytes,
            records: summary.records,
            digest: summary.digest.to_string(),
        }
    }
}

impl fmt::Display for SolveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.levels)?;
        let value = signed(self.value);
        writeln!(f, "{} has the value {value} ({})", self.game, self.scope)?;
        for file in std::iter::once(&self.out).chain(&self.certificate) {
            writeln!(f, "{file}")?;
        }
        let nodes = counted(self.nodes, "node");
        write!(f, "{nodes} searched, {}", duration(self.seconds))
    }
}

impl fmt::Display for WrittenFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {}, {}, digest {}",
            self.file.display(),
            counted(self.records, "position"),
            MemorySize(self.bytes),
            self.digest
        )
    }
}
