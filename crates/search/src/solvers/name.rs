//! The names of the solvers.

use std::fmt;
use std::str::FromStr;

use solveig_game::{Game, GameExt};

use crate::binary::{ExpectedWork, SettingsError, WorkEstimate, listed};

/// The solvers by name, and the settings of those that have some.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// [`TestSearch`](crate::TestSearch) from a first guess, MTD(f).
    MtdF,
    /// [`TestSearch`](crate::TestSearch) from above, MT-SSS.
    MtSss,
    /// [`TestSearch`](crate::TestSearch) from below, MT-DUAL.
    MtDual,
    /// [`TestSearch`](crate::TestSearch) move by move, Scout.
    Scout,
    /// Expected Work Search, or one of its ablations.
    ExpectedWork(ExpectedWork),
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
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "{solver} keeps values by board, yet in {game} they depend on how play came about; choose fastest, plain, \
     minimax, {}",
    SolverName::binary_names()
)]
pub struct Unsuitable {
    /// The solver that was asked for.
    pub solver: SolverName,
    /// Spec of the game.
    pub game: String,
}

/// What a solver keeps, and what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// [`SolverName::Fastest`].
    Fastest,
    /// Values, without a table.
    Plain,
    /// Values, in a transposition table.
    Table,
    /// Answers to binary questions, by one thread.
    BinaryAlone,
    /// Answers to binary questions, by any number of threads.
    Binary,
}

impl SolverName {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Fastest,
        Self::Minimax,
        Self::Plain,
        Self::AlphaBeta,
        Self::Pvs,
        Self::MtdF,
        Self::MtSss,
        Self::MtDual,
        Self::Scout,
        Self::ExpectedWork(ExpectedWork::with(WorkEstimate::Expected)),
        Self::ExpectedWork(ExpectedWork::with(WorkEstimate::SizeAlone)),
        Self::ExpectedWork(ExpectedWork::with(WorkEstimate::RateAlone)),
        Self::Pns,
        Self::DfPn,
        Self::Mcts,
        Self::IterativeDeepening,
    ];

    /// The name used in commands and output, a one-line description, and the kind.
    const fn properties(self) -> (&'static str, &'static str, Kind) {
        match self {
            Self::Fastest => (
                "fastest",
                "The game's own solver where it has one (Othello, Connect Four, Hex), df-pn where values depend on \
                 how play came about (Go), else pvs",
                Kind::Fastest,
            ),
            Self::Minimax => (
                "minimax",
                "Every play to its end; for small games",
                Kind::Plain,
            ),
            Self::Plain => ("plain", "Fail-soft alpha-beta without a table", Kind::Plain),
            Self::AlphaBeta => (
                "alpha-beta",
                "Fail-soft alpha-beta with a transposition table",
                Kind::Table,
            ),
            Self::Pvs => (
                "pvs",
                "Principal variation search: alpha-beta with null-window tests",
                Kind::Table,
            ),
            Self::MtdF => (
                "mtd-f",
                "Null-window searches, each at the bound that the last one found: MTD(f) from the middle value",
                Kind::Table,
            ),
            Self::MtSss => (
                "mt-sss",
                "Null-window searches from the highest value down, in the manner of SSS*: MT-SSS",
                Kind::Table,
            ),
            Self::MtDual => (
                "mt-dual",
                "Null-window searches from the lowest value up, in the manner of dual SSS*: MT-DUAL",
                Kind::Table,
            ),
            Self::Scout => (
                "scout",
                "Scout: each move after the first is tested, and searched without a window if it is better",
                Kind::Table,
            ),
            Self::ExpectedWork(settings) => {
                let description = match settings.estimate {
                    WorkEstimate::Expected => "Expected Work Search",
                    WorkEstimate::SizeAlone => {
                        "Expected Work Search without win rates: by proof sizes alone"
                    }
                    WorkEstimate::RateAlone => {
                        "Expected Work Search without proof sizes: by win rates alone"
                    }
                };
                (settings.solver(), description, Kind::Binary)
            }
            Self::Pns => ("pns", "Proof-number search", Kind::Binary),
            Self::DfPn => (
                "df-pn",
                "Depth-first proof-number search, with 1 + ε",
                Kind::Binary,
            ),
            Self::Mcts => ("mcts", "Monte Carlo tree search that proves", Kind::Binary),
            Self::IterativeDeepening => (
                "deepening",
                "Alpha-beta with iterative deepening",
                Kind::BinaryAlone,
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

    const fn kind(self) -> Kind {
        self.properties().2
    }

    /// The settings of this solver, if it has any.
    const fn settings(self) -> Option<ExpectedWork> {
        match self {
            Self::ExpectedWork(settings) => Some(settings),
            Self::Fastest
            | Self::Minimax
            | Self::Plain
            | Self::AlphaBeta
            | Self::Pvs
            | Self::MtdF
            | Self::MtSss
            | Self::MtDual
            | Self::Scout
            | Self::Pns
            | Self::DfPn
            | Self::Mcts
            | Self::IterativeDeepening => None,
        }
    }

    /// The names of the [binary](Self::is_binary) solvers as a list: a, b or c.
    pub fn binary_names() -> String {
        let binary = Self::ALL.into_iter().filter(|solver| solver.is_binary());
        listed(binary.map(Self::name))
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
        match self.kind() {
            Kind::Fastest => Ok(Self::DfPn),
            Kind::Table => Err(Unsuitable {
                solver: self,
                game: game.spec(),
            }),
            Kind::Plain | Kind::BinaryAlone | Kind::Binary => Ok(self),
        }
    }

    /// The same solver with the settings that `text` names, as in
    /// [`ExpectedWork::changed_by`].
    ///
    /// # Errors
    ///
    /// Fails if the solver has no settings, no such setting, or a setting no such value.
    pub fn changed_by(self, text: &str) -> Result<Self, SettingsError> {
        let settings = self.settings();
        let settings = settings.ok_or_else(|| SettingsError::NoSettings(self.name()))?;
        settings.changed_by(text).map(Self::ExpectedWork)
    }

    /// Whether it is a [`BinarySolver`](crate::binary::BinarySolver).
    pub const fn is_binary(self) -> bool {
        matches!(self.kind(), Kind::BinaryAlone | Kind::Binary)
    }

    /// Whether several of these solvers share their work through a table.
    pub const fn shares_table(self) -> bool {
        !matches!(self.kind(), Kind::Plain)
    }

    /// Whether one such solver can search a position with several threads.
    pub const fn uses_threads(self) -> bool {
        matches!(self.kind(), Kind::Binary)
    }
}

impl fmt::Display for SolverName {
    /// The name, and the settings that differ from the defaults.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.settings() {
            Some(settings) => settings.fmt(f),
            None => f.pad(self.name()),
        }
    }
}

impl FromStr for SolverName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let named = Self::ALL.into_iter().find(|solver| solver.name() == name);
        named.ok_or_else(|| format!("there is no solver \"{name}\""))
    }
}
