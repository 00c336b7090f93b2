//! Text in a drawing: its approximate width, and escaping.

use crate::trees::tree::{INFINITY, MINUS_INFINITY, Payoff};

/// Approximate width of a text in a sans-serif font of this size, rather too large than too small.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let widths = text.chars().map(|character| match character {
        ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | 'i' | 'j' | 'l' | 'f' | 't' | 'I' => 0.34,
        '(' | ')' | '[' | ']' | '-' | 'r' => 0.4,
        '0'..='9' => 0.6,
        'm' | 'w' | 'M' | 'W' | '@' | '\u{221e}' | '%' => 0.95,
        'A'..='Z' => 0.73,
        '\0'..='\u{24f}' => 0.62,
        _ => 1.05,
    });
    widths.sum::<f64>() * size
}

/// Escapes text as XML character data or attribute value. Characters that XML forbids are replaced.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// A bound as text, with the infinity sign for infinite ones.
pub(super) fn bound(bound: Payoff) -> String {
    match bound {
        INFINITY => "\u{221e}".to_owned(),
        MINUS_INFINITY => "-\u{221e}".to_owned(),
        _ => bound.to_string(),
    }
}

/// A length, rounded to a tenth.
pub(super) fn number(length: f64) -> String {
    let tenths = (length * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
    if rest == 0 {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{rest}")
    }
}
