//! Obligations packed into machine words that sort by key.

use solveig_game::{Interval, Keyed, Value, ValueRange};

use crate::{Obligation, RoleSet};

/// The layout of a game's packed obligations, from the low bits: upper bound, lower bound, roles,
/// key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packing {
    key_bits: u32,
    value_bits: u32,
    /// One less than the least value, since claims may lie just outside the payoff bounds.
    least: i64,
}

impl Packing {
    pub(crate) fn new<G: Keyed>(game: &G) -> Self {
        Self::of(game.key_bits(), game.value_range())
    }

    fn of(key_bits: u32, range: ValueRange) -> Self {
        let values = u64::from(range.max.abs_diff(range.min)) + 2;
        Self {
            key_bits,
            value_bits: u64::BITS - values.leading_zeros(),
            least: i64::from(range.min) - 1,
        }
    }

    /// The number of bits of an obligation.
    pub(crate) const fn bits(self) -> u32 {
        self.key_bits + self.low_bits()
    }

    /// The number of bits below the key.
    const fn low_bits(self) -> u32 {
        RoleSet::BITS + 2 * self.value_bits
    }

    fn offset(self, value: Value) -> u128 {
        let above = i64::from(value) - self.least;
        debug_assert!(above >= 0, "{value} is no claim");
        (above.max(0) as u128).min((1 << self.value_bits) - 1)
    }

    #[inline]
    pub(crate) fn pack<W: Word>(self, obligation: &Obligation) -> W {
        let Interval { lower, upper } = obligation.bounds;
        let roles = u128::from(obligation.roles.bits());
        let low = (roles << self.value_bits | self.offset(lower)) << self.value_bits;
        W::new(obligation.key, low | self.offset(upper), self.low_bits())
    }

    /// The obligation in a word; `None` if the word does not hold one of this game.
    #[inline]
    pub(crate) fn unpack<W: Word>(self, word: W) -> Option<Obligation> {
        let (key, low) = word.split(self.low_bits());
        let mask = (1 << self.value_bits) - 1;
        let value = |low: u128| {
            let value = self.least + (low & mask) as i64;
            value.clamp(Value::MIN.into(), Value::MAX.into()) as Value
        };
        Some(Obligation {
            key,
            roles: RoleSet::from_bits(u8::try_from(low >> (2 * self.value_bits)).ok()?)?,
            bounds: Interval {
                lower: value(low >> self.value_bits),
                upper: value(low),
            },
        })
    }

    /// Sorts words by key and merges those of the same position. `spare` is scratch space.
    pub(crate) fn sort_and_merge<W: Word>(self, words: &mut Vec<W>, spare: &mut Vec<W>) {
        W::sort(words, spare, self.low_bits(), self.bits());
        let mut kept = 0;
        for at in 1..words.len() {
            if words[kept].split(self.low_bits()).0 != words[at].split(self.low_bits()).0 {
                kept += 1;
                words[kept] = words[at];
            } else if words[kept] != words[at] {
                let both = (self.unpack(words[kept]), self.unpack(words[at]));
                if let (Some(mut merged), Some(other)) = both {
                    merged.merge(&other);
                    words[kept] = self.pack(&merged);
                }
            }
        }
        words.truncate(words.len().min(kept + 1));
    }

    /// The least word of a position with this key.
    pub(crate) fn first_word<W: Word>(self, key: u128) -> W {
        W::new(key, 0, self.low_bits())
    }

    pub(crate) fn key<W: Word>(self, word: W) -> u128 {
        word.split(self.low_bits()).0
    }
}

/// One or more machine words.
pub(crate) trait Word: Copy + Ord + Send + Sync + 'static {
    /// The length of its encoding in bytes.
    const BYTES: usize;

    /// The word with `key` above the `low_bits` bits of `low`.
    fn new(key: u128, low: u128, low_bits: u32) -> Self;
    /// The key, and the other bits.
    fn split(self, low_bits: u32) -> (u128, u128);
    /// Appends the little-endian encoding.
    fn encode(self, bytes: &mut Vec<u8>);
    /// Reads an encoding of [`Self::BYTES`] bytes.
    fn decode(bytes: &[u8]) -> Self;

    /// Sorts by the bits `from..to`, those of the key.
    fn sort(words: &mut Vec<Self>, _spare: &mut Vec<Self>, _from: u32, _to: u32) {
        words.sort_unstable();
    }
}

