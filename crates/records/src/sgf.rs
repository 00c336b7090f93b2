//! SGF of version `FF[4]`: Go (`GM[1]`), Othello (`GM[2]`), games of *m,n,k* (`GM[4]`) and Hex
//! (`GM[11]`).

mod points;
mod start;

use std::collections::BTreeSet;
use std::time::Duration;

use solveig_game::{Family, Spec, excerpt};

use self::points::cell;
use self::start::View;

use crate::board::Board;
use crate::place::{Place, RecordError, WrittenValue};
use crate::played::{PASS, PlayedMove, in_turn};
use crate::properties::{Property, RecordTree, unread};
use crate::{Format, Record};

/// The name of the move by which players of Hex exchange colours.
pub const SWAP: &str = "swap";

/// The form of the swap by which the stone stays.
const SWAP_SIDES: &str = "swap-sides";

/// The names of the swap in SGF.
const SWAPS: [&str; 3] = ["swap", "swap-pieces", SWAP_SIDES];

/// The largest board of Go whose pass may be written `tt`.
const LARGEST_WITH_TT: usize = 19;

/// A game as SGF has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SgfGame {
    /// The size of the board, if stated.
    pub size: Option<WrittenValue<BoardSize>>,
    /// The moves, those of handicap stones too.
    pub moves: Vec<SgfMove>,
    kind: Option<WrittenValue>,
    komi: Option<WrittenValue>,
    set_up: Vec<SetUp>,
    /// Who is stated to be to move before the first move.
    white_begins: Option<WrittenValue<bool>>,
    notes: Vec<String>,
}

/// What the `SZ` property of a file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    /// Letters of the notation: the first number of `SZ`.
    pub columns: u32,
    /// The second number of `SZ`, or the first if it has one.
    pub rows: u32,
}

/// A move as SGF has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfMove {
    /// Whether Black plays it, else White.
    pub is_black: bool,
    /// The point; empty for a pass.
    pub point: WrittenValue,
}

