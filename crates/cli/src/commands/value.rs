//! `solveig value`: finds the exact value of a position, or a bound on it.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;
use solveig::{SolverOptions, by_bisection};
use solveig_api::AnswerColumns;
use solveig_engine::{Effort, Finding, KnownValue, Line, Settings, open_with_solvers};
use solveig_game::{Game, Notation};
use solveig_games::AnyGame;
use solveig_search::solvers::SolverName;
use solveig_search::{Oracle, StopToken};

use crate::CommandVerdict;
use crate::arguments::{
    MemoryArgument, PositionArgument, SolverArgument, ThreadsArgument, expect_value,
};
use crate::checkpoint_file::{self, CheckpointArgument, Checkpointed, Subject};
use crate::engines::{self, open_with_opening, openings_of};
use crate::figures::{counted, duration, rate};
use crate::files::{FileKind, Files};
use crate::games::games;
use crate::lines::{self, Format, LineFinding, Lines, LinesArgument};
use crate::memory::MemorySize;
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::TimeLimitArgument;
use crate::value_words::InWords;

/// Find the exact value, a best move and the principal variation of a position
///
/// A best move is any that keeps the value, and the principal variation is play in which both sides
/// make such moves. What the openings of the game have is not searched; with --solver, --ews,
/// --knowledge or --checkpoint they are not asked.
///
/// With --csv, --obf or --moves, answers many positions, one a line, and each line of input has one
/// line of output, in order. Where a line states a value, the answer says whether it is right, and
/// the exit status is 1 if one is wrong. A line that is no position is answered with an error, and
/// the exit status is 2.
#[derive(Args)]
pub struct Value {
    /// The game, as in othello:6x6
    #[arg(value_name = "GAME")]
    spec: String,
    #[command(flatten)]
    position: PositionArgument,
    /// Only tell whether the value is at least B, by a null-window test
    #[arg(long, value_name = "B", allow_negative_numbers = true)]
    at_least: Option<solveig_game::Value>,
    /// With --csv or --obf: add the principal variation
    #[arg(long, requires = "lines", conflicts_with_all = ["at_least", "moves"])]
    pv: bool,
    /// Find the canonical best move, and a variation of such moves
    ///
    /// The canonical move is the first of the best moves in the game's tie-break order, on the
    /// board that stands for all symmetric ones, turned back to the board that was asked. Without
    /// this option any move that keeps the value will do, which may take a much shorter search.
    #[arg(long, conflicts_with = "at_least")]
    canonical: bool,
    #[command(flatten)]
    lines: LinesArgument,
    #[command(flatten)]
    solver: SolverArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    memory: MemoryArgument,
    #[command(flatten)]
    limit: TimeLimitArgument,
    #[command(flatten)]
    checkpoint: CheckpointArgument,
}

