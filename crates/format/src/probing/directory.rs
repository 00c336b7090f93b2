//! Where in a level to look for a key.

use std::ops::Range;

use crate::reading::bits::width_of;

/// Cuts the keys of a level into ranges of equal width, about one for each [`Directory::SHARE`]
/// blocks, so that a search starts with few candidates.
pub(crate) struct Directory {
    base: u128,
    shift: u32,
    /// For each range, and at the end, how many blocks of the level start below it.
    below: Vec<u64>,
}

impl Directory {
    const SHARE: u64 = 4;

    /// The directory of a level with these blocks, whose first keys ascend.
    pub(super) fn new(blocks: Range<u64>, first_key: impl Fn(u64) -> u128) -> Self {
        let count = blocks.end - blocks.start;
        let (base, last) = match count.checked_sub(1) {
            None => (0, 0),
            Some(rest) => (first_key(blocks.start), first_key(blocks.start + rest)),
        };
        let span = last - base;
        let ranges = count / Self::SHARE + 1;
        let shift = width_of(span).saturating_sub(ranges.ilog2()).min(127);
        let mut below = Vec::with_capacity((span >> shift) as usize + 2);
        for (number, block) in blocks.enumerate() {
            let range = ((first_key(block) - base) >> shift) as usize;
            if range >= below.len() {
                below.resize(range + 1, number as u64);
            }
        }
        below.push(count);
        Self { base, shift, below }
    }

    /// The blocks of the level of which the last that starts at or below `key` is one, or the one
    /// before them is.
    #[inline]
    pub(super) fn candidates(&self, key: u128) -> Option<Range<u64>> {
        let range =
            usize::try_from(key.checked_sub(self.base)? >> self.shift).unwrap_or(usize::MAX);
        let last = *self.below.last().filter(|blocks| **blocks > 0)?;
        Some(match self.below.get(range..) {
            Some([from, to, ..]) => *from..*to,
            _ => last..last,
        })
    }
}
