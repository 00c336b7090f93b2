//! The search with few empty squares: moves are tried in the order of parity, and nothing is
//! remembered.

use super::board::Board;
use super::machine::Machine;
use super::search::{FEW, NOTHING, Node, OthelloSearch, SPARE};

/// As [`SPARE`], for four empty squares, where there is less to save.
const SPARE_AT_FOUR: i32 = 6;

impl<M: Machine, B: Board> OthelloSearch<'_, M, B> {
    /// Like [`Self::value`], for at most [`FEW`] empty squares. With fewer than that, the moves of
    /// the node are not used.
    #[inline(always)]
    pub fn few(&mut self, node: Node, alpha: i32) -> i32 {
        let Node {
            mover,
            opponent,
            moves,
            odd,
        } = node;
        let empty = !(mover | opponent) & B::ALL;
        let left = empty.count_ones();
        match left {
            0 => return B::utility(mover, opponent),
            1 => return self.last_one(mover, opponent, empty.trailing_zeros()),
            2 => return self.last_two(mover, opponent, alpha, empty),
            _ => self.nodes += 1,
        }
        if left >= FEW - 1 {
            let spare = if left == FEW { SPARE } else { SPARE_AT_FOUR };
            // Stable discs of the side to move give a lower bound.
            let own = || Self::bound_by_stable(opponent, mover, -alpha - 1, spare).map(|own| -own);
            if let Some(bound) = Self::bound_by_stable(mover, opponent, alpha, spare).or_else(own) {
                return bound;
            }
        }
        let candidates = if left == FEW { moves } else { empty };
        let mut best = NOTHING;
        for mut squares in [candidates & odd, candidates & !odd] {
            while squares != 0 {
                let square = squares.trailing_zeros();
                squares &= squares - 1;
                let flips = self.flips_beside(square, mover, opponent);
                if flips == 0 {
                    continue;
                }
                let (next, other) = (opponent ^ flips, mover ^ flips ^ (1 << square));
                let value = if left == 3 {
                    -self.last_two(next, other, -alpha - 1, empty ^ 1 << square)
                } else {
                    let child = Node {
                        mover: next,
                        opponent: other,
                        moves: 0,
                        odd: odd ^ B::QUARTERS[square as usize % 64],
                    };
                    -self.value(child, left - 1, -alpha - 1)
                };
                best = best.max(value);
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NOTHING {
            return best;
        }
        let moves = self.machine.moves::<B>(opponent, mover);
        if moves == 0 {
            return B::utility(mover, opponent);
        }
        -self.value(node.passed(moves), left, -alpha - 1)
    }

    /// Like [`Self::value`], for two empty squares.
    #[inline(always)]
    fn last_two(&mut self, mover: u64, opponent: u64, alpha: i32, empty: u64) -> i32 {
        self.nodes += 1;
        let first = empty.trailing_zeros();
        let second = (empty & (empty - 1)).trailing_zeros();
        // The side to move, or after its pass the other.
        let (mut own, mut other) = (mover, opponent);
        for sign in [1, -1] {
            let mut best = NOTHING;
            for (square, rest) in [(first, second), (second, first)] {
                let flips = self.flips_beside(square, own, other);
                if flips == 0 {
                    continue;
                }
                best = best.max(-self.last_one(other ^ flips, own ^ flips ^ (1 << square), rest));
                if best > if sign == 1 { alpha } else { -alpha - 1 } {
                    break;
                }
            }
            if best != NOTHING {
                return sign * best;
            }
            (own, other) = (other, own);
        }
        B::utility(mover, opponent)
    }

    /// The value with one empty square.
    #[inline(always)]
    fn last_one(&mut self, mover: u64, opponent: u64, square: u32) -> i32 {
        self.nodes += 1;
        let own = mover.count_ones() as i32;
        let full = |own: i32| 2 * own - B::SQUARES;
        match self.machine.last_flips::<B>(square, mover) {
            (0, 0) => B::utility(mover, opponent),
            (0, others) => full(own - others as i32),
            (won, _) => full(own + won as i32 + 1),
        }
    }

    /// The flips of a move, if it is one.
    #[inline(always)]
    fn flips_beside(&self, square: u32, mover: u64, opponent: u64) -> u64 {
        if B::NEIGHBOURS[square as usize % 64] & opponent == 0 {
            return 0;
        }
        self.machine.flips::<B>(square, mover, opponent)
    }
}
