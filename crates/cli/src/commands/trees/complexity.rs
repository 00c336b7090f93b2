//! `solveig trees complexity`: node counts beside closed forms.

use std::ops::RangeInclusive;

use anyhow::Result;
use clap::Args;
use solveig_study::trees::complexity::ComplexityTable;

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
}

fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (min, max) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|number| *number > 0);
    match (number(min), number(max)) {
        (Some(min), Some(max)) if min <= max => Ok(min..=max),
        _ => Err("expected a number from 1 on, or two of them as in 2-4".to_owned()),
    }
}

/// The largest tree whose nodes are counted by running algorithms.
const MAX_NODES: u64 = 300_000;

impl Complexity {
    /// Counts, and prints a table.
    pub fn run(self, output: &mut Output) -> Result<()> {
        let progress = Progress::new("counting");
        let seeds = 1..1 + self.trees;
        let table = ComplexityTable::new(self.width, self.depth, MAX_NODES, seeds);
        drop(progress);
        output.answer(&table)
    }
}
