//! Sets of cells as bitboards, bit *i* for cell *i*.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// A set of cells: `u64` for boards of up to 64 cells, which is faster, or `u128`.
pub(super) trait CellSet:
    Copy
    + Debug
    + Eq
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// No cell.
    const NONE: Self;
    /// More than all cells.
    const ALL: Self;

    /// The set of these cells; those that do not fit are dropped.
    fn of(cells: u128) -> Self;

    /// The set as a bit for each cell.
    fn cells(self) -> u128;

    /// Their number.
    fn size(self) -> u32;

    /// The first of them alone.
    fn first(self) -> Self;
}

macro_rules! cell_set {
    ($word:ty) => {
        impl CellSet for $word {
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

cell_set!(u64);
cell_set!(u128);

/// Iterates over the cells of a set, lowest first.
#[derive(Clone, Copy)]
pub(super) struct Cells(pub(super) u128);

impl Iterator for Cells {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let cell = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(cell)
    }
}
