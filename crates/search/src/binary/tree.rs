//! A search tree in bounded memory whose nodes have their children in one block.
//!
//! Several threads may grow one tree. Each marks the leaf it works at with an assumed result
//! (virtual win or loss), and ancestors get the result that follows, so that other threads select
//! leaves that would remain open (the virtual bounds of Pawlewicz and Hayward 2013, for a tree).

use std::io;

use solveig_game::Move;

use crate::checkpoint::{CheckpointReader, CheckpointWriter, invalid};

/// A node of the search tree.
#[derive(Clone, Copy, Debug)]
pub struct SearchNode<S> {
    /// The move that leads to it.
    pub played: Move,
    /// The policy's statistics.
    pub stats: S,
    /// The number of the first child; the undecided children follow each other.
    first: u32,
    children: u16,
    /// The size of the block of children when the node was expanded.
    room: u16,
    /// The thread that works at this leaf, counted from 1; 0 if none.
    worker: u16,
    /// Whether the side to move wins if all assumed results hold; `None` if they leave it open.
    presumed: Option<bool>,
}

impl<S> SearchNode<S> {
    /// An unexpanded node.
    pub const fn leaf(played: Move, stats: S) -> Self {
        Self {
            played,
            stats,
            first: 0,
            children: 0,
            room: 0,
            worker: 0,
            presumed: None,
        }
    }

    /// Whether it has children.
    pub const fn is_expanded(&self) -> bool {
        self.children > 0
    }

    /// Whether the node would remain open if all assumed results held.
    pub const fn is_free(&self) -> bool {
        self.presumed.is_none()
    }
}

pub const ROOT: u32 = 0;

/// The tree, whose nodes are stored in blocks of siblings. Freed blocks are reused for blocks of
/// the same size.
#[derive(Clone, Debug)]
pub struct Tree<S> {
    nodes: Vec<SearchNode<S>>,
    /// Free blocks, indexed by size.
    free: Vec<Vec<u32>>,
    used: usize,
    max: usize,
    /// The number of leaves at which threads work.
    workers: usize,
    /// Threads whose leaves were removed from the tree.
    orphans: Vec<u16>,
}

/// The least weight of a block to keep, so that about the heaviest quarter stays. Not generic,
/// since sorting inlines much code.
fn least_kept(weights: &mut [u64]) -> u64 {
    weights.sort_unstable_by(|a, b| b.cmp(a));
    weights.get(weights.len() / 4).map_or(0, |min| min + 1)
}

impl<S: Copy> Tree<S> {
    /// A tree with a root only, of at most `bytes` bytes.
    pub fn new(root: S, bytes: u64) -> Self {
        // Reallocation and pruning temporarily need half as much again.
        let max = (bytes - bytes.div_ceil(3)) / size_of::<SearchNode<S>>() as u64;
        Self {
            nodes: vec![SearchNode::leaf(Move(0), root)],
            free: Vec::new(),
            used: 1,
            max: max.clamp(1 << 5, u32::MAX.into()) as usize,
            workers: 0,
            orphans: Vec::new(),
        }
    }

    /// Returns node `at`.
    pub fn node(&self, at: u32) -> &SearchNode<S> {
        &self.nodes[at as usize]
    }

    /// The number of the child at index `place` of node `at`.
    pub fn child(&self, at: u32, place: usize) -> u32 {
        self.nodes[at as usize].first + place as u32
    }

    /// The children of a node; none where it is not expanded.
    pub fn children(&self, at: u32) -> &[SearchNode<S>] {
        let node = &self.nodes[at as usize];
        let first = node.first as usize;
        &self.nodes[first..first + usize::from(node.children)]
    }

    /// The statistics of a node and its children, both mutable: a node never lies inside its own
    /// block of children.
    pub fn family(&mut self, at: u32) -> (&mut S, &mut [SearchNode<S>]) {
        let node = &self.nodes[at as usize];
        let (first, count) = (node.first as usize, usize::from(node.children));
        let at = at as usize;
        if at < first {
            let (front, back) = self.nodes.split_at_mut(first);
            (&mut front[at].stats, &mut back[..count])
        } else {
            let (front, back) = self.nodes.split_at_mut(at);
            (&mut back[0].stats, &mut front[first..first + count])
        }
    }

