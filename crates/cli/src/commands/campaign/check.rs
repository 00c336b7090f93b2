//! `solveig campaign check`: derives what a campaign concludes from its ledger anew.

use std::fmt;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig_campaign::check::{Checked, check};
use solveig_campaign::ledger::Ledger;
use solveig_game::{Game, Value};
use solveig_search::Knowledge;

use super::LedgerArgument;
use crate::Verdict;
use crate::arguments::KnowledgeName;
use crate::dispatch::{self, Task};
use crate::figures::{grouped, signed};
use crate::output::Output;

/// Check that the exact bounds in a ledger alone imply what the campaign concludes
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    ledger: LedgerArgument,
}

impl Check {
    /// Checks.
    pub fn run(self, output: &mut Output) -> Result<Verdict> {
        let ledger = self.ledger.read()?;
        let spec = ledger.plan().game.clone();
        dispatch::with_spec(&spec, KnowledgeName::None, Checking { ledger, output })
    }
}

struct Checking<'a> {
    ledger: Ledger,
    output: &'a mut Output,
}

impl Task for Checking<'_> {
    fn run<G: Game, K: Knowledge<G>>(self, game: G, _knowledge: K) -> Result<Verdict> {
        let checked: Checked = check(&game, &self.ledger)?;
        self.output.answer(&Answer {
            game: game.spec(),
            holds: checked.holds(),
            lower: checked.claimed.lower,
            upper: checked.claimed.upper,
            lower_holds: checked.lower_holds,
            upper_holds: checked.upper_holds,
            decides_goal: checked.decides_goal,
            bounds: checked.bounds,
            used: checked.used,
            above: checked.above,
        })?;
        match checked.holds() {
            true => Ok(Verdict::Holds),
            false => Ok(Verdict::Fails),
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
        if !self.holds {
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
        )
    }
}
