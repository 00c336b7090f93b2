//! Searches for exact values and canonical best moves.
//!
//! Every solver is an [`Oracle`], a source of exact values. [`Minimax`] searches exhaustively;
//! [`AlphaBeta`], [`PrincipalVariationSearch`] and [`TestSearch`] (Scout, MTD(f), MT-SSS, MT-DUAL)
//! prune and use a transposition table; [`PlainAlphaBeta`] prunes without a table; [`binary`] has
//! proof-number search and related solvers. [`Knowledge`] provides game-specific bounds, pruning
//! and move ordering. A [`TranspositionTable`] stores proven bounds for one or several solvers.
//!
//! # A tour
//!
//! ```
//! use std::sync::Arc;
//!
//! use solveig_game::{Game, Interval, Notation, Reduction};
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

mod checkpoint;
pub mod clock;
mod currently_searched;
pub mod distance;
mod optimal_move;
mod oracle;
mod plain;
mod table;
mod table_search;
mod team;
mod window;

pub mod binary;
pub mod knowledge;
pub mod solvers;
pub mod stop;

pub use currently_searched::CurrentlySearched;
pub use knowledge::{
    Bounds, Estimates, Knowledge, MoveOrdering, NoKnowledge, ProofConditions, TableHints,
};
pub use optimal_move::optimal_move;
pub use oracle::{ManyWatch, Oracle, Watch};
pub use plain::{Minimax, PlainAlphaBeta, PlainSearch};
pub use solveig_game::random;
pub use stop::{Gate, StopChecker, StopToken, Stopped};
pub use table::{
    AtomicWords, Entry, FramedTable, NoTable, TablePolicy, TableSlot, TranspositionTable,
};
pub use table_search::{AlphaBeta, PrincipalVariationSearch, TableSearch, TestMethod, TestSearch};
pub use team::Team;
pub use window::Window;
