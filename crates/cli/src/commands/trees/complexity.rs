//! `solveig trees complexity`: node counts beside closed forms.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use solveig_study::trees::complexity::{ClosedForm, ComplexityTable, Plot};

use super::pictures::put;
use crate::files::{FileKind, Files, ForceArgument};
use crate::output::Output;
use crate::progress::Progress;

/// Count the nodes that algorithms take of uniform trees, beside the closed forms
///
/// With the best child in front everywhere alpha-beta takes the critical tree, and reopening
/// alpha-beta a tree that is larger by a factor that grows with the depth (Takizawa 2026,
/// section 3.2).
#[derive(Args)]
pub struct Complexity {
    /// Children of a node: one number, or a range as in 2-4
    #[arg(long, value_name = "B", default_value = "2-3", value_parser = range)]
    width: RangeInclusive<u32>,
    /// Depths: one number, or a range as in 1-8
    #[arg(long, value_name = "D", default_value = "1-8", value_parser = range)]
    depth: RangeInclusive<u32>,
    /// How many random trees are beside the ordered ones
    #[arg(long, value_name = "N", default_value_t = 10)]
    trees: u64,
    /// Write a plot in SVG to this file, of the least width
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
}

fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|number| *number > 0);
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Ok(least..=most),
        _ => Err("expected a number from 1 on, or two of them as in 2-4".to_owned()),
    }
}

/// The largest tree whose nodes are counted by running algorithms.
const MOST_NODES: u64 = 300_000;

impl Complexity {
    /// Counts, prints a table, and writes a plot if asked for.
    pub fn run(self, output: &mut Output) -> Result<()> {
        let _owned = Files::new()
            .writes("--plot", self.plot.as_deref(), FileKind::PLOT)
            .own("trees complexity", self.force)?;
        let progress = Progress::new("counting");
        let seeds = 1..1 + self.trees;
        if let Some(path) = &self.plot {
            let width = *self.width.start();
            let small = |depth: &u32| {
                let nodes = ClosedForm::Minimax.up_to(width, *depth);
                nodes.is_some_and(|nodes| nodes <= MOST_NODES.into())
            };
            let deepest = *self.depth.end();
            let counted_to = (0..=deepest).take_while(small).last().unwrap_or(0);
            let plot = Plot::new(width, counted_to, deepest, seeds.clone())?;
            put(&plot.svg(), Some(path), output)?;
        }
        let table = ComplexityTable::new(self.width, self.depth, MOST_NODES, seeds);
        drop(progress);
        output.answer(&table)
    }
}
