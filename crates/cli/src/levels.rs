//! Ranges of levels in arguments.

use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::{Result, ensure};
use solveig_game::excerpt;

/// Levels from the least to the greatest, as in `8-12`, or one alone, as in `8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    least: u32,
    greatest: u32,
}

impl Levels {
    /// All levels.
    pub const ALL: Self = Self {
        least: 0,
        greatest: u32::MAX,
    };

    /// From the least to the greatest.
    pub const fn range(self) -> RangeInclusive<u32> {
        self.least..=self.greatest
    }

    /// Whether the level is one of these.
    pub const fn contains(self, level: u32) -> bool {
        self.least <= level && level <= self.greatest
    }

    /// Checks that `owner`, whose levels are those from `least` to `greatest`, has some of these.
    ///
    /// # Errors
    ///
    /// Fails if it has none.
    pub fn expect_some(self, least: u32, greatest: u32, owner: impl Display) -> Result<()> {
        ensure!(
            self.least <= greatest && least <= self.greatest,
            "--levels {self}: the levels of {owner} are {}",
            Self { least, greatest }
        );
        Ok(())
    }
}

impl Display for Levels {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.least == self.greatest {
            true => write!(f, "{}", self.least),
            false => write!(f, "{}-{}", self.least, self.greatest),
        }
    }
}

impl FromStr for Levels {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (least, greatest) = text.split_once('-').unwrap_or((text, text));
        match (least.parse(), greatest.parse()) {
            (Ok(least), Ok(greatest)) if least <= greatest => Ok(Self { least, greatest }),
            _ => Err(format!(
                "\"{}\": expected a level, as in 8, or the least and the greatest, as in 8-12",
                excerpt(text)
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_one_or_a_range() {
        let read = |text: &str| text.parse::<Levels>();
        let [one, some] = ["8", "8-12"].map(|text| read(text).unwrap());
        assert_eq!(
            [7, 8, 9, 12, 13].map(|level| (one.contains(level), some.contains(level))),
            [
                (false, false),
                (true, true),
                (false, true),
                (false, true),
                (false, false)
            ]
        );
        for (text, has_some) in [("3", false), ("3-4", true), ("9-12", true), ("10", false)] {
            let levels = read(text).unwrap();
            assert_eq!(levels.to_string(), text);
            assert_eq!(levels.expect_some(4, 9, "the file").is_ok(), has_some);
        }
        for wrong in ["", "-", "8-", "-8", "12-8", "a", "1-2-3"] {
            let error = read(wrong).unwrap_err();
            assert!(error.contains("as in 8-12"), "{wrong}: {error}");
        }
    }
}
