//! Blocks that were read and checked, in memory of our own.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// What the allocator may add to the bytes of a block.
const ALLOCATED: u64 = 16;

/// Blocks of a file by number. A block has one place, and drives out what was there.
pub(crate) struct BlockCache {
    /// The maximum number of bytes of all blocks.
    max: u64,
    held: AtomicU64,
    places: u64,
    /// Allocated for the first block.
    blocks: OnceLock<Box<[Place]>>,
}

/// Aligned, so that a look-up touches one line of the processor's cache.
#[derive(Default)]
#[repr(align(32))]
struct Place(Mutex<CachedBlock>);

/// A block without its checksum, which was right; empty where there is none.
#[derive(Default)]
pub(crate) struct CachedBlock {
    number: u64,
    content: Box<[u8]>,
}

impl CachedBlock {
    pub(crate) fn content(&self) -> &[u8] {
        &self.content
    }
}

impl BlockCache {
    /// For a file with so many blocks, which have `length` bytes together, in `memory` bytes.
    pub(crate) fn new(blocks: u64, length: u64, memory: u64) -> Self {
        let place = size_of::<Place>() as u64;
        let mean = length.checked_div(blocks).unwrap_or(0);
        let places = blocks.min(memory / (mean + ALLOCATED + place));
        let all = blocks.saturating_mul(ALLOCATED).saturating_add(length);
        Self {
            max: all.min(memory - places * place),
            held: AtomicU64::new(0),
            places,
            blocks: OnceLock::new(),
        }
    }

    /// The maximum number of bytes that the cache takes.
    pub(crate) const fn bytes(&self) -> u64 {
        match self.places {
            0 => 0,
            places => self.max + places * size_of::<Place>() as u64,
        }
    }

    fn place(&self, number: u64) -> Option<MutexGuard<'_, CachedBlock>> {
        let at = match number < self.places {
            true => number,
            false => number.checked_rem(self.places)?,
        };
        let none = || (0..self.places).map(|_| Place::default()).collect();
        let place = self.blocks.get_or_init(none).get(at as usize)?;
        Some(place.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The block of this number, if it is here.
    #[inline]
    pub(crate) fn get(&self, number: u64) -> Option<MutexGuard<'_, CachedBlock>> {
        self.blocks.get()?;
        let place = self.place(number)?;
        (place.number == number && !place.content.is_empty()).then_some(place)
    }

    /// Keeps the content of a block, if there is room for it.
    pub(crate) fn keep(&self, number: u64, content: Vec<u8>) {
        let Some(mut place) = self.place(number) else {
            return;
        };
        let content = content.into_boxed_slice();
        let size = |content: &[u8]| match content.len() {
            0 => 0,
            bytes => bytes as u64 + ALLOCATED,
        };
        let (before, now) = (size(&place.content), size(&content));
        let exchanged = |held: u64| Some(held - before + now).filter(|sum| *sum <= self.max);
        if self.held.fetch_update(Relaxed, Relaxed, exchanged).is_ok() {
            *place = CachedBlock { number, content };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_was_kept_under_its_number_and_takes_no_more_than_is_allowed() {
        let cache = BlockCache::new(1000, 700_000, 100_000);
        assert!(cache.get(3).is_none());
        for number in 0..1000 {
            cache.keep(number, vec![number as u8; 500 + number as usize % 400]);
            assert!(cache.held.load(Relaxed) <= cache.max);
        }
        let found = |number| cache.get(number).map(|block| block.content().to_vec());
        let kept: Vec<u64> = (0..1000)
            .filter(|number| found(*number).is_some())
            .collect();
        assert!((100..=140).contains(&kept.len()), "{kept:?}");
        for number in kept {
            let expected = vec![number as u8; 500 + number as usize % 400];
            assert_eq!(found(number), Some(expected));
        }
        assert!(cache.bytes() <= 100_000);
    }

    #[test]
    fn without_memory_nothing_is_kept() {
        for (blocks, memory) in [(1000, 0), (0, 1 << 20), (5, 40)] {
            let cache = BlockCache::new(blocks, 700 * blocks, memory);
            cache.keep(0, vec![1; 700]);
            assert!(cache.get(0).is_none());
            assert_eq!(cache.bytes(), 0);
        }
    }
}
