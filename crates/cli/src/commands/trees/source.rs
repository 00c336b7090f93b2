//! The trees that `solveig trees` works on.

use std::path::Path;

use anyhow::{Result, anyhow, ensure};
use clap::Args;
use rayon::prelude::*;
use solveig_game::{Game, GameExt, Move, Notation, Spec, Value};
use solveig_games::AnyPosition;
use solveig_games::Solvable;
use solveig_games::tree::TreeData;
use solveig_study::trees::random::{Random, RandomTrees};
use solveig_study::trees::{GameTree, Payoff, file};

use crate::arguments::PositionArgument;
use crate::files::{FileKind, Files, ForceArgument, OutputLocks};
use crate::games::games;

/// Factor of final scores in payoffs, so that they exceed any evaluation.
const DECIDED: Payoff = 10_000;

/// Default depth of trees.
const DEPTH: u32 = 4;

/// Default number of trees.
const TREES: u64 = 100;

/// Which trees.
#[derive(Args, Clone, Debug)]
pub struct TreeSource {
    /// A game, as in othello:6x6, for trees of its positions; or the tree in a file, as in
    /// tree:FILE.json [default: random trees]
    #[arg(value_name = "GAME", conflicts_with_all = ["children", "payoffs", "early_ends", "any_player", "ordered"])]
    game: Option<String>,
    #[command(flatten)]
    position: PositionArgument,
    /// Start from positions after so many random moves
    #[arg(long, value_name = "N", default_value_t = 0, requires = "game")]
    plies: u32,
    /// How many moves deep trees are; those in files are taken whole [default: 4]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: Option<u32>,
    /// Children of an inner node: a number, or a least and a most as in 1-4
    #[arg(long, short, value_name = "N", default_value = "3", value_parser = children)]
    children: (u32, u32),
    /// Payoffs are from 0 to this
    #[arg(long, value_name = "N", default_value_t = 99, value_parser = clap::value_parser!(i32).range(0..=1_000_000))]
    payoffs: Payoff,
    /// Of a hundred nodes above the last level, how many are terminals
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    early_ends: u32,
    /// Draw who moves at each node, instead of taking turns
    #[arg(long)]
    any_player: bool,
    /// Of a hundred inner nodes, how many have their best child in front
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    ordered: u32,
    /// The seed of all that is random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

fn children(text: &str) -> Result<(u32, u32), String> {
    let (min, max) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().ok();
    match (number(min), number(max)) {
        (Some(min), Some(max)) if (1..=100).contains(&min) && (min..=100).contains(&max) => {
            Ok((min, max))
        }
        _ => Err("expected a number from 1 to 100, or two of them as in 1-4".to_owned()),
    }
}

impl TreeSource {
    /// Describes the trees in words.
    pub fn describe(&self) -> String {
        let depth = self.depth();
        match &self.game {
            Some(game) if self.file().is_some() => game.clone(),
            Some(game) if self.plies > 0 => {
                format!("{game} after {} random moves, depth {depth}", self.plies)
            }
            Some(game) => format!("{game} at {}, depth {depth}", self.position.text),
            None => {
                let (min, max) = self.children;
                let children = if min == max {
                    min.to_string()
                } else {
                    format!("{min} to {max}")
                };
                format!(
                    "random trees, {children} children, depth {depth}, payoffs 0 to {}",
                    self.payoffs
                )
            }
        }
    }

    fn depth(&self) -> u32 {
        self.depth.unwrap_or(DEPTH)
    }

    /// The spec, if the tree is in a file.
    fn file(&self) -> Option<Spec> {
        let spec = Spec::parse(self.game.as_deref()?).ok();
        spec.filter(|spec| spec.name() == "tree")
    }

    /// Reads a tree of at most `max` nodes from its file.
    fn of_file(&self, spec: &Spec, max: usize) -> Result<GameTree> {
        for (is_used, option) in [
            (self.position.text != "-", "--position"),
            (self.plies > 0, "--plies"),
            (self.depth.is_some(), "--depth"),
        ] {
            ensure!(
                !is_used,
                "{spec} is taken whole: {option} cannot be used with it"
            );
        }
        let written = TreeData::from_spec(spec)?;
        let nodes = written.len();
        ensure!(
            nodes <= max,
            "{spec} has {nodes} nodes: expected at most {max}"
        );
        Ok(file::of(&written))
    }

