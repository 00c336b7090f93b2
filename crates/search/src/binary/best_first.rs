//! Best-first search of a tree in memory: proof-number search, expected work search and their kin.

use solveig_game::{Game, Move, Value};

use super::ground::{Answer, Ground, Resources};
use super::tree::{Node, ROOT, Tree};
use super::{BinarySolver, Effort, Playout};
use crate::Knowledge;

/// What a best-first search keeps of nodes, and how it chooses among them.
///
/// All is seen by the side to move at the node in hand: *winning* is to reach the bound.
pub trait Policy: Clone + Send {
    /// What is kept of a node.
    type Stats: Copy + Send;

    /// What is kept of a new leaf, which has `moves` legal moves. `wins` says whether the side to move is
    /// meant to win there, if that is conjectured. A random play can be had.
    fn leaf(
        &self,
        conjecture: Option<bool>,
        playout: &mut dyn FnMut() -> (bool, Playout),
    ) -> Self::Stats;

    /// The wins and the plays that a new leaf brings, for its side to move.
    fn first(&self, _leaf: &Self::Stats) -> Tally {
        Tally::default()
    }

    /// The place of the child that the search goes on with.
    fn choose(&self, node: &Self::Stats, children: &[Node<Self::Stats>]) -> usize;

    /// Brings a node up to date after the child at `changed` was (all of them, if there is none: it was
    /// expanded, or lost a child), and may put the children into another order. `gained` is what came in
    /// since.
    fn update(
        &self,
        node: &mut Self::Stats,
        children: &mut [Node<Self::Stats>],
        changed: Option<usize>,
        gained: Tally,
        conjecture: Option<bool>,
    );

    /// How much is known of a node; what is known least of goes first where memory is short.
    fn weight(&self, node: &Self::Stats) -> u64;

    /// The conjecture about the root, if there is one.
    fn conjecture(&self) -> Option<bool> {
        None
    }
}

/// Random plays and how many of them were won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won by the side to move.
    pub wins: u32,
    /// All.
    pub visits: u32,
}

impl Tally {
    /// The same, seen by the other side.
    pub const fn turned(self) -> Self {
        Self {
            wins: self.visits - self.wins,
            visits: self.visits,
        }
    }
}

/// A search that grows a tree where its policy wants it (paper 003, section 3): from the root to a leaf by
/// the policy's choice, the leaf is expanded, and the nodes on the way are brought up to date. What is
/// decided leaves the tree and goes into the table.
#[derive(Clone, Debug)]
pub struct BestFirst<G, K, P> {
    ground: Ground<G, K>,
    policy: P,
    tree_bytes: u64,
}

/// One search.
struct Search<'a, G: Game, K, P: Policy> {
    ground: &'a mut Ground<G, K>,
    policy: &'a P,
    tree: Tree<P::Stats>,
    bound: Value,
    /// The positions from the root down to where the last descent ended, and the moves between them.
    positions: Vec<G::Position>,
    played: Vec<Move>,
    /// The nodes of the descent, and the place of each among its brothers.
    path: Vec<(u32, usize)>,
    moves: Vec<Move>,
    children: Vec<Node<P::Stats>>,
    /// How often memory was short.
    cuts: u64,
}

/// How often it is asked whether to go on: every so many expansions.
const BETWEEN_QUESTIONS: u64 = 256;

/// How many positions more are looked at depth first each time that memory is short.
const DEPTH_FIRST: u64 = 1_000;

impl<G: Game, K: Knowledge<G>, P: Policy> BestFirst<G, K, P> {
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub fn new(game: G, knowledge: K, resources: Resources, policy: P) -> Self {
        Self {
            ground: Ground::new(game, knowledge, &resources),
            policy,
            tree_bytes: resources.tree_bytes,
        }
    }
}

impl<G: Game, K: Knowledge<G>, P: Policy> BinarySolver<G> for BestFirst<G, K, P> {
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
        if answer != Answer::Open {
            return answer.decided();
        }
        let conjecture = self.policy.conjecture();
        let ground = &mut self.ground;
        let root = self.policy.leaf(conjecture, &mut || {
            let playout = ground.playout(position);
            (playout.value >= bound, playout)
        });
        let mut search = Search {
            ground,
            policy: &self.policy,
            tree: Tree::new(root, self.tree_bytes),
            bound,
            positions: vec![position.clone()],
            played: Vec::new(),
            path: Vec::new(),
            moves: Vec::new(),
            children: Vec::new(),
            cuts: 0,
        };
        loop {
            if let Some(answer) = search.step() {
                return Some(answer);
            }
            let effort = &search.ground.effort;
            if effort.expansions.is_multiple_of(BETWEEN_QUESTIONS) && !go_on(effort) {
                return None;
            }
        }
    }

    fn effort(&self) -> Effort {
        self.ground.effort
    }
}

