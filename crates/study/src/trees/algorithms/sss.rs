//! SSS* on a LIST of triples (section 7, figure 7; Stockman 1979).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Counts, Outcome};
use crate::trees::event::{Event, Observer};
use crate::trees::search_tree::SearchTree;
use crate::trees::tree::{GameTree, INFINITY, Node, Payoff, Player};

/// Whether the subtree of a triple is still to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TripleStatus {
    /// The subtree is not yet searched (*live* in Stockman 1979).
    Open,
    /// The subtree is searched (*solved* in Stockman 1979).
    Closed,
}

/// An element of LIST: all min solution trees through a node, none of them worth more than the
/// merit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triple {
    /// The node that all these solution trees contain.
    pub node: Node,
    /// Whether its subtree is searched.
    pub status: TripleStatus,
    /// Upper bound on the value of the min solution trees through the node.
    pub merit: Payoff,
}

/// Which of the triples of greatest merit is taken first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// The leftmost, as in Stockman (1979).
    Leftmost,
    /// The rightmost; the theory allows any.
    Rightmost,
}

/// SSS* between two steps.
#[derive(Clone, Debug)]
pub struct Sss<'t> {
    search: SearchTree<'t>,
    selection: Selection,
    /// Triples by merit, then from left to right. No node of LIST is a descendant of another.
    list: BTreeMap<(Reverse<Payoff>, i64), Triple>,
    /// Merits of LIST from left to right, each by the preorder index of its node.
    merits: BTreeMap<u32, Payoff>,
    counts: Counts,
    visited: Vec<bool>,
}

impl<'t> Sss<'t> {
    /// SSS* before its first step: the root is open, with infinite merit.
    pub fn new(tree: &'t GameTree, selection: Selection) -> Self {
        let mut sss = Self {
            search: SearchTree::new(tree),
            selection,
            list: BTreeMap::new(),
            merits: BTreeMap::new(),
            counts: Counts::default(),
            visited: vec![false; tree.len()],
        };
        sss.insert(Node::ROOT, TripleStatus::Open, INFINITY);
        sss
    }

    /// The triples of LIST in the order in which they will be taken.
    pub fn list(&self) -> impl Iterator<Item = Triple> {
        self.list.values().copied()
    }

    /// The search tree so far.
    pub const fn search(&self) -> &SearchTree<'t> {
        &self.search
    }

    /// Takes one triple and replaces it according to its case; returns the value of the root once
    /// it is known.
    pub fn step(&mut self, observer: &mut dyn Observer) -> Option<Payoff> {
        let (_, triple) = self.list.first_key_value()?;
        let Triple {
            node,
            status,
            merit,
        } = *triple;
        if node == Node::ROOT && status == TripleStatus::Closed {
            return Some(merit);
        }
        self.remove(node, merit);
        self.counts.visits += 1;
        let before = std::mem::replace(&mut self.visited[node.index()], true);
        self.counts.revisits += u64::from(before);
        let tree = self.search.tree();
        let case = self.case(node, status);
        observer.event(Event::List { case, node, merit }, &self.search);
        if status == TripleStatus::Open {
            observer.event(Event::Expand { node }, &self.search);
            self.search.expand(node);
            self.counts.expansions += 1;
        }
        match case {
            1 | 3 => {
                let parent = tree.parent(node).expect("the root is not closed here");
                if case == 1 {
                    self.purge(parent);
                }
                self.insert(parent, TripleStatus::Closed, merit);
            }
            2 => {
                let next = self.next(node).expect("case 2 has a next brother");
                self.insert(next, TripleStatus::Open, merit);
            }
            4 => {
                self.counts.leaves += 1;
                let payoff = tree.payoff(node).expect("case 4 is of terminals");
                self.insert(node, TripleStatus::Closed, merit.min(payoff));
            }
            5 => {
                let first = tree
                    .children(node)
                    .next()
                    .expect("an inner node has children");
                self.insert(first, TripleStatus::Open, merit);
            }
            _ => {
                for child in tree.children(node) {
                    self.insert(child, TripleStatus::Open, merit);
                }
            }
        }
        self.counts.remembered = self.counts.remembered.max(self.list.len() as u64);
        None
    }

    /// The case of figure 7 that applies to a triple, from 1.
    fn case(&self, node: Node, status: TripleStatus) -> u8 {
        let tree = self.search.tree();
        let of_parent = tree.parent(node).and_then(|parent| tree.player(parent));
        match (status, tree.player(node), of_parent) {
            (TripleStatus::Closed, _, Some(Player::Max)) => 1,
            (TripleStatus::Closed, _, _) if self.next(node).is_some() => 2,
            (TripleStatus::Closed, _, _) => 3,
            (TripleStatus::Open, None, _) => 4,
            (TripleStatus::Open, Some(Player::Min), _) => 5,
            (TripleStatus::Open, Some(Player::Max), _) => 6,
        }
    }

    fn next(&self, node: Node) -> Option<Node> {
        let tree = self.search.tree();
        let mut brothers = tree.children(tree.parent(node)?);
        brothers.find(|brother| *brother > node)
    }

    fn place(&self, node: Node, merit: Payoff) -> (Reverse<Payoff>, i64) {
        self.key(self.search.tree().preorder(node), merit)
    }

    fn key(&self, preorder: u32, merit: Payoff) -> (Reverse<Payoff>, i64) {
        let from_left = i64::from(preorder);
        match self.selection {
            Selection::Leftmost => (Reverse(merit), from_left),
            Selection::Rightmost => (Reverse(merit), -from_left),
        }
    }

    fn insert(&mut self, node: Node, status: TripleStatus, merit: Payoff) {
        let triple = Triple {
            node,
            status,
            merit,
        };
        self.list.insert(self.place(node, merit), triple);
        let place = self.search.tree().preorder(node);
        self.merits.insert(place, merit);
    }

    fn remove(&mut self, node: Node, merit: Payoff) {
        self.list.remove(&self.place(node, merit));
        self.merits.remove(&self.search.tree().preorder(node));
    }

    /// Removes all triples below a node from LIST.
    fn purge(&mut self, node: Node) {
        let below = self.search.tree().preorders(node);
        while let Some((place, merit)) = self.merits.range(below.clone()).next() {
            let key = self.key(*place, *merit);
            let place = *place;
            self.list.remove(&key);
            self.merits.remove(&place);
        }
    }
}

/// Runs SSS* to its end.
pub(super) fn run<'t>(tree: &'t GameTree, observer: &mut dyn Observer) -> Outcome<'t> {
    let mut sss = Sss::new(tree, Selection::Leftmost);
    let value = loop {
        if let Some(value) = sss.step(observer) {
            break value;
        }
    };
    Outcome {
        value,
        counts: sss.counts,
        search: sss.search,
    }
}
