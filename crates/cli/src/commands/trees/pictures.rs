//! `solveig trees draw`, `trace` and `explain`, for one run on one tree, and `write`, for the tree.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use solveig_study::trees::algorithms::{Algorithm, run};
use solveig_study::trees::draw::{Drawing, svg};
use solveig_study::trees::event::NoopObserver;
use solveig_study::trees::explain::explain;
use solveig_study::trees::page::page;
use solveig_study::trees::trace::{lines, trace};
use solveig_study::trees::{GameTree, Node, Payoff, file};

use super::Name;
use super::source::TreeSource;
use crate::files::{FileKind, ForceArgument};
use crate::output::Output;

/// The largest tree that is drawn, traced, explained or written, in nodes.
const MAX_NODES: usize = 20_000;

/// One run on one tree.
#[derive(Args)]
struct RunArguments {
    #[command(flatten)]
    source: TreeSource,
    /// The first guess of MTD(f)
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        allow_negative_numbers = true
    )]
    guess: Payoff,
}

impl RunArguments {
    fn tree(&self) -> Result<GameTree> {
        self.source.tree(MAX_NODES)
    }

    fn algorithm(&self, name: Name) -> Result<Algorithm> {
        let algorithm = name.algorithm(self.guess);
        algorithm.context("reopening tells no steps; solveig trees compare and complexity have it")
    }
}

/// Draw a tree as SVG, as far as an algorithm sees it
#[derive(Args)]
pub struct Draw {
    #[command(flatten)]
    one: RunArguments,
    /// The algorithm; minimax sees everything
    #[arg(long, value_enum, value_name = "A", default_value_t = Name::Minimax)]
    algorithm: Name,
    /// What to show
    #[arg(
        long,
        value_enum,
        value_name = "WHAT,...",
        value_delimiter = ',',
        default_value = "values"
    )]
    show: Vec<Detail>,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
}

/// What a picture shows besides payoffs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Detail {
    /// Minimax values
    Values,
    /// f- and f+
    Bounds,
    /// h- and h+
    Through,
    /// Dead nodes in grey
    Dead,
    /// An optimal max and an optimal min solution tree
    SolutionTrees,
    /// The critical path
    CriticalPath,
    /// The kinds P, A', P', C and A
    Kinds,
}

impl Draw {
    /// Writes the picture.
    pub fn run(self, output: &mut Output) -> Result<()> {
        let source = &self.one.source;
        let _owned =
            source.own_file("--out", self.out.as_deref(), FileKind::PICTURE, self.force)?;
        let tree = self.one.tree()?;
        let search = run(
            &tree,
            self.one.algorithm(self.algorithm)?,
            &mut NoopObserver,
        )
        .search;
        let shows = |what| self.show.contains(&what);
        let drawing = Drawing {
            values: shows(Detail::Values),
            bounds: shows(Detail::Bounds),
            bounds_through: shows(Detail::Through),
            dead: shows(Detail::Dead),
            solution_trees: shows(Detail::SolutionTrees),
            critical_path: shows(Detail::CriticalPath),
            node_kinds: shows(Detail::Kinds),
        };
        put(&svg(&search, &drawing), self.out.as_deref(), output)
    }
}

/// Tell a run step by step: JSON lines, or a page that plays it
#[derive(Args)]
pub struct Trace {
    #[command(flatten)]
    one: RunArguments,
    /// The algorithm
    #[arg(long, value_enum, value_name = "A", default_value_t = Name::AlphaBeta)]
    algorithm: Name,
    /// Write a page in HTML, which needs nothing else, to this file instead
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
}

impl Trace {
    /// Writes the trace.
    pub fn run(self, output: &mut Output) -> Result<()> {
        let source = &self.one.source;
        let out = self.page.as_deref();
        let _owned = source.own_file("--page", out, FileKind::PAGE, self.force)?;
        let tree = self.one.tree()?;
        let trace = trace(&tree, self.one.algorithm(self.algorithm)?);
        if let Some(path) = &self.page {
            return put(&page(&trace), Some(path), output);
        }
        lines(&trace).try_for_each(|line| output.text(&format!("{line}\n")))
    }
}

/// Explain why a node was looked at or left out
#[derive(Args)]
pub struct Explain {
    /// The node, by its number: 0 is the root, then level by level from left to right
    #[arg(value_name = "NODE")]
    node: u32,
    #[command(flatten)]
    one: RunArguments,
    /// The algorithm
    #[arg(long, value_enum, value_name = "A", default_value_t = Name::AlphaBeta)]
    algorithm: Name,
}

impl Explain {
    /// Prints the explanation.
    pub fn run(self, output: &mut Output) -> Result<()> {
        let tree = self.one.tree()?;
        let last = tree.len() - 1;
        let exists = (self.node as usize) <= last;
        ensure!(
            exists,
            "there is no node {}: they are numbered from 0 to {last}",
            self.node
        );
        let algorithm = self.one.algorithm(self.algorithm)?;
        output.answer(&explain(&tree, algorithm, Node(self.node)))
    }
}

/// Write a tree as a file, which tree:FILE.json names
#[derive(Args)]
pub struct Write {
    #[command(flatten)]
    source: TreeSource,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
}

impl Write {
    /// Writes the tree.
    pub fn run(self, output: &mut Output) -> Result<()> {
        let source = &self.source;
        let out = self.out.as_deref();
        let _owned = source.own_file("--out", out, FileKind::TREE, self.force)?;
        let tree = source.tree(MAX_NODES)?;
        put(&file::to_json(&tree)?, self.out.as_deref(), output)
    }
}

/// Writes `text` to the file at `path`, or to standard output.
pub fn put(text: &str, path: Option<&Path>, output: &mut Output) -> Result<()> {
    match path {
        None => output.text(text),
        Some(path) => solveig_format::write_whole(path, |to| to.write_all(text.as_bytes()))
            .with_context(|| format!("{}: cannot be written", path.display())),
    }
}
