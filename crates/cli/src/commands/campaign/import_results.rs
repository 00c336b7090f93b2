//! `solveig campaign import-results`: sorts what others proved of positions at a cut into a store.

use std::fmt;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig_campaign::results::import::{ImportOptions, ImportProgress, import};
use solveig_campaign::results::row::{Board, Header};
use solveig_search::StopToken;

use crate::CommandVerdict;
use crate::arguments::ThreadsArgument;
use crate::figures::{grouped, rate};
use crate::files::{FileKind, Files};
use crate::memory::MemorySize;
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::stop_on_signals;

/// Sort what others proved of positions at a cut into a store
///
/// The folder has a file knowledge_LETTERS.csv for each hypothesis, with the columns
/// obf,depth,accuracy,score_lowerbound,score_upperbound,nodes, as Takizawa (2023) publishes them
/// for 8x8 Othello. Results of symmetric positions are taken together. The first row that is wrong
/// ends the import with its file and line, and there is no store. What was sorted by then stays in
/// FILE.store.import; a further import reads all files, and takes what has the same rows.
#[derive(Args)]
pub struct ImportResults {
    /// The folder of the files
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The store to write
    #[arg(long, value_name = "FILE.store")]
    out: PathBuf,
    /// The game that the results are of
    #[arg(long, value_name = "GAME", default_value = "othello:8x8")]
    game: String,
    /// The number of empty squares of their positions
    #[arg(long, value_name = "N", default_value_t = 36)]
    empty: u32,
    /// The upper bound comes before the lower one in files whose header does not say which comes
    /// first
    #[arg(long)]
    upper_first: bool,
    /// Memory for sorting and merging, at least 1MiB [default: two fifths of the machine's, at most
    /// 8GiB]
    #[arg(long, value_name = "SIZE", help_heading = "Resources")]
    memory: Option<MemorySize>,
    #[command(flatten)]
    threads: ThreadsArgument,
}

impl ImportResults {
    /// Imports.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let _owned = Files::new()
            .writes("--out", Some(&self.out), FileKind::Own)
            .own("campaign import-results", None)?;
        let options = ImportOptions {
            board: Board::new(&self.game, self.empty)?,
            order: match self.upper_first {
                false => Header::LowerFirst,
                true => Header::UpperFirst,
            },
            memory: self.memory.unwrap_or_else(MemorySize::default_limit).0,
            threads: self.threads.count(),
            stop: StopToken::never().with_flag(stop_on_signals()?),
        };
        let progress = Progress::new("reading bytes");
        let started = Instant::now();
        let observe = |now: ImportProgress| match now.merging {
            false => {
                let rate = rate(now.rows, started.elapsed().as_secs_f64());
                let aside = format!("; {} rows, {rate}", grouped(now.rows));
                progress.update("reading bytes", now.done, now.all, aside);
            }
            true => progress.update("merging rows", now.done, now.all, String::new()),
        };
        let imported = import(&self.folder, &self.out, &options, &observe)?;
        drop(progress);
        let empty = imported.sources.iter().filter(|source| source.rows == 0);
        let without_rows = empty
            .map(|source| format!("knowledge_{}.csv", source.board))
            .collect();
        let sum = |count: fn(&solveig_campaign::results::store::Source) -> u64| {
            imported.sources.iter().map(count).sum::<u64>()
        };
        output.answer(&ImportAnswer {
            files: imported.sources.len() as u64,
            before: imported.before,
            rows: sum(|source| source.rows),
            exact_rows: sum(|source| source.exact),
            vacuous: sum(|source| source.vacuous),
            over: sum(|source| source.over),
            without_rows,
            exact: imported.exact,
            estimates: imported.estimates,
            bytes: std::fs::metadata(&self.out)?.len(),
            out: self.out,
        })?;
        Ok(CommandVerdict::Holds)
    }
}

#[derive(Serialize)]
struct ImportAnswer {
    out: PathBuf,
    bytes: u64,
    files: u64,
    /// Files whose rows an earlier import had sorted.
    before: u64,
    rows: u64,
    exact_rows: u64,
    /// Exact rows whose bounds are all values there are.
    vacuous: u64,
    /// Rows of positions at which the game is over.
    over: u64,
    /// The names of files without a row.
    without_rows: Vec<String>,
    /// Positions with exact bounds, symmetric ones counted once.
    exact: u64,
    /// Positions with estimates.
    estimates: u64,
}

impl fmt::Display for ImportAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} rows of {} files, {} of them exact: {} positions with exact bounds and {} with \
             estimates, {} bytes",
            self.out.display(),
            grouped(self.rows),
            grouped(self.files),
            grouped(self.exact_rows),
            grouped(self.exact),
            grouped(self.estimates),
            grouped(self.bytes)
        )?;
        if self.vacuous + self.over > 0 {
            write!(
                f,
                "; not stored: {} rows that allow every value, {} of ended games",
                grouped(self.vacuous),
                grouped(self.over)
            )?;
        }
        if let Some(first) = self.without_rows.first() {
            write!(
                f,
                "\nWITHOUT ROWS: {} files, {first} the first of them; is one cut off?",
                grouped(self.without_rows.len() as u64)
            )?;
        }
        f.write_str(
            "\nwhether these bounds are true was not tested (`campaign audit`); what follows from \
             them: `campaign derive`",
        )
    }
}
