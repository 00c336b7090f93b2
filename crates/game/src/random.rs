//! Reproducible random numbers from a seed.

/// Increment of the generator's state: 2^64 divided by the golden ratio.
const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64 (Steele, Lea and Flood 2014): fast and reproducible, not cryptographic.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of a seed without its first number, which is [`output`]`(seed, 0)`.
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_add(INCREMENT))
    }

    /// The generator in a given state.
    pub const fn from_state(state: u64) -> Self {
        Self(state)
    }

    /// 64 random bits.
    #[inline]
    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(INCREMENT);
        mix(self.0)
    }

    /// The next number, below `bound`. A `bound` of 0 gives 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.word()) * u128::from(bound)) >> 64) as u32
    }

    /// An index into a list of `length` elements; 0 if there are none.
    #[inline]
    pub fn index(&mut self, length: usize) -> usize {
        ((u128::from(self.word()) * length as u128) >> 64) as usize
    }

    /// A random element of a slice that is not empty.
    pub fn pick<'a, T>(&mut self, elements: &'a [T]) -> &'a T {
        &elements[self.index(elements.len())]
    }
}

/// Output `number`, from 0, of the generator whose state starts at `seed`.
#[inline]
pub const fn output(seed: u64, number: u64) -> u64 {
    mix(seed.wrapping_add(number.wrapping_add(1).wrapping_mul(INCREMENT)))
}

/// A bijection on 64-bit numbers; every output bit depends on all input bits.
#[inline]
pub const fn mix(number: u64) -> u64 {
    let mixed = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of the seed 1234567 as published with the reference implementation (Vigna
    /// 2015).
    #[test]
    fn numbers_are_those_of_the_reference_implementation() {
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        let mut plain = Random::from_state(1_234_567);
        assert_eq!([(); 5].map(|()| plain.word()), expected);
        let one_by_one = [0, 1, 2, 3, 4].map(|number| output(1_234_567, number));
        assert_eq!(one_by_one, expected);
        let mut later = Random::new(1_234_567);
        assert_eq!([(); 4].map(|()| later.word()), expected[1..]);
    }

    #[test]
    fn numbers_below_a_bound_all_come_up() {
        let mut random = Random::new(3);
        let seen = (0..200).fold(0_u32, |seen, _| seen | 1 << random.below(7));
        assert_eq!(seen, 0b111_1111);
        assert_eq!((random.below(0), random.index(0)), (0, 0));
    }
}
