//! `solveig import-table`: compares a table of a semi-strong solution by others with the rules.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;
use solveig::SolverOptions;
use solveig_game::{Game, GameExt, Keyed, Notation};
use solveig_games::AnyGame;
use solveig_games::othello::Othello;
use solveig_search::StopToken;
use solveig_study::table::TableError;
use solveig_study::table::import::{
    Disagreement, Import, ImportProgress, ImportedTable, work_directory,
};
use solveig_study::table::row::{HEADER, Layout, Row};
use solveig_study::table::tie_break;
use solveig_study::table::values::{confirm, draw};

use crate::CommandVerdict;
use crate::arguments::{MemoryArgument, SolverArgument, ThreadsArgument};
use crate::figures::grouped;
use crate::files::{FileKind, Files, ForceArgument};
use crate::games::games;
use crate::messages::{complain, note};
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::stop_on_signals;

/// How many rows that disagree are printed.
const SHOWN: usize = 20;

/// The number of values that are searched if none is said.
const VALUES: u64 = 1000;

/// Compare a table of a semi-strong solution by others with the rules and with searches
///
/// The table has the columns obf,disccount,nodekindcode,lowerbound,upperbound, as Takizawa (2026)
/// publishes them for 6x6 Othello: boards of 8x8 with X to move, in whose middle the game's board
/// is. Node kinds are sums of 1 (P), 2 (A'), 4 (P'), 8 (A) and 16 (C).
///
/// Of each row it is checked that its bounds are those of its kinds, that the rows after its moves
/// have the kinds and bounds which its own kinds demand, that a row demands it, and, for rows that
/// are drawn, that a search finds its bounds true. Rows of the last level are not compared with
/// later ones.
///
/// Any length of table is read in the memory that --memory says. Interrupted, the same command
/// goes on where it was, after it has made sure, by their BLAKE3, that the bytes read until then
/// are still those of the table. Exit status: 0 if all rows agree, 1 if one does not.
#[derive(Args)]
pub struct ImportTable {
    /// The table, a CSV file
    #[arg(value_name = "FILE.csv")]
    table: PathBuf,
    /// The game
    #[arg(long, value_name = "GAME", default_value = "othello:6x6")]
    game: String,
    /// Search the values of so many rows, drawn at random; more than there are search all
    #[arg(long, value_name = "N", default_value_t = VALUES)]
    values: u64,
    /// The seed of the draws
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Write every row, by its representative, with what is wrong with it
    #[arg(long, value_name = "FILE.csv")]
    rows: Option<PathBuf>,
    /// Write the moves that the table chose, for `solveig count --tie-break`
    #[arg(long, value_name = "FILE.csv")]
    tie_break: Option<PathBuf>,
    /// Keep unfinished work in this directory, which nobody else should be able to write [default:
    /// FILE.csv.work]
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    solver: SolverArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    memory: MemoryArgument,
}

