//! Tables of semi-strong solutions by others: the layout in which Takizawa (2026) publishes 6x6
//! Othello.
//!
//! A table is a CSV file. Each row is a position with X to move, on the 8x8 board in whose middle
//! the game's board is; its number of discs; its node kinds as a sum of codes
//! ([`RowKinds`](row::RowKinds)); and two bounds on its value for the side to move.
//!
//! [`import`](import::Import) sorts the rows by level on disk, in bounded memory, and compares each
//! with the others by the rules of the game: whether its children have the kinds and bounds that
//! its own kinds require, and whether another row requires it. [`values`] searches values, and
//! [`tie_break`] keeps the moves that a table chose.

mod closure;
pub mod import;
pub mod row;
pub mod tie_break;
pub mod values;

use std::path::PathBuf;

use solveig_region::BuildError;
use solveig_search::Stopped;

/// Why a table was not read or compared.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The table cannot be read.
    #[error("{path}: cannot read: {cause}", path = path.display())]
    File {
        /// The table.
        path: PathBuf,
        /// The system's error.
        cause: std::io::Error,
    },
    /// A line is no row.
    #[error("{path}, line {line}: {problem}", path = path.display())]
    Line {
        /// The table.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// What was found and what was expected.
        problem: String,
    },
    /// The table changed while it was read.
    #[error("{path} changed while it was read", path = path.display())]
    Changed {
        /// The table.
        path: PathBuf,
    },
    /// The work has read other bytes than the table begins with.
    #[error(
        "{work}: this work has read another table than {path} is now; without it, the import begins \
         again",
        work = work.display(),
        path = path.display()
    )]
    OtherTable {
        /// The table.
        path: PathBuf,
        /// The directory of the work.
        work: PathBuf,
    },
    /// Too many rows disagree to keep all of them.
    #[error("more than {limit} rows disagree; the first: {first}")]
    TooMany {
        /// How many are kept.
        limit: usize,
        /// The first of them.
        first: String,
    },
    /// The game is none that such tables have.
    #[error("{game}: expected a game of Othello on at most 40 squares, at most 8 by 8")]
    Game {
        /// The game's spec.
        game: String,
    },
    /// A file of the unfinished work cannot be used.
    #[error(transparent)]
    Work(#[from] BuildError),
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