impl Word for u64 {
    const BYTES: usize = 8;

    #[inline]
    fn new(key: u128, low: u128, low_bits: u32) -> Self {
        (key as Self) << low_bits | low as Self
    }

    #[inline]
    fn split(self, low_bits: u32) -> (u128, u128) {
        let low = self & ((1 << low_bits) - 1);
        ((self >> low_bits).into(), low.into())
    }

    fn encode(self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.to_le_bytes());
    }

    #[inline]
    fn decode(bytes: &[u8]) -> Self {
        Self::from_le_bytes(bytes.try_into().expect("a word has 8 bytes"))
    }

    /// LSD radix sort.
    fn sort(words: &mut Vec<Self>, spare: &mut Vec<Self>, from: u32, to: u32) {
        const DIGIT: u32 = 11;
        if words.len() < 256 {
            words.sort_unstable();
            return;
        }
        spare.resize(words.len(), 0);
        let mut counts = [0_u32; 1 << DIGIT];
        for shift in (from..to).step_by(DIGIT as usize) {
            let digit = |word: Self| (word >> shift) as usize % (1 << DIGIT);
            counts.fill(0);
            for word in words.iter() {
                counts[digit(*word)] += 1;
            }
            if counts[digit(words[0])] as usize == words.len() {
                continue;
            }
            let mut next = 0;
            for count in &mut counts {
                next += std::mem::replace(count, next);
            }
            for word in words.iter() {
                let place = &mut counts[digit(*word)];
                spare[*place as usize] = *word;
                *place += 1;
            }
            std::mem::swap(words, spare);
        }
    }
}

impl Word for u128 {
    const BYTES: usize = 16;

    #[inline]
    fn new(key: u128, low: u128, low_bits: u32) -> Self {
        key << low_bits | low
    }

    #[inline]
    fn split(self, low_bits: u32) -> (u128, u128) {
        (self >> low_bits, self & ((1 << low_bits) - 1))
    }

    fn encode(self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.to_le_bytes());
    }

    #[inline]
    fn decode(bytes: &[u8]) -> Self {
        Self::from_le_bytes(bytes.try_into().expect("a word has 16 bytes"))
    }
}

/// A key and the other bits, for long keys of games with many values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Long {
    key: u128,
    low: u128,
}

impl Word for Long {
    const BYTES: usize = 32;

    fn new(key: u128, low: u128, _low_bits: u32) -> Self {
        Self { key, low }
    }

    fn split(self, _low_bits: u32) -> (u128, u128) {
        (self.key, self.low)
    }

    fn encode(self, bytes: &mut Vec<u8>) {
        self.key.encode(bytes);
        self.low.encode(bytes);
    }

    fn decode(bytes: &[u8]) -> Self {
        let (key, low) = bytes.split_at(u128::BYTES);
        Self {
            key: u128::decode(key),
            low: u128::decode(low),
        }
    }
}

#[cfg(test)]
mod tests {
    use solveig_game::random::Random;
    use solveig_games::connect_four::ConnectFour;
    use solveig_games::hex::Hex;
    use solveig_games::othello::Othello;

    use super::*;

    /// Random obligations of a game, some keys of which are equal.
    fn obligations<G: Keyed>(game: &G, count: usize) -> Vec<Obligation> {
        let range = game.value_range();
        let mut random = Random::new(count as u64);
        let mut next = |below: u64| (random.word() >> 11) % below;
        let one = || {
            let shift = 128 - game.key_bits() + next(40) as u32;
            let wide = u128::from(next(u64::MAX)) << 64 | u128::from(next(1 << 20));
            let lower = range.min + next(range.max.abs_diff(range.min).into()) as Value;
            Obligation {
                key: wide >> shift.min(127),
                roles: RoleSet::from_bits(next(128) as u8).unwrap(),
                bounds: Interval {
                    lower,
                    upper: range.max + 1,
                },
            }
        };
        std::iter::repeat_with(one).take(count).collect()
    }

