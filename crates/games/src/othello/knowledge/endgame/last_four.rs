//! Search of positions with at most four empty squares, unrolled by their number.

use solveig_game::Key;

use super::instructions::Instructions;
use super::shape::Board;
use super::{SPARE_AT_FOUR, Searcher};
use crate::othello::geometry;

/// No move was possible: below every score.
const NO_MOVE: i32 = i32::MIN / 2;

impl<I: Instructions, K: Key, B: Board> Searcher<I, K, B> {
    /// The fail-soft score with at most four empty squares.
    #[inline(always)]
    pub(super) fn last_four(&mut self, mover: u64, opponent: u64, odd: u8, alpha: i32) -> i32 {
        let empty = self.shape().board & !(mover | opponent);
        let first = empty.trailing_zeros();
        let last = 63 - (empty | 1).leading_zeros();
        match empty.count_ones() {
            0 => {
                self.nodes += 1;
                self.final_score(mover, opponent)
            }
            1 => self.one(mover, first),
            2 => self.two(mover, opponent, [first, last], alpha),
            3 => self.three(mover, opponent, empty, odd, alpha),
            _ => self.four(mover, opponent, odd, alpha),
        }
    }

    #[inline(always)]
    pub(super) fn four(
        &mut self,
        mut mover: u64,
        mut opponent: u64,
        odd: u8,
        mut alpha: i32,
    ) -> i32 {
        self.nodes += 1;
        if let Some(score) = self.stability_cutoff(mover, opponent, SPARE_AT_FOUR, alpha) {
            return score;
        }
        // What follows does not look for stable discs: those of the mover count here too.
        if let Some(score) = self.stability_cutoff(opponent, mover, SPARE_AT_FOUR, -alpha - 1) {
            return -score;
        }
        let empty = self.shape().board & !(mover | opponent);
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
                if flips == 0 {
                    continue;
                }
                let bit = 1_u64 << square;
                let (own, other) = (opponent & !flips, mover | flips | bit);
                let odd = odd ^ self.shape().quarters.of_square[square as usize % 64];
                best = best.max(-self.three(own, other, empty & !bit, odd, -alpha - 1));
                if best > alpha {
                    break;
                }
            }
            if best != NO_MOVE {
                return sign * best;
            }
            (mover, opponent, alpha) = (opponent, mover, -alpha - 1);
        }
        self.final_score(mover, opponent)
    }

    #[inline(always)]
    fn three(
        &mut self,
        mut mover: u64,
        mut opponent: u64,
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
        let [a, b, c] = if first & odd_squares != 0 {
            [first, middle, last]
        } else if middle & odd_squares != 0 {
            [middle, first, last]
        } else {
            [last, first, middle]
        }
        .map(u64::trailing_zeros);
        for sign in [1, -1] {
            let mut best = NO_MOVE;
            for [square, x, y] in [[a, b, c], [b, a, c], [c, a, b]] {
                let flips = self.flips(mover, opponent, square);
                if flips == 0 {
                    continue;
                }
                let (own, other) = (opponent & !flips, mover | flips | 1 << square);
                best = best.max(-self.two(own, other, [x, y], -alpha - 1));
                if best > alpha {
                    break;
                }
            }
            if best != NO_MOVE {
                return sign * best;
            }
            (mover, opponent, alpha) = (opponent, mover, -alpha - 1);
        }
        self.final_score(mover, opponent)
    }

    #[inline(always)]
    fn two(&mut self, mut mover: u64, mut opponent: u64, [a, b]: [u32; 2], mut alpha: i32) -> i32 {
        self.nodes += 1;
        for sign in [1, -1] {
            let mut best = NO_MOVE;
            for [square, last] in [[a, b], [b, a]] {
                let flips = self.flips(mover, opponent, square);
                if flips == 0 {
                    continue;
                }
                best = best.max(-self.one(opponent & !flips, last));
                if best > alpha {
                    break;
                }
            }
            if best != NO_MOVE {
                return sign * best;
            }
            (mover, opponent, alpha) = (opponent, mover, -alpha - 1);
        }
        self.final_score(mover, opponent)
    }

    /// The score with one empty square.
    #[inline(always)]
    fn one(&mut self, mover: u64, square: u32) -> i32 {
        self.nodes += 1;
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

    /// The flips of a move, if it is one.
    #[inline(always)]
    fn flips(&self, mover: u64, opponent: u64, square: u32) -> u64 {
        if self.shape().neighbours[square as usize % 64] & opponent == 0 {
            return 0;
        }
        self.instructions
            .flips(self.shape(), mover, opponent, square)
    }

    #[inline(always)]
    pub(super) fn final_score(&self, mover: u64, opponent: u64) -> i32 {
        geometry::final_score(self.shape().squares, mover, opponent)
    }
}