impl ImportTable {
    /// Reads, compares and prints.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let work = self.work.clone();
        let work = work.unwrap_or_else(|| work_directory(&self.table));
        let owned = Files::new()
            .reads("the table", Some(&self.table))
            .writes("--rows", self.rows.as_deref(), FileKind::COMPARED_ROWS)
            .writes(
                "--tie-break",
                self.tie_break.as_deref(),
                FileKind::PREFERRED_MOVES,
            )
            .works_in(Some(&work))
            .own("import-table", self.force)?;
        let game = games().parse(&self.game)?;
        let layout = game
            .downcast::<Othello<u64>>()
            .cloned()
            .and_then(Layout::new);
        let layout = layout.ok_or_else(|| TableError::Game { game: game.spec() })?;
        let stop = StopToken::never().with_flag(stop_on_signals()?);
        let import = Import {
            table: &self.table,
            layout: &layout,
            memory: self.memory.size(&game).0,
            threads: self.threads.count(),
            stop: stop.clone(),
        };
        let progress = Progress::new("reading bytes");
        let mut table = import.run(&work, self.tie_break.is_some(), &mut |now| match now {
            ImportProgress::Reading { done, all, rows } => {
                let aside = format!("; {} rows", grouped(rows));
                progress.update("reading bytes", done, all, aside);
            }
            ImportProgress::Merging { done, all } => {
                progress.update("merging rows", done, all, String::new());
            }
            ImportProgress::Compared { level, rows } => {
                let aside = format!("; level {level} is compared");
                progress.update("comparing rows", rows, rows, aside);
            }
        })?;
        drop(progress);
        let Some(first) = table.levels().first().map(|level| level.level) else {
            bail!(
                "{}: there is no row; expected {HEADER}",
                self.table.display()
            );
        };
        let has_start = u32::from(first) == game.level(&game.start());
        let searched = self.search(&game, &layout, &mut table, stop)?;
        owned.expect_unchanged()?;
        if let Some(path) = &self.rows {
            write_rows(path, &layout, &table)?;
        }
        if let Some(path) = &self.tie_break {
            write_choices(path, &layout, &table)?;
        }
        let faults = table.faults();
        let shown = faults.iter().take(SHOWN).map(|fault| ShownFault {
            board: board(&layout, fault.level, fault.key),
            what: fault.what,
        });
        let answer = TableAnswer {
            game: game.spec(),
            rows: table.rows(),
            repeated: table.repeated(),
            has_start,
            levels: table
                .levels()
                .iter()
                .map(|level| LevelAnswer {
                    level: level.level,
                    artifact: level.artifact,
                    certificate: level.rows - level.artifact,
                })
                .collect(),
            searched,
            disagree: faults.len() as u64,
            shown: shown.collect(),
        };
        let holds = faults.is_empty() && answer.repeated == 0;
        output.answer(&answer)?;
        table.discard()?;
        Ok(match holds {
            true => CommandVerdict::Holds,
            false => CommandVerdict::Fails,
        })
    }

    /// Searches the values of drawn rows; returns their number.
    fn search(
        &self,
        game: &AnyGame,
        layout: &Layout,
        table: &mut ImportedTable,
        stop: StopToken,
    ) -> Result<u64> {
        let rows = draw(table, self.values, self.seed)?;
        if rows.is_empty() {
            return Ok(0);
        }
        let threads = self.threads.count().min(rows.len());
        let options = SolverOptions {
            solver: self.solver.for_game(game)?,
            knowledge: self.solver.knowledge.is_all(),
            threads: NonZeroUsize::new(threads),
            memory: self.memory.size(game).0,
            stop,
        };
        let mut oracles = options.solvers(game)?;
        let progress = Progress::new("searching values");
        let mut done = 0;
        let faults = confirm(game, &rows, &mut oracles, &mut |row, holds| {
            done += 1;
            progress.update("searching values", done, rows.len() as u64, String::new());
            if !holds {
                complain(&format!("a search contradicts {}", layout.board(row)));
            }
        });
        drop(progress);
        let faults = faults.context("stopped; the same command goes on after the comparisons")?;
        table.add_faults(faults);
        Ok(rows.len() as u64)
    }
}

/// The board of a position by its key.
fn board(layout: &Layout, level: u8, key: u64) -> String {
    layout.board(&Row {
        level,
        key,
        kinds: solveig_study::table::row::RowKinds::P,
        lower: 0,
        upper: 0,
    })
}

fn write_rows(path: &Path, layout: &Layout, table: &ImportedTable) -> Result<()> {
    let written = solveig_format::write_whole(path, |to| {
        let mut file = csv::Writer::from_writer(to);
        file.write_record(HEADER.split(',').chain(["disagrees"]))?;
        let mut faults = table.faults().iter().peekable();
        let rows = table.for_each(|row| -> Result<()> {
            let mut wrong = Vec::new();
            let place = (row.level, row.key);
            while let Some(fault) = faults.next_if(|fault| (fault.level, fault.key) == place) {
                wrong.push(name(fault.what));
            }
            file.write_record([
                layout.board(row),
                row.level.to_string(),
                row.kinds.code().to_string(),
                row.lower.to_string(),
                row.upper.to_string(),
                wrong.join(" "),
            ])?;
            Ok(())
        });
        rows.map_err(std::io::Error::other)?;
        file.flush()
    });
    written.with_context(|| path.display().to_string())
}

