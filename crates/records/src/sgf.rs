//! SGF, FF[4], of Go (GM[1]), Othello (GM[2]), games of *m,n,k* (GM[4]) and Hex (GM[11]).

use std::time::Duration;

use solveig_game::{Family, Spec, excerpt};

use crate::board::Board;
use crate::place::{Place, RecordError, Written};
use crate::played::{PASS, PlayedMove, in_turn};
use crate::properties::{Property, RecordTree};
use crate::{Format, Record};

/// The name of the move by which players of Hex exchange colours.
const SWAP: &str = "swap";

/// The largest board of Go whose pass may be written `tt`.
const LARGEST_WITH_TT: usize = 19;

/// A game as SGF has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SgfGame {
    /// The number of the kind of game as it is written, if stated.
    pub kind: Option<Written>,
    /// Columns and rows, if stated.
    pub size: Option<Written<(u32, u32)>>,
    /// Komi, if stated.
    pub komi: Option<f64>,
    /// The moves, each with its point as written.
    pub moves: Vec<SgfMove>,
    set_up: Vec<SetUp>,
    white_begins: Option<bool>,
    notes: Vec<String>,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfMove {
    /// Whether Black plays it.
    pub black: bool,
    /// Its point; empty for a pass.
    pub point: Written,
}

/// Points that are set up, or emptied.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SetUp {
    /// The number of its node.
    node: usize,
    /// `X`, `O`, or `-` for an emptied point.
    stone: char,
    /// A point, or two corners of a rectangle with a colon between them.
    points: Written,
}

/// What a move means.
enum Meaning {
    Cell(Cell),
    Pass,
    /// The players exchange colours.
    Swap,
    /// The stone is mirrored and changes colour, which is the same from the other side.
    MirroringSwap,
    /// The end of the game.
    End,
}

#[derive(Clone, Copy)]
struct Cell {
    column: usize,
    /// From the top.
    line: usize,
}

