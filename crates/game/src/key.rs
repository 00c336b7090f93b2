//! Exact fixed-width keys.

use std::fmt;
use std::hash::Hash;

use crate::Keyed;

/// An unsigned integer that encodes a position without loss: `u64`, `u128` or [`WideKey`].
///
/// Keys are not hashes: two positions of a game are equal if and only if their keys are, so a proof
/// may rely on a table that compares keys.
pub trait Key: Copy + Eq + Ord + Hash + Send + Sync + fmt::Debug + 'static {
    /// The width of the type in bits.
    const BITS: u32;

    /// The whole key, widened to 256 bits.
    fn to_wide(self) -> WideKey;

    /// The key whose value is `wide`, if it fits the type.
    fn from_wide(wide: WideKey) -> Option<Self>;

    /// The low 128 bits of the key: all of it, except in a game with [`LongKeys`]. Code that
    /// identifies positions by this number first [refuses](LongKeys::refuse) such games.
    #[inline]
    fn to_u128(self) -> u128 {
        self.to_wide().low
    }

    /// The key whose value is `wide`, if it fits the type.
    #[inline]
    fn from_u128(wide: u128) -> Option<Self> {
        Self::from_wide(wide.into())
    }
}

impl Key for u64 {
    const BITS: u32 = u64::BITS;

    #[inline]
    fn to_wide(self) -> WideKey {
        self.into()
    }

    #[inline]
    fn from_wide(wide: WideKey) -> Option<Self> {
        Self::try_from(u128::from_wide(wide)?).ok()
    }
}

impl Key for u128 {
    const BITS: u32 = u128::BITS;

    #[inline]
    fn to_wide(self) -> WideKey {
        self.into()
    }

    #[inline]
    fn from_wide(wide: WideKey) -> Option<Self> {
        (wide.high == 0).then_some(wide.low)
    }
}

/// An unsigned integer of 256 bits, for keys that do not fit 128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WideKey {
    /// The upper 128 bits.
    pub high: u128,
    /// The lower 128 bits.
    pub low: u128,
}

impl WideKey {
    /// Number of bits up to the highest set bit; 0 for 0.
    pub const fn width(self) -> u32 {
        match (self.high, self.low) {
            (0, low) => u128::BITS - low.leading_zeros(),
            (high, _) => 2 * u128::BITS - high.leading_zeros(),
        }
    }
}

impl From<u64> for WideKey {
    #[inline]
    fn from(low: u64) -> Self {
        u128::from(low).into()
    }
}

impl From<u128> for WideKey {
    #[inline]
    fn from(low: u128) -> Self {
        Self { high: 0, low }
    }
}

impl Key for WideKey {
    const BITS: u32 = 2 * u128::BITS;

    fn to_wide(self) -> WideKey {
        self
    }

    fn from_wide(wide: WideKey) -> Option<Self> {
        Some(wide)
    }
}

impl fmt::LowerHex for WideKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = match self.high {
            0 => format!("{:x}", self.low),
            high => format!("{high:x}{:032x}", self.low),
        };
        f.pad_integral(true, "0x", &digits)
    }
}

/// A number that is not the key of any position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidKey(pub WideKey);

impl fmt::Display for InvalidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x} is not the key of a position", self.0)
    }
}

impl std::error::Error for InvalidKey {}

/// Error: the keys of a game exceed the 128 bits that files and tables store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongKeys {
    /// Spec of the game.
    pub game: String,
    /// Length of its keys in bits.
    pub bits: u32,
}

impl LongKeys {
    /// Maximum length, in bits, of keys in files and transposition tables.
    pub const LIMIT: u32 = u128::BITS;

    /// Checks that [`Key::to_u128`] does not truncate the keys of `game`.
    ///
    /// # Errors
    ///
    /// Fails if its keys have more than [`Self::LIMIT`] bits.
    pub fn refuse<G: Keyed>(game: &G) -> Result<(), Self> {
        let bits = game.key_bits();
        if bits <= Self::LIMIT {
            return Ok(());
        }
        Err(Self {
            game: game.spec(),
            bits,
        })
    }
}

impl fmt::Display for LongKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} has keys of {} bits; artifacts and tables have room for {}",
            self.game,
            self.bits,
            Self::LIMIT
        )
    }
}

impl std::error::Error for LongKeys {}

#[cfg(test)]
mod tests {
    use super::*;

    const ABOVE: WideKey = WideKey { high: 5, low: 3 };

    #[test]
    fn wide_keys_sort_as_the_numbers_they_are() {
        let largest_low = WideKey::from(u128::MAX);
        let two_to_128 = WideKey { high: 1, low: 0 };
        let sorted = [0u64.into(), 7u64.into(), largest_low, two_to_128, ABOVE];
        assert!(sorted.is_sorted());
        assert_eq!(sorted.map(WideKey::width), [0, 3, 128, 129, 131]);
    }

    #[test]
    fn keys_widen_and_narrow_without_loss_or_not_at_all() {
        assert_eq!(u64::from_wide(7u64.to_wide()), Some(7));
        assert_eq!(u128::from_wide(u128::MAX.to_wide()), Some(u128::MAX));
        assert_eq!(u64::from_wide(u128::MAX.into()), None);
        assert_eq!(u128::from_wide(ABOVE), None);
        assert_eq!(WideKey::from_wide(ABOVE), Some(ABOVE));
        assert_eq!(WideKey::from_u128(9), Some(WideKey { high: 0, low: 9 }));
    }

    #[test]
    fn numbers_that_are_no_keys_are_written_in_full() {
        let text = |key| InvalidKey(key).to_string();
        assert_eq!(text(255u64.into()), "0xff is not the key of a position");
        let long = "0x500000000000000000000000000000003 is not the key of a position";
        assert_eq!(text(ABOVE), long);
    }
}
