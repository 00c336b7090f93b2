//! Rules, notation, game knowledge and game-specific solvers: one module per game.
//!
//! [`GameTable`] lists the games. A spec string such as `othello:6x6` selects one at run time and
//! yields an [`AnyGame`], a type-erased game that implements [`Game`](solveig_game::Game) itself,
//! so that code outside the hot loops of a search is compiled once.
//!
//! ```
//! use solveig_game::{Game, GameExt, Notation};
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
mod bounds_cache;
mod colour;
pub mod connect_four;
mod entry;
pub mod go;
pub mod grid;
pub mod hex;
pub mod mnk;
mod named;
mod names;
pub mod othello;
mod position;
pub mod random_tree;
mod table;
pub mod tree;

pub use any::AnyGame;
pub use entry::GameEntry;
pub use named::{NamedGame, Presentation, SideColour, Solvable};
pub use position::AnyPosition;
pub use solveig_game::{BoardLayout, Family};
pub use table::GameTable;
