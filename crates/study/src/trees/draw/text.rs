//! Text in a drawing: how wide it is about, and how it is escaped.

use crate::trees::tree::{INFINITY, MINUS_INFINITY, Payoff};

/// How wide a text is about, in a sans-serif font of this size; rather too much than too little.
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

/// As character data or an attribute's value of XML. What XML does not allow at all is replaced.
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

/// A bound, with the sign of infinity for those that say nothing.
pub(super) fn bound(bound: Payoff) -> String {
    match bound {
        INFINITY => "\u{221e}".to_owned(),
        MINUS_INFINITY => "-\u{221e}".to_owned(),
        _ => bound.to_string(),
    }
}

/// A length, to a tenth.
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
