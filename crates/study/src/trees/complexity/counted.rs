//! Counts of what searches take.

use std::fmt;
use std::ops::Range;

use serde::Serialize;
use solveig_game::{Game, Move};
use solveig_search::reopening::{Observer, Reopening, ReopeningAlphaBeta};
use solveig_search::{NodeKind, Window};

use super::ClosedForm;
use super::tree_game::TreeGame;
use crate::trees::algorithms::{self, Algorithm, Counts, Gamma, PrincipalVariation, Storage};
use crate::trees::event::NoopObserver;
use crate::trees::random::RandomTrees;
use crate::trees::tree::{GameTree, Node, Payoff, Shape};

/// Most nodes of a tree that is counted in.
pub const MAX_NODES: u64 = 1_000_000;

/// Greatest depth of a tree that is counted in.
pub const MAX_DEPTH: u32 = 100;

/// A search whose nodes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountedSearch {
    /// Every node.
    Minimax,
    /// Alpha-beta with an open window.
    AlphaBeta,
    /// Principal variation search.
    PrincipalVariationSearch,
    /// MTD from above, with one bound stored.
    MtSss,
    /// SSS* on a LIST.
    Sss,
    /// Scout with memory, the first child guessed to be the best, one bound stored.
    Scout,
    /// Reopening alpha-beta without a table, with an infinite window (Takizawa 2026, Algorithm 2).
    Reopening,
}

impl CountedSearch {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Minimax,
        Self::AlphaBeta,
        Self::PrincipalVariationSearch,
        Self::MtSss,
        Self::Sss,
        Self::Scout,
        Self::Reopening,
    ];

    /// What it takes if the best child is in front everywhere. All that find no more than the value take
    /// the critical tree.
    pub const fn closed_form(self) -> ClosedForm {
        match self {
            Self::Minimax => ClosedForm::Minimax,
            Self::Reopening => ClosedForm::Reopening,
            _ => ClosedForm::AlphaBeta,
        }
    }

    /// The algorithm of this crate; reopening alpha-beta is of another one.
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

/// The order of the children in a tree that is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// The best child in front everywhere, the others behind it as chance has them (Takizawa 2026,
    /// section 3.2.1).
    BestFirst,
    /// As chance has it.
    Random,
}

/// A uniform tree that is not counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a uniform tree of width {width} and depth {depth}; \
     expected a width of at least 1, a depth of at most {MAX_DEPTH} and at most {MAX_NODES} nodes"
)]
pub struct Uncountable {
    /// How many children inner nodes would have.
    pub width: u32,
    /// How deep it would be.
    pub depth: u32,
}

/// What a search took of one tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Expanded {
    /// The search.
    pub search: CountedSearch,
    /// The value of the root.
    pub value: Payoff,
    /// How many different nodes it expanded or evaluated at each depth.
    pub nodes: Vec<u64>,
    /// How many visits it made, all those of one node counted; of SSS*, how many triples it took.
    pub visits: u64,
    /// Of reopening alpha-beta, how many visits there were at each depth as each of
    /// [`NodeKind::ALL`], in that order.
    pub kinds: Option<Vec<[u64; 5]>>,
}

impl Expanded {
    /// How many different nodes it expanded.
    pub fn total(&self) -> u64 {
        self.nodes.iter().sum()
    }

    /// Whether it took, at each depth, and as each kind if it has kinds, what the closed forms say.
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

/// What all searches took of one uniform tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// How many children inner nodes have.
    pub width: u32,
    /// How deep the terminals are.
    pub depth: u32,
    /// What the payoffs follow from.
    pub seed: u64,
    /// How the children are ordered.
    pub order: Order,
    /// One of each search.
    pub searches: Vec<Expanded>,
}

impl Counted {
    /// What one search took.
    pub fn of(&self, search: CountedSearch) -> &Expanded {
        let mut all = self.searches.iter();
        all.find(|one| one.search == search)
            .expect("every search is counted")
    }
}

/// Counts what searches take of a uniform tree with the best child in front everywhere.
///
/// # Errors
///
/// Fails if the tree is too large, or if `width` is 0.
pub fn counted(width: u32, depth: u32, seed: u64) -> Result<Counted, Uncountable> {
    count(width, depth, seed, Order::BestFirst)
}

/// Counts what searches take of the tree of [`counted`] in random order.
///
/// # Errors
///
/// As [`counted`].
pub fn counted_at_random(width: u32, depth: u32, seed: u64) -> Result<Counted, Uncountable> {
    count(width, depth, seed, Order::Random)
}

fn count(width: u32, depth: u32, seed: u64, order: Order) -> Result<Counted, Uncountable> {
    let mut tree = random_tree(width, depth, seed)?;
    if order == Order::BestFirst {
        tree = best_first(&tree);
    }
    let searches = CountedSearch::ALL.map(|search| match search.algorithm() {
        Some(algorithm) => expanded(&tree, search, algorithm),
        None => {
            let game = TreeGame::new(&tree).expect("in uniform trees players take turns");
            entered(game, tree.len()).0
        }
    });
    Ok(Counted {
        width,
        depth,
        seed,
        order,
        searches: searches.into(),
    })
}

