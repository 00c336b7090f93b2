//! Options of the rules: ko and komi.

use std::fmt;

use super::Colour;

/// The rule about repetition: which repetitions are illegal, and which end the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KoRule {
    /// Positional superko: no move but a pass may recreate an earlier board.
    #[default]
    PositionalSuperko,
    /// Situational superko: no move but a pass may recreate an earlier board with the same side to
    /// move. Situations after a pass count as earlier ones.
    SituationalSuperko,
    /// Basic ko with the long-cycle rule. A stone that recreates the board of two plies ago is
    /// illegal. One that recreates any other earlier board, whoever was to move there, ends the
    /// game: who captured more stones since that board first stood wins, and equal numbers are a
    /// draw. A win counts as the whole board where utilities are differences of areas.
    ///
    /// Van der Werf's MIGOS solved 5x5 with basic ko: "Only the simple (japanese) ko-rule was
    /// used, so the result is independent of any superko-rule" (van der Werf 2002; van der Werf,
    /// van den Herik and Uiterwijk 2003). What a longer cycle is worth follows the Computer
    /// Olympiad Rules, 3.6, since how MIGOS scores one is not stated there. Two passes end the game
    /// as under superko.
    Basic,
}

impl KoRule {
    /// Whether earlier positions count with their side to move.
    pub(super) const fn is_situational(self) -> bool {
        matches!(self, Self::SituationalSuperko)
    }
}

/// How a repetition ended the game under [`KoRule::Basic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LongCycle {
    /// Both sides captured as many stones in the cycle.
    Drawn,
    /// This side captured more stones.
    WonBy(Colour),
}

/// Points added to White's area; a multiple of one half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Komi {
    half_points: i32,
}

impl Komi {
    /// The greatest komi for either side, in points: more than the board has.
    pub const MAX_POINTS: i32 = 50;

    /// Komi of so many half points; `None` if it is more than [`Self::MAX_POINTS`] for either side.
    const fn from_half_points(half_points: i32) -> Option<Self> {
        if half_points.unsigned_abs() > 2 * Self::MAX_POINTS as u32 {
            return None;
        }
        Some(Self { half_points })
    }

    /// Komi in half points.
    pub const fn half_points(self) -> i32 {
        self.half_points
    }

    /// Parses komi: `7`, `24.5`, `-0.5`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let half = match fraction.trim_end_matches('0') {
            "" if !fraction.is_empty() => 0,
            "5" => 1,
            _ => return None,
        };
        if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let whole: i32 = whole.parse().ok().filter(|whole| *whole < i32::MAX / 4)?;
        Self::from_half_points(sign * (2 * whole + half))
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.half_points < 0 { "-" } else { "" };
        let half_points = self.half_points.unsigned_abs();
        let fraction = if half_points.is_multiple_of(2) {
            ""
        } else {
            ".5"
        };
        write!(f, "{sign}{}{fraction}", half_points / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_a_multiple_of_one_half() {
        for (text, half_points, written) in [
            ("7", 14, "7"),
            ("24.5", 49, "24.5"),
            ("-0.5", -1, "-0.5"),
            ("0", 0, "0"),
            ("-0", 0, "0"),
            ("3.0", 6, "3"),
            ("3.50", 7, "3.5"),
            ("50", 100, "50"),
        ] {
            let komi = Komi::parse(text).unwrap();
            assert_eq!(komi.half_points(), half_points);
            assert_eq!(komi.to_string(), written);
        }
        for bad in [
            "",
            "-",
            "--1",
            "+1",
            ".5",
            "1.",
            "1.25",
            "1.55",
            "1e1",
            "seven",
            "50.5",
            "é",
            "99999999999",
            "1073741824",
            "2147483647",
            "inf",
            "NaN",
            "1,5",
            "1.5.0",
        ] {
            assert_eq!(Komi::parse(bad), None, "{bad}");
        }
    }
}
