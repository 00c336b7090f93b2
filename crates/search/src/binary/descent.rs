//! One iteration of a best-first search: selection of a leaf, and backpropagation of its result.

use solveig_game::{Game, Move, Symmetric, Value};

use super::context::SearchContext;
use super::policy::{PlayoutTally, Policy};
use super::question::{KnownAnswer, complement, complement_after};
use super::tree::{ROOT, SearchNode, Tree};
use crate::Knowledge;

/// The result of an expansion, as it is backpropagated.
#[derive(Clone, Copy, Debug)]
pub(super) enum Update {
    /// The node is decided.
    Decided(KnownAnswer),
    /// The node is open; its statistics changed.
    Changed,
    /// The children of the leaf do not fit into memory.
    NoRoom,
}

/// A decided node of the path, which was removed from the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct DecidedNode {
    pub depth: usize,
    pub answer: KnownAnswer,
    /// Its [weight](Policy::weight).
    pub weight: u64,
}

/// The selected path from the root to a leaf.
#[derive(Debug)]
pub(super) struct Descent<G: Game> {
    /// The positions of the path, as far as computed.
    positions: Vec<G::Position>,
    /// The moves of the path.
    played: Vec<Move>,
    /// The nodes of the path, with the index of each among its siblings.
    path: Vec<(u32, usize)>,
    /// Whether the side to move at the leaf is taken to win, if that is conjectured.
    wins: Option<bool>,
}

impl<G: Symmetric> Descent<G> {
    pub fn new(root: G::Position) -> Self {
        Self {
            positions: vec![root],
            played: Vec::new(),
            path: vec![(ROOT, 0)],
            wins: None,
        }
    }

    /// Selects a path from the root to a leaf by the policy. Plays no moves:
    /// [`follow`](Self::follow) computes the positions, outside the lock.
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

    /// Computes the positions of the path.
    pub fn follow(&mut self, game: &G) {
        for depth in self.positions.len()..self.path.len() {
            let position = game.play_unchecked(&self.positions[depth - 1], self.played[depth - 1]);
            self.positions.push(position);
        }
    }

    /// Finds the nodes of the path again after other threads changed the tree; false if one was
    /// removed.
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

    /// The depth of the leaf in plies.
    pub const fn depth(&self) -> usize {
        self.path.len() - 1
    }

    pub fn leaf(&self) -> u32 {
        self.path[self.depth()].0
    }

    /// Whether the side to move at the leaf is taken to win, if that is conjectured.
    pub const fn wins(&self) -> Option<bool> {
        self.wins
    }

    /// The position `depth` moves below the root.
    pub fn position(&self, depth: usize) -> &G::Position {
        &self.positions[depth]
    }

    /// Propagates the assumed result of the leaf to its ancestors.
    pub fn presume<S: Copy>(&self, tree: &mut Tree<S>) {
        let above = self.path[..self.depth()].iter().rev();
        for (at, _) in above {
            if !tree.presume(*at) {
                break;
            }
        }
    }

    /// Propagates the result of the leaf and its `playouts` to the ancestors. Decided
    /// nodes are removed from the tree and appended to `settled`. Returns the result for the root.
    pub fn backpropagate<P: Policy>(
        &self,
        tree: &mut Tree<P::Stats>,
        policy: &P,
        mut update: Update,
        mut playouts: PlayoutTally,
        settled: &mut Vec<DecidedNode>,
    ) -> Update {
        for depth in (0..self.path.len()).rev() {
            let (at, place) = self.path[depth];
            if let Update::Decided(answer) = update {
                settled.push(DecidedNode {
                    depth,
                    answer,
                    weight: policy.weight(&tree.node(at).stats),
                });
            }
            if depth == 0 {
                break;
            }
            let (parent, _) = self.path[depth - 1];
            playouts = playouts.for_opponent();
            match update {
                // A move to a position that the opponent does not win wins.
                Update::Decided(KnownAnswer { reaches: false, .. }) => {
                    tree.collapse(parent);
                    update = Update::Decided(KnownAnswer::won(self.played[depth - 1]));
                    continue;
                }
                Update::Decided(_) if tree.remove(parent, place) == 0 => {
                    update = Update::Decided(KnownAnswer::LOSS);
                    continue;
                }
                _ => {}
            }
            let (stats, children) = tree.family(parent);
            policy.update(stats, children, false, playouts);
            tree.presume(parent);
            update = Update::Changed;
        }
        update
    }

