//! Reproducible random: from the bytes of a fuzzer as long as there are any, then from a seed.

use std::vec::IntoIter;

/// SplitMix64, after some bytes.
pub struct Random {
    bytes: IntoIter<u8>,
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self::from_bytes(&[], seed)
    }

    /// Choices from `bytes`, of which small choices use few, and then from `seed`.
    pub fn from_bytes(bytes: &[u8], seed: u64) -> Self {
        Self {
            bytes: Vec::from(bytes).into_iter(),
            state: seed,
        }
    }

    pub fn next(&mut self) -> u64 {
        if self.bytes.len() >= 8 {
            let bytes = std::array::from_fn(|_| self.bytes.next().unwrap_or(0));
            return u64::from_le_bytes(bytes);
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `limit`, or 0 if that is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        let limit = limit.max(1);
        if limit <= 256
            && let Some(byte) = self.bytes.next()
        {
            return usize::from(byte) % limit;
        }
        (self.next() % limit as u64) as usize
    }

    /// A number from `least` to `greatest`.
    pub fn between(&mut self, least: i32, greatest: i32) -> i32 {
        let width = i64::from(greatest) - i64::from(least) + 1;
        (i64::from(least) + self.below(width as usize) as i64) as i32
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
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
