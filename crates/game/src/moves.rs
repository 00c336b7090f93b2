//! Moves.

/// A move, as a code that its game assigns.
///
/// A code identifies the move itself, not its place in a list: Othello's `f5` has the same code in
/// every position. Codes are below [`Keyed::move_codes`](crate::Keyed::move_codes). Their numeric
/// order has no meaning; ties are broken in the order of
/// [`Game::legal_moves`](crate::Game::legal_moves).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub u16);

impl Move {
    /// The code as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