    /// Writes the nodes in breadth-first order, their statistics as `words`.
    pub fn save(
        &self,
        to: &mut CheckpointWriter,
        words: impl Fn(&S) -> [u64; 3],
    ) -> io::Result<()> {
        let (mut all, mut next) = (vec![ROOT], 0);
        while let Some(at) = all.get(next) {
            let node = &self.nodes[*at as usize];
            all.extend(node.first..node.first + u32::from(node.children));
            next += 1;
        }
        to.word(all.len() as u64)?;
        for at in all {
            let node = &self.nodes[at as usize];
            to.word(u64::from(node.played.0) << 16 | u64::from(node.children))?;
            for word in words(&node.stats) {
                to.word(word)?;
            }
        }
        Ok(())
    }

    /// Reads a tree that [`save`](Self::save) wrote, with a limit of `bytes` bytes. No thread works
    /// at a leaf.
    pub fn load(
        from: &mut CheckpointReader,
        bytes: u64,
        stats: impl Fn([u64; 3]) -> S,
    ) -> io::Result<Self> {
        let count = from.number("tree", u32::MAX.into())? as usize;
        let mut nodes = Vec::new();
        let mut first = 1_u64;
        while nodes.len() < count {
            let head = from.number("node", u64::from(u32::MAX))?;
            let kept = [from.word()?, from.word()?, from.word()?];
            let mut node = SearchNode::leaf(Move((head >> 16) as u16), stats(kept));
            let children = head as u16;
            if children > 0 {
                (node.first, node.children, node.room) = (first as u32, children, children);
            }
            first += u64::from(children);
            nodes.push(node);
        }
        let root = nodes.first().filter(|_| first == count as u64);
        let root = root.ok_or_else(|| {
            invalid(format!(
                "tree of {count} nodes, expected {first} by their children"
            ))
        })?;
        let mut tree = Self::new(root.stats, bytes);
        (tree.used, tree.nodes) = (count, nodes);
        Ok(tree)
    }

    /// Whether a block of so many children fits. Always true while half of the memory is free.
    pub fn has_room(&self, children: usize) -> bool {
        let is_free = self.free.get(children).is_some_and(|free| !free.is_empty());
        let size = self.nodes.len();
        is_free || size + children <= self.max || size <= self.max / 2
    }

    /// Expands a leaf: sets its children and its statistics.
    pub fn expand(&mut self, at: u32, stats: S, children: &[SearchNode<S>]) {
        debug_assert!(!self.nodes[at as usize].is_expanded() && !children.is_empty());
        let count = children.len();
        let first = match self.free.get_mut(count).and_then(Vec::pop) {
            Some(first) => {
                let from = first as usize;
                self.nodes[from..from + count].copy_from_slice(children);
                first
            }
            None => {
                let first = self.nodes.len() as u32;
                self.nodes.extend_from_slice(children);
                first
            }
        };
        self.used += count;
        let node = &mut self.nodes[at as usize];
        node.stats = stats;
        (node.first, node.children, node.room) = (first, count as u16, count as u16);
    }

    /// Removes the child at index `place` with its subtree; returns the number of children left.
    pub fn remove(&mut self, at: u32, place: usize) -> usize {
        self.collapse(self.child(at, place));
        let node = self.nodes[at as usize];
        let (first, last) = (
            node.first as usize,
            node.first as usize + usize::from(node.children) - 1,
        );
        // Keeps the order of the other children.
        self.nodes
            .copy_within(first + place + 1..=last, first + place);
        let left = node.children - 1;
        if left == 0 {
            self.release(at);
        } else {
            self.nodes[at as usize].children = left;
        }
        usize::from(left)
    }

    /// Removes the subtree below a node, which becomes a leaf.
    pub fn collapse(&mut self, at: u32) {
        let mut rest = vec![at];
        while let Some(at) = rest.pop() {
            let node = self.nodes[at as usize];
            if node.worker != 0 {
                self.orphans.push(node.worker);
                self.leave(at);
            }
            if node.room > 0 {
                rest.extend(node.first..node.first + u32::from(node.children));
                self.release(at);
            }
        }
    }

    /// Marks a free leaf as worked at by `worker`, with an assumed result for its side to move. The
    /// caller updates the ancestors by [`presume`](Self::presume), from the leaf upwards.
    pub fn enter(&mut self, at: u32, worker: u16, presumed: bool) {
        let node = &mut self.nodes[at as usize];
        debug_assert!(worker != 0 && node.worker == 0 && !node.is_expanded());
        (node.worker, node.presumed) = (worker, Some(presumed));
        self.workers += 1;
    }

