//! Best-first search: one or several threads grow one tree.
//!
//! Under the lock, a thread selects a leaf by the policy and marks it with an assumed result
//! ([`Tree::enter`]), so that other threads select leaves that would remain open. It processes the
//! leaf without the lock (a [`Job`]), then removes the mark and backpropagates the result under the
//! lock. This is the scheme of scalable parallel depth-first proof-number search (Pawlewicz and
//! Hayward 2013), with a tree instead of their table of virtual bounds.
//!
//! Assumed results only steer selection: neither answers nor statistics depend on them.

use std::iter;
use std::ops::Add;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Scope};

use solveig_game::{Game, Keyed, Symmetric, Value};

use super::context::SearchContext;
use super::descent::{DecidedNode, Descent, Update, is_in};
use super::monitor::{Monitor, Next};
use super::policy::{PlayoutTally, Policy};
use super::question::{KnownAnswer, complement_after};
use super::simulation::SimulationLimits;
use super::tree::{ROOT, SearchNode, Tree};
use super::{Effort, Resources};
use crate::random::Random;
use crate::{Knowledge, StopToken};

/// The work of a thread at a leaf.
pub(super) trait Job<G: Symmetric, K: Knowledge<G> + Clone>: Send {
    /// The policy of the tree.
    type Policy: Policy;

    /// Processes a leaf until it is decided, the job's budget is spent or `go_on`, called after
    /// each expansion, returns false. If it stays open, updates its statistics, `leaf`, and may set
    /// its `children`. Returns the result and the playouts made.
    fn work(
        &mut self,
        context: &mut SearchContext<G, K>,
        position: &G::Position,
        bound: Value,
        leaf: &mut StatsOf<Self::Policy>,
        children: &mut Vec<SearchNode<StatsOf<Self::Policy>>>,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> (Update, PlayoutTally);
}

/// The statistics of a policy.
type StatsOf<P> = <P as Policy>::Stats;

/// The maximum number of threads; their numbers fit the `worker` field of a node.
const MAX_THREADS: usize = 1 << 10;

/// The increment of the depth-first budget, in positions, each time memory runs short.
const DEPTH_FIRST: u64 = 1_000;

/// The contexts of all threads: the calling one and its helpers.
#[derive(Clone, Debug)]
pub(super) struct WorkerPool<G: Keyed, K> {
    pub context: SearchContext<G, K>,
    pub helpers: Vec<SearchContext<G, K>>,
}

impl<G: Symmetric, K: Knowledge<G> + Clone> WorkerPool<G, K> {
    /// As many threads as the resources say.
    ///
    /// # Panics
    ///
    /// Panics if a table was made for another game.
    pub fn new(game: G, knowledge: K, resources: &Resources) -> Self {
        let context = SearchContext::new(game, knowledge, resources);
        let helper = |number: usize| {
            let mut helper = context.clone();
            helper.random = Random::new(resources.seed.wrapping_add(number as u64));
            helper
        };
        let threads = resources.threads.min(MAX_THREADS);
        Self {
            helpers: (1..threads).map(helper).collect(),
            context,
        }
    }

    /// Sets the stop flag of later searches.
    pub fn set_stop(&mut self, stop: &StopToken) {
        for context in iter::once(&mut self.context).chain(&mut self.helpers) {
            context.set_stop(stop.clone());
        }
    }

    /// The effort of all threads.
    pub fn effort(&self) -> Effort {
        let helpers = self.helpers.iter().map(|helper| helper.effort);
        helpers.fold(self.context.effort, Effort::add)
    }

    /// Searches an open position by all threads, each with a job that `job` makes. The calling
    /// thread calls `go_on`. Returns the answer, if found, and the tree.
    pub fn search<J: Job<G, K>>(
        &mut self,
        job: impl Fn() -> J,
        policy: &J::Policy,
        tree: Tree<StatsOf<J::Policy>>,
        position: &G::Position,
        bound: Value,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> (Option<bool>, Tree<StatsOf<J::Policy>>) {
        let contexts = iter::once(&self.context).chain(&self.helpers);
        let efforts: Vec<Effort> = contexts.map(|context| context.effort).collect();
        let team = Team {
            policy,
            position,
            bound,
            is_useless: efforts.iter().map(|_| AtomicBool::new(false)).collect(),
            monitor: Monitor::new(Shared {
                tree,
                cuts: 0,
                efforts,
                answer: None,
            }),
        };
        thread::scope(|scope| {
            // The first job runs alone: there is only one leaf, and it may decide the search.
            let mut first = Thread::new(&team, 0, &mut self.context, job());
            if !first.work(go_on) {
                return;
            }
            for (helper, context) in self.helpers.iter_mut().enumerate() {
                let mut thread = Thread::new(&team, helper + 1, context, job());
                start(scope, Box::new(move || while thread.work(&mut |_| true) {}));
            }
            while first.work(go_on) {}
        });
        let Shared { answer, tree, .. } = team.monitor.into_shared();
        (answer, tree)
    }
}

/// Starts a thread. It is compiled once, and not for each game and policy.
fn start<'scope>(scope: &'scope Scope<'scope, '_>, work: Box<dyn FnOnce() + Send + 'scope>) {
    scope.spawn(work);
}

/// The state under the lock.
struct Shared<S> {
    tree: Tree<S>,
    /// The number of times memory ran short.
    cuts: u64,
    /// The effort of each thread.
    efforts: Vec<Effort>,
    answer: Option<bool>,
}

/// The state that all threads share, with and without the lock.
struct Team<'a, G: Game, P: Policy> {
    monitor: Monitor<Shared<P::Stats>>,
    policy: &'a P,
    position: &'a G::Position,
    bound: Value,
    /// Per thread, whether its work is useless since its leaf was removed or the search is over.
    is_useless: Vec<AtomicBool>,
}

