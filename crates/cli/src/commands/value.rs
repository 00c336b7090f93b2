//! `solveig value`: finds the exact value of a position, or a bound on it.

mod finding;
mod lines;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;
use solveig_engine::{Effort, Line, open_with_solvers};
use solveig_game::{Game, GameExt};
use solveig_games::AnyGame;
use solveig_search::binary::BisectionOracle;
use solveig_search::solvers::SolverName;
use solveig_search::{Oracle, Team};

use crate::CommandVerdict;
use crate::arguments::{
    MemoryArgument, PositionArgument, SolverArgument, ThreadsArgument, expect_value,
};
use crate::checkpoint_file::{self, CheckpointArgument, Checkpointed, Subject};
use crate::figures::{duration, ending, grouped, rate};
use crate::files::{FileKind, Files, ForceArgument};
use crate::game_with_solvers::GameWithSolvers;
use crate::output::Output;
use crate::progress::Progress;
use crate::solver::{solvers, suited};
use finding::Finding;
use lines::{Format, LineQuestion, Lines};

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
        let game = GameWithSolvers::parse(&self.spec, self.solver.knowledge)?;
        expect_value(&game.game, self.at_least)?;
        match (&self.obf, &self.moves) {
            (Some(path), _) => self.of_lines(game, path, Format::Obf, output),
            (None, Some(path)) => self.of_lines(game, path, Format::Moves, output),
            (None, None) => self.of_position(game, output),
        }
    }

    /// Answers the lines of a file, which are spread over all threads.
    fn of_lines(
        &self,
        GameWithSolvers { game, factory }: GameWithSolvers,
        path: &Path,
        format: Format,
        output: &mut Output,
    ) -> Result<CommandVerdict> {
        let solver = suited(self.solver.name, &game)?;
        if self.checkpoint.checkpoint.is_some() {
            bail!(
                "--checkpoint is for one position, and {} has many",
                path.display()
            );
        }
        let threads = match solver.shares_table() {
            true => self.threads.count(),
            false => 1,
        };
        let lines = Lines::open(path, format, game.clone())?;
        let level = game.max_level().saturating_sub(levels_left(format));
        let memory = self.memory.size_from(&game, level);
        let solvers = solvers(solver, &game, &factory, memory, threads)?;
        let question = LineQuestion {
            engine: open_with_solvers(game, solvers),
            format,
            at_least: self.at_least,
            variation: self.pv,
        };
        lines::answer(lines, question, threads, output)
    }

    fn of_position(
        self,
        GameWithSolvers { game, factory }: GameWithSolvers,
        output: &mut Output,
    ) -> Result<CommandVerdict> {
        let solver = suited(self.solver.name, &game)?;
        // A single null-window test runs on one solver.
        let shared_out = match self.at_least {
            Some(_) => solver.uses_threads(),
            None => solver.shares_table(),
        };
        let threads = match shared_out {
            true => self.threads.count(),
            false => 1,
        };
        let spec = game.spec();
        let position = game.parse_position(&self.position.text)?;
        let memory = self.memory.size_from(&game, game.level(&position));
        let started = Instant::now();
        let progress = Arc::new(Progress::new("searching"));
        let checkpoint = &self.checkpoint;
        let searcher: Box<dyn Oracle<AnyGame>> = match solver.method() {
            Some(method) => {
                let mut resources = factory.resources(solver, memory.0, 1)?;
                resources.threads = threads;
                let binary = factory.binary(method, &resources);
                let (text, known) = (&self.position.text, self.solver.knowledge);
                let subject = Subject::new(&game, text, solver, known);
                let shown = Arc::clone(&progress);
                let solver = Checkpointed::new(binary, shown, checkpoint, subject)?;
                Box::new(BisectionOracle::new(solver))
            }
            None if checkpoint.checkpoint.is_some() => bail!(
                "--checkpoint: --solver {} cannot be laid aside: choose {}",
                solver.name(),
                SolverName::BINARY
            ),
            None => Box::new(Team::new(solvers(
                solver, &game, &factory, memory, threads,
            )?)),
        };
        let engine = open_with_solvers(game, vec![searcher]);
        let line = Line::at(&self.position.text);
        let effort = Effort::default();
        let found = engine.value(&line, self.at_least, &effort, &mut |_| ())?;
        let variation = match self.at_least {
            Some(_) => None,
            None => Some(engine.variation(&line, &effort)?),
        };
        let time = started.elapsed();
        drop(progress);
        let nodes = variation.as_ref().map_or(0, |variation| variation.nodes) + found.nodes;
        let pv = variation.map(|variation| variation.moves);
        output.answer(&ValueAnswer {
            game: spec,
            position: self.position.text,
            finding: Finding::of(&found)?,
            plies: found.known.plies,
            best_move: pv.as_ref().map(|pv| pv.first().cloned()),
            pv,
            nodes,
            seconds: time.as_secs_f64(),
            solver: solver.name(),
            threads,
        })?;
        if let Some(path) = &checkpoint.checkpoint {
            // Removed only after the answer has been written.
            output.flush()?;
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
            duration(self.seconds),
            rate(self.nodes, self.seconds),
            self.solver
        )
    }
}
