//! `solveig info`: what a file says of itself.

use std::fmt;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use solveig_format::{Header, Kind, LevelSummary, MappedFile, Reader, Roles};

use crate::Verdict;
use crate::figures::{grouped, left, signed};
use crate::memory::Memory;
use crate::output::Output;

/// Show what an artifact or a certificate is about and how many positions it holds
///
/// The file is taken at its word; `solveig verify` checks it.
#[derive(Args)]
pub struct Info {
    /// The artifact (.sol) or certificate (.cert)
    file: PathBuf,
}

impl Info {
    /// Reads and prints.
    pub fn run(self, output: &mut Output) -> Result<Verdict> {
        let reader = Reader::open(&self.file)?;
        output.answer(&Answer::of(&reader))?;
        Ok(Verdict::Holds)
    }
}

#[derive(Serialize)]
struct Answer {
    kind: &'static str,
    game: String,
    scope: &'static str,
    value: i32,
    status: &'static str,
    tie_break: String,
    symmetry: bool,
    cut: Option<u32>,
    digest: String,
    /// The digest of the artifact that a certificate belongs to.
    artifact: Option<String>,
    bytes: u64,
    levels: Vec<Level>,
    totals: Level,
}

#[derive(Serialize, Default)]
struct Level {
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u32>,
    /// Positions that are stored, and terminal positions that are counted.
    positions: u64,
    optimal: u64,
    free: u64,
    both: u64,
    terminal: u64,
}

impl Answer {
    fn of(reader: &Reader<MappedFile>) -> Self {
        let header: &Header = reader.header();
        let levels: Vec<Level> = reader.levels().iter().map(Level::of).collect();
        let mut totals = Level::default();
        for level in &levels {
            totals.positions += level.positions;
            totals.optimal += level.optimal;
            totals.free += level.free;
            totals.both += level.both;
            totals.terminal += level.terminal;
        }
        Self {
            kind: match header.kind() {
                Kind::Artifact => "artifact",
                Kind::Certificate => "certificate",
            },
            game: header.game.clone(),
            scope: header.scope.name(),
            value: header.root_value,
            status: "exact",
            tie_break: header.tie_break.clone(),
            symmetry: header.symmetry,
            cut: header.cut,
            digest: reader.digest().to_string(),
            artifact: header.artifact.map(|digest| digest.to_string()),
            bytes: reader.byte_length(),
            levels,
            totals,
        }
    }
}

impl Level {
    fn of(summary: &LevelSummary) -> Self {
        Self {
            level: Some(summary.level),
            positions: summary.records + summary.terminals,
            optimal: summary.with_roles(Roles::Optimal),
            free: summary.with_roles(Roles::Free),
            both: summary.with_roles(Roles::Both),
            terminal: summary.terminals,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |name: &str, text: &str| writeln!(f, "{} {text}", left(name, 11));
        row("kind", self.kind)?;
        row("game", &self.game)?;
        row("scope", self.scope)?;
        row("value", &signed(self.value))?;
        row("tie-break", &self.tie_break)?;
        row(
            "symmetry",
            match self.symmetry {
                true => "symmetric positions are stored once",
                false => "symmetric positions are stored apart",
            },
        )?;
        match self.cut {
            Some(cut) => row(
                "cut",
                &format!("level {cut}: positions above it are searched"),
            )?,
            None => row("cut", "none")?,
        }
        if let Some(artifact) = &self.artifact {
            row("of artifact", artifact)?;
        }
        row("digest", &self.digest)?;
        let size = Memory(self.bytes);
        row("size", &format!("{} bytes ({size})", grouped(self.bytes)))?;
        writeln!(
            f,
            "\n{:>5} {:>16} {:>16} {:>16} {:>14} {:>14}",
            "level", "positions", "optimal only", "free only", "both", "terminal"
        )?;
        for level in &self.levels {
            writeln!(f, "{level}")?;
        }
        write!(f, "{}", self.totals)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self
            .level
            .map_or("total".to_owned(), |level| level.to_string());
        write!(
            f,
            "{name:>5} {:>16} {:>16} {:>16} {:>14} {:>14}",
            grouped(self.positions),
            grouped(self.optimal),
            grouped(self.free),
            grouped(self.both),
            grouped(self.terminal)
        )
    }
}
