//! Which squares have refuted positions so far.

/// For each side and square, how often it was best where it was tried late, less how often it was
/// tried in vain.
#[derive(Debug)]
pub(super) struct HistoryTable([[i32; 64]; 2]);

/// Where a count goes beyond this, all are halved: what was learnt long ago counts less.
const MOST: i32 = 1 << 8;

impl HistoryTable {
    pub(super) const fn new() -> Self {
        Self([[0; 64]; 2])
    }

    /// Forgets all: what another position has taught misleads more often than it helps.
    pub(super) fn reset(&mut self) {
        *self = Self::new();
    }

    #[inline(always)]
    pub(super) fn score(&self, side: usize, square: u32) -> i32 {
        self.0[side % 2][square as usize % 64]
    }

    /// `square` refuted a position after the squares in `failed` did not.
    #[inline(always)]
    pub(super) fn learn(&mut self, side: usize, square: u32, failed: impl Iterator<Item = u32>) {
        let counts = &mut self.0[side % 2];
        let mut tried = 0;
        let mut least = 0;
        for square in failed {
            let count = &mut counts[square as usize % 64];
            *count -= 1;
            least = least.min(*count);
            tried += 1;
        }
        let count = &mut counts[square as usize % 64];
        *count += tried;
        if (*count).max(-least) > MOST {
            for count in self.0.as_flattened_mut() {
                *count /= 2;
            }
        }
    }
}