impl Value {
    /// Searches and prints.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let _owned = self
            .lines
            .read_by(Files::new().game(&self.spec))
            .writes(
                "--checkpoint",
                self.checkpoint.checkpoint.as_deref(),
                FileKind::Checkpoint,
            )
            .own("value", None)?;
        let game = games().parse(&self.spec)?;
        expect_value(&game, self.at_least)?;
        match self.lines.named_file() {
            Some((format, path)) => self.of_lines(game, path, format, output),
            None => self.of_position(game, output),
        }
    }

    /// The solvers that the arguments describe.
    fn options(
        &self,
        solver: SolverName,
        memory: MemorySize,
        threads: NonZeroUsize,
    ) -> SolverOptions {
        SolverOptions {
            solver,
            knowledge: self.solver.knowledge.is_all(),
            threads: Some(threads),
            memory: memory.0,
            stop: StopToken::never(),
        }
    }

    /// Answers the lines of a file, which are spread over all threads.
    fn of_lines(
        &self,
        game: AnyGame,
        path: &Path,
        format: Format,
        output: &mut Output,
    ) -> Result<CommandVerdict> {
        let solver = self.solver.for_game(&game)?;
        if self.checkpoint.checkpoint.is_some() {
            bail!(
                "--checkpoint is for one position, and {} has many",
                path.display()
            );
        }
        let threads = match solver.shares_table() {
            true => self.threads.number(),
            false => NonZeroUsize::MIN,
        };
        let level = Lines::least_level(path, format, &game)?;
        let columns = AnswerColumns {
            has_pv: self.pv,
            ..AnswerColumns::default()
        };
        let lines = Lines::open(path, format, game.clone(), columns)?;
        let memory = self.memory.size_for(solver, &game, level, threads.get());
        let options = self.options(solver, memory, threads);
        let engine = match self.has_openings(&game)? {
            true => {
                let settings = Settings {
                    searchers: threads.get(),
                    threads: 1,
                    ..engines::settings(memory, &self.threads)
                };
                open_with_opening(&game.spec(), &settings)?
            }
            false => {
                let solvers = options.solvers(&game)?;
                open_with_solvers(game, solvers)
            }
        };
        let effort = self.limit.effort_for_each(self.canonical);
        let (at_least, variation) = (self.at_least, self.pv);
        let has_move = format == Format::Csv && at_least.is_none();
        let find = move |line: &Line, effort: &Effort| {
            let started = Instant::now();
            let value = engine.value(line, at_least, effort, &mut |_| ())?;
            let mut finding = LineFinding::of_value(&value);
            if variation {
                finding = finding.with_variation(&*engine, line, effort, started)?;
            } else if has_move {
                let left = effort.after(started.elapsed());
                let best = engine.best_move(line, &left)?;
                finding.best_move = Some(best.name);
                finding.nodes += best.nodes;
                finding.interrupted |= best.interrupted;
            }
            Ok(finding)
        };
        lines::answer(lines, &effort, find, threads.get(), output)
    }

    /// Whether the game has openings to ask, and no search is asked for by its options.
    fn has_openings(&self, game: &AnyGame) -> Result<bool> {
        let is_search = self.solver.is_given() || self.checkpoint.checkpoint.is_some();
        Ok(!is_search && !openings_of(&game.spec())?.is_empty())
    }

    fn of_position(self, game: AnyGame, output: &mut Output) -> Result<CommandVerdict> {
        let solver = self.solver.for_game(&game)?;
        let threads = match solver.shares_table() {
            true => self.threads.number(),
            false => NonZeroUsize::MIN,
        };
        let spec = game.spec();
        let position = game.parse_position(&self.position.text)?;
        let memory = self
            .memory
            .size_for(solver, &game, game.level(&position), 1);
        let started = Instant::now();
        let stopping = self.limit.begin()?;
        let progress = Arc::new(Progress::new("searching"));
        let checkpoint = &self.checkpoint;
        let options = self.options(solver, memory, threads);
        let has_openings = self.has_openings(&game)?;
        let searcher: Option<Box<dyn Oracle<AnyGame>>> = match solver.is_binary() {
            _ if has_openings => None,
            true => {
                let binary = options.binary_solver(&game)?;
                let (text, knowledge) = (&self.position.text, self.solver.knowledge);
                let subject = Subject::new(&game, text, solver, knowledge);
                let shown = Arc::clone(&progress);
                let solver = Checkpointed::new(binary, shown, checkpoint, subject)?;
                Some(by_bisection(solver))
            }
            false if checkpoint.checkpoint.is_some() => bail!(
                "--checkpoint: --solver {} has no checkpoints: choose {}",
                solver.name(),
                SolverName::binary_names()
            ),
            false => Some(options.team(&game)?),
        };
        let engine = match searcher {
            Some(searcher) => open_with_solvers(game, vec![searcher]),
            None => open_with_opening(&spec, &engines::settings(memory, &self.threads))?,
        };
        let line = Line::at(&self.position.text);
        let effort = || stopping.effort(self.canonical);
        let timed = Effort {
            distances: true,
            ..effort()
        };
        let found = engine.value(&line, self.at_least, &timed, &mut |found| {
            if let Finding::Bounds(known_value) = found {
                progress.proved(&InWords(&known_value).to_string());
            }
        })?;
        let shows_text = !output.is_json();
        let mut tell = |text: String| match shows_text {
            true => output.line(&text).and_then(|()| output.flush()),
            false => Ok(()),
        };
        tell(format!("value      {}", InWords(&found.known_value)))?;
        let mut nodes = found.nodes;
        let mut interrupted = found.interrupted;
        let mut pv = None;
        if self.at_least.is_none() && !interrupted {
            let mut print_result = Ok(());
            let mut first = true;
            let mut best = |name: &str| {
                if std::mem::take(&mut first) {
                    print_result = tell(format!("best move  {name}"));
                }
            };
            let variation = engine.watched_variation(&line, &effort(), &mut best)?;
            print_result?;
            nodes += variation.nodes;
            interrupted = variation.interrupted;
            pv = Some(variation.moves);
        }
        drop(progress);
        output.answer(&ValueAnswer {
            game: spec,
            position: self.position.text,
            known_value: found.known_value,
            best_move: pv.as_ref().map(|pv| pv.first().cloned()),
            pv,
            nodes,
            interrupted,
            stopped: interrupted.then(|| stopping.to_string()),
            seconds: started.elapsed().as_secs_f64(),
            solver: solver.to_string(),
            threads: threads.get(),
        })?;
        if interrupted {
            return Ok(CommandVerdict::NotDecided);
        }
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
    known_value: KnownValue,
    /// Absent for a bound; `null` if the game is over, or if the search was stopped before one was
    /// proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    best_move: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv: Option<Vec<String>>,
    /// Nodes of all threads.
    nodes: u64,
    /// Whether a limit of time or a signal ended the search before the answer was complete.
    interrupted: bool,
    /// Why it ended, if it did.
    #[serde(skip)]
    stopped: Option<String>,
    seconds: f64,
    solver: String,
    threads: usize,
}

/// What follows the value and the best move, which are printed as soon as they are known.
impl fmt::Display for ValueAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.pv {
            Some(pv) if !pv.is_empty() => writeln!(f, "line       {}", pv.join(" "))?,
            Some(_) if !self.interrupted => writeln!(f, "best move  none: the game is over")?,
            _ => {}
        }
        if let Some(stopped) = &self.stopped {
            let what = match self.known_value.value {
                Some(_) => "incomplete",
                None => "not decided",
            };
            writeln!(f, "{what}: {stopped}")?;
        }
        write!(
            f,
            "search     {} in {} ({}), {}",
            counted(self.nodes, "node"),
            duration(self.seconds),
            rate(self.nodes, self.seconds),
            self.solver
        )
    }
}
