//! The search with few empty squares: moves are tried in the order of parity, and nothing is
//! remembered.

use super::board::OthelloBoard;
use super::machine::Machine;
use super::search::{NOTHING, Node, OthelloSearch};

impl<M: Machine, const COLUMNS: u32, const ROWS: u32> OthelloSearch<'_, M, COLUMNS, ROWS> {
    /// Like [`Self::value`], for at most five empty squares.
    #[inline(always)]
    pub fn few(&mut self, node: Node, alpha: i32) -> i32 {
        let Node {
            mover, opponent, ..
        } = node;
        let empty = !(mover | opponent) & OthelloBoard::<COLUMNS, ROWS>::ALL;
        let square = empty.trailing_zeros();
        let next = (empty & empty.wrapping_sub(1)).trailing_zeros();
        match empty.count_ones() {
            0 => OthelloBoard::<COLUMNS, ROWS>::utility(mover, opponent),
            1 => self.one(mover, square),
            2 => self.two(mover, opponent, [square, next], alpha),
            3 => self.three(mover, opponent, empty, node.odd, alpha),
            4 => self.four(mover, opponent, node.odd, alpha),
            _ => self.five(node, alpha),
        }
    }

    #[inline(always)]
    fn five(&mut self, node: Node, mut alpha: i32) -> i32 {
        let Node {
            mut mover,
            mut opponent,
            mut moves,
            odd,
        } = node;
        self.nodes += 1;
        let mut sign = 1;
        if moves == 0 {
            (mover, opponent, alpha, sign) = (opponent, mover, -alpha - 1, -1);
            moves = self.machine.moves::<COLUMNS, ROWS>(mover, opponent);
            if moves == 0 {
                return -OthelloBoard::<COLUMNS, ROWS>::utility(mover, opponent);
            }
        }
        if let Some(bound) = Self::bound_by_stable(mover, opponent, alpha) {
            return sign * bound;
        }
        let mut best = NOTHING;
        let (mut squares, mut later) = (moves & odd, moves & !odd);
        loop {
            if squares == 0 {
                (squares, later) = (later, 0);
                if squares == 0 {
                    return sign * best;
                }
            }
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let flips = self.machine.flips::<COLUMNS, ROWS>(square, mover, opponent);
            let (next, other) = (opponent ^ flips, mover ^ flips ^ (1 << square));
            let odd = odd ^ OthelloBoard::<COLUMNS, ROWS>::quarter(square);
            best = best.max(-self.four(next, other, odd, -alpha - 1));
            if best > alpha {
                return sign * best;
            }
        }
    }

    #[inline(always)]
    fn four(&mut self, mut mover: u64, mut opponent: u64, odd: u64, mut alpha: i32) -> i32 {
        self.nodes += 1;
        let empty = !(mover | opponent) & OthelloBoard::<COLUMNS, ROWS>::ALL;
        for sign in [1, -1] {
            let mut best = NOTHING;
            let (mut squares, mut later) = (empty & odd, empty & !odd);
            loop {
                if squares == 0 {
                    (squares, later) = (later, 0);
                    if squares == 0 {
                        break;
                    }
                }
                let square = squares.trailing_zeros();
                squares &= squares - 1;
                let flips = self.flips_beside(square, mover, opponent);
                if flips == 0 {
                    continue;
                }
                let (next, other) = (opponent ^ flips, mover ^ flips ^ (1 << square));
                let odd = odd ^ OthelloBoard::<COLUMNS, ROWS>::quarter(square);
                let rest = empty ^ 1 << square;
                best = best.max(-self.three(next, other, rest, odd, -alpha - 1));
                if best > alpha {
                    return sign * best;
                }
            }
            if best != NOTHING {
                return sign * best;
            }
            (mover, opponent, alpha) = (opponent, mover, -alpha - 1);
        }
        OthelloBoard::<COLUMNS, ROWS>::utility(mover, opponent)
    }

    #[inline(always)]
    fn three(
        &mut self,
        mut mover: u64,
        mut opponent: u64,
        empty: u64,
        odd: u64,
        mut alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        // First the square that is alone in its quarter, if the other two share one.
        let alone = if empty & odd == 0 { empty } else { empty & odd };
        let first = alone.trailing_zeros();
        let others = empty ^ 1 << first;
        let second = others.trailing_zeros();
        let third = 63 - others.leading_zeros();
        for sign in [1, -1] {
            let mut best = NOTHING;
            for [square, a, b] in [
                [first, second, third],
                [second, first, third],
                [third, first, second],
            ] {
                let flips = self.flips_beside(square, mover, opponent);
                if flips == 0 {
                    continue;
                }
                let (next, other) = (opponent ^ flips, mover ^ flips ^ (1 << square));
                best = best.max(-self.two(next, other, [a, b], -alpha - 1));
                if best > alpha {
                    return sign * best;
                }
            }
            if best != NOTHING {
                return sign * best;
            }
            (mover, opponent, alpha) = (opponent, mover, -alpha - 1);
        }
        OthelloBoard::<COLUMNS, ROWS>::utility(mover, opponent)
    }

    #[inline(always)]
    fn two(&mut self, mut mover: u64, mut opponent: u64, [a, b]: [u32; 2], mut alpha: i32) -> i32 {
        self.nodes += 1;
        for sign in [1, -1] {
            let mut best = NOTHING;
            for [square, last] in [[a, b], [b, a]] {
                let flips = self.flips_beside(square, mover, opponent);
                if flips == 0 {
                    continue;
                }
                best = best.max(-self.one(opponent ^ flips, last));
                if best > alpha {
                    break;
                }
            }
            if best != NOTHING {
                return sign * best;
            }
            (mover, opponent, alpha) = (opponent, mover, -alpha - 1);
        }
        OthelloBoard::<COLUMNS, ROWS>::utility(mover, opponent)
    }

    /// The value with one empty square.
    #[inline(always)]
    fn one(&mut self, mover: u64, square: u32) -> i32 {
        self.nodes += 1;
        let discs = 2 * mover.count_ones() as i32 - OthelloBoard::<COLUMNS, ROWS>::SQUARES;
        let (own, other) = self.machine.last_flips::<COLUMNS, ROWS>(square, mover);
        if own != 0 {
            discs + 2 * own as i32 + 2
        } else if other != 0 {
            discs - 2 * other as i32
        } else if discs >= 0 {
            // The empty square counts for the winner; `discs` counts it for the opponent.
            discs + 2
        } else {
            discs
        }
    }

    /// The flips of a move, if it is one.
    #[inline(always)]
    fn flips_beside(&self, square: u32, mover: u64, opponent: u64) -> u64 {
        if OthelloBoard::<COLUMNS, ROWS>::neighbours(square) & opponent == 0 {
            return 0;
        }
        self.machine.flips::<COLUMNS, ROWS>(square, mover, opponent)
    }
}
