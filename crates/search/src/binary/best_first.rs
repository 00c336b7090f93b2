//! Best-first search with a tree in memory, for proof-number search, Expected Work Search and MCTS.

use std::io::{self, Read, Write};
use std::ops::Add;

use solveig_game::{Game, GameExt, Value};

use super::context::{Resources, SearchContext};
use super::descent::BoundQuestion;
use super::growth::{Expansion, Growth};
use super::policy::Policy;
use super::tree::{ROOT, Tree};
use super::{BinarySolver, Effort, KnownAnswer, team};
use crate::checkpoint::{CheckpointReader, CheckpointWriter, Section};
use crate::{Knowledge, StopToken};

/// A best-first search with a policy (Randall et al. 2024, section 3): each iteration selects a
/// leaf by the policy, expands it and updates its ancestors. Decided nodes are removed from the
/// tree and stored in the table.
///
/// Several [threads](Resources::threads) grow one tree: each selects a leaf that no other thread
/// works at, and expands it outside the lock.
#[derive(Clone, Debug)]
pub struct BestFirst<G: Game, K, P: Policy> {
    context: SearchContext<G, K>,
    /// The contexts of the other threads.
    helpers: Vec<SearchContext<G, K>>,
    policy: P,
    tree_bytes: u64,
    stopped: Option<StoppedSearch<G, P::Stats>>,
}

/// The tree of a stopped search.
#[derive(Clone, Debug)]
struct StoppedSearch<G: Game, S> {
    /// The root; `None` if the tree is from a checkpoint.
    position: Option<G::Position>,
    /// A hash of position and bound.
    mark: u64,
    bound: Value,
    tree: Tree<S>,
}

impl<G: Game, K: Knowledge<G> + Clone, P: Policy> BestFirst<G, K, P> {
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn new(game: G, knowledge: K, resources: &Resources, policy: P) -> Self {
        let context = SearchContext::new(game, knowledge, resources);
        Self {
            helpers: team::helpers(&context, resources),
            context,
            policy,
            tree_bytes: resources.tree_bytes,
            stopped: None,
        }
    }

    /// Takes the tree of the stopped search if it was for this question.
    fn resumed(&mut self, position: &G::Position, bound: Value) -> Option<Tree<P::Stats>> {
        let stopped = self.stopped.take()?;
        let same = match &stopped.position {
            Some(root) => root == position,
            None => is_legal_tree(&self.context.game, position, &stopped.tree),
        };
        let mark = self.context.mark(position, bound);
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

impl<G: Game, K: Knowledge<G> + Clone, P: Policy> BinarySolver<G> for BestFirst<G, K, P> {
    fn game(&self) -> &G {
        &self.context.game
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.context.set_stop(stop.clone());
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
        let answer = self.context.examine(position, bound);
        if answer.is_some() {
            return answer;
        }
        let question = BoundQuestion { bound };
        let tree = match self.resumed(position, bound) {
            Some(tree) => tree,
            None => {
                let context = &mut self.context;
                let root = self.policy.leaf(&mut || {
                    let playout = context.playout(position);
                    (playout.value >= bound, playout)
                });
                Tree::new(root, self.tree_bytes)
            }
        };
        let (answer, tree) = if !self.helpers.is_empty() {
            let jobs = (0..=self.helpers.len()).map(|_| Expansion::new(&self.policy));
            let members = team::members(&mut self.context, &mut self.helpers, jobs);
            team::search(members, &self.policy, tree, (position, question), go_on)
        } else {
            let context = &mut self.context;
            let mut growth = Growth::new(&self.policy, tree, position.clone(), question);
            let answer = loop {
                let answer = growth.step(context);
                if answer.is_some() || !context.goes_on(go_on) {
                    break answer;
                }
            };
            (answer, growth.into_tree())
        };
        if answer.is_none() {
            self.stopped = Some(StoppedSearch {
                position: Some(position.clone()),
                mark: self.context.mark(position, bound),
                bound,
                tree,
            });
        }
        answer
    }

    fn look_up(&self, position: &G::Position, bound: Value) -> Option<KnownAnswer> {
        self.context.look_up(position, bound)
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        let to = &mut CheckpointWriter(to);
        self.context.save(to)?;
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
        self.context.load(from)?;
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
        let helpers = self.helpers.iter().map(|helper| helper.effort);
        helpers.fold(self.context.effort, Effort::add)
    }
}
