//! Best-first search with a tree in memory, for proof-number search, Expected Work Search and MCTS.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use solveig_game::{Game, GameExt, Keyed, Symmetric, Value};

use super::context::SearchContext;
use super::descent::{self, Update};
use super::policy::{PlayoutTally, Policy};
use super::team::{Job, WorkerPool};
use super::tree::{ROOT, SearchNode, Tree};
use super::{BinarySolver, Effort, KnownAnswer, Resources};
use crate::checkpoint::{CheckpointReader, CheckpointWriter, Section};
use crate::{Knowledge, StopToken};

/// A best-first search with a policy (Randall et al. 2024, section 3): each iteration selects a
/// leaf by the policy, expands it and updates its ancestors. Decided nodes are removed from the
/// tree and stored in the table.
///
/// Several [threads](Resources::threads) grow one tree: each selects a leaf that no other thread
/// works at, and expands it outside the lock.
#[derive(Clone, Debug)]
pub struct BestFirst<G: Keyed, K, P: Policy> {
    pool: WorkerPool<G, K>,
    policy: P,
    tree_bytes: u64,
    stopped: Option<StoppedSearch<G, P::Stats>>,
}

/// The tree of a stopped search.
#[derive(Clone, Debug)]
struct StoppedSearch<G: Game, S> {
    /// The root; `None` if the tree is from a checkpoint.
    position: Option<G::Position>,
    /// A hash of position, history and bound.
    mark: u64,
    bound: Value,
    tree: Tree<S>,
}

impl<G: Symmetric, K: Knowledge<G> + Clone, P: Policy> BestFirst<G, K, P> {
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn new(game: G, knowledge: K, resources: &Resources, policy: P) -> Self {
        Self {
            pool: WorkerPool::new(game, knowledge, resources),
            policy,
            tree_bytes: resources.tree_bytes,
            stopped: None,
        }
    }

    /// A hash of a question, the history included: after another one, moves that were refuted and
    /// removed from the tree may win.
    fn mark(&self, position: &G::Position, bound: Value) -> u64 {
        let context = &self.pool.context;
        let mark = context.mark(position, bound);
        let Some(rule) = context.game.repetition_rule() else {
            return mark;
        };
        let mut keys = Vec::new();
        let _ = rule.history(position, &mut |key| {
            keys.push(key);
            ControlFlow::Continue(())
        });
        keys.sort_unstable();
        let mut hasher = DefaultHasher::new();
        (mark, keys).hash(&mut hasher);
        hasher.finish()
    }

    /// Takes the tree of the stopped search if it was for this question.
    fn resume(&mut self, position: &G::Position, bound: Value) -> Option<Tree<P::Stats>> {
        let stopped = self.stopped.take()?;
        let same = match &stopped.position {
            Some(root) => root == position,
            None => is_legal_tree(&self.pool.context.game, position, &stopped.tree),
        };
        let mark = self.mark(position, bound);
        (same && stopped.bound == bound && stopped.mark == mark).then_some(stopped.tree)
    }
}

/// Whether all moves of a tree are legal from this root.
fn is_legal_tree<G: Game, S: Copy>(game: &G, root: &G::Position, tree: &Tree<S>) -> bool {
    let mut rest = vec![(ROOT, root.clone())];
    while let Some((at, position)) = rest.pop() {
        let legal = game.moves(&position);
        for (place, child) in tree.children(at).iter().enumerate() {
            if !legal.contains(&child.played) {
                return false;
            }
            let after = game.play_unchecked(&position, child.played);
            if game.terminal_value(&after).is_some() && child.is_expanded() {
                return false;
            }
            rest.push((tree.child(at, place), after));
        }
    }
    true
}

impl<G: Symmetric, K: Knowledge<G> + Clone, P: Policy> BinarySolver<G> for BestFirst<G, K, P> {
    fn game(&self) -> &G {
        &self.pool.context.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.pool.set_stop(&stop);
    }

    fn reaches(
        &mut self,
        position: &G::Position,
        bound: Value,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> Option<bool> {
        let answer = self.pool.context.examine(position, bound);
        if answer.is_some() {
            return answer;
        }
        let tree = match self.resume(position, bound) {
            Some(tree) => tree,
            None => {
                let context = &mut self.pool.context;
                let root = self.policy.leaf(0, &mut || {
                    let playout = context.playout(position);
                    (playout.value >= bound, playout)
                });
                Tree::new(root, self.tree_bytes)
            }
        };
        let (job, policy) = (|| Expansion(self.policy.clone()), &self.policy);
        let pool = &mut self.pool;
        let (answer, tree) = pool.search(job, policy, tree, position, bound, go_on);
        if answer.is_none() {
            self.stopped = Some(StoppedSearch {
                position: Some(position.clone()),
                mark: self.mark(position, bound),
                bound,
                tree,
            });
        }
        answer
    }

    fn look_up(&self, position: &G::Position, bound: Value) -> Option<KnownAnswer> {
        self.pool.context.look_up(position, bound)
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        let to = &mut CheckpointWriter(to);
        self.pool.context.memory.save(to)?;
        let Some(stopped) = &self.stopped else {
            return to.section(Section::Nothing);
        };
        to.section(Section::Tree)?;
        to.word(stopped.mark)?;
        to.word(stopped.bound as u64)?;
        stopped.tree.save(to, |stats| self.policy.words(stats))
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let from = &mut CheckpointReader(from);
        let context = &self.pool.context;
        context.memory.load(&context.game, from)?;
        if from.either(Section::Tree, Section::Nothing)? == Section::Nothing {
            self.stopped = None;
            return Ok(());
        }
        self.stopped = Some(StoppedSearch {
            position: None,
            mark: from.word()?,
            bound: from.word()? as Value,
            tree: Tree::load(from, self.tree_bytes, |words| self.policy.stats(words))?,
        });
        Ok(())
    }

    fn effort(&self) -> Effort {
        self.pool.effort()
    }
}

/// The expansion of a leaf.
struct Expansion<P>(P);

/// A job is one expansion. Measured on Hex: with jobs of four expansions in a private subtree, two
/// threads visit far more positions than one thread; with one expansion, about as many.
impl<G: Symmetric, K: Knowledge<G> + Clone, P: Policy> Job<G, K> for Expansion<P> {
    type Policy = P;

    fn work(
        &mut self,
        context: &mut SearchContext<G, K>,
        position: &G::Position,
        bound: Value,
        leaf: &mut P::Stats,
        children: &mut Vec<SearchNode<P::Stats>>,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> (Update, PlayoutTally) {
        let (policy, mut playouts) = (&self.0, PlayoutTally::default());
        let mut place = 0;
        let make = |context: &mut SearchContext<G, K>, child: &G::Position, below: Value| {
            let stats = policy.leaf(place, &mut || {
                let playout = context.playout(child);
                (playout.value >= below, playout)
            });
            let first = policy.first(&stats).for_opponent();
            playouts.wins += first.wins;
            playouts.visits += first.visits;
            place += u32::from(context.orders_moves());
            stats
        };
        let update = descent::expand(context, position, bound, children, make);
        if let Update::Changed = update {
            policy.update(leaf, children, true, playouts);
        }
        go_on(&context.effort);
        (update, playouts)
    }
}
