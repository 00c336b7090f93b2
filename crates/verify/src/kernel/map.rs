//! The transposition table of the kernel's search: maps by whole key, each behind a lock.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use super::search::{Memory, ProvedBounds};
use crate::bounds::Bound;

/// Number of maps: many, so that threads seldom wait for one another.
const SHARDS: usize = 64;

/// Approximate bytes of an entry in a full map.
pub const ENTRY: u64 = 80;

/// Proved bounds by whole key. A shard has two generations: when the young one is full it becomes
/// the old one, and the old one is dropped.
pub struct ShardedMap {
    shards: Vec<Mutex<Shard>>,
    /// Maximum entries of one generation of a shard.
    max: usize,
    range: RangeInclusive<i32>,
}

#[derive(Default)]
struct Shard {
    young: HashMap<u128, ProvedBounds>,
    old: HashMap<u128, ProvedBounds>,
}

impl ShardedMap {
    /// An empty map of about `bytes` bytes when it is full, for values in `range`.
    pub fn new(bytes: u64, range: RangeInclusive<i32>) -> Self {
        let entries = bytes / ENTRY / (2 * SHARDS as u64);
        Self {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            max: usize::try_from(entries).unwrap_or(usize::MAX).max(1),
            range,
        }
    }

    fn with<T>(&self, key: u128, work: impl FnOnce(&mut Shard) -> T) -> T {
        let mixed = (key ^ key >> 64) as u64;
        let shard = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let shard = &self.shards[shard as usize % SHARDS];
        work(&mut shard.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Memory for ShardedMap {
    fn trusted(&self) -> &'static [&'static str] {
        &[]
    }

    fn get(&self, key: u128) -> Option<ProvedBounds> {
        self.with(key, |shard| {
            let young = shard.young.get(&key);
            young.or_else(|| shard.old.get(&key)).copied()
        })
    }

    fn put(&self, key: u128, proved: Bound, best: Option<u8>, _effort: u32) {
        self.with(key, |shard| {
            let before = shard.young.get(&key).or_else(|| shard.old.get(&key));
            let unknown = ProvedBounds::within(*self.range.start(), *self.range.end());
            let before = before.copied().unwrap_or(unknown);
            let bounds = before.with(proved, best);
            if shard.young.len() >= self.max && !shard.young.contains_key(&key) {
                shard.old = std::mem::take(&mut shard.young);
            }
            shard.young.insert(key, bounds);
        });
    }
}
