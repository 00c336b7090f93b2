//! Best-first search of a tree in memory: proof-number search, expected work search and their kin.

use std::io::{self, Read, Write};
use std::ops::Add;

use solveig_game::{Game, GameExt, Value};

use super::descent::BoundQuestion;
use super::ground::{BinaryAnswer, Resources, SearchContext};
use super::growth::{Expansion, Growth};
use super::policy::Policy;
use super::tree::{ROOT, Tree};
use super::{BinarySolver, Effort, KnownAnswer, team};
use crate::checkpoint::{CheckpointReader, CheckpointWriter, Section};
use crate::{Knowledge, StopToken};

/// A search that grows a tree where its policy wants it (Randall et al. 2024, section 3): from the
/// root to a leaf by the policy's choice, the leaf is expanded, and the nodes on the way are
/// brought up to date. What is decided leaves the tree and goes into the table.
///
/// Several [threads](Resources::threads) grow one tree: each takes a leaf that no other is at.
/// While it looks at the moves there and plays them out, the others take the leaves that are next.
#[derive(Clone, Debug)]
pub struct BestFirst<G: Game, K, P: Policy> {
    ground: SearchContext<G, K>,
    /// Of the other threads of a team.
    helpers: Vec<SearchContext<G, K>>,
    policy: P,
    tree_bytes: u64,
    aside: Option<Aside<G, P::Stats>>,
}

/// The tree of a search that was stopped.
#[derive(Clone, Debug)]
struct Aside<G: Game, S> {
    /// The root; unknown if another process searched, which had the same question.
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
        let ground = SearchContext::new(game, knowledge, resources);
        Self {
            helpers: team::helpers(&ground, resources),
            ground,
            policy,
            tree_bytes: resources.tree_bytes,
            aside: None,
        }
    }

    /// The tree that was laid aside, if it is of this question.
    fn resumed(&mut self, position: &G::Position, bound: Value) -> Option<Tree<P::Stats>> {
        let aside = self.aside.take()?;
        let same = match &aside.position {
            Some(root) => root == position,
            None => is_played(&self.ground.game, position, &aside.tree),
        };
        let mark = self.ground.mark(position, bound);
        (same && aside.bound == bound && aside.mark == mark).then_some(aside.tree)
    }
}

/// Whether all moves of a tree are legal from this root.
fn is_played<G: Game, S: Copy>(game: &G, root: &G::Position, tree: &Tree<S>) -> bool {
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
        let question = BoundQuestion { bound };
        let tree = match self.resumed(position, bound) {
            Some(tree) => tree,
            None => {
                let ground = &mut self.ground;
                let root = self.policy.leaf(&mut || {
                    let playout = ground.playout(position);
                    (playout.value >= bound, playout)
                });
                Tree::new(root, self.tree_bytes)
            }
        };
        let (answer, tree) = if !self.helpers.is_empty() {
            let jobs = (0..=self.helpers.len()).map(|_| Expansion::new(&self.policy));
            let members = team::members(&mut self.ground, &mut self.helpers, jobs);
            team::search(members, &self.policy, tree, (position, question), go_on)
        } else {
            let ground = &mut self.ground;
            let mut growth = Growth::new(&self.policy, tree, position.clone(), question);
            let answer = loop {
                let answer = growth.step(ground);
                if answer.is_some() || !ground.goes_on(go_on) {
                    break answer;
                }
            };
            (answer, growth.into_tree())
        };
        if answer.is_none() {
            self.aside = Some(Aside {
                position: Some(position.clone()),
                mark: self.ground.mark(position, bound),
                bound,
                tree,
            });
        }
        answer
    }

    fn look_up(&self, position: &G::Position, bound: Value) -> Option<KnownAnswer> {
        self.ground.look_up(position, bound)
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        let to = &mut CheckpointWriter(to);
        self.ground.save(to)?;
        let Some(aside) = &self.aside else {
            return to.section(Section::Nothing);
        };
        to.section(Section::Tree)?;
        to.word(aside.mark)?;
        to.word(aside.bound as u64)?;
        aside.tree.save(to, |stats| self.policy.words(stats))
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        let from = &mut CheckpointReader(from);
        self.ground.load(from)?;
        if from.either(Section::Tree, Section::Nothing)? == Section::Nothing {
            self.aside = None;
            return Ok(());
        }
        self.aside = Some(Aside {
            position: None,
            mark: from.word()?,
            bound: from.word()? as Value,
            tree: Tree::load(from, self.tree_bytes, |words| self.policy.stats(words))?,
        });
        Ok(())
    }

    fn effort(&self) -> Effort {
        let helpers = self.helpers.iter().map(|helper| helper.effort);
        helpers.fold(self.ground.effort, Effort::add)
    }
}
