//! A thread's own table of bounds, small enough for the cache of a processor core.

use super::board::OthelloBoard;
use crate::kernel::search::Known;

/// The number of entries: a power of two. With four times as many, an eighth of the time of a
/// search went into waiting for them.
pub const ENTRIES: usize = 1 << 13;

/// Bits of a word that hold a set of squares: boards have 40 squares or fewer.
const SQUARES: u64 = (1 << 40) - 1;

/// A position and bounds on its value. From its low bits, the first word holds the mover's discs,
/// the least and the greatest value and the best move; the second the opponent's discs and the
/// size of the board, which is never zero.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(16))]
struct Entry(u64, u64);

/// Bounds of the positions seen last, of boards of any size.
#[derive(Debug)]
pub struct Recent(Box<[Entry]>);

impl Recent {
    /// A table that knows nothing.
    pub fn new() -> Self {
        Self(vec![Entry::default(); ENTRIES].into_boxed_slice())
    }

    /// The number of the entry that a position may be in.
    #[inline(always)]
    pub fn place(mover: u64, opponent: u64) -> usize {
        let mixed = mover.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ opponent.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(32);
        (mixed.wrapping_mul(0x94d0_49bb_1331_11eb) >> (64 - ENTRIES.ilog2())) as usize % ENTRIES
    }

    /// The second word of a position.
    #[inline(always)]
    fn second<const COLUMNS: u32, const ROWS: u32>(opponent: u64) -> u64 {
        const { assert!(OthelloBoard::<COLUMNS, ROWS>::ALL <= SQUARES) };
        opponent | (COLUMNS as u64) << 40 | (ROWS as u64) << 48
    }

    /// The stored bounds of a position.
    #[inline(always)]
    pub fn get<const COLUMNS: u32, const ROWS: u32>(
        &self,
        mover: u64,
        opponent: u64,
    ) -> Option<Known> {
        let Entry(first, second) = self.0[Self::place(mover, opponent)];
        let same = first & SQUARES == mover && second == Self::second::<COLUMNS, ROWS>(opponent);
        same.then_some(Known {
            least: i32::from((first >> 40) as i8),
            greatest: i32::from((first >> 48) as i8),
            best: Some((first >> 56) as u8),
        })
    }

    /// Stores what is known of a position.
    #[inline(always)]
    pub fn put<const COLUMNS: u32, const ROWS: u32>(
        &mut self,
        mover: u64,
        opponent: u64,
        known: Known,
    ) {
        let Known {
            least,
            greatest,
            best,
        } = known;
        // Utilities fit eight bits: the board has 40 squares or fewer.
        let bounds = u64::from(least as i8 as u8) << 40 | u64::from(greatest as i8 as u8) << 48;
        self.0[Self::place(mover, opponent)] = Entry(
            mover | bounds | u64::from(best.unwrap_or(0)) << 56,
            Self::second::<COLUMNS, ROWS>(opponent),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_of_one_position_alone() {
        let mut recent = Recent::new();
        let first = Recent::place(1, 2);
        let same = (3..SQUARES).find(|opponent| Recent::place(1, *opponent) == first);
        let known = |least, greatest, best| Known {
            least,
            greatest,
            best: Some(best),
        };
        recent.put::<6, 6>(1, 2, known(7, 127, 0));
        assert_eq!(recent.get::<6, 6>(1, 2), Some(known(7, 127, 0)));
        assert_eq!(recent.get::<6, 6>(1, same.unwrap()), None);
        assert_eq!(recent.get::<6, 4>(1, 2), None);
        assert_eq!(recent.get::<4, 6>(1, 2), None);
        recent.put::<6, 6>(1, 2, known(7, -9, 63));
        assert_eq!(recent.get::<6, 6>(1, 2), Some(known(7, -9, 63)));
        recent.put::<6, 6>(1, same.unwrap(), known(-36, -128, 5));
        assert_eq!(recent.get::<6, 6>(1, 2), None);
        let found = recent.get::<6, 6>(1, same.unwrap());
        assert_eq!(found, Some(known(-36, -128, 5)));
    }
}
