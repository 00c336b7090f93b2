//! The names of the solvers.

use std::fmt;
use std::str::FromStr;

use solveig_game::{Game, GameExt};

use crate::binary::{Conjecture, Method, WorkEstimate};

/// The solvers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverName {
    /// The game's own solver where it has one, df-pn where values depend on how play came about,
    /// else principal variation search.
    Fastest,
    /// [`Minimax`](crate::Minimax).
    Minimax,
    /// [`PlainAlphaBeta`](crate::PlainAlphaBeta).
    Plain,
    /// [`AlphaBeta`](crate::AlphaBeta).
    AlphaBeta,
    /// [`PrincipalVariationSearch`](crate::PrincipalVariationSearch).
    Pvs,
    /// [`ReopeningAlphaBeta`](crate::reopening::ReopeningAlphaBeta).
    Reopening,
    /// [`ExpectedWork`](crate::binary::ExpectedWork).
    Ews,
    /// The same without win rates.
    EwsWr,
    /// The same without proof sizes.
    EwsPs,
    /// [`ProofNumbers`](crate::binary::ProofNumbers).
    Pns,
    /// [`DfPn`](crate::binary::DfPn).
    DfPn,
    /// [`Mcts`](crate::binary::Mcts).
    Mcts,
    /// [`IterativeDeepening`](crate::binary::IterativeDeepening).
    IterativeDeepening,
}

/// A solver that knows positions by their keys, where that is not enough.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{solver} keeps values by board, yet in {game} they depend on how play came about; choose any other"
)]
pub struct Unsuitable {
    /// The solver.
    pub solver: SolverName,
    /// The game.
    pub game: String,
}

impl SolverName {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Fastest,
        Self::Minimax,
        Self::Plain,
        Self::AlphaBeta,
        Self::Pvs,
        Self::Reopening,
        Self::Ews,
        Self::EwsWr,
        Self::EwsPs,
        Self::Pns,
        Self::DfPn,
        Self::Mcts,
        Self::IterativeDeepening,
    ];

    /// The names of those that answer questions with two answers.
    pub const BINARY: &str = "ews, ews-wr, ews-ps, pns, df-pn, mcts or deepening";

    /// The name used in commands and output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fastest => "fastest",
            Self::Minimax => "minimax",
            Self::Plain => "plain",
            Self::AlphaBeta => "alpha-beta",
            Self::Pvs => "pvs",
            Self::Reopening => "reopening",
            Self::Ews => "ews",
            Self::EwsWr => "ews-wr",
            Self::EwsPs => "ews-ps",
            Self::Pns => "pns",
            Self::DfPn => "df-pn",
            Self::Mcts => "mcts",
            Self::IterativeDeepening => "deepening",
        }
    }

    /// What it is, in a sentence.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Fastest => {
                "The game's own solver where it has one (Othello, Connect Four, Hex), df-pn where values depend on \
                 how play came about (Go), else pvs"
            }
            Self::Minimax => "Every play to its end; for small games",
            Self::Plain => "Fail-soft alpha-beta without a table",
            Self::AlphaBeta => "Fail-soft alpha-beta with a transposition table",
            Self::Pvs => "Principal variation search: alpha-beta with null-window tests",
            Self::Reopening => {
                "Reopening alpha-beta, as if each position were to be certified; keeps all it visits"
            }
            Self::Ews => "Expected Work Search",
            Self::EwsWr => "Expected Work Search without win rates: by proof sizes alone",
            Self::EwsPs => "Expected Work Search without proof sizes: by win rates alone",
            Self::Pns => "Proof-number search",
            Self::DfPn => "Depth-first proof-number search, with 1 + ε",
            Self::Mcts => "Monte Carlo tree search that proves",
            Self::IterativeDeepening => "Alpha-beta with iterative deepening",
        }
    }

    /// The solver of this name for `game`: where values depend on history, the fastest is one that
    /// keeps with its answers what they rest on.
    ///
    /// # Errors
    ///
    /// Fails if the solver knows positions by their keys, and that is not enough.
    pub fn for_game<G: Game>(self, game: &G) -> Result<Self, Unsuitable> {
        if !game.depends_on_history() {
            return Ok(self);
        }
        match self {
            Self::Fastest => Ok(Self::DfPn),
            Self::AlphaBeta | Self::Pvs | Self::Reopening => Err(Unsuitable {
                solver: self,
                game: game.spec(),
            }),
            _ => Ok(self),
        }
    }

    /// The method of a solver of questions with two answers.
    pub const fn method(self) -> Option<Method> {
        match self {
            Self::Ews => Some(Method::ExpectedWork(
                WorkEstimate::Expected,
                Conjecture::Node,
            )),
            Self::EwsWr => Some(Method::ExpectedWork(
                WorkEstimate::SizeAlone,
                Conjecture::Nobody,
            )),
            Self::EwsPs => Some(Method::ExpectedWork(
                WorkEstimate::RateAlone,
                Conjecture::Nobody,
            )),
            Self::Pns => Some(Method::ProofNumbers),
            Self::DfPn => Some(Method::DfPn),
            Self::Mcts => Some(Method::Mcts),
            Self::IterativeDeepening => Some(Method::IterativeDeepening),
            _ => None,
        }
    }

    /// Whether several of these solvers help each other, through a table that they share.
    pub const fn shares_table(self) -> bool {
        !matches!(self, Self::Minimax | Self::Plain | Self::Reopening)
    }

    /// Whether one of these solvers searches one position with several threads.
    pub const fn uses_threads(self) -> bool {
        self.method().is_some() && !matches!(self, Self::IterativeDeepening)
    }
}

impl fmt::Display for SolverName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SolverName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let named = Self::ALL.into_iter().find(|solver| solver.name() == name);
        named.ok_or_else(|| format!("there is no solver \"{name}\""))
    }
}
