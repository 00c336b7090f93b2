//! The memory of a table: zeroed atomic words, in a memory map where there are such.

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU64, Ordering};

pub use words::AtomicWords;

/// Words per cache line.
pub(crate) const LINE: usize = 8;

#[cfg(not(any(loom, target_family = "wasm")))]
mod words {
    use memmap2::{MmapOptions, MmapRaw};

    use super::{AtomicU64, LINE};

    const SOON_TOUCHED: usize = 8 << 20;

    /// Zeroed atomic words, in blocks that start at a cache line.
    #[derive(Debug)]
    pub struct AtomicWords {
        map: MmapRaw,
        count: usize,
    }

    impl AtomicWords {
        /// Maps `count` zeroed words; `None` if the memory cannot be allocated. Pages of a large
        /// table are touched on first use; a small one, which searches soon touch everywhere, is
        /// populated at once to avoid page faults in the first searches.
        pub fn zeroed(count: usize) -> Option<Self> {
            let length = count.max(LINE).checked_mul(size_of::<AtomicU64>())?;
            let mut options = MmapOptions::new();
            options.len(length);
            if length <= SOON_TOUCHED {
                options.populate();
            }
            let map = options.map_anon().ok()?;
            // Huge pages, if the system has them: with small ones, nearly every random look-up
            // misses the TLB.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            Some(Self {
                map: map.into(),
                count,
            })
        }

        /// Block number `index` of blocks of `N` words.
        #[inline]
        pub fn block<const N: usize>(&self, index: usize) -> &[AtomicU64; N] {
            assert!(index < self.count / N, "the table has no block {index}");
            // SAFETY: the map has room for `count` words, so for `count / N` blocks, and is aligned
            // to a page. It lives as long as `self`, nothing but these atomics ever refers to it,
            // and every bit pattern is an `AtomicU64`.
            unsafe { &*self.map.as_mut_ptr().cast::<[AtomicU64; N]>().add(index) }
        }

        /// Prefetches the cache line of the word `index`.
        #[inline]
        pub fn prefetch(&self, index: usize) {
            #[cfg(target_arch = "x86_64")]
            {
                use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                let word = self
                    .map
                    .as_mut_ptr()
                    .cast::<AtomicU64>()
                    .wrapping_add(index);
                // SAFETY: a prefetch is a hint to the processor; it accesses nothing and cannot
                // fault, whatever the address.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(word.cast()) };
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = index;
        }
    }
}

/// Where memory cannot be mapped: in loom models and in WebAssembly.
#[cfg(any(loom, target_family = "wasm"))]
mod words {
    use super::AtomicU64;

    /// Zeroed atomic words.
    #[derive(Debug)]
    pub struct AtomicWords(Vec<AtomicU64>);

    impl AtomicWords {
        pub fn zeroed(count: usize) -> Option<Self> {
            let mut words = Vec::new();
            words.try_reserve_exact(count).ok()?;
            words.extend((0..count).map(|_| AtomicU64::new(0)));
            Some(Self(words))
        }

        pub fn block<const N: usize>(&self, index: usize) -> &[AtomicU64; N] {
            self.0[index * N..].first_chunk().expect("a whole block")
        }

        pub fn prefetch(&self, _index: usize) {}
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_zero_apart_and_aligned() {
        let memory = AtomicWords::zeroed(8 * LINE).unwrap();
        for index in 0..8 {
            let block: &[AtomicU64; LINE] = memory.block(index);
            assert_eq!(block.as_ptr().addr() % 64, 0);
            for (at, word) in block.iter().enumerate() {
                let number = (index * LINE + at + 1) as u64;
                assert_eq!(word.swap(number, Ordering::Relaxed), 0);
            }
        }
        let halves: &[AtomicU64; LINE / 2] = memory.block(3);
        assert_eq!(halves[0].load(Ordering::Relaxed), 13);
    }

    #[test]
    #[should_panic(expected = "no block 8")]
    fn there_is_nothing_beyond_the_end() {
        let _: &[AtomicU64; LINE] = AtomicWords::zeroed(8 * LINE).unwrap().block(8);
    }

    #[test]
    fn untouched_memory_costs_no_time() {
        let memory = AtomicWords::zeroed(1 << 27).unwrap();
        let last: &[AtomicU64; LINE] = memory.block((1 << 24) - 1);
        assert_eq!(last[7].load(Ordering::Relaxed), 0);
    }

    #[test]
    fn too_much_memory_is_refused() {
        assert!(AtomicWords::zeroed(usize::MAX).is_none());
        assert!(AtomicWords::zeroed(usize::MAX / 16).is_none());
    }
}
