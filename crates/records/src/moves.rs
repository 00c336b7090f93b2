//! Boards and moves without a format: `1. f5 d6 2. c3`, a board, or a board with moves behind it.

use solveig_game::{Family, board_at_front};

use crate::Record;
use crate::board::Board;

/// Results of games, which are no moves.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Reads a board string, moves, or both. The caller finds out whether they are legal. In games
/// without cells, a text before a `;` is a board.
pub(crate) fn record(text: &str, board: &Board<'_>) -> Record {
    let (from, rest) = split(text.trim(), board);
    Record {
        from: match from.as_str() {
            "" => "-".to_owned(),
            _ => from,
        },
        moves: moves(rest),
        ..Record::default()
    }
}

/// The board at the front of a text, and what is behind it. A text that only looks like a board is
/// one, so that the game says what is wrong with it.
fn split<'t>(text: &'t str, board: &Board<'_>) -> (String, &'t str) {
    let family = board.family();
    if !family.has_cells() {
        let all = if text == "-" { ("-", "") } else { ("-", text) };
        let (from, rest) = text.split_once(';').unwrap_or(all);
        return (from.trim().to_owned(), rest);
    }
    if family != Family::ConnectFour
        && let Some((read, end)) = board_at_front(text, board.columns(), board.rows())
    {
        return (read, &text[end..]);
    }
    let is_board = |text: &str| text == "-" || is_board(family, text);
    let (from, rest) = match text.split_once([';', '\n']) {
        Some((front, rest)) if is_board(front.trim()) => (front, rest),
        _ if is_board(text) => (text, ""),
        _ => ("-", text),
    };
    let words: Vec<&str> = from.split_whitespace().collect();
    (words.join(" "), rest)
}

/// Whether a text looks like a board string and not like moves.
fn is_board(family: Family, text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let has_only = |text: &str, letters: &str| text.chars().all(|one| letters.contains(one));
    match family {
        Family::ConnectFour if text.contains('/') => true,
        Family::ConnectFour => !text.is_empty() && has_only(text, ".xoXO"),
        _ => first.len() >= 2 && has_only(first, "xoXO-.*"),
    }
}

/// The moves in a text, without their numbers and results.
fn moves(text: &str) -> Vec<String> {
    let words = text.split(|one: char| one.is_whitespace() || ",;".contains(one));
    let words = words.map(|word| {
        let behind = word.trim_start_matches(|one: char| one.is_ascii_digit());
        match behind.starts_with('.') && behind.len() < word.len() {
            true => behind.trim_start_matches('.'),
            false => word,
        }
    });
    let is_move = |word: &&str| !word.is_empty() && !RESULTS.contains(word);
    words.filter(is_move).map(str::to_owned).collect()
}
