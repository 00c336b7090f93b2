//! The packed transposition table of the checker's searches, shared by all threads.
//!
//! An entry that only *probably* belongs to a position proves nothing, so each entry determines its
//! whole key: the bucket's index gives one part, the entry holds the rest. An entry is one word,
//! written atomically, in which the rest of the key and the bounds must fit.

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::bounds::Bound;
use crate::kernel::search::{Memory, ProvedBounds};

/// The entries of one bucket.
type Bucket = [AtomicU64; 4];
/// Bits for the best move and for the effort.
const BEST_BITS: u32 = 6;
const EFFORT_BITS: u32 = 5;
/// Stands for no best move.
const NO_BEST: u8 = (1 << BEST_BITS) - 1;

/// Bits of the index of a bucket within its part: parts of 32 MiB.
const PART_BITS: u32 = 20;

/// Buckets that are allocated when something is first stored in them; `None` if there is no memory
/// for them.
type Part = OnceLock<Option<Box<[Bucket]>>>;

/// Proved bounds by key. A full bucket replaces the entry of least effort.
#[derive(Debug)]
pub struct BoundsTable {
    key_bits: u32,
    least: i32,
    greatest: i32,
    value_bits: u32,
    index_bits: u32,
    parts: Box<[Part]>,
}

/// So many empty buckets; `None` if there is no memory for them.
fn empty(count: usize) -> Option<Box<[Bucket]>> {
    let mut buckets = Vec::new();
    buckets.try_reserve_exact(count).ok()?;
    buckets.resize_with(count, Bucket::default);
    Some(buckets.into())
}

impl BoundsTable {
    /// A table for keys of `key_bits` bits and values in `range`, of about `bytes` bytes; `None` if
    /// an entry of such a key does not fit a word. Memory is allocated when entries are stored.
    pub fn new(key_bits: u32, range: RangeInclusive<i32>, bytes: u64) -> Option<Self> {
        let (least, greatest) = range.into_inner();
        let value_bits = (i64::from(greatest) - i64::from(least) + 1).ilog2() + 1;
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let index_bits = (bytes / size_of::<Bucket>()).max(1).ilog2();
        // A word must hold the part of the key that its index does not determine. Keys of more than
        // 64 bits never fit.
        let room = 64_u32.saturating_sub(2 * value_bits + BEST_BITS + EFFORT_BITS);
        let needed = key_bits.saturating_sub(room);
        let fits = key_bits <= 64 && room > 0 && needed <= index_bits.max(20);
        let index_bits = index_bits.max(needed).min(key_bits);
        let parts = || (0..1_usize << index_bits.saturating_sub(PART_BITS)).map(|_| Part::new());
        fits.then(|| Self {
            key_bits,
            least,
            greatest,
            value_bits,
            index_bits,
            parts: parts().collect(),
        })
    }

    /// The bucket of this index, if its part is allocated.
    #[inline]
    fn bucket(&self, index: usize) -> Option<&Bucket> {
        let part = self.parts.get(index >> PART_BITS)?.get()?.as_ref()?;
        part.get(index & ((1 << PART_BITS) - 1))
    }

    /// The bucket of a key, and the rest that identifies the key within it. Multiplication by an
    /// odd number and xor with a shift are invertible, so no two keys share both.
    #[inline]
    fn split(&self, key: u64) -> (usize, u64) {
        let all = u64::MAX >> (64 - self.key_bits);
        let mut mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & all;
        mixed ^= mixed >> self.key_bits.div_ceil(2);
        mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) & all;
        let rest_bits = self.key_bits - self.index_bits;
        let index = (mixed >> rest_bits) as usize;
        (index, mixed & !(u64::MAX << rest_bits))
    }

    /// Prefetches the entry of a position.
    #[inline]
    pub fn fetch(&self, key: u128) {
        #[cfg(target_arch = "x86_64")]
        if let Some(bucket) = self.bucket(self.split(key as u64).0) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a hint to the processor, which accesses nothing and cannot fault.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// A word holds, from its low bits: effort, at least 1; best move; both bounds; rest of the
    /// key.
    #[inline]
    fn word(&self, rest: u64, bounds: ProvedBounds, effort: u32) -> u64 {
        let value = |value: i32| value.wrapping_sub(self.least) as u64;
        let mut word = rest;
        word = word << self.value_bits | value(bounds.greatest);
        word = word << self.value_bits | value(bounds.least);
        word = word << BEST_BITS | u64::from(bounds.best.unwrap_or(NO_BEST));
        word << EFFORT_BITS | u64::from(effort)
    }

    #[inline]
    fn rest(&self, word: u64) -> u64 {
        word >> (2 * self.value_bits + BEST_BITS + EFFORT_BITS)
    }

    #[inline]
    fn bounds(&self, word: u64) -> ProvedBounds {
        let value = |word: u64| {
            let offset = word & !(u64::MAX << self.value_bits);
            self.least.wrapping_add(offset as i32)
        };
        let best = (word >> EFFORT_BITS) as u8 & NO_BEST;
        let word = word >> (BEST_BITS + EFFORT_BITS);
        ProvedBounds {
            least: value(word),
            greatest: value(word >> self.value_bits),
            best: Some(best).filter(|best| *best < NO_BEST),
        }
    }
}

impl Memory for BoundsTable {
    fn trusted(&self) -> &'static [&'static str] {
        &["fast.rs", "fast/table.rs"]
    }

    #[inline]
    fn get(&self, key: u128) -> Option<ProvedBounds> {
        let (index, rest) = self.split(key as u64);
        let mut words = self.bucket(index)?.iter().map(|word| word.load(Relaxed));
        let word = words.find(|&word| word != 0 && self.rest(word) == rest)?;
        Some(self.bounds(word))
    }

    #[inline]
    fn put(&self, key: u128, proved: Bound, best: Option<u8>, effort: u32) {
        let (index, rest) = self.split(key as u64);
        if let Some(part) = self.parts.get(index >> PART_BITS) {
            part.get_or_init(|| empty(1 << self.index_bits.min(PART_BITS)));
        }
        let Some(entries) = self.bucket(index) else {
            return;
        };
        let effort = effort.min((1 << EFFORT_BITS) - 2) + 1;
        let mut bounds = ProvedBounds::within(self.least, self.greatest);
        let mut cheapest = (&entries[0], u32::MAX);
        for entry in entries {
            let word = entry.load(Relaxed);
            if word != 0 && self.rest(word) == rest {
                bounds = self.bounds(word);
                cheapest = (entry, 0);
                break;
            }
            let spent = (word & ((1 << EFFORT_BITS) - 1)) as u32;
            if spent < cheapest.1 {
                cheapest = (entry, spent);
            }
        }
        let best = best.filter(|best| *best < NO_BEST);
        let word = self.word(rest, bounds.with(proved, best), effort);
        cheapest.0.store(word, Relaxed);
    }
}
