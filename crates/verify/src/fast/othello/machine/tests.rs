use super::*;
use crate::fast::othello::board::Squares;
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
fn agrees<M: Machine, B: Board>(machine: M, own: u64, other: u64) {
    let empty = B::ALL & !(own | other);
    let mut moves = 0;
    for square in 0..B::COLUMNS * B::ROWS {
        let bit = 1 << square;
        // Of a square with a disc on it, the flips of a disc that replaces it.
        let (own, other) = (own & !bit, other & !bit);
        let flips = flips_by_steps((B::COLUMNS, B::ROWS), square, own, other);
        assert_eq!(
            machine.flips::<B>(square, own, other),
            flips,
            "board {square}: {own:#x} {other:#x}"
        );
        if empty & bit != 0 && flips != 0 {
            moves |= bit;
        }
        let rest = B::ALL & !(own | bit);
        let by = |one, two| flips_by_steps((B::COLUMNS, B::ROWS), square, one, two).count_ones();
        assert_eq!(
            machine.last_flips::<B>(square, own),
            (by(own, rest), by(rest, own)),
            "board {square}: {own:#x}"
        );
    }
    assert_eq!(
        machine.moves::<B>(own, other),
        moves,
        "board: {own:#x} {other:#x}"
    );
}

fn agrees_on<M: Machine, B: Board>(machine: M) {
    let all = B::ALL;
    agrees::<M, B>(machine, 0, 0);
    agrees::<M, B>(machine, all, 0);
    agrees::<M, B>(machine, 0, all);
    for square in 0..B::COLUMNS * B::ROWS {
        // One disc among those of the other side, or alone, or among empty squares and one.
        let bit = 1 << square;
        agrees::<M, B>(machine, bit, all & !bit);
        agrees::<M, B>(machine, all & !bit, bit);
        agrees::<M, B>(machine, bit, 0);
        agrees::<M, B>(machine, 0, bit);
        for last in 0..B::COLUMNS * B::ROWS {
            let both = bit | 1 << last;
            agrees::<M, B>(machine, bit & !(1 << last), all & !both);
        }
    }
    let mut random = Random(u64::from(10 * B::COLUMNS + B::ROWS));
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
        agrees::<M, B>(machine, own, full & !own);
    }
}

fn agrees_on_all_boards<M: Machine>(machine: M) {
    agrees_on::<M, Squares<4, 4>>(machine);
    agrees_on::<M, Squares<6, 4>>(machine);
    agrees_on::<M, Squares<4, 6>>(machine);
    agrees_on::<M, Squares<8, 4>>(machine);
    agrees_on::<M, Squares<4, 8>>(machine);
    agrees_on::<M, Squares<6, 6>>(machine);
    agrees_on::<M, Squares<10, 4>>(machine);
    agrees_on::<M, Squares<4, 10>>(machine);
}

#[test]
fn portable_code_moves_and_flips_as_a_walk_over_the_squares_does() {
    agrees_on_all_boards(Portable);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn vectors_of_four_move_and_flip_as_a_walk_over_the_squares_does() {
    if let Some(machine) = Avx2::detect() {
        agrees_on_all_boards(machine);
        agrees_on_all_boards(machine.without_gathering());
    }
}
