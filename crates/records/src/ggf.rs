//! GGF, the format of Othello servers and of NBoard: `(;GM[Othello]BO[8 ... *]B[F5]W[F6];)`.

use std::collections::BTreeSet;
use std::time::Duration;

use solveig_game::excerpt;

use crate::board::{Board, expect_squares, othello_board};
use crate::place::{Place, RecordError, WrittenValue};
use crate::played::{PASS, PlayedMove, in_turn};
use crate::properties::{RecordTree, unread};
use crate::{Format, Record};

/// A game of Othello as GGF has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GgfGame {
    /// The length of a side of the board, in squares; `None` if it is not stated.
    pub side: Option<u32>,
    /// The board string before the first move, row by row from a1, if stated.
    pub board: Option<WrittenValue>,
    /// The moves in the order of the file.
    pub moves: Vec<PlayedMove>,
    time: Option<WrittenValue>,
    notes: Vec<String>,
}

/// A move and the time that was spent on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedMove {
    /// The square, or `pass`.
    pub name: String,
    /// Zero where it is not stated.
    pub time: Duration,
}

/// Whether a text with properties is GGF: it names its game, where SGF numbers it.
pub(crate) fn is_ggf(text: &str) -> bool {
    match text.split_once("GM[") {
        Some((_, kind)) => kind.trim_start().starts_with(char::is_alphabetic),
        None => text.contains("BO["),
    }
}

