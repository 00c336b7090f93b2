//! What is known of Go: stones that nothing captures, and the score they make sure of.

mod life;
#[cfg(test)]
mod tests;

use solveig_game::{Game, Interval, Move, Value};
use solveig_games::go::{Board, Colour, Go, Position};

pub use life::{Life, unconditionally_alive};

use crate::Knowledge;

/// Bounds from unconditional life; the pass is tried first, since with it a play ends soon and there
/// is a bound to compare with.
///
/// All of it holds whatever came before: a side that does no more than pass keeps it, and a pass is
/// always legal.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoKnowledge;

/// The least difference of areas, `stones` less `other`, that a side is sure of even if it passes
/// from now on.
///
/// Stones that are alive stay. A region of one point beside them cannot be filled, and is area. In a
/// greater one that is vital to a chain, one empty point beside that chain remains, and belongs to
/// nobody at worst. All else may become the other's.
pub fn certain_score(board: &Board, stones: u64, other: u64, suicide: bool) -> Value {
    let life = unconditionally_alive(board, stones, other, suicide);
    let mut score = life.stones.count_ones() as Value;
    let rest = board.all() & !life.stones;
    score -= rest.count_ones() as Value;
    for region in life.regions() {
        // What was taken to be the other's whole: a point of one's own, or one of nobody.
        score += if region.is_power_of_two() { 2 } else { 1 };
    }
    score
}

/// Bounds on the difference of areas at the end, Black's less White's.
pub fn score_bounds(board: &Board, black: u64, white: u64, suicide: bool) -> Interval {
    Interval {
        lower: certain_score(board, black, white, suicide),
        upper: -certain_score(board, white, black, suicide),
    }
}

impl GoKnowledge {
    /// Bounds on the value of `position` for the side to move.
    pub fn bounds(&self, game: &Go, position: &Position) -> Interval {
        let (black, white) = (position.black(), position.white());
        let score = score_bounds(game.board(), black, white, game.allows_suicide());
        let value = Interval {
            lower: game.worth(score.lower),
            upper: game.worth(score.upper),
        };
        match position.to_move() {
            Colour::Black => value,
            Colour::White => value.negated(),
        }
    }
}

impl Knowledge<Go> for GoKnowledge {
    fn expand(&self, game: &Go, position: &Position, moves: &mut Vec<Move>) -> Interval {
        game.legal_moves(position, moves);
        self.bounds(game, position)
    }

    fn order(&self, _game: &Go, _position: &Position, moves: &mut [Move]) {
        // The pass is the last of the legal moves.
        moves.rotate_right(1);
    }
}
