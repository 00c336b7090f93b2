//! A cache of position analyses, with a pool of analysts.

use std::collections::HashMap;
use std::fmt;
use std::mem;

use super::analysis::{Analysis, Analyst};
use super::connections_cache::ConnectionsCache;

/// The number of recent analyses that are kept, and of older ones.
const KEPT: usize = 1 << 16;

/// The size of the connections of recent positions, in bytes.
const KNOWN_BYTES: u64 = 1 << 28;

/// Analyses with their zones by the stones of a position without fill-in.
pub(super) struct AnalysisCache {
    /// Idle analysts, for reuse of their memory.
    pub(super) idle: Vec<Analyst>,
    recent: HashMap<[u128; 2], (Analysis, u128)>,
    /// The previous generation of analyses, evicted all at once.
    older: HashMap<[u128; 2], (Analysis, u128)>,
    /// What is known of recent positions, by their stones without fill-in.
    pub(super) known: ConnectionsCache,
}

impl Default for AnalysisCache {
    fn default() -> Self {
        Self {
            idle: Vec::new(),
            recent: HashMap::new(),
            older: HashMap::new(),
            known: ConnectionsCache::new(KNOWN_BYTES),
        }
    }
}

impl AnalysisCache {
    pub(super) fn get(&mut self, stones: [u128; 2]) -> Option<(Analysis, u128)> {
        if let Some(known) = self.recent.get(&stones) {
            return Some(known.clone());
        }
        let known = self.older.remove(&stones)?;
        self.put(stones, known.clone());
        Some(known)
    }

    pub(super) fn put(&mut self, stones: [u128; 2], analysis: (Analysis, u128)) {
        if self.recent.len() >= KEPT {
            self.older = mem::take(&mut self.recent);
        }
        self.recent.insert(stones, analysis);
    }
}

impl fmt::Debug for AnalysisCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnalysisCache({} recent)", self.recent.len())
    }
}
