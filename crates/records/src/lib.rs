//! Records of games and positions in the formats of other programs.
//!
//! [`read`] recognises the format of a text and reads it for the board of a game. [`sgf`], [`ggf`]
//! and [`obf`] give what a record of their format states before a board is known. No reader plays
//! moves: the caller finds out whether the moves are legal.
//!
//! ```
//! use solveig_game::{BoardLayout, Family};
//! use solveig_records::{Board, Format, read};
//!
//! let layout = BoardLayout::lettered(Family::Hex, 3, 3, ["Black", "White"]);
//! let board = Board { spec: "hex:3x3", layout: &layout };
//! let record = read("(;GM[11]SZ[3];B[b2];W[a1])", &board)?;
//! assert_eq!(record.format, Format::Sgf);
//! assert_eq!(record.moves, ["b2", "a1"]);
//! # Ok::<(), solveig_records::RecordError>(())
//! ```

mod board;
pub mod ggf;
mod moves;
pub mod obf;
mod place;
mod played;
mod properties;
pub mod sgf;

pub use board::Board;
pub use place::{Place, RecordError, WrittenValue};
pub use played::PlayedMove;
use solveig_game::{Family, excerpt};

/// The maximum number of characters that [`read`] accepts.
pub const MAX_CHARACTERS: usize = 1_000_000;

/// The format of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// A board, moves, or both.
    #[default]
    Moves,
    /// Smart Game Format, of Go, Hex, Othello and others.
    Sgf,
    /// Generic Game Format, of Othello servers.
    Ggf,
    /// Othello Board Format: a position a line.
    Obf,
}

impl Format {
    /// The name in the HTTP interface: `sgf`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Sgf => "sgf",
            Self::Ggf => "ggf",
            Self::Obf => "obf",
        }
    }
}

/// A game as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What the file was read as.
    pub format: Format,
    /// The board string before the first move; `-` for the start of the game.
    pub from: String,
    /// The moves in the notation of the game, passes included; `swap` where the players of Hex
    /// exchange colours.
    pub moves: Vec<String>,
    /// The boards that the record states, for the reader to compare.
    pub boards: Vec<StatedBoard>,
    /// What was left out or assumed, in sentences.
    pub notes: Vec<String>,
}

/// A board that a record states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedBoard {
    /// How many of the moves lead to it.
    pub after: usize,
    /// The board as the text of a position.
    pub board: String,
    /// The line of the text that states it, from 1.
    pub line: usize,
}

impl Record {
    /// Compares the boards that the record states with those that its moves lead to: `reached[n]`
    /// is the board string after *n* moves.
    ///
    /// # Errors
    ///
    /// Fails at the first board that is another one.
    pub fn compare(&self, reached: &[String]) -> Result<(), RecordError> {
        for StatedBoard { after, board, line } in &self.boards {
            let Some(reached) = reached.get(*after) else {
                continue;
            };
            if !reached.eq_ignore_ascii_case(board) {
                let (board, reached) = (excerpt(board), excerpt(reached));
                let at = Place {
                    line: *line,
                    ..Place::START
                };
                return Err(at.error(format!(
                    "the moves do not lead to {board}; expected {reached}"
                )));
            }
        }
        Ok(())
    }
}

/// Reads SGF, GGF and OBF where the game has them, else a board, moves, or both.
///
/// # Errors
///
/// Fails if the text is too long, or if it is SGF, GGF or OBF and not a record of this game on this
/// board.
pub fn read(text: &str, board: &Board<'_>) -> Result<Record, RecordError> {
    if text.chars().nth(MAX_CHARACTERS).is_some() {
        let problem = format!("the text is too long; expected at most {MAX_CHARACTERS} characters");
        return Err(Place::START.error(problem));
    }
    let text = text.trim_start_matches('\u{feff}');
    let is_othello = board.is(Family::Othello);
    if board.layout.family.has_cells() && properties::is_tree(text) {
        if !ggf::is_ggf(text) {
            return sgf::SgfGame::read(text)?.record(board);
        }
        if is_othello {
            return ggf::GgfGame::read(text)?.record(board);
        }
        let problem = "the text is GGF, which records Othello; expected a record of";
        return Err(Place::START.error(format!("{problem} {}", board.spec)));
    }
    match is_othello && obf::is_obf(text) {
        true => obf::record(text, board),
        false => moves::record(text, board),
    }
}