/// A thread at work.
struct Thread<'a, G: Keyed, K, J, P: Policy> {
    team: &'a Team<'a, G, P>,
    number: usize,
    context: &'a mut SearchContext<G, K>,
    job: J,
    descent: Descent<G>,
    settled: Vec<DecidedNode>,
    children: Vec<SearchNode<P::Stats>>,
    /// The depth of the node decided last, if its siblings are to be pruned. The thread keeps its
    /// work until that is done, so that nobody cuts the tree back meanwhile.
    prunes_at: Option<usize>,
}

impl<'a, G, K, J> Thread<'a, G, K, J, J::Policy>
where
    G: Symmetric,
    K: Knowledge<G> + Clone,
    J: Job<G, K>,
{
    fn new(
        team: &'a Team<'a, G, J::Policy>,
        number: usize,
        context: &'a mut SearchContext<G, K>,
        job: J,
    ) -> Self {
        Self {
            team,
            number,
            context,
            job,
            descent: Descent::new(team.position.clone()),
            settled: Vec::new(),
            children: Vec::new(),
            prunes_at: None,
        }
    }

    /// The number of the thread in the tree.
    fn worker(&self) -> u16 {
        self.number as u16 + 1
    }

    /// One iteration: selects a leaf, processes it and backpropagates. Returns whether the search
    /// goes on.
    fn work(&mut self, go_on: &mut dyn FnMut(&Effort) -> bool) -> bool {
        let _ender = Ender(self.team);
        let Some((mut stats, others)) = self.take() else {
            return false;
        };
        let bound = complement_after(self.team.bound, self.descent.depth());
        self.descent.follow(&self.context.game);
        let position = self.descent.position(self.descent.depth());
        let (is_useless, mut goes_on) = (&self.team.is_useless[self.number], true);
        let mut ask = |effort: &Effort| {
            goes_on &= !effort.asks() || go_on(&effort.add(others));
            goes_on && !is_useless.load(Ordering::Relaxed)
        };
        let (context, children) = (&mut *self.context, &mut self.children);
        children.clear();
        let job = &mut self.job;
        let (update, playouts) = job.work(context, position, bound, &mut stats, children, &mut ask);
        if let Some(cuts) = self.deliver(stats, update, playouts) {
            // The budget grows each time, so that the search terminates with any amount of memory.
            let position = self.descent.position(self.descent.depth());
            let mut budget = cuts * DEPTH_FIRST;
            self.context.effort.cuts += 1;
            let answer = self.context.depth_first(position, bound, &mut budget);
            let answer = answer.map(KnownAnswer::by_bounds);
            self.deliver(
                stats,
                answer.map_or(Update::NoRoom, Update::Decided),
                playouts,
            );
        }
        self.descent
            .record(self.context, self.team.bound, &mut self.settled);
        if let Some(depth) = self.prunes_at.take() {
            self.prune(depth);
        }
        goes_on &= !self.context.is_stopped();
        if !goes_on {
            self.team.end();
        }
        goes_on
    }

    /// Removes siblings of the node decided at `depth` that lose too: those outside its zone, and
    /// those that its proof refutes as well. Then delivers the work that the thread kept.
    fn prune(&mut self, mut depth: usize) {
        let (team, context) = (self.team, &mut *self.context);
        let descent = &mut self.descent;
        loop {
            let mut losing_moves = team.monitor.deliver(|shared| {
                let open = descent.open_siblings(&shared.tree, depth);
                (Next::Keep, open)
            });
            let (parent, decided) = (descent.position(depth - 1), descent.position(depth));
            let bound = complement_after(team.bound, depth);
            let must_play = context.must_play(decided);
            let mut limits = SimulationLimits::default();
            losing_moves.retain(|played| {
                !is_in(*played, must_play)
                    || context.is_refuted_alike(parent, *played, decided, bound, &mut limits)
            });
            let (root, last) = team.monitor.deliver(|shared| {
                let (tree, settled) = (&mut shared.tree, &mut self.settled);
                let root = descent.remove_lost(tree, team.policy, &losing_moves, settled);
                team.mark_useless(tree);
                let last = settled.last().map(|one| (one.depth, one.answer.reaches));
                let next = match (root, last) {
                    (Update::Decided(answer), _) => {
                        shared.answer = Some(answer.reaches);
                        team.stop_work();
                        Next::Over
                    }
                    (_, Some((1.., true))) => Next::Keep,
                    _ => Next::GoOn,
                };
                (next, (root, last))
            });
            descent.record(context, team.bound, &mut self.settled);
            match (root, last) {
                (Update::Changed, Some((above @ 1.., true))) => depth = above,
                _ => return,
            }
        }
    }

    /// Selects a leaf; returns its statistics and the effort of the other threads, or `None` if the
    /// search is over.
    fn take(&mut self) -> Option<(StatsOf<J::Policy>, Effort)> {
        let (team, number, worker) = (self.team, self.number, self.worker());
        let (policy, descent) = (team.policy, &mut self.descent);
        let work = |shared: &mut Shared<_>| {
            let tree = &mut shared.tree;
            if !tree.node(ROOT).is_free() {
                return None;
            }
            descent.select(tree, policy);
            let leaf = descent.leaf();
            let stats = tree.node(leaf).stats;
            if !team.is_alone() {
                tree.enter(leaf, worker, policy.presumes(&stats, descent.wins()));
                descent.presume(tree);
            }
            team.is_useless[number].store(false, Ordering::Relaxed);
            let efforts = shared.efforts.iter().enumerate();
            let others = efforts.filter(|(other, _)| *other != number);
            let effort = others.fold(Effort::default(), |sum, (_, other)| sum.add(*other));
            Some((stats, effort))
        };
        let alone = |shared: &mut Shared<_>| shared.tree.cut_back(&|stats| policy.weight(stats));
        team.monitor.take(work, alone)
    }

    /// Backpropagates the result of the leaf. If its children do not fit into memory, returns how
    /// often that has happened, and the thread keeps the leaf.
    fn deliver(
        &mut self,
        stats: StatsOf<J::Policy>,
        update: Update,
        playouts: PlayoutTally,
    ) -> Option<u64> {
        let (team, number, worker) = (self.team, self.number, self.worker());
        let (descent, settled) = (&mut self.descent, &mut self.settled);
        let (children, effort) = (&self.children, self.context.effort);
        let (prunes, prunes_at) = (self.context.prunes(), &mut self.prunes_at);
        team.monitor.deliver(|shared| {
            let tree = &mut shared.tree;
            shared.efforts[number] = effort;
            let mut has_leaf = || descent.find(tree) && tree.worker(descent.leaf()) == worker;
            if !team.is_alone() && !has_leaf() {
                // The leaf was removed, but the answer is valid.
                if let Update::Decided(answer) = update {
                    settled.push(DecidedNode {
                        depth: descent.depth(),
                        answer,
                        weight: team.policy.weight(&stats),
                    });
                }
                return (Next::GoOn, None);
            }
            let leaf = descent.leaf();
            let grows = matches!(update, Update::Changed) && !children.is_empty();
            if grows && !tree.has_room(children.len()) {
                shared.cuts += 1;
                return (Next::Keep, Some(shared.cuts));
            }
            if !team.is_alone() {
                tree.leave(leaf);
            }
            match update {
                Update::Changed if grows => tree.expand(leaf, stats, children),
                Update::Changed => *tree.family(leaf).0 = stats,
                Update::Decided(..) | Update::NoRoom => {}
            }
            let root = descent.backpropagate(tree, team.policy, update, playouts, settled);
            team.mark_useless(tree);
            match (root, update) {
                (Update::Decided(answer), _) => {
                    shared.answer = Some(answer.reaches);
                    team.stop_work();
                    (Next::Over, None)
                }
                (_, Update::NoRoom) => (Next::Exclusive, None),
                _ => {
                    *prunes_at = match settled.last() {
                        Some(one) if prunes && one.answer.reaches && one.depth > 0 => {
                            Some(one.depth)
                        }
                        _ => None,
                    };
                    let next = prunes_at.map_or(Next::GoOn, |_| Next::Keep);
                    (next, None)
                }
            }
        })
    }
}

impl<G: Game, P: Policy> Team<'_, G, P> {
    /// Whether there is one thread, whose leaf nobody else removes or has to keep away from.
    const fn is_alone(&self) -> bool {
        self.is_useless.len() == 1
    }

    /// Tells the threads whose leaves were removed.
    fn mark_useless(&self, tree: &mut Tree<P::Stats>) {
        for orphan in tree.drain_orphans() {
            self.is_useless[usize::from(orphan) - 1].store(true, Ordering::Relaxed);
        }
    }

    fn stop_work(&self) {
        for thread in &self.is_useless {
            thread.store(true, Ordering::Relaxed);
        }
    }

    /// Ends the search without an answer.
    fn end(&self) {
        self.monitor.end();
        self.stop_work();
    }
}

/// Ends the search if a thread panics, so that the others do not wait for it forever.
struct Ender<'a, G: Game, P: Policy>(&'a Team<'a, G, P>);

impl<G: Game, P: Policy> Drop for Ender<'_, G, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}
