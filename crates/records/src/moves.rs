//! Boards and moves without a format: `1. f5 d6 2. c3`, a board, or a board with moves behind it.

use solveig_game::{
    BoardShape, Family, board_at_front, board_without_side, is_after_pass, is_end_of_game,
    judgement, rows_at_front, without_marks,
};

use crate::Record;
use crate::board::Board;
use crate::place::{Place, RecordError};
use crate::played::PASS;

/// Names of the pass in Othello, besides the game's own.
const PASSES: [&str; 3] = ["pa", "ps", "--"];

/// Reads a board string, moves, or both. The caller finds out whether they are legal. In games
/// without cells, a text before a `;` is a board.
///
/// # Errors
///
/// Fails at a comment, a variation or a header that does not end.
pub(crate) fn record(text: &str, board: &Board<'_>) -> Result<Record, RecordError> {
    let (from, rest) = split(text.trim(), board);
    let from = match from.as_str() {
        "" => "-".to_owned(),
        _ => from,
    };
    let moves = moves(rest, &from, board).map_err(|unclosed| {
        let text = text.trim_end();
        let before = &text[..text.len() - unclosed.rest.len()];
        let line = before.rsplit('\n').next().unwrap_or_default();
        let at = Place {
            line: before.matches('\n').count() + 1,
            character: line.chars().count() + 1,
        };
        at.error(unclosed.problem)
    })?;
    Ok(Record {
        moves,
        from,
        ..Record::default()
    })
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
    let shape = BoardShape {
        columns: board.columns(),
        rows: board.rows(),
        first_row_at_top: board.layout.first_row_at_top,
    };
    let front = match family {
        Family::ConnectFour => rows_at_front(text, shape),
        _ => board_at_front(text, shape),
    };
    if let Some((read, end)) = front {
        return (read, &text[end..]);
    }
    if is_after_pass(text) {
        return (text.to_owned(), "");
    }
    if family != Family::ConnectFour
        && let Some(squares) = board_without_side(text, shape)
    {
        return (squares, "");
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
        Family::ConnectFour if text.contains('/') => {
            !first.starts_with(|letter: char| letter.is_ascii_digit())
        }
        Family::ConnectFour => !text.is_empty() && has_only(text, ".xoXO"),
        _ => first.len() >= 2 && has_only(first, "xoXO-.*"),
    }
}

/// What begins in a text and does not end.
struct Unclosed<'t> {
    /// The text from there on.
    rest: &'t str,
    problem: &'static str,
}

impl<'t> Unclosed<'t> {
    /// What begins at the front of a text of a board with cells, where no move begins so.
    fn at_front(rest: &'t str) -> Option<Self> {
        let problem = match rest.chars().next()? {
            '{' => "a comment that does not end: expected }",
            '(' => "a variation that does not end: expected )",
            '[' => "a header that does not end: expected \"] at the end of the line",
            _ => return None,
        };
        Some(Self { rest, problem })
    }
}

/// What follows the variation at the front of a text.
fn behind_variation(text: &str) -> Option<&str> {
    let mut open = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return (letter == ')').then(|| &text[at + 1..]);
        }
    }
    None
}

