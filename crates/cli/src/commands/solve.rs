//! `solveig solve`: from a game to an artifact.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig_format::{Scope, Summary};
use solveig_game::{Game, Reduction};
use solveig_region::{Closure, Proof, Refutation, Values};
use solveig_search::Knowledge;

use crate::Verdict;
use crate::arguments::{
    MemoryArgument, SolverArgument, SolverName, ThreadsArgument, scope as read_scope,
};
use crate::census::{Levels, Totals};
use crate::dispatch::{self, Task};
use crate::figures::{duration, grouped, rounded, signed};
use crate::files::{Files, ForceArgument, Kind};
use crate::memory::Memory;
use crate::output::Output;
use crate::progress::Progress;
use crate::solver::solvers;

/// Solve a game and write the solution as an artifact
///
/// Interrupted, even by a power cut, and started again with the same arguments, it goes on where it
/// was. What is written does not depend on the solver, threads, memory or interruptions.
#[derive(Args)]
pub struct Solve {
    /// The game, as in othello:6x6
    #[arg(value_name = "GAME")]
    spec: String,
    /// What is certified: the value of the start, the positions that arise when one side plays
    /// canonical moves, or all that can be reached
    #[arg(long, value_name = "SCOPE", value_parser = read_scope(), default_value = "semi-strong")]
    scope: Scope,
    /// The artifact to write; unfinished work lies beside it in FILE.sol.work. An older artifact there is replaced
    #[arg(long, value_name = "FILE.sol", required_unless_present = "estimate")]
    out: Option<PathBuf>,
    /// Write a certificate that no other move is better, too
    #[arg(long, value_name = "FILE.cert")]
    certificate: Option<PathBuf>,
    /// Store positions up to this level; answers above it are searched [default: all, but for ten
    /// empty squares of Othello boards from 6x6 on]
    #[arg(long, value_name = "N")]
    cut: Option<u32>,
    /// Write the certificate up to this level; the checker searches above it [default: the cut, but
    /// for 20 empty squares of Othello boards from 6x6 on]
    #[arg(long, value_name = "N", requires = "certificate")]
    certificate_cut: Option<u32>,
    /// Only say how many positions and bytes and how much time to expect, from samples
    #[arg(long)]
    estimate: bool,
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
}

impl Solve {
    /// Solves, writes and says what was written.
    pub fn run(self, output: &mut Output) -> Result<Verdict> {
        if !self.estimate {
            let out = self.out.as_deref();
            let work = out.map(solveig_region::work_directory);
            Files::new()
                .game(&self.spec)
                .writes("--out", out, Kind::Artifact)
                .writes(
                    "--certificate",
                    self.certificate.as_deref(),
                    Kind::Certificate,
                )
                .works_in(work.as_deref())
                .check(self.force)?;
        }
        let spec = self.spec.clone();
        dispatch::with_spec(
            &spec,
            self.solver.knowledge,
            Solving {
                asked: self,
                output,
            },
        )
    }
}

struct Solving<'a> {
    asked: Solve,
    output: &'a mut Output,
}

impl Task for Solving<'_> {
    fn run<G: Game, K: Knowledge<G>>(self, game: G, knowledge: K) -> Result<Verdict> {
        let asked = &self.asked;
        let (memory, threads) = (asked.memory.size(&game), asked.threads.count());
        let up_to = |levels: u32| game.max_level() - levels;
        let cut = asked
            .cut
            .unwrap_or_else(|| up_to(knowledge.levels_to_search(&game)));
        let to_level = asked
            .certificate_cut
            .unwrap_or_else(|| cut.min(up_to(knowledge.levels_to_check(&game))));
        let closure = Closure {
            game,
            knowledge,
            scope: asked.scope,
            reduction: match asked.no_symmetry {
                true => Reduction::None,
                false => Reduction::Canonical,
            },
            cut,
            proof: asked.certificate.is_some().then_some(Proof {
                refutation: Refutation::FirstInOrder,
                to_level,
            }),
            values: Values::Solved,
        };
        closure.check()?;
        let Some(out) = asked.out.as_deref().filter(|_| !asked.estimate) else {
            let estimate = estimated(&closure, asked.solver.name, threads)?;
            self.output.answer(&estimate)?;
            return Ok(Verdict::Holds);
        };
        if !solveig_region::work_directory(out).exists() {
            let estimate = estimated(&closure, asked.solver.name, threads)?;
            if estimate.is_worth_saying() {
                // What nobody can read is no reason to stop.
                let _ = writeln!(std::io::stderr(), "estimate: {estimate}");
            }
        }
        let (game, knowledge) = (&closure.game, &closure.knowledge);
        let mut oracles = solvers(asked.solver.name, game, knowledge, memory, threads)?;
        let started = Instant::now();
        let progress = Progress::new("solving");
        let solved = solveig_region::solve(
            &closure,
            out,
            asked.certificate.as_deref(),
            &mut oracles,
            &mut |now| progress.region(now),
        )?;
        drop(progress);
        let levels = Levels::new(&solved.levels, closure.proof.is_some());
        let out = Written::new(out, &solved.artifact);
        let certificate = asked.certificate.iter().zip(&solved.certificate).next();
        self.output.answer(&Answer {
            game: closure.game.spec(),
            scope: closure.scope.name(),
            value: solved.root_value,
            status: "exact",
            digest: out.digest.clone(),
            out,
            certificate: certificate.map(|(path, summary)| Written::new(path, summary)),
            totals: levels.totals(),
            levels,
            nodes: solved.nodes,
            seconds: started.elapsed().as_secs_f64(),
        })?;
        Ok(Verdict::Holds)
    }
}

