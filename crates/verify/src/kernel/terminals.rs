//! The distinct terminal positions of a region, by level.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::limits::{Budget, Undecided};

/// Duplicates are removed once a level has more keys than this plus twice the distinct ones.
const REPEATED: usize = 1 << 16;

/// The keys found so far, by level.
#[derive(Default)]
pub struct Terminals(Mutex<BTreeMap<u32, Keys>>);

#[derive(Default)]
struct Keys {
    keys: Vec<u128>,
    /// How many of the first keys are sorted and distinct.
    distinct: usize,
}

#[derive(Clone, Copy)]
pub struct Terminal {
    pub level: u32,
    pub key: u128,
}

/// The size of keys in bytes.
const fn bytes(keys: usize) -> u64 {
    (keys * size_of::<u128>()) as u64
}

impl Keys {
    fn take_out_repetitions(&mut self, budget: &Budget) {
        let before = self.keys.len();
        self.keys.sort_unstable();
        self.keys.dedup();
        self.distinct = self.keys.len();
        budget.give_back(bytes(before - self.distinct));
    }
}

impl Terminals {
    pub fn add(&self, positions: &[Terminal], budget: &Budget) -> Result<(), Undecided> {
        budget.take(bytes(positions.len()), "the finished games of the region")?;
        let mut levels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for &Terminal { level, key } in positions {
            let keys = levels.entry(level).or_default();
            keys.keys.push(key);
            if keys.keys.len() > 2 * keys.distinct + REPEATED {
                keys.take_out_repetitions(budget);
            }
        }
        Ok(())
    }

    /// Hands out the distinct keys of each level, ascending.
    pub fn each_level(&self, budget: &Budget, mut visit: impl FnMut(u32, &[u128])) {
        let mut levels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (level, keys) in &mut *levels {
            keys.take_out_repetitions(budget);
            visit(*level, &keys.keys);
        }
    }

    /// Removes the lowest level that has a position, if it is none after `up_to`: the level and its
    /// number of distinct positions.
    pub fn pop_lowest(&self, up_to: Option<u32>, budget: &Budget) -> Option<(u32, u64)> {
        let mut levels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (&lowest, _) = levels.first_key_value()?;
        if up_to.is_some_and(|level| lowest > level) {
            return None;
        }
        let (level, mut keys) = levels.pop_first()?;
        keys.take_out_repetitions(budget);
        budget.give_back(bytes(keys.distinct));
        Some((level, keys.distinct as u64))
    }
}
