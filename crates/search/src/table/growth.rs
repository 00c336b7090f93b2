//! The buckets of a table that are in use.

use super::memory::{AtomicU64, Ordering};

/// The first buckets of a table, a power of two of them: as many as the entries need, so that small
/// searches touch little memory. Full buckets tell when to double their number.
#[derive(Debug)]
pub(super) struct BucketsInUse {
    /// One less than their number.
    mask: AtomicU64,
    /// The mask of all buckets.
    whole: u64,
    /// Entries that full buckets lost since the number last changed.
    evictions: AtomicU64,
}

/// Log2 of the bytes in use at first.
const FIRST_BYTES: u32 = 23;

impl BucketsInUse {
    /// Of `2^bits` buckets of `bytes` bytes, at least `2^least` are in use.
    pub(super) fn new(least: u32, bits: u32, bytes: u64) -> Self {
        let first = (FIRST_BYTES - bytes.ilog2()).max(least).min(bits);
        Self {
            mask: AtomicU64::new((1 << first) - 1),
            whole: (1 << bits) - 1,
            evictions: AtomicU64::new(0),
        }
    }

    /// One less than the number of buckets in use.
    #[inline(always)]
    pub(super) fn mask(&self) -> u64 {
        self.mask.load(Ordering::Relaxed)
    }

    /// One less than the number of all buckets.
    pub(super) const fn whole(&self) -> u64 {
        self.whole
    }

    /// Counts an eviction. Tells one thread that it is time to double the number: it moves entries
    /// to their new buckets, then calls [`double`](Self::double).
    #[inline]
    pub(super) fn evicted(&self) -> bool {
        let mask = self.mask();
        mask != self.whole && self.evictions.fetch_add(1, Ordering::Relaxed) == mask / 4
    }

    /// Doubles the number of buckets in use.
    pub(super) fn double(&self) {
        self.mask.store(2 * self.mask() + 1, Ordering::Relaxed);
        self.evictions.store(0, Ordering::Relaxed);
    }
}
