//! The words of a table.

#[cfg(loom)]
pub(super) use loom::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(loom))]
pub(super) use std::sync::atomic::{AtomicU64, Ordering};

/// The words of one cache line of the machines in use.
pub(super) const LINE: usize = 8;

/// Zeroed atomic words, addressed by blocks that start at a cache line.
#[derive(Debug)]
pub(super) struct Memory {
    words: Vec<AtomicU64>,
    /// The first word that starts a cache line.
    offset: usize,
}

impl Memory {
    /// `count` words, all zero, or `None` if there is no room for them. Pages that are never
    /// written are never touched.
    pub(super) fn zeroed(count: usize) -> Option<Self> {
        let words = zeroed_words(count.checked_add(LINE - 1)?)?;
        let offset = words.as_ptr().align_offset(LINE * size_of::<u64>());
        // The standard library may decline to align; the table is then right but slower.
        let offset = if offset < LINE { offset } else { 0 };
        Some(Self { words, offset })
    }

    /// Block number `index` of blocks of `N` words.
    #[inline]
    pub(super) fn block<const N: usize>(&self, index: usize) -> &[AtomicU64; N] {
        let from = self.offset + index * N;
        self.words[from..from + N]
            .first_chunk()
            .expect("a slice of N words has N words")
    }
}

#[cfg(loom)]
fn zeroed_words(count: usize) -> Option<Vec<AtomicU64>> {
    Some((0..count).map(|_| AtomicU64::new(0)).collect())
}

#[cfg(not(loom))]
fn zeroed_words(count: usize) -> Option<Vec<AtomicU64>> {
    use std::alloc::{Layout, alloc_zeroed};

    let layout = Layout::array::<AtomicU64>(count).ok()?;
    if layout.size() == 0 {
        return Some(Vec::new());
    }
    // SAFETY: the layout has a size above zero.
    let words = unsafe { alloc_zeroed(layout) };
    if words.is_null() {
        return None;
    }
    // SAFETY: the global allocator gave `words` for exactly this layout, that of an array of
    // `count` atomics, and all-zero bytes are a valid `AtomicU64`. Building the vector element by
    // element would write, and so make resident, every page of a table of many GiB.
    Some(unsafe { Vec::from_raw_parts(words.cast(), count, count) })
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_zero_apart_and_aligned() {
        let memory = Memory::zeroed(8 * LINE).unwrap();
        for index in 0..8 {
            let block: &[AtomicU64; LINE] = memory.block(index);
            assert_eq!(block.as_ptr().addr() % 64, 0);
            for (at, word) in block.iter().enumerate() {
                assert_eq!(
                    word.swap((index * LINE + at + 1) as u64, Ordering::Relaxed),
                    0
                );
            }
        }
        let halves: &[AtomicU64; LINE / 2] = memory.block(3);
        assert_eq!(halves[0].load(Ordering::Relaxed), 13);
    }

    #[test]
    fn untouched_memory_costs_no_time() {
        let memory = Memory::zeroed(1 << 27).unwrap();
        let last: &[AtomicU64; LINE] = memory.block((1 << 24) - 1);
        assert_eq!(last[7].load(Ordering::Relaxed), 0);
    }

    #[test]
    fn too_much_memory_is_refused() {
        assert!(Memory::zeroed(usize::MAX).is_none());
        assert!(Memory::zeroed(usize::MAX / 16).is_none());
    }
}
