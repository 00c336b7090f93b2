//! Formats numbers and times for people.

use std::io::{IsTerminal, stderr, stdout};
use std::sync::OnceLock;

/// A count, in groups of three digits where people read it: `12 345 678` if standard output and
/// standard error are terminals, `12345678` if not.
pub fn grouped(count: u64) -> String {
    static TERMINAL: OnceLock<bool> = OnceLock::new();
    match *TERMINAL.get_or_init(|| stdout().is_terminal() && stderr().is_terminal()) {
        true => in_groups(count),
        false => count.to_string(),
    }
}

/// A count of things, of which `what` names one: `1 job`, `2 jobs`.
pub fn counted(count: u64, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} {what}{s}", grouped(count))
}

/// A count in groups of three digits.
fn in_groups(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A count rounded to about three digits, with a unit prefix: `12.3 M`.
pub fn rounded(count: f64) -> String {
    let (scaled, unit) = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")]
        .into_iter()
        .find(|(scale, _)| count >= *scale)
        .map_or((count, ""), |(scale, unit)| (count / scale, unit));
    if unit.is_empty() || scaled >= 100.0 {
        format!("{scaled:.0}{unit}")
    } else {
        format!("{scaled:.1}{unit}")
    }
}

/// A time in seconds: `0.123 s`, `12.3 s`, `4 min 05 s`, `3 h 07 min`.
pub fn duration(time: f64) -> String {
    let seconds = time as u64;
    match seconds {
        0 => format!("{time:.3} s"),
        1..60 => format!("{time:.1} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// The rate of `count` in so many seconds: `12.3 M/s`.
pub fn rate(count: u64, time: f64) -> String {
    // The time is too short to measure a rate.
    if count > 0 && time < 1e-6 {
        return "-".to_owned();
    }
    format!("{}/s", rounded(count as f64 / time.max(1e-6)))
}

/// A value with its sign: `+16`, `0`, `-10`.
pub fn signed(value: i32) -> String {
    match value {
        0 => "0".to_owned(),
        _ => format!("{value:+}"),
    }
}

/// `text` padded on the right to `width` characters.
pub fn left(text: &str, width: usize) -> String {
    format!("{text:<width$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart_from_the_right() {
        assert_eq!(in_groups(0), "0");
        assert_eq!(in_groups(999), "999");
        assert_eq!(in_groups(1_000), "1 000");
        assert_eq!(in_groups(12_345_678), "12 345 678");
    }

    #[test]
    fn rounded_counts_keep_three_digits_at_most() {
        assert_eq!(rounded(999.0), "999");
        assert_eq!(rounded(1_234.0), "1.2 k");
        assert_eq!(rounded(123_456_789.0), "123 M");
        assert_eq!(rounded(4.5e12), "4.5 T");
    }

    #[test]
    fn durations_grow_coarser() {
        assert_eq!(duration(0.0123), "0.012 s");
        assert_eq!(duration(12.34), "12.3 s");
        assert_eq!(duration(245.0), "4 min 05 s");
        assert_eq!(duration(11_220.0), "3 h 07 min");
    }

    #[test]
    fn a_rate_needs_time() {
        assert_eq!(rate(5_000_000, 0.5), "10.0 M/s");
        assert_eq!(rate(5, 0.0), "-");
        assert_eq!(rate(0, 0.0), "0/s");
    }
}
