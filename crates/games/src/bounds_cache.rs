//! A thread's own cache of positions with few empty squares.

use solveig_game::Value;

/// A cache entry: the key of a position, bounds on its value and its best square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CachedBounds<K> {
    key: K,
    lower: i8,
    upper: i8,
    /// The number of the best square found, or [`NO_SQUARE`].
    best: u8,
}

const NO_SQUARE: u8 = u8::MAX;

impl<K> CachedBounds<K> {
    const fn unknown(key: K) -> Self {
        Self {
            key,
            lower: i8::MIN,
            upper: i8::MAX,
            best: NO_SQUARE,
        }
    }

    /// The bound that decides the null window at `alpha`, if there is one.
    #[inline(always)]
    pub(crate) fn decides(&self, alpha: Value) -> Option<Value> {
        let (lower, upper) = (self.lower.into(), self.upper.into());
        if lower > alpha {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }

    #[inline(always)]
    pub(crate) fn upper(&self) -> Value {
        self.upper.into()
    }

    /// The number of the best square found, else a number that no square has.
    #[inline(always)]
    pub(crate) fn best(&self) -> u32 {
        self.best.into()
    }
}

/// A direct-mapped table of `2^BITS` slots; a new position always replaces the old one of its slot.
/// Callers pass a hash with each key.
#[derive(Clone, Debug)]
pub(crate) struct BoundsCache<K, const BITS: u32>(Box<[CachedBounds<K>]>);

impl<K: Copy + PartialEq, const BITS: u32> BoundsCache<K, BITS> {
    /// An empty cache; no position has the key `none`.
    pub(crate) fn new(none: K) -> Self {
        Self(vec![CachedBounds::unknown(none); 1 << BITS].into_boxed_slice())
    }

    #[inline(always)]
    const fn slot(hash: u64) -> usize {
        (hash >> (64 - BITS)) as usize
    }

    /// The entry of the position with this key, if there is one.
    #[inline(always)]
    pub(crate) fn look_up(&self, key: K, hash: u64) -> Option<&CachedBounds<K>> {
        let entry = &self.0[Self::slot(hash)];
        (entry.key == key).then_some(entry)
    }

    /// Stores the result of a null-window search: the value is at least `value`, by a move to the
    /// square with the number `best`, or, if that is `None`, at most `value`.
    #[inline(always)]
    pub(crate) fn store(&mut self, key: K, hash: u64, value: Value, best: Option<u32>) {
        let entry = &mut self.0[Self::slot(hash)];
        if entry.key != key {
            *entry = CachedBounds::unknown(key);
        }
        match best {
            Some(best) => {
                entry.lower = value as i8;
                entry.best = best as u8;
            }
            None => entry.upper = value as i8,
        }
    }
}
