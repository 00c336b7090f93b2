//! `solveig trees compare`: compares the cost of algorithms on the same trees.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Result, bail, ensure};
use clap::Args;
use serde::Serialize;
use solveig_study::trees::algorithms::{Counts, run};
use solveig_study::trees::complexity::{Statistics, reopening};
use solveig_study::trees::event::NoopObserver;
use solveig_study::trees::{GameTree, Node, Payoff};

use super::Name;
use super::source::TreeSource;
use crate::arguments::ThreadsArgument;
use crate::output::Output;
use crate::progress::Progress;

/// The largest tree, in nodes.
const MAX_NODES: usize = 20_000_000;

/// Run algorithms on the same trees, and compare what they take
#[derive(Args)]
pub struct Compare {
    #[command(flatten)]
    source: TreeSource,
    /// The algorithms [default: all; reopening only where players take turns]
    #[arg(long, value_enum, value_name = "A,...", value_delimiter = ',')]
    algorithms: Vec<Name>,
    /// How many trees [default: 100; a file is one]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    trees: Option<u64>,
    /// The first guess of MTD(f) [default: the mean of the payoffs]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    guess: Option<Payoff>,
    #[command(flatten)]
    threads: ThreadsArgument,
}

/// The costs of one algorithm on each tree, in the order of [`CompareRow`].
type Costs = [Vec<u64>; 5];

impl Compare {
    /// Runs all algorithms on all trees, and prints a table.
    pub fn run(self, output: &mut Output) -> Result<()> {
        use clap::ValueEnum;
        let all = self.algorithms.is_empty();
        let names = match all {
            true => Name::value_variants(),
            false => &self.algorithms[..],
        };
        let trees = self.source.count(self.trees)?;
        let progress = Progress::new("searching");
        let done = AtomicU64::new(0);
        let one = |tree: GameTree| {
            let value = tree.values()[Node::ROOT.index()];
            let guess = self.guess.unwrap_or_else(|| mean_payoff(&tree));
            let found = names.iter().map(|name| costs(*name, &tree, guess, value));
            let found = found.collect::<Result<Vec<_>>>()?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress.update("searching", done, trees, String::new());
            Ok((tree.len() as u64, found))
        };
        let threads = self.threads.count();
        let found = self.source.trees(trees, MAX_NODES, threads, &one)?;
        drop(progress);
        let mut totals: Vec<(Name, Costs)> =
            names.iter().map(|name| (*name, Costs::default())).collect();
        for (_, one) in &found {
            for ((name, total), one) in totals.iter_mut().zip(one) {
                match one {
                    Some(costs) => total
                        .iter_mut()
                        .zip(costs)
                        .for_each(|(all, one)| all.push(*one)),
                    None if all => {}
                    None => bail!("{}: players do not take turns in these trees", name.text()),
                }
            }
        }
        let nodes: Vec<u64> = found.iter().map(|(nodes, _)| *nodes).collect();
        // Only algorithms that ran on all trees are compared.
        let on_all = |costs: &Costs| costs[0].len() as u64 == trees;
        let rows = totals
            .iter()
            .filter(|(_, costs)| on_all(costs))
            .filter_map(|(name, costs)| CompareRow::of(*name, costs));
        output.answer(&CompareAnswer {
            of: self.source.describe(),
            trees,
            nodes: Statistics::of(&nodes),
            rows: rows.collect(),
        })
    }
}

/// The costs of an algorithm on a tree of minimax value `value`, in the order of [`CompareRow`];
/// `None` if it does not apply to the tree.
fn costs(name: Name, tree: &GameTree, guess: Payoff, value: Payoff) -> Result<Option<[u64; 5]>> {
    let started = Instant::now();
    let found = match name.algorithm(guess) {
        Some(algorithm) => {
            let outcome = run(tree, algorithm, &mut NoopObserver);
            Some((outcome.value, outcome.counts))
        }
        None => reopening(tree),
    };
    let time = started.elapsed().as_nanos() as u64;
    let Some((found, counts)) = found else {
        return Ok(None);
    };
    ensure!(found == value, "{} found {found}, not {value}", name.text());
    let Counts {
        leaves,
        expansions,
        revisits,
        remembered,
        ..
    } = counts;
    Ok(Some([leaves, expansions, revisits, remembered, time]))
}

fn mean_payoff(tree: &GameTree) -> Payoff {
    let payoffs = tree.nodes().filter_map(|node| tree.payoff(node));
    let (sum, count) = payoffs.fold((0_i64, 0_i64), |(sum, count), one| {
        (sum + i64::from(one), count + 1)
    });
    (sum / count.max(1)) as Payoff
}

#[derive(Serialize)]
struct CompareAnswer {
    of: String,
    trees: u64,
    /// Sizes of the trees, in nodes.
    nodes: Option<Statistics>,
    rows: Vec<CompareRow>,
}

#[derive(Serialize)]
struct CompareRow {
    algorithm: String,
    leaves: Statistics,
    expansions: Statistics,
    revisits: Statistics,
    remembered: Statistics,
    nanoseconds: Statistics,
}

impl CompareRow {
    fn of(name: Name, costs: &Costs) -> Option<Self> {
        let [leaves, expansions, revisits, remembered, nanoseconds] =
            costs.each_ref().map(|costs| Statistics::of(costs));
        Some(Self {
            algorithm: name.text(),
            leaves: leaves?,
            expansions: expansions?,
            revisits: revisits?,
            remembered: remembered?,
            nanoseconds: nanoseconds?,
        })
    }
}

impl fmt::Display for CompareAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let trees = if self.trees == 1 { "tree" } else { "trees" };
        write!(f, "{}, {} {trees}", self.of, self.trees)?;
        if let Some(nodes) = &self.nodes {
            write!(f, " of {:.0} nodes", nodes.mean)?;
        }
        let heads = [
            "leaves",
            "expansions",
            "re-visits",
            "remembered",
            "microseconds",
        ];
        write!(f, "; mean and standard deviation\n{:<14}", "algorithm")?;
        for head in heads {
            write!(f, " {head:>21}")?;
        }
        for row in &self.rows {
            write!(f, "\n{:<14}", row.algorithm)?;
            let columns = [&row.leaves, &row.expansions, &row.revisits, &row.remembered];
            for of in columns {
                write!(f, " {:>12.1} ±{:>7.1}", of.mean, of.deviation)?;
            }
            let time = &row.nanoseconds;
            write!(
                f,
                " {:>12.1} ±{:>7.1}",
                time.mean / 1e3,
                time.deviation / 1e3
            )?;
        }
        Ok(())
    }
}
