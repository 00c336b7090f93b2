//! `solveig campaign player`: writes the table of a player that never does worse than the proved
//! value.

use std::fmt;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use solveig_campaign::Problem;
use solveig_campaign::player::PlayerTable;
use solveig_game::Value;

use super::LedgerArgument;
use crate::CommandVerdict;
use crate::arguments::KnowledgeName;
use crate::figures::{grouped, signed};
use crate::files::{FileKind, Files, ForceArgument, write_whole};
use crate::game_with_solvers::GameWithSolvers;
use crate::output::Output;

/// Write the moves of a player that never does worse than the proved value
///
/// The table has a move wherever play can come above the second cut if its side has kept to it;
/// below, the player searches. `solveig play FILE.player` plays by it.
#[derive(Args)]
pub struct MakePlayer {
    #[command(flatten)]
    ledger: LedgerArgument,
    /// The table to write
    #[arg(long, value_name = "FILE.player")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArgument,
}

impl MakePlayer {
    /// Writes it.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        Files::new()
            .reads("the ledger", Some(self.ledger.path()))
            .writes("--out", Some(&self.out), FileKind::PLAYER)
            .check(self.force)?;
        let ledger = self.ledger.read()?;
        let GameWithSolvers { game, factory } =
            GameWithSolvers::parse(&ledger.plan().game, KnowledgeName::All)?;
        let problem = Problem::new(game, factory.knowledge(), ledger.plan())?;
        let table = PlayerTable::from_ledger(&problem, &ledger)?;
        write_whole(&self.out, |to| table.write(to))
            .with_context(|| format!("{}: cannot write", self.out.display()))?;
        let heading = table.heading();
        output.answer(&PlayerAnswer {
            game: heading.game.clone(),
            first: heading.lower,
            second: -heading.upper,
            positions: heading.entries,
            out: self.out,
        })?;
        Ok(CommandVerdict::Holds)
    }
}

#[derive(Serialize)]
struct PlayerAnswer {
    game: String,
    /// Lower bound on the score of the side to move at the start.
    first: Value,
    /// Lower bound on the score of the other side.
    second: Value,
    positions: u64,
    out: PathBuf,
}

impl fmt::Display for PlayerAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: moves for {} positions of {}; the side to move gets {} or more, the other {} or more",
            self.out.display(),
            grouped(self.positions),
            self.game,
            signed(self.first),
            signed(self.second)
        )
    }
}
