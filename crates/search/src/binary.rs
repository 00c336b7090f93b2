//! Solvers of binary questions: is the value of a position at least a bound?
//!
//! Proof-number search and related searches decide who wins. In games with more than two outcomes,
//! [`BisectionOracle`] asks them for one bound after another until the exact value is known. It
//! implements [`Oracle`](crate::Oracle), so regions and artifacts can be built with any of these
//! solvers.
//!
//! Four best-first searches share the tree search [`BestFirst`] and differ in their
//! [`Policy`](policy::Policy): [`ExpectedWork`] and its two ablations (Randall et al. 2024),
//! [`ProofNumbers`] and [`Mcts`]. [`DfPn`] and [`IterativeDeepening`] go depth first. All but the
//! last can search one position with several [threads](Resources::threads), which share a tree;
//! answers do not depend on their number or timing.
//!
//! ```
//! use std::sync::Arc;
//!
//! use solveig_game::{Game, Interval, Reduction};
//! use solveig_games::connect_four::ConnectFour;
//! use solveig_search::binary::{BestFirst, BisectionOracle, ExpectedWork, Resources};
//! use solveig_search::{Oracle, TranspositionTable, NoKnowledge};
//!
//! let game = ConnectFour::new(4, 4)?;
//! let table = Arc::new(TranspositionTable::new(&game, 1 << 20)?);
//! let resources = Resources::new(table, Reduction::Canonical, 1 << 20);
//! let policy = ExpectedWork::default();
//! let search = BestFirst::new(game.clone(), NoKnowledge, &resources, policy);
//! let mut solver = BisectionOracle::new(search);
//! let value = solver.value(&game.start(), Interval::unknown(game.value_range()))?;
//! assert_eq!(value, 0, "4x4 is a draw");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
pub mod best_first;
mod bisection;
mod context;
mod descent;
mod df_pn;
mod expected_work;
mod history_conditions;
mod iterative_deepening;
mod mcts;
mod memory;
mod monitor;
mod numbers;
mod patterns;
mod playout;
pub mod policy;
mod proof_numbers;
mod question;
mod resources;
mod simulation;
mod team;
mod tree;
mod zones;

pub use answers::AnswerTable;
pub use best_first::BestFirst;
pub use bisection::BisectionOracle;
pub use df_pn::DfPn;
#[cfg(not(solveig_page))]
pub(crate) use df_pn::EPSILON;
pub(crate) use expected_work::listed;
pub use expected_work::{Conjecture, ExpectedWork, SettingsError, WorkEstimate};
pub use history_conditions::Pattern;
pub use iterative_deepening::IterativeDeepening;
pub use mcts::Mcts;
pub use memory::Memory;
pub use numbers::UNREACHABLE;
pub use numbers::{NumberTable, Numbers};
pub use playout::{Playout, random_playout};
pub use proof_numbers::ProofNumbers;
pub use question::{KnownAnswer, implied_bounds};
pub use resources::Resources;
pub use zones::{KnownZone, ZoneTable};

use std::io::{self, Read, Write};
use std::ops::Add;

use auto_impl::auto_impl;
use solveig_game::{Game, Value};

use crate::StopToken;

/// Counters of the work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions that became nodes of the tree, were found decided when examined, or were met in
    /// simulations.
    pub nodes: u64,
    /// Expanded nodes.
    pub expansions: u64,
    /// Random games played to their end.
    pub playouts: u64,
    /// Positions answered by the table.
    pub table_answers: u64,
    /// Positions won by the move that the proof of a similar one has (simulation).
    pub simulated: u64,
    /// The number of times the tree exceeded its memory and was pruned.
    pub cuts: u64,
    /// Answers not stored because the conditions of a child's answer had been evicted; only in
    /// games that depend on history.
    pub unstored: u64,
}

/// The number of expansions between two calls of `go_on`.
const BETWEEN_QUESTIONS: u64 = 256;

impl Effort {
    /// Whether a call of `go_on` is due.
    const fn asks(&self) -> bool {
        self.expansions.is_multiple_of(BETWEEN_QUESTIONS)
    }
}

impl Add for Effort {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            expansions: self.expansions + other.expansions,
            playouts: self.playouts + other.playouts,
            table_answers: self.table_answers + other.table_answers,
            simulated: self.simulated + other.simulated,
            cuts: self.cuts + other.cuts,
            unstored: self.unstored + other.unstored,
        }
    }
}

/// A search that answers whether the value of a position reaches a bound.
#[auto_impl(Box)]
pub trait BinarySolver<G: Game>: Send {
    /// The game whose positions are asked about.
    fn game(&self) -> &G;

    /// Sets the stop flag of later searches; by default there is none. It is checked more often
    /// than `go_on` is called.
    fn set_stop(&mut self, stop: StopToken);

    /// Whether the value of `position` for the side to move is at least `bound`. `None` if `go_on`,
    /// which is called regularly, returned false or the search was [stopped](Self::set_stop) first;
    /// the search resumes if the next call asks the same question.
    fn reaches(
        &mut self,
        position: &G::Position,
        bound: Value,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> Option<bool>;

    /// The answer to the same question from the rules and the table, without search. The move, if
    /// there is one, is a hint: the table may have stored it for another bound.
    fn look_up(&self, position: &G::Position, bound: Value) -> Option<KnownAnswer>;

    /// The stored proof numbers of `position`, if the solver keeps any. They guide a search and
    /// prove nothing.
    fn proof_numbers(&self, _position: &G::Position, _bound: Value) -> Option<Numbers> {
        None
    }

    /// Writes a checkpoint: the tables and the state of the last search if it was stopped.
    ///
    /// # Errors
    ///
    /// Fails if `to` cannot be written.
    fn save(&self, to: &mut dyn Write) -> io::Result<()>;

    /// Restores a checkpoint of a solver of the same kind for the same game and with the same
    /// knowledge. A stopped search resumes when the same question is asked for the same position
    /// after the same history.
    ///
    /// The content is trusted: the caller has to protect checkpoints against corruption.
    ///
    /// # Errors
    ///
    /// Fails if `from` cannot be read or is no checkpoint of this kind of solver; a part of it may
    /// have been restored then.
    fn load(&mut self, from: &mut dyn Read) -> io::Result<()>;

    /// The total effort of all searches of this solver.
    fn effort(&self) -> Effort;
}
