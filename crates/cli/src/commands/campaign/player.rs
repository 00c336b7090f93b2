//! `solveig campaign player`: writes the table of a player that never does worse than the proved
//! value, or than what follows from the results of others.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;
use solveig_campaign::Problem;
use solveig_campaign::ledger::Ledger;
use solveig_campaign::player::{FromResults, PlayerTable};
use solveig_campaign::results::store::Store;
use solveig_game::Value;
use solveig_games::Solvable;
use solveig_search::StopToken;

use super::check::{expect_conclusion, named};
use super::derive::{check_store, read_list};
use crate::CommandVerdict;
use crate::arguments::ThreadsArgument;
use crate::figures::{grouped, signed};
use crate::files::{FileKind, Files, ForceArgument};
use crate::games::games;
use crate::memory::MemorySize;
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::stop_on_signals;

/// Write the moves of a player that never does worse than the proved value
///
/// From a ledger: the table has a move wherever play can come before the second cut if its side has
/// kept to it; from there on, the player searches.
///
/// From the results of others: the table has the moves before the hypotheses of the list, each of
/// which has to follow from the store, as `campaign derive` finds out. Between the hypotheses and
/// the cut of the store the player finds its moves in the store, which therefore has to stay beside
/// the table or where it is; after that, it searches. What it keeps is given the results.
///
/// `solveig play FILE.player` plays by it, and so do `serve`, `gtp` and `nboard`.
#[derive(Args)]
pub struct MakePlayer {
    /// The ledger of a finished campaign
    #[arg(
        value_name = "FILE.campaign",
        required_unless_present = "store",
        conflicts_with = "store"
    )]
    ledger: Option<PathBuf>,
    /// The store of the results of others, in place of a ledger
    #[arg(long, value_name = "FILE.store", requires = "hypotheses")]
    store: Option<PathBuf>,
    /// The list of hypotheses from which the value of the start follows
    #[arg(long, value_name = "LIST.csv", requires = "store")]
    hypotheses: Option<PathBuf>,
    /// The table to write
    #[arg(long, value_name = "FILE.player")]
    out: PathBuf,
    /// With --store: memory for the searches [default: two fifths of the machine's, at most 8GiB]
    #[arg(
        long,
        value_name = "SIZE",
        requires = "store",
        help_heading = "Resources"
    )]
    memory: Option<MemorySize>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
}

impl MakePlayer {
    /// Writes it.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let owned = Files::new()
            .reads("the ledger", self.ledger.as_deref())
            .reads("--store", self.store.as_deref())
            .reads("--hypotheses", self.hypotheses.as_deref())
            .writes("--out", Some(&self.out), FileKind::PLAYER)
            .own("campaign player", self.force)?;
        let table = match (&self.ledger, &self.store, &self.hypotheses) {
            (_, Some(store), Some(list)) => self.by_results(store, list)?,
            (Some(ledger), ..) => from_ledger(ledger)?,
            _ => bail!("expected a ledger, or --store and --hypotheses"),
        };
        owned.expect_unchanged()?;
        solveig_format::write_whole(&self.out, |to| table.write(to))
            .with_context(|| format!("{}: cannot write", self.out.display()))?;
        let heading = table.heading();
        output.answer(&PlayerAnswer {
            game: heading.game.clone(),
            first: heading.lower,
            second: -heading.upper,
            positions: heading.entries,
            basis: heading.basis.as_ref().map(|basis| ForeignResults {
                hypotheses: basis.hypotheses,
                results: basis.results,
                store: basis.store.clone(),
            }),
            out: self.out,
        })?;
        Ok(CommandVerdict::Holds)
    }

    fn by_results(&self, path: &Path, list: &Path) -> Result<PlayerTable> {
        let memory = self.memory.unwrap_or_else(MemorySize::default_limit).0;
        let mut store = Store::open(path, memory / 4)?;
        let hypotheses = read_list(&store, list)?;
        let game = games().parse(&store.description().game)?;
        let stop = StopToken::never().with_flag(stop_on_signals()?);
        let progress = Progress::new("checking the store");
        check_store(&mut store, memory / 4, &stop, &progress)?;
        let from = FromResults {
            knowledge: game.solvers().knowledge(),
            game,
            position: "-".to_owned(),
            hypotheses,
            memory: memory / 2,
            threads: self.threads.count(),
            stop,
        };
        let observe = |done, all| progress.update("deriving hypotheses", done, all, String::new());
        Ok(PlayerTable::from_results(from, &store, &observe)?)
    }
}

fn from_ledger(path: &Path) -> Result<PlayerTable> {
    let ledger = Ledger::open_to_read(path)?;
    let game = games().parse(&ledger.plan().game)?;
    let knowledge = game.solvers().knowledge();
    let problem = Problem::new(game, knowledge, ledger.plan());
    let problem = problem.map_err(|error| named(path, error))?;
    expect_conclusion(&ledger)?;
    ledger.stop_at(StopToken::never().with_flag(stop_on_signals()?));
    Ok(PlayerTable::from_ledger(&problem, &ledger)?)
}

#[derive(Serialize)]
struct PlayerAnswer {
    game: String,
    /// Lower bound on the score of the side to move at the start.
    first: Value,
    /// Lower bound on the score of the other side.
    second: Value,
    positions: u64,
    /// The results of others on which the bounds rest; `None` after a campaign.
    basis: Option<ForeignResults>,
    out: PathBuf,
}

#[derive(Serialize)]
struct ForeignResults {
    hypotheses: u64,
    /// Positions with exact bounds in the store.
    results: u64,
    store: String,
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
        )?;
        let Some(basis) = &self.basis else {
            return Ok(());
        };
        write!(
            f,
            "\nGIVEN {} results of others in {}, from which all {} hypotheses follow; nothing here \
             proves them",
            grouped(basis.results),
            basis.store,
            grouped(basis.hypotheses)
        )
    }
}
