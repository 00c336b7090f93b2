//! `solveig campaign check`: derives what a campaign concludes from its ledger anew.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig_campaign::Problem;
use solveig_campaign::check::{Checked, check};
use solveig_campaign::ledger::Ledger;
use solveig_campaign::resolve::{Resolved, Wrong, resolve};
use solveig_game::{Game, Interval, Value};
use solveig_search::Knowledge;

use super::LedgerArgument;
use crate::Verdict;
use crate::arguments::{MemoryArgument, SolverArgument};
use crate::dispatch::{self, Task};
use crate::figures::{grouped, signed};
use crate::output::Output;
use crate::progress::Progress;
use crate::solver::solvers;

/// Check that the exact bounds in a ledger alone imply what the campaign concludes
///
/// With --resolve, a sample of the positions with bounds is solved again, too, by a search of this process.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    ledger: LedgerArgument,
    /// Solve N of the positions with bounds again, drawn by chance
    #[arg(long, value_name = "N")]
    resolve: Option<usize>,
    /// Draw the sample that this number stands for [default: another each time]
    #[arg(long, value_name = "N", requires = "resolve")]
    seed: Option<u64>,
    #[command(flatten)]
    solver: SolverArgument,
    #[command(flatten)]
    memory: MemoryArgument,
}

impl Check {
    /// Checks.
    pub fn run(self, output: &mut Output) -> Result<Verdict> {
        let ledger = self.ledger.read()?;
        let spec = ledger.plan().game.clone();
        let knowledge = self.solver.knowledge;
        let task = Checking {
            asked: self,
            ledger,
            output,
        };
        dispatch::with_spec(&spec, knowledge, task)
    }
}

struct Checking<'a> {
    asked: Check,
    ledger: Ledger,
    output: &'a mut Output,
}

impl Task for Checking<'_> {
    fn run<G: Game, K: Knowledge<G>>(self, game: G, knowledge: K) -> Result<Verdict> {
        let checked: Checked = check(&game, &self.ledger)?;
        let second = match self.asked.resolve {
            None => None,
            Some(sample) => Some(self.second_solving(&game, knowledge, sample)?),
        };
        let holds = checked.holds() && second.as_ref().is_none_or(|second| second.holds);
        self.output.answer(&Answer {
            game: game.spec(),
            holds,
            lower: checked.claimed.lower,
            upper: checked.claimed.upper,
            lower_holds: checked.lower_holds,
            upper_holds: checked.upper_holds,
            decides_goal: checked.decides_goal,
            bounds: checked.bounds,
            used: checked.used,
            above: checked.above,
            second,
        })?;
        match holds {
            true => Ok(Verdict::Holds),
            false => Ok(Verdict::Fails),
        }
    }
}

impl Checking<'_> {
    fn second_solving<G: Game, K: Knowledge<G>>(
        &self,
        game: &G,
        knowledge: K,
        sample: usize,
    ) -> Result<SecondSolving> {
        let asked = &self.asked;
        let plan = self.ledger.plan();
        let level = game.max_level().saturating_sub(plan.second);
        let memory = asked.memory.size_from(game, level);
        let mut oracle = solvers(asked.solver.name, game, &knowledge, memory, 1)?.remove(0);
        let problem = Problem::new(game.clone(), knowledge, plan)?;
        let seed = asked
            .seed
            .unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let progress = Progress::new("solving again");
        let observe = |done, all| progress.update("solving again", done, all, String::new());
        let drawn = (sample, seed);
        let resolved: Resolved = resolve(&problem, &self.ledger, &mut oracle, drawn, observe)?;
        drop(progress);
        Ok(SecondSolving {
            seed,
            positions: resolved.positions,
            holds: resolved.holds(),
            wrong: resolved.wrong.into_iter().map(Difference::from).collect(),
            strangers: resolved.strangers.into_iter().map(digits).collect(),
            nodes: resolved.nodes,
        })
    }
}

fn digits(key: u128) -> String {
    format!("{key:032x}")
}

/// What a second solving found.
#[derive(Serialize)]
struct SecondSolving {
    seed: u64,
    positions: u64,
    holds: bool,
    wrong: Vec<Difference>,
    /// Keys of no position.
    strangers: Vec<String>,
    nodes: u64,
}

#[derive(Serialize)]
struct Difference {
    key: String,
    claimed: (Value, Value),
    found: (Value, Value),
}

impl From<Wrong> for Difference {
    fn from(wrong: Wrong) -> Self {
        let pair = |bounds: Interval| (bounds.lower, bounds.upper);
        Self {
            key: digits(wrong.key),
            claimed: pair(wrong.claimed),
            found: pair(wrong.found),
        }
    }
}

#[derive(Serialize)]
struct Answer {
    game: String,
    holds: bool,
    lower: Value,
    upper: Value,
    lower_holds: bool,
    upper_holds: bool,
    decides_goal: bool,
    /// Positions with bounds in the ledger.
    bounds: u64,
    /// Those that the derivation rests on.
    used: u64,
    /// Statements about positions above the cut.
    above: u64,
    /// If it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<SecondSolving>,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claim = match self.lower == self.upper {
            true => format!("the value {}", signed(self.lower)),
            false => format!(
                "a value from {} to {}",
                signed(self.lower),
                signed(self.upper)
            ),
        };
        let not = |holds: bool| if holds { "follows" } else { "DOES NOT FOLLOW" };
        writeln!(
            f,
            "{} has {claim}: {}",
            self.game,
            if self.holds { "yes" } else { "NO" }
        )?;
        if !(self.lower_holds && self.upper_holds && self.decides_goal) {
            writeln!(
                f,
                "at least {}: {}; at most {}: {}{}",
                signed(self.lower),
                not(self.lower_holds),
                signed(self.upper),
                not(self.upper_holds),
                if self.decides_goal {
                    ""
                } else {
                    "; the goal is not decided"
                }
            )?;
        }
        write!(
            f,
            "from {} of {} positions with exact bounds, by {} statements about positions above them",
            grouped(self.used),
            grouped(self.bounds),
            grouped(self.above)
        )?;
        let Some(second) = &self.second else {
            return Ok(());
        };
        write!(
            f,
            "\n{} positions solved again (--seed {}), {} nodes: {}",
            grouped(second.positions),
            second.seed,
            grouped(second.nodes),
            match second.wrong.len() + second.strangers.len() {
                0 => "all alike".to_owned(),
                wrong => format!("{} WRONG", grouped(wrong as u64)),
            }
        )?;
        for wrong in &second.wrong {
            let ((l, u), (lower, upper)) = (wrong.claimed, wrong.found);
            write!(
                f,
                "\n{}: {l}..{u} claimed, {lower}..{upper} found",
                wrong.key
            )?;
        }
        for key in &second.strangers {
            write!(f, "\n{key}: no position of the game")?;
        }
        Ok(())
    }
}