impl<G: Game, K: Knowledge<G>, P: Policy> Search<'_, G, K, P> {
    /// The bound at a depth, for the side to move there.
    fn bound_at(&self, depth: usize) -> Value {
        match depth % 2 {
            0 => self.bound,
            _ => Ground::<G, K>::turned(self.bound),
        }
    }

    fn conjecture_at(&self, depth: usize) -> Option<bool> {
        let of_root = self.policy.conjecture()?;
        Some(of_root == depth.is_multiple_of(2))
    }

    /// One descent; the answer of the root, once it is known.
    fn step(&mut self) -> Option<bool> {
        self.descend();
        let (leaf, _) = *self.path.last().expect("the root is on the path");
        let (mut news, mut gained) = self.expand(leaf);
        if let News::NoRoom = news {
            news = self.without_memory();
            if let News::NoRoom = news {
                return None;
            }
        }
        // From the leaf up: what is new at a depth is told to the node above.
        for depth in (0..self.path.len()).rev() {
            if let News::Decided(reaches, best) = news {
                self.remember(depth, reaches, best);
            }
            if depth == 0 {
                break;
            }
            let ((parent, _), (_, place)) = (self.path[depth - 1], self.path[depth]);
            gained = gained.turned();
            let changed = match news {
                // A move to what the other side does not win wins.
                News::Decided(false, _) => {
                    self.tree.collapse(parent);
                    news = News::Decided(true, Some(self.played[depth - 1]));
                    continue;
                }
                News::Decided(true, _) if self.tree.remove(parent, place) == 0 => {
                    news = News::Decided(false, None);
                    continue;
                }
                News::Decided(true, _) => None,
                News::Changed | News::NoRoom => Some(place),
            };
            self.update(parent, depth - 1, changed, gained);
            news = News::Changed;
        }
        match news {
            News::Decided(reaches, _) => Some(reaches),
            News::Changed | News::NoRoom => None,
        }
    }

    /// Goes on where memory is short. A leaf is searched depth first, a little further each time this happens,
    /// so that the search comes to an end however little memory there is; then the tree is cut back.
    fn without_memory(&mut self) -> News {
        let depth = self.path.len() - 1;
        self.cuts += 1;
        self.ground.effort.cuts += 1;
        let (bound, mut budget) = (self.bound_at(depth), self.cuts * DEPTH_FIRST);
        let position = self.positions[depth].clone();
        let found = self.ground.depth_first(&position, bound, &mut budget);
        if let Some(reaches) = found {
            return News::Decided(reaches, None);
        }
        // Numbers of nodes change, so the descent has to be made anew.
        self.tree.cut_back(|stats| self.policy.weight(stats));
        News::NoRoom
    }

    fn update(&mut self, at: u32, depth: usize, changed: Option<usize>, gained: Tally) {
        let conjecture = self.conjecture_at(depth);
        let (stats, children) = self.tree.family(at);
        let policy = self.policy;
        policy.update(stats, children, changed, gained, conjecture);
    }

    /// Goes from the root to a leaf.
    fn descend(&mut self) {
        self.path.clear();
        self.path.push((ROOT, 0));
        let mut at = ROOT;
        while self.tree.node(at).is_expanded() {
            let stats = self.tree.node(at).stats;
            let place = self.policy.choose(&stats, self.tree.children(at));
            at = self.tree.child(at, place);
            let (depth, played) = (self.path.len(), self.tree.node(at).played);
            if self.played.get(depth - 1) != Some(&played) {
                self.played.truncate(depth - 1);
                self.positions.truncate(depth);
                let above = &self.positions[depth - 1];
                self.positions
                    .push(self.ground.game.play_unchecked(above, played));
                self.played.push(played);
            }
            self.path.push((at, place));
        }
    }

    /// Gives a leaf its children, those that are not decided. It may be decided by them.
    fn expand(&mut self, leaf: u32) -> (News, Tally) {
        let depth = self.path.len() - 1;
        let (bound, below) = (self.bound_at(depth), self.bound_at(depth + 1));
        let conjecture = self.conjecture_at(depth + 1);
        let mut moves = std::mem::take(&mut self.moves);
        let position = &self.positions[depth];
        let mut answer = self.ground.expand(position, bound, &mut moves);
        let (mut gained, mut best) = (Tally::default(), None);
        self.children.clear();
        for played in &moves {
            if answer != Answer::Open {
                break;
            }
            let child = self.ground.game.play_unchecked(position, *played);
            match self.ground.examine(&child, below) {
                Answer::No => (answer, best) = (Answer::Yes, Some(*played)),
                Answer::Yes => {}
                Answer::Open => {
                    let ground = &mut *self.ground;
                    let stats = self.policy.leaf(conjecture, &mut || {
                        let playout = ground.playout(&child);
                        (playout.value >= below, playout)
                    });
                    let first = self.policy.first(&stats).turned();
                    gained.wins += first.wins;
                    gained.visits += first.visits;
                    self.children.push(Node::leaf(*played, stats));
                }
            }
        }
        self.moves = moves;
        if answer == Answer::Open && self.children.is_empty() {
            answer = Answer::No;
        }
        if let Some(reaches) = answer.decided() {
            return (News::Decided(reaches, best), gained);
        }
        if !self.tree.has_room(self.children.len()) {
            return (News::NoRoom, gained);
        }
        self.tree.expand(leaf, &self.children);
        self.update(leaf, depth, None, gained);
        (News::Changed, gained)
    }

    /// Keeps the answer at a depth of the descent.
    fn remember(&mut self, depth: usize, reaches: bool, best: Option<Move>) {
        let bound = self.bound_at(depth);
        let (at, _) = self.path[depth];
        let weight = self.policy.weight(&self.tree.node(at).stats);
        let position = &self.positions[depth];
        self.ground.record(position, bound, reaches, best, weight);
    }
}

/// What a descent led to at one of its nodes.
#[derive(Clone, Copy, Debug)]
enum News {
    /// Whether it reaches the bound, and by which move.
    Decided(bool, Option<Move>),
    /// It is still open.
    Changed,
    /// Its children do not fit into memory.
    NoRoom,
}
