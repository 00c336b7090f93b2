//! The work of decided nodes by level, as an estimate for new leaves.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of levels kept apart; higher ones share the last.
const LEVELS: usize = 256;

/// The mean work of decided nodes by level, lost and won ones apart.
///
/// Threads add to it without a lock, so a mean may miss work that another thread is adding. It
/// orders moves and decides nothing.
#[derive(Debug)]
pub(super) struct LearnedWork([[LevelWork; 2]; LEVELS]);

#[derive(Debug, Default)]
struct LevelWork {
    nodes: AtomicU64,
    work: AtomicU64,
}

impl Default for LearnedWork {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Default::default()))
    }
}

impl LearnedWork {
    fn at(&self, level: u32, won: bool) -> &LevelWork {
        &self.0[(level as usize).min(LEVELS - 1)][usize::from(won)]
    }

    /// Adds a node of this level that took this work to decide.
    pub fn add(&self, level: u32, won: bool, work: u64) {
        let at = self.at(level, won);
        at.work.fetch_add(work, Ordering::Relaxed);
        at.nodes.fetch_add(1, Ordering::Relaxed);
    }

    /// The mean work of decided nodes of this level; `None` if there are none.
    pub fn mean(&self, level: u32, won: bool) -> Option<f64> {
        let at = self.at(level, won);
        let nodes = at.nodes.load(Ordering::Relaxed);
        (nodes > 0).then(|| at.work.load(Ordering::Relaxed) as f64 / nodes as f64)
    }
}
