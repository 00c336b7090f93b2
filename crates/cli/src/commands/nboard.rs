//! `solveig nboard`: an engine for the Othello board NBoard.

use anyhow::Result;
use clap::Args;
use solveig_protocol::nboard;

use crate::CommandVerdict;
use crate::engines::SearchLimitArguments;

/// Speak the protocol of NBoard on standard input and output: Othello
///
/// Evaluations are exact values. Where none is found within the time, a legal move is made and the
/// status line says that it is not proven.
#[derive(Args)]
pub struct Nboard {
    /// An artifact, a proof, the table of a campaign's player, or a game as in othello:6x6
    /// that is searched
    #[arg(
        value_name = "FILE.sol|FILE.proof|FILE.player|GAME",
        default_value = "othello:8x8"
    )]
    target: String,
    #[command(flatten)]
    limits: SearchLimitArguments,
}

impl Nboard {
    /// Answers until the input ends.
    pub fn run(self) -> Result<CommandVerdict> {
        self.limits.serve("NBoard", nboard::serve, &self.target)
    }
}
