//! Times in arguments: one notation for all of them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use solveig_game::excerpt;

/// The longest time, in seconds.
const MAX_SECONDS: f64 = 1e9;

/// A time as it is written in arguments: seconds (`10`, `1.5`), or with units (`90s`, `2m`,
/// `1h30m`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Time(pub Duration);

/// A limit of time: a [`Time`], or `none`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeLimit(pub Option<Duration>);

impl Time {
    /// The time in seconds.
    pub const fn seconds(self) -> f64 {
        self.0.as_secs_f64()
    }
}

/// Reads a [`Time`] that is not zero.
pub fn positive(text: &str) -> Result<Time, String> {
    match text.parse()? {
        Time(Duration::ZERO) => Err("expected a time above 0".to_owned()),
        time => Ok(time),
    }
}

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seconds = match text.parse::<f64>() {
            Ok(seconds) => Some(seconds),
            Err(_) => with_units(text),
        };
        match seconds {
            Some(seconds) if (0.0..=MAX_SECONDS).contains(&seconds) => {
                Ok(Self(Duration::from_secs_f64(seconds)))
            }
            _ => {
                let text = excerpt(text);
                Err(format!(
                    "\"{text}\" is not a time; expected seconds, as in 10 or 1.5, \
                     or units, as in 90s, 2m or 1h30m"
                ))
            }
        }
    }
}

/// The seconds of numbers with units, the largest first.
fn with_units(text: &str) -> Option<f64> {
    let mut rest = text;
    let mut seconds = 0.0;
    for (unit, length) in [('d', 86_400.0), ('h', 3600.0), ('m', 60.0), ('s', 1.0)] {
        if let Some((number, after)) = rest.split_once(unit) {
            seconds += number.parse::<f64>().ok().filter(|number| *number >= 0.0)? * length;
            rest = after;
        }
    }
    (rest.is_empty() && !text.is_empty()).then_some(seconds)
}

impl FromStr for TimeLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Self(None)),
            _ => match text.parse::<Time>() {
                Ok(Time(time)) => Ok(Self(Some(time))),
                Err(error) => Err(format!("{error}, or none")),
            },
        }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.seconds())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_seconds_or_have_units() {
        for (text, seconds) in [
            ("10", 10.0),
            ("1.5", 1.5),
            ("0", 0.0),
            ("90s", 90.0),
            ("2m", 120.0),
            ("1h", 3600.0),
            ("1h30m", 5400.0),
            ("1.5h", 5400.0),
            ("1d2h3m4s", 93_784.0),
        ] {
            assert_eq!(text.parse::<Time>().unwrap().seconds(), seconds, "{text}");
            let limit = TimeLimit(Some(Duration::from_secs_f64(seconds)));
            assert_eq!(text.parse(), Ok(limit));
        }
        assert_eq!("none".parse(), Ok(TimeLimit(None)));
    }

    #[test]
    fn what_is_no_time_says_what_is() {
        for text in [
            "", "soon", "-1", "1e10", "nan", "inf", "m", "1m2h", "1h-2m", "1 h", "1hm", "3x",
        ] {
            let error = text.parse::<Time>().unwrap_err();
            assert!(error.contains("is not a time; expected seconds"), "{error}");
        }
        assert!(
            "never"
                .parse::<TimeLimit>()
                .unwrap_err()
                .ends_with("or none")
        );
    }

    #[cfg(any(feature = "campaigns", feature = "terminal"))]
    #[test]
    fn no_time_is_not_positive() {
        assert_eq!(positive("0s").unwrap_err(), "expected a time above 0");
    }
}
