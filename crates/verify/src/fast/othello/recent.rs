//! A thread's own table of bounds, small enough for the cache of a processor core.

#[cfg(test)]
mod tests;

use super::board::Board;
use crate::kernel::search::ProvedBounds;

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
    fn second<B: Board>(opponent: u64) -> u64 {
        const { assert!(B::ALL <= SQUARES) };
        opponent | (B::COLUMNS as u64) << 40 | (B::ROWS as u64) << 48
    }

    /// The stored bounds of a position.
    #[inline(always)]
    pub fn get<B: Board>(&self, mover: u64, opponent: u64) -> Option<ProvedBounds> {
        let Entry(first, second) = self.0[Self::place(mover, opponent)];
        let same = first & SQUARES == mover && second == Self::second::<B>(opponent);
        same.then_some(ProvedBounds {
            least: i32::from((first >> 40) as i8),
            greatest: i32::from((first >> 48) as i8),
            best: Some((first >> 56) as u8),
        })
    }

    /// Stores what is known of a position.
    #[inline(always)]
    pub fn put<B: Board>(&mut self, mover: u64, opponent: u64, entry: ProvedBounds) {
        let ProvedBounds {
            least,
            greatest,
            best,
        } = entry;
        // Utilities fit eight bits: the board has 40 squares or fewer.
        let bounds = u64::from(least as i8 as u8) << 40 | u64::from(greatest as i8 as u8) << 48;
        self.0[Self::place(mover, opponent)] = Entry(
            mover | bounds | u64::from(best.unwrap_or(0)) << 56,
            Self::second::<B>(opponent),
        );
    }
}
