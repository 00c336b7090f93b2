//! Depth-first proof-number search: df-pn (Nagai 2002) with the 1 + ε trick (Pawlewicz and Lew 2007).

use std::io::{self, Read, Write};
use std::ops::Add;
use std::sync::Arc;

use solveig_game::{Game, Move, Value};

use super::descent::{self, BoundQuestion, News, is_in};
use super::ground::{BinaryAnswer, Resources, SearchContext};
use super::numbers::{NumberTable, Numbers, UNREACHABLE};
use super::policy::{PlayoutTally, Policy};
use super::proof_numbers::{ProofNumbers, ProofStats};
use super::team::{Job, Leaf};
use super::tree::Tree;
use super::{BinarySolver, Effort, KnownAnswer, team};
use crate::checkpoint::{CheckpointReader, CheckpointWriter};
use crate::{Knowledge, StopToken};

/// Depth-first proof-number search.
///
/// It goes where proof-number search would go, and keeps no tree: proof numbers are in a table that forgets,
/// [`NumberTable`], which several searches can share. What is in it guides and never decides; answers are
/// in the transposition table alone.
///
/// Several [threads](Resources::threads) search one position as in scalable parallel depth-first proof-number
/// search (Pawlewicz and Hayward 2013): proof-number search grows a tree from the root, and a thread searches a
/// leaf of it depth first, no more than so many positions, before the leaf gets children.
#[derive(Clone, Debug)]
pub struct DfPn<G: Game, K> {
    ground: SearchContext<G, K>,
    /// Of the other threads of a team.
    helpers: Vec<SearchContext<G, K>>,
    guide: Guide,
    /// What the tree of a team may take.
    tree_bytes: u64,
}

/// Where to go.
#[derive(Clone, Debug)]
struct Guide {
    numbers: Arc<NumberTable>,
    epsilon: f64,
    mobility: bool,
}

impl Guide {
    /// The numbers of an open position, by its hash if it was searched before.
    fn numbers<G: Game, K: Knowledge<G> + Clone>(
        &self,
        ground: &mut SearchContext<G, K>,
        position: &G::Position,
        mark: u64,
    ) -> Numbers {
        self.numbers
            .get(mark)
            .unwrap_or_else(|| self.leaf(ground, position))
    }

    /// The numbers of a position that was not searched.
    fn leaf<G: Game, K: Knowledge<G> + Clone>(
        &self,
        ground: &mut SearchContext<G, K>,
        position: &G::Position,
    ) -> Numbers {
        match self.mobility {
            true => Numbers {
                loss: ground.branching(position).max(1),
                ..Numbers::LEAF
            },
            false => Numbers::LEAF,
        }
    }
}

/// How many positions are looked at depth first where proof numbers lead nowhere, to begin with.
const DEPTH_FIRST: u64 = 1_000;

/// How many positions a thread of a team looks at before a leaf gets children.
const JOB: u64 = 1_000;

impl<G: Game, K: Knowledge<G> + Clone> DfPn<G, K> {
    /// A search whose proof numbers are kept in a table of its own, of
    /// [`tree_bytes`](Resources::tree_bytes), or three quarters of that if a team's tree takes the rest. It leaves a child once another one is better by more than
    /// the part `epsilon`.
    ///
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn new(game: G, knowledge: K, resources: &Resources, epsilon: f64) -> Self {
        let ground = SearchContext::new(game, knowledge, resources);
        let helpers = team::helpers(&ground, resources);
        let tree_bytes = match helpers.len() {
            0 => 0,
            _ => resources.tree_bytes / 4,
        };
        Self {
            ground,
            helpers,
            guide: Guide {
                numbers: Arc::new(NumberTable::new(resources.tree_bytes - tree_bytes)),
                epsilon,
                mobility: true,
            },
            tree_bytes,
        }
    }

    /// The same search, in which a leaf is taken to be lost once so many moves are refuted as it has
    /// (Allis 1994), as is usual, or once one is.
    #[must_use]
    pub fn with_mobility(mut self, mobility: bool) -> Self {
        self.guide.mobility = mobility;
        self
    }
}

