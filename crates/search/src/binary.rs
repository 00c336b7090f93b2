//! Solvers of questions with two answers: is a position worth at least so much?
//!
//! Proof-number search and its kin ask who wins. Of a game with more than two outcomes they are
//! asked once for each bound that matters: [`BisectionOracle`] finds exact values that way, and is an
//! [`Oracle`](crate::Oracle) like any other, so that regions and artifacts can be built on each of
//! these solvers.
//!
//! Four searches grow one [tree](best_first::BestFirst) best first and differ in what they keep of
//! a node: [`ExpectedWork`] with its two ablations (Randall et al. 2024), [`ProofNumbers`] and
//! [`Mcts`]. [`DfPn`] and [`Deepening`] go depth first. All but the last search one position
//! with several [threads](Resources::threads), at one tree: how quick they are depends on the
//! threads, and no answer does.
//!
//! ```
//! use std::sync::Arc;
//!
//! use solveig_game::{Game, Interval, Reduction};
//! use solveig_games::connect_four::ConnectFour;
//! use solveig_search::binary::{BestFirst, BisectionOracle, ExpectedWork, Resources};
//! use solveig_search::{Oracle, TranspositionTable, Unordered};
//!
//! let game = ConnectFour::new(4, 4)?;
//! let table = Arc::new(TranspositionTable::new(&game, 1 << 20)?);
//! let resources = Resources::new(table, Reduction::Canonical, 1 << 20);
//! let search = BestFirst::new(game.clone(), Unordered, &resources, ExpectedWork::default());
//! let mut solver = BisectionOracle::new(search);
//! let value = solver.value(&game.start(), Interval::unknown(game.value_range()))?;
//! assert_eq!(value, 0, "4x4 is a draw");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
pub mod best_first;
mod conditions;
mod deepening;
mod descent;
mod df_pn;
mod expected_work;
mod ground;
mod growth;
mod meeting;
mod method;
mod numbers;
mod patterns;
mod playout;
pub mod policy;
mod proof_numbers;
mod team;
mod thresholds;
mod tree;
mod win_rates;
mod zones;

pub use answers::{AnswerTable, KnownAnswer};
pub use best_first::BestFirst;
pub use conditions::Pattern;
pub use deepening::Deepening;
pub use df_pn::DfPn;
pub use expected_work::{Conjecture, ExpectedWork, LoserOrder, WorkEstimate};
pub use ground::Resources;
pub use method::Method;
pub use numbers::UNREACHABLE;
pub use numbers::{NumberTable, Numbers};
pub use playout::{Playout, random_playout};
pub use proof_numbers::ProofNumbers;
pub use thresholds::BisectionOracle;
pub use win_rates::Mcts;
pub use zones::ZoneTable;

use std::io::{self, Read, Write};
use std::ops::Add;

use solveig_game::{Game, Value};

use crate::StopToken;

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
    /// Answers that were not kept, because what they rest on had been forgotten: in games that depend on
    /// history alone.
    pub unkept: u64,
}

/// How many expansions there are between two questions whether to go on.
const BETWEEN_QUESTIONS: u64 = 256;

impl Effort {
    /// Whether it is time to ask whether to go on.
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
            known: self.known + other.known,
            cuts: self.cuts + other.cuts,
            unkept: self.unkept + other.unkept,
        }
    }
}

/// A search that answers whether the value of a position reaches a bound.
pub trait BinarySolver<G: Game>: Send {
    /// The game.
    fn game(&self) -> &G;

    /// Stops searches from now on when `stop` says so: at first, never. It is looked at more often
    /// than `go_on` is asked.
    fn set_stop(&mut self, stop: StopToken);

    /// Whether `position` is worth at least `bound` to the side to move; `None` if `go_on`, which
    /// is asked now and then, said no before that was known, or the search was
    /// [stopped](Self::set_stop). It goes on from there if the same is asked next.
    fn reaches(
        &mut self,
        position: &G::Position,
        bound: Value,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> Option<bool>;

    /// What the rules and the table know at once of whether `position` is worth at least `bound`. The move,
    /// where there is one, was the best when the answer was found, and the table may have mixed it up with
    /// one for another bound.
    fn look_up(&self, position: &G::Position, bound: Value) -> Option<KnownAnswer>;

    /// The proof numbers that are kept of `position`, if it keeps any. They say where to look, and decide nothing.
    fn proof_numbers(&self, _position: &G::Position, _bound: Value) -> Option<Numbers> {
        None
    }

    /// Writes all that the searches have found out so far, and where the last one stands that was stopped.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be written.
    fn save(&self, to: &mut dyn Write) -> io::Result<()>;

    /// Goes on from what a solver of the same kind wrote, for the same game and with the same knowledge. The search
    /// that was stopped goes on when its question is asked again, of the same position after the same
    /// history.
    ///
    /// What is read is believed: whoever keeps it has to see to it that it comes back as it was.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read, or is not what a solver of this kind writes; then the solver may have taken over
    /// a part of it.
    fn load(&mut self, from: &mut dyn Read) -> io::Result<()>;

    /// What all searches have taken since the solver was made.
    fn effort(&self) -> Effort;
}

impl<G: Game, S: BinarySolver<G> + ?Sized> BinarySolver<G> for Box<S> {
    fn game(&self) -> &G {
        (**self).game()
    }

    fn set_stop(&mut self, stop: StopToken) {
        (**self).set_stop(stop);
    }

    fn reaches(
        &mut self,
        position: &G::Position,
        bound: Value,
        go_on: &mut dyn FnMut(&Effort) -> bool,
    ) -> Option<bool> {
        (**self).reaches(position, bound, go_on)
    }

    fn proof_numbers(&self, position: &G::Position, bound: Value) -> Option<Numbers> {
        (**self).proof_numbers(position, bound)
    }

    fn look_up(&self, position: &G::Position, bound: Value) -> Option<KnownAnswer> {
        (**self).look_up(position, bound)
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        (**self).save(to)
    }

    fn load(&mut self, from: &mut dyn Read) -> io::Result<()> {
        (**self).load(from)
    }

    fn effort(&self) -> Effort {
        (**self).effort()
    }
}
