//! An invertible hash of keys.

/// A bijection on numbers of `bits` bits that spreads similar keys.
///
/// Since it is invertible, the bits of a mixed key that select the bucket and the bits stored in
/// the entry together determine the key, so comparing them compares positions exactly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mixing {
    mask: u128,
    /// Half the width, rounded up, so that the xor-shift is its own inverse.
    half: u32,
}

/// Odd, so that multiplying by it modulo a power of two can be undone. Binary expansions of
/// irrational numbers: the golden ratio and the square root of three.
const FACTORS: [u128; 2] = [
    0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835,
    0xbb67_ae85_84ca_a73b_2574_2d70_78b8_3b89,
];

impl Mixing {
    /// The bijection for keys of `bits` bits, 1 to 128.
    pub(super) fn new(bits: u32) -> Self {
        assert!((1..=128).contains(&bits), "keys of {bits} bits");
        Self {
            mask: u128::MAX >> (128 - bits),
            half: bits.div_ceil(2),
        }
    }

    /// The image of a key of at most 64 bits; only for mixings of at most 64 bits.
    #[inline]
    pub(super) fn mix_narrow(self, key: u64) -> u64 {
        let mask = self.mask as u64;
        let half = self.half;
        let mut mixed = key;
        for factor in FACTORS {
            mixed ^= mixed >> half;
            mixed = mixed.wrapping_mul(factor as u64) & mask;
        }
        mixed ^ (mixed >> half)
    }

    /// The image of a key.
    #[inline]
    pub(super) fn mix(self, key: u128) -> u128 {
        let half = self.half;
        let mut mixed = key;
        for factor in FACTORS {
            mixed ^= mixed >> half;
            mixed = mixed.wrapping_mul(factor) & self.mask;
        }
        mixed ^ (mixed >> half)
    }

    /// The key of an image: a shift by half the width or more undoes itself, and an odd factor has
    /// an inverse that Newton's iteration finds.
    pub(super) fn unmix(self, mixed: u128) -> u128 {
        let half = self.half;
        let mut key = mixed ^ (mixed >> half);
        for factor in FACTORS.into_iter().rev() {
            let mut inverse = factor;
            for _ in 0..7 {
                inverse = inverse.wrapping_mul(2_u128.wrapping_sub(factor.wrapping_mul(inverse)));
            }
            key = key.wrapping_mul(inverse) & self.mask;
            key ^= key >> half;
        }
        key
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_narrow_mixing_is_a_permutation() {
        for bits in 1..=16 {
            let mixing = Mixing::new(bits);
            let mut seen = vec![false; 1 << bits];
            for key in 0..1_u64 << bits {
                let mixed = mixing.mix_narrow(key);
                assert_eq!(u128::from(mixed), mixing.mix(key.into()));
                assert!(!std::mem::replace(&mut seen[mixed as usize], true));
            }
        }
    }

    /// Neighbouring keys are what a search stores; the low bits of their images choose the bucket.
    #[test]
    fn neighbouring_keys_fall_into_different_buckets() {
        let mixing = Mixing::new(49);
        let mut load = vec![0_u32; 1 << 10];
        for key in 0..1_u64 << 16 {
            load[mixing.mix_narrow(key << 20 | key) as usize & 1023] += 1;
        }
        assert!(load.iter().all(|keys| (16..=160).contains(keys)));
    }

    proptest! {
        #[test]
        fn mixing_can_be_undone(bits in 1_u32..=128, key: u128) {
            let mixing = Mixing::new(bits);
            let key = key & mixing.mask;
            let mixed = mixing.mix(key);
            prop_assert_eq!(mixed & !mixing.mask, 0);
            prop_assert_eq!(mixing.unmix(mixed), key);
            if bits <= 64 {
                prop_assert_eq!(u128::from(mixing.mix_narrow(key as u64)), mixed);
            }
        }
    }
}
