//! The layout with one word per entry.

use solveig_game::{Interval, Key, Keyed, Move, Value};

use super::growth::BucketsInUse;
use super::memory::{AtomicU64, AtomicWords, LINE, Ordering};
use super::mixing::Mixing;
use super::{EffortClass, Entry};

/// A table whose entries are single atomic words.
///
/// From the low end a word holds the effort (0 in an empty entry only), the best move, the upper
/// bound, the lower bound and the tag. The tag and the bucket are the whole key, whatever the
/// number of buckets in use: the tag has all bits of the mixed key that the first of these numbers
/// does not make an index of. As a word is read and written whole, an entry can be outdated but
/// never torn.
#[derive(Debug)]
pub(super) struct Packed {
    memory: AtomicWords,
    mixing: Mixing,
    in_use: BucketsInUse,
    /// The shift that moves the tag of a mixed key to the upper bits of a word.
    lift: u32,
    tag_mask: u64,
    /// The code of the best move where none is known.
    no_move: u64,
    move_bits: u32,
    least_value: Value,
    value_bits: u32,
}

impl Packed {
    /// Whether the entries of a table of `2^bucket_bits` buckets for `game` fit in a word each.
    pub(super) fn fits<G: Keyed>(game: &G, bucket_bits: u32) -> bool {
        let payload_bits = Self::payload_bits(game);
        let tag_bits = game.key_bits().saturating_sub(bucket_bits);
        game.key_bits() <= 64 && payload_bits < 64 && payload_bits + tag_bits <= 64
    }

    /// The bits of a word but for the tag.
    fn payload_bits<G: Keyed>(game: &G) -> u32 {
        let range = game.value_range();
        let value_bits = width(range.max.abs_diff(range.min).into());
        EffortClass::BITS + width(game.move_codes().into()) + 2 * value_bits
    }

    /// A table of `2^bucket_bits` buckets for a `game` that [fits](Self::fits); `None` if there is
    /// no room for it.
    pub(super) fn new<G: Keyed>(game: &G, bucket_bits: u32) -> Option<Self> {
        let range = game.value_range();
        let bucket_bits = bucket_bits.min(game.key_bits());
        let no_move = u64::from(game.move_codes());
        let value_bits = width(range.max.abs_diff(range.min).into());
        let move_bits = width(no_move);
        let least_bits = (Self::payload_bits(game) + game.key_bits()).saturating_sub(64);
        let in_use = BucketsInUse::new(least_bits, bucket_bits, Self::BUCKET_BYTES);
        Some(Self {
            memory: AtomicWords::zeroed(LINE << bucket_bits)?,
            mixing: Mixing::new(game.key_bits()),
            lift: 64 - game.key_bits(),
            // All ones but for as many as tell the first buckets apart, then lifted.
            tag_mask: !in_use.mask() << (64 - game.key_bits()),
            in_use,
            no_move,
            move_bits,
            least_value: range.min,
            value_bits,
        })
    }

    pub(super) const BUCKET_BYTES: u64 = (LINE * size_of::<u64>()) as u64;

    pub(super) fn bytes(&self) -> usize {
        Self::BUCKET_BYTES as usize * (self.in_use.whole() as usize + 1)
    }

    /// The mixed key; see [`TableSlot`](super::TableSlot).
    #[inline(always)]
    pub(super) fn place<K: Key>(&self, key: K) -> u64 {
        self.mixing.mix_narrow(key.to_u128() as u64)
    }

    /// The first word of the bucket at a place.
    #[inline(always)]
    fn first_word(&self, place: u64) -> usize {
        LINE * (place & self.in_use.mask()) as usize
    }

    /// The bucket of a mixed key, and its tag shifted to its position in a word.
    #[inline(always)]
    fn locate(&self, place: u64) -> (&[AtomicU64; LINE], u64) {
        let bucket = self.memory.block((place & self.in_use.mask()) as usize);
        (bucket, place << self.lift & self.tag_mask)
    }

    /// Doubles the number of buckets in use. What other threads store meanwhile may be lost.
    #[cold]
    fn grow(&self) {
        let added = self.in_use.mask() + 1;
        for bucket in 0..added {
            let old: &[AtomicU64; LINE] = self.memory.block(bucket as usize);
            let new: &[AtomicU64; LINE] = self.memory.block((bucket + added) as usize);
            let words = old.each_ref().map(|word| word.load(Ordering::Relaxed));
            let is_moved = |word: u64| (word & self.tag_mask) >> self.lift & added != 0;
            // Empty slots come last.
            for (slots, are_moved) in [(old, false), (new, true)] {
                let kept = words.iter().copied();
                let kept = kept.filter(|word| effort(*word) > 0 && is_moved(*word) == are_moved);
                for (slot, word) in slots.iter().zip(kept.chain(std::iter::repeat(0))) {
                    slot.store(word, Ordering::Relaxed);
                }
            }
        }
        self.in_use.double();
    }

