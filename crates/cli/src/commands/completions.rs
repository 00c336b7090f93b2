//! `solveig completions`: completion scripts for shells.

use std::fmt;

use anyhow::Result;
use clap::Args;
use clap_complete::Shell;
use serde::Serialize;

use crate::CommandVerdict;
use crate::output::Output;

/// Print the completions for a shell
#[derive(Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let mut script = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut crate::command(),
            crate::program(),
            &mut script,
        );
        output.answer(&Script {
            shell: self.shell.to_string(),
            script: String::from_utf8(script)?,
        })?;
        Ok(CommandVerdict::Holds)
    }
}

#[derive(Serialize)]
struct Script {
    shell: String,
    script: String,
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.script.trim_end())
    }
}
