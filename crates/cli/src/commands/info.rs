//! `solveig info`: header and statistics of a file.

mod proof;

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;
use solveig_format::{Header, Kind, LevelSummary, Reader, Roles, Scope};
use solveig_game::Game;
use solveig_verify::Budget;

use crate::CommandVerdict;
use crate::artifact::expect_file;
use crate::figures::{grouped, left, signed};
use crate::games::games;
use crate::level_counts::{Column, CountRow, LevelRow, Levels, Paper, SideBySide};
use crate::limits::LimitArguments;
use crate::memory::MemorySize;
use crate::output::Output;

/// Show what an artifact, a certificate or a proof is about and how much it holds
///
/// Does not verify the file: `solveig verify` does. Published counts are shown too if known.
#[derive(Args)]
pub struct Info {
    /// The artifact (.sol), certificate (.cert) or proof (.proof)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The artifact's certificate, to count the positions that it stores, too
    #[arg(long, value_name = "FILE.cert")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArguments,
}

impl Info {
    /// Reads and prints.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        expect_file(&self.file)?;
        let budget = Budget::new(self.limits.limits());
        if solveig_format::proof::is_proof(&self.file)? {
            if self.certificate.is_some() {
                let file = self.file.display();
                bail!("{file} is a proof; --certificate goes with an artifact");
            }
            output.answer(&proof::ProofInfoAnswer::read(&self.file, &budget)?)?;
            return Ok(CommandVerdict::Holds);
        }
        let reader = solveig_verify::open(&self.file, &budget)?;
        let mut answer = InfoAnswer::of(&reader);
        let certificate = match &self.certificate {
            Some(path) => Some(self.belonging(&reader, path, &budget)?),
            None => None,
        };
        if reader.header().kind() == Kind::Artifact {
            answer.compare(reader.header().scope, certificate);
        }
        output.answer(&answer)?;
        Ok(CommandVerdict::Holds)
    }
}

impl Info {
    /// Reads the certificate at `path`, which must belong to the artifact of `reader`.
    fn belonging(&self, reader: &Reader, path: &Path, budget: &Budget) -> Result<CertificateInfo> {
        let proof = solveig_verify::open(path, budget)?;
        if reader.header().kind() != Kind::Artifact {
            let file = self.file.display();
            bail!("{file} is a certificate itself; --certificate goes with an artifact");
        }
        if proof.header().artifact != Some(reader.digest()) {
            let (path, file) = (path.display(), self.file.display());
            bail!("{path} is not a certificate of {file}");
        }
        let levels = levels(&proof);
        Ok(CertificateInfo {
            digest: proof.digest().to_string(),
            bytes: proof.byte_length(),
            totals: levels.totals(),
            levels,
        })
    }
}

#[derive(Serialize)]
struct InfoAnswer {
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
    levels: Levels,
    totals: CountRow,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateInfo>,
    /// Published counts for these levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    paper: Option<Paper>,
}

/// Statistics of a certificate.
#[derive(Serialize)]
struct CertificateInfo {
    digest: String,
    bytes: u64,
    levels: Levels,
    totals: CountRow,
}

/// The counts of a file by level: stored positions and counted terminal positions, and how many of
/// them are of which kind.
fn levels(reader: &Reader) -> Levels {
    let row = |summary: &LevelSummary| {
        let roles = [Roles::Optimal, Roles::Free, Roles::Both];
        let [optimal, free, both] = roles.map(|roles| summary.with_roles(roles));
        let positions = summary.records + summary.terminals;
        let counts = vec![positions, optimal, free, both, summary.terminals];
        let level = summary.level;
        LevelRow { level, counts }
    };
    let columns = &["positions", "optimal", "free", "both", "terminal"];
    Levels::of(columns, reader.levels().iter().map(row))
}

impl InfoAnswer {
    fn of(reader: &Reader) -> Self {
        let header: &Header = reader.header();
        let levels = levels(reader);
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
            totals: levels.totals(),
            levels,
            certificate: None,
            paper: None,
        }
    }

    /// Adds the certificate and the published counts.
    fn compare(&mut self, scope: Scope, certificate: Option<CertificateInfo>) {
        self.certificate = certificate;
        let column = match (scope, &self.certificate) {
            (Scope::Weak, _) => Column::Weak,
            (Scope::SemiStrong, None) => Column::Artifact,
            (Scope::SemiStrong, Some(_)) => Column::SemiStrong,
            (Scope::Strong, _) => Column::Strong,
        };
        self.paper = Paper::beside(&self.counts(), column, &self.game, self.symmetry);
    }

    /// What is left out above the cut, and whether that is usual for the game.
    fn cut_in_words(&self, cut: u32) -> String {
        let searched = format!("level {cut}: positions above it are searched when asked for");
        let Ok(game) = games().parse(&self.game) else {
            return searched;
        };
        let cuts = solveig::solve(&game).cuts();
        let usual = match self.kind {
            "artifact" => cuts.artifact,
            _ => cuts.certificate,
        };
        match usual < game.max_level() && usual == cut {
            true => format!("{searched} (the default of this game)"),
            false => searched,
        }
    }

    /// Positions by level, of the artifact and of its certificate if there is one.
    fn counts(&self) -> Levels {
        match &self.certificate {
            Some(proof) => self.levels.beside_certificate(&proof.levels),
            None => self.levels.first_column(),
        }
    }
}

impl fmt::Display for InfoAnswer {
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
            Some(cut) => row("cut", &self.cut_in_words(cut))?,
            None => row("cut", "none: all levels are stored")?,
        }
        if let Some(artifact) = &self.artifact {
            row("of artifact", artifact)?;
        }
        row("digest", &self.digest)?;
        let size = MemorySize(self.bytes);
        row("size", &format!("{} bytes ({size})", grouped(self.bytes)))?;
        write!(
            f,
            "\n{:>5} {:>16} {:>16} {:>16} {:>14} {:>14}",
            "level", "positions", "optimal only", "free only", "both", "terminal"
        )?;
        for row in self.levels.rows.iter().chain([&self.totals]) {
            let level = row.level.map(|level| level.to_string());
            write!(f, "\n{:>5}", level.as_deref().unwrap_or("total"))?;
            for (count, width) in row.counts.iter().zip([16, 16, 16, 14, 14]) {
                write!(f, " {:>width$}", grouped(*count))?;
            }
        }
        if self.certificate.is_none() && self.paper.is_none() {
            return Ok(());
        }
        let beside = SideBySide {
            levels: &self.counts(),
            paper: self.paper.as_ref(),
        };
        write!(f, "\n\n{beside}")?;
        if self.certificate.is_some() {
            write!(
                f,
                "\na certificate stores the positions that refute by one move, \
                 and does without those where every move is refuted"
            )?;
        }
        Ok(())
    }
}
