//! `solveig man`: manual pages.

use std::fmt;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde::Serialize;
use solveig_game::excerpt;

use crate::CommandVerdict;
use crate::output::Output;

/// Print a manual page (solveig man | man -l -)
#[derive(Args)]
pub struct Man {
    /// The command the page is about; none for the overview
    command: Option<String>,
}

impl Man {
    /// Prints the page.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let mut root = crate::command().name(crate::program());
        root.build();
        let command = match &self.command {
            None => root,
            Some(name) => {
                let names: Vec<&str> = root
                    .get_subcommands()
                    .map(clap::Command::get_name)
                    .collect();
                let names = names.join(", ");
                let found = root.find_subcommand(name).cloned();
                found.ok_or_else(|| {
                    let name = excerpt(name);
                    anyhow!("there is no command \"{name}\"; there are: {names}")
                })?
            }
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command)
            .render(&mut page)
            .context("cannot write the page")?;
        output.answer(&Page {
            page: String::from_utf8(page)?,
        })?;
        Ok(CommandVerdict::Holds)
    }
}

#[derive(Serialize)]
struct Page {
    page: String,
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.page.trim_end())
    }
}
