//! Moves.

/// A move, as the code its game gives it.
///
/// A code names the move itself, not its place in a list: Othello's `f5` is the same code in every
/// position. Codes are below [`Game::move_codes`](crate::Game::move_codes). Their numeric order
/// means nothing; the order that breaks ties is the one in which
/// [`Game::legal_moves`](crate::Game::legal_moves) lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub u16);

impl Move {
    /// The code as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
