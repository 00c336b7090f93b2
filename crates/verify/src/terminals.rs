//! Counting the distinct terminal positions of a region.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The keys met so far, by level.
#[derive(Default)]
pub struct Terminals(Mutex<BTreeMap<u32, Keys>>);

#[derive(Default)]
struct Keys {
    keys: Vec<u128>,
    /// How many of the first keys are sorted and distinct.
    distinct: usize,
}

impl Keys {
    fn settle(&mut self) {
        self.keys.sort_unstable();
        self.keys.dedup();
        self.distinct = self.keys.len();
    }
}

impl Terminals {
    /// Adds positions, each as level and key.
    pub fn add(&self, met: &[(u32, u128)]) {
        let mut levels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (level, key) in met {
            let keys = levels.entry(*level).or_default();
            keys.keys.push(*key);
            if keys.keys.len() > 2 * keys.distinct + (1 << 16) {
                keys.settle();
            }
        }
    }

    /// How many distinct positions of a level have been met. The level is forgotten.
    pub fn take(&self, level: u32) -> u64 {
        let mut levels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut keys = levels.remove(&level).unwrap_or_default();
        keys.settle();
        keys.distinct as u64
    }
}
