//! A thread's own cache of positions with few empty squares.

use solveig_game::mixing::{fold_sides, spread};

use super::{BY_PARITY, IN_CACHE};

/// Log2 of the number of slots for positions with the same number of empty squares. Each number has
/// its own, or the many positions with few would push out the few with more, which save more. All
/// take 192 KiB; a search that has to wait for them loses more than it gains by more of them.
const BITS: u32 = 11;

/// How many numbers of empty squares there are.
const NUMBERS: usize = (IN_CACHE - BY_PARITY) as usize;

/// Where a position belongs in the cache, and what tells it from all others there.
///
/// The hash is a bijection of the opponent's discs for given discs of the mover, so both numbers
/// together are the whole position.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecentKey {
    mover: u64,
    hash: u64,
    /// The number of empty squares, from [`BY_PARITY`] + 1 to [`IN_CACHE`].
    empties: u32,
}

impl RecentKey {
    #[inline(always)]
    pub(super) const fn of(mover: u64, opponent: u64, empties: u32) -> Self {
        Self {
            mover,
            hash: spread(fold_sides(mover, opponent)),
            empties,
        }
    }

    #[inline(always)]
    const fn slot(self) -> usize {
        let first = (self.empties - BY_PARITY - 1) << BITS;
        first as usize + (self.hash >> (64 - BITS)) as usize
    }
}

/// A proven bound on a score.
///
/// There is no best move: a bound hardly ever leaves the null window open, so none would be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    AtLeast(i32),
    AtMost(i32),
}

impl Bound {
    /// The bound, if it decides the null window at `alpha`.
    #[inline(always)]
    pub(super) const fn decides(self, alpha: i32) -> Option<i32> {
        match self {
            Self::AtLeast(score) if score > alpha => Some(score),
            Self::AtMost(score) if score <= alpha => Some(score),
            _ => None,
        }
    }

    /// A number of [`Self::BITS`] bits: half the score plus 32, and 65 more for a lower bound.
    /// Scores are even, since boards have an even number of squares.
    #[inline(always)]
    const fn packed(self) -> u64 {
        let (Self::AtLeast(score) | Self::AtMost(score)) = self;
        debug_assert!(score % 2 == 0 && -64 <= score && score <= 64);
        let half = (score + 64) as u64 / 2;
        match self {
            Self::AtMost(_) => half,
            Self::AtLeast(_) => Self::SCORES + half,
        }
    }

    #[inline(always)]
    const fn unpacked(packed: u64) -> Self {
        match packed.checked_sub(Self::SCORES) {
            None => Self::AtMost(2 * packed as i32 - 64),
            Some(half) => Self::AtLeast(2 * half as i32 - 64),
        }
    }

    /// How many scores there are.
    const SCORES: u64 = 65;

    const BITS: u32 = 8;
}

/// The mover's discs, zero in an empty slot; then the part of the hash that the slot does not tell,
/// above a packed bound.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(16))]
struct Slot {
    mover: u64,
    rest: u64,
}

/// A direct-mapped cache; a new position always replaces the old one of its slot.
#[derive(Clone, Debug)]
pub(super) struct Recent(Box<[Slot]>);

impl Recent {
    pub(super) fn new() -> Self {
        const {
            assert!(
                BITS >= Bound::BITS,
                "the rest of a hash leaves room for a bound"
            )
        };
        Self(vec![Slot::default(); NUMBERS << BITS].into_boxed_slice())
    }

    /// Fetches the slot of a position into the processor's caches.
    #[inline(always)]
    pub(super) fn prefetch(&self, place: RecentKey) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let slot = self.0.as_ptr().wrapping_add(place.slot());
            // SAFETY: a prefetch is a hint to the processor; it accesses nothing and cannot fault,
            // whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(slot.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = place;
    }

    /// The bound stored for a position.
    #[inline(always)]
    pub(super) fn look_up(&self, place: RecentKey) -> Option<Bound> {
        let slot = self.0[place.slot()];
        let same = slot.mover == place.mover && (slot.rest ^ place.hash << BITS) < 1 << BITS;
        same.then(|| Bound::unpacked(slot.rest & ((1 << BITS) - 1)))
    }

    /// Stores a bound. The mover must have a disc.
    #[inline(always)]
    pub(super) fn store(&mut self, place: RecentKey, bound: Bound) {
        let RecentKey { mover, hash, .. } = place;
        let rest = hash << BITS | bound.packed();
        self.0[place.slot()] = Slot { mover, rest };
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The number that gives 1 when multiplied by an odd one, by Newton's method.
    fn inverse(odd: u64) -> u64 {
        (0..6).fold(1_u64, |inverse, _| {
            inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)))
        })
    }

    proptest! {
        #[test]
        fn a_place_is_a_whole_position(mover: u64, opponent: u64) {
            let RecentKey { hash, .. } = RecentKey::of(mover, opponent, IN_CACHE);
            let folded = hash.wrapping_mul(inverse(spread(1)));
            let product = (folded ^ spread(mover)).rotate_right(29);
            let factor = fold_sides(0, 1).rotate_right(29);
            prop_assert_eq!(product.wrapping_mul(inverse(factor)), opponent);
        }

        #[test]
        fn a_slot_knows_one_position_and_its_last_bound(
            mover in 1_u64..,
            opponent: u64,
            bit in 0_u32..64,
            half in -32_i32..=32,
            empties in BY_PARITY + 1..=IN_CACHE,
            at_least: bool,
        ) {
            let (place, score) = (RecentKey::of(mover, opponent, empties), 2 * half);
            let bound = match at_least {
                true => Bound::AtLeast(score),
                false => Bound::AtMost(score),
            };
            let mut recent = Recent::new();
            prop_assert_eq!(recent.look_up(place), None);
            recent.store(place, Bound::AtMost(64));
            recent.store(place, bound);
            prop_assert_eq!(recent.look_up(place), Some(bound));
            // Neither another mover nor another rest of the hash in the same slot, nor another
            // number of empty squares.
            for other in BY_PARITY + 1..=IN_CACHE {
                for hash in [place.hash, place.hash ^ 1 << (bit % (64 - BITS))] {
                    for mover in [mover, mover ^ 1 << bit] {
                        let same = (mover, hash, other) == (place.mover, place.hash, empties);
                        let found = recent.look_up(RecentKey { mover, hash, empties: other });
                        prop_assert_eq!(found, same.then_some(bound));
                    }
                }
            }
            for alpha in -65..=64 {
                let decided = at_least == (score > alpha);
                prop_assert_eq!(bound.decides(alpha), decided.then_some(score));
            }
        }
    }
}
