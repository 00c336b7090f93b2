//! Packs columns of fixed-width numbers, which [`number`](crate::reading::bits::number) reads.

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

    /// Pads the column with 0 bits to a whole byte.
    pub(crate) fn finish(self) {
        let rest = self.filled.div_ceil(8) as usize;
        self.out
            .extend_from_slice(&self.pending.to_le_bytes()[..rest]);
    }
}
