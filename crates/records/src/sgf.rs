//! SGF of version `FF[4]`: Go (`GM[1]`), Othello (`GM[2]`), games of *m,n,k* (`GM[4]`) and Hex
//! (`GM[11]`).

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
    /// Columns and rows, if stated.
    pub size: Option<Written<(u32, u32)>>,
    /// The moves: whether Black plays it, and its point; empty for a pass.
    pub moves: Vec<(bool, Written)>,
    kind: Option<Written>,
    komi: Option<Written>,
    set_up: Vec<SetUp>,
    white_begins: Option<bool>,
    notes: Vec<String>,
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
            notes: tree.notes,
            ..Self::default()
        };
        for (node, properties) in tree.nodes.into_iter().enumerate() {
            for Property { name, values } in properties {
                let stone = match name.as_str() {
                    "AB" => Some('X'),
                    "AW" => Some('O'),
                    "AE" => Some('-'),
                    _ => None,
                };
                let count = values.len();
                for points in values {
                    match stone {
                        None => game.take(&name, count, points)?,
                        Some(_) if !game.moves.is_empty() => {
                            let problem = "stones are set up after the first move; expected moves";
                            return Err(points.at.error(problem));
                        }
                        Some(stone) => game.set_up.push(SetUp {
                            node,
                            stone,
                            points,
                        }),
                    }
                }
            }
        }
        Ok(game)
    }

    /// Takes one of `count` values of a property.
    fn take(&mut self, name: &str, count: usize, written: Written) -> Result<(), RecordError> {
        let Written { value, at } = &written;
        let problem = |expected: &str| {
            let value = excerpt(value);
            at.error(format!("{name} is \"{value}\"; expected {expected}"))
        };
        match (name, value.trim()) {
            ("GM" | "SZ" | "KM" | "PL" | "B" | "W", _) if count > 1 => {
                return Err(at.error(format!("{name} has {count} values; expected one")));
            }
            ("GM", _) => self.kind = Some(written),
            ("SZ", text) => {
                let (columns, rows) = text.split_once(':').unwrap_or((text, text));
                let (Ok(columns), Ok(rows)) = (columns.trim().parse(), rows.trim().parse()) else {
                    return Err(problem("a size such as 5 or 5:4"));
                };
                let (value, at) = ((columns, rows), *at);
                self.size = Some(Written { value, at });
            }
            ("KM", "") => {}
            ("KM", _) => self.komi = Some(written),
            ("PL", _) if !self.moves.is_empty() => {
                return Err(at.error("PL sets the side to move after the first move"));
            }
            ("PL", "W" | "w" | "2" | "white" | "White") => self.white_begins = Some(true),
            ("PL", "B" | "b" | "1" | "black" | "Black") => self.white_begins = Some(false),
            ("PL", _) => return Err(problem("B or W")),
            ("B" | "W", _) => self.moves.push((name == "B", written)),
            _ => {}
        }
        Ok(())
    }

    /// Komi, if stated.
    ///
    /// # Errors
    ///
    /// Fails if it is not a number.
    pub fn komi(&self) -> Result<Option<f64>, RecordError> {
        let Some(Written { value, at }) = &self.komi else {
            return Ok(None);
        };
        let komi = value.trim().parse().ok();
        match komi.filter(|komi: &f64| komi.is_finite()) {
            Some(komi) => Ok(Some(komi)),
            None => {
                let value = excerpt(value);
                Err(at.error(format!("KM is \"{value}\"; expected a number")))
            }
        }
    }

    /// Checks that the record is of the game of `board`, whatever its size.
    ///
    /// # Errors
    ///
    /// Fails if it is of another game, or if SGF does not have the game.
    pub fn expect_kind_of(&self, board: &Board<'_>) -> Result<(), RecordError> {
        let (spec, number) = (board.spec, board.sgf_number());
        let expected = match number {
            Some(number) => format!("{spec} is GM[{number}]"),
            None => format!("SGF has no number for {spec}"),
        };
        match &self.kind {
            Some(kind) if Some(kind.value.trim()) != number => {
                let found = excerpt(&kind.value);
                Err(kind.at.error(format!("GM is \"{found}\"; {expected}")))
            }
            None if number.is_none() => Err(Place::START.error(expected)),
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
        for one in &self.set_up {
            for cell in rectangle(board, &one.points)? {
                if set_in[cell].replace(one.node) == Some(one.node) {
                    let points = excerpt(&one.points.value);
                    let problem = format!("\"{points}\" is set up twice in this node");
                    return Err(one.points.at.error(problem));
                }
                cells[cell] = one.stone;
            }
        }
        let cells: String = cells.into_iter().collect();
        let mover = match self.white_begins(board, &cells) {
            true => 'O',
            false => 'X',
        };
        Ok(board.from(format!("{cells} {mover}")))
    }

    fn white_begins(&self, board: &Board<'_>, cells: &str) -> bool {
        let [black, white] = ['X', 'O'].map(|stone| cells.matches(stone).count());
        if board.is(Family::Hex) || board.is(Family::Mnk) {
            return (black + white) % 2 == 1;
        }
        let is_handicap = white == 0 && black > 1;
        let first = self.moves.first().map(|(black, _)| !black);
        self.white_begins.or(first).unwrap_or(is_handicap)
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
        for (black, point) in &self.moves {
            let text = point.value.trim().to_ascii_lowercase();
            let mut keeps_turn = false;
            let name = match (board.layout.family, text.as_str()) {
                (Family::Hex, "resign" | "forfeit") => continue,
                (Family::Hex, "swap" | "swap-pieces" | "swap-sides") => {
                    keeps_turn = text == "swap-sides";
                    is_mirrored = !keeps_turn;
                    let is_second = played.len() == 1 && self.set_up.is_empty();
                    expect_swap(board, is_second, is_mirrored)
                        .map_err(|problem| point.at.error(problem))?;
                    SWAP.to_owned()
                }
                (Family::Go | Family::Othello, "" | "pass") => PASS.to_owned(),
                (Family::Othello, "pa" | "--") => PASS.to_owned(),
                // A pass in old SGF.
                (Family::Go | Family::Othello, "tt")
                    if board.columns().max(board.rows()) <= LARGEST_WITH_TT =>
                {
                    PASS.to_owned()
                }
                _ => {
                    let (column, line) = cell(board, &point.value, point.at)?;
                    board.cell_name(match is_mirrored {
                        true => board.cell(line, column),
                        false => board.cell(column, line),
                    })
                }
            };
            played.push(PlayedMove {
                black: *black,
                name,
                time: Duration::ZERO,
                at: point.at,
                keeps_turn,
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
    pub fn record(mut self, board: &Board<'_>) -> Result<Record, RecordError> {
        self.expect_kind_of(board)?;
        let mut notes = std::mem::take(&mut self.notes);
        let size = board.size();
        match &self.size {
            Some(Written { value, at }) => {
                let stated = format!("{}x{}", value.0, value.1);
                if stated != size {
                    return Err(at.error(format!("the board is {stated}; expected {size}")));
                }
            }
            None => notes.push(board.unstated("SZ")),
        }
        let spec = Spec::parse(board.spec).ok();
        let komi = spec.as_ref().and_then(|spec| spec.parameter("komi"));
        let komi = komi.unwrap_or("0");
        if let Some(Written { value, .. }) = &self.komi
            && board.is(Family::Go)
            && value.trim().parse::<f64>().ok() != komi.parse().ok()
        {
            let other = excerpt(value.trim());
            notes.push(format!(
                "The record has komi {other}, this game {komi}. Values are for komi {komi}."
            ));
        }
        let from = self.start(board)?;
        let played = self.played(board)?;
        let mirrors = |made: &PlayedMove| made.name == SWAP && !made.keeps_turn;
        if played.iter().any(mirrors) {
            notes.push(MIRRORED.to_owned());
        }
        Ok(Record {
            format: Format::Sgf,
            moves: in_turn(played, &from, board.is(Family::Othello))?,
            from,
            notes,
            ..Record::default()
        })
    }
}

/// The note on a swap that was turned into another.
const MIRRORED: &str = "In the record the swap mirrors the stone. Here the players exchange \
    colours instead: later moves are shown mirrored, in the other colour.";

fn expect_swap(board: &Board<'_>, is_second: bool, mirrors: bool) -> Result<(), &'static str> {
    if !is_second {
        return Err("a swap can be the second move of a game alone; expected a cell");
    }
    match mirrors && board.columns() != board.rows() {
        true => Err("stones cannot be mirrored on such a board; expected swap-sides"),
        false => Ok(()),
    }
}

/// The cells of a point, or of a rectangle by two corners in any order, as in `aa:cc`.
fn rectangle(board: &Board<'_>, points: &Written) -> Result<Vec<usize>, RecordError> {
    let text = points.value.as_str();
    let (one, two) = text.split_once(':').unwrap_or((text, text));
    let (one, two) = (cell(board, one, points.at)?, cell(board, two, points.at)?);
    let lines = one.1.min(two.1)..=one.1.max(two.1);
    let columns = one.0.min(two.0)..=one.0.max(two.0);
    let cells = lines.flat_map(|line| {
        let columns = columns.clone();
        columns.map(move |column| board.cell(column, line))
    });
    Ok(cells.collect())
}

/// Column and line, both from 0 at the top left, of a cell: two letters in Go; a letter and a
/// number, or two letters, elsewhere.
fn cell(board: &Board<'_>, text: &str, at: Place) -> Result<(usize, usize), RecordError> {
    let cell = point(text.trim(), !board.is(Family::Go));
    let cell = cell.filter(|(column, line)| *column < board.columns() && *line < board.rows());
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

fn point(text: &str, may_have_number: bool) -> Option<(usize, usize)> {
    let mut characters = text.chars();
    let column = letter(characters.next()?)?;
    let number = characters.as_str().parse::<usize>().ok();
    if let Some(number) = number.filter(|_| may_have_number) {
        return Some((column, number.checked_sub(1)?));
    }
    let line = letter(characters.next()?)?;
    characters.next().is_none().then_some((column, line))
}

fn letter(character: char) -> Option<usize> {
    let index = (character.to_ascii_lowercase() as usize).checked_sub('a' as usize)?;
    (index < 26).then_some(index)
}
