//! Reads SGF: size of the board, komi, setup stones, and the moves of the main line.

use solveig_game::excerpt;

pub use crate::properties::RecordError;
use crate::properties::{self, Nodes};

/// A game read from SGF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SgfGame {
    /// Columns and rows, if stated.
    pub size: Option<(u32, u32)>,
    /// Komi as it is written.
    pub komi: Option<String>,
    /// Points with black stones before the first move, as written.
    pub black: Vec<String>,
    /// Points with white stones before the first move, as written.
    pub white: Vec<String>,
    /// Whether White moves first, if stated.
    pub white_begins: Option<bool>,
    /// The moves, each with whether Black plays it and its point as written; empty for a pass.
    pub moves: Vec<(bool, String)>,
}

impl SgfGame {
    /// Reads the first game in `text`.
    ///
    /// # Errors
    ///
    /// Fails if the text is not SGF, or if stones are set up after the first move.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let nodes: Nodes = properties::read(text, true)?;
        let mut game = Self::default();
        for property in nodes.into_iter().flatten() {
            let first = property.values.first().cloned().unwrap_or_default();
            match property.name.as_str() {
                "SZ" => game.size = Some(size(&first)?),
                "KM" => game.komi = Some(first),
                "PL" => game.white_begins = Some(matches!(first.trim(), "W" | "w" | "2")),
                "B" | "W" => game.moves.push((property.name == "B", first)),
                "AB" | "AW" | "AE" if !game.moves.is_empty() => {
                    let problem = "stones are set up after the first move";
                    return Err(RecordError(problem.to_owned()));
                }
                "AB" => game.black.extend(property.values),
                "AW" => game.white.extend(property.values),
                _ => {}
            }
        }
        Ok(game)
    }
}

fn size(text: &str) -> Result<(u32, u32), RecordError> {
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    match (columns.trim().parse(), rows.trim().parse()) {
        (Ok(columns), Ok(rows)) => Ok((columns, rows)),
        _ => Err(RecordError(format!(
            "SZ is \"{}\"; expected a size such as 5 or 5:4",
            excerpt(text)
        ))),
    }
}

/// Column and row of a point, both from 0 at the top left: `cd`, or `c4` as in SGF of Hex and
/// Othello. `None` if the text is not a point.
pub fn point(text: &str) -> Option<(u32, u32)> {
    let text = text.trim();
    let mut characters = text.chars();
    let column = letter(characters.next()?)?;
    let rest = characters.as_str();
    if let Ok(row) = rest.parse::<u32>() {
        return Some((column, row.checked_sub(1)?));
    }
    let row = letter(characters.next()?)?;
    characters.next().is_none().then_some((column, row))
}

fn letter(character: char) -> Option<u32> {
    match character {
        'a'..='z' => Some(character as u32 - 'a' as u32),
        'A'..='Z' => Some(character as u32 - 'A' as u32),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_is_read() {
        let text =
            "intro (;GM[1]FF[4]SZ[5]KM[0.5]C[a \\] (;B[aa\\])];B[cc];W[]\n(;B[ab];W[tt])(;B[ee]))";
        let game = SgfGame::read(text).unwrap();
        assert_eq!(game.size, Some((5, 5)));
        assert_eq!(game.komi.as_deref(), Some("0.5"));
        let moves: Vec<(bool, &str)> = game
            .moves
            .iter()
            .map(|(black, point)| (*black, point.as_str()))
            .collect();
        assert_eq!(
            moves,
            [(true, "cc"), (false, ""), (true, "ab"), (false, "tt")]
        );
        let set_up = SgfGame::read("(;SZ[7:4]AB[aa][bb]AW[cc]PL[W])").unwrap();
        assert_eq!(set_up.size, Some((7, 4)));
        assert_eq!((set_up.black.len(), set_up.white.len()), (2, 1));
        assert_eq!(set_up.white_begins, Some(true));
    }

    #[test]
    fn nonsense_is_named() {
        let problem = |text: &str| SgfGame::read(text).unwrap_err().to_string();
        assert!(problem("").contains("no game"));
        assert!(problem("(;B[aa").contains("character 7: a value does not end"));
        assert!(problem("(B[aa])").contains("expected \";\""));
        assert!(problem("(;B)").contains("in brackets"));
        assert!(problem("(;SZ[x])").contains("SZ is \"x\""));
        assert!(problem("(;B[aa];AB[bb])").contains("after the first move"));
        assert!(problem(&"(".repeat(100_000)).contains("does not end"));
    }

    #[test]
    fn points_are_letters_or_a_letter_and_a_number() {
        assert_eq!(point("cd"), Some((2, 3)));
        assert_eq!(point("C4"), Some((2, 3)));
        assert_eq!(point("k11"), Some((10, 10)));
        for nonsense in ["", "c", "c0", "3c", "cde", "é1"] {
            assert_eq!(point(nonsense), None, "{nonsense}");
        }
    }
}
