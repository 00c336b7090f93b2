//! The transposition table of the kernel's search: maps by whole key, each behind a lock.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::search::{Known, Memory};
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
    most: usize,
    range: (i32, i32),
}

#[derive(Default)]
struct Shard {
    young: HashMap<u128, Known>,
    old: HashMap<u128, Known>,
}

impl ShardedMap {
    /// An empty map of about `bytes` bytes when it is full, for values in `range`.
    pub fn new(bytes: u64, range: (i32, i32)) -> Self {
        let entries = bytes / ENTRY / (2 * SHARDS as u64);
        Self {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            most: usize::try_from(entries).unwrap_or(usize::MAX).max(1),
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

    fn get(&self, key: u128) -> Option<Known> {
        self.with(key, |shard| {
            let young = shard.young.get(&key);
            young.or_else(|| shard.old.get(&key)).copied()
        })
    }

    fn put(&self, key: u128, proved: Bound, best: Option<u8>, _effort: u32) {
        self.with(key, |shard| {
            let before = shard.young.get(&key).or_else(|| shard.old.get(&key));
            let before = before.copied().unwrap_or(Known::within(self.range));
            let known = before.with(proved, best);
            if shard.young.len() >= self.most && !shard.young.contains_key(&key) {
                shard.old = std::mem::take(&mut shard.young);
            }
            shard.young.insert(key, known);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_a_key_was_stored_for_it_and_old_keys_go_first() {
        let map = ShardedMap::new(0, (-5, 5));
        let keys = || (0..128).flat_map(|bit| [1_u128 << bit, u128::MAX >> bit]);
        for key in keys() {
            assert_eq!(map.get(key).filter(|_| key != 1), None);
            map.put(key, Bound::AtLeast((key % 5) as i32), None, 0);
            map.put(key, Bound::AtMost((key % 5) as i32 + 1), Some(3), 0);
            let least = (key % 5) as i32;
            let expected = Known {
                least,
                greatest: least + 1,
                best: Some(3),
            };
            assert_eq!(map.get(key), Some(expected));
        }
        let kept = keys().filter(|key| map.get(*key).is_some()).count();
        assert!((SHARDS..=2 * SHARDS).contains(&kept), "{kept}");
    }

    #[test]
    fn bounds_of_one_position_come_together() {
        let map = ShardedMap::new(1 << 20, (-36, 36));
        map.put(77, Bound::AtLeast(-4), Some(3), 9);
        map.put(77, Bound::AtMost(6), None, 9);
        map.put(77, Bound::AtLeast(-8), Some(5), 9);
        let known = Known {
            least: -4,
            greatest: 6,
            best: Some(5),
        };
        assert_eq!(map.get(77), Some(known));
        assert_eq!(map.get(78), None);
    }
}
