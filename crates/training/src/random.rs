//! Random numbers that are the same on every machine.

use solveig_game::random::{Random, output};

/// One of many random sequences of a seed.
pub(crate) const fn sequence(seed: u64, sequence: u64) -> Random {
    Random::from_state(output(seed, 0) ^ sequence.wrapping_mul(0xd134_2543_de82_ef95))
}

/// Index of a random set bit of `squares`, which must not be 0.
pub(crate) fn square(random: &mut Random, mut squares: u64) -> u32 {
    for _ in 0..random.below(squares.count_ones()) {
        squares &= squares - 1;
    }
    squares.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_comes_up() {
        let mut random = sequence(1, 2);
        let squares = 0b1001_0010;
        let found = (0..100).fold(0_u64, |found, _| found | 1 << square(&mut random, squares));
        assert_eq!(found, squares);
    }
}
