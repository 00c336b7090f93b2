//! The table of the search: how soon a state is won at the latest, and how soon it is not.

use super::state::Key;

/// What the search knows of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: Key,
    /// The number of plies within which the winner reaches a won state; `u8::MAX` if unknown.
    pub(super) won_within: u8,
    /// The largest number of plies for which the search did not find that.
    pub(super) not_within: u8,
    /// The move to try first, as a point of the image with the key; [`Entry::PASS`] for a pass.
    pub(super) best: u8,
    /// The binary logarithm of the states searched, doubled.
    work: u8,
    /// The wins of earlier generations count no longer.
    generation: u32,
}

impl Entry {
    pub(super) const PASS: u8 = u8::MAX - 1;
    pub(super) const NO_MOVE: u8 = u8::MAX;
    const EMPTY: Self = Self {
        key: (0, 0),
        won_within: u8::MAX,
        not_within: 0,
        best: Self::NO_MOVE,
        work: 0,
        generation: 0,
    };

    /// Within how many plies the state is won in this generation. What is won without a search
    /// stays so.
    const fn won_in(&self, generation: u32) -> u8 {
        if self.generation == generation || self.won_within == 0 {
            self.won_within
        } else {
            u8::MAX
        }
    }

    pub(super) const fn work(&self) -> i32 {
        self.work as i32
    }
}

/// What a search of a state found.
#[derive(Clone, Copy, Debug)]
pub(super) enum WinBound {
    WonWithin(u8),
    NotWithin(u8),
}

const BUCKET: usize = 4;

/// A hash table of buckets that keeps what took the most work. It compares whole keys.
pub(super) struct Table {
    buckets: Vec<[Entry; BUCKET]>,
    /// Raised where wins that were found may hold no longer.
    pub(super) generation: u32,
}

impl Table {
    /// A table of at most about `bytes`, and at least one bucket.
    pub(super) fn new(bytes: u64) -> Self {
        let max = bytes / size_of::<[Entry; BUCKET]>() as u64;
        let buckets = 1_usize << max.max(1).ilog2();
        Self {
            buckets: vec![[Entry::EMPTY; BUCKET]; buckets],
            generation: 0,
        }
    }

    fn bucket(&self, key: Key) -> usize {
        let mixed = key.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ key.1.rotate_left(32);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed >> 16) as usize & (self.buckets.len() - 1)
    }

    /// What is known of a state.
    pub(super) fn find(&self, key: Key) -> Option<Entry> {
        let bucket = &self.buckets[self.bucket(key)];
        let found = bucket.iter().find(|entry| entry.key == key)?;
        Some(Entry {
            won_within: found.won_in(self.generation),
            ..*found
        })
    }

    /// Forgets that a state is won.
    pub(super) fn forget_win(&mut self, key: Key) {
        let at = self.bucket(key);
        for entry in &mut self.buckets[at] {
            if entry.key == key {
                entry.won_within = u8::MAX;
            }
        }
    }

    /// Adds what a search of `states` states found.
    pub(super) fn add(&mut self, key: Key, found: WinBound, best: u8, states: u64) {
        let (at, generation) = (self.bucket(key), self.generation);
        let bucket = &mut self.buckets[at];
        let slot = match bucket.iter().position(|entry| entry.key == key) {
            Some(slot) => slot,
            None => {
                let works = bucket.iter().map(|entry| entry.work).enumerate();
                let (slot, _) = works.min_by_key(|(_, work)| *work).unwrap_or((0, 0));
                bucket[slot] = Entry {
                    key,
                    ..Entry::EMPTY
                };
                slot
            }
        };
        let entry = &mut bucket[slot];
        entry.won_within = entry.won_in(generation);
        entry.generation = generation;
        match found {
            WinBound::WonWithin(plies) => entry.won_within = entry.won_within.min(plies),
            WinBound::NotWithin(plies) => entry.not_within = entry.not_within.max(plies),
        }
        entry.best = best;
        entry.work = entry
            .work
            .max(2 * (u64::BITS - states.leading_zeros()) as u8);
    }
}
