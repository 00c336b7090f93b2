//! The exported tables, and export as CSV.

use std::io::Write;

use super::schema::BOUNDS;
use super::{Ledger, bytes_of, text_of};
use crate::error::CampaignError;

/// A table that can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportTable {
    /// The proved bounds: all that a check needs.
    Bounds,
    /// The solved positions, with worker, window and nodes.
    Solved,
    /// The estimates at both cuts.
    Estimates,
    /// The reports of jobs.
    Reports,
    /// The positions that were given up.
    Unanswered,
    /// What each round was to solve, and when.
    Rounds,
    /// The hypotheses of each round.
    Targets,
}

impl ExportTable {
    /// In the order in which they are exported.
    pub const ALL: [Self; 7] = [
        Self::Bounds,
        Self::Solved,
        Self::Estimates,
        Self::Reports,
        Self::Unanswered,
        Self::Rounds,
        Self::Targets,
    ];

    /// How the exported file is named, without an ending.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bounds => "bounds",
            Self::Solved => "solved",
            Self::Estimates => "estimates",
            Self::Reports => "reports",
            Self::Unanswered => "unanswered",
            Self::Rounds => "rounds",
            Self::Targets => "targets",
        }
    }

    /// The SQL query of its rows. It names the columns of the exported table.
    pub(super) const fn query(self) -> &'static str {
        match self {
            Self::Bounds => BOUNDS,
            Self::Solved => {
                "SELECT key, job, alpha, beta, lower, upper, solved.nodes AS nodes, name AS worker, version \
                 FROM solved CROSS JOIN workers ON workers.id = solved.worker ORDER BY key, job"
            }
            Self::Estimates => "SELECT cut, key, estimate, plies FROM estimates ORDER BY cut, key",
            Self::Reports => {
                "SELECT job, round, task, name AS worker, positions, nodes, seconds, waited, accepted \
                 FROM reports CROSS JOIN workers ON workers.id = reports.worker ORDER BY job"
            }
            Self::Unanswered => "SELECT key, task, job, reason FROM unanswered ORDER BY key, task",
            Self::Rounds => {
                "SELECT number, expected, targets, positions, questions, started, ended FROM rounds ORDER BY number"
            }
            Self::Targets => {
                "SELECT round, key, alpha, beta, estimate FROM targets ORDER BY round, key"
            }
        }
    }
}

impl Ledger {
    /// The names of a table's columns.
    ///
    /// # Errors
    ///
    /// Fails if the ledger cannot be read.
    pub fn columns(&self, table: ExportTable) -> Result<Vec<String>, CampaignError> {
        let query = self.connection.prepare(table.query());
        let query = query.map_err(self.failed("read"))?;
        let names = query.column_names().into_iter();
        Ok(names.map(str::to_owned).collect())
    }

    /// Writes a table as CSV with a header line and hexadecimal keys. Returns the number of rows.
    ///
    /// # Errors
    ///
    /// Fails if the ledger cannot be read or the text cannot be written.
    pub fn export_csv(&self, table: ExportTable, to: impl Write) -> Result<u64, CampaignError> {
        let unwritten = |error: csv::Error| CampaignError::File {
            path: format!("{} as CSV", table.name()).into(),
            action: "write",
            cause: std::io::Error::other(error),
        };
        let mut writer = csv::Writer::from_writer(to);
        let mut query = self
            .connection
            .prepare(table.query())
            .map_err(self.failed("read"))?;
        writer
            .write_record(query.column_names())
            .map_err(unwritten)?;
        let columns = query.column_count();
        self.meter.reads();
        let mut rows = query.query([]).map_err(self.failed("read"))?;
        let mut count = 0;
        while let Some(row) = rows.next().map_err(self.failed("read"))? {
            self.meter.yields(bytes_of(row))?;
            for column in 0..columns {
                let value = row.get_ref(column).map_err(self.failed("read"))?;
                writer.write_field(text_of(value)).map_err(unwritten)?;
            }
            writer.write_record(None::<&[u8]>).map_err(unwritten)?;
            count += 1;
        }
        writer.flush().map_err(|cause| unwritten(cause.into()))?;
        self.expect_unchanged()?;
        Ok(count)
    }
}
