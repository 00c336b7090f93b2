//! The names of the solvers.

use std::fmt;
use std::str::FromStr;

use solveig_game::{Game, GameExt};

use crate::binary::{Conjecture, Method, WorkEstimate};

/// The solvers by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverName {
    /// The game-specific solver if there is one, df-pn in games that depend on history, else
    /// principal variation search.
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

/// The error of a solver that identifies positions by keys, in a game that depends on history.
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

    /// The names of the binary solvers.
    pub const BINARY: &str = "ews, ews-wr, ews-ps, pns, df-pn, mcts or deepening";

    /// The name used in commands and output, a one-line description, and the method of a binary
    /// solver.
    const fn properties(self) -> (&'static str, &'static str, Option<Method>) {
        use Method::ExpectedWork;
        match self {
            Self::Fastest => (
                "fastest",
                "The game's own solver where it has one (Othello, Connect Four, Hex), df-pn where values depend on \
                 how play came about (Go), else pvs",
                None,
            ),
            Self::Minimax => ("minimax", "Every play to its end; for small games", None),
            Self::Plain => ("plain", "Fail-soft alpha-beta without a table", None),
            Self::AlphaBeta => (
                "alpha-beta",
                "Fail-soft alpha-beta with a transposition table",
                None,
            ),
            Self::Pvs => (
                "pvs",
                "Principal variation search: alpha-beta with null-window tests",
                None,
            ),
            Self::Reopening => (
                "reopening",
                "Reopening alpha-beta, as if each position were to be certified; keeps all it visits",
                None,
            ),
            Self::Ews => (
                "ews",
                "Expected Work Search",
                Some(ExpectedWork(WorkEstimate::Expected, Conjecture::Node)),
            ),
            Self::EwsWr => (
                "ews-wr",
                "Expected Work Search without win rates: by proof sizes alone",
                Some(ExpectedWork(WorkEstimate::SizeAlone, Conjecture::Nobody)),
            ),
            Self::EwsPs => (
                "ews-ps",
                "Expected Work Search without proof sizes: by win rates alone",
                Some(ExpectedWork(WorkEstimate::RateAlone, Conjecture::Nobody)),
            ),
            Self::Pns => ("pns", "Proof-number search", Some(Method::ProofNumbers)),
            Self::DfPn => (
                "df-pn",
                "Depth-first proof-number search, with 1 + ε",
                Some(Method::DfPn),
            ),
            Self::Mcts => (
                "mcts",
                "Monte Carlo tree search that proves",
                Some(Method::Mcts),
            ),
            Self::IterativeDeepening => (
                "deepening",
                "Alpha-beta with iterative deepening",
                Some(Method::IterativeDeepening),
            ),
        }
    }

    /// The name used in commands and output.
    pub const fn name(self) -> &'static str {
        self.properties().0
    }

    /// A one-line description.
    pub const fn description(self) -> &'static str {
        self.properties().1
    }

    /// The solver of this name for `game`: in games that depend on history, `Fastest` is df-pn,
    /// which stores history conditions with its answers.
    ///
    /// # Errors
    ///
    /// Fails if the solver identifies positions by keys and the game depends on history.
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

    /// The method of a binary solver; `None` for others.
    pub const fn method(self) -> Option<Method> {
        self.properties().2
    }

    /// Whether several of these solvers share their work through a table.
    pub const fn shares_table(self) -> bool {
        !matches!(self, Self::Minimax | Self::Plain | Self::Reopening)
    }

    /// Whether one such solver can search a position with several threads.
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
