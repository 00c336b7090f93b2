//! Several threads at one tree.
//!
//! A thread takes the leaf that the policy wants next, presumes who wins there and marks the tree with that
//! ([`Tree::enter`]), so that the others go where work would remain if it came true. Then it works at the leaf
//! without the lock: a [`Job`]. What it found goes into the tree, the marks are taken back, and the nodes above
//! are brought up to date. The scheme is that of scalable parallel depth-first proof-number search (Pawlewicz and
//! Hayward 2013), with a tree in the place of their table of virtual bounds.
//!
//! Answers come from proofs alone: what is presumed steers, and no number in the tree depends on it.

use std::ops::Add;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use solveig_game::Game;

use super::Effort;
use super::descent::{BoundQuestion, DEPTH_FIRST, Descent, News, SettledNode};
use super::ground::{Resources, SearchContext};
use super::meeting::{Monitor, Next};
use super::policy::{PlayoutTally, Policy};
use super::tree::{ROOT, SearchNode, Tree};
use crate::Knowledge;
use crate::random::Random;

/// What a thread does at a leaf.
pub(super) trait Job<G: Game, K: Knowledge<G> + Clone>: Send {
    /// The policy of the tree.
    type Policy: Policy;

    /// Works at a leaf until its answer is known, enough was done for once, or `go_on`, which is asked after
    /// each expansion, says no. If it stays open, what is kept of it is brought up to date, and it gets
    /// children, or none. Says what came of it, and what plays there were.
    fn work(
        &mut self,
        ground: &mut SearchContext<G, K>,
        position: &G::Position,
        question: BoundQuestion,
        leaf: Leaf<'_, <Self::Policy as Policy>::Stats>,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> (News, PlayoutTally);
}

/// What is kept of a leaf, and a place for its children.
pub(super) type Leaf<'a, S> = (&'a mut S, &'a mut Vec<SearchNode<S>>);

/// A thread of a team.
pub(super) struct Member<'a, G: Game, K, J> {
    ground: &'a mut SearchContext<G, K>,
    job: J,
}

/// Threads have numbers that fit into a node.
const MOST_THREADS: usize = 1 << 10;

/// What the threads but for one stand on; none if one thread is all there is.
pub(super) fn helpers<G: Game, K: Knowledge<G> + Clone>(
    ground: &SearchContext<G, K>,
    resources: &Resources,
) -> Vec<SearchContext<G, K>> {
    let threads = resources.threads.min(MOST_THREADS);
    let helper = |number: usize| {
        let mut helper = ground.clone();
        helper.random = Random::new(resources.seed.wrapping_add(number as u64));
        helper
    };
    (1..threads).map(helper).collect()
}

/// A team of a thread and its helpers.
pub(super) fn members<'a, G: Game, K, J>(
    ground: &'a mut SearchContext<G, K>,
    helpers: &'a mut [SearchContext<G, K>],
    jobs: impl Iterator<Item = J>,
) -> Vec<Member<'a, G, K, J>> {
    let grounds = std::iter::once(ground).chain(helpers);
    let members = grounds.zip(jobs);
    members
        .map(|(ground, job)| Member { ground, job })
        .collect()
}

/// What the threads share under the lock.
struct Shared<S> {
    tree: Tree<S>,
    /// How often memory was short.
    cuts: u64,
    /// What each thread has done.
    efforts: Vec<Effort>,
    answer: Option<bool>,
}

/// What all threads know.
struct Team<'a, G: Game, P: Policy> {
    meeting: Monitor<Shared<P::Stats>>,
    policy: &'a P,
    position: &'a G::Position,
    question: BoundQuestion,
    /// Whether a thread is at work for nothing, since its leaf has gone or the search is over.
    in_vain: Vec<AtomicBool>,
}

