//! `solveig nboard`: an engine for the Othello board NBoard.

use anyhow::Result;
use clap::Args;
use solveig_protocol::nboard;

use crate::CommandVerdict;
use crate::faces::{SearchLimitArguments, TargetArgument};

/// Speak the protocol of NBoard on standard input and output: Othello
///
/// Without a target it plays othello:8x8. Evaluations are exact values. Where none is found within
/// the time, a legal move is made and the status line says that it is not proven.
#[derive(Args)]
pub struct Nboard {
    #[command(flatten)]
    target: TargetArgument,
    #[command(flatten)]
    limits: SearchLimitArguments,
}

impl Nboard {
    /// Answers until the input ends.
    pub fn run(self) -> Result<CommandVerdict> {
        let protocol = ("NBoard", nboard::serve as _);
        self.limits.serve(protocol, &self.target, "othello:8x8")
    }
}
