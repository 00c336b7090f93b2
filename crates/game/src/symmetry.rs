//! Symmetries of a game.

use std::fmt;

use crate::{Keyed, Move};

/// An element of a game's symmetry group, numbered below
/// [`Symmetric::symmetries`]; 0 is the identity.
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

impl fmt::Display for Reduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "without symmetry",
            Self::Canonical => "with symmetry",
        })
    }
}

/// The symmetries of a game. A game without any writes `impl Symmetric for MyGame {}`.
///
/// # Contract
///
/// A symmetry maps legal moves to legal moves and preserves values.
pub trait Symmetric: Keyed {
    /// Number of symmetries, the identity included, which has number 0.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The image of a position under a symmetry.
    fn transform(&self, position: &Self::Position, _by: Symmetry) -> Self::Position {
        position.clone()
    }

    /// The image of a move under a symmetry: `transform(p).play(transform_move(m))` is
    /// `transform(p.play(m))`.
    fn transform_move(&self, moved: Move, _by: Symmetry) -> Move {
        moved
    }

    /// The symmetry that undoes `of`.
    fn inverse(&self, of: Symmetry) -> Symmetry {
        of
    }

    /// The member of the position's symmetry class with the least key, and the first symmetry that
    /// maps `position` to it.
    fn canonical(&self, position: &Self::Position) -> (Self::Position, Symmetry) {
        let mut best = (position.clone(), Symmetry::IDENTITY);
        let mut least = self.key(position);
        for symmetry in (1..self.symmetries()).map(Symmetry) {
            let image = self.transform(position, symmetry);
            let key = self.key(&image);
            if key < least {
                least = key;
                best = (image, symmetry);
            }
        }
        best
    }

    /// The key of the [representative](Self::representative), and the symmetry that maps
    /// `position` to it. Tables need only these; override the method where transforming the whole
    /// position is slow, for instance its history.
    fn representative_key(
        &self,
        position: &Self::Position,
        reduction: Reduction,
    ) -> (Self::Key, Symmetry) {
        let (representative, symmetry) = self.representative(position, reduction);
        (self.key(&representative), symmetry)
    }

    /// The position that represents `position` under `reduction`, and the symmetry that maps
    /// `position` to it.
    fn representative(
        &self,
        position: &Self::Position,
        reduction: Reduction,
    ) -> (Self::Position, Symmetry) {
        match reduction {
            Reduction::None => (position.clone(), Symmetry::IDENTITY),
            Reduction::Canonical => self.canonical(position),
        }
    }
}
