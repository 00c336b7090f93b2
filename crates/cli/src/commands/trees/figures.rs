//! `solveig trees figures`: draws the papers' figures.

use std::fmt;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use solveig_study::trees::figures;

use super::pictures::put;
use crate::files::{FileKind, Files, ForceArgument};
use crate::output::Output;

/// Write the figures of the papers as SVG files
///
/// Those of Pijls, de Bruin and Plaat (1996, game trees) that the text describes, and figure 1 of
/// Takizawa (2026, semi-strong solving).
#[derive(Args)]
pub struct Figures {
    /// The folder to write to, which is made if it is not there
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArgument,
}

#[derive(Serialize)]
struct WrittenFigures {
    figures: Vec<WrittenFigure>,
}

#[derive(Serialize)]
struct WrittenFigure {
    file: PathBuf,
    caption: &'static str,
}

impl Figures {
    /// Writes all figures, and lists them.
    pub fn run(self, output: &mut Output) -> Result<()> {
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("cannot make the folder {}", self.out.display()))?;
        let figures = figures::all();
        let file = |name: &str| self.out.join(format!("{name}.svg"));
        let all = figures.iter().fold(Files::new(), |all, figure| {
            all.writes("--out", Some(&file(figure.name)), FileKind::PICTURE)
        });
        let _owned = all.own("trees figures", self.force)?;
        let mut written = Vec::new();
        for figure in figures {
            let file = file(figure.name);
            put(&figure.svg, Some(&file), output)?;
            written.push(WrittenFigure {
                file,
                caption: figure.caption,
            });
        }
        output.answer(&WrittenFigures { figures: written })
    }
}

impl fmt::Display for WrittenFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, one) in self.figures.iter().enumerate() {
            let line = if place == 0 { "" } else { "\n" };
            write!(f, "{line}{}: {}", one.file.display(), one.caption)?;
        }
        Ok(())
    }
}
