//! `solveig export`: the positions of an artifact as rows for other programs.

#[cfg(feature = "parquet")]
mod parquet;
mod rows;

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use serde::Serialize;
use solveig_engine::OpeningLimits;
use solveig_engine::artifact::StoredArtifact;
use solveig_format::LevelSummary;
use solveig_games::AnyGame;

use crate::CommandVerdict;
use crate::artifact;
use crate::figures::{counted, grouped};
use crate::files::{FileKind, Files, ForceArgument};
use crate::levels::Levels;
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::stop_on_signals;
use rows::{ExportRow, header};

/// Write the positions of an artifact as rows
///
/// There is a row for each stored position, in the order of the file: level, key, board, mover
/// (the side to move on that board), value (for the side to move), best (the stored move), plies
/// (to the end of the game, where values tell) and roles. With the role lower or upper alone, in
/// solutions of scope weak, the value is a bound; all others are exact. Of symmetric positions one
/// is stored. Where sides may pass, as in Othello, a row stands for the position with the colours
/// exchanged as well, and has those of play without passes.
#[derive(Args)]
pub struct Export {
    /// The artifact
    #[arg(value_name = "FILE.sol")]
    file: PathBuf,
    /// The format of the rows
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = RowFormat::Csv)]
    to: RowFormat,
    /// Only positions of these levels, as in 8 or 8-12
    #[arg(long, value_name = "LEVELS")]
    levels: Option<Levels>,
    /// The file to write; else rows go to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
}

/// A format of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RowFormat {
    /// Comma-separated values with a header
    Csv,
    /// Apache Parquet, into the file --out
    Parquet,
}

impl RowFormat {
    fn kind(self) -> FileKind {
        match self {
            Self::Csv => FileKind::Beginning("table of positions", header().into_bytes().into()),
            Self::Parquet => FileKind::Beginning("Parquet file", b"PAR1".into()),
        }
    }
}

impl Export {
    /// Writes them.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        ensure!(
            self.to == RowFormat::Csv || self.out.is_some(),
            "--to parquet: expected --out FILE"
        );
        let _owned = Files::new()
            .reads("the artifact", Some(&self.file))
            .writes("--out", self.out.as_deref(), self.to.kind())
            .own("export", self.force)?;
        let (reader, game) = artifact::open(&self.file, OpeningLimits::default())?;
        let artifact = StoredArtifact::new(game, reader)
            .with_context(|| format!("{}: cannot export", self.file.display()))?;
        let levels = self.levels.unwrap_or(Levels::ALL);
        let levels = artifact::stored_levels(artifact.reader(), levels)?;
        let export = ArtifactExport {
            levels: levels.into_iter().cloned().collect(),
            progress: Progress::new("exporting"),
            stop: stop_on_signals()?,
            artifact,
        };
        match &self.out {
            None => export.print(output)?,
            Some(out) => {
                let saved = export.save(out, self.to)?;
                // The progress goes first.
                drop(export);
                output.answer(&saved)?;
            }
        }
        Ok(CommandVerdict::Holds)
    }
}

/// What is exported.
struct ArtifactExport {
    artifact: StoredArtifact<AnyGame>,
    levels: Vec<LevelSummary>,
    progress: Progress,
    stop: Arc<AtomicBool>,
}

impl ArtifactExport {
    /// Hands each row to `take`, and counts them.
    fn each(&self, take: &mut dyn FnMut(ExportRow) -> Result<()>) -> Result<u64> {
        let reader = self.artifact.reader();
        let total = self.levels.iter().map(|one| one.records).sum();
        let mut done = 0;
        for level in &self.levels {
            for record in reader.records(level.level) {
                take(ExportRow::of(&self.artifact, level.level, &record?)?)?;
                done += 1;
                if done % 4096 == 0 {
                    self.progress.update("rows", done, total, String::new());
                    if self.stop.load(Ordering::Relaxed) {
                        bail!("stopped by a signal");
                    }
                }
            }
        }
        Ok(done)
    }

    /// Prints the rows as CSV or JSON.
    fn print(&self, output: &mut Output) -> Result<()> {
        if !output.is_json() {
            output.line(&header())?;
        }
        self.each(&mut |row| output.answer(&row))?;
        output.flush()
    }

    /// Writes the rows to a file, which has its name when it is whole.
    fn save<'a>(&self, out: &'a Path, to: RowFormat) -> Result<ExportAnswer<'a>> {
        let unwritten = || format!("{}: cannot write", out.display());
        let mut rows = Ok(0);
        let written = solveig_format::write_whole(out, |file| {
            rows = self.write(to, file);
            match &rows {
                Ok(_) => Ok(()),
                Err(error) => Err(io::Error::other(error.to_string())),
            }
        });
        let rows = rows.with_context(unwritten)?;
        written.with_context(unwritten)?;
        Ok(ExportAnswer {
            file: out,
            rows,
            bytes: std::fs::metadata(out)?.len(),
        })
    }

    fn write(&self, to: RowFormat, file: &mut (impl Write + Send)) -> Result<u64> {
        match to {
            RowFormat::Csv => {
                writeln!(file, "{}", header())?;
                self.each(&mut |row| Ok(writeln!(file, "{row}")?))
            }
            #[cfg(feature = "parquet")]
            RowFormat::Parquet => {
                let mut parquet = parquet::ParquetFile::new(file)?;
                let rows = self.each(&mut |row| parquet.add(row))?;
                parquet.finish()?;
                Ok(rows)
            }
            #[cfg(not(feature = "parquet"))]
            RowFormat::Parquet => bail!(crate::messages::missing("parquet")),
        }
    }
}

#[derive(Serialize)]
struct ExportAnswer<'a> {
    file: &'a Path,
    rows: u64,
    bytes: u64,
}

impl fmt::Display for ExportAnswer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, bytes) = (counted(self.rows, "row"), grouped(self.bytes));
        write!(f, "{}: {rows}, {bytes} B", self.file.display())
    }
}
