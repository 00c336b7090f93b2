//! Games won by a connection.

/// A game that stones on certain cells decide, as in Hex. [`Game::connection`](crate::Game::connection)
/// gives it. Sets of cells are bits by the codes of the moves that put stones there.
///
/// There are no draws, every move puts a stone of the side to move on an empty cell, no stone is
/// ever moved or removed, all empty cells are legal moves, and one more stone of its own never hurts
/// a side. There are at most 128 move codes.
pub trait ConnectionGame<P> {
    /// Where the game is over: cells whose stones alone decide it. `None` elsewhere.
    fn winning_path(&self, position: &P) -> Option<u128>;

    /// Where the game is not over: the empty cells on which the side to move wins at once or, if not
    /// `of_mover`, on which the other side would if it were its turn.
    fn immediate_wins(&self, position: &P, of_mover: bool) -> u128;

    /// The stones of the player who moved first, and of the other. The first player is to move where
    /// the [level](crate::Game::level) is even.
    fn stones(&self, position: &P) -> [u128; 2];
}
