//! Instruction sets: what the search does most, once for each of them.
//!
//! [`Portable`] is the reference that the tests hold the others against.

use super::board::OthelloBoard;

/// An instruction set. A value of such a type exists only where the processor has it.
pub trait Machine: Copy {
    /// A value if the processor has the instructions.
    fn detect() -> Option<Self>;

    /// The squares the side to move may play on.
    fn moves<const COLUMNS: u32, const ROWS: u32>(self, mover: u64, opponent: u64) -> u64;

    /// The discs that a move to the empty `square` flips; none if the move is illegal.
    fn flips<const COLUMNS: u32, const ROWS: u32>(
        self,
        square: u32,
        mover: u64,
        opponent: u64,
    ) -> u64;

    /// How many discs `mover` flips on `square`, and how many the other side, whose discs are on
    /// all squares but this one and those of `mover`.
    fn last_flips<const COLUMNS: u32, const ROWS: u32>(self, square: u32, mover: u64)
    -> (u32, u32);

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
    fn moves<const COLUMNS: u32, const ROWS: u32>(self, mover: u64, opponent: u64) -> u64 {
        OthelloBoard::<COLUMNS, ROWS>::moves(mover, opponent)
    }

    #[inline(always)]
    fn flips<const COLUMNS: u32, const ROWS: u32>(
        self,
        square: u32,
        mover: u64,
        opponent: u64,
    ) -> u64 {
        OthelloBoard::<COLUMNS, ROWS>::flips(square, mover, opponent)
    }

    #[inline(always)]
    fn last_flips<const COLUMNS: u32, const ROWS: u32>(
        self,
        square: u32,
        mover: u64,
    ) -> (u32, u32) {
        let opponent = OthelloBoard::<COLUMNS, ROWS>::ALL & !(mover | 1 << square);
        (
            self.flips::<COLUMNS, ROWS>(square, mover, opponent)
                .count_ones(),
            self.flips::<COLUMNS, ROWS>(square, opponent, mover)
                .count_ones(),
        )
    }

    fn run(self, part: impl SearchPart) -> i32 {
        part.run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "x86_64")]
    use crate::fast::othello::x86::Avx2;
    use crate::random::Random;

    /// The discs of `opponent` that a disc of `mover` on `square` flips, square by square.
    fn flips_by_steps(size: (u32, u32), square: u32, mover: u64, opponent: u64) -> u64 {
        let (columns, rows) = (size.0 as i32, size.1 as i32);
        let mut flips = 0;
        for (right, below) in [
            (1, 0),
            (1, 1),
            (0, 1),
            (-1, 1),
            (-1, 0),
            (-1, -1),
            (0, -1),
            (1, -1),
        ] {
            let (mut column, mut row) = (square as i32 % columns, square as i32 / columns);
            let mut line = 0;
            loop {
                (column, row) = (column + right, row + below);
                if column < 0 || column >= columns || row < 0 || row >= rows {
                    break;
                }
                let bit = 1 << (row * columns + column);
                if opponent & bit == 0 {
                    if mover & bit != 0 {
                        flips |= line;
                    }
                    break;
                }
                line |= bit;
            }
        }
        flips
    }

    /// Compares everything on one board.
    fn agrees<M: Machine, const COLUMNS: u32, const ROWS: u32>(machine: M, own: u64, other: u64) {
        let empty = OthelloBoard::<COLUMNS, ROWS>::ALL & !(own | other);
        let mut moves = 0;
        for square in 0..COLUMNS * ROWS {
            let bit = 1 << square;
            // Of a square with a disc on it, the flips of a disc that replaces it.
            let (own, other) = (own & !bit, other & !bit);
            let flips = flips_by_steps((COLUMNS, ROWS), square, own, other);
            assert_eq!(
                machine.flips::<COLUMNS, ROWS>(square, own, other),
                flips,
                "{COLUMNS}x{ROWS} {square}: {own:#x} {other:#x}"
            );
            if empty & bit != 0 && flips != 0 {
                moves |= bit;
            }
            let rest = OthelloBoard::<COLUMNS, ROWS>::ALL & !(own | bit);
            let by = |one, two| flips_by_steps((COLUMNS, ROWS), square, one, two).count_ones();
            assert_eq!(
                machine.last_flips::<COLUMNS, ROWS>(square, own),
                (by(own, rest), by(rest, own)),
                "{COLUMNS}x{ROWS} {square}: {own:#x}"
            );
        }
        assert_eq!(
            machine.moves::<COLUMNS, ROWS>(own, other),
            moves,
            "{COLUMNS}x{ROWS}: {own:#x} {other:#x}"
        );
    }

    fn agrees_on<M: Machine, const COLUMNS: u32, const ROWS: u32>() {
        let Some(machine) = M::detect() else {
            return;
        };
        let all = OthelloBoard::<COLUMNS, ROWS>::ALL;
        agrees::<M, COLUMNS, ROWS>(machine, 0, 0);
        agrees::<M, COLUMNS, ROWS>(machine, all, 0);
        agrees::<M, COLUMNS, ROWS>(machine, 0, all);
        for square in 0..COLUMNS * ROWS {
            // One disc among those of the other side, or alone, or among empty squares and one.
            let bit = 1 << square;
            agrees::<M, COLUMNS, ROWS>(machine, bit, all & !bit);
            agrees::<M, COLUMNS, ROWS>(machine, all & !bit, bit);
            agrees::<M, COLUMNS, ROWS>(machine, bit, 0);
            agrees::<M, COLUMNS, ROWS>(machine, 0, bit);
            for last in 0..COLUMNS * ROWS {
                let both = bit | 1 << last;
                agrees::<M, COLUMNS, ROWS>(machine, bit & !(1 << last), all & !both);
            }
        }
        let mut random = Random(u64::from(10 * COLUMNS + ROWS));
        for round in 0..20_000 {
            // A quarter to three quarters of the squares full, a quarter to three quarters of them
            // the mover's.
            let mut some = || match round % 3 {
                0 => random.next() & random.next(),
                1 => random.next(),
                _ => random.next() | random.next(),
            };
            let full = all & (some() | some());
            let own = full & some();
            agrees::<M, COLUMNS, ROWS>(machine, own, full & !own);
        }
    }

    fn agrees_on_all_boards<M: Machine>() {
        agrees_on::<M, 4, 4>();
        agrees_on::<M, 6, 4>();
        agrees_on::<M, 4, 6>();
        agrees_on::<M, 8, 4>();
        agrees_on::<M, 4, 8>();
        agrees_on::<M, 6, 6>();
        agrees_on::<M, 10, 4>();
        agrees_on::<M, 4, 10>();
    }

    #[test]
    fn portable_code_moves_and_flips_as_a_walk_over_the_squares_does() {
        agrees_on_all_boards::<Portable>();
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn vectors_of_four_move_and_flip_as_a_walk_over_the_squares_does() {
        agrees_on_all_boards::<Avx2>();
    }
}
