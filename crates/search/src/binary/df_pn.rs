//! Depth-first proof-number search: df-pn (Nagai 2002) with the 1 + ε trick (Pawlewicz and Lew
//! 2007).

use std::io::{self, Read, Write};
use std::sync::Arc;

use solveig_game::{GameExt, Keyed, Move, Symmetric, Value};

use super::context::SearchContext;
use super::descent::{self, Update, is_in};
use super::numbers::{NumberTable, Numbers, UNREACHABLE};
use super::policy::{PlayoutTally, Policy};
use super::proof_numbers::{ProofNumbers, ProofStats};
use super::question::complement;
use super::team::{Job, WorkerPool};
use super::tree::{SearchNode, Tree};
use super::{BinarySolver, Effort, KnownAnswer, Resources};
use crate::checkpoint::{CheckpointReader, CheckpointWriter};
use crate::{Knowledge, StopToken};

/// Depth-first proof-number search.
///
/// Searches in the order of proof-number search without a tree: proof numbers are in a lossy table,
/// [`NumberTable`], which searches can share. They guide the search and prove nothing; answers come
/// from the transposition table only.
///
/// Several [threads](Resources::threads) search one position by scalable parallel depth-first
/// proof-number search (Pawlewicz and Hayward 2013): proof-number search grows a tree from the
/// root, and each thread runs df-pn from a leaf with a limited number of positions before the leaf
/// is expanded.
#[derive(Clone, Debug)]
pub struct DfPn<G: Keyed, K> {
    pool: WorkerPool<G, K>,
    guide: Guide,
    /// The memory limit of the shared tree in bytes.
    tree_bytes: u64,
}

/// The parameters and proof numbers that guide the search.
#[derive(Clone, Debug)]
struct Guide {
    numbers: Arc<NumberTable>,
    epsilon: f64,
    /// Whether the disproof number of a leaf starts at its number of moves (Allis 1994), not at 1.
    mobility: bool,
}

impl Guide {
    /// The proof numbers of an open position, from the table if present, else those of a leaf.
    fn numbers<G: Symmetric, K: Knowledge<G> + Clone>(
        &self,
        context: &mut SearchContext<G, K>,
        position: &G::Position,
        mark: u64,
    ) -> Numbers {
        self.numbers
            .get(mark)
            .unwrap_or_else(|| self.leaf(context, position))
    }

    /// The initial proof numbers of a leaf.
    fn leaf<G: Symmetric, K: Knowledge<G> + Clone>(
        &self,
        context: &mut SearchContext<G, K>,
        position: &G::Position,
    ) -> Numbers {
        match self.mobility {
            true => Numbers {
                loss: context.branching(position).max(1),
                ..Numbers::LEAF
            },
            false => Numbers::LEAF,
        }
    }
}

/// The ε of the 1 + ε trick: the factor by which another child has to be better before the search
/// switches. Doubled in games that depend on history.
pub(crate) const EPSILON: f64 = 0.25;

/// The initial budget, in positions, of the plain depth-first search where proof numbers overflow.
const DEPTH_FIRST: u64 = 1_000;

/// The number of positions that a thread visits per leaf before the leaf is expanded.
const JOB: u64 = 1_000;

/// The part of the memory for a tree that several threads share.
const fn tree_bytes(resources: &Resources) -> u64 {
    match resources.threads {
        0 | 1 => 0,
        _ => resources.tree_bytes / 4,
    }
}

impl Resources {
    /// The same resources with one table of proof numbers for `count` [`DfPn`] searches, in place
    /// of a table of each.
    #[must_use]
    pub fn sharing_numbers(&self, count: usize) -> Self {
        let each = self.tree_bytes - tree_bytes(self);
        let numbers = NumberTable::new(each.saturating_mul(count as u64));
        Self {
            numbers: Some(Arc::new(numbers)),
            ..self.clone()
        }
    }
}

impl<G: Symmetric, K: Knowledge<G> + Clone> DfPn<G, K> {
    /// A search with the table of proof numbers of `resources`, or else its own of
    /// [`tree_bytes`](Resources::tree_bytes) (three quarters of that if several threads share a
    /// tree). It switches to another child if that is better by a factor of more than 1 +
    /// `epsilon`.
    ///
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn new(game: G, knowledge: K, resources: &Resources, epsilon: f64) -> Self {
        let pool = WorkerPool::new(game, knowledge, resources);
        let tree_bytes = tree_bytes(resources);
        let numbers = resources.numbers.clone();
        Self {
            pool,
            guide: Guide {
                numbers: numbers.unwrap_or_else(|| {
                    Arc::new(NumberTable::new(resources.tree_bytes - tree_bytes))
                }),
                epsilon,
                mobility: true,
            },
            tree_bytes,
        }
    }