/// Memory of the solver that tries out positions for an estimate.
const MEMORY_FOR_ESTIMATE: Memory = Memory(64 << 20);

/// Below this many seconds, an estimate would be read later than the answer.
const WORTH_SAYING: f64 = 10.0;

/// Tries out what a solve will take.
fn estimated<G: Game, K: Knowledge<G>>(
    closure: &Closure<G, K>,
    solver: SolverName,
    threads: usize,
) -> Result<Estimated> {
    let _progress = Progress::new("estimating");
    let (game, knowledge) = (&closure.game, &closure.knowledge);
    let mut oracle = solvers(solver, game, knowledge, MEMORY_FOR_ESTIMATE, 1)?.remove(0);
    let estimate = solveig_region::estimate(closure, &mut oracle)?;
    let (artifact, certificate) = estimate.positions();
    let bytes = estimate.bytes(game.key_bits());
    Ok(Estimated {
        game: game.spec(),
        status: "estimated",
        artifact: Part {
            positions: artifact,
            bytes: bytes.0,
        },
        certificate: closure.proof.map(|_| Part {
            positions: certificate,
            bytes: bytes.1,
        }),
        nodes: estimate.nodes,
        seconds: estimate.seconds / threads as f64,
        threads,
    })
}

/// What to expect of a solve.
#[derive(Serialize)]
struct Estimated {
    game: String,
    status: &'static str,
    artifact: Part,
    certificate: Option<Part>,
    /// 0 where nothing could be tried out, as is `seconds`.
    nodes: f64,
    seconds: f64,
    threads: usize,
}

/// What to expect of a file.
#[derive(Serialize)]
struct Part {
    positions: f64,
    bytes: f64,
}

impl Estimated {
    fn is_worth_saying(&self) -> bool {
        self.seconds >= WORTH_SAYING
    }
}

impl fmt::Display for Estimated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "about {}", self.artifact)?;
        if let Some(certificate) = &self.certificate {
            write!(f, ", and a certificate of at most {certificate}")?;
        }
        if self.seconds > 0.0 {
            let time = duration(Duration::from_secs_f64(self.seconds));
            let nodes = rounded(self.nodes);
            write!(f, "; {nodes} nodes, {time} on {} threads", self.threads)?;
        }
        write!(f, "; half as much or twice as much is possible")
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = Memory(self.bytes as u64);
        write!(f, "{} positions in {bytes}", rounded(self.positions))
    }
}

#[derive(Serialize)]
struct Answer {
    game: String,
    scope: &'static str,
    value: i32,
    status: &'static str,
    digest: String,
    out: Written,
    certificate: Option<Written>,
    levels: Levels,
    totals: Totals,
    /// Of this run; an interrupted one before it searched others.
    nodes: u64,
    seconds: f64,
}

/// A file that was written.
#[derive(Serialize)]
struct Written {
    file: PathBuf,
    bytes: u64,
    records: u64,
    digest: String,
}

impl Written {
    fn new(path: &Path, summary: &Summary) -> Self {
        Self {
            file: path.to_owned(),
            bytes: summary.bytes,
            records: summary.records,
            digest: summary.digest.to_string(),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n", self.levels)?;
        let value = signed(self.value);
        writeln!(f, "{} has the value {value} ({})", self.game, self.scope)?;
        for file in std::iter::once(&self.out).chain(&self.certificate) {
            writeln!(f, "{file}")?;
        }
        let time = Duration::from_secs_f64(self.seconds);
        let nodes = grouped(self.nodes);
        write!(f, "{nodes} nodes searched, {}", duration(time))
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} positions, {}, digest {}",
            self.file.display(),
            grouped(self.records),
            Memory(self.bytes),
            self.digest
        )
    }
}
