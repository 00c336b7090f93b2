//! The table of the search: proof numbers of states, and what is decided.

use std::sync::atomic::{AtomicU64, Ordering};

use solveig_search::AtomicWords;

use super::numbers::{INFINITE, Numbers};
use super::state::Key;

/// Words of an entry: the key with the work in free bits, and both numbers. Of a won state the
/// second number holds the plies and the generation.
const WORDS: usize = 3;

/// Words of a bucket: five entries on two cache lines.
const BUCKET: usize = 16;

/// The first bit of the work in the first word of a key.
const WORK: u32 = 55;

const STONES_AND_KO: u64 = (1 << WORK) - 1;

/// A hash table of buckets that keeps what took the most work. It compares whole keys.
pub(super) struct Table {
    words: AtomicWords,
    buckets: usize,
    /// Raised where wins that were found may hold no longer.
    pub(super) generation: u16,
}

impl Table {
    /// A table of at most about `bytes`, and at least one bucket; a smaller one where the system
    /// has not so many.
    pub(super) fn new(bytes: u64) -> Self {
        let max = bytes / (BUCKET * size_of::<u64>()) as u64;
        let mut buckets = max.clamp(1, (usize::MAX / BUCKET / 16) as u64) as usize;
        let words = loop {
            match AtomicWords::zeroed(BUCKET * buckets) {
                Some(words) => break words,
                None => buckets = (buckets / 2).max(1),
            }
        };
        Self {
            words,
            buckets,
            generation: 0,
        }
    }

    const fn bucket(&self, key: Key) -> usize {
        let mixed = key.winner.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ key.loser.rotate_left(32);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed as u128 * self.buckets as u128) >> 64) as usize
    }

    fn entries(&self, key: Key) -> impl Iterator<Item = &[AtomicU64]> {
        let bucket = self.words.block::<BUCKET>(self.bucket(key));
        bucket.chunks_exact(WORDS)
    }

    /// Loads the bucket of a key into the cache.
    pub(super) fn prefetch(&self, key: Key) {
        let first = BUCKET * self.bucket(key);
        self.words.prefetch(first);
        self.words.prefetch(first + BUCKET / 2);
    }

    /// What is known of a state. A win of an earlier generation is likely.
    pub(super) fn find(&self, key: Key) -> Option<Numbers> {
        let is_of_key = |entry: &&[AtomicU64]| {
            entry[0].load(Ordering::Relaxed) & STONES_AND_KO == key.winner
                && entry[1].load(Ordering::Relaxed) == key.loser
        };
        let entry = self.entries(key).find(is_of_key)?;
        let both = entry[2].load(Ordering::Relaxed);
        let (proof, other) = (both as u32, (both >> 32) as u32);
        Some(match proof {
            0 if (other >> 16) as u16 == self.generation => Numbers::won(other as u16),
            0 => Numbers::LIKELY,
            _ => Numbers::open(proof, other),
        })
    }

    /// Adds what a search of `states` states found.
    pub(super) fn add(&self, key: Key, numbers: Numbers, states: u64) {
        let mut work = 2 * u64::from(u64::BITS - states.leading_zeros());
        let mut chosen: Option<&[AtomicU64]> = None;
        let mut least = u64::MAX;
        for entry in self.entries(key) {
            let head = entry[0].load(Ordering::Relaxed);
            let rest = entry[1].load(Ordering::Relaxed);
            let before = head >> WORK;
            if head & STONES_AND_KO == key.winner && rest == key.loser {
                work = work.max(before);
                chosen = Some(entry);
                break;
            }
            let worth = match rest {
                0 => 0,
                _ => before + 1,
            };
            if worth < least {
                (least, chosen) = (worth, Some(entry));
            }
        }
        let Some(entry) = chosen else { return };
        let other = match numbers.proof {
            0 => u32::from(self.generation) << 16 | u32::from(numbers.plies),
            _ => numbers.disproof,
        };
        debug_assert!(numbers.proof <= INFINITE);
        entry[0].store(key.winner | work << WORK, Ordering::Relaxed);
        entry[1].store(key.loser, Ordering::Relaxed);
        let both = u64::from(numbers.proof) | u64::from(other) << 32;
        entry[2].store(both, Ordering::Relaxed);
    }
}