/// The moves in a text by their names, without numbers, comments, judgements, variations and the
/// result.
fn moves<'t>(text: &'t str, from: &str, board: &Board<'_>) -> Result<Vec<String>, Unclosed<'t>> {
    let mut moves: Vec<String> = Vec::new();
    let mut rest = without_size(text, board);
    let moves_are_numbers = matches!(board.family(), Family::ConnectFour | Family::Track);
    loop {
        let max_number = match moves_are_numbers {
            true => moves.len() + 1,
            false => usize::MAX,
        };
        rest = without_marks(
            rest.trim_start_matches(|one: char| one == ';' || one.is_whitespace()),
            max_number,
        );
        if rest.is_empty() || is_end_of_game(rest, moves_are_numbers) {
            return Ok(moves);
        }
        if board.family().has_cells() {
            if let Some(behind) = behind_variation(rest) {
                rest = behind;
                continue;
            }
            if let Some(unclosed) = Unclosed::at_front(rest) {
                return Err(unclosed);
            }
        }
        let is_end = |one: char| one.is_whitespace() || ",;{".contains(one);
        let end = rest.find(is_end).unwrap_or(rest.len()).max(1);
        let (word, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = behind;
        let turn = moves.len() + usize::from(from.ends_with(" O"));
        let colours = [["b", "black"], ["w", "white"]][turn % 2];
        match board.family() {
            Family::Go if colours.iter().any(|one| one.eq_ignore_ascii_case(word)) => {}
            Family::Othello if PASSES.iter().any(|one| one.eq_ignore_ascii_case(word)) => {
                moves.push(PASS.to_owned());
            }
            Family::Go | Family::Othello | Family::Hex | Family::Mnk => {
                match split_word(word, |text| square_at_front(text, board)) {
                    Some(squares) => moves.extend(squares),
                    None => moves.push(word.to_owned()),
                }
            }
            Family::ConnectFour => {
                let stones = Stones {
                    from,
                    moves: &moves,
                    board,
                };
                let columns = stones.columns_of_squares(word);
                let columns =
                    columns.or_else(|| split_word(word, |text| column_at_front(text, board)));
                match columns {
                    Some(columns) => moves.extend(columns),
                    None => moves.push(word.to_owned()),
                }
            }
            _ => moves.push(word.trim_end_matches(['!', '?']).to_owned()),
        }
    }
}

/// A text without the size of the board that HexWorld writes in front: `11,a10e7`.
fn without_size<'t>(text: &'t str, board: &Board<'_>) -> &'t str {
    let sides = [board.columns(), board.rows()];
    match text.trim_start().split_once(',') {
        Some((size, moves))
            if board.is(Family::Hex)
                && size.parse::<usize>().is_ok_and(|size| sides == [size; 2]) =>
        {
            moves
        }
        _ => text,
    }
}

/// A move at the front of a text, and its length there.
struct MoveAtFront {
    name: String,
    length: usize,
}

/// The moves of a word that holds nothing else: `f5d6`, `f5-d6`, `f5!`.
fn split_word(word: &str, front: impl Fn(&str) -> Option<MoveAtFront>) -> Option<Vec<String>> {
    let mut moves = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let MoveAtFront { name, length } = front(rest)?;
        moves.push(name);
        rest = &rest[length..];
        rest = &rest[judgement(rest)..];
    }
    Some(moves)
}

/// A letter and a number, with the letter as the board has it.
fn square_at_front(text: &str, board: &Board<'_>) -> Option<MoveAtFront> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let behind = text[1..].trim_start_matches(|one: char| one.is_ascii_digit());
    let length = text.len() - behind.len();
    let is_large = board.layout.column_names.iter().any(|name| name == "A");
    let letter = match is_large {
        true => letter.to_ascii_uppercase(),
        false => letter.to_ascii_lowercase(),
    };
    (length > 1).then(|| MoveAtFront {
        name: format!("{letter}{}", &text[1..length]),
        length,
    })
}

/// A column by its name, or by a letter where all names are digits.
fn column_at_front(text: &str, board: &Board<'_>) -> Option<MoveAtFront> {
    let letter = text.chars().next().filter(char::is_ascii_alphanumeric)?;
    let is_square = text[1..].starts_with(|next: char| next.is_ascii_digit());
    let name = match letter.is_ascii_alphabetic() && board.columns() < 10 {
        true if is_square => return None,
        true => (letter.to_digit(36)? - 9).to_string(),
        false => letter.to_ascii_lowercase().to_string(),
    };
    Some(MoveAtFront { name, length: 1 })
}

/// A game of Connect Four up to some move.
struct Stones<'a> {
    from: &'a str,
    moves: &'a [String],
    board: &'a Board<'a>,
}

impl Stones<'_> {
    /// The columns of the squares in a word, as in `D4`, if a stone in each lands there.
    fn columns_of_squares(&self, word: &str) -> Option<Vec<String>> {
        if self.board.columns() > 9 {
            return None;
        }
        let mut columns: Vec<String> = Vec::new();
        let squares = split_word(word, |text| square_at_front(text, self.board))?;
        for square in squares {
            let column = (square.chars().next()?.to_digit(36)? - 9) as usize;
            let name = column.to_string();
            let rows = self.from.split('/');
            let below =
                rows.filter(|row| row.chars().nth(column - 1).is_some_and(|one| one != '.'));
            let below = if self.from == "-" { 0 } else { below.count() };
            let moves = self.moves.iter().chain(&columns);
            let height = below + moves.filter(|one| **one == name).count();
            if square[1..].parse().ok() != Some(height + 1) {
                return None;
            }
            columns.push(name);
        }
        Some(columns)
    }
}