    /// A search with the parameters that suit the game.
    ///
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn for_game(game: G, knowledge: K, resources: &Resources) -> Self {
        let by_history = game.depends_on_history();
        // Where every empty cell is a move, all positions of a level have equal mobility.
        let mobility = by_history || game.connection().is_none();
        let epsilon = if by_history { 2.0 * EPSILON } else { EPSILON };
        let mut search = Self::new(game, knowledge, resources, epsilon);
        search.guide.mobility = mobility;
        search
    }
}

impl<G: Symmetric, K: Knowledge<G> + Clone> BinarySolver<G> for DfPn<G, K> {
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
        if !self.pool.helpers.is_empty() {
            let mark = self.pool.context.mark(position, bound);
            let root = self.guide.numbers(&mut self.pool.context, position, mark);
            let root = ProofStats::of(root);
            let job = || LeafSearch {
                guide: self.guide.clone(),
            };
            let tree = Tree::new(root, self.tree_bytes);
            let pool = &mut self.pool;
            return pool
                .search(job, &ProofNumbers, tree, position, bound, go_on)
                .0;
        }
        let mut search = DfPnSearch {
            context: &mut self.pool.context,
            guide: &self.guide,
            go_on: &mut |effort| !effort.asks() || go_on(effort),
            stopped: false,
        };
        let mut budget = DEPTH_FIRST;
        loop {
            let numbers = search.visit(position, bound, Numbers::LIMITS);
            if let Some(reaches) = numbers.decided() {
                return Some(reaches);
            }
            if search.stopped {
                return None;
            }
            // Transpositions with different histories can make proof numbers overflow.
            search.guide.numbers.clear();
            budget *= 2;
            let found = search
                .context
                .depth_first(position, bound, &mut budget.clone());
            if found.is_some() {
                return found;
            }
        }
    }

    fn look_up(&self, position: &G::Position, bound: Value) -> Option<KnownAnswer> {
        self.pool.context.look_up(position, bound)
    }

    fn proof_numbers(&self, position: &G::Position, bound: Value) -> Option<Numbers> {
        self.guide
            .numbers
            .get(self.pool.context.mark(position, bound))
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        let to = &mut CheckpointWriter(to);
        self.pool.context.memory.save(to)?;
        self.guide.numbers.save(to)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let from = &mut CheckpointReader(from);
        let context = &self.pool.context;
        context.memory.load(&context.game, from)?;
        self.guide.numbers.load(from)
    }

    fn effort(&self) -> Effort {
        self.pool.effort()
    }
}

/// The job of a thread: df-pn from a leaf of the shared tree.
struct LeafSearch {
    guide: Guide,
}

impl<G: Symmetric, K: Knowledge<G> + Clone> Job<G, K> for LeafSearch {
    type Policy = ProofNumbers;

    fn work(
        &mut self,
        context: &mut SearchContext<G, K>,
        position: &G::Position,
        bound: Value,
        leaf: &mut ProofStats,
        children: &mut Vec<SearchNode<ProofStats>>,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> (Update, PlayoutTally) {
        let none = PlayoutTally::default();
        let before = leaf.numbers();
        let mark = context.mark(position, bound);
        let stored = self.guide.numbers(context, position, mark).max(before);
        if stored != before {
            // The table has better numbers from a transposition: update the tree and select anew.
            leaf.learn(stored);
            return (Update::Changed, none);
        }
        let max = context.effort.nodes + JOB;
        let mut goes_on = true;
        let mut search = DfPnSearch {
            context: &mut *context,
            guide: &self.guide,
            go_on: &mut |effort| {
                goes_on = go_on(effort);
                goes_on && effort.nodes < max
            },
            stopped: false,
        };
        let found = search.visit(position, bound, Numbers::LIMITS);
        if let Some(reaches) = found.decided() {
            return (Update::Decided(KnownAnswer::by_bounds(reaches)), none);
        }
        leaf.learn(found);
        if !goes_on {
            return (Update::Changed, none);
        }
        let guide = &self.guide;
        let make = |context: &mut SearchContext<G, K>, child: &G::Position, below: Value| {
            let mark = context.mark(child, below);
            ProofStats::of(guide.numbers(context, child, mark))
        };
        let update = descent::expand(context, position, bound, children, make);
        if let Update::Changed = update {
            ProofNumbers.update(leaf, children, true, none);
        }
        (update, none)
    }
}

/// The state of one search.
struct DfPnSearch<'a, G: Keyed, K> {
    context: &'a mut SearchContext<G, K>,
    guide: &'a Guide,
    /// Called after each expansion; false stops the search.
    go_on: &'a mut dyn FnMut(&Effort) -> bool,
    stopped: bool,
}

