//! The source of the forger's choices: a seed, or the bytes of a fuzzer.

#[path = "../check/random.rs"]
mod random;

use random::Random;

/// Choices from bytes as long as there are any, then from random numbers.
pub struct Choices<'a> {
    bytes: &'a [u8],
    random: Random,
}

impl<'a> Choices<'a> {
    /// Choices from `bytes`, of which small choices use few, and then from `seed`.
    pub fn new(bytes: &'a [u8], seed: u64) -> Self {
        Self {
            bytes,
            random: Random(seed),
        }
    }

    pub fn next(&mut self) -> u64 {
        if let Some((first, rest)) = self.bytes.split_first_chunk() {
            self.bytes = rest;
            return u64::from_le_bytes(*first);
        }
        self.random.next()
    }

    /// A number below `limit`, or 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = limit.max(1);
        if limit <= 256
            && let Some((first, rest)) = self.bytes.split_first()
        {
            self.bytes = rest;
            return usize::from(*first) % limit;
        }
        (self.next() % limit as u64) as usize
    }

    /// A number from `least` to `greatest`, at most 2^32 apart.
    pub fn between(&mut self, least: i64, greatest: i64) -> i64 {
        least + self.below((greatest - least + 1) as usize) as i64
    }

    pub fn pick<'b, T>(&mut self, list: &'b [T]) -> &'b T {
        &list[self.below(list.len())]
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at + 1));
        }
    }
}
