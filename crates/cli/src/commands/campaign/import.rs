//! `solveig campaign import`: takes what others publish into a ledger.

use std::fmt;
use std::io::Read;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use solveig_campaign::check::import;
use solveig_campaign::ledger::Ledger;

use crate::CommandVerdict;
use crate::figures::grouped;
use crate::files::open_regular;
use crate::games::games;
use crate::limits::LimitArguments;
use crate::output::Output;
use crate::progress::Progress;

/// The maximum length of a list in bytes: one about all positions of 8x8 with 50 empty squares has
/// 0.24 GB.
pub(super) const LARGEST_LIST: u64 = 1 << 30;

/// Take what others publish into the ledger of a campaign
///
/// Hypotheses are bounds on positions at the first cut. They are GIVEN: the ledger keeps them
/// apart from all that is proved, and only `campaign check --given-hypotheses` reads them. At the
/// first line that is wrong nothing is taken.
#[derive(Args)]
pub struct Import {
    /// A list of hypotheses about positions of Othello, with the columns
    /// obf,count,score,alpha,beta
    ///
    /// obf has a letter X, O or - for each square, a space, the side to move and a semicolon. A
    /// search of the window (alpha, beta) is said to return the score: beta or more says that the
    /// value is at least beta, alpha or less that it is at most alpha, a score between them that it
    /// is the value.
    #[arg(long, value_name = "LIST.csv")]
    hypotheses: PathBuf,
    /// The ledger, which `campaign init` made
    #[arg(long, value_name = "FILE.campaign")]
    ledger: PathBuf,
    #[command(flatten)]
    limits: LimitArguments,
}

impl Import {
    /// Takes it in.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let list = self.hypotheses;
        let mut bytes = Vec::new();
        open_regular(&list, LARGEST_LIST)
            .and_then(|mut file| file.read_to_end(&mut bytes))
            .with_context(|| format!("{}: cannot read", list.display()))?;
        let mut ledger = Ledger::drive(&self.ledger)?;
        let progress = Progress::new("enumerating positions");
        let mut observe = |done| progress.update("enumerating positions", done, 0, String::new());
        let limits = self.limits.limits();
        let imported = import(
            &mut ledger,
            &list,
            &bytes,
            games().table(),
            limits,
            &mut observe,
        )?;
        drop(progress);
        output.answer(&ImportAnswer {
            ledger: self.ledger,
            game: ledger.plan().game.clone(),
            list,
            hypotheses: imported.hypotheses,
            first_cut: imported.at_cut,
            above: imported.above,
        })?;
        Ok(CommandVerdict::Holds)
    }
}

#[derive(Serialize)]
struct ImportAnswer {
    ledger: PathBuf,
    game: String,
    list: PathBuf,
    /// How many hypotheses were taken in.
    hypotheses: u64,
    /// Positions at the first cut, symmetric ones counted once.
    first_cut: u64,
    /// Positions above it, and those where the game ends before it.
    above: u64,
}

impl fmt::Display for ImportAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: took in the hypotheses of {2}: {1}, given and not proved; {3} positions of {4} are at the \
             first cut; see what follows with `{5} campaign check --given-hypotheses {0}`",
            self.ledger.display(),
            grouped(self.hypotheses),
            self.list.display(),
            grouped(self.first_cut),
            self.game,
            crate::program(),
        )
    }
}