fn write_choices(path: &Path, layout: &Layout, table: &ImportedTable) -> Result<()> {
    let game = layout.game();
    let written = solveig_format::write_whole(path, |to| {
        let mut file = csv::Writer::from_writer(to);
        file.write_record(tie_break::HEADER.split(','))?;
        for choice in &table.choices {
            let position = game.position(choice.key).map_err(std::io::Error::other)?;
            let moves = game.moves(&position);
            let played = moves.get(usize::from(choice.index));
            let played = played.map_or_else(String::new, |played| game.format_move(*played));
            let board = game.format_board(&position, true).unwrap_or_default();
            file.write_record([board, played])?;
        }
        file.flush()
    });
    let number = grouped(table.choices.len() as u64);
    note(&format!("{}: {number} moves", path.display()));
    written.with_context(|| path.display().to_string())
}

const fn name(what: Disagreement) -> &'static str {
    match what {
        Disagreement::Double => "double",
        Disagreement::Bounds => "bounds",
        Disagreement::NoRow => "no-row",
        Disagreement::Reply => "reply",
        Disagreement::NoBestMove => "no-best-move",
        Disagreement::NotDemanded => "not-demanded",
        Disagreement::Value => "value",
    }
}

const fn wording(what: Disagreement) -> &'static str {
    match what {
        Disagreement::Double => "has two rows",
        Disagreement::Bounds => "has bounds that its kinds do not have",
        Disagreement::NoRow => "has a move after which there is no row",
        Disagreement::Reply => "has a move after which kinds or bounds are not as demanded",
        Disagreement::NoBestMove => "has no move that its kinds demand",
        Disagreement::NotDemanded => "is demanded by no row, or not with all its kinds",
        Disagreement::Value => "has bounds that a search contradicts",
    }
}

#[derive(Serialize)]
struct LevelAnswer {
    level: u8,
    artifact: u64,
    certificate: u64,
}

#[derive(Serialize)]
struct ShownFault {
    board: String,
    what: Disagreement,
}

#[derive(Serialize)]
struct TableAnswer {
    game: String,
    rows: u64,
    /// Rows that repeat another one word for word, or as its image.
    repeated: u64,
    /// Whether the first level is that of the start.
    has_start: bool,
    levels: Vec<LevelAnswer>,
    /// Rows whose bounds were searched.
    searched: u64,
    /// The number of rows that disagree, for each reason.
    disagree: u64,
    /// The first of them.
    shown: Vec<ShownFault>,
}

impl fmt::Display for TableAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for level in &self.levels {
            writeln!(
                f,
                "level {:2}: {:>14} of the artifact, {:>14} of the certificate",
                level.level,
                grouped(level.artifact),
                grouped(level.certificate)
            )?;
        }
        for fault in &self.shown {
            writeln!(f, "{} {}", fault.board, wording(fault.what))?;
        }
        if self.disagree > self.shown.len() as u64 {
            writeln!(
                f,
                "... ({} more)",
                grouped(self.disagree - self.shown.len() as u64)
            )?;
        }
        if self.repeated > 0 {
            writeln!(f, "{} rows repeat another one", grouped(self.repeated))?;
        }
        if !self.has_start {
            writeln!(
                f,
                "the start is not in the table: nothing demands its first level"
            )?;
        }
        let verdict = match (self.disagree, self.repeated) {
            (0, 0) => "all agree".to_owned(),
            (0, _) => "all others agree".to_owned(),
            (number, _) => format!("{} disagree", grouped(number)),
        };
        write!(
            f,
            "{}: {} rows, {} of them searched: {verdict}",
            self.game,
            grouped(self.rows),
            grouped(self.searched)
        )
    }
}
