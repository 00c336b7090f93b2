//! `solveig probe`: queries an artifact or a proof.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use solveig_api::AnswerColumns;
use solveig_engine::{Effort, Evidence, Line, Settings};

use crate::CommandVerdict;
use crate::arguments::{MemoryArgument, ThreadsArgument, written_position};
use crate::artifact;
use crate::engines::{self, SearchChoice};
use crate::lines::{self, Format, LineFinding, Lines, LinesArgument, MoveColumnsArgument};
use crate::output::Output;
use crate::times::Time;

/// Ask an artifact or a proof about positions
///
/// Says of each position its value, the canonical move, and the value of every move, as far as the
/// artifact has them or a search after its cut (the level up to which it stores) finds them. Of a
/// position that arises only if both sides left their canonical moves, the artifact has no value:
/// what is known of its moves may decide it or bound it, else a search of at most a second tries to
/// find its value. With --no-search such a position is "outside"; --search looks for as long as it
/// takes. The canonical move is the
/// first of the best moves in the game's tie-break order, on the board that stands for all
/// symmetric ones, turned back to the board that was asked.
/// A proof is checked first; it gives bounds, and the winner's moves.
///
/// Each line of input has one line of output, in order; one that is no
/// position is answered with an error, and the exit status is 2.
#[derive(Args)]
pub struct Probe {
    /// The artifact or the proof
    #[arg(value_name = "FILE.sol|FILE.proof")]
    file: PathBuf,
    /// Positions: move lists (f5d6c3), boards, or - for the start; none: lines of standard input
    // The id is the one that `LinesArgument` excludes.
    #[arg(id = "text", value_name = "P", value_parser = written_position)]
    positions: Vec<String>,
    /// Add the principal variation
    #[arg(long)]
    pv: bool,
    /// Where what is not stored is searched; --search alone is anywhere
    #[arg(long, value_enum, value_name = "WHERE", num_args = 0..=1, require_equals = true,
          default_value_t = SearchChoice::Short, default_missing_value = "anywhere",
          help_heading = "Search")]
    search: SearchChoice,
    /// Do not search positions that the file leaves out, only those after its cut
    #[arg(long, conflicts_with = "search", help_heading = "Search")]
    no_search: bool,
    /// Time limit for opening the file, and for each position, in seconds or as in 2m
    ///
    /// Incomplete answers have `interrupted: true` in JSON.
    #[arg(long, value_name = "TIME", help_heading = "Resources")]
    time_limit: Option<Time>,
    #[command(flatten)]
    lines: LinesArgument,
    #[command(flatten)]
    columns: MoveColumnsArgument,
    #[command(flatten)]
    memory: MemoryArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
}

impl Probe {
    /// Answers all positions.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        self.columns.expect_rows(&self.lines)?;
        let search = match self.no_search {
            true => SearchChoice::AboveCut,
            false => self.search,
        };
        let time = self.time_limit.map(|Time(time)| time);
        let opening = self.memory.opening(time);
        let (game, memory) = if engines::is_proof(&self.file) {
            let game = artifact::game_of_proof(&self.file)?;
            let memory = self.memory.size(&game);
            (game, memory)
        } else {
            let (reader, game) = artifact::open(&self.file, opening)?;
            let memory = match search {
                SearchChoice::Short | SearchChoice::Anywhere => self.memory.size(&game),
                _ => artifact::search_memory(&reader, &game, &self.memory),
            };
            (game, memory)
        };
        let settings = Settings {
            opening,
            trusts_files: true,
            ..engines::settings(memory, &self.threads)
        };
        let engine = engines::open_file(&self.file, &Evidence::default(), &settings)?;
        let effort = Effort {
            search: search.scope(),
            time,
            distances: !self.positions.is_empty(),
            ..Effort::default()
        };
        let variation = self.pv;
        let find = move |line: &Line, effort: &Effort| {
            let started = Instant::now();
            let mut finding = LineFinding::of_report(&engine.report(line, effort)?);
            if variation {
                finding = finding.with_variation(&*engine, line, effort, started)?;
            }
            Ok(finding)
        };
        let chosen = self.lines.named_file();
        let format = chosen.map_or(Format::Positions, |(format, _)| format);
        let columns = AnswerColumns {
            has_pv: self.pv,
            ..self.columns.columns(&game, format)?
        };
        let lines = match chosen {
            Some((_, path)) => Lines::open(path, format, game, columns)?,
            None if self.positions.is_empty() => {
                Lines::open(Path::new("-"), format, game, columns)?
            }
            None => Lines::from_arguments(self.positions, game),
        };
        // A lookup takes less time than the way to another thread.
        lines::answer(lines, &effort, find, 1, output)
    }
}
