//! Numbers of any width, packed in little-endian bit order.

/// The width of `number` in bits; 0 for 0.
pub(crate) const fn width_of(number: u128) -> u32 {
    u128::BITS - number.leading_zeros()
}

/// The number whose lowest `width` bits are set.
pub(crate) const fn mask(width: u32) -> u128 {
    match u128::MAX.checked_shl(width) {
        Some(above) => !above,
        None => u128::MAX,
    }
}

/// The number in the `width` bits, at most 128, from bit `start` of `bytes` on. Bits beyond the end
/// count as 0.
#[inline]
pub(crate) fn number(bytes: &[u8], start: usize, width: u32) -> u128 {
    let (first, shift) = (start / 8, (start % 8) as u32);
    let rest = bytes.get(first..).unwrap_or_default();
    if let (Some(word), 0..=57) = (rest.first_chunk(), width) {
        return (u64::from_le_bytes(*word) >> shift & ((1 << width) - 1)).into();
    }
    // Up to 7 bits precede the number in its first byte, so it touches at most 17 bytes.
    let mut padded = [0; 17];
    let touched = rest.first_chunk().unwrap_or_else(|| {
        padded[..rest.len()].copy_from_slice(rest);
        &padded
    });
    let [low @ .., last] = *touched;
    let last = u128::from(last).checked_shl(128 - shift).unwrap_or(0);
    (u128::from_le_bytes(low) >> shift | last) & mask(width)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::writing::pack::Packer;

    proptest! {
        #[test]
        fn numbers_are_read_as_they_were_packed(
            width in 0u32..=128,
            numbers in proptest::collection::vec(any::<u128>(), 1..40),
            after in 0usize..20,
        ) {
            let mut bytes = Vec::new();
            let mut packer = Packer::new(&mut bytes);
            numbers.iter().for_each(|one| packer.push_wide(one & mask(width), width));
            packer.finish();
            prop_assert_eq!(bytes.len(), (numbers.len() * width as usize).div_ceil(8));
            bytes.resize(bytes.len() + after, 0xff);
            for (index, one) in numbers.iter().enumerate() {
                let start = index * width as usize;
                prop_assert_eq!(number(&bytes, start, width), one & mask(width));
            }
        }

        #[test]
        fn a_number_is_read_at_any_bit_and_beyond_the_end(
            bytes in proptest::collection::vec(any::<u8>(), 0..20),
            start in 0usize..=200,
            width in 0u32..=128,
        ) {
            let bit = |at: usize| {
                bytes.get(at / 8).map_or(0, |byte| u128::from(byte >> (at % 8) & 1))
            };
            let expected =
                (0..width).fold(0, |sum, at| sum | bit(start + at as usize) << at);
            prop_assert_eq!(number(&bytes, start, width), expected);
        }
    }

    #[test]
    fn widths_and_masks_fit_at_both_ends() {
        for width in 0..=128 {
            assert_eq!(width_of(mask(width)), width);
            assert_eq!(mask(width).count_ones(), width);
        }
        assert_eq!(width_of(1), 1);
        assert_eq!(mask(u32::MAX), u128::MAX);
    }
}