    /// Takes the right to write the output file, if there is one.
    ///
    /// # Errors
    ///
    /// Fails if it is the tree's own file, or would replace a foreign file without `force`.
    pub fn own_file(
        &self,
        option: &str,
        path: Option<&Path>,
        kind: FileKind,
        force: ForceArgument,
    ) -> Result<OutputLocks> {
        Files::new()
            .game(self.game.as_deref().unwrap_or_default())
            .writes(option, path, kind)
            .own("trees", force)
    }

    /// The number of trees: `count`, or the default; 1 for a file.
    ///
    /// # Errors
    ///
    /// Fails if more than one tree of a file is asked for.
    pub fn count(&self, count: Option<u64>) -> Result<u64> {
        let Some(spec) = self.file() else {
            return Ok(count.unwrap_or(TREES));
        };
        let one = count.is_none_or(|count| count == 1);
        ensure!(one, "{spec} is one tree: --trees cannot be used with it");
        Ok(1)
    }

    /// Calls `each` on the trees of `count` consecutive seeds, on this many threads. A tree may
    /// have at most `max` nodes.
    ///
    /// # Errors
    ///
    /// Fails if game, position or file cannot be read, if a tree is too large, or if `each` fails.
    pub fn trees<T: Send>(
        &self,
        count: u64,
        max: usize,
        threads: usize,
        each: &(dyn Fn(GameTree) -> Result<T> + Sync),
    ) -> Result<Vec<T>> {
        if let Some(spec) = self.file() {
            return Ok(vec![each(self.of_file(&spec, max)?)?]);
        }
        let seeds = self.seed..=self.seed.saturating_add(count - 1);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| anyhow!("cannot start threads: {error}"))?;
        let Some(game) = &self.game else {
            let widths =
                (0..=self.depth()).map(|depth| f64::from(self.children.1).powf(depth.into()));
            let nodes: f64 = widths.sum();
            ensure!(
                nodes <= max as f64,
                "trees with {} children and depth {} may have {nodes:.0} nodes: expected at most {max}",
                self.children.1,
                self.depth()
            );
            let shape = RandomTrees {
                min_children: self.children.0,
                max_children: self.children.1,
                depth: self.depth(),
                early_ends: self.early_ends,
                greatest_payoff: self.payoffs,
                alternating: !self.any_player,
                ordered: self.ordered,
            };
            let trees = seeds.into_par_iter().map(|seed| shape.tree(seed));
            return pool.install(|| trees.map(each).collect());
        };
        let game = games().parse(game)?;
        let knowledge = game.solvers().knowledge();
        let start = game.parse_position(&self.position.text)?;
        let worth = |position: &AnyPosition, over: Option<Value>| match over {
            Some(value) => value.saturating_mul(DECIDED),
            None => knowledge.evaluate(&game, position),
        };
        let of_seed = |seed| {
            let position = after_random_moves(&game, &start, self.plies, seed);
            each(GameTree::of_game(
                &game,
                &position,
                self.depth(),
                worth,
                max,
            )?)
        };
        let trees = seeds.into_par_iter().map(of_seed);
        pool.install(|| trees.collect())
    }

    /// The tree of the first seed.
    pub fn tree(&self, max: usize) -> Result<GameTree> {
        let mut found = self.trees(1, max, 1, &Ok)?;
        Ok(found.pop().expect("one tree was asked for"))
    }
}

/// The position after `plies` random moves, or before the random move that ends the game.
fn after_random_moves<G: Game>(
    game: &G,
    start: &G::Position,
    plies: u32,
    seed: u64,
) -> G::Position {
    let mut random = Random::new(seed);
    let mut position = start.clone();
    for _ in 0..plies {
        let moves: Vec<Move> = game.moves(&position);
        if moves.is_empty() {
            break;
        }
        let next = game.play_unchecked(&position, moves[random.below(moves.len() as u32) as usize]);
        if game.terminal_value(&next).is_some() {
            break;
        }
        position = next;
    }
    position
}
