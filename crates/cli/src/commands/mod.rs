//! The commands, one module each.

mod analyse;
#[cfg(feature = "campaigns")]
mod campaign;
mod completions;
mod count;
#[cfg(feature = "server")]
mod demo;
mod export;
mod gtp;
#[cfg(feature = "study")]
mod import_table;
mod info;
mod man;
mod nboard;
#[cfg(not(all(feature = "campaigns", feature = "server", feature = "study")))]
mod not_built;
mod perft;
mod play;
mod probe;
mod prove;
mod sample;
#[cfg(feature = "server")]
mod serve;
mod solve;
pub mod solvers;
#[cfg(feature = "study")]
mod trees;
mod value;
pub mod verify;

use anyhow::Result;
use clap::Subcommand;

use crate::CommandVerdict;
use crate::output::Output;

/// What the program can be asked to do.
#[derive(Subcommand)]
pub enum Command {
    Value(value::Value),
    Analyse(analyse::Analyse),
    Solve(solve::Solve),
    Prove(prove::Prove),
    #[cfg(feature = "campaigns")]
    Campaign(campaign::Campaign),
    #[cfg(not(feature = "campaigns"))]
    Campaign(not_built::NotBuilt),
    Info(info::Info),
    Probe(probe::Probe),
    Export(export::Export),
    Sample(sample::Sample),
    Verify(verify::Verify),
    Count(count::Count),
    Perft(perft::Perft),
    Play(play::Play),
    Gtp(gtp::Gtp),
    Nboard(nboard::Nboard),
    #[cfg(feature = "server")]
    Serve(serve::Serve),
    #[cfg(not(feature = "server"))]
    Serve(not_built::NotBuilt),
    #[cfg(feature = "server")]
    Demo(demo::Demo),
    #[cfg(not(feature = "server"))]
    Demo(not_built::NotBuilt),
    #[cfg(feature = "study")]
    ImportTable(import_table::ImportTable),
    #[cfg(not(feature = "study"))]
    ImportTable(not_built::NotBuilt),
    #[cfg(feature = "study")]
    Trees(trees::Trees),
    #[cfg(not(feature = "study"))]
    Trees(not_built::NotBuilt),
    Solvers(solvers::Solvers),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        match self {
            Self::Value(command) => command.run(output),
            Self::Analyse(command) => command.run(output),
            Self::Solve(command) => command.run(output),
            Self::Prove(command) => command.run(output),
            #[cfg(feature = "campaigns")]
            Self::Campaign(command) => command.run(output),
            #[cfg(not(feature = "campaigns"))]
            Self::Campaign(command) => command.run("campaigns"),
            Self::Info(command) => command.run(output),
            Self::Probe(command) => command.run(output),
            Self::Export(command) => command.run(output),
            Self::Sample(command) => command.run(output),
            Self::Verify(command) => command.run(output),
            Self::Count(command) => command.run(output),
            Self::Perft(command) => command.run(output),
            Self::Play(command) => command.run(output),
            Self::Gtp(command) => command.run(),
            Self::Nboard(command) => command.run(),
            #[cfg(feature = "server")]
            Self::Serve(command) => command.run(output),
            #[cfg(not(feature = "server"))]
            Self::Serve(command) => command.run("server"),
            #[cfg(feature = "server")]
            Self::Demo(command) => command.run(output),
            #[cfg(not(feature = "server"))]
            Self::Demo(command) => command.run("server"),
            #[cfg(feature = "study")]
            Self::ImportTable(command) => command.run(output),
            #[cfg(not(feature = "study"))]
            Self::ImportTable(command) => command.run("study"),
            #[cfg(feature = "study")]
            Self::Trees(command) => command.run(output),
            #[cfg(not(feature = "study"))]
            Self::Trees(command) => command.run("study"),
            Self::Solvers(command) => command.run(output),
            Self::Completions(command) => command.run(output),
            Self::Man(command) => command.run(output),
        }
    }
}
