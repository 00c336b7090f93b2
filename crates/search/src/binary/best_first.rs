//! Best-first search of a tree in memory: proof-number search, expected work search and their kin.

use std::io::{self, Read, Write};
use std::ops::Add;

use solveig_game::{Game, Value};

use super::descent::BoundQuestion;
use super::ground::{BinaryAnswer, Resources, SearchContext};
use super::growth::{Expansion, Growth};
use super::tree::{ROOT, SearchNode, Tree};
use super::words::{In, Out, Section};
use super::{BinarySolver, Effort, KnownAnswer, Playout, team};
use crate::Knowledge;

/// What a best-first search keeps of nodes, and how it chooses among them.
///
/// All is seen by the side to move at the node in hand: *winning* is to reach the bound.
pub trait Policy: Clone + Send + Sync {
    /// What is kept of a node.
    type Stats: Copy + Send;

    /// What is kept of a new leaf. A random play can be had.
    fn leaf(&self, playout: &mut dyn FnMut() -> (bool, Playout)) -> Self::Stats;

    /// The wins and the plays that a new leaf brings, for its side to move.
    fn first(&self, _leaf: &Self::Stats) -> PlayoutTally {
        PlayoutTally::default()
    }

    /// The place of the child that the search goes on with, among those that are free. There
    /// is one. `wins` says whether the side to move is taken to win here, if that is conjectured.
    fn choose(
        &self,
        node: &Self::Stats,
        children: &[SearchNode<Self::Stats>],
        wins: Option<bool>,
    ) -> usize;

    /// Brings a node up to date after the child at `changed` was (all of them, if there is none: it was
    /// expanded, or lost a child), and may put the children into another order. `gained` is what came in
    /// since.
    fn update(
        &self,
        node: &mut Self::Stats,
        children: &mut [SearchNode<Self::Stats>],
        changed: Option<usize>,
        gained: PlayoutTally,
    );

    /// Whether the side to move is taken to win at a leaf while a thread is at it. The others look meanwhile
    /// for what would remain to be done.
    fn presumes(&self, leaf: &Self::Stats, wins: Option<bool>) -> bool;

    /// How much is known of a node; what is known least of goes first where memory is short.
    fn weight(&self, node: &Self::Stats) -> u64;

    /// What is kept of a node, as words.
    fn words(&self, node: &Self::Stats) -> [u64; 3];

    /// What was kept of a node, from its [`words`](Self::words).
    fn stats(&self, words: [u64; 3]) -> Self::Stats;

    /// Whether the side to move at the root is taken to win for the next descent, if that is conjectured.
    fn conjecture(&self, _root: &Self::Stats) -> Option<bool> {
        None
    }
}

/// The most plays that are counted at one node.
pub(super) const MOST_PLAYS: u32 = u32::MAX >> 1;

/// Random plays and how many of them were won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutTally {
    /// Won by the side to move.
    pub wins: u32,
    /// All.
    pub visits: u32,
}

impl PlayoutTally {
    /// The same, seen by the other side.
    pub const fn turned(self) -> Self {
        Self {
            wins: self.visits - self.wins,
            visits: self.visits,
        }
    }

    /// With more plays, unless they are more than are counted.
    pub(super) const fn plus(self, more: Self) -> Self {
        match self.visits.checked_add(more.visits) {
            Some(visits) if visits <= MOST_PLAYS => Self {
                wins: self.wins + more.wins,
                visits,
            },
            _ => self,
        }
    }
}

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
        let to = &mut Out(to);
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
        let from = &mut In(from);
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

#[cfg(all(test, not(loom)))]
mod tests {
    use solveig_game::Move;

    use super::*;
    use crate::binary::{ExpectedWork, Mcts};

    /// Of a node whose words say that all its plays were won, or none, and that no more are counted.
    fn keeps_its_rate<P: Policy>(policy: P, words: [u64; 3], won: bool) {
        let mut node = policy.stats(words);
        let child = SearchNode::leaf(Move(0), node);
        for _ in 0..4 {
            let gained = PlayoutTally {
                wins: if won { MOST_PLAYS } else { 0 },
                visits: MOST_PLAYS,
            };
            policy.update(&mut node, &mut [child; 2], None, gained);
            assert_eq!(policy.presumes(&node, None), won);
            assert_eq!(policy.weight(&node), u64::from(MOST_PLAYS));
        }
    }

    #[test]
    fn plays_beyond_all_that_are_counted_keep_their_rate() {
        let tally = |wins, visits| PlayoutTally { wins, visits };
        let full = tally(MOST_PLAYS - 1, MOST_PLAYS);
        assert_eq!(
            tally(MOST_PLAYS - 2, MOST_PLAYS - 1).plus(tally(1, 1)),
            full
        );
        assert_eq!(full.plus(tally(1, 1)), full);
        assert_eq!(full.plus(tally(0, u32::MAX)), full);
        let most = u64::from(MOST_PLAYS);
        keeps_its_rate(Mcts::default(), [most, most, 0], true);
        keeps_its_rate(Mcts::default(), [0, most, 0], false);
        keeps_its_rate(ExpectedWork::default(), [0, 0, most << 32 | most], true);
        keeps_its_rate(ExpectedWork::default(), [0, 0, most], false);
    }
}
