//! Exact fixed-width keys.

use std::fmt;
use std::hash::Hash;

use crate::Game;

/// The unsigned integer that encodes a position without loss: `u64`, `u128` or [`WideKey`].
///
/// A key is the position, not a hash of it: two positions of a game have equal keys if and only if
/// they are equal, so a table that compares keys can be trusted in a proof.
pub trait Key: Copy + Eq + Ord + Hash + Send + Sync + fmt::Debug + 'static {
    /// The width of the type in bits.
    const BITS: u32;

    /// The low 128 bits of the key: all of it in a game whose keys are not [`LongKeys`], and no key
    /// in one whose keys are. Whoever tells positions apart by this number
    /// [refuses](LongKeys::refuse) such games first.
    fn to_u128(self) -> u128;

    /// The key narrowed from `wide`, if it fits.
    fn from_u128(wide: u128) -> Option<Self>;

    /// The key, all of it, widened.
    fn to_wide(self) -> WideKey {
        self.to_u128().into()
    }

    /// The key narrowed from `wide`, if it fits.
    fn from_wide(wide: WideKey) -> Option<Self> {
        match wide.high {
            0 => Self::from_u128(wide.low),
            _ => None,
        }
    }
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

/// An unsigned integer of 256 bits, for keys that do not fit 128.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WideKey {
    /// The upper 128 bits.
    pub high: u128,
    /// The lower 128 bits.
    pub low: u128,
}

impl WideKey {
    /// How many bits the number has from its highest one that is set on; 0 for 0.
    pub const fn width(self) -> u32 {
        match (self.high, self.low) {
            (0, low) => u128::BITS - low.leading_zeros(),
            (high, _) => 2 * u128::BITS - high.leading_zeros(),
        }
    }
}

impl From<u64> for WideKey {
    fn from(low: u64) -> Self {
        u128::from(low).into()
    }
}

impl From<u128> for WideKey {
    fn from(low: u128) -> Self {
        Self { high: 0, low }
    }
}

impl Key for WideKey {
    const BITS: u32 = 2 * u128::BITS;

    fn to_u128(self) -> u128 {
        self.low
    }

    fn from_u128(wide: u128) -> Option<Self> {
        Some(wide.into())
    }

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

/// The keys of a game are too long for what stores them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongKeys {
    /// The game.
    pub game: String,
    /// How many bits its keys have.
    pub bits: u32,
}

impl LongKeys {
    /// The most bits of a key that files and transposition tables have room for.
    pub const LIMIT: u32 = u128::BITS;

    /// Refuses a game whose keys [`Key::to_u128`] would cut off.
    ///
    /// # Errors
    ///
    /// Fails if its keys have more than [`Self::LIMIT`] bits.
    pub fn refuse<G: Game>(game: &G) -> Result<(), Self> {
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
