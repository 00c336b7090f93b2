//! `solveig value`: the exact value of a position.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig_game::Game;
use solveig_search::Knowledge;

use crate::Verdict;
use crate::arguments::{MemoryArgument, PositionArgument, SolverArgument, ThreadsArgument};
use crate::dispatch::{self, Task};
use crate::figures::{duration, grouped, rate, signed};
use crate::output::Output;
use crate::progress::Progress;
use crate::solver::solvers;
use crate::team;

/// Find the exact value, the canonical best move and the principal variation of a position
///
/// The best move is the first of the optimal moves in the game's tie-break order, and the principal
/// variation is the play in which both sides play such moves.
#[derive(Args)]
pub struct Value {
    /// The game, as in othello:6x6
    #[arg(value_name = "GAME")]
    spec: String,
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    solver: SolverArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    memory: MemoryArgument,
}

impl Value {
    /// Searches and prints.
    pub fn run(self, output: &mut Output) -> Result<Verdict> {
        let spec = self.spec.clone();
        dispatch::with_spec(
            &spec,
            Search {
                asked: self,
                output,
            },
        )
    }
}

struct Search<'a> {
    asked: Value,
    output: &'a mut Output,
}

impl Task for Search<'_> {
    fn run<G: Game, K: Knowledge<G>>(self, game: G, knowledge: K) -> Result<Verdict> {
        let position = game.parse_position(&self.asked.position.text)?;
        let solver = self.asked.solver.name;
        let threads = match solver.shares_table() {
            true => self.asked.threads.count(),
            false => 1,
        };
        let memory = self.asked.memory.size(&game);
        let solvers = solvers(solver, &game, &knowledge, memory, threads)?;
        let started = Instant::now();
        let progress = Progress::new("searching");
        let found = team::search(solvers, &position)?;
        let time = started.elapsed();
        drop(progress);
        let pv: Vec<String> = found
            .variation
            .iter()
            .map(|one| game.format_move(*one))
            .collect();
        self.output.answer(&Answer {
            game: game.spec(),
            position: self.asked.position.text,
            status: "exact",
            value: found.value,
            best_move: pv.first().cloned(),
            pv,
            nodes: found.nodes,
            seconds: time.as_secs_f64(),
            solver: solver.name(),
            threads,
        })?;
        Ok(Verdict::Holds)
    }
}

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    status: &'static str,
    value: i32,
    best_move: Option<String>,
    pv: Vec<String>,
    /// Of the solver that was the first to finish.
    nodes: u64,
    seconds: f64,
    solver: &'static str,
    threads: usize,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = Duration::from_secs_f64(self.seconds);
        writeln!(f, "value      {}", signed(self.value))?;
        let best = self.best_move.as_deref();
        writeln!(f, "best move  {}", best.unwrap_or("none: the game is over"))?;
        writeln!(f, "line       {}", self.pv.join(" "))?;
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
