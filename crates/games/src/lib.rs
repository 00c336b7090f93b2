//! The rules and notation of the games Solveig knows, one module a game.
//!
//! Nothing here searches. Games are chosen at run time by a spec string through [`AnyGame`], which
//! is a game itself: what is not at the heart of a search is written and compiled for it alone.
//!
//! ```
//! use solveig_game::{Game, GameExt};
//! use solveig_games::othello::Othello;
//!
//! let othello = Othello::<u64>::new(6, 6)?;
//! let position = othello.parse_position("e4 c5")?;
//! assert_eq!(othello.level(&position), 6);
//!
//! let error = othello.parse_position("e4c5x9").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "move 3 of \"e4c5x9\" (at character 5): \
//!      no square x9 on a 6x6 board (columns a-f, rows 1-6)"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
pub mod connect_four;
mod erased;
pub mod go;
pub mod grid;
pub mod hex;
mod layout;
pub mod mnk;
mod named;
mod names;
pub mod othello;
pub mod random_tree;
mod table;
pub mod tree;

pub use any::{AnyGame, AnyPosition};
pub use layout::{BoardLayout, Family};
pub use named::{NamedGame, Solvable};
pub use table::{GameEntry, GameTable};