    fn packs_and_sorts<G: Keyed, W: Word>(game: &G) {
        let packing = Packing::new(game);
        assert!(packing.bits() <= 8 * W::BYTES as u32);
        for count in [0, 1, 2, 255, 256, 5000] {
            let obligations = obligations(game, count);
            let mut words: Vec<W> = obligations.iter().map(|one| packing.pack(one)).collect();
            for (word, one) in words.iter().zip(&obligations) {
                assert_eq!(packing.unpack(*word), Some(*one));
                assert_eq!(packing.key(*word), one.key);
                let mut bytes = Vec::new();
                word.encode(&mut bytes);
                assert_eq!(bytes.len(), W::BYTES);
                assert!(W::decode(&bytes) == *word);
            }
            packing.sort_and_merge::<W>(&mut words, &mut Vec::new());

            let mut sorted = obligations;
            sorted.sort_by_key(|one| one.key);
            sorted.dedup_by(|later, kept| {
                let same = later.key == kept.key;
                if same {
                    kept.merge(later);
                }
                same
            });
            let found: Vec<_> = words.iter().map(|word| packing.unpack(*word)).collect();
            let expected: Vec<_> = sorted.into_iter().map(Some).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn packed_obligations_sort_and_merge_as_plain_ones() {
        packs_and_sorts::<_, u64>(&ConnectFour::new(7, 6).unwrap());
        packs_and_sorts::<_, u128>(&ConnectFour::new(7, 6).unwrap());
        packs_and_sorts::<_, u128>(&Othello::<u64>::new(6, 6).unwrap());
        packs_and_sorts::<_, u128>(&Othello::<u128>::new(8, 8).unwrap());
        packs_and_sorts::<_, Long>(&Othello::<u128>::new(8, 8).unwrap());
        packs_and_sorts::<_, Long>(&Hex::<u128>::new(9, 9).unwrap());
    }

    /// Packs obligations with the greatest and least of each field into words of a kind, and sorts
    /// them.
    fn keeps_the_ends<W: Word>(key_bits: u32, range: ValueRange) {
        let packing = Packing::of(key_bits, range);
        assert!(packing.bits() <= 8 * W::BYTES as u32);
        let greatest = u128::MAX >> (128 - key_bits);
        let bounds = [
            range.min.saturating_sub(1),
            range.min,
            range.max,
            range.max.saturating_add(1),
        ];
        let mut expected = Vec::new();
        for key in [0, 1, greatest >> 1, greatest - 1, greatest] {
            for (at, roles) in [1, 127, 64].into_iter().enumerate() {
                let one = Obligation {
                    key,
                    roles: RoleSet::from_bits(roles).unwrap(),
                    bounds: Interval {
                        lower: bounds[at],
                        upper: bounds[3 - at],
                    },
                };
                let word: W = packing.pack(&one);
                assert_eq!(
                    packing.unpack(word),
                    Some(one),
                    "{key_bits} bits, {range:?}"
                );
                assert_eq!(packing.key(word), key);
                expected.push(word);
            }
        }
        let mut words = expected.clone();
        words.reverse();
        W::sort(
            &mut words,
            &mut Vec::new(),
            packing.low_bits(),
            packing.bits(),
        );
        let keys =
            |words: &[W]| -> Vec<u128> { words.iter().map(|one| packing.key(*one)).collect() };
        let mut sorted = keys(&expected);
        sorted.sort_unstable();
        assert_eq!(keys(&words), sorted);
        let first: W = packing.first_word(greatest);
        assert!(
            expected
                .iter()
                .all(|word| (packing.key(*word) < greatest) == (*word < first))
        );
    }

    #[test]
    fn obligations_of_every_width_keep_their_ends() {
        let limits = [0, 1, 64, 1_000_000, (1 << 30) - 1, 1 << 30, Value::MAX];
        for key_bits in 1..=128 {
            for limit in limits {
                let range = ValueRange::symmetric(limit);
                let bits = Packing::of(key_bits, range).bits();
                if bits <= 64 {
                    keeps_the_ends::<u64>(key_bits, range);
                }
                if bits <= 128 {
                    keeps_the_ends::<u128>(key_bits, range);
                }
                keeps_the_ends::<Long>(key_bits, range);
            }
        }
    }
}