impl<G: Game, K: Knowledge<G> + Clone> BinarySolver<G> for DfPn<G, K> {
    fn game(&self) -> &G {
        &self.ground.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.ground.set_stop(stop.clone());
        for helper in &mut self.helpers {
            helper.set_stop(stop.clone());
        }
    }

    fn reaches(
        &mut self,
        position: &G::Position,
        bound: Value,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> Option<bool> {
        let answer = self.ground.examine(position, bound);
        if answer != BinaryAnswer::Open {
            return answer.decided();
        }
        if !self.helpers.is_empty() {
            let mark = self.ground.mark(position, bound);
            let root = self.guide.numbers(&mut self.ground, position, mark);
            let root = ProofStats::of(root);
            let jobs = (0..=self.helpers.len()).map(|_| LeafSearch {
                guide: self.guide.clone(),
                moves: Vec::new(),
            });
            let members = team::members(&mut self.ground, &mut self.helpers, jobs);
            let question = BoundQuestion { bound };
            let tree = Tree::new(root, self.tree_bytes);
            return team::search(members, &ProofNumbers, tree, (position, question), go_on).0;
        }
        let mut search = DfPnSearch {
            ground: &mut self.ground,
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
            // Positions that come again after other histories can make numbers grow beyond all limits.
            search.guide.numbers.clear();
            budget *= 2;
            let found = search
                .ground
                .depth_first(position, bound, &mut budget.clone());
            if found.is_some() {
                return found;
            }
        }
    }

    fn look_up(&self, position: &G::Position, bound: Value) -> Option<KnownAnswer> {
        self.ground.look_up(position, bound)
    }

    fn proof_numbers(&self, position: &G::Position, bound: Value) -> Option<Numbers> {
        self.guide.numbers.get(self.ground.mark(position, bound))
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        let to = &mut CheckpointWriter(to);
        self.ground.save(to)?;
        self.guide.numbers.save(to)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let from = &mut CheckpointReader(from);
        self.ground.load(from)?;
        self.guide.numbers.load(from)
    }

    fn effort(&self) -> Effort {
        let helpers = self.helpers.iter().map(|helper| helper.effort);
        helpers.fold(self.ground.effort, Effort::add)
    }
}

/// A thread's search of the leaves of a team's tree.
struct LeafSearch {
    guide: Guide,
    moves: Vec<Move>,
}

impl<G: Game, K: Knowledge<G> + Clone> Job<G, K> for LeafSearch {
    type Policy = ProofNumbers;

    fn work(
        &mut self,
        ground: &mut SearchContext<G, K>,
        position: &G::Position,
        question: BoundQuestion,
        (leaf, children): Leaf<'_, ProofStats>,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> (News, PlayoutTally) {
        let none = PlayoutTally::default();
        let known = leaf.numbers();
        let mark = ground.mark(position, question.bound);
        let stored = self.guide.numbers(ground, position, mark).max(known);
        if stored != known {
            // Another way led there before: the tree has to choose anew.
            leaf.learn(stored);
            return (News::Changed, none);
        }
        let most = ground.effort.nodes + JOB;
        let mut goes_on = true;
        let mut search = DfPnSearch {
            ground: &mut *ground,
            guide: &self.guide,
            go_on: &mut |effort| {
                goes_on = go_on(effort);
                goes_on && effort.nodes < most
            },
            stopped: false,
        };
        let found = search.visit(position, question.bound, Numbers::LIMITS);
        if let Some(reaches) = found.decided() {
            return (News::Decided(reaches, None), none);
        }
        leaf.learn(found);
        if !goes_on {
            return (News::Changed, none);
        }
        let guide = &self.guide;
        let make = |ground: &mut SearchContext<G, K>, child: &G::Position, below: BoundQuestion| {
            let mark = ground.mark(child, below.bound);
            ProofStats::of(guide.numbers(ground, child, mark))
        };
        let moves = &mut self.moves;
        let news = descent::expand(ground, position, question, moves, children, make);
        if let News::Changed = news {
            ProofNumbers.update(leaf, children, None, none);
        }
        (news, none)
    }
}

/// One search.
struct DfPnSearch<'a, G: Game, K> {
    ground: &'a mut SearchContext<G, K>,
    guide: &'a Guide,
    /// Asked after each expansion.
    go_on: &'a mut dyn FnMut(&Effort) -> bool,
    stopped: bool,
}

