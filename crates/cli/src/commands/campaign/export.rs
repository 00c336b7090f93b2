//! `solveig campaign export`: a ledger's tables for other programs.

use std::fmt;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use solveig_campaign::ledger::Table;

use super::LedgerArgument;
use crate::Verdict;
use crate::figures::grouped;
use crate::output::Output;

/// Write a ledger's tables as CSV files
#[derive(Args)]
pub struct Export {
    #[command(flatten)]
    ledger: LedgerArgument,
    /// The folder to write to; it is made if it does not exist
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
}

impl Export {
    /// Writes them.
    pub fn run(self, output: &mut Output) -> Result<Verdict> {
        let ledger = self.ledger.read()?;
        let path = self.to.display();
        fs::create_dir_all(&self.to).with_context(|| format!("{path}: cannot make the folder"))?;
        for table in Table::ALL {
            let file = self.to.join(format!("{}.csv", table.name()));
            let created =
                File::create(&file).with_context(|| format!("{}: cannot write", file.display()))?;
            let rows = ledger.export_csv(table, BufWriter::new(created))?;
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
