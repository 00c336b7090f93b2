//! What a search keeps of positions: in bounded memory, for many threads.
//!
//! Positions that are the same once they are filled in have the same winner, and are one node. A
//! link leads from a position as it was met to that node, so that it is filled in once.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Filled;
use super::board::{HexStones, Situation};
use solveig_search::binary::Numbers;

/// Parts that are locked one by one.
const PARTS: usize = 64;

/// About how many bytes a node takes with its moves and the links to it.
const BYTES_OF_NODE: u64 = 800;

/// For each node there is room for so many links.
const LINKS: usize = 3;

/// A position that was looked at.
#[derive(Clone, Debug)]
pub(super) struct HexNode {
    /// What is filled in.
    pub(super) filled: Filled,
    /// The moves worth trying that are not known to lose; none once it is decided.
    pub(super) moves: Box<[u8]>,
    /// The empty cells that the winner needs: whatever lies outside may be the loser's. If it is
    /// not decided, those that the opponent needs against the moves that are not listed.
    pub(super) zone: u128,
    pub(super) numbers: Numbers,
    /// How many positions were looked at below it.
    pub(super) work: u32,
    /// How many threads are at it.
    pub(super) threads: u16,
}

/// Nodes, by their filled-in positions.
pub(super) struct Nodes {
    parts: Box<[Mutex<NodesShard>]>,
    most: usize,
}

#[derive(Default)]
struct NodesShard {
    nodes: Map<HexNode>,
    links: Map<Link>,
}

/// The node of a position as it was met.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) node: Situation,
    /// The node is turned by half a turn.
    pub(super) is_turned: bool,
    /// What was filled in for each player on the way from the position to the node.
    pub(super) captured: HexStones,
}

type Map<V> = HashMap<Situation, V, BuildHasherDefault<DefaultHasher>>;

impl Nodes {
    /// Room for nodes in about so many bytes.
    pub(super) fn new(bytes: u64) -> Self {
        Self {
            parts: (0..PARTS).map(|_| Mutex::default()).collect(),
            most: (bytes / BYTES_OF_NODE / PARTS as u64).max(64) as usize,
        }
    }

    /// The filled-in position that a position was linked with.
    pub(super) fn link(&self, met: &Situation) -> Option<Link> {
        self.part(met).links.get(met).copied()
    }

    pub(super) fn add_link(&self, met: Situation, link: Link) {
        let mut part = self.part(&met);
        if part.links.len() >= LINKS * self.most {
            // They are found again by filling in.
            part.links.clear();
        }
        part.links.insert(met, link);
    }

    /// Does something with a node, if there is one.
    pub(super) fn with<T>(
        &self,
        filled: &Situation,
        task: impl FnOnce(&mut HexNode) -> T,
    ) -> Option<T> {
        self.part(filled).nodes.get_mut(filled).map(task)
    }

    /// Adds a node; if there are too many, those go that took least work.
    pub(super) fn add(&self, filled: Situation, node: HexNode) {
        let mut part = self.part(&filled);
        if part.nodes.len() >= self.most {
            let mut work: Vec<u32> = part.nodes.values().map(|node| node.work).collect();
            let middle = work.len() / 2;
            let (_, least, _) = work.select_nth_unstable(middle);
            let least = *least;
            part.nodes
                .retain(|_, node| node.work > least || node.threads > 0);
        }
        part.nodes.insert(filled, node);
    }

    /// All nodes that are decided, and whether the side to move wins.
    #[cfg(all(test, not(loom)))]
    pub(super) fn decided(&self) -> Vec<(Situation, HexNode, bool)> {
        let parts = self.parts.iter();
        let parts = parts.map(|part| part.lock().unwrap_or_else(PoisonError::into_inner));
        let decided = parts.flat_map(|part| {
            let nodes = part.nodes.iter();
            let decided = nodes.filter_map(|(key, node)| {
                let wins = node.numbers.decided()?;
                Some((*key, node.clone(), wins))
            });
            decided.collect::<Vec<_>>()
        });
        decided.collect()
    }

    fn part(&self, of: &Situation) -> MutexGuard<'_, NodesShard> {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(of);
        // The maps use the low bits.
        let part = &self.parts[(hash >> 32) as usize % PARTS];
        part.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