/// A child whose answer is open.
struct OpenChild<P> {
    played: Move,
    position: P,
    mark: u64,
    numbers: Numbers,
}

impl<G: Game, K: Knowledge<G> + Clone> DfPnSearch<'_, G, K> {
    /// Searches an open position until one of its numbers reaches a limit.
    fn visit(&mut self, position: &G::Position, bound: Value, limits: Numbers) -> Numbers {
        let before = self.ground.effort.nodes;
        let below = SearchContext::<G, K>::turned(bound);
        let mut moves = Vec::new();
        let answer = self.ground.expand(position, bound, &mut moves);
        if let Some(reaches) = answer.decided() {
            self.ground.record(position, bound, reaches, None, 1);
            return Numbers::of(reaches);
        }
        self.stopped |= self.ground.is_stopped() || !(self.go_on)(&self.ground.effort);
        let mut children = Vec::with_capacity(moves.len());
        let mut must_play = u128::MAX;
        for played in moves {
            if !is_in(played, must_play) {
                continue;
            }
            let child = self.ground.game.play_unchecked(position, played);
            let mark = self.ground.mark(&child, below);
            let numbers = self.guide.numbers.get(mark);
            let answer = match numbers {
                Some(_) => self.ground.known(&child, below),
                None => self.ground.examine(&child, below),
            };
            match answer {
                BinaryAnswer::Yes => must_play &= self.ground.must_play(&child),
                BinaryAnswer::No => return self.won(position, bound, played, before),
                BinaryAnswer::Open => children.push(OpenChild {
                    played,
                    mark,
                    numbers: numbers.unwrap_or_else(|| self.guide.leaf(self.ground, &child)),
                    position: child,
                }),
            }
        }
        loop {
            children.retain(|child| is_in(child.played, must_play));
            if children.is_empty() {
                let work = self.ground.effort.nodes - before;
                self.ground.record(position, bound, false, None, work);
                return Numbers::of(false);
            }
            let (numbers, best, second) = choose(&children);
            if numbers.win >= limits.win || numbers.loss >= limits.loss || self.stopped {
                let work = self.ground.effort.nodes - before;
                self.guide
                    .numbers
                    .put(self.ground.mark(position, bound), numbers, work);
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
                    let lost = children.remove(best);
                    must_play &= self.ground.must_play(&lost.position);
                }
                Some(false) => {
                    let played = child.played;
                    return self.won(position, bound, played, before);
                }
                None => {
                    children[best].numbers = found;
                    // The others may have grown meanwhile: they have descendants in common.
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
        let work = self.ground.effort.nodes - before;
        self.ground.record(position, bound, true, Some(by), work);
        Numbers::of(true)
    }
}

/// The numbers of a node by those of its children, the child that is worth going on with, and the number of
/// the next best one.
fn choose<P>(children: &[OpenChild<P>]) -> (Numbers, usize, u32) {
    let (mut best, mut least, mut second) = (0, UNREACHABLE, UNREACHABLE);
    let mut sum = 0_u32;
    for (place, child) in children.iter().enumerate() {
        let Numbers { win, loss } = child.numbers;
        sum = sum.saturating_add(win);
        if loss < least {
            (best, second, least) = (place, least, loss);
        } else if loss < second {
            second = loss;
        }
    }
    let numbers = Numbers {
        win: least.min(UNREACHABLE - 1),
        loss: sum.min(UNREACHABLE - 1),
    };
    (numbers, best, second.min(UNREACHABLE - 1))
}
