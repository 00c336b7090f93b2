//! `solveig value`: finds the exact value of a position, or a bound on it.

mod lines;
mod question;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;
use solveig_game::{Game, GameExt, ValueRange};
use solveig_games::AnyGame;
use solveig_search::Oracle;
use solveig_search::binary::BisectionOracle;
use solveig_search::solvers::SolverName;

use crate::CommandVerdict;
use crate::arguments::{MemoryArgument, PositionArgument, SolverArgument, ThreadsArgument};
use crate::checkpoint_file::{self, CheckpointArgument, Checkpointed, Subject};
use crate::figures::{duration, ending, grouped, rate};
use crate::files::{FileKind, Files, ForceArgument};
use crate::game_with_solvers::GameWithSolvers;
use crate::output::Output;
use crate::progress::Progress;
use crate::solver::{solvers, suited};
use crate::team::search;
use lines::{Format, Lines};
use question::{Finding, ValueQuestion};

/// Find the exact value, the canonical best move and the principal variation of a position
///
/// The best move is the first of the optimal moves in the game's tie-break order, and the principal
/// variation is the play in which both sides play such moves.
///
/// With --obf, answers many positions, one a line, in OBF: a board, a space, the side to move, and
/// maybe fields with what is known, each after a semicolon: moves with scores (d3:+4) or a score,
/// and a comment after %. Where a line states a score, the answer says whether it is right, and the
/// exit status is 1 if one is wrong. A line that is no position is answered with an error, the
/// others are answered all the same, and the exit status is 2.
///
/// With --moves, answers many move lists, one a line, maybe with a value stated after a space, and
/// prints "MOVES VALUE" for each, as Pons's Connect Four solver does. An empty line is the start.
#[derive(Args)]
pub struct Value {
    /// The game, as in othello:6x6
    #[arg(value_name = "GAME")]
    spec: String,
    #[command(flatten)]
    position: PositionArgument,
    /// Answer the positions of FILE, one a line, or of standard input if it is -
    #[arg(long, value_name = "FILE", conflicts_with = "text")]
    obf: Option<PathBuf>,
    /// Answer the move lists of FILE, one a line, or of standard input if it is -, each with the
    /// list and its value
    #[arg(long, value_name = "FILE", conflicts_with_all = ["text", "obf"])]
    moves: Option<PathBuf>,
    /// Only tell whether the value is at least B: a null-window test, and a bound for an answer
    #[arg(long, value_name = "B", allow_negative_numbers = true)]
    at_least: Option<solveig_game::Value>,
    /// With --obf: add the canonical best move and the principal variation
    #[arg(long, requires = "obf", conflicts_with = "at_least")]
    pv: bool,
    #[command(flatten)]
    solver: SolverArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    memory: MemoryArgument,
    #[command(flatten)]
    checkpoint: CheckpointArgument,
}

/// The levels that positions in a file are expected to have left, for the default size of the
/// table: OBF suites hold endgames of seconds or minutes, move lists those of microseconds.
const fn levels_left(format: Format) -> u32 {
    match format {
        Format::Obf => 28,
        Format::Moves => 21,
    }
}

impl Value {
    /// Searches and prints.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        Files::new()
            .game(&self.spec)
            .reads("--obf", self.obf.as_deref())
            .reads("--moves", self.moves.as_deref())
            .writes(
                "--checkpoint",
                self.checkpoint.checkpoint.as_deref(),
                FileKind::Own,
            )
            .check(ForceArgument::default())?;
        let solvable = GameWithSolvers::parse(&self.spec, self.solver.knowledge)?;
        let asked = self;
        ValueSearch { asked, output }.run(solvable)
    }

    fn question(&self, range: ValueRange) -> Result<ValueQuestion> {
        match self.at_least {
            None => Ok(ValueQuestion::Value { line: self.pv }),
            Some(bound) if (range.min..=range.max).contains(&bound) => {
                Ok(ValueQuestion::AtLeast(bound))
            }
            Some(bound) => bail!(
                "--at-least {bound}: values lie between {} and {}",
                range.min,
                range.max
            ),
        }
    }
}

struct ValueSearch<'a> {
    asked: Value,
    output: &'a mut Output,
}

