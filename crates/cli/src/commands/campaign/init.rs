//! `solveig campaign init`: creates the ledger of a campaign.

use std::fmt;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig_campaign::ledger::Ledger;
use solveig_campaign::{Plan, Problem, full_window};
use solveig_game::{Game, Value};
use solveig_games::Solvable;
use solveig_search::{StopToken, Window};

use crate::CommandVerdict;
use crate::arguments::PositionArgument;
use crate::figures::{counted, grouped};
use crate::files::{FileKind, Files};
use crate::games::games;
use crate::output::Output;
use crate::stopping::stop_on_signals;

/// Begin a campaign: write a ledger with what is to be proved, and how
#[derive(Args)]
pub struct Init {
    /// The game, as in othello:6x6
    #[arg(value_name = "GAME")]
    spec: String,
    #[command(flatten)]
    position: PositionArgument,
    /// The ledger to write
    #[arg(long, value_name = "FILE.campaign")]
    ledger: PathBuf,
    /// Moves left at the first cut, where hypotheses are made, and at the second, where positions
    /// are solved
    #[arg(long, value_name = "FIRST,SECOND", value_parser = pair::<u32>)]
    cuts: (u32, u32),
    /// Decide values only within the window (A, B), for the side to move at the start; -1,1
    /// decides who wins [default: all]
    #[arg(long, value_name = "A,B", value_parser = pair::<Value>, allow_negative_numbers = true, allow_hyphen_values = true)]
    goal: Option<(Value, Value)>,
    /// Moves that predictions at the first cut look ahead [default: as many as estimates at the
    /// second]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=60))]
    first_plies: Option<u32>,
    /// Moves that estimates at the second cut look ahead; 0 for none [default: 8 in Othello, else
    /// 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=60))]
    second_plies: Option<u32>,
    /// Widen the window of a position if its estimate lies N or more outside it
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(Value).range(1..))]
    far: Value,
    /// By how much these windows are widened
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(Value).range(0..=1_000_000))]
    widen: Value,
    /// If an outcome differs from its estimate, the worker decides a window widened by N
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(Value).range(0..=1_000_000))]
    margin: Value,
}

/// Reads two numbers with a comma between them.
pub(super) fn pair<T: std::str::FromStr>(text: &str) -> Result<(T, T), String> {
    let parts = text.split_once(',');
    let read =
        parts.and_then(|(one, other)| one.trim().parse().ok().zip(other.trim().parse().ok()));
    read.ok_or_else(|| "expected two numbers with a comma between them, as in 26,20".to_owned())
}

impl Init {
    /// Writes the ledger.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let _owned = Files::new()
            .game(&self.spec)
            .writes("--ledger", Some(&self.ledger), FileKind::Own)
            .own("campaign init", None)?;
        let game = games().parse(&self.spec)?;
        let knowledge = game.solvers().knowledge();
        let second_plies = self.second_plies.unwrap_or(knowledge.plies_to_guess());
        let plan = Plan {
            game: game.spec(),
            position: self.position.text,
            first: self.cuts.0,
            second: self.cuts.1,
            goal: match self.goal {
                Some((alpha, beta)) => Window { alpha, beta },
                None => full_window(game.value_range()),
            },
            first_plies: self.first_plies.unwrap_or(second_plies),
            second_plies,
            far: self.far,
            widen: self.widen,
            margin: self.margin,
        };
        // Inconsistent options are reported before anything is written.
        let problem = Problem::new(game, knowledge, &plan)?;
        let stop = StopToken::never().with_flag(stop_on_signals()?);
        let (keys, above) = problem.at_first_cut(&stop)?;
        let ledger = Ledger::create(&self.ledger, &plan)?;
        output.answer(&InitAnswer {
            game: plan.game,
            ledger: self.ledger,
            campaign: ledger.id().to_owned(),
            first_cut: keys.len() as u64,
            above,
        })?;
        Ok(CommandVerdict::Holds)
    }
}

#[derive(Serialize)]
struct InitAnswer {
    game: String,
    ledger: PathBuf,
    campaign: String,
    /// Positions at the first cut, symmetric ones counted once.
    first_cut: u64,
    /// Positions above it.
    above: u64,
}

impl fmt::Display for InitAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: campaign {} of {}, {} at the first cut and {} above; go on with `{} campaign run {0}`",
            self.ledger.display(),
            self.campaign,
            self.game,
            counted(self.first_cut, "position"),
            grouped(self.above),
            crate::program()
        )
    }
}
