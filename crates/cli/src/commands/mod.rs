//! The commands, one module each.

#[cfg(feature = "campaigns")]
mod campaign;
#[cfg(not(feature = "campaigns"))]
#[path = "without/campaign.rs"]
mod campaign;
mod completions;
mod count;
mod demo;
mod gtp;
mod info;
mod man;
mod nboard;
mod perft;
mod play;
mod probe;
mod prove;
mod serve;
mod solve;
mod train;
mod trees;
mod value;
mod verify;

use anyhow::Result;
use clap::Subcommand;

use crate::CommandVerdict;
use crate::output::Output;

/// What the program can be asked to do.
#[derive(Subcommand)]
pub enum Command {
    Value(value::Value),
    Solve(solve::Solve),
    Prove(prove::Prove),
    Campaign(campaign::Campaign),
    Info(info::Info),
    Probe(probe::Probe),
    Verify(verify::Verify),
    Count(count::Count),
    Perft(perft::Perft),
    Play(play::Play),
    Gtp(gtp::Gtp),
    Nboard(nboard::Nboard),
    Serve(serve::Serve),
    Demo(demo::Demo),
    Train(train::Train),
    Trees(trees::Trees),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    /// Does what was asked.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        match self {
            Self::Value(command) => command.run(output),
            Self::Solve(command) => command.run(output),
            Self::Prove(command) => command.run(output),
            Self::Campaign(command) => command.run(output),
            Self::Info(command) => command.run(output),
            Self::Probe(command) => command.run(output),
            Self::Verify(command) => command.run(output),
            Self::Count(command) => command.run(output),
            Self::Perft(command) => command.run(output),
            Self::Play(command) => command.run(output),
            Self::Gtp(command) => command.run(),
            Self::Nboard(command) => command.run(),
            Self::Serve(command) => command.run(output),
            Self::Demo(command) => command.run(output),
            Self::Train(command) => command.run(output),
            Self::Trees(command) => command.run(output),
            Self::Completions(command) => command.run(output),
            Self::Man(command) => command.run(output),
        }
    }
}
