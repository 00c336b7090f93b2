//! Connection games.

/// A connection game, such as Hex: [`Game::connection`](crate::Game::connection) returns it. Sets
/// of cells are bit sets over move codes: bit `c` is the cell that the move with code `c` occupies.
///
/// Requirements: no draws; every move puts a stone of the side to move on an empty cell; stones
/// never move or disappear; every empty cell is a legal move; an extra stone never hurts its owner;
/// at most 128 move codes.
pub trait ConnectionGame<P> {
    /// Cells whose stones alone decide a finished game; `None` while the game goes on.
    fn winning_path(&self, position: &P) -> Option<u128>;

    /// Empty cells that win an unfinished game at once: for the side to move if `of_mover`, else
    /// for the other side if it were its turn.
    fn immediate_wins(&self, position: &P, of_mover: bool) -> u128;

    /// How many stones the side to move, if `of_mover`, or else the other side still needs for a
    /// win if its opponent never answers; `None` if its opponent has won.
    fn stones_to_win(&self, position: &P, of_mover: bool) -> Option<u32>;

    /// Stones of the first player and of the second. The first player is to move at even
    /// [levels](crate::Game::level).
    fn stones(&self, position: &P) -> [u128; 2];
}
