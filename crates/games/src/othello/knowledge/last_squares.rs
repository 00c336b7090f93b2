//! Exact search of Othello positions with few empty squares.

use crate::othello::{Othello, Position};
use solveig_game::{Key, Value};

use super::BoardMasks;
use solveig_search::Window;

/// A plain fail-soft alpha-beta for boards that are almost full.
pub(super) struct LastSquares<'a, K: Key> {
    game: &'a Othello<K>,
    board: &'a BoardMasks,
    nodes: u64,
}

impl<'a, K: Key> LastSquares<'a, K> {
    pub(super) fn new(game: &'a Othello<K>, board: &'a BoardMasks) -> Self {
        Self {
            game,
            board,
            nodes: 0,
        }
    }

    /// The fail-soft value of `position`, and how many positions were visited beyond it.
    pub(super) fn value(mut self, position: Position, window: Window) -> (Value, u64) {
        let odd = self.board.odd_quarters(position.occupied());
        let value = self.search(position, window, odd);
        (value, self.nodes - 1)
    }

    /// `odd` marks the quarters of the board with an odd number of empty squares. Their squares are
    /// tried first: who moves first in such a quarter is likely to make the last move there too
    /// (parity).
    fn search(&mut self, position: Position, window: Window, odd: u8) -> Value {
        self.nodes += 1;
        let Position { mover, opponent } = position;
        let empty = self.board.all & !position.occupied();
        if empty & empty.wrapping_sub(1) == 0 {
            return self.last(position, empty);
        }
        let legal = self.game.legal_squares(mover, opponent);
        if legal == 0 {
            if self.game.legal_squares(opponent, mover) == 0 {
                return self.game.final_score(mover, opponent);
            }
            let passed = Position {
                mover: opponent,
                opponent: mover,
            };
            return -self.search(passed, window.negated(), odd);
        }
        let odd_squares = self.board.quarters.squares[usize::from(odd)];
        let mut best = Value::MIN;
        for mut squares in [legal & odd_squares, legal & !odd_squares] {
            while squares != 0 {
                let square = squares.trailing_zeros();
                squares &= squares - 1;
                let child = self.game.place(position, square);
                let rest = Window {
                    alpha: window.alpha.max(best),
                    beta: window.beta,
                };
                let odd = odd ^ self.board.quarters.of_square[square as usize];
                best = best.max(-self.search(child, rest.negated(), odd));
                if best >= window.beta {
                    return best;
                }
            }
        }
        best
    }

    /// The value with at most one empty square.
    fn last(&self, position: Position, empty: u64) -> Value {
        let Position { mover, opponent } = position;
        let full = |discs: u64| 2 * discs.count_ones() as Value - self.board.squares as Value;
        if empty != 0 {
            let square = empty.trailing_zeros();
            let flips = self.game.flips(mover, opponent, square);
            if flips != 0 {
                return full(mover | flips | empty);
            }
            let flips = self.game.flips(opponent, mover, square);
            if flips != 0 {
                return -full(opponent | flips | empty);
            }
        }
        self.game.final_score(mover, opponent)
    }
}
