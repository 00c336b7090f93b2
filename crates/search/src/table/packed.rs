//! One word an entry.

use solveig_game::{Game, Interval, Key, Move, Value};

use super::memory::{AtomicU64, LINE, Memory, Ordering};
use super::mixing::Mixing;
use super::{Effort, Entry};

/// A table whose entries are single atomic words.
///
/// From the low end a word holds the effort (0 in an empty entry only), the best move, the upper
/// bound, the lower bound and the tag. The bucket and the tag together are the whole key. As a word
/// is read and written whole, an entry can be outdated but never torn.
#[derive(Debug)]
pub(super) struct Packed {
    memory: Memory,
    mixing: Mixing,
    bucket_mask: u64,
    /// How far a mixed key is shifted so that its tag lies in the upper bits of a word.
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
    pub(super) fn fits<G: Game>(game: &G, bucket_bits: u32) -> bool {
        let range = game.value_range();
        let value_bits = width(range.max.abs_diff(range.min).into());
        let payload_bits = Effort::BITS + width(game.move_codes().into()) + 2 * value_bits;
        let tag_bits = game.key_bits().saturating_sub(bucket_bits);
        game.key_bits() <= 64 && payload_bits < 64 && payload_bits + tag_bits <= 64
    }

    /// A table of `2^bucket_bits` buckets for a `game` that [fits](Self::fits); `None` if there is
    /// no room for it.
    pub(super) fn new<G: Game>(game: &G, bucket_bits: u32) -> Option<Self> {
        let range = game.value_range();
        let bucket_bits = bucket_bits.min(game.key_bits());
        let no_move = u64::from(game.move_codes());
        let value_bits = width(range.max.abs_diff(range.min).into());
        let move_bits = width(no_move);
        Some(Self {
            memory: Memory::zeroed(LINE << bucket_bits)?,
            mixing: Mixing::new(game.key_bits()),
            bucket_mask: (1 << bucket_bits) - 1,
            lift: 64 - game.key_bits(),
            // All ones but for as many as tell buckets apart, then lifted.
            tag_mask: (u64::MAX << bucket_bits) << (64 - game.key_bits()),
            no_move,
            move_bits,
            least_value: range.min,
            value_bits,
        })
    }

    /// The size of a bucket in bytes.
    pub(super) const BUCKET_BYTES: u64 = (LINE * size_of::<u64>()) as u64;

    pub(super) fn bytes(&self) -> usize {
        Self::BUCKET_BYTES as usize * (self.bucket_mask as usize + 1)
    }

    /// The bucket and the tag of a key, the tag in its place in a word.
    #[inline]
    fn split<K: Key>(&self, key: K) -> (usize, u64) {
        let mixed = self.mixing.mix_narrow(key.to_u128() as u64);
        let bucket = mixed & self.bucket_mask;
        (bucket as usize, mixed << self.lift & self.tag_mask)
    }

    #[inline]
    fn locate<K: Key>(&self, key: K) -> (&[AtomicU64; LINE], u64) {
        let (bucket, tag) = self.split(key);
        (self.memory.block(bucket), tag)
    }

    #[inline]
    fn holds(&self, word: u64, tag: u64) -> bool {
        word & self.tag_mask == tag && effort(word) > 0
    }

    fn pack(&self, tag: u64, entry: Entry, effort: Effort) -> u64 {
        let offset = |value: Value| u64::from(value.abs_diff(self.least_value));
        let best_move = entry.best_move.map_or(self.no_move, |best| best.0.into());
        let mut word = offset(entry.bounds.lower);
        word = word << self.value_bits | offset(entry.bounds.upper);
        word = word << self.move_bits | best_move;
        tag | word << Effort::BITS | u64::from(effort.0)
    }

    fn unpack(&self, word: u64) -> Entry {
        let field = |shift: u32, bits: u32| word >> shift & ((1 << bits) - 1);
        let value = |shift: u32| self.least_value + field(shift, self.value_bits) as Value;
        let upper = Effort::BITS + self.move_bits;
        let best_move = field(Effort::BITS, self.move_bits);
        Entry {
            bounds: Interval {
                lower: value(upper + self.value_bits),
                upper: value(upper),
            },
            best_move: (best_move != self.no_move).then_some(Move(best_move as u16)),
        }
    }

    #[inline]
    pub(super) fn prefetch<K: Key>(&self, key: K) {
        self.memory.prefetch(LINE * self.split(key).0);
    }

    #[inline]
    pub(super) fn look_up<K: Key>(&self, key: K) -> Option<Entry> {
        let (bucket, tag) = self.locate(key);
        bucket
            .iter()
            .map(|slot| slot.load(Ordering::Relaxed))
            .find(|word| self.holds(*word, tag))
            .map(|word| self.unpack(word))
    }

    #[inline]
    pub(super) fn store<K: Key>(&self, key: K, entry: Entry, effort: Effort) {
        let (bucket, tag) = self.locate(key);
        let mut victim = 0;
        let mut least = u64::MAX;
        for (at, slot) in bucket.iter().enumerate() {
            let word = slot.load(Ordering::Relaxed);
            if self.holds(word, tag) {
                // What another thread stores between the load and this store is lost, not mixed.
                let merged = self.unpack(word).merged(entry);
                let effort = effort.max(Effort((word & Effort::MASK) as u8));
                slot.store(self.pack(tag, merged, effort), Ordering::Relaxed);
                return;
            }
            if self::effort(word) < least {
                least = self::effort(word);
                victim = at;
            }
        }
        bucket[victim].store(self.pack(tag, entry, effort), Ordering::Relaxed);
        if least > 0 {
            let neighbour = &bucket[(victim + 1) % LINE];
            let word = neighbour.load(Ordering::Relaxed);
            if self::effort(word) > 1 {
                neighbour.store(word - 1, Ordering::Relaxed);
            }
        }
    }
}

#[inline]
fn effort(word: u64) -> u64 {
    word & Effort::MASK
}

/// How many bits `largest` needs.
fn width(largest: u64) -> u32 {
    u64::BITS - largest.leading_zeros()
}