struct OpenChild<P> {
    played: Move,
    position: P,
    mark: u64,
    numbers: Numbers,
}

impl<G: Symmetric, K: Knowledge<G> + Clone> DfPnSearch<'_, G, K> {
    /// Searches an open position until one of its proof numbers reaches its limit.
    fn visit(&mut self, position: &G::Position, bound: Value, limits: Numbers) -> Numbers {
        let before = self.context.effort.nodes;
        let below = complement(bound);
        let mut moves = Vec::new();
        let answer = self.context.expand(position, bound, &mut moves);
        if let Some(reaches) = answer {
            let answer = KnownAnswer::by_bounds(reaches);
            self.context.record(position, bound, answer, 1);
            return Numbers::of(reaches);
        }
        self.stopped |= self.context.is_stopped() || !(self.go_on)(&self.context.effort);
        let mut children = Vec::with_capacity(moves.len());
        let mut must_play = u128::MAX;
        for played in moves {
            if !is_in(played, must_play) {
                continue;
            }
            let child = self.context.game.play_unchecked(position, played);
            let mark = self.context.mark(&child, below);
            let numbers = self.guide.numbers.get(mark);
            let answer = match numbers {
                Some(_) => self.context.answer(&child, below),
                None => self.context.examine(&child, below),
            };
            match answer {
                Some(true) => must_play &= self.context.must_play(&child),
                Some(false) => return self.won(position, bound, played, before),
                None => children.push(OpenChild {
                    played,
                    mark,
                    numbers: numbers.unwrap_or_else(|| self.guide.leaf(self.context, &child)),
                    position: child,
                }),
            }
        }
        loop {
            children.retain(|child| is_in(child.played, must_play));
            if children.is_empty() {
                let work = self.context.effort.nodes - before;
                self.context
                    .record(position, bound, KnownAnswer::LOSS, work);
                return Numbers::of(false);
            }
            let (numbers, best, second) = choose(&children);
            if numbers.win >= limits.win || numbers.loss >= limits.loss || self.stopped {
                let work = self.context.effort.nodes - before;
                self.guide
                    .numbers
                    .put(self.context.mark(position, bound), numbers, work);
                return numbers;
            }
            let child = &mut children[best];
            let others = numbers.loss - child.numbers.win;
            let next = (f64::from(second) * (1.0 + self.guide.epsilon)) as u32;
            let limits = Numbers {
                win: limits.loss - others,
                loss: limits.win.min(next.max(second.saturating_add(1))),
            };
            let found = self.visit(&child.position, below, limits);
            match found.decided() {
                Some(true) => {
                    let losing_child = children.remove(best);
                    must_play &= self.context.must_play(&losing_child.position);
                }
                Some(false) => {
                    let played = child.played;
                    return self.won(position, bound, played, before);
                }
                None => {
                    children[best].numbers = found;
                    // Siblings share descendants, so their numbers may have grown meanwhile.
                    for (place, child) in children.iter_mut().enumerate() {
                        if place != best {
                            let found = self.guide.numbers.get(child.mark);
                            child.numbers =
                                found.map_or(child.numbers, |one| one.max(child.numbers));
                        }
                    }
                }
            }
        }
    }

    fn won(&mut self, position: &G::Position, bound: Value, by: Move, before: u64) -> Numbers {
        let work = self.context.effort.nodes - before;
        self.context
            .record(position, bound, KnownAnswer::won(by), work);
        Numbers::of(true)
    }
}

/// The proof numbers of a node from its children, the index of the most-proving child, and the
/// disproof number of the second best.
fn choose<P>(children: &[OpenChild<P>]) -> (Numbers, usize, u32) {
    let (mut best, mut min, mut second) = (0, UNREACHABLE, UNREACHABLE);
    let mut sum = 0_u32;
    for (place, child) in children.iter().enumerate() {
        let Numbers { win, loss } = child.numbers;
        sum = sum.saturating_add(win);
        if loss < min {
            (best, second, min) = (place, min, loss);
        } else if loss < second {
            second = loss;
        }
    }
    let numbers = Numbers {
        win: min.min(UNREACHABLE - 1),
        loss: sum.min(UNREACHABLE - 1),
    };
    (numbers, best, second.min(UNREACHABLE - 1))
}
