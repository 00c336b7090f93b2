//! Numbers of any width, packed from the least significant bit of the first byte on.

/// How many bits it takes to write `number`; 0 for 0.
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

/// Takes numbers from the front of bytes that may be too few.
pub(crate) struct Bits<'a> {
    bytes: &'a [u8],
    /// How many bits have been taken.
    taken: usize,
}

impl<'a> Bits<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, taken: 0 }
    }

    /// The number in the next `width` bits, at most 128.
    #[inline]
    pub(crate) fn take(&mut self, width: u32) -> Result<u128, &'static str> {
        let (first, shift) = (self.taken / 8, (self.taken % 8) as u32);
        self.taken += width as usize;
        if self.taken > self.bytes.len() * 8 {
            return Err("its columns need more bytes than it has");
        }
        // With up to 7 bits that are not its own before it, the number touches 17 bytes at most.
        let rest = &self.bytes[first..];
        let mut padded = [0; 17];
        let touched = rest.first_chunk().unwrap_or_else(|| {
            padded[..rest.len()].copy_from_slice(rest);
            &padded
        });
        let [low @ .., last] = *touched;
        let last = u128::from(last).checked_shl(128 - shift).unwrap_or(0);
        Ok((u128::from_le_bytes(low) >> shift | last) & mask(width))
    }

    /// Goes on to the next whole byte; the bits left out must be 0.
    pub(crate) fn align(&mut self) -> Result<(), &'static str> {
        let rest = self.taken.next_multiple_of(8) - self.taken;
        match self.take(rest as u32)? {
            0 => Ok(()),
            _ => Err("bits between its columns are not 0"),
        }
    }

    /// Whether all bits have been taken.
    pub(crate) const fn is_empty(&self) -> bool {
        self.taken == self.bytes.len() * 8
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::writing::pack::Packer;

    proptest! {
        #[test]
        fn numbers_are_taken_as_they_were_packed(
            columns in proptest::collection::vec(
                (0u32..=128, proptest::collection::vec(any::<u128>(), 0..9)),
                1..6,
            ),
        ) {
            let mut bytes = Vec::new();
            for (width, numbers) in &columns {
                let mut packer = Packer::new(&mut bytes);
                numbers.iter().for_each(|one| packer.push_wide(one & mask(*width), *width));
                packer.finish();
            }
            let mut bits = Bits::new(&bytes);
            for (width, numbers) in &columns {
                for number in numbers {
                    prop_assert_eq!(bits.take(*width), Ok(number & mask(*width)));
                }
                prop_assert_eq!(bits.align(), Ok(()));
            }
            prop_assert!(bits.is_empty());
            prop_assert_eq!(bits.take(0), Ok(0));
            prop_assert!(bits.take(1).is_err());
        }

        #[test]
        fn a_number_of_any_width_is_taken_after_any_number_of_bits(
            bytes in any::<[u8; 18]>(),
            before in 0u32..=16,
            width in 0u32..=128,
        ) {
            let bit = |at: u32| u128::from(bytes[at as usize / 8] >> (at % 8) & 1);
            let expected = (0..width).fold(0, |number, at| number | bit(before + at) << at);
            let mut bits = Bits::new(&bytes);
            bits.take(before).unwrap();
            prop_assert_eq!(bits.take(width), Ok(expected));
        }
    }

    #[test]
    fn what_is_left_of_a_byte_must_be_0() {
        let skip = |byte: u8, width: u32| {
            let bytes = [byte, 0xff];
            let mut bits = Bits::new(&bytes);
            bits.take(width).unwrap();
            bits.align().is_ok()
        };
        assert!(skip(0b0000_0111, 3));
        assert!(!skip(0b0000_1111, 3));
        assert!(!skip(0b1000_0111, 3));
        assert!(skip(0xff, 8));
        assert!(skip(0xff, 0));
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
