//! Checks a proof and reports on it.

use std::fmt;
use std::path::Path;

use serde::Serialize;
use solveig_verify::Limits;
use solveig_verify::proof::{ProofError, ProofReport, verify_proof_file};

use super::quoted;
use crate::commands::prove::beginning::ProofPosition;
use crate::commands::prove::claimed;
use crate::figures::{counted, duration, grouped, rate, rounded};
use crate::games::{caution, checker_rules};
use crate::memory::MemorySize;
use crate::progress::Progress;

/// Checks a proof, and shows progress.
pub fn check(file: &Path, limits: Limits) -> Result<ProofReport, ProofError> {
    let progress = Progress::new("opening");
    verify_proof_file(file, limits, &checker_rules, &mut |done, total| {
        let aside = format!("; {} in all", rounded(total as f64));
        progress.update("nodes", done, total, aside);
    })
}

/// The report on a proof that holds.
#[derive(Serialize)]
pub struct Proven {
    holds: bool,
    kind: &'static str,
    game: String,
    /// Whether the checker's rules are an independent implementation.
    independent: bool,
    #[serde(flatten)]
    beginning: ProofPosition,
    at_least: Option<i32>,
    at_most: Option<i32>,
    digest: String,
    bytes: u64,
    moves: u64,
    nodes: u64,
    /// Nodes decided by the rules or by game-specific knowledge.
    decided: u64,
    /// Nodes whose answer was in the checker's memory.
    remembered: u64,
    deepest: u64,
    seconds: f64,
}

impl Proven {
    /// The answer from a report.
    pub fn new(report: &ProofReport) -> Self {
        let walked = report.walked;
        Self {
            holds: true,
            kind: "proof",
            game: report.header.game.clone(),
            independent: report.independent,
            beginning: ProofPosition::new(&report.beginning),
            at_least: report.header.at_least,
            at_most: report.header.at_most,
            digest: report.digest.to_string(),
            bytes: report.bytes,
            moves: walked.choices,
            nodes: walked.nodes,
            decided: walked.decided,
            remembered: walked.remembered,
            deepest: walked.deepest,
            seconds: report.seconds,
        }
    }
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claimed = claimed(self.at_least, self.at_most);
        writeln!(
            f,
            "holds: {} has {claimed}{}; position {}; digest {}",
            quoted(&self.game),
            self.beginning.aside(),
            self.beginning.position,
            self.digest
        )?;
        for (name, text) in self.beginning.rows() {
            writeln!(f, "{name}: {text}")?;
        }
        writeln!(
            f,
            "{} in {} prove it; {} walked in {} ({})",
            counted(self.moves, "move"),
            MemorySize(self.bytes),
            counted(self.nodes, "node"),
            duration(self.seconds),
            rate(self.nodes, self.seconds)
        )?;
        write!(
            f,
            "{} decided by the rules and what is known of the game, {} seen before; {} deep",
            grouped(self.decided),
            grouped(self.remembered),
            counted(self.deepest, "move")
        )?;
        f.write_str(caution(self.independent))
    }
}
