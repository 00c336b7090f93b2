//! `solveig trees`: algorithms of game tree theory on random trees, trees in files and positions.

mod compare;
mod complexity;
mod figures;
mod pictures;
mod source;

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use solveig_study::trees::Payoff;
use solveig_study::trees::algorithms::{Algorithm, Gamma, PrincipalVariation, Storage};

use crate::CommandVerdict;
use crate::output::Output;

/// Run, compare, draw and explain the algorithms of game tree theory
///
/// On random trees, on trees in files, or on the tree of a real position to some depth, with an
/// evaluation at its leaves. Payoffs are those of Max, who moves at the root of a position.
#[derive(Args)]
pub struct Trees {
    #[command(subcommand)]
    task: TreesCommand,
}

#[derive(Subcommand)]
enum TreesCommand {
    Compare(compare::Compare),
    Draw(pictures::Draw),
    Trace(pictures::Trace),
    Explain(pictures::Explain),
    Write(pictures::Write),
    Complexity(complexity::Complexity),
    Figures(figures::Figures),
}

impl Trees {
    /// Runs the subcommand.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        match self.task {
            TreesCommand::Compare(task) => task.run(output),
            TreesCommand::Draw(task) => task.run(output),
            TreesCommand::Trace(task) => task.run(output),
            TreesCommand::Explain(task) => task.run(output),
            TreesCommand::Write(task) => task.run(output),
            TreesCommand::Complexity(task) => task.run(output),
            TreesCommand::Figures(task) => task.run(output),
        }?;
        Ok(CommandVerdict::Holds)
    }
}

/// The algorithms by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Name {
    /// Every node
    Minimax,
    /// Alpha-beta with an open window
    AlphaBeta,
    /// Principal variation search (NegaScout) without memory
    Pvs,
    /// SSS* with its LIST
    Sss,
    /// Null windows from above, each node keeping the bound that was found
    MtSss,
    /// The same, each node keeping both bounds
    MtSssHeavy,
    /// Null windows from below
    MtDual,
    /// The same, each node keeping both bounds
    MtDualHeavy,
    /// MTD(f): null windows from a guess on
    MtdF,
    /// The same, each node keeping both bounds
    MtdFHeavy,
    /// Null windows in the middle of what is known
    Bisect,
    /// Scout, each node keeping both bounds
    Scout,
    /// Reopening alpha-beta (Takizawa 2026), with an infinite window and without a table; players
    /// take turns
    Reopening,
}

impl Name {
    /// The algorithm in `solveig_study::trees`; `None` for reopening alpha-beta.
    const fn algorithm(self, guess: Payoff) -> Option<Algorithm> {
        Some(match self {
            Self::Minimax => Algorithm::Minimax,
            Self::AlphaBeta => Algorithm::AlphaBeta,
            Self::Pvs => Algorithm::PrincipalVariationSearch,
            Self::Sss => Algorithm::Sss,
            Self::MtSss => Algorithm::Mtd(Gamma::Sss, Storage::Weak),
            Self::MtSssHeavy => Algorithm::Mtd(Gamma::Sss, Storage::Heavy),
            Self::MtDual => Algorithm::Mtd(Gamma::Dual, Storage::Weak),
            Self::MtDualHeavy => Algorithm::Mtd(Gamma::Dual, Storage::Heavy),
            Self::MtdF => Algorithm::Mtd(Gamma::Guess(guess), Storage::Weak),
            Self::MtdFHeavy => Algorithm::Mtd(Gamma::Guess(guess), Storage::Heavy),
            Self::Bisect => Algorithm::Mtd(Gamma::Bisect, Storage::Weak),
            Self::Scout => Algorithm::Scout(PrincipalVariation::Bound, Storage::Heavy),
            Self::Reopening => return None,
        })
    }

    fn text(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
