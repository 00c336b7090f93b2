//! Node counts of searches on uniform trees.

use std::fmt;
use std::ops::Range;

use serde::Serialize;
use solveig_game::{Game, Move};
use solveig_search::Window;

use super::ClosedForm;
use super::tree_game::TreeGame;
use crate::reopening::{NodeKind, Observer, Reopening, ReopeningAlphaBeta};
use crate::trees::algorithms::{self, Algorithm, Counts, Gamma, PrincipalVariation, Storage};
use crate::trees::event::NoopObserver;
use crate::trees::random::RandomTrees;
use crate::trees::tree::{GameTree, Node, Payoff, Shape};

/// Greatest number of nodes of a tree for counting.
pub const MAX_NODES: u64 = 1_000_000;

/// Greatest depth of a tree for counting.
pub const MAX_DEPTH: u32 = 100;

/// A search whose nodes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedSearch {
    /// Exhaustive search.
    Minimax,
    /// Alpha-beta with an open window.
    AlphaBeta,
    /// Principal variation search with an open window.
    PrincipalVariationSearch,
    /// MTD from above with weak storage.
    MtSss,
    /// SSS* (Stockman 1979).
    Sss,
    /// Scout with memory and weak storage; the first child is assumed to be the best.
    Scout,
    /// Reopening alpha-beta without a table, with an infinite window (Takizawa 2026, Algorithm 2).
    Reopening,
}

impl CountedSearch {
    /// All searches, in the order of the tables.
    pub const ALL: [Self; 7] = [
        Self::Minimax,
        Self::AlphaBeta,
        Self::PrincipalVariationSearch,
        Self::MtSss,
        Self::Sss,
        Self::Scout,
        Self::Reopening,
    ];

    /// The closed form of its nodes if the best child comes first everywhere. All searches that
    /// find no more than the value visit the critical tree.
    pub const fn closed_form(self) -> ClosedForm {
        match self {
            Self::Minimax => ClosedForm::Minimax,
            Self::Reopening => ClosedForm::Reopening,
            _ => ClosedForm::AlphaBeta,
        }
    }

    /// The algorithm in [`trees`](crate::trees); `None` for reopening alpha-beta.
    const fn algorithm(self) -> Option<Algorithm> {
        Some(match self {
            Self::Minimax => Algorithm::Minimax,
            Self::AlphaBeta => Algorithm::AlphaBeta,
            Self::PrincipalVariationSearch => Algorithm::PrincipalVariationSearch,
            Self::MtSss => Algorithm::Mtd(Gamma::Sss, Storage::Weak),
            Self::Sss => Algorithm::Sss,
            Self::Scout => Algorithm::Scout(PrincipalVariation::First, Storage::Weak),
            Self::Reopening => return None,
        })
    }
}

impl fmt::Display for CountedSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::PrincipalVariationSearch => "PVS",
            Self::MtSss => "MT-SSS",
            Self::Sss => "SSS*",
            Self::Scout => "Scout",
            Self::Reopening => "reopening alpha-beta",
        })
    }
}

/// Error: a uniform tree that is too large for counting, or of width 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a uniform tree of width {width} and depth {depth}; \
     expected a width of at least 1, a depth of at most {MAX_DEPTH} and at most {MAX_NODES} nodes"
)]
pub struct Uncountable {
    /// Children of an inner node.
    pub width: u32,
    /// Depth of the terminals.
    pub depth: u32,
}

/// Costs of a search on one tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchCosts {
    /// The search whose costs these are.
    pub search: CountedSearch,
    /// The value of the root.
    pub value: Payoff,
    /// Number of distinct nodes that it expanded or evaluated, by depth.
    pub nodes: Vec<u64>,
    /// Number of visits, repeated ones included; for SSS*, of triples taken.
    pub visits: u64,
    /// For reopening alpha-beta, the number of visits by depth and kind, in the order of
    /// [`NodeKind::ALL`].
    pub kinds: Option<Vec<[u64; 5]>>,
}

impl SearchCosts {
    /// Number of distinct nodes that it expanded.
    pub fn total(&self) -> u64 {
        self.nodes.iter().sum()
    }

    /// Whether the counts equal the closed forms at each depth and for each kind, if it has kinds.
    pub fn is_as_closed_form(&self, width: u32) -> bool {
        let is = |counted: u64, form: ClosedForm, depth: usize| {
            form.at(width, depth as u32) == Some(counted.into())
        };
        let form = self.search.closed_form();
        let mut nodes = self.nodes.iter().enumerate();
        let mut kinds = self.kinds.iter().flatten().enumerate();
        nodes.all(|(depth, nodes)| is(*nodes, form, depth))
            && kinds.all(|(depth, kinds)| {
                let mut each = NodeKind::ALL.into_iter().zip(kinds);
                each.all(|(kind, visits)| is(*visits, ClosedForm::Kind(kind), depth))
            })
    }
}

