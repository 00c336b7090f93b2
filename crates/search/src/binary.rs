//! Solvers of questions with two answers: is a position worth at least so much?
//!
//! Proof-number search and its kin ask who wins. Of a game with more than two outcomes they are asked once for
//! each bound that matters: [`Thresholds`] finds exact values that way, and is an [`Oracle`](crate::Oracle) like any other,
//! so that regions and artifacts can be built on each of these solvers.
//!
//! Four searches grow one [tree](best_first::BestFirst) best first and differ in what they keep of a node:
//! [`ExpectedWork`] with its two ablations (paper 003), [`ProofNumbers`] and [`WinRates`]. [`DfPn`] and
//! [`Deepening`] go depth first.
//!
//! ```
//! use std::sync::Arc;
//!
//! use solveig_game::{Game, Interval, Reduction};
//! use solveig_games::connect_four::ConnectFour;
//! use solveig_search::binary::{BestFirst, ExpectedWork, Resources, Thresholds};
//! use solveig_search::{Oracle, TranspositionTable, Unordered};
//!
//! let game = ConnectFour::new(4, 4)?;
//! let table = Arc::new(TranspositionTable::new(&game, 1 << 20)?);
//! let resources = Resources::new(table, Reduction::Canonical, 1 << 20);
//! let search = BestFirst::new(game.clone(), Unordered, resources, ExpectedWork::default());
//! let mut solver = Thresholds::new(search);
//! let value = solver.value(&game.start(), Interval::unknown(game.value_range()));
//! assert_eq!(value, 0, "4x4 is a draw");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod best_first;
mod deepening;
mod df_pn;
mod expected_work;
mod ground;
mod numbers;
mod playout;
mod proof_numbers;
mod thresholds;
mod tree;
mod win_rates;

pub use best_first::BestFirst;
pub use deepening::Deepening;
pub use df_pn::DfPn;
pub use expected_work::{ExpectedWork, LoserOrder, WorkEstimate};
pub use ground::Resources;
pub use numbers::{NumberTable, Numbers};
pub use playout::{Playout, random_playout};
pub use proof_numbers::ProofNumbers;
pub use thresholds::Thresholds;
pub use win_rates::WinRates;

use solveig_game::{Game, Value};

/// What a search has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions that came to be nodes of the tree, or were looked at and found decided.
    pub nodes: u64,
    /// Nodes whose moves were all looked at.
    pub expansions: u64,
    /// Random plays to the end.
    pub playouts: u64,
    /// Positions that the table knew the answer of.
    pub known: u64,
    /// Times that the tree outgrew its memory and was cut back.
    pub cuts: u64,
}

/// A search that answers whether the value of a position reaches a bound.
pub trait BinarySolver<G: Game>: Send {
    /// The game.
    fn game(&self) -> &G;

    /// Whether `position` is worth at least `bound` to the side to move; `None` if `go_on`, which is asked
    /// now and then, said no before that was known. What was found out by then is kept in the table alone.
    fn reaches(
        &mut self,
        position: &G::Position,
        bound: Value,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> Option<bool>;

    /// What all searches have taken since the solver was made.
    fn effort(&self) -> Effort;
}
