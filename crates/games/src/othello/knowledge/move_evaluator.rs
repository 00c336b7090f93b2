//! Heuristic move scores for move ordering.

use crate::othello::{Othello, Position};
use solveig_game::Key;

use super::BoardMasks;

/// Scores the moves of one position by a static evaluation after zero or two further plies. For
/// ordering only; proves nothing.
pub(super) struct MoveEvaluator<'a, K: Key> {
    game: &'a Othello<K>,
    board: &'a BoardMasks,
    position: Position,
    /// The squares in quarters with an odd number of empty ones.
    odd: u64,
}

// Weights of the features, tuned by node counts on 6x6 boards with 18 and 20 empty squares.
const OWN_MOVE: i32 = 8;
const OPPONENT_MOVE: i32 = 2;
const FRONTIER_DISC: i32 = 1;
const CORNER: i32 = 12;
const NEXT_TO_CORNER: i32 = 4;
const ODD_QUARTER: i32 = 2;

impl<'a, K: Key> MoveEvaluator<'a, K> {
    pub(super) fn new(game: &'a Othello<K>, board: &'a BoardMasks, position: Position) -> Self {
        let odd = board.quarters.squares[usize::from(board.odd_quarters(position.occupied()))];
        Self {
            game,
            board,
            position,
            odd,
        }
    }

    /// The score of a disc on `square` for the side to move: the static evaluation after the best
    /// two further plies if `ahead`, else right after the move. (One ply would compare positions
    /// with the other side to move, for which the evaluation is biased.)
    pub(super) fn of_move(&self, square: u32, ahead: bool) -> i32 {
        let child = self.game.place(self.position, square);
        let plies = if ahead { 2 } else { 0 };
        let mut score = -self.ahead(child, plies, -i32::MAX, i32::MAX);
        if self.odd >> square & 1 != 0 {
            score += ODD_QUARTER;
        }
        if self.board.corner_beyond[square as usize] & !self.position.occupied() != 0 {
            score -= NEXT_TO_CORNER;
        }
        score
    }

    /// The minimax of the static evaluation after `plies` moves, for the side to move at
    /// `position`.
    fn ahead(&self, position: Position, plies: u32, alpha: i32, beta: i32) -> i32 {
        let mut squares = self.game.legal_squares(position.mover, position.opponent);
        if plies == 0 || squares == 0 {
            return self.judge(position, squares);
        }
        let mut best = alpha;
        while squares != 0 && best < beta {
            let child = self.game.place(position, squares.trailing_zeros());
            squares &= squares - 1;
            best = best.max(-self.ahead(child, plies - 1, -beta, -best));
        }
        best
    }

    /// The static evaluation for the side to move, whose legal squares are `own_moves`.
    fn judge(&self, position: Position, own_moves: u64) -> i32 {
        let Position { mover, opponent } = position;
        let count = |squares: u64| squares.count_ones() as i32;
        let opponent_moves = self.game.legal_squares(opponent, mover);
        let frontier = self.next_to(self.board.all & !position.occupied());
        let corners = self.board.corners;
        OWN_MOVE * count(own_moves) - OPPONENT_MOVE * count(opponent_moves)
            + FRONTIER_DISC * (count(frontier & opponent) - count(frontier & mover))
            + CORNER * (count(corners & mover) - count(corners & opponent))
    }

    /// The given squares and their neighbours.
    fn next_to(&self, squares: u64) -> u64 {
        let BoardMasks {
            columns,
            not_first,
            not_last,
            ..
        } = *self.board;
        let rows = squares | (squares & not_first) >> 1 | (squares & not_last) << 1;
        rows | rows << columns | rows >> columns
    }
}