    /// Removes the mark of [`enter`](Self::enter).
    pub fn leave(&mut self, at: u32) {
        let node = &mut self.nodes[at as usize];
        debug_assert!(node.worker != 0);
        (node.worker, node.presumed) = (0, None);
        self.workers -= 1;
    }

    /// The thread that works at a leaf; 0 if none.
    pub fn worker(&self, at: u32) -> u16 {
        self.nodes[at as usize].worker
    }

    /// Drains the list of threads whose leaves were removed.
    pub fn drain_orphans(&mut self) -> impl Iterator<Item = u16> {
        self.orphans.drain(..)
    }

    /// Recomputes the assumed result of a node from its children; returns whether it changed.
    pub fn presume(&mut self, at: u32) -> bool {
        let node = self.nodes[at as usize];
        if self.workers == 0 && node.presumed.is_none() {
            return false;
        }
        let mut presumed = (node.children > 0).then_some(false);
        for child in self.children(at) {
            match child.presumed {
                Some(true) => {}
                None => presumed = None,
                Some(false) => {
                    presumed = Some(true);
                    break;
                }
            }
        }
        self.nodes[at as usize].presumed = presumed;
        presumed != node.presumed
    }

    fn release(&mut self, at: u32) {
        let node = &mut self.nodes[at as usize];
        let (first, room) = (node.first, usize::from(node.room));
        (node.first, node.children, node.room) = (0, 0, 0);
        if self.free.len() <= room {
            self.free.resize_with(room + 1, Vec::new);
        }
        self.free[room].push(first);
        self.used -= room;
    }

    /// Compacts the tree. If it exceeds half of the memory, nodes of the least `weight` become
    /// leaves until it does not. No thread may be working at a leaf.
    pub fn cut_back(&mut self, weight: &dyn Fn(&S) -> u64) {
        debug_assert_eq!(self.workers, 0);
        let mut min = 0;
        if self.used > self.max / 2 {
            let mut weights: Vec<u64> = Vec::new();
            let mut rest = vec![ROOT];
            while let Some(at) = rest.pop() {
                let children = self.children(at);
                if !children.is_empty() {
                    weights.push(weight(&self.nodes[at as usize].stats));
                    let first = self.nodes[at as usize].first;
                    rest.extend(first..first + children.len() as u32);
                }
            }
            min = least_kept(&mut weights);
        }
        let mut kept = Vec::with_capacity(self.max / 2 + 1);
        let mut root = self.nodes[ROOT as usize];
        root.room = root.children;
        kept.push(root);
        let mut at = 0;
        while at < kept.len() {
            let node: SearchNode<S> = kept[at];
            let stays = weight(&node.stats) >= min;
            let fits = kept.len() + usize::from(node.children) <= self.max / 2;
            if node.children > 0 && stays && fits {
                let from = node.first as usize;
                kept[at].first = kept.len() as u32;
                kept[at].room = node.children;
                kept.extend_from_slice(&self.nodes[from..from + usize::from(node.children)]);
            } else {
                (kept[at].first, kept[at].children, kept[at].room) = (0, 0, 0);
            }
            at += 1;
        }
        self.used = kept.len();
        self.nodes = kept;
        self.free.clear();
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The assumed result of a node by definition.
    fn presumed(tree: &Tree<u32>, at: u32) -> Option<bool> {
        let node = tree.node(at);
        if !node.is_expanded() {
            return node.presumed;
        }
        let places = 0..usize::from(node.children);
        let children: Vec<_> = places
            .map(|place| presumed(tree, tree.child(at, place)))
            .collect();
        if children.contains(&Some(false)) {
            Some(true)
        } else if children.iter().all(|child| *child == Some(true)) {
            Some(false)
        } else {
            None
        }
    }

    /// The nodes from the root to a leaf by random choice.
    fn descend(tree: &Tree<u32>, random: &mut Random) -> Vec<(u32, usize)> {
        let mut path = vec![(ROOT, 0)];
        let mut at = ROOT;
        while tree.node(at).is_expanded() {
            let place = random.below(tree.node(at).children.into()) as usize;
            at = tree.child(at, place);
            path.push((at, place));
        }
        path
    }

    fn whole(tree: &Tree<u32>) -> Vec<u32> {
        let mut all = vec![ROOT];
        let mut next = 0;
        while next < all.len() {
            let at = all[next];
            let count = tree.children(at).len();
            all.extend((0..count).map(|place| tree.child(at, place)));
            next += 1;
        }
        all
    }

    /// Threads come and go, leaves grow, nodes are decided: all along, each node is marked with
    /// what follows from what is presumed of the leaves below it, and threads whose leaves went are
    /// told of, each once.
    #[test]
    fn marks_say_what_follows_from_the_leaves() {
        let mut lost_in_all = 0;
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut tree = Tree::new(0, 1 << 20);
            let mut at_work: Vec<u16> = Vec::new();
            let mut next_worker = 1;
            for _ in 0..60 {
                let path = descend(&tree, &mut random);
                let (leaf, _) = path[path.len() - 1];
                // So many nodes of the path are to be looked at again.
                let mut above = path.len() - 1;
                match (tree.worker(leaf), random.below(8)) {
                    (0, 0..3) => {
                        tree.enter(leaf, next_worker, random.below(2) == 0);
                        at_work.push(next_worker);
                        next_worker += 1;
                    }
                    (0, _) => {
                        let children =
                            vec![SearchNode::leaf(Move(0), 0); 1 + random.below(4) as usize];
                        tree.expand(leaf, 0, &children);
                    }
                    (worker, 0..5) => {
                        tree.leave(leaf);
                        at_work.retain(|other| *other != worker);
                    }
                    _ => {
                        let depth = random.below(path.len() as u32) as usize;
                        let (at, place) = path[depth];
                        let brothers = match depth {
                            0 => 0,
                            _ => tree.children(path[depth - 1].0).len() - 1,
                        };
                        if brothers > 0 {
                            tree.remove(path[depth - 1].0, place);
                            above = depth;
                        } else {
                            tree.collapse(at);
                            above = depth + 1;
                        }
                    }
                }
                for (at, _) in path[..above].iter().rev() {
                    tree.presume(*at);
                }
                for orphan in tree.drain_orphans() {
                    let place = at_work.iter().position(|worker| *worker == orphan);
                    at_work.remove(place.expect("it was at work, and is lost once"));
                    lost_in_all += 1;
                }
                let all = whole(&tree);
                for at in &all {
                    assert_eq!(tree.node(*at).presumed, presumed(&tree, *at), "{seed}");
                }
                let mut marked: Vec<u16> = all.iter().map(|at| tree.worker(*at)).collect();
                marked.retain(|worker| *worker != 0);
                marked.sort_unstable();
                assert_eq!(marked, at_work, "{seed}");
                assert_eq!(
                    (tree.workers, tree.used),
                    (at_work.len(), tree.used),
                    "{seed}"
                );
            }
        }
        assert!(lost_in_all > 100, "{lost_in_all}");
    }

