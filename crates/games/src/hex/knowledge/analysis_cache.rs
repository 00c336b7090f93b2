//! A cache of position analyses, with a pool of analysts.

use std::collections::HashMap;
use std::fmt;
use std::mem;

use super::analysis::{Analyst, ZonedAnalysis};
use super::connections_cache::ConnectionsCache;

/// The number of recent analyses that are kept, and of older ones.
const KEPT: usize = 1 << 16;

/// The size of the connections of recent positions, in bytes.
const CONNECTIONS_BYTES: u64 = 1 << 28;

/// Analyses by the stones of a position without fill-in.
pub(super) struct AnalysisCache {
    /// Idle analysts, for reuse of their memory.
    pub(super) idle: Vec<Analyst>,
    recent: HashMap<[u128; 2], ZonedAnalysis>,
    /// The previous generation of analyses, evicted all at once.
    older: HashMap<[u128; 2], ZonedAnalysis>,
    /// What is known of recent positions, by their stones without fill-in.
    pub(super) connections: ConnectionsCache,
}

impl Default for AnalysisCache {
    fn default() -> Self {
        Self {
            idle: Vec::new(),
            recent: HashMap::new(),
            older: HashMap::new(),
            connections: ConnectionsCache::new(CONNECTIONS_BYTES),
        }
    }
}

impl AnalysisCache {
    pub(super) fn get(&mut self, stones: [u128; 2]) -> Option<ZonedAnalysis> {
        if let Some(analysis) = self.recent.get(&stones) {
            return Some(analysis.clone());
        }
        let analysis = self.older.remove(&stones)?;
        self.put(stones, analysis.clone());
        Some(analysis)
    }

    pub(super) fn put(&mut self, stones: [u128; 2], analysis: ZonedAnalysis) {
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
