//! Columns of fixed-width numbers, packed from the least significant bit of the first byte on.

/// Bytes that `count` fields of `width` bits take.
pub(crate) const fn packed_length(count: usize, width: u32) -> usize {
    (count * width as usize).div_ceil(8)
}

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

/// [`mask`] for widths up to 64.
const fn mask_64(width: u32) -> u64 {
    match u64::MAX.checked_shl(width) {
        Some(above) => !above,
        None => u64::MAX,
    }
}

/// Appends one column to a byte vector.
pub(crate) struct Packer<'a> {
    out: &'a mut Vec<u8>,
    pending: u128,
    filled: u32,
}

impl<'a> Packer<'a> {
    pub(crate) fn new(out: &'a mut Vec<u8>) -> Self {
        Self {
            out,
            pending: 0,
            filled: 0,
        }
    }

    /// Appends the field `number`, which must be below `2^width`; `width` is at most 64.
    pub(crate) fn push(&mut self, number: u64, width: u32) {
        self.pending |= u128::from(number) << self.filled;
        self.filled += width;
        if self.filled >= 64 {
            self.out
                .extend_from_slice(&(self.pending as u64).to_le_bytes());
            self.pending >>= 64;
            self.filled -= 64;
        }
    }

    /// Appends a field of any width up to 128.
    pub(crate) fn push_wide(&mut self, number: u128, width: u32) {
        self.push(number as u64, width.min(64));
        if width > 64 {
            self.push((number >> 64) as u64, width - 64);
        }
    }

    /// Ends the column at a whole byte.
    pub(crate) fn finish(self) {
        let rest = self.filled.div_ceil(8) as usize;
        self.out
            .extend_from_slice(&self.pending.to_le_bytes()[..rest]);
    }
}

/// The eight bytes from `at` on as a little-endian number; bytes beyond the end count as 0.
#[inline]
fn word(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(whole) => u64::from_le_bytes(*whole),
        None => {
            let rest = bytes.get(at..).unwrap_or_default();
            let mut padded = [0; 8];
            padded[..rest.len()].copy_from_slice(rest);
            u64::from_le_bytes(padded)
        }
    }
}

/// A column in a byte slice.
#[derive(Clone, Copy)]
pub(crate) struct Column<'a> {
    /// From the first byte of the column on. It reads fastest if eight bytes or more follow it.
    bytes: &'a [u8],
    width: u32,
}

impl<'a> Column<'a> {
    /// The column that starts `bytes`. `width` is at most 128.
    pub(crate) const fn new(bytes: &'a [u8], width: u32) -> Self {
        Self { bytes, width }
    }

    #[inline]
    fn bits(self, bit: usize, width: u32) -> u64 {
        let (at, shift) = (bit / 8, (bit % 8) as u32);
        let low = word(self.bytes, at) >> shift;
        let whole = if shift + width <= 64 {
            low
        } else {
            // Here shift is 1 to 7.
            low | word(self.bytes, at + 8) << (64 - shift)
        };
        whole & mask_64(width)
    }

    /// Field `index` of a column at most 64 bits wide.
    #[inline]
    pub(crate) fn get(self, index: usize) -> u64 {
        self.bits(index * self.width as usize, self.width)
    }

    /// Field `index` of a column of any width.
    #[inline]
    pub(crate) fn get_wide(self, index: usize) -> u128 {
        if self.width <= 64 {
            return u128::from(self.get(index));
        }
        let bit = index * self.width as usize;
        let high = self.bits(bit + 64, self.width - 64);
        u128::from(self.bits(bit, 64)) | u128::from(high) << 64
    }

    /// Whether the bits between the last of `count` fields and the end of its byte are 0, as
    /// [`Packer::finish`] leaves them.
    pub(crate) fn is_padded_with_zeros(self, count: usize) -> bool {
        let bits = count * self.width as usize;
        bits.is_multiple_of(8) || self.bits(bits, 8 - (bits % 8) as u32) == 0
    }
}

/// The number of set bits among the first `end` bits of a column one bit wide.
#[inline]
pub(crate) fn rank(plane: &[u8], end: usize) -> usize {
    let mut ones = 0;
    for at in 0..end / 64 {
        ones += word(plane, at * 8).count_ones();
    }
    let rest = word(plane, end / 64 * 8) & mask_64((end % 64) as u32);
    (ones + rest.count_ones()) as usize
}

/// The place of the set bit of `word` that has `index` set bits below it, if there is one.
#[inline]
pub(crate) const fn select(mut word: u64, index: u32) -> Option<u32> {
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
            prop_assert!(Column::new(&bytes, width).is_padded_with_zeros(numbers.len()));
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

    #[test]
    fn padding_that_is_not_zero_is_seen() {
        assert!(Column::new(&[0b0000_0111], 3).is_padded_with_zeros(1));
        assert!(!Column::new(&[0b0000_1111], 3).is_padded_with_zeros(1));
        assert!(Column::new(&[0xff], 4).is_padded_with_zeros(2));
    }
}
