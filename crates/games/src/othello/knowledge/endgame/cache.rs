//! A thread's own cache of positions with few empty squares.

use solveig_game::mixing::{fold_sides, spread};

/// A cache entry: a position, bounds on its score and its best square.
#[derive(Clone, Copy, Debug)]
pub(super) struct CachedScore {
    mover: u64,
    opponent: u64,
    pub lower: i8,
    pub upper: i8,
    /// The best square found; [`NO_SQUARE`] if none.
    pub square: u8,
}

pub(super) const NO_SQUARE: u8 = 64;

/// Log2 of the number of slots; the table fits a processor's second-level cache.
const SLOTS_LOG2: u32 = 15;

/// A direct-mapped table; a new position always replaces the old one of its slot.
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

    /// The entry of this position, if there is one.
    #[inline(always)]
    pub(super) fn look_up(&self, mover: u64, opponent: u64) -> Option<&CachedScore> {
        // Every position has discs, so an empty slot matches none.
        let known = &self.0[Self::slot(mover, opponent)];
        (known.mover == mover && known.opponent == opponent).then_some(known)
    }

    /// Stores the result of a null-window search at `alpha`: `score`, reached by a disc on
    /// `square`.
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
