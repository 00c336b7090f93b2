//! The small table of one thread, for positions near the end.

use solveig_game::Value;
use solveig_game::mixing::spread;

/// What is known of a position: its key, and bounds on its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct CachedBounds {
    key: u64,
    lower: i8,
    upper: i8,
    /// The number of the square that did best, or [`NO_SQUARE`].
    best: u8,
}

const NO_SQUARE: u8 = u8::MAX;

impl CachedBounds {
    /// The bound that decides a null window at `alpha`, if one does.
    #[inline(always)]
    pub(super) fn decides(&self, alpha: Value) -> Option<Value> {
        let (lower, upper) = (self.lower.into(), self.upper.into());
        if lower > alpha {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }

    /// The greatest value that the position can have.
    #[inline(always)]
    pub(super) fn upper(&self) -> Value {
        self.upper.into()
    }

    /// The square that did best: one bit, or none.
    #[inline(always)]
    pub(super) fn best(&self) -> u64 {
        1_u64.checked_shl(self.best.into()).unwrap_or(0)
    }
}

/// Small enough to stay in a processor's second-level cache.
const SLOTS_LOG2: u32 = 16;

/// A table of one thread, in which the latest position of each slot stands.
#[derive(Debug)]
pub(super) struct BoundsCache(Box<[CachedBounds]>);

impl BoundsCache {
    pub(super) fn new() -> Self {
        // The key of no position.
        let nothing = CachedBounds {
            key: u64::MAX,
            lower: i8::MIN,
            upper: i8::MAX,
            best: NO_SQUARE,
        };
        Self(vec![nothing; 1 << SLOTS_LOG2].into_boxed_slice())
    }

    #[inline(always)]
    const fn slot(key: u64) -> usize {
        (spread(key) >> (64 - SLOTS_LOG2)) as usize
    }

    /// What is known of the position with this key.
    #[inline(always)]
    pub(super) fn look_up(&self, key: u64) -> Option<&CachedBounds> {
        let known = &self.0[Self::slot(key)];
        (known.key == key).then_some(known)
    }

    /// Adds what the search of a null window has shown: that the value is at least `value`, by a
    /// stone on `best`, or that it is at most that.
    #[inline(always)]
    pub(super) fn store(&mut self, key: u64, value: Value, best: Option<u64>) {
        let known = &mut self.0[Self::slot(key)];
        if known.key != key {
            *known = CachedBounds {
                key,
                lower: i8::MIN,
                upper: i8::MAX,
                best: NO_SQUARE,
            };
        }
        match best {
            Some(best) => {
                known.lower = value as i8;
                known.best = best.trailing_zeros() as u8;
            }
            None => known.upper = value as i8,
        }
    }
}