/// Costs of all searches on one uniform tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeCosts {
    /// Children of an inner node.
    pub width: u32,
    /// Depth of the terminals.
    pub depth: u32,
    /// A row for each of [`CountedSearch::ALL`], in that order.
    pub searches: Vec<SearchCosts>,
}

impl TreeCosts {
    /// The row of one search.
    pub fn of(&self, search: CountedSearch) -> &SearchCosts {
        let mut all = self.searches.iter();
        all.find(|one| one.search == search)
            .expect("every search is counted")
    }
}

/// Counts the nodes of all searches on a uniform tree with the best child first everywhere, the
/// others in random order (Takizawa 2026, section 3.2.1).
///
/// # Errors
///
/// Fails if the tree is too large, or if `width` is 0.
pub fn count_best_first(width: u32, depth: u32, seed: u64) -> Result<TreeCosts, Uncountable> {
    let tree = best_first(&random_tree(width, depth, seed)?);
    Ok(count(&tree, width, depth))
}

/// Counts the nodes of all searches on the tree of [`count_best_first`] in random order.
///
/// # Errors
///
/// As [`count_best_first`].
pub fn count_at_random(width: u32, depth: u32, seed: u64) -> Result<TreeCosts, Uncountable> {
    let tree = random_tree(width, depth, seed)?;
    Ok(count(&tree, width, depth))
}

fn count(tree: &GameTree, width: u32, depth: u32) -> TreeCosts {
    let searches = CountedSearch::ALL.map(|search| match search.algorithm() {
        Some(algorithm) => search_costs(tree, search, algorithm),
        None => {
            let game = TreeGame::new(tree).expect("in uniform trees players take turns");
            reopening_costs(game, tree.len()).0
        }
    });
    TreeCosts {
        width,
        depth,
        searches: searches.into(),
    }
}

/// A uniform tree with Max to move at the root, alternating players, and distinct payoffs: the
/// numbers from 0 in random order.
///
/// # Errors
///
/// As [`count_best_first`].
pub fn random_tree(width: u32, depth: u32, seed: u64) -> Result<GameTree, Uncountable> {
    let nodes = ClosedForm::Minimax.up_to(width, depth);
    if depth > MAX_DEPTH || nodes.is_none_or(|nodes| nodes > MAX_NODES.into()) {
        return Err(Uncountable { width, depth });
    }
    let drawn = RandomTrees::uniform(width, depth, Payoff::MAX - 1).tree(seed);
    // Payoffs are replaced by their ranks, which are distinct.
    let mut ranked: Vec<(Payoff, Node)> = drawn
        .nodes()
        .filter_map(|node| Some((drawn.payoff(node)?, node)))
        .collect();
    ranked.sort_unstable();
    let mut ranks = vec![0; drawn.len()];
    for (rank, (_, node)) in (0..).zip(ranked) {
        ranks[node.index()] = rank;
    }
    Ok(GameTree::new(&shape(&drawn, &ranks, &|_| None)))
}

/// The same tree with the best child of each node first (the leftmost of equals) and the others in
/// their old order. Names are dropped.
pub fn best_first(tree: &GameTree) -> GameTree {
    let values = tree.values();
    let best = |node: Node| {
        let value = values[node.index()];
        tree.children(node)
            .find(|child| values[child.index()] == value)
    };
    GameTree::new(&shape(tree, &values, &best))
}

/// Copies a tree with other payoffs, given by node, and with the child that `first` returns moved
/// to the front.
fn shape(tree: &GameTree, payoffs: &[Payoff], first: &dyn Fn(Node) -> Option<Node>) -> Shape {
    fn below(
        tree: &GameTree,
        node: Node,
        payoffs: &[Payoff],
        first: &dyn Fn(Node) -> Option<Node>,
    ) -> Shape {
        let Some(player) = tree.player(node) else {
            return Shape::Terminal(payoffs[node.index()]);
        };
        let front = first(node);
        let others = tree.children(node).filter(|child| Some(*child) != front);
        let children = front.into_iter().chain(others);
        let shapes = children.map(|child| below(tree, child, payoffs, first));
        Shape::Inner(player, shapes.collect())
    }
    below(tree, Node::ROOT, payoffs, first)
}

fn search_costs(tree: &GameTree, search: CountedSearch, algorithm: Algorithm) -> SearchCosts {
    let outcome = algorithms::run(tree, algorithm, &mut NoopObserver);
    let mut nodes = Vec::new();
    for node in tree.nodes() {
        let depth = tree.depth(node) as usize;
        nodes.resize(nodes.len().max(depth + 1), 0);
        nodes[depth] += u64::from(outcome.search.is_expanded(node));
    }
    SearchCosts {
        search,
        value: outcome.value,
        nodes,
        visits: outcome.counts.visits,
        kinds: None,
    }
}

