//! `solveig nboard`: an engine for the Othello board NBoard.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use solveig_protocol::nboard;

use crate::CommandVerdict;
use crate::faces::SearchLimitArguments;

/// Speak the protocol of NBoard on standard input and output: Othello
///
/// Evaluations are exact values. Where none is found within the time, a legal move is made and the
/// status line says that it is not proven.
#[derive(Args)]
pub struct Nboard {
    /// The game
    #[arg(long, value_name = "SPEC", default_value = "othello:8x8")]
    game: String,
    /// The artifact to play from
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    artifact: Option<PathBuf>,
    #[command(flatten)]
    limits: SearchLimitArguments,
}

impl Nboard {
    /// Answers until the input ends.
    pub fn run(self) -> Result<CommandVerdict> {
        let protocol = ("NBoard", nboard::serve as _);
        self.limits
            .serve(protocol, Some(&self.game), self.artifact.as_deref())
    }
}
