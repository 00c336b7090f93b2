//! What a sample of a solution says.

use std::fmt;

use serde::Serialize;
use solveig_verify::SampleReport;

use crate::figures::{counted, grouped};

/// The report on a sample without a false record.
#[derive(Serialize)]
pub struct SampleAnswer {
    game: String,
    digest: String,
    certificate: Option<String>,
    /// Records were drawn from this level on; absent if none could be decided in the time.
    #[serde(skip_serializing_if = "Option::is_none")]
    from_level: Option<u32>,
    /// Records of these levels, and of all.
    positions: u64,
    all_positions: u64,
    draws: u64,
    /// With 99 % confidence at most this share of the records of these levels is false.
    false_share: f64,
    nodes: u64,
}

impl SampleAnswer {
    pub fn new(report: &SampleReport) -> Self {
        Self {
            game: report.game.clone(),
            digest: report.artifact.to_string(),
            certificate: report.certificate.map(|digest| digest.to_string()),
            from_level: report.first_level,
            positions: report.records,
            all_positions: report.all_records,
            draws: report.draws,
            false_share: report.false_share(),
            nodes: report.nodes,
        }
    }
}

impl fmt::Display for SampleAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(level) = self.from_level.filter(|_| self.draws > 0) else {
            return f.write_str("nothing is shown: no draw was decided in the time");
        };
        // Rounded up, so that what is said is true.
        let percent = (1e6 * self.false_share).ceil() / 1e4;
        let share = 100.0 * self.positions as f64 / self.all_positions as f64;
        write!(
            f,
            "{} of level {level} and later, drawn and searched to the end: none is false\n\
             if more than {percent} % of these {} records ({share:.1} % of all) were false, one \
             would have been found with 99 %; nothing is said of the others, nor of missing ones; \
             digest {}",
            counted(self.draws, "record"),
            grouped(self.positions),
            self.digest
        )
    }
}