    /// The moves to the open siblings of the node at `depth`, which the path then no longer
    /// includes; none if their parent was removed.
    pub fn open_siblings<S: Copy>(&mut self, tree: &Tree<S>, depth: usize) -> Vec<Move> {
        self.path.truncate(depth);
        match self.find(tree) {
            true => tree
                .children(self.leaf())
                .iter()
                .map(|one| one.played)
                .collect(),
            false => Vec::new(),
        }
    }

    /// Removes the children of the last node of the path to which these moves lead, all of them
    /// lost, and backpropagates. Returns the result for the root.
    pub fn remove_lost<P: Policy>(
        &mut self,
        tree: &mut Tree<P::Stats>,
        policy: &P,
        losing_moves: &[Move],
        settled: &mut Vec<DecidedNode>,
    ) -> Update {
        // Nodes of the path may have moved meanwhile.
        if !self.find(tree) {
            return Update::Changed;
        }
        let node = self.leaf();
        let (mut update, mut any) = (Update::Changed, false);
        for played in losing_moves {
            let mut children = tree.children(node).iter();
            if let Some(place) = children.position(|child| child.played == *played) {
                any = true;
                if tree.remove(node, place) == 0 {
                    update = Update::Decided(KnownAnswer::LOSS);
                }
            }
        }
        if !any {
            return Update::Changed;
        }
        if let Update::Changed = update {
            let (stats, children) = tree.family(node);
            policy.update(stats, children, false, PlayoutTally::default());
            tree.presume(node);
        }
        self.backpropagate(tree, policy, update, PlayoutTally::default(), settled)
    }

    /// Stores the answers of the decided nodes in the tables.
    pub fn record<K: Knowledge<G>>(
        &self,
        context: &mut SearchContext<G, K>,
        bound: Value,
        settled: &mut Vec<DecidedNode>,
    ) {
        for one in settled.drain(..) {
            let bound = complement_after(bound, one.depth);
            let position = &self.positions[one.depth];
            context.record(position, bound, one.answer, one.weight);
        }
    }
}

/// Whether a move is in the set `moves`, bits by move codes; `u128::MAX` is the set of all moves.
pub(super) const fn is_in(played: Move, moves: u128) -> bool {
    moves == u128::MAX || moves >> (played.0 % 128) & 1 == 1
}

/// Expands a position: fills `children` with the undecided children, whose statistics `leaf` makes,
/// unless a child decides the position or all are decided.
pub(super) fn expand<G: Symmetric, K: Knowledge<G>, S>(
    context: &mut SearchContext<G, K>,
    position: &G::Position,
    bound: Value,
    children: &mut Vec<SearchNode<S>>,
    mut leaf: impl FnMut(&mut SearchContext<G, K>, &G::Position, Value) -> S,
) -> Update {
    let below = complement(bound);
    children.clear();
    let mut moves = Vec::new();
    let answer = context.expand(position, bound, &mut moves);
    if let Some(reaches) = answer {
        return Update::Decided(KnownAnswer::by_bounds(reaches));
    }
    let mut must_play = u128::MAX;
    for played in moves {
        if !is_in(played, must_play) {
            continue;
        }
        let child = context.game.play_unchecked(position, played);
        let answer = context.examine(&child, below);
        match answer.or_else(|| context.bounded(&child, below)) {
            Some(false) => return Update::Decided(KnownAnswer::won(played)),
            Some(true) => must_play &= context.must_play(&child),
            None => children.push(SearchNode::leaf(played, leaf(context, &child, below))),
        }
    }
    children.retain(|child| is_in(child.played, must_play));
    match children.is_empty() {
        true => Update::Decided(KnownAnswer::LOSS),
        false => Update::Changed,
    }
}
