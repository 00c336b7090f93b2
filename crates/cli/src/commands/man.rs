//! `solveig man`: manual pages.

use std::fmt;
use std::io;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use clap_mangen::roff::{Roff, bold, roman};
use serde::Serialize;
use solveig_game::excerpt;

use crate::CommandVerdict;
use crate::examples::examples;
use crate::games::games;
use crate::output::Output;
use crate::{EXIT_STATUS, FILES, WRITING};

/// Print a manual page (solveig man | man -l -)
#[derive(Args)]
pub struct Man {
    /// The command the page is about, as in: campaign init; none for the overview
    #[arg(value_name = "COMMAND")]
    path: Vec<String>,
}

impl Man {
    /// Prints the page.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let mut command = crate::command().name(crate::program());
        command.build();
        for name in &self.path {
            let names = command.get_subcommands().map(clap::Command::get_name);
            let others = match names.collect::<Vec<_>>() {
                none if none.is_empty() => format!("{} has none", command.get_name()),
                names => format!("there are: {}", names.join(", ")),
            };
            let found = command.find_subcommand(name).cloned();
            command = found.ok_or_else(|| {
                let name = excerpt(name);
                anyhow!("there is no command \"{name}\"; {others}")
            })?;
        }
        let mut page = Vec::new();
        write(command, &self.path.join(" "), &mut page).context("cannot write the page")?;
        output.answer(&Page {
            page: String::from_utf8(page)?,
        })?;
        Ok(CommandVerdict::Holds)
    }
}

/// Writes the page of a command; `name` is empty for the overview.
fn write(command: clap::Command, name: &str, page: &mut Vec<u8>) -> io::Result<()> {
    let has_subcommands = command.has_subcommands();
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").to_owned();
    let source = format!("{} {}", crate::program(), env!("CARGO_PKG_VERSION"));
    let man = clap_mangen::Man::new(command).source(source);
    man.render_title(page)?;
    man.render_name_section(page)?;
    let mut synopsis = Roff::new();
    synopsis.control("SH", ["SYNOPSIS"]);
    synopsis.text([roman(usage)]);
    synopsis.to_writer(page)?;
    man.render_description_section(page)?;
    if has_subcommands {
        man.render_subcommands_section(page)?;
    }
    man.render_options_section(page)?;
    let mut end = Roff::new();
    if name.is_empty() {
        end.control("SH", ["GAMES"]);
        for entry in games().table().entries() {
            end.text([roman(entry.spec())]);
            end.control("br", []);
        }
    }
    end.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in EXIT_STATUS {
        item(&mut end, status, meaning);
    }
    let examples = examples(name).collect::<Vec<_>>();
    if !examples.is_empty() {
        end.control("SH", ["EXAMPLES"]);
    }
    for (what, line) in examples {
        end.control("PP", []);
        end.text([roman(what)]);
        end.control("PP", []);
        end.control("RS", ["4"]);
        end.text([bold(crate::own_name(line))]);
        end.control("RE", []);
    }
    end.control("SH", ["FILES"]);
    for (file, content) in FILES {
        item(&mut end, file, content);
    }
    end.control("PP", []);
    end.text([roman(WRITING)]);
    end.to_writer(page)?;
    man.render_version_section(page)
}

/// Adds a term and what it means.
fn item(page: &mut Roff, term: &str, meaning: &str) {
    page.control("TP", []);
    page.text([bold(term)]);
    page.text([roman(meaning)]);
}

/// A manual page as it is printed.
#[derive(Serialize)]
pub struct Page {
    pub page: String,
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.page.trim_end())
    }
}
