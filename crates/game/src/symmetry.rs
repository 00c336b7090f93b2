//! Symmetries of a game.

/// An element of a game's symmetry group, numbered below
/// [`Game::symmetries`](crate::Game::symmetries); 0 is the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(pub u8);

impl Symmetry {
    /// The symmetry that moves nothing.
    pub const IDENTITY: Self = Self(0);
}

/// Whether positions that a symmetry maps to each other are counted as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Every position represents itself.
    None,
    /// The member with the least key represents its whole symmetry class.
    Canonical,
}
