//! The algorithms of Pijls, de Bruin and Plaat (1996) on stored trees; each reports its steps.

mod alpha_beta;
mod mt;
mod scout;
pub mod sss;

pub use mt::{Gamma, Storage};
pub use scout::PrincipalVariation;

use serde::Serialize;

use crate::trees::event::{Event, Observer};
use crate::trees::search_tree::SearchTree;
use crate::trees::tree::{GameTree, INFINITY, MINUS_INFINITY, Node, Payoff};

/// An algorithm with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Exhaustive search.
    Minimax,
    /// Alpha-beta with an open window (figure 6).
    AlphaBeta,
    /// Principal variation search, also known as NegaScout: null windows without memory, and a
    /// second search after failing high.
    PrincipalVariationSearch,
    /// A sequence of null-window searches with memory (section 8).
    Mtd(Gamma, Storage),
    /// SSS* with its six cases on LIST (figure 7), the leftmost triple of greatest merit first.
    Sss,
    /// Scout with memory (figure 12).
    Scout(PrincipalVariation, Storage),
}

/// Result of a run.
#[derive(Clone, Debug)]
pub struct Outcome<'t> {
    /// The minimax value of the root.
    pub value: Payoff,
    /// Costs of the run.
    pub counts: Counts,
    /// The part of the tree that was seen.
    pub search: SearchTree<'t>,
}

/// Costs of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Terminals evaluated.
    pub leaves: u64,
    /// Nodes expanded, terminals included.
    pub expansions: u64,
    /// Visits; for SSS*, triples taken from LIST.
    pub visits: u64,
    /// Visits to nodes that had been visited before.
    pub revisits: u64,
    /// Greatest number of nodes in memory at once: on the path from the root, in LIST, or with
    /// stored bounds.
    pub remembered: u64,
}

/// Runs `algorithm` on `tree`; `observer` receives each step.
pub fn run<'t>(
    tree: &'t GameTree,
    algorithm: Algorithm,
    observer: &mut dyn Observer,
) -> Outcome<'t> {
    if algorithm == Algorithm::Sss {
        return sss::run(tree, observer);
    }
    let mut run = RecursiveRun::new(tree, observer);
    let value = match algorithm {
        Algorithm::Minimax => run.minimax(Node::ROOT),
        Algorithm::AlphaBeta => run.alpha_beta(Node::ROOT, MINUS_INFINITY, INFINITY),
        Algorithm::PrincipalVariationSearch => {
            run.principal_variation_search(Node::ROOT, MINUS_INFINITY, INFINITY)
        }
        Algorithm::Mtd(gamma, storage) => {
            run.storage = storage;
            run.mtd(&mut gamma.chooser())
        }
        Algorithm::Scout(choice, storage) => {
            run.storage = storage;
            run.scout(Node::ROOT, choice)
        }
        Algorithm::Sss => unreachable!("it was run above"),
    };
    run.end(value)
}

/// Runs MTD with a custom choice of gamma: `choose` receives the known lower and upper bound and
/// returns the gamma of the next search, greater than the first and at most the second.
pub fn run_mtd<'t>(
    tree: &'t GameTree,
    storage: Storage,
    choose: &mut dyn FnMut(Payoff, Payoff) -> Payoff,
    observer: &mut dyn Observer,
) -> Outcome<'t> {
    let mut run = RecursiveRun::new(tree, observer);
    run.storage = storage;
    let value = run.mtd(choose);
    run.end(value)
}

/// A run of a recursive algorithm.
struct RecursiveRun<'t, 'o> {
    tree: &'t GameTree,
    search: SearchTree<'t>,
    observer: &'o mut dyn Observer,
    counts: Counts,
    visited: Vec<bool>,
    storage: Storage,
    /// The stored bounds: n.f- and n.f+ in section 8.
    stored: Vec<(Payoff, Payoff)>,
    /// The child that caused the cutoff in the last visit to a node.
    cutoff: Vec<Option<Node>>,
}

impl<'t, 'o> RecursiveRun<'t, 'o> {
    fn new(tree: &'t GameTree, observer: &'o mut dyn Observer) -> Self {
        Self {
            tree,
            search: SearchTree::new(tree),
            observer,
            counts: Counts::default(),
            visited: vec![false; tree.len()],
            storage: Storage::Weak,
            stored: vec![(MINUS_INFINITY, INFINITY); tree.len()],
            cutoff: vec![None; tree.len()],
        }
    }

    fn end(mut self, value: Payoff) -> Outcome<'t> {
        let unknown = (MINUS_INFINITY, INFINITY);
        let stored = self.stored.iter().filter(|bounds| **bounds != unknown);
        let on_the_way = self.tree.nodes().filter(|node| self.visited[node.index()]);
        let deepest = on_the_way.map(|node| u64::from(self.tree.depth(node)) + 1);
        self.counts.remembered = (stored.count() as u64).max(deepest.max().unwrap_or(0));
        Outcome {
            value,
            counts: self.counts,
            search: self.search,
        }
    }

    fn send(&mut self, event: Event) {
        self.observer.event(event, &self.search);
    }

    /// Begins a visit.
    fn visit(&mut self, node: Node, alpha: Payoff, beta: Payoff) {
        self.send(Event::Visit { node, alpha, beta });
        self.counts.visits += 1;
        let before = std::mem::replace(&mut self.visited[node.index()], true);
        self.counts.revisits += u64::from(before);
    }

    /// Ends a visit.
    fn leave(&mut self, node: Node, value: Payoff) -> Payoff {
        self.send(Event::Leave { node, value });
        value
    }

    /// Generates the children of a node or computes its payoff, unless this was done before.
    fn expand(&mut self, node: Node) {
        if self.search.is_expanded(node) {
            return;
        }
        self.send(Event::Expand { node });
        self.search.expand(node);
        self.counts.expansions += 1;
        self.counts.leaves += u64::from(self.tree.payoff(node).is_some());
    }

    /// Reports a cutoff if children are left.
    fn cut(&mut self, node: Node, child: Node, value: Payoff, limit: Payoff) {
        self.cutoff[node.index()] = Some(child);
        if self.tree.children(node).next_back() != Some(child) {
            self.send(Event::Cutoff {
                node,
                child,
                value,
                limit,
            });
        }
    }
}
