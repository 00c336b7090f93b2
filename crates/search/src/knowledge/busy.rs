//! What the threads of a team are at.

use std::sync::atomic::{AtomicU64, Ordering};

use solveig_game::mixing::{fold_sides, spread};

/// Marks of positions that are being searched.
///
/// A mark can be lost, or stand for two positions: then a position is searched twice, or later. No
/// answer depends on it.
#[derive(Debug)]
pub(in crate::knowledge) struct CurrentlySearched(Box<[AtomicU64]>);

const SLOTS: usize = 1 << 12;

impl CurrentlySearched {
    pub(in crate::knowledge) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// The mark of a position; never 0.
    #[inline(always)]
    pub(in crate::knowledge) fn mark(mover: u64, opponent: u64) -> u64 {
        fold_sides(mover, opponent) | 1 << 63
    }

    #[inline(always)]
    fn slot(&self, mark: u64) -> &AtomicU64 {
        &self.0[(spread(mark) >> 52) as usize % SLOTS]
    }

    #[inline(always)]
    pub(in crate::knowledge) fn holds(&self, mark: u64) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark
    }

    #[inline(always)]
    pub(in crate::knowledge) fn begin(&self, mark: u64) {
        self.slot(mark).store(mark, Ordering::Relaxed);
    }

    #[inline(always)]
    pub(in crate::knowledge) fn end(&self, mark: u64) {
        if self.holds(mark) {
            self.slot(mark).store(0, Ordering::Relaxed);
        }
    }
}
