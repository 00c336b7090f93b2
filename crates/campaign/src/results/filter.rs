//! Tells most keys that a store does not have from those that it has, without reading the store.

use solveig_game::random::mix;

/// The bits for each key, where there is memory for them.
const BITS: u64 = 12;

/// A Bloom filter (Bloom 1970) in which all bits of a key are in one word.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    words: Vec<u64>,
}

impl Filter {
    /// A filter for so many keys in at most `memory` bytes; `None` where that is not a bit each.
    pub(super) fn new(keys: u64, memory: u64) -> Option<Self> {
        let words = (keys * BITS / 64 + 1).min(memory / 8);
        let words = usize::try_from(words)
            .ok()
            .filter(|words| *words as u64 * 64 >= keys)?;
        (words > 0).then(|| Self {
            words: vec![0; words],
        })
    }

    /// The word of a key and its four bits there.
    fn place(&self, key: u128) -> (usize, u64) {
        let hash = mix(key as u64 ^ mix((key >> 64) as u64));
        let word = (u128::from(hash) * self.words.len() as u128) >> 64;
        let bits = mix(hash);
        let mask = [0, 6, 12, 18].map(|shift| 1 << (bits >> shift & 63));
        (
            word as usize,
            mask.into_iter().fold(0, |all: u64, bit| all | bit),
        )
    }

    /// Adds a key.
    pub(super) fn add(&mut self, key: u128) {
        let (word, bits) = self.place(key);
        self.words[word] |= bits;
    }

    /// Whether the key may have been added. It was not if the answer is no.
    pub(super) fn may_have(&self, key: u128) -> bool {
        let (word, bits) = self.place(key);
        self.words[word] & bits == bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_is_never_denied_and_little_else_is_not() {
        let key = |number: u64| u128::from(mix(number)) << 37 | u128::from(number);
        let mut filter = Filter::new(100_000, 1 << 20).unwrap();
        (0..100_000).for_each(|number| filter.add(key(number)));
        assert!((0..100_000).all(|number| filter.may_have(key(number))));
        let hits = (100_000..200_000).filter(|number| filter.may_have(key(*number)));
        let hits = hits.count();
        assert!(hits < 2_000, "{hits} of 100,000");
    }

    #[test]
    fn without_a_bit_for_each_key_there_is_none() {
        assert!(Filter::new(1000, 120).is_none());
        assert!(Filter::new(1000, 128).is_some());
        assert!(Filter::new(0, 0).is_none());
        assert!(Filter::new(0, 8).is_some_and(|filter| !filter.may_have(7)));
    }
}