impl SgfGame {
    /// Reads the first game in `text`.
    ///
    /// # Errors
    ///
    /// Fails if the text is not SGF, if a property that is read has a value of another kind, or if
    /// the board or the side to move is set after the first move.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let tree = RecordTree::read(text, true)?;
        let mut game = Self {
            notes: tree.left_out(),
            ..Self::default()
        };
        for (node, properties) in tree.nodes.into_iter().enumerate() {
            for property in properties {
                game.take(node, property)?;
            }
        }
        Ok(game)
    }

    fn take(&mut self, node: usize, property: Property) -> Result<(), RecordError> {
        let Property {
            name,
            first,
            others,
        } = property;
        let stone = match name.as_str() {
            "AB" => 'X',
            "AW" => 'O',
            "AE" => '-',
            "GM" | "SZ" | "KM" | "PL" | "B" | "W" if others.is_empty() => {
                return self.take_one(&name, first);
            }
            "GM" | "SZ" | "KM" | "PL" | "B" | "W" => {
                let count = others.len() + 1;
                return Err(first
                    .at
                    .error(format!("{name} has {count} values; expected one")));
            }
            _ => return Ok(()),
        };
        if !self.moves.is_empty() {
            let problem = "stones are set up after the first move; expected moves alone from there";
            return Err(first.at.error(problem));
        }
        let points = [first].into_iter().chain(others);
        self.set_up.extend(points.map(|points| SetUp {
            node,
            stone,
            points,
        }));
        Ok(())
    }

    /// Takes a property of one value.
    fn take_one(&mut self, name: &str, written: Written) -> Result<(), RecordError> {
        let Written { value, at } = &written;
        let problem = |expected: &str| {
            let value = excerpt(value);
            at.error(format!("{name} is \"{value}\"; expected {expected}"))
        };
        match (name, value.trim()) {
            ("GM", _) => self.kind = Some(written),
            ("SZ", text) => {
                let (columns, rows) = text.split_once(':').unwrap_or((text, text));
                let (Ok(columns), Ok(rows)) = (columns.trim().parse(), rows.trim().parse()) else {
                    return Err(problem("a size such as 5 or 5:4"));
                };
                self.size = Some(Written {
                    value: (columns, rows),
                    at: *at,
                });
            }
            ("KM", "") => {}
            ("KM", komi) => {
                let komi = komi.parse().ok().filter(|komi: &f64| komi.is_finite());
                self.komi = Some(komi.ok_or_else(|| problem("a number"))?);
            }
            ("PL", _) if !self.moves.is_empty() => {
                return Err(at.error("PL sets the side to move after the first move"));
            }
            ("PL", "W" | "w" | "2" | "white" | "White") => self.white_begins = Some(true),
            ("PL", "B" | "b" | "1" | "black" | "Black") => self.white_begins = Some(false),
            ("PL", _) => return Err(problem("B or W")),
            _ => self.moves.push(SgfMove {
                black: name == "B",
                point: written,
            }),
        }
        Ok(())
    }

    /// Checks that the record is of the game of `board`, whatever its size.
    ///
    /// # Errors
    ///
    /// Fails if it is of another game, or if SGF does not have the game.
    pub fn expect_kind_of(&self, board: &Board<'_>) -> Result<(), RecordError> {
        let spec = board.spec;
        let at = self.kind.as_ref().map_or(Place::START, |kind| kind.at);
        let expected = match board.sgf_number() {
            Some(number) => format!("{spec} is GM[{number}]"),
            None => return Err(at.error(format!("SGF has no number for {spec}"))),
        };
        match &self.kind {
            Some(kind) if Some(kind.value.trim()) != board.sgf_number() => {
                let kind = excerpt(&kind.value);
                Err(at.error(format!("GM is \"{kind}\"; {expected}")))
            }
            _ => Ok(()),
        }
    }

    /// The board string before the first move; `-` for the start of the game.
    ///
    /// # Errors
    ///
    /// Fails if a point is off the board, or if a node sets it up twice.
    pub fn start(&self, board: &Board<'_>) -> Result<String, RecordError> {
        let mut cells: Vec<char> = board.start().chars().collect();
        // Where a record puts stones on the board, it puts all of them, those of Othello's start as
        // well.
        if self.set_up.iter().any(|one| one.stone != '-') {
            cells.fill('-');
        }
        let mut set_in = vec![None; cells.len()];
        for SetUp {
            node,
            stone,
            points,
        } in &self.set_up
        {
            for cell in rectangle(board, points)? {
                if set_in[cell].replace(node) == Some(node) {
                    let name = excerpt(&points.value);
                    let problem =
                        format!("\"{name}\" is set up twice in this node; expected it once");
                    return Err(points.at.error(problem));
                }
                cells[cell] = *stone;
            }
        }
        let cells: String = cells.into_iter().collect();
        Ok(board.string(&cells, self.black_begins(board, &cells)))
    }

    fn black_begins(&self, board: &Board<'_>, cells: &str) -> bool {
        let count = |stone| cells.chars().filter(|one| *one == stone).count();
        let [black, white] = ['X', 'O'].map(count);
        if board.is(Family::Hex) || board.is(Family::Mnk) {
            return (black + white) % 2 == 0;
        }
        let is_handicap = white == 0 && black > 1;
        let stated = self.white_begins.map(|white| !white);
        let first = || self.moves.first().map(|made| made.black);
        stated.or_else(first).unwrap_or(!is_handicap)
    }

    /// The moves on `board`, without a resignation. Where a swap mirrors the stone, later moves are
    /// mirrored instead: the players have exchanged colours.
    ///
    /// # Errors
    ///
    /// Fails if a point is off the board, or if a swap is not the second move.
    pub fn played(&self, board: &Board<'_>) -> Result<Vec<PlayedMove>, RecordError> {
        let mut played = Vec::new();
        let mut is_mirrored = false;
        for SgfMove { black, point } in &self.moves {
            let meaning = meaning(board, point)?;
            let mirrors = matches!(meaning, Meaning::MirroringSwap);
            let swaps = mirrors || matches!(meaning, Meaning::Swap);
            if swaps && (played.len() != 1 || !self.set_up.is_empty()) {
                let problem = "a swap can be the second move of a game alone; expected a cell";
                return Err(point.at.error(problem));
            }
            if mirrors && board.columns() != board.rows() {
                let problem = "stones cannot be mirrored on a board that is not square";
                return Err(point.at.error(format!("{problem}; expected swap-sides")));
            }
            let name = match meaning {
                Meaning::End => continue,
                Meaning::Pass => PASS.to_owned(),
                Meaning::Swap | Meaning::MirroringSwap => SWAP.to_owned(),
                Meaning::Cell(Cell { column, line }) if is_mirrored => {
                    board.cell_name(board.cell(line, column))
                }
                Meaning::Cell(Cell { column, line }) => board.cell_name(board.cell(column, line)),
            };
            is_mirrored |= mirrors;
            played.push(PlayedMove {
                black: *black,
                name,
                time: Duration::ZERO,
                at: point.at,
                keeps_turn: swaps && !mirrors,
            });
        }
        Ok(played)
    }

    /// The game on `board`.
    ///
    /// # Errors
    ///
    /// As [`expect_kind_of`](Self::expect_kind_of), [`start`](Self::start) and
    /// [`played`](Self::played); or if the record is of another board, or a move not in turn.
    pub fn record(self, board: &Board<'_>) -> Result<Record, RecordError> {
        self.expect_kind_of(board)?;
        let size = board.size();
        let mut notes = self.notes.clone();
        match &self.size {
            Some(Written { value, at }) => {
                let stated = format!("{}x{}", value.0, value.1);
                if stated != size {
                    return Err(at.error(format!("the board is {stated}; expected {size}")));
                }
            }
            None => notes.push(format!(
                "The record does not state its board (SZ). It was read as {size}."
            )),
        }
        let spec = Spec::parse(board.spec).ok();
        let komi = spec.as_ref().and_then(|spec| spec.parameter("komi"));
        let komi = komi.unwrap_or("0");
        if let Some(other) = self.komi
            && board.is(Family::Go)
            && komi.parse() != Ok(other)
        {
            notes.push(format!(
                "The record has komi {other}, this game {komi}. Values are for komi {komi}."
            ));
        }
        let from = self.start(board)?;
        let played = self.played(board)?;
        if played
            .iter()
            .any(|made| made.name == SWAP && !made.keeps_turn)
        {
            notes.push(
                "In the record the swap mirrors the stone. Here the players exchange colours \
                 instead: later moves are shown mirrored, in the other colour."
                    .to_owned(),
            );
        }
        let passes_are_implied = board.is(Family::Othello);
        Ok(Record {
            format: Format::Sgf,
            moves: in_turn(played, !from.ends_with('O'), passes_are_implied)?,
            from,
            boards: Vec::new(),
            notes,
        })
    }
}