/// A uniform tree with Max to move at the root, players taking turns, and payoffs from 0 on in random
/// order, no two of them equal.
///
/// # Errors
///
/// As [`counted`].
pub fn random_tree(width: u32, depth: u32, seed: u64) -> Result<GameTree, Uncountable> {
    let nodes = ClosedForm::Minimax.up_to(width, depth);
    if depth > MAX_DEPTH || nodes.is_none_or(|nodes| nodes > MAX_NODES.into()) {
        return Err(Uncountable { width, depth });
    }
    let drawn = RandomTrees::uniform(width, depth, Payoff::MAX - 1).tree(seed);
    // Each payoff gives way to its rank, so that none is there twice.
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

/// The same tree with the best child of each node in front, the leftmost of equals, and the others
/// behind it in their old order. Names are lost.
pub fn best_first(tree: &GameTree) -> GameTree {
    let values = tree.values();
    let best = |node: Node| {
        let value = values[node.index()];
        tree.children(node)
            .find(|child| values[child.index()] == value)
    };
    GameTree::new(&shape(tree, &values, &best))
}

/// Writes a tree down with other payoffs, by node, and with the child in front that `first` says.
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

fn expanded(tree: &GameTree, search: CountedSearch, algorithm: Algorithm) -> Expanded {
    let outcome = algorithms::run(tree, algorithm, &mut NoopObserver);
    let mut nodes = Vec::new();
    for node in tree.nodes() {
        let depth = tree.depth(node) as usize;
        nodes.resize(nodes.len().max(depth + 1), 0);
        nodes[depth] += u64::from(outcome.search.is_expanded(node));
    }
    Expanded {
        search,
        value: outcome.value,
        nodes,
        visits: outcome.counts.visits,
        kinds: None,
    }
}

/// What reopening alpha-beta takes of a tree, and which nodes it enters.
fn entered(game: TreeGame, nodes: usize) -> (Expanded, Vec<bool>) {
    let levels = game.max_level() as usize + 1;
    let mut entered = Entered {
        game: game.clone(),
        seen: vec![false; nodes],
        nodes: vec![0; levels],
        kinds: vec![[0; 5]; levels],
    };
    let window = Reopening::Unbounded.window(game.value_range());
    let mut search = ReopeningAlphaBeta::new(game).with_observer(&mut entered);
    let value = search.search(&Node::ROOT, window, NodeKind::P);
    let visits = search.nodes();
    let expanded = Expanded {
        search: CountedSearch::Reopening,
        value,
        nodes: entered.nodes,
        visits,
        kinds: Some(entered.kinds),
    };
    (expanded, entered.seen)
}

/// What reopening alpha-beta finds and takes of a tree; `None` where the players do not take turns, Max
/// first, or where a node has more than 65,535 children. It remembers what is on the way from the root alone.
pub fn reopening(tree: &GameTree) -> Option<(Payoff, Counts)> {
    let game = TreeGame::new(tree)?;
    let deepest = game.max_level();
    let (counted, seen) = entered(game, tree.len());
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

/// Counts the nodes that reopening alpha-beta enters.
struct Entered {
    game: TreeGame,
    seen: Vec<bool>,
    nodes: Vec<u64>,
    kinds: Vec<[u64; 5]>,
}

impl Observer<TreeGame> for Entered {
    fn enter(&mut self, node: &Node, _: Option<Move>, _: Window, kind: NodeKind) {
        let depth = self.game.level(node) as usize;
        let before = &mut self.seen[node.index()];
        self.nodes[depth] += u64::from(!std::mem::replace(before, true));
        for (counted, one) in self.kinds[depth].iter_mut().zip(NodeKind::ALL) {
            *counted += u64::from(one == kind);
        }
    }
}

/// A mean and what there is around it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Statistics {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of a sample; 0 of a single number.
    pub deviation: f64,
    /// The least.
    pub least: u64,
    /// The greatest.
    pub most: u64,
}

impl Statistics {
    /// Of numbers; `None` if there are none.
    pub fn of(numbers: &[u64]) -> Option<Self> {
        let (least, most) = (*numbers.iter().min()?, *numbers.iter().max()?);
        let count = numbers.len() as f64;
        let mean = numbers.iter().map(|one| *one as f64).sum::<f64>() / count;
        let squares = numbers.iter().map(|one| (*one as f64 - mean).powi(2));
        let variance = squares.sum::<f64>() / (count - 1.0).max(1.0);
        Some(Self {
            mean,
            deviation: variance.sqrt(),
            least,
            most,
        })
    }
}

/// What one search took of several trees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SpreadOf {
    /// The search.
    pub search: CountedSearch,
    /// How many different nodes it expanded.
    pub nodes: Statistics,
    /// How many visits it made.
    pub visits: Statistics,
}

/// What all searches took of several random uniform trees.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// How many children inner nodes have.
    pub width: u32,
    /// How deep the terminals are.
    pub depth: u32,
    /// How many trees there were.
    pub trees: u64,
    /// One of each search; none if there were no trees.
    pub searches: Vec<SpreadOf>,
}

impl Spread {
    /// What one search took, if there were trees.
    pub fn of(&self, search: CountedSearch) -> Option<&SpreadOf> {
        self.searches.iter().find(|one| one.search == search)
    }
}

/// Counts as [`counted_at_random`] for each of the seeds, and takes means.
///
/// # Errors
///
/// As [`counted`].
pub fn spread(width: u32, depth: u32, seeds: Range<u64>) -> Result<Spread, Uncountable> {
    let counted: Vec<Counted> = seeds
        .map(|seed| counted_at_random(width, depth, seed))
        .collect::<Result<_, _>>()?;
    let of = |search: CountedSearch| {
        let each = counted.iter().map(|one| one.of(search));
        let nodes: Vec<u64> = each.clone().map(Expanded::total).collect();
        let visits: Vec<u64> = each.map(|one| one.visits).collect();
        Some(SpreadOf {
            search,
            nodes: Statistics::of(&nodes)?,
            visits: Statistics::of(&visits)?,
        })
    };
    Ok(Spread {
        width,
        depth,
        trees: counted.len() as u64,
        searches: CountedSearch::ALL.into_iter().filter_map(of).collect(),
    })
}
