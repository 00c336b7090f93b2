//! A thread's own cache of positions with few empty squares.

use solveig_game::mixing::{fold_sides, spread};

use super::NO_SQUARE;

/// Log2 of the number of slots. They take 128 KiB, a quarter of a small second-level cache; a
/// search that has to wait for them loses more than it gains by more of them.
const BITS: u32 = 13;

/// Where a position belongs in the cache, and what tells it from all others there.
///
/// The hash is a bijection of the opponent's discs for given discs of the mover, so both numbers
/// together are the whole position.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecentKey {
    mover: u64,
    hash: u64,
}

impl RecentKey {
    #[inline(always)]
    pub(super) const fn of(mover: u64, opponent: u64) -> Self {
        let hash = spread(fold_sides(mover, opponent));
        Self { mover, hash }
    }

    #[inline(always)]
    const fn slot(self) -> usize {
        (self.hash >> (64 - BITS)) as usize
    }
}

/// A proven bound on a score, and the best move if it is a lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    AtLeast(i32, u32),
    AtMost(i32),
}

impl Bound {
    /// The bound, if it decides the null window at `alpha`.
    #[inline(always)]
    pub(super) const fn decides(self, alpha: i32) -> Option<i32> {
        match self {
            Self::AtLeast(score, _) if score > alpha => Some(score),
            Self::AtMost(score) if score <= alpha => Some(score),
            _ => None,
        }
    }

    /// The square of the best move, or [`NO_SQUARE`].
    #[inline(always)]
    pub(super) const fn best(self) -> u32 {
        match self {
            Self::AtLeast(_, best) => best,
            Self::AtMost(_) => NO_SQUARE,
        }
    }

    /// A number of [`Self::BITS`] bits. An upper bound is half the score plus 32, a lower bound 65
    /// more than 64 times that plus the square of the best move. Scores are even, since boards have
    /// an even number of squares.
    #[inline(always)]
    const fn packed(self) -> u64 {
        let (Self::AtLeast(score, _) | Self::AtMost(score)) = self;
        debug_assert!(score % 2 == 0 && -64 <= score && score <= 64);
        let half = (score + 64) as u64 / 2;
        match self {
            Self::AtMost(_) => half,
            Self::AtLeast(_, best) => Self::SCORES + (half << 6) + best as u64,
        }
    }

    #[inline(always)]
    const fn unpacked(packed: u64) -> Self {
        match packed.checked_sub(Self::SCORES) {
            None => Self::AtMost(2 * packed as i32 - 64),
            Some(rest) => Self::AtLeast(2 * (rest >> 6) as i32 - 64, (rest & 63) as u32),
        }
    }

    /// How many scores there are.
    const SCORES: u64 = 65;

    const BITS: u32 = 13;
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
        Self(vec![Slot::default(); 1 << BITS].into_boxed_slice())
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
        let RecentKey { mover, hash } = place;
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
            let RecentKey { hash, .. } = RecentKey::of(mover, opponent);
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
            best in 0_u32..64,
            at_least: bool,
        ) {
            let (place, score) = (RecentKey::of(mover, opponent), 2 * half);
            let bound = match at_least {
                true => Bound::AtLeast(score, best),
                false => Bound::AtMost(score),
            };
            let mut recent = Recent::new();
            prop_assert_eq!(recent.look_up(place), None);
            recent.store(place, Bound::AtMost(64));
            recent.store(place, bound);
            prop_assert_eq!(recent.look_up(place), Some(bound));
            // Neither another mover nor another rest of the hash in the same slot.
            for hash in [place.hash, place.hash ^ 1 << (bit % (64 - BITS))] {
                for mover in [mover, mover ^ 1 << bit] {
                    let same = hash == place.hash && mover == place.mover;
                    let found = recent.look_up(RecentKey { mover, hash });
                    prop_assert_eq!(found, same.then_some(bound));
                }
            }
            for alpha in -65..=64 {
                let decided = at_least == (score > alpha);
                prop_assert_eq!(bound.decides(alpha), decided.then_some(score));
            }
        }
    }
}
