//! Columns of fixed-width numbers, read at any place.

use crate::reading::bits::mask;

/// Bytes that `count` fields of `width` bits take.
pub(super) const fn packed_length(count: usize, width: u32) -> usize {
    (count * width as usize).div_ceil(8)
}

/// The eight bytes from `at` on as a little-endian number; bytes beyond the end count as 0.
#[inline]
pub(super) fn word(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    if let Some(whole) = rest.first_chunk() {
        return u64::from_le_bytes(*whole);
    }
    let mut padded = [0; 8];
    padded[..rest.len()].copy_from_slice(rest);
    u64::from_le_bytes(padded)
}

/// A column in a byte slice.
#[derive(Clone, Copy)]
pub(super) struct Column<'a> {
    /// From the first byte of the column on. It reads fastest if eight bytes or more follow it.
    bytes: &'a [u8],
    width: u32,
}

impl<'a> Column<'a> {
    /// The column that starts `bytes`. `width` is at most 128.
    pub(super) const fn new(bytes: &'a [u8], width: u32) -> Self {
        Self { bytes, width }
    }

    /// The `width` bits, at most 64, from `bit` on.
    #[inline]
    fn bits(self, bit: usize, width: u32) -> u64 {
        let (at, shift) = (bit / 8, (bit % 8) as u32);
        let mut bits = word(self.bytes, at) >> shift;
        if shift + width > 64 {
            // Here shift is 1 to 7.
            bits |= word(self.bytes, at + 8) << (64 - shift);
        }
        bits & mask(width) as u64
    }

    /// Field `index` of a column at most 64 bits wide.
    #[inline]
    pub(super) fn get(self, index: usize) -> u64 {
        self.bits(index * self.width as usize, self.width)
    }

    /// Field `index` of a column of any width.
    #[inline]
    pub(super) fn get_wide(self, index: usize) -> u128 {
        if self.width <= 64 {
            return u128::from(self.get(index));
        }
        let bit = index * self.width as usize;
        let high = self.bits(bit + 64, self.width - 64);
        u128::from(self.bits(bit, 64)) | u128::from(high) << 64
    }
}

/// The number of set bits among the first `end` bits of a column one bit wide.
#[inline]
pub(super) fn rank(plane: &[u8], end: usize) -> usize {
    let mut ones = 0;
    for at in 0..end / 64 {
        ones += word(plane, at * 8).count_ones();
    }
    let rest = word(plane, end / 64 * 8) & mask((end % 64) as u32) as u64;
    (ones + rest.count_ones()) as usize
}

/// The place of the set bit of `word` that has `index` set bits below it, if there is one.
#[inline]
pub(super) const fn select(mut word: u64, index: u32) -> Option<u32> {
    let mut below = 0;
    while below < index && word != 0 {
        word &= word - 1;
        below += 1;
    }
    if word == 0 {
        None
    } else {
        Some(word.trailing_zeros())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::writing::pack::Packer;

    proptest! {
        #[test]
        fn a_column_reads_as_it_was_packed(
            width in 0u32..=128,
            numbers in proptest::collection::vec(any::<u128>(), 1..40),
            after in 0usize..10,
        ) {
            let numbers: Vec<u128> = numbers.into_iter().map(|one| one & mask(width)).collect();
            let mut bytes = Vec::new();
            let mut packer = Packer::new(&mut bytes);
            numbers.iter().for_each(|one| packer.push_wide(*one, width));
            packer.finish();
            prop_assert_eq!(bytes.len(), packed_length(numbers.len(), width));
            bytes.resize(bytes.len() + after, 0xff);
            let column = Column::new(&bytes, width);
            for (index, number) in numbers.iter().enumerate() {
                prop_assert_eq!(column.get_wide(index), *number);
                if width <= 64 {
                    prop_assert_eq!(u128::from(column.get(index)), *number);
                }
            }
        }

        #[test]
        fn rank_and_select_agree_with_counting(bytes in any::<[u8; 32]>()) {
            let set: Vec<usize> =
                (0..256).filter(|bit| bytes[bit / 8] >> (bit % 8) & 1 == 1).collect();
            for end in 0..=256 {
                prop_assert_eq!(rank(&bytes, end), set.iter().filter(|bit| **bit < end).count());
            }
            let first = word(&bytes, 0);
            for index in 0..=64 {
                let expected = set.get(index).filter(|bit| **bit < 64).map(|bit| *bit as u32);
                prop_assert_eq!(select(first, index as u32), expected);
            }
        }
    }
}
