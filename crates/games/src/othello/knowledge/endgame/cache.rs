//! The small table of one thread, for positions near the end.

use solveig_game::mixing::{fold_sides, spread};

/// What is known of a position: its discs, and bounds on its score.
#[derive(Clone, Copy, Debug)]
pub(super) struct CachedScore {
    mover: u64,
    opponent: u64,
    pub lower: i8,
    pub upper: i8,
    /// The square that did best; [`NO_SQUARE`] if none is known.
    pub square: u8,
}

pub(super) const NO_SQUARE: u8 = 64;

/// Small enough to stay in a processor's second-level cache.
const SLOTS_LOG2: u32 = 15;

/// A table of one thread, in which the latest position of each slot stands.
#[derive(Clone, Debug)]
pub(super) struct ScoreCache(Box<[CachedScore]>);

impl ScoreCache {
    pub(super) fn new() -> Self {
        let nothing = CachedScore {
            mover: 0,
            opponent: 0,
            lower: 0,
            upper: 0,
            square: NO_SQUARE,
        };
        Self(vec![nothing; 1 << SLOTS_LOG2].into_boxed_slice())
    }

    #[inline(always)]
    fn slot(mover: u64, opponent: u64) -> usize {
        (spread(fold_sides(mover, opponent)) >> (64 - SLOTS_LOG2)) as usize
    }

    /// What is known of this position.
    #[inline(always)]
    pub(super) fn look_up(&self, mover: u64, opponent: u64) -> Option<&CachedScore> {
        // No position has no discs, so an empty slot is not taken for one.
        let known = &self.0[Self::slot(mover, opponent)];
        (known.mover == mover && known.opponent == opponent).then_some(known)
    }

    /// Adds that a search with a null window at `alpha` has given `score` by a disc on `square`.
    #[inline(always)]
    pub(super) fn store(&mut self, mover: u64, opponent: u64, alpha: i32, score: i32, square: u8) {
        let known = &mut self.0[Self::slot(mover, opponent)];
        if known.mover != mover || known.opponent != opponent {
            *known = CachedScore {
                mover,
                opponent,
                lower: i8::MIN,
                upper: i8::MAX,
                square: NO_SQUARE,
            };
        }
        if score > alpha {
            known.lower = score as i8;
            known.square = square;
        } else {
            known.upper = score as i8;
        }
    }
}
