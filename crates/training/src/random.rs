//! Random numbers that are the same on every machine.

/// The splitmix64 generator.
pub(crate) struct Random(u64);

impl Random {
    /// The generator of one of many sequences of a seed.
    pub(crate) fn new(seed: u64, sequence: u64) -> Self {
        let mut random = Self(seed);
        let start = random.word() ^ sequence.wrapping_mul(0xd134_2543_de82_ef95);
        Self(start)
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `count`, which is not zero.
    pub(crate) fn below(&mut self, count: u32) -> u32 {
        ((u128::from(self.word()) * u128::from(count)) >> 64) as u32
    }

    /// One of the set bits of `squares`, which is not zero, as a number.
    pub(crate) fn square(&mut self, mut squares: u64) -> u32 {
        for _ in 0..self.below(squares.count_ones()) {
            squares &= squares - 1;
        }
        squares.trailing_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_comes_up() {
        let mut random = Random::new(1, 2);
        let squares = 0b1001_0010;
        let found = (0..100).fold(0_u64, |found, _| found | 1 << random.square(squares));
        assert_eq!(found, squares);
    }
}