impl GgfGame {
    /// Reads the first game in `text`.
    ///
    /// # Errors
    ///
    /// Fails if the text is not GGF of Othello without komi, or has an unreadable board or
    /// move.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let tree = RecordTree::read(text, false)?;
        let mut game = Self {
            notes: tree.notes,
            ..Self::default()
        };
        let mut left_out = BTreeSet::new();
        for property in tree.nodes.into_iter().flatten() {
            if let Some(WrittenValue { value, at }) = property.values.first() {
                let result = game.take(&property.name, value, *at);
                if !result.map_err(|problem| at.error(problem))? {
                    left_out.insert(property.name);
                }
            }
        }
        game.notes.extend(unread(left_out));
        Ok(game)
    }

    /// Takes a property; false if it is not read.
    fn take(&mut self, name: &str, value: &str, at: Place) -> Result<bool, String> {
        match name {
            "GM" if !value.trim().eq_ignore_ascii_case("othello") => {
                return Err(format!("GM is \"{}\"; expected Othello", excerpt(value)));
            }
            // Antigames and games with komi have other values.
            "TY" if value.contains(['a', 'A']) => {
                let value = excerpt(value);
                return Err(format!("TY is \"{value}\", an antigame; expected Othello"));
            }
            "TY" if value.contains(['k', 'K']) => {
                let value = excerpt(value);
                return Err(format!("TY is \"{value}\"; expected Othello without komi"));
            }
            "BO" if !self.moves.is_empty() => {
                return Err("the board is set up after the first move".to_owned());
            }
            "BO" => {
                let (side, value) = read_board(value)?;
                self.side = Some(side);
                self.board = Some(WrittenValue { value, at });
            }
            "TI" => {
                let value = value.to_owned();
                self.time = Some(WrittenValue { value, at });
            }
            "B" | "W" => {
                let played = read_move(value)?;
                self.moves.push(PlayedMove {
                    black: name == "B",
                    name: played.name,
                    time: played.time,
                    at,
                    keeps_turn: false,
                });
            }
            // The place is the name of a program.
            "GM" | "TY" | "PC" => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The time of each side for the whole game; `None` for no limit.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read.
    pub fn time(&self) -> Result<Option<Duration>, RecordError> {
        match &self.time {
            Some(WrittenValue { value, at }) => clock_time(value).map_err(|error| at.error(error)),
            None => Ok(None),
        }
    }

    /// The game on `board`. A board that is not stated is taken for its start.
    ///
    /// # Errors
    ///
    /// Fails if the record is of another board, or if a move is off the board or not in turn.
    pub fn record(self, board: &Board<'_>) -> Result<Record, RecordError> {
        let size = board.size();
        let mut notes = self.notes;
        let columns_and_rows = [board.columns(), board.rows()];
        let from = match (self.board, self.side) {
            (Some(WrittenValue { at, .. }), Some(side))
                if columns_and_rows != [side as usize; 2] =>
            {
                return Err(at.error(format!("the board is {side}x{side}; expected {size}")));
            }
            (Some(stated), _) => board.from(stated.value),
            (None, _) => {
                notes.push(board.unstated("BO"));
                "-".to_owned()
            }
        };
        let layout = board.layout;
        let is_off = |game_move: &&PlayedMove| {
            let (column, row) = game_move.name.split_at(1);
            let has = |names: &[String], name| names.iter().any(|one| one == name);
            game_move.name != PASS
                && !(has(&layout.column_names, column) && has(&layout.row_names, row))
        };
        if let Some(game_move) = self.moves.iter().find(is_off) {
            let problem = format!(
                "\"{}\" is not on the board; expected a square",
                game_move.name
            );
            return Err(game_move.at.error(format!("{problem} of {size}")));
        }
        Ok(Record {
            format: Format::Ggf,
            moves: in_turn(self.moves, &from, true)?,
            from,
            notes,
            ..Record::default()
        })
    }
}

/// Reads the length of a side, and the board string.
fn read_board(text: &str) -> Result<(u32, String), String> {
    let (side, letters) = text
        .trim()
        .split_once(char::is_whitespace)
        .unwrap_or_default();
    let side: Option<u32> = side.parse().ok().filter(|side| (2..=26).contains(side));
    let (Some(side), Some(board)) = (side, othello_board(letters)) else {
        let text = excerpt(text);
        return Err(format!(
            "BO is \"{text}\"; expected the length of a side, its squares as *, O and -, and the \
             side to move"
        ));
    };
    expect_squares(&board, (side * side) as usize)?;
    Ok((side, board))
}

/// Reads the main time, `15:00` or `1:00:00`, up to the first `/`. `None` (no limit) if it is
/// empty or 0.
fn clock_time(text: &str) -> Result<Option<Duration>, String> {
    let main = text.split(['/', ',']).next().unwrap_or_default().trim();
    let seconds = main.split(':').try_fold(0u64, |seconds, part| {
        let part: u64 = part.trim().parse().ok()?;
        seconds.checked_mul(60)?.checked_add(part)
    });
    match seconds {
        _ if main.is_empty() => Ok(None),
        Some(0) => Ok(None),
        Some(seconds @ 1..=MAX_SECONDS) => Ok(Some(Duration::from_secs(seconds))),
        _ => Err(format!(
            "TI is \"{}\"; expected a time such as 15:00",
            excerpt(text)
        )),
    }
}

/// The longest time that is accepted, in seconds: a hundred days.
const MAX_SECONDS: u64 = 8_640_000;

/// Reads a move: `F5`, `F5/1.2/0.5` or `PA`. The number after the second slash is the time spent on
/// it, in seconds.
///
/// # Errors
///
/// Fails if the text is not a move.
pub fn read_move(text: &str) -> Result<TimedMove, String> {
    let mut parts = text.split('/');
    let name = parts.next().unwrap_or_default().trim();
    // The evaluation is the other program's, and changes nothing.
    let (_, time) = (parts.next(), parts.next().unwrap_or_default().trim());
    let seconds = match time {
        "" => Some(0.0),
        time => time.parse::<f64>().ok(),
    };
    let Some(seconds) = seconds.filter(|_| parts.next().is_none()) else {
        return Err(format!(
            "\"{}\" is no move; expected a square, an evaluation and the seconds spent, as in F5/1.2/0.5",
            excerpt(text)
        ));
    };
    // A clock that was set back or stopped says nothing of the time spent.
    let seconds = if (0.0..=MAX_SECONDS as f64).contains(&seconds) {
        seconds
    } else {
        0.0
    };
    let time = Duration::from_secs_f64(seconds);
    let lower = name.to_ascii_lowercase();
    if matches!(lower.as_str(), "pa" | "pass" | "pass." | "--") {
        let name = PASS.to_owned();
        return Ok(TimedMove { name, time });
    }
    let digits = lower.get(1..).unwrap_or_default();
    let is_square = lower.starts_with(|first: char| first.is_ascii_lowercase())
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    match is_square {
        true => Ok(TimedMove { name: lower, time }),
        false => Err(format!(
            "\"{}\" is no move; expected a square such as F5, or PA for a pass",
            excerpt(name)
        )),
    }
}
