//! The table of positions that some thread is searching now (ABDADA, Weill 1996).

use std::sync::atomic::{AtomicU64, Ordering};

use solveig_game::mixing::{fold_sides, spread};

/// A lossy lock-free set of the positions being searched, by which threads defer moves that another
/// thread is at.
///
/// Marks may be lost or collide; then a position is searched twice, or later. No result depends on
/// it.
#[derive(Debug)]
pub struct CurrentlySearched(Box<[AtomicU64]>);

const SLOTS: usize = 1 << 12;

impl Default for CurrentlySearched {
    fn default() -> Self {
        Self::new()
    }
}

impl CurrentlySearched {
    /// The set before any search.
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

    /// Whether a thread is searching the position with this mark.
    #[inline(always)]
    pub fn holds(&self, mark: u64) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark
    }

    /// Marks the position as being searched.
    #[inline(always)]
    pub fn begin(&self, mark: u64) {
        self.slot(mark).store(mark, Ordering::Relaxed);
    }

    /// Removes the mark of the position.
    #[inline(always)]
    pub fn end(&self, mark: u64) {
        if self.holds(mark) {
            self.slot(mark).store(0, Ordering::Relaxed);
        }
    }
}
