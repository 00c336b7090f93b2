//! Quoting untrusted text in messages.

use std::borrow::Cow;

/// Maximum length of an [`excerpt`], in characters.
pub const LONGEST_EXCERPT: usize = 80;

/// Maximum length of a message ([`one_line`]), in characters.
pub const LONGEST_MESSAGE: usize = 1_000;

/// Shortens `text` for quotation in a message: at most [`LONGEST_EXCERPT`] characters, `…` in place
/// of the middle of longer text, control characters escaped.
///
/// ```
/// # use solveig_game::excerpt;
/// assert_eq!(excerpt("f5d6"), "f5d6");
/// assert_eq!(excerpt("\x1b[31mf5\n"), "\\u{1b}[31mf5\\n");
/// assert_eq!(excerpt(&"f5".repeat(1_000_000)).chars().count(), 80);
/// ```
pub fn excerpt(text: &str) -> Cow<'_, str> {
    abridged(text, LONGEST_EXCERPT)
}

/// Maximum length of a word that [`one_line`] keeps whole, in characters: enough for most paths.
const LONGEST_WORD: usize = 250;

/// Formats a message as one line of at most [`LONGEST_MESSAGE`] characters: runs of white space
/// become one space, control characters are escaped, very long words become [excerpts](excerpt),
/// and the middle of a longer message is cut out.
///
/// ```
/// # use solveig_game::one_line;
/// assert_eq!(one_line("file \x1b[2J:\n  is damaged"), "file \\u{1b}[2J: is damaged");
/// assert_eq!(one_line(&"x".repeat(1_000_000)).chars().count(), 80);
/// assert_eq!(one_line(&"x ".repeat(1_000_000)).chars().count(), 1_000);
/// ```
pub fn one_line(message: &str) -> String {
    let words: Vec<Cow<'_, str>> = message
        .split_whitespace()
        .map(|word| match word.chars().nth(LONGEST_WORD) {
            None => Cow::Borrowed(word),
            Some(_) => excerpt(word),
        })
        .collect();
    abridged(&words.join(" "), LONGEST_MESSAGE).into_owned()
}

/// Escaped `text` of at most `max` characters; `…` replaces the middle of longer text.
fn abridged(text: &str, max: usize) -> Cow<'_, str> {
    if let Some(whole) = whole(text, max) {
        return whole;
    }
    let front = max / 2;
    let (mut shown, _) = fitting(text.chars(), front);
    shown.push("…".to_owned());
    let (back, _) = fitting(text.chars().rev(), max - front - 1);
    shown.extend(back.into_iter().rev());
    Cow::Owned(shown.concat())
}

/// Like [`excerpt`], but keeps the part around character `at`.
pub fn excerpt_at(text: &str, at: usize) -> Cow<'_, str> {
    if let Some(whole) = whole(text, LONGEST_EXCERPT) {
        return whole;
    }
    let from = at.saturating_sub(LONGEST_EXCERPT / 2);
    let (shown, is_cut) = fitting(text.chars().skip(from), LONGEST_EXCERPT - 2);
    let [before, after] = [from > 0, is_cut].map(|is_cut| if is_cut { "…" } else { "" });
    Cow::Owned(format!("{before}{}{after}", shown.concat()))
}

/// The escaped text if it has at most `max` characters.
fn whole(text: &str, max: usize) -> Option<Cow<'_, str>> {
    let is_short = |text: &str| text.chars().nth(max).is_none();
    let shown = Some(text).filter(|text| is_short(text)).map(escaped)?;
    is_short(&shown).then_some(shown)
}

/// The first characters, escaped, of at most `room` characters together, and whether there are
/// more.
fn fitting(from: impl Iterator<Item = char>, mut room: usize) -> (Vec<String>, bool) {
    let mut shown = Vec::new();
    for one in from.map(escaped_character) {
        match room.checked_sub(one.chars().count()) {
            Some(left) => room = left,
            None => return (shown, true),
        }
        shown.push(one);
    }
    (shown, false)
}

/// Escapes control characters as Rust does, line feeds and tabs included.
pub fn escaped(text: &str) -> Cow<'_, str> {
    match text.chars().any(is_control) {
        false => Cow::Borrowed(text),
        true => Cow::Owned(text.chars().map(escaped_character).collect()),
    }
}

fn escaped_character(one: char) -> String {
    match is_control(one) {
        true => one.escape_default().to_string(),
        false => one.to_string(),
    }
}

/// Whether a terminal may interpret the character as a command or a change of line or direction.
fn is_control(one: char) -> bool {
    one.is_control()
        || matches!(one, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_text_stays_as_it_is() {
        for text in ["", "-", "éπ²", &"x".repeat(LONGEST_EXCERPT)] {
            assert_eq!(excerpt(text), text);
            assert_eq!(excerpt_at(text, 70), text);
        }
    }

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        assert_eq!(
            excerpt("a\x1b]0;b\x07\u{9b}2J\u{7f}"),
            "a\\u{1b}]0;b\\u{7}\\u{9b}2J\\u{7f}"
        );
        assert_eq!(
            escaped("\u{202e}x\u{2028}\r\n\t"),
            "\\u{202e}x\\u{2028}\\r\\n\\t"
        );
    }

    #[test]
    fn the_middle_of_long_text_is_left_out() {
        let text = format!("{}{}", "é".repeat(100_000), "x".repeat(100_000));
        let shown = format!("{}…{}", "é".repeat(40), "x".repeat(39));
        assert_eq!(excerpt(&text), shown);
        let escapes = "\x1b".repeat(LONGEST_EXCERPT);
        let shown = excerpt(&escapes);
        assert!(shown.chars().count() <= LONGEST_EXCERPT, "{shown}");
        assert!(
            shown.starts_with("\\u{1b}") && shown.ends_with("\\u{1b}"),
            "{shown}"
        );
    }

    #[test]
    fn long_text_is_shown_around_the_place() {
        let digits: String = (0..100).map(|at| char::from(b'0' + at % 10)).collect();
        let front = excerpt_at(&digits, 40);
        assert!(front.starts_with("0123") && front.ends_with('…'), "{front}");
        let back = excerpt_at(&digits, 99);
        assert!(back.starts_with("…9012") && back.ends_with("789"), "{back}");
        assert_eq!(excerpt_at(&digits, usize::MAX), "…");
        for (text, at) in [("é".repeat(100_000), 50_000), ("\x1b".repeat(100), 50)] {
            let shown = excerpt_at(&text, at);
            assert!(shown.chars().count() <= LONGEST_EXCERPT, "{shown}");
            assert!(shown.starts_with('…') && shown.ends_with('…'), "{shown}");
        }
    }
}