impl ValueSearch<'_> {
    fn run(self, GameWithSolvers { game, factory }: GameWithSolvers) -> Result<CommandVerdict> {
        let solver = suited(self.asked.solver.name, &game)?;
        let question = self.asked.question(game.value_range())?;
        // A single null-window test runs on one solver; the lines of a file are spread over all.
        let source = match (&self.asked.obf, &self.asked.moves) {
            (Some(path), _) => Some((path, Format::Obf)),
            (None, Some(path)) => Some((path, Format::Moves)),
            (None, None) => None,
        };
        let alone = source.is_none() && matches!(question, ValueQuestion::AtLeast(_));
        let shared_out = match alone {
            true => solver.uses_threads(),
            false => solver.shares_table(),
        };
        let threads = match shared_out {
            true => self.asked.threads.count(),
            false => 1,
        };
        if let Some((path, format)) = source {
            if self.asked.checkpoint.checkpoint.is_some() {
                bail!(
                    "--checkpoint is for one position, and {} has many",
                    path.display()
                );
            }
            let lines = Lines::open(path, format)?;
            let level = game.max_level().saturating_sub(levels_left(format));
            let memory = self.asked.memory.size_from(&game, level);
            let solvers = solvers(solver, &game, &factory, memory, threads)?;
            return lines::answer(lines, solvers, question, self.output);
        }
        let position = game.parse_position(&self.asked.position.text)?;
        let memory = self.asked.memory.size_from(&game, game.level(&position));
        let started = Instant::now();
        let progress = Arc::new(Progress::new("searching"));
        let checkpoint = &self.asked.checkpoint;
        let mut solvers: Vec<Box<dyn Oracle<AnyGame>>> = match solver.method() {
            Some(method) => {
                let mut resources = factory.resources(solver, memory.0, 1)?;
                resources.threads = threads;
                let binary = factory.binary(method, &resources);
                let subject = Subject {
                    game: game.spec(),
                    position: self.asked.position.text.clone(),
                    solver: solver.name().to_owned(),
                    knowledge: self.asked.solver.knowledge.name().to_owned(),
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                };
                let shown = Arc::clone(&progress);
                let solver = Checkpointed::new(binary, shown, checkpoint, subject)?;
                vec![Box::new(BisectionOracle::new(solver))]
            }
            None if checkpoint.checkpoint.is_some() => bail!(
                "--checkpoint: --solver {} cannot be laid aside: choose {}",
                solver.name(),
                SolverName::BINARY
            ),
            None => solvers(solver, &game, &factory, memory, threads)?,
        };
        let (finding, variation, nodes) = if alone {
            let mut oracle = solvers.remove(0);
            let finding = question.ask(&mut oracle, &position)?;
            (finding, None, oracle.nodes())
        } else {
            let found = search(solvers, &position)?;
            let finding = Finding::Exact(found.value);
            (finding, Some(found.variation), found.nodes)
        };
        let time = started.elapsed();
        drop(progress);
        let pv: Option<Vec<String>> = variation.map(|moves| {
            let names = moves.iter().map(|one| game.format_move(*one));
            names.collect()
        });
        self.output.answer(&ValueAnswer {
            game: game.spec(),
            position: self.asked.position.text,
            finding,
            plies: match finding {
                Finding::Exact(value) => game.plies_to_end(&position, value),
                _ => None,
            },
            best_move: pv.as_ref().map(|pv| pv.first().cloned()),
            pv,
            nodes,
            seconds: time.as_secs_f64(),
            solver: solver.name(),
            threads,
        })?;
        if let Some(path) = &checkpoint.checkpoint {
            // Removed only after the answer has been written.
            self.output.flush()?;
            checkpoint_file::remove(path);
        }
        Ok(CommandVerdict::Holds)
    }
}

#[derive(Serialize)]
struct ValueAnswer {
    game: String,
    position: String,
    #[serde(flatten)]
    finding: Finding,
    /// Plies to the end of the game, in games whose values determine it.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// Absent for a bound; `null` if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_move: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv: Option<Vec<String>>,
    /// Nodes of all threads.
    nodes: u64,
    seconds: f64,
    solver: &'static str,
    threads: usize,
}

impl fmt::Display for ValueAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = Duration::from_secs_f64(self.seconds);
        write!(f, "value      {}", self.finding)?;
        match (self.finding, self.plies) {
            (Finding::Exact(value), Some(plies)) => writeln!(f, " ({})", ending(value, plies))?,
            _ => writeln!(f)?,
        }
        if let Some(best) = &self.best_move {
            let best = best.as_deref().unwrap_or("none: the game is over");
            writeln!(f, "best move  {best}")?;
        }
        if let Some(pv) = &self.pv {
            writeln!(f, "line       {}", pv.join(" "))?;
        }
        write!(
            f,
            "search     {} nodes in {} ({}), {}",
            grouped(self.nodes),
            duration(time),
            rate(self.nodes, time),
            self.solver
        )
    }
}
