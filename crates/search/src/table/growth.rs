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
    /// 1 while a thread moves entries.
    is_growing: AtomicU64,
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
            is_growing: AtomicU64::new(0),
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

    /// Counts an eviction. Tells one thread at a time that it is time to double the number: it
    /// moves entries to their new buckets, then calls [`double`](Self::double).
    #[inline]
    pub(super) fn evicted(&self) -> bool {
        let mask = self.mask();
        mask != self.whole
            && self.evictions.fetch_add(1, Ordering::Relaxed) >= mask / 4
            && self.is_due(mask)
    }

    /// Whether no thread doubles the number, nor has since the mask was this one.
    #[cold]
    fn is_due(&self, mask: u64) -> bool {
        if self.is_growing.swap(1, Ordering::Acquire) != 0 {
            return false;
        }
        let is_due = self.mask() == mask;
        if !is_due {
            self.is_growing.store(0, Ordering::Release);
        }
        is_due
    }

    /// Doubles the number of buckets in use.
    pub(super) fn double(&self) {
        self.evictions.store(0, Ordering::Relaxed);
        self.mask.store(2 * self.mask() + 1, Ordering::Relaxed);
        self.is_growing.store(0, Ordering::Release);
    }
}

#[cfg(all(test, loom))]
mod models {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    #[test]
    fn no_interleaving_of_evictions_takes_more_buckets_than_there_are() {
        loom::model(|| {
            let in_use = Arc::new(BucketsInUse {
                mask: AtomicU64::new(0),
                whole: 1,
                ..BucketsInUse::new(0, 0, 64)
            });
            let evict = |in_use: &BucketsInUse| {
                if in_use.evicted() {
                    in_use.double();
                }
            };
            let other = {
                let in_use = Arc::clone(&in_use);
                thread::spawn(move || evict(&in_use))
            };
            evict(&in_use);
            other.join().unwrap();
            assert_eq!(in_use.mask(), 1);
        });
    }
}