fn meaning(board: &Board<'_>, point: &Written) -> Result<Meaning, RecordError> {
    let text = point.value.trim().to_ascii_lowercase();
    let has_tt = board.columns().max(board.rows()) <= LARGEST_WITH_TT;
    Ok(match (board.layout.family, text.as_str()) {
        (Family::Hex, "swap" | "swap-pieces") => Meaning::MirroringSwap,
        (Family::Hex, "swap-sides") => Meaning::Swap,
        (Family::Hex, "resign" | "forfeit") => Meaning::End,
        (Family::Go | Family::Othello, "" | "pass") => Meaning::Pass,
        (Family::Othello, "pa" | "--") => Meaning::Pass,
        // A pass in old SGF.
        (Family::Go, "tt") if has_tt => Meaning::Pass,
        _ => Meaning::Cell(cell(board, &point.value, point.at)?),
    })
}

/// The cells of a point, or of a rectangle by two corners in any order, as in `aa:cc`.
fn rectangle(board: &Board<'_>, points: &Written) -> Result<Vec<usize>, RecordError> {
    let text = points.value.as_str();
    let (one, two) = text.split_once(':').unwrap_or((text, text));
    let (one, two) = (cell(board, one, points.at)?, cell(board, two, points.at)?);
    let mut cells = Vec::new();
    for line in one.line.min(two.line)..=one.line.max(two.line) {
        for column in one.column.min(two.column)..=one.column.max(two.column) {
            cells.push(board.cell(column, line));
        }
    }
    Ok(cells)
}

/// A cell: two letters in Go; a letter and a number, or two letters, elsewhere.
fn cell(board: &Board<'_>, text: &str, at: Place) -> Result<Cell, RecordError> {
    let is_go = board.is(Family::Go);
    let cell = point(text.trim(), !is_go);
    let cell = cell.filter(|cell| cell.column < board.columns() && cell.line < board.rows());
    cell.ok_or_else(|| {
        let expected = match board.layout.family {
            Family::Go => "cd, or nothing for a pass",
            Family::Othello => "c4, or PA for a pass",
            _ => "c4",
        };
        let (text, size) = (excerpt(text), board.size());
        at.error(format!(
            "\"{text}\" is no point of the board; expected a cell of {size} such as {expected}"
        ))
    })
}

fn point(text: &str, may_have_number: bool) -> Option<Cell> {
    let mut characters = text.chars();
    let column = letter(characters.next()?)?;
    let rest = characters.as_str();
    if let Some(number) = rest.parse::<usize>().ok().filter(|_| may_have_number) {
        let line = number.checked_sub(1)?;
        return Some(Cell { column, line });
    }
    let line = letter(characters.next()?)?;
    characters.next().is_none().then_some(Cell { column, line })
}

fn letter(character: char) -> Option<usize> {
    let lower = character.to_ascii_lowercase();
    lower
        .is_ascii_lowercase()
        .then(|| usize::from(lower as u8 - b'a'))
}
