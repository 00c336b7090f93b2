//! `solveig campaign export`: a ledger's tables for other programs.

use std::fmt;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use serde::Serialize;
use solveig_campaign::ledger::Table;

use super::LedgerArgument;
use crate::Verdict;
use crate::figures::grouped;
use crate::output::Output;

/// Write a ledger's tables as CSV or Parquet files
#[derive(Args)]
pub struct Export {
    #[command(flatten)]
    ledger: LedgerArgument,
    /// The folder to write to; it is made if it does not exist
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    /// What the files are to be
    #[arg(long, value_enum, value_name = "F", default_value_t = Format::Csv)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Lines of text with commas; keys are hexadecimal digits
    Csv,
    /// Parquet, compressed by Snappy; keys are 16 bytes, highest first
    Parquet,
}

impl Format {
    const fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }
}

impl Export {
    /// Writes them.
    pub fn run(self, output: &mut Output) -> Result<Verdict> {
        let ledger = self.ledger.read()?;
        let path = self.to.display();
        fs::create_dir_all(&self.to).with_context(|| format!("{path}: cannot make the folder"))?;
        for table in Table::ALL {
            let file = self
                .to
                .join(format!("{}.{}", table.name(), self.format.extension()));
            let created =
                File::create(&file).with_context(|| format!("{}: cannot write", file.display()))?;
            let rows = match self.format {
                Format::Csv => ledger.export_csv(table, BufWriter::new(created))?,
                Format::Parquet => ledger.export_parquet(table, BufWriter::new(created))?,
            };
            output.answer(&Answer { file, rows })?;
        }
        Ok(Verdict::Holds)
    }
}

#[derive(Serialize)]
struct Answer {
    file: PathBuf,
    rows: u64,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} rows", self.file.display(), grouped(self.rows))
    }
}
