//! `solveig gtp`: an engine for graphical boards that use GTP.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use solveig_protocol::gtp;

use crate::CommandVerdict;
use crate::faces::SearchLimitArguments;

/// Speak GTP 2, the Go Text Protocol, on standard input and output
///
/// For Sabaki, GoGui, HexGui and referees: Go, Hex, Othello and the other games on boards. Moves
/// are canonical where the value is found within the time; where not, a legal move is made and
/// standard error says that it is not proven. docs/protocols.md lists the commands.
#[derive(Args)]
pub struct Gtp {
    /// The game, as in go:4x4
    #[arg(long, value_name = "SPEC", required_unless_present = "artifact")]
    game: Option<String>,
    /// The artifact to play from
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    artifact: Option<PathBuf>,
    #[command(flatten)]
    limits: SearchLimitArguments,
}

impl Gtp {
    /// Answers until the input ends.
    pub fn run(self) -> Result<CommandVerdict> {
        let protocol = ("GTP", gtp::serve as _);
        self.limits
            .serve(protocol, self.game.as_deref(), self.artifact.as_deref())
    }
}
