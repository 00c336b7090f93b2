//! Exact fixed-width keys.

use std::fmt;
use std::hash::Hash;

/// The unsigned integer that encodes a position without loss: `u64` or `u128`.
///
/// A key is the position, not a hash of it: two positions of a game have equal keys if and only if
/// they are equal, so a table that compares keys can be trusted in a proof.
pub trait Key: Copy + Eq + Ord + Hash + Send + Sync + fmt::Debug + 'static {
    /// The width of the type in bits.
    const BITS: u32;

    /// The key, widened.
    fn to_u128(self) -> u128;

    /// The key narrowed from `wide`, if it fits.
    fn from_u128(wide: u128) -> Option<Self>;
}

impl Key for u64 {
    const BITS: u32 = u64::BITS;

    fn to_u128(self) -> u128 {
        u128::from(self)
    }

    fn from_u128(wide: u128) -> Option<Self> {
        Self::try_from(wide).ok()
    }
}

impl Key for u128 {
    const BITS: u32 = u128::BITS;

    fn to_u128(self) -> u128 {
        self
    }

    fn from_u128(wide: u128) -> Option<Self> {
        Some(wide)
    }
}

/// A number that is not the key of any position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidKey(pub u128);

impl fmt::Display for InvalidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x} is not the key of a position", self.0)
    }
}

impl std::error::Error for InvalidKey {}
