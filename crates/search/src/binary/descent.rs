//! The way from the root of a tree to a leaf, and the way of news back up.

use solveig_game::{Game, Move, Value};

use super::context::{BinaryAnswer, SearchContext};
use super::policy::{PlayoutTally, Policy};
use super::tree::{ROOT, SearchNode, Tree};
use crate::Knowledge;

/// How many positions more are looked at depth first each time that memory is short.
pub(super) const DEPTH_FIRST: u64 = 1_000;

/// What is asked of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundQuestion {
    /// Whether the side to move gets so much.
    pub bound: Value,
}

impl BoundQuestion {
    /// What follows to be asked of a descendant so many moves further on.
    pub fn after(self, moves: usize) -> Self {
        match moves % 2 {
            0 => self,
            _ => Self {
                bound: 1 - self.bound,
            },
        }
    }
}

/// What became known of a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Update {
    /// Whether it reaches the bound, and by which move.
    Decided(bool, Option<Move>),
    /// It is still open.
    Changed,
    /// Its children do not fit into memory.
    NoRoom,
}

/// An answer about a node on the way, which left the tree with that.
#[derive(Clone, Copy, Debug)]
pub(super) struct SettledNode {
    pub depth: usize,
    pub reaches: bool,
    pub best_move: Option<Move>,
    /// What the policy says of it.
    pub weight: u64,
}

/// The way from the root to a leaf.
#[derive(Debug)]
pub(super) struct Descent<G: Game> {
    /// The positions from the root on, as far as they have been worked out.
    positions: Vec<G::Position>,
    /// The moves between them, and those that follow.
    played: Vec<Move>,
    /// The nodes, and the place of each among its brothers.
    path: Vec<(u32, usize)>,
    /// Whether the side to move at the leaf is taken to win, if that is conjectured.
    wins: Option<bool>,
}

impl<G: Game> Descent<G> {
    pub fn new(root: G::Position) -> Self {
        Self {
            positions: vec![root],
            played: Vec::new(),
            path: vec![(ROOT, 0)],
            wins: None,
        }
    }

    /// Goes from the root to a leaf. The rules are not asked: the positions on the way come with
    /// [`follow`](Self::follow).
    pub fn select<P: Policy>(&mut self, tree: &Tree<P::Stats>, policy: &P) {
        self.path.clear();
        self.path.push((ROOT, 0));
        let mut at = ROOT;
        self.wins = policy.conjecture(&tree.node(ROOT).stats);
        while tree.node(at).is_expanded() {
            let place = policy.choose(&tree.node(at).stats, tree.children(at), self.wins);
            self.wins = self.wins.map(|wins| !wins);
            at = tree.child(at, place);
            let (depth, played) = (self.path.len(), tree.node(at).played);
            if self.played.get(depth - 1) != Some(&played) {
                self.played.truncate(depth - 1);
                self.positions.truncate(depth);
                self.played.push(played);
            }
            self.path.push((at, place));
        }
    }

    /// Works out the positions on the way.
    pub fn follow(&mut self, game: &G) {
        for depth in self.positions.len()..self.path.len() {
            let position = game.play_unchecked(&self.positions[depth - 1], self.played[depth - 1]);
            self.positions.push(position);
        }
    }

    /// Finds the nodes of the same moves again, after others changed the tree. It fails if a node
    /// is no more.
    pub fn find<S: Copy>(&mut self, tree: &Tree<S>) -> bool {
        let mut at = ROOT;
        for depth in 1..self.path.len() {
            let played = self.played[depth - 1];
            let mut children = tree.children(at).iter();
            let Some(place) = children.position(|child| child.played == played) else {
                return false;
            };
            at = tree.child(at, place);
            self.path[depth] = (at, place);
        }
        true
    }

    /// How many moves it is from the root to the leaf.
    pub const fn depth(&self) -> usize {
        self.path.len() - 1
    }

    /// The node it leads to.
    pub fn leaf(&self) -> u32 {
        self.path[self.depth()].0
    }

    /// Whether the side to move at the leaf is taken to win, if that is conjectured.
    pub const fn wins(&self) -> Option<bool> {
        self.wins
    }

    /// The position at a depth.
    pub fn position(&self, depth: usize) -> &G::Position {
        &self.positions[depth]
    }

    /// Works out what is presumed of the nodes above the leaf.
    pub fn presume<S: Copy>(&self, tree: &mut Tree<S>) {
        let above = self.path[..self.depth()].iter().rev();
        for (at, _) in above {
            if !tree.presume(*at) {
                break;
            }
        }
    }

