//! `solveig count`: positions by level.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig_format::Scope;
use solveig_game::{Game, Reduction};
use solveig_region::{Closure, Proof, Refutation, Values};
use solveig_search::Knowledge;

use crate::Verdict;
use crate::arguments::{
    MemoryArgument, SolverArgument, SolverName, ThreadsArgument, scope as read_scope,
};
use crate::census::{Levels, Totals};
use crate::dispatch::{self, Task};
use crate::figures::duration;
use crate::output::Output;
use crate::progress::Progress;
use crate::solver::solvers;

/// Count the distinct positions of a scope, level by level
///
/// Reachable positions for scope strong; the region and the cut and all nodes of its proof for
/// semi-strong; a max and a min solution tree for weak. Connect Four counts terminal positions,
/// Othello only positions with an ordinary move, passes contracted.
#[derive(Args)]
pub struct Count {
    /// The game, as in connect-four:7x6
    #[arg(value_name = "GAME")]
    spec: String,
    /// What is counted
    #[arg(long, value_name = "SCOPE", value_parser = read_scope())]
    scope: Scope,
    /// The last level to count (default: all)
    #[arg(long, value_name = "N")]
    to_level: Option<u32>,
    /// Count symmetric positions apart
    #[arg(long)]
    no_symmetry: bool,
    #[command(flatten)]
    solver: SolverArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    memory: MemoryArgument,
}

impl Count {
    /// Counts and prints.
    pub fn run(self, output: &mut Output) -> Result<Verdict> {
        let spec = self.spec.clone();
        dispatch::with_spec(
            &spec,
            Counting {
                asked: self,
                output,
            },
        )
    }
}

struct Counting<'a> {
    asked: Count,
    output: &'a mut Output,
}

impl Task for Counting<'_> {
    fn run<G: Game, K: Knowledge<G>>(self, game: G, knowledge: K) -> Result<Verdict> {
        let asked = &self.asked;
        // Reaching a position takes no search.
        let solver = match asked.scope {
            Scope::Strong => SolverName::Minimax,
            Scope::Weak | Scope::SemiStrong => asked.solver.name,
        };
        let (memory, threads) = (asked.memory.size(&game), asked.threads.count());
        let mut oracles = solvers(solver, &game, &knowledge, memory, threads)?;
        let last = asked.to_level.unwrap_or_else(|| game.max_level());
        let closure = Closure {
            game,
            knowledge,
            scope: asked.scope,
            reduction: match asked.no_symmetry {
                true => Reduction::None,
                false => Reduction::Canonical,
            },
            cut: last,
            proof: (asked.scope == Scope::SemiStrong).then_some(Proof {
                refutation: Refutation::Canonical,
                to_level: last,
            }),
            values: match asked.scope {
                Scope::Strong => Values::Ignored,
                Scope::Weak | Scope::SemiStrong => Values::Solved,
            },
        };
        let started = Instant::now();
        let progress = Progress::new("counting");
        let counted =
            solveig_region::count(&closure, &mut oracles, &mut |now| progress.region(now))?;
        drop(progress);
        let levels = Levels::new(&counted, closure.proof.is_some());
        self.output.answer(&Answer {
            game: closure.game.spec(),
            scope: closure.scope.name(),
            symmetry: !asked.no_symmetry,
            totals: levels.totals(),
            levels,
            seconds: started.elapsed().as_secs_f64(),
        })?;
        Ok(Verdict::Holds)
    }
}

#[derive(Serialize)]
struct Answer {
    game: String,
    scope: &'static str,
    symmetry: bool,
    levels: Levels,
    totals: Totals,
    seconds: f64,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = Duration::from_secs_f64(self.seconds);
        write!(f, "{}\n({})", self.levels, duration(time))
    }
}
