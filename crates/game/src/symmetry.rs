//! Symmetries of a game.

/// An element of a game's symmetry group, numbered below
/// [`Game::symmetries`](crate::Game::symmetries); 0 is the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(pub u8);

impl Symmetry {
    /// The symmetry that moves nothing.
    pub const IDENTITY: Self = Self(0);
}

/// Whether positions that a symmetry of the game maps onto each other are counted as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Each position stands for itself.
    None,
    /// A position stands for its whole class: the member with the least key represents it.
    Canonical,
}