/// Points that are set up, or emptied.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SetUp {
    node: usize,
    /// `X`, `O`, or `-` for an emptied point.
    stone: char,
    /// A point, or two corners of a rectangle with a colon between them.
    points: WrittenValue,
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
        let mut left_out = BTreeSet::new();
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
                    let Some(stone) = stone else {
                        if !game.take(&name, count, points)? {
                            left_out.insert(name.clone());
                        }
                        continue;
                    };
                    if !game.moves.is_empty() {
                        let problem = "stones are set up after the first move; expected moves";
                        return Err(points.at.error(problem));
                    }
                    game.set_up.push(SetUp {
                        node,
                        stone,
                        points,
                    });
                }
            }
        }
        game.notes.extend(unread(left_out));
        Ok(game)
    }

    /// Takes one of `count` values of a property; false if the property is not read.
    fn take(
        &mut self,
        name: &str,
        count: usize,
        written: WrittenValue,
    ) -> Result<bool, RecordError> {
        let WrittenValue { value, at } = &written;
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
                let (value, at) = (BoardSize { columns, rows }, *at);
                self.size = Some(WrittenValue { value, at });
            }
            ("KM", "") => {}
            ("KM", _) => self.komi = Some(written),
            ("PL", _) if !self.moves.is_empty() => {
                return Err(at.error("PL sets the side to move after the first move"));
            }
            ("PL", text) => {
                let value = match text {
                    "W" | "w" | "2" | "white" | "White" => true,
                    "B" | "b" | "1" | "black" | "Black" => false,
                    _ => return Err(problem("B or W")),
                };
                let at = *at;
                self.white_begins = Some(WrittenValue { value, at });
            }
            ("B" | "W", _) => self.moves.push(SgfMove {
                is_black: name == "B",
                point: written,
            }),
            // The form of the text, its program, and values, which the caller finds itself.
            ("FF" | "CA" | "ST" | "AP" | "V" | "BM", _) => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Komi, if stated.
    ///
    /// # Errors
    ///
    /// Fails if it is not a number.
    pub fn komi(&self) -> Result<Option<f64>, RecordError> {
        let Some(WrittenValue { value, at }) = &self.komi else {
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
    /// Fails if a point is off the board, if a node sets it up twice, or, but in Hex, if sides that
    /// move in turn cannot reach the position with Black moving first.
    pub fn start(&self, board: &Board<'_>) -> Result<String, RecordError> {
        let (start, _) = self.opening(board)?;
        match self.view(board, &start)? {
            // In Hex a game may begin with White.
            view if view.mirrors || view == View::default() => {
                Ok(start.board_string(board, View::default()))
            }
            _ => {
                let problem = "White moves first in this record, whose colours are to be \
                               exchanged, which GTP does not show; expected Black";
                Err(self.place_of_start().error(problem))
            }
        }
    }

    /// The first `max` moves on `board`, without handicap stones and resignations.
    ///
    /// The swap has two forms. Where the same colour moves next, the stone stays and the players
    /// exchange colours: `swap-sides`, and every swap of HexGui 1.0 and Benzene. Where the other
    /// colour moves next, the stone is mirrored and changes its colour: `swap-pieces`, and `swap`
    /// of Little Golem. Later moves are mirrored instead, since the players exchange colours.
    ///
    /// # Errors
    ///
    /// Fails if a point is off the board, or if a swap is not the second move.
    pub fn played(&self, board: &Board<'_>, max: usize) -> Result<Vec<PlayedMove>, RecordError> {
        self.seen_as(View::default(), board, max)
    }

    fn seen_as(
        &self,
        view: View,
        board: &Board<'_>,
        max: usize,
    ) -> Result<Vec<PlayedMove>, RecordError> {
        let mut played = Vec::new();
        let mut is_mirrored = view.mirrors;
        let moves = &self.moves[self.handicap(board)..];
        for (number, SgfMove { is_black, point }) in moves.iter().enumerate().take(max) {
            let text = point.value.trim().to_ascii_lowercase();
            if matches!(text.as_str(), "resign" | "forfeit") {
                continue;
            }
            let next = moves.get(number + 1);
            let repeats_colour = next.is_none_or(|next| next.is_black == *is_black);
            let is_swap = board.is(Family::Hex) && SWAPS.contains(&text.as_str());
            let keeps_turn = is_swap && (repeats_colour || text == SWAP_SIDES);
            let name = if is_swap {
                let is_second = played.len() == 1 && self.set_up.is_empty();
                expect_swap(board, is_second, !keeps_turn)
                    .map_err(|problem| point.at.error(problem))?;
                is_mirrored ^= !keeps_turn;
                SWAP.to_owned()
            } else if is_pass(board, &text) {
                PASS.to_owned()
            } else {
                let (column, line) = cell(board, &point.value, point.at)?;
                board.cell_name(match is_mirrored {
                    true => board.cell(line, column),
                    false => board.cell(column, line),
                })
            };
            played.push(PlayedMove {
                black: *is_black != view.exchanges,
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
    /// [`played`](Self::played); or if the record is of another board, or a move not in turn. White
    /// may move first: then colours are exchanged, and in Hex the board is mirrored.
    pub fn record(mut self, board: &Board<'_>) -> Result<Record, RecordError> {
        self.expect_kind_of(board)?;
        let mut notes = std::mem::take(&mut self.notes);
        let size = board.size();
        match &self.size {
            Some(WrittenValue { value, at }) => {
                let stated = format!("{}x{}", value.columns, value.rows);
                if stated != size {
                    return Err(at.error(format!("the board is {stated}; expected {size}")));
                }
            }
            None => notes.push(board.unstated("SZ")),
        }
        let spec = Spec::parse(board.spec).ok();
        let komi = spec.as_ref().and_then(|spec| spec.parameter("komi"));
        let komi = komi.unwrap_or("0");
        if let Some(WrittenValue { value, .. }) = &self.komi
            && board.is(Family::Go)
            && value.trim().parse::<f64>().ok() != komi.parse().ok()
        {
            let other = excerpt(value.trim());
            notes.push(format!(
                "The record has komi {other}, this game {komi}. Values are for komi {komi}."
            ));
        }
        let (start, note) = self.opening(board)?;
        let view = self.view(board, &start)?;
        if view.mirrors && board.columns() != board.rows() {
            let problem = "White moves first on a board that cannot be mirrored; expected Black";
            return Err(self.place_of_start().error(problem));
        }
        notes.extend(note);
        notes.extend(view.note(board).map(str::to_owned));
        let from = start.board_string(board, view);
        let played = self.seen_as(view, board, usize::MAX)?;
        let mirrors = |game_move: &PlayedMove| game_move.name == SWAP && !game_move.keeps_turn;
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

fn is_pass(board: &Board<'_>, text: &str) -> bool {
    match (board.family(), text) {
        (Family::Go | Family::Othello, "" | "pass") | (Family::Othello, "pa" | "--") => true,
        // A pass in old SGF.
        (Family::Go | Family::Othello, "tt") => {
            board.columns().max(board.rows()) <= LARGEST_WITH_TT
        }
        _ => false,
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