    fn pack(&self, tag: u64, entry: Entry, effort: EffortClass) -> u64 {
        let offset = |value: Value| u64::from(value.abs_diff(self.least_value));
        let best_move = entry.best_move.map_or(self.no_move, |best| best.0.into());
        let mut word = offset(entry.bounds.lower);
        word = word << self.value_bits | offset(entry.bounds.upper);
        word = word << self.move_bits | best_move;
        tag | word << EffortClass::BITS | u64::from(effort.0)
    }

    fn unpack(&self, word: u64) -> Entry {
        let field = |shift: u32, bits: u32| word >> shift & ((1 << bits) - 1);
        let value = |shift: u32| self.least_value + field(shift, self.value_bits) as Value;
        let upper = EffortClass::BITS + self.move_bits;
        let best_move = field(EffortClass::BITS, self.move_bits);
        Entry {
            bounds: Interval {
                lower: value(upper + self.value_bits),
                upper: value(upper),
            },
            best_move: (best_move != self.no_move).then_some(Move(best_move as u16)),
        }
    }

    /// All keys with their entries.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u128, Entry, EffortClass)> {
        let buckets = 0..self.in_use.mask() + 1;
        buckets.flat_map(move |bucket| {
            let words: &[AtomicU64; LINE] = self.memory.block(bucket as usize);
            words.iter().filter_map(move |word| {
                let word = word.load(Ordering::Relaxed);
                let effort = EffortClass((word & EffortClass::MASK) as u8);
                let below_tag = bucket & !(self.tag_mask >> self.lift);
                let mixed = (word & self.tag_mask) >> self.lift | below_tag;
                let kept = || (self.mixing.unmix(mixed.into()), self.unpack(word), effort);
                (effort.0 > 0).then(kept)
            })
        })
    }

    #[inline(always)]
    pub(super) fn prefetch(&self, place: u64) {
        self.memory.prefetch(self.first_word(place));
    }

    #[inline(always)]
    pub(super) fn look_up(&self, place: u64) -> Option<Entry> {
        let (bucket, tag) = self.locate(place);
        // Branchless, since which slot matches is unpredictable. Empty slots come last, so an entry
        // is seen after them.
        let mut found = 0;
        for slot in bucket.iter().rev() {
            let word = slot.load(Ordering::Relaxed);
            found = if word & self.tag_mask == tag {
                word
            } else {
                found
            };
        }
        (effort(found) > 0).then(|| self.unpack(found))
    }

    #[inline]
    pub(super) fn store(&self, place: u64, entry: Entry, effort: EffortClass) {
        let (bucket, tag) = self.locate(place);
        // The slot that holds the key, and its word, which is not read again: another thread may
        // replace it.
        let (mut at, mut old) = (0, 0);
        let mut least = u64::MAX;
        for (number, slot) in bucket.iter().enumerate().rev() {
            let word = slot.load(Ordering::Relaxed);
            // The slot's number below the effort: the first of equals is the least.
            least = least.min(self::effort(word) * LINE as u64 + number as u64);
            (at, old) = if word & self.tag_mask == tag {
                (number, word)
            } else {
                (at, old)
            };
        }
        if self::effort(old) > 0 {
            // A concurrent store between the load and this store is lost, but words never mix.
            let merged = self.unpack(old).merged(entry);
            let effort = effort.max(EffortClass((old & EffortClass::MASK) as u8));
            bucket[at].store(self.pack(tag, merged, effort), Ordering::Relaxed);
            return;
        }
        let victim = (least % LINE as u64) as usize;
        bucket[victim].store(self.pack(tag, entry, effort), Ordering::Relaxed);
        if least >= LINE as u64 {
            let neighbour = &bucket[(victim + 1) % LINE];
            let word = neighbour.load(Ordering::Relaxed);
            if self::effort(word) > 1 {
                neighbour.store(word - 1, Ordering::Relaxed);
            }
            if self.in_use.evicted() {
                self.grow();
            }
        }
    }
}

#[inline]
fn effort(word: u64) -> u64 {
    word & EffortClass::MASK
}

/// The number of bits of `largest`.
fn width(largest: u64) -> u32 {
    u64::BITS - largest.leading_zeros()
}
