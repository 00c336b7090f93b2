//! The history heuristic (Schaeffer 1989).

/// History scores by side and square: how often the square refuted a position after others failed,
/// minus how often it failed.
#[derive(Debug)]
pub(super) struct HistoryTable([[i32; 64]; 2]);

/// Scores are halved when one exceeds this, so that old results count less.
const MAX_COUNT: i32 = 1 << 8;

impl HistoryTable {
    pub(super) const fn new() -> Self {
        Self([[0; 64]; 2])
    }

    /// Clears the scores: those of another root mislead more often than they help.
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
        if (*count).max(-least) > MAX_COUNT {
            for count in self.0.as_flattened_mut() {
                *count /= 2;
            }
        }
    }
}
