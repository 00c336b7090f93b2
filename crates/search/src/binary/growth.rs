//! A tree that grows best first, an expansion at a time.

use solveig_game::{Game, Move};

use super::Effort;
use super::context::SearchContext;
use super::descent::{self, BoundQuestion, DEPTH_FIRST, Descent, SettledNode, Update};
use super::policy::{PlayoutTally, Policy};
use super::team::{Job, Leaf};
use super::tree::{SearchNode, Tree};
use crate::Knowledge;

/// A tree that one thread grows.
pub(super) struct Growth<G: Game, P: Policy> {
    policy: P,
    tree: Tree<P::Stats>,
    question: BoundQuestion,
    descent: Descent<G>,
    settled: Vec<SettledNode>,
    expansion: Expansion<P>,
    children: Vec<SearchNode<P::Stats>>,
    /// How often memory was short.
    cuts: u64,
}

impl<G: Game, P: Policy> Growth<G, P> {
    /// Begins with the root of a position.
    pub fn new(
        policy: &P,
        tree: Tree<P::Stats>,
        position: G::Position,
        question: BoundQuestion,
    ) -> Self {
        Self {
            policy: policy.clone(),
            tree,
            question,
            descent: Descent::new(position),
            settled: Vec::new(),
            expansion: Expansion::new(policy),
            children: Vec::new(),
            cuts: 0,
        }
    }

    /// The tree, as far as it has grown.
    pub fn into_tree(self) -> Tree<P::Stats> {
        self.tree
    }

    /// One descent; the answer of the root, once it is known.
    pub fn step<K: Knowledge<G> + Clone>(
        &mut self,
        context: &mut SearchContext<G, K>,
    ) -> Option<bool> {
        self.descent.select(&self.tree, &self.policy);
        self.descent.follow(&context.game);
        let mut found = self.expand(context);
        if let Update::NoRoom = found.0 {
            found.0 = self.without_memory(context)?;
        }
        let (tree, policy, question) = (&mut self.tree, &self.policy, self.question);
        let settled = &mut self.settled;
        let mut root = self.descent.backpropagate(tree, policy, found, settled);
        let last = settled.last().map(|one| (one.depth, one.reaches));
        self.descent.record(context, question, settled);
        if let (Update::Changed, Some((depth, true))) = (root, last) {
            root = self.descent.prune(context, tree, policy, question, depth);
        }
        match root {
            Update::Decided(reaches, _) => Some(reaches),
            Update::Changed | Update::NoRoom => None,
        }
    }

    /// Gives the leaf its children. It may be decided by them.
    fn expand<K: Knowledge<G> + Clone>(
        &mut self,
        context: &mut SearchContext<G, K>,
    ) -> (Update, PlayoutTally) {
        let (leaf, depth) = (self.descent.leaf(), self.descent.depth());
        let mut stats = self.tree.node(leaf).stats;
        let (position, question) = (self.descent.position(depth), self.question.after(depth));
        let (expansion, children) = (&mut self.expansion, &mut self.children);
        let (mut update, gained) =
            expansion.expand(context, position, question, &mut stats, children);
        if let Update::Changed = update {
            match self.tree.has_room(children.len()) {
                true => self.tree.expand(leaf, stats, children),
                false => update = Update::NoRoom,
            }
        }
        (update, gained)
    }

    /// Goes on where memory is short. A leaf is searched depth first, a little further each time
    /// this happens, so that the search comes to an end however little memory there is. If that
    /// does not decide it, the tree is cut back, and the descent has to be made anew.
    fn without_memory<K: Knowledge<G> + Clone>(
        &mut self,
        context: &mut SearchContext<G, K>,
    ) -> Option<Update> {
        let depth = self.descent.depth();
        self.cuts += 1;
        context.effort.cuts += 1;
        let (bound, mut budget) = (self.question.after(depth).bound, self.cuts * DEPTH_FIRST);
        let position = self.descent.position(depth);
        let answer = context.depth_first(position, bound, &mut budget);
        if answer.is_none() {
            self.tree.cut_back(&|stats| self.policy.weight(stats));
        }
        answer.map(|reaches| Update::Decided(reaches, None))
    }
}

/// What it takes to give a leaf its children.
pub(super) struct Expansion<P> {
    policy: P,
    moves: Vec<Move>,
}

impl<P: Policy> Expansion<P> {
    /// By a policy.
    pub fn new(policy: &P) -> Self {
        Self {
            policy: policy.clone(),
            moves: Vec::new(),
        }
    }

    /// Finds the children of a leaf, and brings what is kept of it up to date. It may be decided by
    /// them.
    fn expand<G: Game, K: Knowledge<G> + Clone>(
        &mut self,
        context: &mut SearchContext<G, K>,
        position: &G::Position,
        question: BoundQuestion,
        leaf: &mut P::Stats,
        children: &mut Vec<SearchNode<P::Stats>>,
    ) -> (Update, PlayoutTally) {
        let (policy, mut gained) = (&self.policy, PlayoutTally::default());
        let make =
            |context: &mut SearchContext<G, K>, child: &G::Position, below: BoundQuestion| {
                let stats = policy.leaf(&mut || {
                    let playout = context.playout(child);
                    (playout.value >= below.bound, playout)
                });
                let first = policy.first(&stats).turned();
                gained.wins += first.wins;
                gained.visits += first.visits;
                stats
            };
        let moves = &mut self.moves;
        let update = descent::expand(context, position, question, moves, children, make);
        if let Update::Changed = update {
            policy.update(leaf, children, None, gained);
        }
        (update, gained)
    }
}

/// A job is one expansion. With four in a row in a tree of its own, two threads had to look at 2.5
/// to 3 times as many positions of Hex on 5x4 as one does, and with one at 0.9 to 1.3 times as
/// many: what is learnt at a leaf leads elsewhere.
impl<G: Game, K: Knowledge<G> + Clone, P: Policy> Job<G, K> for Expansion<P> {
    type Policy = P;

    fn work(
        &mut self,
        context: &mut SearchContext<G, K>,
        position: &G::Position,
        question: BoundQuestion,
        (leaf, children): Leaf<'_, P::Stats>,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> (Update, PlayoutTally) {
        let found = self.expand(context, position, question, leaf, children);
        go_on(&context.effort);
        found
    }
}
