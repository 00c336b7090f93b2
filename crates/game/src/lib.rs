//! The vocabulary of Solveig: what a game is, and what can be known of its positions.
//!
//! The rest of the workspace is written against the [`Game`] trait. This crate does no input or
//! output, starts no thread and depends on nothing.
//!
//! # A tour
//!
//! A game in one page: Nim with one heap. A move takes one, two or three; whoever takes the last
//! one wins.
//!
//! ```
//! use solveig_game::*;
//!
//! #[derive(Clone)]
//! struct Nim { heap: u16 }
//!
//! impl Game for Nim {
//!     type Position = u16;
//!     fn spec(&self) -> String { format!("nim:{}", self.heap) }
//!     fn start(&self) -> u16 { self.heap }
//!     fn legal_moves(&self, left: &u16, moves: &mut Vec<Move>) {
//!         moves.extend((1..=3.min(*left)).map(Move));
//!     }
//!     fn play_unchecked(&self, left: &u16, taken: Move) -> u16 { left - taken.0 }
//!     fn terminal_value(&self, left: &u16) -> Option<Value> { (*left == 0).then_some(-1) }
//!     fn value_range(&self) -> ValueRange { ValueRange::symmetric(1) }
//!     fn level(&self, left: &u16) -> u32 { u32::from(self.heap - left) }
//!     fn max_level(&self) -> u32 { u32::from(self.heap) }
//! }
//!
//! impl Keyed for Nim {
//!     type Key = u64;
//!     fn key(&self, left: &u16) -> u64 { u64::from(*left) }
//!     fn position(&self, key: u64) -> Result<u16, InvalidKey> {
//!         let left = u16::try_from(key).ok().filter(|left| *left <= self.heap);
//!         left.ok_or(InvalidKey(key.into()))
//!     }
//!     fn key_bits(&self) -> u32 { 16 }
//!     fn move_codes(&self) -> u16 { 4 }
//! }
//!
//! impl Symmetric for Nim {}
//!
//! impl Notation for Nim {
//!     fn tie_break_rule(&self) -> String { "fewer first".into() }
//!     fn format_move(&self, taken: Move) -> String { taken.0.to_string() }
//!     fn parse_move(&self, text: &str) -> Result<(Move, usize), NotationError> {
//!         match text.chars().next() {
//!             Some(digit @ '1'..='3') => Ok((Move(digit as u16 - '0' as u16), 1)),
//!             _ => Err(NotationError::new(text, 0, "expected 1, 2 or 3")),
//!         }
//!     }
//!     fn render(&self, left: &u16, _: bool) -> String { "|".repeat((*left).into()) }
//! }
//!
//! let nim = Nim { heap: 7 };
//! let position = nim.parse_position("33")?;
//! assert_eq!(nim.moves(&position), [Move(1)]);
//! assert_eq!(perft(&nim, &nim.start(), 3), 23);
//!
//! let error = nim.parse_position("339").unwrap_err();
//! assert_eq!(error.to_string(), "move 3 of \"339\" (at character 3): expected 1, 2 or 3");
//! let error = nim.parse_position("332").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "move 3 of \"332\" (at character 3): 2 is not legal here; legal: 1"
//! );
//! # Ok::<(), MoveListError>(())
//! ```

mod board_text;
mod connection;
mod excerpt;
mod game;
mod game_ext;
mod key;
mod keyed;
mod layout;
pub mod mixing;
mod move_list;
mod moves;
mod notation;
mod perft;
pub mod random;
mod repetition_rule;
mod spec;
mod successors;
mod symmetry;
mod value;

pub use board_text::{
    BoardShape, board_at_front, board_without_side, is_after_pass, rows_at_front,
};
pub use connection::ConnectionGame;
pub use excerpt::{LONGEST_EXCERPT, LONGEST_MESSAGE, escaped, excerpt, excerpt_at, one_line};
pub use game::{Game, LevelRule};
pub use game_ext::GameExt;
pub use key::{InvalidKey, Key, LongKeys, WideKey};
pub use keyed::Keyed;
pub use layout::{BoardLayout, Family};
pub use move_list::{
    MoveError, MoveListError, is_end_of_game, judgement, play_move_by_move, without_marks,
};
pub use moves::Move;
pub use notation::{IllegalMove, Notation, NotationError, is_first_at_start};
pub use perft::perft;
pub use repetition_rule::{RepetitionKey, RepetitionRule};
pub use spec::{Spec, SpecError};
pub use successors::{Successor, successors};
pub use symmetry::{Reduction, Symmetric, Symmetry};
pub use value::{Interval, Value, ValueRange};
