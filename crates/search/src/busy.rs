//! What the threads of a team are at.

use std::sync::atomic::{AtomicU64, Ordering};

use solveig_game::mixing::{fold_sides, spread};

/// Marks of positions that are being searched.
///
/// A mark can be lost, or stand for two positions: then a position is searched twice, or later. No
/// answer depends on it.
#[derive(Debug)]
pub struct CurrentlySearched(Box<[AtomicU64]>);

const SLOTS: usize = 1 << 12;

impl Default for CurrentlySearched {
    fn default() -> Self {
        Self::new()
    }
}

impl CurrentlySearched {
    /// No marks.
    pub fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// The mark of a position; never 0.
    #[inline(always)]
    pub fn mark(mover: u64, opponent: u64) -> u64 {
        fold_sides(mover, opponent) | 1 << 63
    }

    #[inline(always)]
    fn slot(&self, mark: u64) -> &AtomicU64 {
        &self.0[(spread(mark) >> 52) as usize % SLOTS]
    }

    /// Whether a thread is at the position with this mark.
    #[inline(always)]
    pub fn holds(&self, mark: u64) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark
    }

    /// A thread begins with the position.
    #[inline(always)]
    pub fn begin(&self, mark: u64) {
        self.slot(mark).store(mark, Ordering::Relaxed);
    }

    /// A thread is done with the position.
    #[inline(always)]
    pub fn end(&self, mark: u64) {
        if self.holds(mark) {
            self.slot(mark).store(0, Ordering::Relaxed);
        }
    }
}
