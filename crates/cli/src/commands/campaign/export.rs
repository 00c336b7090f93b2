//! `solveig campaign export`: a ledger's tables for other programs.

use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use solveig_campaign::ledger::ExportTable;
use solveig_search::StopToken;

use super::LedgerArgument;
use crate::CommandVerdict;
use crate::figures::counted;
use crate::files::{FileKind, Files, ForceArgument};
use crate::output::Output;
use crate::stopping::stop_on_signals;

/// Write a ledger's tables as CSV files
#[derive(Args)]
pub struct Export {
    #[command(flatten)]
    ledger: LedgerArgument,
    /// The folder to write to; it is made if it does not exist
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    #[command(flatten)]
    force: ForceArgument,
}

impl Export {
    /// Writes them.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let ledger = self.ledger.read()?;
        ledger.stop_at(StopToken::never().with_flag(stop_on_signals()?));
        let path = self.to.display();
        fs::create_dir_all(&self.to).with_context(|| format!("{path}: cannot make the folder"))?;
        let file = |table: ExportTable| self.to.join(format!("{}.csv", table.name()));
        let mut all = Files::new().reads("the ledger", Some(self.ledger.path()));
        for table in ExportTable::ALL {
            let header = ledger.columns(table)?.join(",") + "\n";
            let kind = FileKind::Beginning("table of a ledger", Cow::Owned(header.into_bytes()));
            all = all.writes("--to", Some(&file(table)), kind);
        }
        let _owned = all.own("campaign export", self.force)?;
        for table in ExportTable::ALL {
            let file = file(table);
            let mut rows = Ok(0);
            let written = solveig_format::write_whole(&file, |to| {
                rows = ledger.export_csv(table, to);
                let failed = rows.as_ref().err().map(ToString::to_string);
                failed.map_or(Ok(()), |failed| Err(std::io::Error::other(failed)))
            });
            let rows = rows?;
            written.with_context(|| format!("{}: cannot write", file.display()))?;
            output.answer(&ExportAnswer { file, rows })?;
        }
        Ok(CommandVerdict::Holds)
    }
}

#[derive(Serialize)]
struct ExportAnswer {
    file: PathBuf,
    rows: u64,
}

impl fmt::Display for ExportAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = counted(self.rows, "row");
        write!(f, "{}: {rows}", self.file.display())
    }
}
