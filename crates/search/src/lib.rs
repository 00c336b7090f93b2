//! Finds exact values and canonical best moves.
//!
//! A solver is an [`Oracle`]: it answers with exact values and nothing else. [`Minimax`] looks at
//! every play, [`AlphaBeta`] and [`PrincipalVariationSearch`] at few, [`PlainAlphaBeta`] at few
//! without a table, and [`reopening`] certifies a whole region at once. [`Knowledge`] tells a solver what can be read off
//! a position: bounds, moves that need not be searched, the order in which to try the others. A
//! [`TranspositionTable`] keeps what is proven, for one solver or for many.
//!
//! # A tour
//!
//! ```
//! use std::sync::Arc;
//!
//! use solveig_game::{Game, Interval, Reduction};
//! use solveig_games::othello::Othello;
//! use solveig_games::othello::knowledge::OthelloKnowledge;
//! use solveig_search::{Oracle, PrincipalVariationSearch, TranspositionTable};
//!
//! let game = Othello::<u64>::new(6, 4)?;
//! let table = Arc::new(TranspositionTable::new(&game, 16 << 20)?);
//! let knowledge = OthelloKnowledge::new(&game);
//! let mut solver =
//!     PrincipalVariationSearch::new(game.clone(), knowledge, table, Reduction::Canonical);
//!
//! let start = game.start();
//! let value = solver.value(&start, Interval::unknown(game.value_range()))?;
//! assert_eq!(value, 16);
//!
//! // All four first moves are alike; the first square from a1 on is canonical.
//! let best = solver.best_move(&start, value)?.expect("the game has just begun");
//! assert_eq!(game.format_move(best), "c1");
//!
//! // The other side gets no more, and a null-window test of that is cheaper than the value.
//! let reply = game.play(&start, best)?;
//! assert!(!solver.at_least(&reply, -15)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alpha_beta;
mod busy;
mod checkpoint;
mod minimax;
mod node_kind;
mod oracle;
mod plain;
mod pvs;
mod table;
mod visit;
mod window;

pub mod binary;
pub mod knowledge;
pub mod reopening;
pub mod solvers;
pub mod stop;

pub use alpha_beta::AlphaBeta;
pub use busy::CurrentlySearched;
pub use knowledge::{Knowledge, Unordered};
pub use minimax::Minimax;
pub use node_kind::NodeKind;
pub use oracle::Oracle;
pub use plain::PlainAlphaBeta;
pub use pvs::PrincipalVariationSearch;
pub use solveig_game::random;
pub use stop::{StopChecker, StopToken, Stopped};
pub use table::{Entry, NoTable, TablePolicy, TableSlot, TranspositionTable};
pub use window::Window;
