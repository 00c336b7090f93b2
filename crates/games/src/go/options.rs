//! What of the rules can be chosen, and why a move is not legal.

use std::fmt;

/// What a board must not repeat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SuperkoRule {
    /// No move but a pass may make a board that was there before.
    #[default]
    Positional,
    /// No move but a pass may make a board that was there before with the same side to move. What a
    /// pass has led to was there.
    Situational,
}

/// Points that White is given; a multiple of one half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Komi {
    half_points: i32,
}

impl Komi {
    /// The most that either side can be given, in points: more than there is to win.
    pub const MAX_POINTS: i32 = 50;

    /// Komi in half points, if it is not more than [`Self::MAX_POINTS`] for either side.
    pub const fn from_half_points(half_points: i32) -> Option<Self> {
        if half_points.unsigned_abs() > 2 * Self::MAX_POINTS as u32 {
            return None;
        }
        Some(Self { half_points })
    }

    /// Komi in half points.
    pub const fn half_points(self) -> i32 {
        self.half_points
    }

    /// Reads komi: `7`, `24.5`, `-0.5`.
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

/// Why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offence {
    /// Both sides have passed, or there is no such move.
    NoMove,
    /// There is a stone on the point.
    Occupied,
    /// The stone would have no liberty.
    Suicide,
    /// The board was there before.
    Repetition {
        /// After how many moves of the play it was there, or there last.
        after: u32,
        /// What must not be repeated.
        superko: SuperkoRule,
    },
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMove => f.write_str("there is no such move"),
            Self::Occupied => f.write_str("there is a stone"),
            Self::Suicide => f.write_str("the stone would have no liberty"),
            Self::Repetition { after, superko } => {
                match after {
                    0 => f.write_str("it recreates the position before move 1")?,
                    _ => write!(f, "it recreates the position after move {after}")?,
                }
                match superko {
                    SuperkoRule::Positional => Ok(()),
                    SuperkoRule::Situational => f.write_str(" with the same side to move"),
                }
            }
        }
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
