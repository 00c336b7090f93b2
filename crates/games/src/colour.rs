//! The two players of games with black and white stones.

use std::fmt;

/// A colour of stones, and the player who has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Of the player who moves first.
    Black,
    /// Of the player who moves second.
    White,
}

impl Colour {
    /// Both, in the order of their numbers.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// White of Black, Black of White.
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