/// Searches a position whose answer is open with all members; the first of them is the calling thread, and
/// asks `go_on`. The tree comes back as far as it has grown.
pub(super) fn search<G: Game, K: Knowledge<G> + Clone, J: Job<G, K>>(
    mut members: Vec<Member<'_, G, K, J>>,
    policy: &J::Policy,
    tree: Tree<<J::Policy as Policy>::Stats>,
    (position, question): (&G::Position, BoundQuestion),
    go_on: &mut dyn FnMut(&Effort) -> bool,
) -> (Option<bool>, Tree<<J::Policy as Policy>::Stats>) {
    let efforts = members.iter().map(|member| member.ground.effort);
    let team = Team {
        meeting: Monitor::new(Shared {
            tree,
            cuts: 0,
            efforts: efforts.collect(),
            answer: None,
        }),
        policy,
        position,
        question,
        in_vain: members.iter().map(|_| AtomicBool::new(false)).collect(),
    };
    thread::scope(|scope| {
        let Some((first, others)) = members.split_first_mut() else {
            return;
        };
        // There is one leaf to begin with, and the search may be over with it.
        let mut first = Thread::new(&team, 0, first);
        if !first.work(go_on) {
            return;
        }
        for (number, other) in others.iter_mut().enumerate() {
            let mut thread = Thread::new(&team, number + 1, other);
            scope.spawn(move || while thread.work(&mut |_| true) {});
        }
        while first.work(go_on) {}
    });
    let Shared { answer, tree, .. } = team.meeting.into_shared();
    (answer, tree)
}

/// A thread at work.
struct Thread<'a, 'm, G: Game, K, J, P: Policy> {
    team: &'a Team<'a, G, P>,
    number: usize,
    member: &'a mut Member<'m, G, K, J>,
    descent: Descent<G>,
    settled: Vec<SettledNode>,
    children: Vec<SearchNode<P::Stats>>,
}

