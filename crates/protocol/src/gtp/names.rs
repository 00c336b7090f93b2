//! Names of colours and vertices in GTP.

use solveig_engine::record::find;
use solveig_engine::{About, Family, GameState, LegalMove, Side};

/// The side that a word names: `b`, `black`, `w`, `white`, or the name of the side in this game.
pub fn side(about: &About, word: &str) -> Option<Side> {
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    if is("b") || is("black") || is(about.sides[0]) {
        Some(Side::First)
    } else if is("w") || is("white") || is(about.sides[1]) {
        Some(Side::Second)
    } else {
        None
    }
}

/// The name of a side: `black` moves first.
pub const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// The letter for a side in results: `B` moves first.
pub const fn letter(side: Side) -> char {
    match side {
        Side::First => 'B',
        Side::Second => 'W',
    }
}

/// The name of a move: in capitals for Go and Othello, otherwise as the game writes it.
pub fn vertex(about: &About, name: &str) -> String {
    match about.family {
        _ if name == "pass" => name.to_owned(),
        Family::Go | Family::Othello => name.to_ascii_uppercase(),
        _ => name.to_owned(),
    }
}

/// The name of a cell, given by its index row by row.
pub fn cell_vertex(about: &About, cell: u32) -> String {
    let columns = about.columns.max(1);
    let name = |names: &[String], at: u32| names.get(at as usize).cloned().unwrap_or_default();
    let column = name(&about.column_names, cell % columns);
    let row = name(&about.row_names, cell / columns);
    match about.family {
        Family::ConnectFour => format!("{}{row}", column_letter(cell % columns)),
        _ => vertex(about, &format!("{column}{row}")),
    }
}

/// The cell that a word names, whether or not a stone may be put there.
pub fn cell(about: &About, word: &str) -> Option<u32> {
    let cells = about.columns.saturating_mul(about.rows);
    (0..cells).find(|cell| cell_vertex(about, *cell).eq_ignore_ascii_case(word))
}

/// Whether a word names a place of the board, or a pass; of games without cells any word may.
pub fn is_on_board(about: &About, word: &str) -> bool {
    let is_column = || {
        let mut letters = (0..about.columns).map(|column| column_letter(column).to_string());
        let number = word
            .parse()
            .is_ok_and(|one: u32| (1..=about.columns).contains(&one));
        number || letters.any(|letter| letter.eq_ignore_ascii_case(word))
    };
    match about.family {
        Family::Tree | Family::Plain => true,
        Family::ConnectFour if is_column() => true,
        _ => word.eq_ignore_ascii_case("pass") || cell(about, word).is_some(),
    }
}

fn column_letter(column: u32) -> char {
    char::from(b'A' + (column % 26) as u8)
}

/// A word read as a move.
pub enum Meaning<'a> {
    /// This legal move.
    Legal(&'a LegalMove),
    /// A vertex where no move is legal.
    Illegal,
    /// Not a vertex.
    NotAMove,
}

/// Reads a word as a move. A column of Connect Four may be given by its number, its letter, or the
/// cell where the disc lands.
pub fn read_move<'a>(about: &About, state: &'a GameState, word: &str) -> Meaning<'a> {
    if let Some(legal) = find(state, word) {
        return Meaning::Legal(legal);
    }
    if about.family == Family::ConnectFour {
        let lands = |one: &&LegalMove| {
            one.cell.is_some_and(|cell| {
                let vertex = cell_vertex(about, cell);
                vertex.eq_ignore_ascii_case(word) || vertex[..1].eq_ignore_ascii_case(word)
            })
        };
        if let Some(legal) = state.legal.iter().find(lands) {
            return Meaning::Legal(legal);
        }
    }
    let mut characters = word.chars();
    let has_letter = characters
        .next()
        .is_some_and(|one| one.is_ascii_alphabetic());
    let rest = characters.as_str();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let shaped = match about.family {
        Family::ConnectFour => {
            is_number(word) || (has_letter && (rest.is_empty() || is_number(rest)))
        }
        Family::Tree | Family::Plain => true,
        _ => has_letter && is_number(rest),
    };
    match shaped || word.eq_ignore_ascii_case("pass") {
        true => Meaning::Illegal,
        false => Meaning::NotAMove,
    }
}