    /// A node has as many children as there are codes of moves, however little memory there is.
    #[test]
    fn children_of_all_codes_are_kept_written_and_read() {
        let moves = |tree: &Tree<u32>| -> Vec<u16> {
            let children = tree.children(ROOT).iter();
            children.map(|child| child.played.0).collect()
        };
        let codes: Vec<u16> = (0..u16::MAX).collect();
        let children: Vec<_> = codes
            .iter()
            .map(|code| SearchNode::leaf(Move(*code), 0))
            .collect();
        let mut tree = Tree::new(0, 0);
        assert!(tree.has_room(children.len()));
        tree.expand(ROOT, 0, &children);
        let last = tree.child(ROOT, codes.len() - 1);
        tree.expand(last, 0, &[SearchNode::leaf(Move(7), u32::MAX)]);
        let mut bytes = Vec::new();
        tree.save(&mut CheckpointWriter(&mut bytes), |stats| {
            [u64::from(*stats), 0, 0]
        })
        .unwrap();
        let read = Tree::load(&mut CheckpointReader(&mut &bytes[..]), 0, |[stats, ..]| {
            stats as u32
        });
        for mut tree in [tree, read.unwrap()] {
            assert_eq!(moves(&tree), codes);
            assert_eq!(tree.children(last)[0].stats, u32::MAX);
            assert_eq!(tree.remove(ROOT, 0), codes.len() - 1);
            assert_eq!(moves(&tree), codes[1..]);
            tree.collapse(ROOT);
            assert_eq!(tree.used, 1);
            tree.expand(ROOT, 0, &children);
            assert_eq!(moves(&tree), codes);
            tree.cut_back(&|stats| (*stats).into());
            assert!(!tree.node(ROOT).is_expanded());
        }
    }
}
