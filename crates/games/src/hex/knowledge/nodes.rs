//! The node table of the Hex solver, in bounded memory and shared by threads.
//!
//! Positions with equal fill-in have the same winner and share a node. Links map positions to
//! nodes, so that each position is filled in once. Claims say which positions are being analysed,
//! so that other threads look for work elsewhere.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use solveig_search::binary::Numbers;

use super::inferior::FilledPosition;
use crate::colour::Colour;

/// The number of shards, each with its own lock.
const PARTS: usize = 64;

/// The approximate size in bytes of a node with its moves and links.
const BYTES_OF_NODE: u64 = 800;

/// The room for links, per node.
const LINKS: usize = 3;

/// A position with fill-in, which may have more stones of one side than of the other. Cells whose
/// colour does not matter count as Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Situation {
    pub(super) stones: [u128; 2],
    pub(super) mover: Colour,
}

/// A position with what its analysis leaves to search.
#[derive(Clone, Debug)]
pub(super) struct HexNode {
    /// The filled-in board.
    pub(super) filled: FilledPosition,
    /// The moves left to search; none once the node is decided.
    pub(super) moves: Box<[u8]>,
    /// The empty cells that the winner needs: whatever lies outside may be the loser's. If it is
    /// not decided, those that the opponent needs against the moves that are not listed.
    pub(super) zone: u128,
    pub(super) numbers: Numbers,
    /// The effort: positions analysed below it.
    pub(super) work: u32,
    /// The number of threads searching it.
    pub(super) threads: u16,
}

/// The table of nodes by filled-in position.
pub(super) struct Nodes {
    pub(super) parts: Box<[Mutex<NodesShard>]>,
    max: usize,
}

#[derive(Default)]
pub(super) struct NodesShard {
    pub(super) nodes: Map<HexNode>,
    pub(super) links: Map<Link>,
    /// Positions that a thread is analysing now.
    claimed: Map<()>,
}

/// A link from a position to its node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) node: Situation,
    /// Whether the node is the position rotated by 180 degrees.
    pub(super) is_turned: bool,
    /// The cells filled in for each player between the position and the node.
    pub(super) captured: [u128; 2],
}

type Map<V> = HashMap<Situation, V, BuildHasherDefault<DefaultHasher>>;

impl Nodes {
    /// An empty table of about `bytes` bytes.
    pub(super) fn new(bytes: u64) -> Self {
        Self {
            parts: (0..PARTS).map(|_| Mutex::default()).collect(),
            max: (bytes / BYTES_OF_NODE / PARTS as u64).max(64) as usize,
        }
    }

    /// The link of a position, if there is one, and whether a thread is analysing the position.
    pub(super) fn look_up(&self, situation: &Situation) -> (Option<Link>, bool) {
        let part = self.part(situation);
        (
            part.links.get(situation).copied(),
            part.claimed.contains_key(situation),
        )
    }

    /// Takes note that a position is being analysed, until its link is added.
    pub(super) fn claim(&self, situation: Situation) {
        self.part(&situation).claimed.insert(situation, ());
    }

    /// The number of positions that are being analysed.
    #[cfg(all(test, not(loom)))]
    pub(super) fn claims(&self) -> usize {
        let claimed = |part: &Mutex<NodesShard>| part.lock().unwrap().claimed.len();
        self.parts.iter().map(claimed).sum()
    }

    pub(super) fn add_link(&self, situation: Situation, link: Link) {
        let mut part = self.part(&situation);
        part.claimed.remove(&situation);
        if part.links.len() >= LINKS * self.max {
            // Links can be recomputed by fill-in.
            part.links.clear();
        }
        part.links.insert(situation, link);
    }

    /// Calls a function with a node, if present, under its shard's lock.
    pub(super) fn with<T>(
        &self,
        filled: &Situation,
        task: impl FnOnce(&mut HexNode) -> T,
    ) -> Option<T> {
        self.part(filled).nodes.get_mut(filled).map(task)
    }

    /// Adds a node, unless another thread has added one for the position; returns the one that
    /// stays. If there are too many, evicts those of the least effort.
    ///
    /// Two analyses may list different moves, since of moves that dominate each other either may be
    /// left out: each list has a winning move if there is one, but what they share may have none.
    pub(super) fn add(&self, filled: Situation, node: HexNode) -> HexNode {
        let mut part = self.part(&filled);
        if let Some(first) = part.nodes.get(&filled) {
            return first.clone();
        }
        if part.nodes.len() >= self.max {
            let mut work: Vec<u32> = part.nodes.values().map(|node| node.work).collect();
            let middle = work.len() / 2;
            let (_, min, _) = work.select_nth_unstable(middle);
            let min = *min;
            part.nodes
                .retain(|_, node| node.work > min || node.threads > 0);
        }
        part.nodes.insert(filled, node.clone());
        node
    }

    fn part(&self, of: &Situation) -> MutexGuard<'_, NodesShard> {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(of);
        // The hash maps use the low bits.
        let part = &self.parts[(hash >> 32) as usize % PARTS];
        part.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