    /// Tells the nodes above the leaf what is new there, from below upwards; `gained` are the plays
    /// that came in. What is decided leaves the tree and is added to `settled`. Says what it means
    /// for the root.
    pub fn backpropagate<P: Policy>(
        &self,
        tree: &mut Tree<P::Stats>,
        policy: &P,
        (mut update, mut gained): (Update, PlayoutTally),
        settled: &mut Vec<SettledNode>,
    ) -> Update {
        for depth in (0..self.path.len()).rev() {
            let (at, place) = self.path[depth];
            if let Update::Decided(reaches, best_move) = update {
                settled.push(SettledNode {
                    depth,
                    reaches,
                    best_move,
                    weight: policy.weight(&tree.node(at).stats),
                });
            }
            if depth == 0 {
                break;
            }
            let (parent, _) = self.path[depth - 1];
            gained = gained.turned();
            let changed = match update {
                // A move to what the other side does not win wins.
                Update::Decided(false, _) => {
                    tree.collapse(parent);
                    update = Update::Decided(true, Some(self.played[depth - 1]));
                    continue;
                }
                Update::Decided(true, _) if tree.remove(parent, place) == 0 => {
                    update = Update::Decided(false, None);
                    continue;
                }
                Update::Decided(true, _) => None,
                Update::Changed | Update::NoRoom => Some(place),
            };
            let (stats, children) = tree.family(parent);
            policy.update(stats, children, changed, gained);
            tree.presume(parent);
            update = Update::Changed;
        }
        update
    }

    /// Leaves out brothers of a child that was settled last, those that its zone shows to lose as
    /// well, and tells the nodes above. Says what it means for the root.
    pub fn prune<K: Knowledge<G>, P: Policy>(
        &mut self,
        context: &mut SearchContext<G, K>,
        tree: &mut Tree<P::Stats>,
        policy: &P,
        question: BoundQuestion,
        mut top: usize,
    ) -> Update {
        let mut settled = Vec::new();
        loop {
            let must_play = context.must_play(self.position(top));
            let depth = top - 1;
            // Nodes on the way may have changed places since.
            self.path.truncate(top);
            if !self.find(tree) {
                return Update::Changed;
            }
            let (parent, _) = self.path[depth];
            let outside = |child: &SearchNode<P::Stats>| !is_in(child.played, must_play);
            let (mut any, mut left) = (false, tree.children(parent).len());
            while let Some(place) = tree.children(parent).iter().position(outside) {
                left = tree.remove(parent, place);
                any = true;
            }
            if !any {
                return Update::Changed;
            }
            let update = match left {
                0 => Update::Decided(false, None),
                _ => {
                    let (stats, children) = tree.family(parent);
                    policy.update(stats, children, None, PlayoutTally::default());
                    Update::Changed
                }
            };
            let found = (update, PlayoutTally::default());
            let root = self.backpropagate(tree, policy, found, &mut settled);
            let next = settled
                .last()
                .map(|one: &SettledNode| (one.depth, one.reaches));
            self.record(context, question, &mut settled);
            match (root, next) {
                (Update::Decided(..), _) => return root,
                (_, Some((depth, true))) if depth > 0 => top = depth,
                _ => return root,
            }
        }
    }

    /// Keeps what was settled.
    pub fn record<K: Knowledge<G>>(
        &self,
        context: &mut SearchContext<G, K>,
        question: BoundQuestion,
        settled: &mut Vec<SettledNode>,
    ) {
        for one in settled.drain(..) {
            let bound = question.after(one.depth).bound;
            let position = &self.positions[one.depth];
            context.record(position, bound, one.reaches, one.best_move, one.weight);
        }
    }
}

/// Whether a move is one of these, as bits by their codes; all have to be tried if none is left
/// out.
pub(super) const fn is_in(played: Move, moves: u128) -> bool {
    moves == u128::MAX || moves >> (played.0 % 128) & 1 == 1
}

/// Looks at the moves of a position: its children, those that are not decided, as leaves that
/// `leaf` makes; or its answer, if there is none or one decides it.
pub(super) fn expand<G: Game, K: Knowledge<G>, S>(
    context: &mut SearchContext<G, K>,
    position: &G::Position,
    question: BoundQuestion,
    moves: &mut Vec<Move>,
    children: &mut Vec<SearchNode<S>>,
    mut leaf: impl FnMut(&mut SearchContext<G, K>, &G::Position, BoundQuestion) -> S,
) -> Update {
    let below = question.after(1);
    children.clear();
    let answer = context.expand(position, question.bound, moves);
    if let Some(reaches) = answer.decided() {
        return Update::Decided(reaches, None);
    }
    let mut must_play = u128::MAX;
    for played in moves {
        if !is_in(*played, must_play) {
            continue;
        }
        let child = context.game.play_unchecked(position, *played);
        match context.examine(&child, below.bound) {
            BinaryAnswer::No => return Update::Decided(true, Some(*played)),
            BinaryAnswer::Yes => must_play &= context.must_play(&child),
            BinaryAnswer::Open => {
                children.push(SearchNode::leaf(*played, leaf(context, &child, below)))
            }
        }
    }
    children.retain(|child| is_in(child.played, must_play));
    match children.is_empty() {
        true => Update::Decided(false, None),
        false => Update::Changed,
    }
}
