//! `solveig gtp`: an engine for graphical boards that use GTP.

use anyhow::Result;
use clap::Args;
use solveig_protocol::gtp;

use crate::CommandVerdict;
use crate::engines::SearchLimitArguments;

/// Speak GTP 2, the Go Text Protocol, on standard input and output
///
/// For Sabaki, GoGui, HexGui and referees: Go, Hex, Othello and the other games on boards. Moves
/// are proved to keep the value where it is found within the time; where not, a legal move is made
/// and standard error says that it is not proven. docs/reference/protocols.md lists the commands.
#[derive(Args)]
pub struct Gtp {
    /// An artifact, a proof, the table of a campaign's player, or a game as in go:4x4 that is
    /// searched
    #[arg(value_name = "FILE.sol|FILE.proof|FILE.player|GAME")]
    target: String,
    #[command(flatten)]
    limits: SearchLimitArguments,
}

impl Gtp {
    /// Answers until the input ends.
    pub fn run(self) -> Result<CommandVerdict> {
        self.limits.serve("GTP", gtp::serve, &self.target)
    }
}
