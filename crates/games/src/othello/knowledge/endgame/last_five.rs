//! Search of positions with at most five empty squares, in the order of parity alone, unrolled by
//! their number.

use std::hint::select_unpredictable;

use solveig_game::Key;

use super::instructions::Instructions;
use super::shape::Board;
use super::{SPARE, SPARE_AT_FOUR, Searcher};
use crate::othello::geometry;

/// No move was possible: below every score.
const NO_MOVE: i32 = i32::MIN / 2;

impl<I: Instructions, K: Key, B: Board> Searcher<I, K, B> {
    /// The fail-soft score with five empty squares.
    #[inline(always)]
    pub(super) fn five(
        &mut self,
        mut mover: u64,
        mut opponent: u64,
        mut legal: u64,
        odd: u8,
        mut alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if let Some(score) = self.stability_cutoff(mover, opponent, SPARE, alpha) {
            return score;
        }
        let mut sign = 1;
        if legal == 0 {
            legal = self
                .instructions
                .legal_squares(self.shape(), opponent, mover);
            if legal == 0 {
                return self.final_score(mover, opponent);
            }
            (mover, opponent, alpha, sign) = (opponent, mover, -alpha - 1, -1);
        }
        let empty = self.shape().board & !(mover | opponent);
        let [mover, opponent] = [mover, opponent].map(|side| self.instructions.loaded(side));
        let odd_squares = self.shape().quarters.squares[usize::from(odd) % 16];
        let (mut squares, mut later) = (legal & odd_squares, legal & !odd_squares);
        let mut best = NO_MOVE;
        loop {
            if squares == 0 {
                if later == 0 {
                    break;
                }
                (squares, later) = (later, 0);
            }
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let flips = self.flips(mover, opponent, square);
            let own = self.instructions.without(opponent, flips);
            let other = self.instructions.with(mover, flips, square);
            let odd = odd ^ self.shape().quarters.of_square[square as usize % 64];
            best = best.max(-self.four(own, other, empty & !(1 << square), odd, -alpha - 1));
            if best > alpha {
                break;
            }
        }
        sign * best
    }

    /// The fail-soft score with at most four empty squares.
    #[inline(always)]
    pub(super) fn last_four(&mut self, mover: u64, opponent: u64, odd: u8, alpha: i32) -> i32 {
        let empty = self.shape().board & !(mover | opponent);
        let first = empty.trailing_zeros();
        let last = 63 - (empty | 1).leading_zeros();
        let [own, other] = [mover, opponent].map(|side| self.instructions.loaded(side));
        match empty.count_ones() {
            0 => {
                self.nodes += 1;
                self.final_score(mover, opponent)
            }
            1 => {
                self.nodes += 1;
                self.one(mover, first)
            }
            2 => self.two(own, other, [first, last], alpha),
            3 => self.three(own, other, empty, odd, alpha),
            _ => self.four(own, other, empty, odd, alpha),
        }
    }

    #[inline(always)]
    fn four(
        &mut self,
        mut mover: I::Squares,
        mut opponent: I::Squares,
        empty: u64,
        odd: u8,
        mut alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let [own, other] = [mover, opponent].map(|side| self.instructions.unloaded(side));
        if let Some(score) = self.stability_cutoff(own, other, SPARE_AT_FOUR, alpha) {
            return score;
        }
        let odd_squares = self.shape().quarters.squares[usize::from(odd) % 16];
        for sign in [1, -1] {
            let mut best = NO_MOVE;
            let (mut squares, mut later) = (empty & odd_squares, empty & !odd_squares);
            loop {
                if squares == 0 {
                    if later == 0 {
                        break;
                    }
                    (squares, later) = (later, 0);
                }
                let square = squares.trailing_zeros();
                squares &= squares - 1;
                let flips = self.flips(mover, opponent, square);
                if self.instructions.unloaded(flips) == 0 {
                    continue;
                }
                let own = self.instructions.without(opponent, flips);
                let other = self.instructions.with(mover, flips, square);
                let odd = odd ^ self.shape().quarters.of_square[square as usize % 64];
                best = best.max(-self.three(own, other, empty & !(1 << square), odd, -alpha - 1));
                if best > alpha {
                    break;
                }
            }
            if best != NO_MOVE {
                return sign * best;
            }
            (mover, opponent, alpha) = (opponent, mover, -alpha - 1);
        }
        self.final_score(own, other)
    }

