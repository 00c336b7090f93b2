//! Sets of cells in one word.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of cells: 64 bits for boards of as many cells, which take half the time, or 128.
pub(super) trait Carrier:
    Copy
    + Debug
    + Eq
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + 'static
{
    /// No cell.
    const NONE: Self;
    /// More than all cells.
    const ALL: Self;

    /// The set of these cells; what does not fit is no cell.
    fn of(cells: u128) -> Self;

    /// The cells.
    fn cells(self) -> u128;

    /// How many there are.
    fn size(self) -> u32;

    /// The first of them alone.
    fn first(self) -> Self;
}

macro_rules! carrier {
    ($word:ty) => {
        impl Carrier for $word {
            const NONE: Self = 0;
            const ALL: Self = Self::MAX;

            #[inline(always)]
            fn of(cells: u128) -> Self {
                cells as Self
            }

            #[inline(always)]
            fn cells(self) -> u128 {
                self as u128
            }

            #[inline(always)]
            fn size(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> Self {
                self & self.wrapping_neg()
            }
        }
    };
}

carrier!(u64);
carrier!(u128);