/// Runs reopening alpha-beta on a tree; returns its costs, and for each node whether it was
/// entered.
fn reopening_costs(game: TreeGame, nodes: usize) -> (SearchCosts, Vec<bool>) {
    let levels = game.max_level() as usize + 1;
    let mut entered = EntryObserver {
        game: game.clone(),
        seen: vec![false; nodes],
        nodes: vec![0; levels],
        kinds: vec![[0; 5]; levels],
    };
    let window = Reopening::Unbounded.window(game.value_range());
    let mut search = ReopeningAlphaBeta::new(game).with_observer(&mut entered);
    let value = search.search(&Node::ROOT, window, NodeKind::P);
    let visits = search.nodes();
    let expanded = SearchCosts {
        search: CountedSearch::Reopening,
        value,
        nodes: entered.nodes,
        visits,
        kinds: Some(entered.kinds),
    };
    (expanded, entered.seen)
}

/// Value and costs of a tree under reopening alpha-beta. `None` if the players do not alternate,
/// Max first, or if a node has more than 65,535 children. Only the path from the root is kept in
/// memory.
pub fn reopening(tree: &GameTree) -> Option<(Payoff, Counts)> {
    let game = TreeGame::new(tree)?;
    let deepest = game.max_level();
    let (counted, seen) = reopening_costs(game, tree.len());
    let leaves = tree
        .nodes()
        .filter(|node| seen[node.index()] && tree.payoff(*node).is_some());
    let counts = Counts {
        leaves: leaves.count() as u64,
        expansions: counted.total(),
        visits: counted.visits,
        revisits: counted.visits.saturating_sub(counted.total()),
        remembered: u64::from(deepest) + 1,
    };
    Some((counted.value, counts))
}

/// An observer that counts the nodes reopening alpha-beta enters.
struct EntryObserver {
    game: TreeGame,
    seen: Vec<bool>,
    nodes: Vec<u64>,
    kinds: Vec<[u64; 5]>,
}

impl Observer<TreeGame> for EntryObserver {
    fn enter(&mut self, node: &Node, _: Option<Move>, _: Window, kind: NodeKind) {
        let depth = self.game.level(node) as usize;
        let before = &mut self.seen[node.index()];
        self.nodes[depth] += u64::from(!std::mem::replace(before, true));
        for (counted, one) in self.kinds[depth].iter_mut().zip(NodeKind::ALL) {
            *counted += u64::from(one == kind);
        }
    }
}

/// Mean, deviation and range of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// Arithmetic mean.
    pub mean: f64,
    /// Sample standard deviation; 0 for a single number.
    pub deviation: f64,
    /// Minimum.
    pub min: u64,
    /// Maximum.
    pub max: u64,
}

impl Statistics {
    /// Statistics of a sample; `None` if it is empty.
    pub fn of(numbers: &[u64]) -> Option<Self> {
        let (min, max) = (*numbers.iter().min()?, *numbers.iter().max()?);
        let count = numbers.len() as f64;
        let mean = numbers.iter().map(|one| *one as f64).sum::<f64>() / count;
        let squares = numbers.iter().map(|one| (*one as f64 - mean).powi(2));
        let variance = squares.sum::<f64>() / (count - 1.0).max(1.0);
        Some(Self {
            mean,
            deviation: variance.sqrt(),
            min,
            max,
        })
    }
}

/// Costs of all searches over several random uniform trees.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// Depth of the terminals.
    pub depth: u32,
    /// Number of trees.
    pub trees: u64,
    /// The distinct nodes that each search expanded; empty if there are no trees.
    pub searches: Vec<SearchSpread>,
}

/// The distinct nodes that a search expanded over several trees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSpread {
    /// The search whose spread this is.
    pub search: CountedSearch,
    /// Statistics of its nodes, a tree each.
    pub nodes: Statistics,
}

impl Spread {
    /// The nodes of one search, if there are trees.
    pub fn of(&self, search: CountedSearch) -> Option<Statistics> {
        let mut all = self.searches.iter();
        all.find(|one| one.search == search).map(|one| one.nodes)
    }
}

/// Runs [`count_at_random`] with each of the seeds and summarizes the costs.
///
/// # Errors
///
/// As [`count_best_first`].
pub fn spread(width: u32, depth: u32, seeds: Range<u64>) -> Result<Spread, Uncountable> {
    let counted: Vec<TreeCosts> = seeds
        .map(|seed| count_at_random(width, depth, seed))
        .collect::<Result<_, _>>()?;
    let of = |search: CountedSearch| {
        let nodes = counted.iter().map(|one| one.of(search).total());
        let nodes = Statistics::of(&nodes.collect::<Vec<_>>())?;
        Some(SearchSpread { search, nodes })
    };
    Ok(Spread {
        depth,
        trees: counted.len() as u64,
        searches: CountedSearch::ALL.into_iter().filter_map(of).collect(),
    })
}
