//! `solveig solvers`: the solvers by name, and the settings of Expected Work Search.

use anyhow::Result;
use clap::Args;
use solveig_search::solvers::SolverName;

use super::man::Page;
use crate::CommandVerdict;
use crate::output::Output;

const SETTINGS: &str = "\
Settings of ews, ews-wr and ews-ps (Randall et al. 2024), given as --ews conjecture=yes,seed=2:
  conjecture=WHO     Who is taken to win: none, nobody; yes or no, the side that is better off if
                     the value is, or is not, at least the bound in question; root or node, the
                     side that wins most playouts from there [default: node; ews-wr: none]
  epsilon=E          The first move stays first until another is better by a factor of more than
                     1 + E [default: 0]
  seed=N             Other playouts, and so another search for the same value [default: 1]
ews-ps has seed alone, and ews-wr no conjecture that depends on win rates.";

/// Explain the solvers that --solver names, and their settings
#[derive(Args)]
pub struct Solvers {}

impl Solvers {
    /// Prints the explanation.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        output.answer(&Page { page: page() })?;
        Ok(CommandVerdict::Holds)
    }
}

/// What the command prints, and its help begins with.
pub fn page() -> String {
    let solvers: String = SolverName::ALL.into_iter().map(explained).collect();
    format!("Solvers:\n{solvers}\n{SETTINGS}")
}

/// The name of a solver and its description, in lines of at most 100 columns.
fn explained(solver: SolverName) -> String {
    let (indent, mut lines, mut line) = (" ".repeat(14), String::new(), String::new());
    for word in solver.description().split(' ') {
        if indent.len() + line.len() + 1 + word.len() > 100 {
            lines += &format!("{line}\n{indent}");
            line.clear();
        } else if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    format!("  {:<11} {lines}{line}\n", solver.name())
}
