//! Reads SGF: size of the board, komi, setup stones, and the moves of the main line.

use solveig_engine::Cell;
use solveig_game::excerpt;

pub use crate::properties::RecordError;
use crate::properties::{self, Nodes, Property};

/// A game read from SGF.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SgfGame {
    /// The number of the kind of game as it is written, if stated.
    pub kind: Option<String>,
    /// Columns and rows, if stated.
    pub size: Option<(u32, u32)>,
    /// Komi, if stated.
    pub komi: Option<f64>,
    /// What is set up before the first move, in order.
    pub set_up: Vec<SetUp>,
    /// Whether White moves first, if stated.
    pub white_begins: Option<bool>,
    /// The moves, each with whether Black plays it and its point as written; empty for a pass.
    pub moves: Vec<(bool, String)>,
}

/// Points that are set up, or emptied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// What stands there then.
    pub cell: Cell,
    /// A point as written, or two corners of a rectangle with a colon between them.
    pub points: String,
}

impl SgfGame {
    /// Reads the first game in `text`.
    ///
    /// # Errors
    ///
    /// Fails if the text is not SGF, if a property that is read has a value of another kind, or if
    /// the board or the side to move is set after the first move.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let nodes: Nodes = properties::read(text, true)?;
        let mut game = Self::default();
        for property in nodes.into_iter().flatten() {
            let Property { name, values } = property;
            let cell = match name.as_str() {
                "AB" => Cell::First,
                "AW" => Cell::Second,
                "AE" => Cell::Empty,
                "GM" | "SZ" | "KM" | "PL" | "B" | "W" => {
                    game.take(&name, &values)?;
                    continue;
                }
                _ => continue,
            };
            if !game.moves.is_empty() {
                let problem = "stones are set up after the first move";
                return Err(RecordError(problem.to_owned()));
            }
            let values = values.into_iter();
            game.set_up
                .extend(values.map(|points| SetUp { cell, points }));
        }
        Ok(game)
    }

    /// Takes a property of one value.
    fn take(&mut self, name: &str, values: &[String]) -> Result<(), RecordError> {
        let [value] = values else {
            let problem = format!("{name} has {} values; expected one", values.len());
            return Err(RecordError(problem));
        };
        let problem = |expected: &str| {
            let value = excerpt(value);
            RecordError(format!("{name} is \"{value}\"; expected {expected}"))
        };
        match (name, value.trim()) {
            ("GM", kind) => self.kind = Some(kind.to_owned()),
            ("SZ", text) => self.size = Some(size(text)?),
            ("KM", "") => {}
            ("KM", komi) => {
                let komi = komi.parse().ok().filter(|komi: &f64| komi.is_finite());
                self.komi = Some(komi.ok_or_else(|| problem("a number"))?);
            }
            ("PL", _) if !self.moves.is_empty() => {
                let problem = "PL sets the side to move after the first move";
                return Err(RecordError(problem.to_owned()));
            }
            ("PL", "W" | "w" | "2" | "white" | "White") => self.white_begins = Some(true),
            ("PL", "B" | "b" | "1" | "black" | "Black") => self.white_begins = Some(false),
            ("PL", _) => return Err(problem("B or W")),
            (_, point) => self.moves.push((name == "B", point.to_owned())),
        }
        Ok(())
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
        assert_eq!((game.kind.as_deref(), game.komi), (Some("1"), Some(0.5)));
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
        let cells: Vec<Cell> = set_up.set_up.iter().map(|one| one.cell).collect();
        assert_eq!(cells, [Cell::First, Cell::First, Cell::Second]);
        assert_eq!(set_up.white_begins, Some(true));
    }

    #[test]
    fn nonsense_is_named() {
        let problem = |text: &str| SgfGame::read(text).unwrap_err().to_string();
        assert!(problem("").contains("no game"));
        assert!(problem("(;B[aa").contains("character 7: a value does not end"));
        assert!(problem("(B[aa])").contains("expected \";\""));
        assert!(problem("(;B)").contains("in brackets"));
        assert!(problem("(;b[aa])").contains("expected a name with a capital letter"));
        assert!(problem("(;SZ[x])").contains("SZ is \"x\""));
        assert!(problem("(;B[aa];AB[bb])").contains("after the first move"));
        assert!(problem("(;B[aa];AE[aa])").contains("after the first move"));
        assert!(problem("(;B[aa];PL[B])").contains("after the first move"));
        assert!(problem("(;PL[grey])").contains("PL is \"grey\"; expected B or W"));
        assert!(problem("(;KM[much])").contains("KM is \"much\"; expected a number"));
        assert!(problem("(;B[aa][bb])").contains("B has 2 values"));
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
