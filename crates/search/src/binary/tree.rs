//! A search tree in bounded memory: nodes with their children side by side.

use solveig_game::Move;

/// A node: what a search keeps of it, and where its children are.
#[derive(Clone, Copy, Debug)]
pub struct Node<S> {
    /// The move that leads to it.
    pub played: Move,
    /// What the search keeps of it.
    pub stats: S,
    /// The children that are not decided, side by side from here on.
    first: u32,
    children: u16,
    /// How many there were when the node was expanded.
    room: u16,
}

impl<S> Node<S> {
    /// A node whose moves were not looked at.
    pub const fn leaf(played: Move, stats: S) -> Self {
        Self {
            played,
            stats,
            first: 0,
            children: 0,
            room: 0,
        }
    }

    /// Whether it has children.
    pub const fn is_expanded(&self) -> bool {
        self.children > 0
    }
}

/// The number of the root.
pub const ROOT: u32 = 0;

/// The nodes, in blocks of brothers. Blocks that were given back are used again for as many brothers.
#[derive(Clone, Debug)]
pub struct Tree<S> {
    nodes: Vec<Node<S>>,
    /// Blocks that are free, by their size.
    free: Vec<Vec<u32>>,
    used: usize,
    most: usize,
}

impl<S: Copy> Tree<S> {
    /// A tree of a root, with room for `bytes` of memory.
    pub fn new(root: S, bytes: u64) -> Self {
        // While a vector grows or the tree is cut back, half as much again is taken.
        let most = bytes * 2 / 3 / size_of::<Node<S>>() as u64;
        Self {
            nodes: vec![Node::leaf(Move(0), root)],
            free: Vec::new(),
            used: 1,
            most: most.clamp(1 << 5, u32::MAX.into()) as usize,
        }
    }

    /// The node of a number.
    pub fn node(&mut self, at: u32) -> &mut Node<S> {
        &mut self.nodes[at as usize]
    }

    /// The number of the child at a place.
    pub fn child(&self, at: u32, place: usize) -> u32 {
        self.nodes[at as usize].first + place as u32
    }

    /// The children of a node.
    pub fn children(&self, at: u32) -> &[Node<S>] {
        let node = &self.nodes[at as usize];
        let first = node.first as usize;
        &self.nodes[first..first + usize::from(node.children)]
    }

    /// A node and its children. Children are always further back than their parents or further in front:
    /// the two never overlap.
    pub fn family(&mut self, at: u32) -> (&mut S, &mut [Node<S>]) {
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

    /// Whether there is room for so many children. Where half of it is free, there is.
    pub fn has_room(&self, children: usize) -> bool {
        let is_free = self.free.get(children).is_some_and(|free| !free.is_empty());
        let taken = self.nodes.len();
        is_free || taken + children <= self.most || taken <= self.most / 2
    }

    /// Gives a leaf its children.
    pub fn expand(&mut self, at: u32, children: &[Node<S>]) {
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
        (node.first, node.children, node.room) = (first, count as u16, count as u16);
    }

    /// Takes away the child at a place, with all that is below it, and says how many are left.
    pub fn remove(&mut self, at: u32, place: usize) -> usize {
        self.collapse(self.child(at, place));
        let node = self.nodes[at as usize];
        let (first, last) = (
            node.first as usize,
            node.first as usize + usize::from(node.children) - 1,
        );
        // The others keep their order.
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

    /// Makes a node a leaf again.
    pub fn collapse(&mut self, at: u32) {
        let mut rest = vec![at];
        while let Some(at) = rest.pop() {
            let node = self.nodes[at as usize];
            if node.room > 0 {
                rest.extend(node.first..node.first + u32::from(node.children));
                self.release(at);
            }
        }
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

    /// Puts what there is together. If that is more than half of the room, nodes of which the search knows
    /// least, by `weight`, become leaves, until no more than half of it is taken.
    pub fn cut_back(&mut self, weight: impl Fn(&S) -> u64) {
        let mut least = 0;
        if self.used > self.most / 2 {
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
            weights.sort_unstable_by(|a, b| b.cmp(a));
            // Blocks are of different sizes; a quarter of them, the heaviest, is about what may stay.
            least = weights.get(weights.len() / 4).map_or(0, |least| least + 1);
        }
        let mut kept = Vec::with_capacity(self.most / 2 + 1);
        let mut root = self.nodes[ROOT as usize];
        root.room = root.children;
        kept.push(root);
        let mut at = 0;
        while at < kept.len() {
            let node: Node<S> = kept[at];
            let stays = weight(&node.stats) >= least;
            let fits = kept.len() + usize::from(node.children) <= self.most / 2;
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
