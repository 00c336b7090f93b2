//! The connections of the positions analysed last, from which those of their children are worked
//! out.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::analysis::KnownPosition;
use super::nodes::Situation;

/// A cache of bounded size that evicts what was used the longest time ago.
pub(super) struct ConnectionsCache {
    /// The maximum number of bytes.
    max: usize,
    bytes: usize,
    entries: HashMap<Situation, CachedConnections>,
    /// The positions by the time of their last use.
    by_use: BTreeMap<u64, Situation>,
    clock: u64,
}

struct CachedConnections {
    position: Arc<KnownPosition>,
    is_turned: bool,
    used: u64,
}

impl ConnectionsCache {
    /// An empty cache of at most about `max` bytes, but with room for one position at least.
    pub(super) fn new(max: u64) -> Self {
        Self {
            max: max as usize,
            bytes: 0,
            entries: HashMap::new(),
            by_use: BTreeMap::new(),
            clock: 0,
        }
    }

    /// The connections of a position, if they are known, and whether they are those of the position
    /// rotated by 180 degrees. Marks them as used.
    pub(super) fn get(&mut self, key: &Situation) -> Option<(Arc<KnownPosition>, bool)> {
        let entry = self.entries.get_mut(key)?;
        self.by_use.remove(&entry.used);
        self.clock += 1;
        entry.used = self.clock;
        self.by_use.insert(self.clock, *key);
        Some((Arc::clone(&entry.position), entry.is_turned))
    }

    /// Keeps the connections of a position, or of the position rotated by 180 degrees; returns
    /// those that it evicts.
    #[must_use = "to free them takes time, which no lock should be held for"]
    pub(super) fn keep(
        &mut self,
        key: Situation,
        is_turned: bool,
        position: Arc<KnownPosition>,
    ) -> Vec<Arc<KnownPosition>> {
        self.clock += 1;
        let used = self.clock;
        let entry = CachedConnections {
            position,
            is_turned,
            used,
        };
        let mut evicted = Vec::new();
        self.bytes += entry.position.bytes();
        self.by_use.insert(used, key);
        if let Some(old) = self.entries.insert(key, entry) {
            self.bytes -= old.position.bytes();
            self.by_use.remove(&old.used);
            evicted.push(old.position);
        }
        while self.bytes > self.max && self.entries.len() > 1 {
            let Some((_, oldest)) = self.by_use.pop_first() else {
                break;
            };
            if let Some(old) = self.entries.remove(&oldest) {
                self.bytes -= old.position.bytes();
                evicted.push(old.position);
            }
        }
        evicted
    }
}
