//! Boards and moves without a format: `1. f5 d6 2. c3`, a board, or a board with moves behind it.

use solveig_game::Family;

use crate::Record;
use crate::board::Board;

/// Results of games, which are no moves.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Reads a board string, moves, or both with `;` or a line break between them. The caller finds out
/// whether they are legal. In games without cells, a text before a `;` is a board.
pub(crate) fn record(text: &str, board: &Board<'_>) -> Record {
    let has_cells = board.layout.family.has_cells();
    let text = text.trim();
    let is_board = |text: &str| text == "-" || has_cells && is_board(board.layout.family, text);
    let cut = match has_cells {
        true => text.split_once([';', '\n']),
        false => text.split_once(';'),
    };
    let (from, rest) = match cut {
        Some((front, rest)) if !has_cells || is_board(front.trim()) => (front, rest),
        _ if is_board(text) => (text, ""),
        _ => ("-", text),
    };
    let from = match has_cells {
        true => from.split_whitespace().collect::<Vec<&str>>().join(" "),
        false => from.trim().to_owned(),
    };
    Record {
        from: match from.as_str() {
            "" => "-".to_owned(),
            _ => from,
        },
        moves: moves(rest),
        ..Record::default()
    }
}

/// Whether a text looks like a board string and not like moves.
fn is_board(family: Family, text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let has_only = |text: &str, letters: &[char]| text.chars().all(|one| letters.contains(&one));
    match family {
        Family::ConnectFour if text.contains('/') => true,
        Family::ConnectFour => !text.is_empty() && has_only(text, &['.', 'x', 'o', 'X', 'O']),
        _ => first.len() >= 2 && has_only(first, &['x', 'o', 'X', 'O', '-']),
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
