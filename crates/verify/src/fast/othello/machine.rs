//! Instruction sets: what the search does most, once for each of them.
//!
//! [`Portable`] is the reference that the tests hold the others against.

#[cfg(test)]
mod tests;

use super::board::Board;

/// An instruction set. A value of such a type exists only where the processor has it.
pub trait Machine: Copy {
    /// A value if the processor has the instructions.
    fn detect() -> Option<Self>;

    /// The squares the side to move may play on.
    fn moves<B: Board>(self, mover: u64, opponent: u64) -> u64;

    /// The discs that a move to the empty `square` flips; none if the move is illegal.
    fn flips<B: Board>(self, square: u32, mover: u64, opponent: u64) -> u64;

    /// How many discs `mover` flips on `square`, and how many the other side, whose discs are on
    /// all squares but this one and those of `mover`.
    fn last_flips<B: Board>(self, square: u32, mover: u64) -> (u32, u32);

    /// Runs a part of a search, compiled with these instructions.
    fn run(self, part: impl SearchPart) -> i32;
}

/// A part of a search that is compiled once for each machine.
pub trait SearchPart {
    /// The result of the search.
    fn run(self) -> i32;
}

/// No special instructions.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Machine for Portable {
    fn detect() -> Option<Self> {
        Some(Self)
    }

    #[inline(always)]
    fn moves<B: Board>(self, mover: u64, opponent: u64) -> u64 {
        B::moves(mover, opponent)
    }

    #[inline(always)]
    fn flips<B: Board>(self, square: u32, mover: u64, opponent: u64) -> u64 {
        B::flips(square, mover, opponent)
    }

    #[inline(always)]
    fn last_flips<B: Board>(self, square: u32, mover: u64) -> (u32, u32) {
        let opponent = B::ALL & !(mover | 1 << square);
        (
            self.flips::<B>(square, mover, opponent).count_ones(),
            self.flips::<B>(square, opponent, mover).count_ones(),
        )
    }

    fn run(self, part: impl SearchPart) -> i32 {
        part.run()
    }
}
