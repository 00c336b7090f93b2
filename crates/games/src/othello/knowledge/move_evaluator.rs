//! How promising a move looks.

use crate::othello::{Othello, Position};
use solveig_game::Key;

use super::BoardMasks;

/// Judges the moves of one position. Its judgements order moves and prove nothing.
pub(super) struct MoveEvaluator<'a, K: Key> {
    game: &'a Othello<K>,
    board: &'a BoardMasks,
    position: Position,
    /// The squares in quarters with an odd number of empty ones.
    odd: u64,
}

// What things are worth, measured by the nodes they save on 6x6 boards with 18 and 20 empty
// squares.
const OWN_MOVE: i32 = 8;
const OPPONENT_MOVE: i32 = 2;
const FRONTIER_DISC: i32 = 1;
const CORNER: i32 = 12;
const NEXT_TO_CORNER: i32 = 4;
const ODD_QUARTER: i32 = 2;

impl<'a, K: Key> MoveEvaluator<'a, K> {
    pub(super) fn new(game: &'a Othello<K>, board: &'a BoardMasks, position: Position) -> Self {
        let odd = board.quarters[usize::from(board.odd_quarters(position.occupied()))];
        Self {
            game,
            board,
            position,
            odd,
        }
    }

    /// How promising a disc on `square` looks to the side to move, `ahead` after the best two plies
    /// that follow, else at once. (One ply would compare positions with the other side to move, for
    /// which the judgement is biased.)
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

    /// The judgement of `position` for its side to move after the best `plies` that follow.
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

    /// What the board looks like to the side to move, which can play on `own_moves`.
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

    /// The squares next to any of these, and these.
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