    #[inline(always)]
    fn three(
        &mut self,
        mut mover: I::Squares,
        mut opponent: I::Squares,
        empty: u64,
        odd: u8,
        mut alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        let first = empty & empty.wrapping_neg();
        let last = 1_u64 << (63 - empty.leading_zeros());
        let middle = empty ^ first ^ last;
        // A square alone in its quarter comes first (parity).
        let odd_squares = self.shape().quarters.squares[usize::from(odd) % 16];
        let [mut square, mut x, mut y] = if first & odd_squares != 0 {
            [first, middle, last]
        } else if middle & odd_squares != 0 {
            [middle, first, last]
        } else {
            [last, first, middle]
        }
        .map(u64::trailing_zeros);
        for sign in [1, -1] {
            let mut best = NO_MOVE;
            for _ in 0..3 {
                let flips = self.flips(mover, opponent, square);
                if self.instructions.unloaded(flips) != 0 {
                    let own = self.instructions.without(opponent, flips);
                    let other = self.instructions.with(mover, flips, square);
                    best = best.max(-self.two(own, other, [x, y], -alpha - 1));
                    if best > alpha {
                        break;
                    }
                }
                [square, x, y] = [x, y, square];
            }
            if best != NO_MOVE {
                return sign * best;
            }
            (mover, opponent, alpha) = (opponent, mover, -alpha - 1);
        }
        self.final_score_of(mover, opponent)
    }

    #[inline(always)]
    fn two(
        &mut self,
        mut mover: I::Squares,
        mut opponent: I::Squares,
        [a, b]: [u32; 2],
        mut alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        for sign in [1, -1] {
            let mut best = NO_MOVE;
            for [square, last] in [[a, b], [b, a]] {
                let flips = self.flips(mover, opponent, square);
                let is_move = self.instructions.unloaded(flips) != 0;
                if !I::COUNTS_FAST && !is_move {
                    continue;
                }
                let own = self.instructions.without(opponent, flips);
                self.nodes += u64::from(is_move);
                let score = -self.one(self.instructions.unloaded(own), last);
                best = best.max(select_unpredictable(is_move, score, NO_MOVE));
                if best > alpha {
                    break;
                }
            }
            if best != NO_MOVE {
                return sign * best;
            }
            (mover, opponent, alpha) = (opponent, mover, -alpha - 1);
        }
        self.final_score_of(mover, opponent)
    }

    /// The score with one empty square.
    #[inline(always)]
    fn one(&self, mover: u64, square: u32) -> i32 {
        let full = 2 * mover.count_ones() as i32 - self.shape().squares as i32;
        let (own, opponent) = self.instructions.last_turned(self.shape(), mover, square);
        if own != 0 {
            full + 2 * own as i32 + 2
        } else if opponent != 0 {
            full - 2 * opponent as i32
        } else if full >= 0 {
            // `full` counts the empty square for the opponent; it belongs to the winner.
            full + 2
        } else {
            full
        }
    }

    /// The flips of a move; none if it is not legal.
    #[inline(always)]
    fn flips(&self, mover: I::Squares, opponent: I::Squares, square: u32) -> I::Squares {
        self.instructions
            .loaded_flips(self.shape(), mover, opponent, square)
    }

    #[inline(always)]
    fn final_score_of(&self, mover: I::Squares, opponent: I::Squares) -> i32 {
        let [mover, opponent] = [mover, opponent].map(|side| self.instructions.unloaded(side));
        self.final_score(mover, opponent)
    }

    #[inline(always)]
    pub(super) fn final_score(&self, mover: u64, opponent: u64) -> i32 {
        geometry::final_score(self.shape().squares, mover, opponent)
    }
}
