//! Results of others: what another program proved of positions of Othello at a cut, imported from
//! its files, asked by position, derived from, and audited.
//!
//! The layout of the files is that of the results which Takizawa (2023) publishes: one file for
//! each hypothesis, a position above the cut, and in it one [`row`] for each search of a position
//! at the cut. [`import()`](import::import) sorts all rows into one [`store`]; [`mod@derive`] finds
//! the bounds of the hypotheses that follow from it; [`audit`] draws rows, and [`recheck`]
//! solves them again; [`moves`] finds moves that keep a value.
//!
//! Rules and keys are those of the independent checker, `solveig-verify`. Only the second solving
//! of an audit uses the solver.

pub mod audit;
mod class_record;
mod closure;
pub mod derive;
mod filter;
pub mod import;
pub mod moves;
pub mod recheck;
pub mod record;
pub mod row;
mod source;
pub mod store;
