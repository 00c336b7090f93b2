//! Boards of positions without the moves that lead to them.

use solveig_game::{Notation, is_first_at_start};

/// A board and the side to move on it.
pub struct BoardText {
    /// The board as text; empty in a game without such text.
    pub board: String,
    /// The side to move: `X` or `O`.
    pub mover: &'static str,
}

/// The board of a position, with the side to move that the parity of its level tells.
pub fn board_at<G: Notation>(game: &G, position: &G::Position) -> BoardText {
    let levels = game.level(position) + game.level(&game.start());
    let is_first = levels.is_multiple_of(2) == is_first_at_start(game);
    BoardText {
        board: game.format_board(position, is_first).unwrap_or_default(),
        mover: if is_first { "X" } else { "O" },
    }
}