impl<'a, 'm, G, K, J> Thread<'a, 'm, G, K, J, J::Policy>
where
    G: Game,
    K: Knowledge<G> + Clone,
    J: Job<G, K>,
{
    fn new(
        team: &'a Team<'a, G, J::Policy>,
        number: usize,
        member: &'a mut Member<'m, G, K, J>,
    ) -> Self {
        Self {
            team,
            number,
            member,
            descent: Descent::new(team.position.clone()),
            settled: Vec::new(),
            children: Vec::new(),
        }
    }

    /// As the tree knows it.
    fn worker(&self) -> u16 {
        self.number as u16 + 1
    }

    /// Takes a leaf, works at it and brings back what came of it; whether the search goes on.
    fn work(&mut self, go_on: &mut dyn FnMut(&Effort) -> bool) -> bool {
        let _ender = Ender(self.team);
        let Some((mut stats, others)) = self.take() else {
            return false;
        };
        let question = self.team.question.after(self.descent.depth());
        self.descent.follow(&self.member.ground.game);
        let position = self.descent.position(self.descent.depth());
        let (in_vain, mut goes_on) = (&self.team.in_vain[self.number], true);
        let Member { ground, job } = &mut *self.member;
        let mut ask = |effort: &Effort| {
            goes_on &= !effort.asks() || go_on(&effort.add(others));
            goes_on && !in_vain.load(Ordering::Relaxed)
        };
        self.children.clear();
        let leaf = (&mut stats, &mut self.children);
        let mut found = job.work(ground, position, question, leaf, &mut ask);
        if let Some(cuts) = self.bring(stats, found) {
            // A little further each time, so that the search comes to an end however little memory there is.
            let position = self.descent.position(self.descent.depth());
            let (ground, mut budget) = (&mut *self.member.ground, cuts * DEPTH_FIRST);
            ground.effort.cuts += 1;
            let answer = ground.depth_first(position, question.bound, &mut budget);
            found.0 = answer.map_or(News::NoRoom, |reaches| News::Decided(reaches, None));
            self.bring(stats, found);
        }
        let (descent, ground) = (&self.descent, &mut *self.member.ground);
        descent.record(ground, self.team.question, &mut self.settled);
        goes_on &= !ground.is_stopped();
        if !goes_on {
            self.team.end();
        }
        goes_on
    }

    /// A leaf to work at, and what the others have done so far; `None` if the search is over.
    fn take(&mut self) -> Option<(<J::Policy as Policy>::Stats, Effort)> {
        let (team, number, worker) = (self.team, self.number, self.worker());
        let (policy, descent) = (team.policy, &mut self.descent);
        let work = |shared: &mut Shared<_>| {
            let tree = &mut shared.tree;
            if !tree.node(ROOT).is_free() {
                return None;
            }
            descent.go(tree, policy);
            let leaf = descent.leaf();
            let stats = tree.node(leaf).stats;
            tree.enter(leaf, worker, policy.presumes(&stats, descent.wins()));
            descent.presume(tree);
            team.in_vain[number].store(false, Ordering::Relaxed);
            let efforts = shared.efforts.iter().enumerate();
            let others = efforts.filter(|(other, _)| *other != number);
            let effort = others.fold(Effort::default(), |sum, (_, other)| sum.add(*other));
            Some((stats, effort))
        };
        let alone = |shared: &mut Shared<_>| shared.tree.cut_back(&|stats| policy.weight(stats));
        team.meeting.take(work, alone)
    }

    /// Puts into the tree what came of a leaf. If there is no room, it says how often that was so, and the
    /// thread stays at the leaf.
    fn bring(
        &mut self,
        stats: <J::Policy as Policy>::Stats,
        (news, gained): (News, PlayoutTally),
    ) -> Option<u64> {
        let (team, number, worker) = (self.team, self.number, self.worker());
        let (descent, settled) = (&mut self.descent, &mut self.settled);
        let (children, effort) = (&self.children, self.member.ground.effort);
        team.meeting.bring(|shared| {
            let tree = &mut shared.tree;
            shared.efforts[number] = effort;
            if !descent.find(tree) || tree.worker(descent.leaf()) != worker {
                // What was found out is true all the same.
                if let News::Decided(reaches, best_move) = news {
                    settled.push(SettledNode {
                        depth: descent.depth(),
                        reaches,
                        best_move,
                        weight: team.policy.weight(&stats),
                    });
                }
                return (Next::GoOn, None);
            }
            let leaf = descent.leaf();
            let grows = matches!(news, News::Changed) && !children.is_empty();
            if grows && !tree.has_room(children.len()) {
                shared.cuts += 1;
                return (Next::Keep, Some(shared.cuts));
            }
            tree.leave(leaf);
            match news {
                News::Changed if grows => tree.expand(leaf, stats, children),
                News::Changed => *tree.family(leaf).0 = stats,
                News::Decided(..) | News::NoRoom => {}
            }
            let root = descent.tell(tree, team.policy, (news, gained), settled);
            for lost in tree.lost() {
                team.in_vain[usize::from(lost) - 1].store(true, Ordering::Relaxed);
            }
            match (root, news) {
                (News::Decided(reaches, _), _) => {
                    shared.answer = Some(reaches);
                    team.stop_work();
                    (Next::Over, None)
                }
                (_, News::NoRoom) => (Next::Quiet, None),
                _ => (Next::GoOn, None),
            }
        })
    }
}

impl<G: Game, P: Policy> Team<'_, G, P> {
    fn stop_work(&self) {
        for thread in &self.in_vain {
            thread.store(true, Ordering::Relaxed);
        }
    }

    /// Ends the search, whatever is known.
    fn end(&self) {
        self.meeting.end();
        self.stop_work();
    }
}

/// Ends the search if a thread panics, so that the others do not wait for it.
struct Ender<'a, G: Game, P: Policy>(&'a Team<'a, G, P>);

impl<G: Game, P: Policy> Drop for Ender<'_, G, P> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}
