//! Move generation and flips of Othello: a portable version, one for AVX2 and one for AVX-512.

use super::shape::{Shape, TURNED_ON_FULL_LINE};
use super::stability;
use crate::othello::geometry;

/// An instruction set, selected at run time.
///
/// A value of such a type exists only if the processor supports the instructions.
pub(super) trait Instructions: Copy + Send + 'static {
    /// Whether the number of the last flips costs less than a wrong guess of a branch.
    const COUNTS_FAST: bool;

    /// A set of squares, in the registers where flips are found.
    type Squares: Copy;

    fn loaded(self, squares: u64) -> Self::Squares;

    fn unloaded(self, squares: Self::Squares) -> u64;

    /// The squares of `from` that are not in `others`.
    fn without(self, from: Self::Squares, others: Self::Squares) -> Self::Squares;

    /// The squares of both sets, and one more.
    fn with(self, one: Self::Squares, other: Self::Squares, square: u32) -> Self::Squares;

    /// As [`flips`](Self::flips).
    fn loaded_flips(
        self,
        shape: &Shape,
        mover: Self::Squares,
        opponent: Self::Squares,
        square: u32,
    ) -> Self::Squares;

    fn legal_squares(self, shape: &Shape, mover: u64, opponent: u64) -> u64;

    /// The discs of `opponent` that a disc of `mover` on the empty `square` turns over.
    fn flips(self, shape: &Shape, mover: u64, opponent: u64, square: u32) -> u64;

    /// The numbers of discs that `mover` and the opponent would flip on `square`, the last empty
    /// one.
    #[inline(always)]
    fn last_turned(self, shape: &Shape, mover: u64, square: u32) -> (u32, u32) {
        let Some(products) = &shape.products else {
            let opponent = shape.board & !mover & !(1 << square);
            let own = self.flips(shape, mover, opponent, square).count_ones();
            let other = self.flips(shape, opponent, mover, square).count_ones();
            return (own, other);
        };
        let mut counts = 0;
        for (at, line) in products[square as usize % 64].0.iter().enumerate() {
            let mut own = mover & line.squares;
            // The first line is a row.
            if at != 0 {
                own = own.wrapping_mul(line.factor);
            }
            let own = (own >> (line.shift % 64)) as usize;
            counts += TURNED_ON_FULL_LINE[(usize::from(line.entry) + own) % 4096];
        }
        (u32::from(counts & 0xff), u32::from(counts >> 8))
    }

    /// A subset of the stable discs of `side`, by [`stability::stable_discs`].
    fn stable_discs(self, shape: &Shape, side: u64, other: u64, enough: u32) -> u64;

    /// Calls [`CompiledSearch::search`] where the compiler may use these instructions.
    fn search<N: CompiledSearch>(self, node: N) -> i32;
}

/// A search that is compiled once for each set of instructions.
pub(super) trait CompiledSearch {
    fn search(self) -> i32;
}

/// The version without special instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Instructions for Portable {
    const COUNTS_FAST: bool = false;

    type Squares = u64;

    #[inline(always)]
    fn loaded(self, squares: u64) -> u64 {
        squares
    }

    #[inline(always)]
    fn unloaded(self, squares: u64) -> u64 {
        squares
    }

    #[inline(always)]
    fn without(self, from: u64, others: u64) -> u64 {
        from & !others
    }

    #[inline(always)]
    fn with(self, one: u64, other: u64, square: u32) -> u64 {
        one | other | 1 << square
    }

    #[inline(always)]
    fn loaded_flips(self, shape: &Shape, mover: u64, opponent: u64, square: u32) -> u64 {
        self.flips(shape, mover, opponent, square)
    }

    #[inline(always)]
    fn legal_squares(self, shape: &Shape, mover: u64, opponent: u64) -> u64 {
        let pairs = shape.longest_run / 2 - 1;
        let (steps, inner) = (shape.steps, shape.inner);
        let reached = geometry::reached(steps, inner, pairs, mover, opponent);
        reached & shape.board & !(mover | opponent)
    }

    #[inline(always)]
    fn flips(self, shape: &Shape, mover: u64, opponent: u64, square: u32) -> u64 {
        let rays = &shape.rays[square as usize % 64].0;
        geometry::flips(rays, mover, opponent)
    }

    #[inline(always)]
    fn stable_discs(self, shape: &Shape, side: u64, other: u64, enough: u32) -> u64 {
        stability::stable_discs(shape, side, other, enough)
    }

    fn search<N: CompiledSearch>(self, node: N) -> i32 {
        node.search()
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86;
