//! The command-line program `solveig` as a library, so that it can be run with user-defined games.
//!
//! [`run`] is the whole program. Games passed to it work in every command:
//!
//! ```text
//! fn main() -> std::process::ExitCode {
//!     solveig_cli::run(solveig_cli::games![Chomp])
//! }
//! ```
//!
//! `commands` has one module for each command; the other modules are shared by several commands.

mod arguments;
mod artifact;
mod boards;
mod checkpoint_file;
mod code;
mod commands;
mod engines;
mod examples;
mod failure;
mod figures;
mod files;
mod games;
mod level_counts;
mod levels;
mod limits;
mod lines;
mod memory;
mod messages;
mod output;
#[cfg(feature = "campaigns")]
mod player_engine;
mod progress;
mod published;
mod stopping;
mod times;
mod value_words;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::builder::{PossibleValue, Resettable, StyledStr};
use clap::error::{ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser};
use solveig_game::{LONGEST_EXCERPT, excerpt};
use solveig_games::GameEntry;
use tracing_subscriber::filter::LevelFilter;

use arguments::mark_board;
use commands::{Command, solvers};
use output::Output;

pub use code::set_code_file;
pub use games::OwnGame;
use games::{ProgramGames, games};

/// The outcome of a command, which determines the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CommandVerdict {
    /// The command succeeded, and what it checked is true. Status 0.
    Holds,
    /// A check ran and failed. Status 1.
    Fails,
    /// Some input lines were bad; the others were answered. Status 2.
    BadInput,
    /// A limit of time or a signal ended the work early. Status 2.
    NotDecided,
}

/// What an exit status means.
const EXIT_STATUS: [(&str, &str); 3] = [
    ("0", "done and true"),
    ("1", "a check ran and failed"),
    ("2", "bad input or environment, or not decided"),
];

/// The files that commands read and write.
const FILES: [(&str, &str); 5] = [
    ("FILE.sol", "a solution, called artifact: values and moves"),
    (
        "FILE.cert",
        "a certificate: the proof that no other move is better",
    ),
    ("FILE.proof", "a proof of a bound or a value"),
    (
        "FILE.sol.work",
        "unfinished work of `solve`, which goes on from it",
    ),
    ("FILE.campaign", "the ledger of a campaign"),
];

/// The form of help: what a command does, its usage, its arguments, and examples.
const HELP: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

/// When files are written.
const WRITING: &str = "\
Files that are written stand under their names when they are whole. One that is there already \
is replaced if it is empty or of the same kind and game; --force replaces any other.";

/// Solves two-player games of perfect information and proves it.
#[derive(Parser)]
#[command(name = "solveig", version, max_term_width = 100)]
#[command(propagate_version = true, subcommand_required = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Print one JSON object, or one a line, and nothing else on standard output
    ///
    /// docs/reference/json.md describes the objects. An error is an object, too.
    #[arg(long, global = true, help_heading = "Output")]
    json: bool,
    /// Say more of what is done on standard error; twice for all there is
    #[arg(short, long, global = true, help_heading = "Output", action = clap::ArgAction::Count)]
    verbose: u8,
    /// Say nothing on standard error but errors and warnings: no progress, no totals
    #[arg(
        short,
        long,
        global = true,
        help_heading = "Output",
        conflicts_with = "verbose"
    )]
    quiet: bool,
}

/// Runs the program with the arguments of this process, the built-in games and `own`.
pub fn run(own: impl IntoIterator<Item = OwnGame>) -> ExitCode {
    ExitCode::from(run_with(std::env::args_os(), own))
}

/// Runs the program like [`run`], with these arguments, the first of which is its name; returns the
/// exit status. A process does so once, since the games and the handlers of signals stay: a second
/// call fails with status 2.
pub fn run_with(
    words: impl IntoIterator<Item = OsString>,
    own: impl IntoIterator<Item = OwnGame>,
) -> u8 {
    if ARGUMENTS.set(words.into_iter().collect()).is_err() {
        let again = anyhow::anyhow!("a process runs the program once");
        return ended(Err(again), false);
    }
    let json = asks_for_json();
    if let Err(error) = ProgramGames::set(own) {
        return ended(Err(error.into()), json);
    }
    let begun = stopping::end_on_signals().and_then(|()| match json {
        true => expect_unicode(),
        false => Ok(()),
    });
    if let Err(error) = begun {
        return ended(Err(error), json);
    }
    let arguments = parser().try_get_matches_from(arguments().cloned().map(mark_board));
    let parsed = arguments.and_then(|matches| Arguments::from_arg_matches(&matches));
    match parsed {
        Ok(arguments) => {
            start_log(arguments.verbose);
            if arguments.quiet {
                messages::be_quiet();
            }
            ended(obey(arguments), json)
        }
        Err(error) => usage(&error, json),
    }
}

/// The commands with all that is said of them.
fn command() -> clap::Command {
    let specs = games().table().entries().iter().map(GameEntry::spec);
    let specs: Vec<&str> = specs.collect();
    let statuses = EXIT_STATUS.map(|(status, meaning)| format!("{status} {meaning}"));
    let end = format!(
        "{}\nExit status: {}.\n\n{WRITING}\n\nGames: {}",
        examples::help(""),
        statuses.join("; "),
        specs.join(", ")
    );
    let command = Arguments::command()
        .after_help(end)
        .mut_subcommand("solvers", |command| command.long_about(solvers::page()))
        .mut_subcommands(|command| {
            let name = command.get_name();
            let mut help = examples::help(name);
            let is_explained = |argument: &clap::Arg| argument.get_long_help().is_some();
            if command.get_arguments().any(is_explained) {
                help += &format!("\n`{} man {name}` says more of the options.", program());
            }
            command.after_help(help)
        });
    in_own_name(command)
}

/// The command with the name of this program in its help.
fn in_own_name(command: clap::Command) -> clap::Command {
    let own = |text: Option<&StyledStr>| -> Resettable<StyledStr> {
        let text = text.map(|text| own_name(&text.to_string()).into());
        text.into()
    };
    let about = own(command.get_about());
    let long_about = own(command.get_long_about());
    let after_help = own(command.get_after_help());
    command
        .about(about)
        .long_about(long_about)
        .after_help(after_help)
        .mut_args(|argument| {
            let help = own(argument.get_help());
            let long_help = own(argument.get_long_help());
            argument.help(help).long_help(long_help)
        })
        .mut_subcommands(in_own_name)
}

/// A text about the program `solveig`, with the name of this one.
fn own_name(text: &str) -> String {
    text.replace("solveig ", &format!("{} ", program()))
}

/// The parser of arguments, whose help has a line or two for each option; manual pages say more.
fn parser() -> clap::Command {
    in_short(command())
}

/// `command` without the long help of its arguments, which clap would set apart by empty lines.
fn in_short(command: clap::Command) -> clap::Command {
    let text = |said: Option<&StyledStr>| said.map(ToString::to_string).unwrap_or_default();
    let (about, said) = (text(command.get_about()), text(command.get_long_about()));
    let more = said.strip_prefix(&about).unwrap_or(&said).trim_start();
    let command = match more {
        "" => command,
        more => command.before_help(more.to_owned()),
    };
    command
        .long_about(None::<&str>)
        .help_template(HELP)
        .mut_args(|argument| match values_of(&argument) {
            Some(help) => argument.help(help).hide_possible_values(true),
            None => argument,
        })
        .mut_args(|argument| argument.long_help(None::<&str>))
        .mut_subcommands(in_short)
}

/// The help of an argument with the names of its values, where clap would explain each.
fn values_of(argument: &clap::Arg) -> Option<String> {
    let values = argument.get_possible_values();
    let has_help = values.iter().any(|value| value.get_help().is_some());
    if argument.is_hide_possible_values_set() || !has_help {
        return None;
    }
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    let help = argument.get_help()?;
    Some(format!("{help} [possible values: {}]", names.join(", ")))
}

/// Set once, when the program starts.
static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// The arguments of the program, its name in front.
fn arguments() -> impl Iterator<Item = &'static OsString> {
    ARGUMENTS.get().into_iter().flatten()
}

/// The name under which this program was started: that of its file.
fn program() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    NAME.get_or_init(|| {
        let path = arguments().next().map(PathBuf::from);
        let name = path.as_deref().and_then(Path::file_stem);
        let name = name.and_then(OsStr::to_str);
        name.unwrap_or("solveig").to_owned()
    })
}

fn obey(arguments: Arguments) -> anyhow::Result<CommandVerdict> {
    output::expect_open()?;
    let mut output = Output::new(arguments.json);
    let verdict = arguments.command.run(&mut output)?;
    match output.flush() {
        // A closed pipe does not change the exit status: the verdict is known.
        Err(error) if !output::is_closed_pipe(&error) => Err(error),
        _ => Ok(verdict),
    }
}

/// Whether `--json` is among the arguments, which decides how an error in them is reported.
fn asks_for_json() -> bool {
    let mut options = arguments().skip(1).take_while(|one| *one != "--");
    options.any(|one| one == "--json")
}

/// Fails if an argument is not Unicode: answers in JSON name files.
fn expect_unicode() -> anyhow::Result<()> {
    match arguments().find(|one| one.to_str().is_none()) {
        None => Ok(()),
        Some(odd) => anyhow::bail!(
            "{}: expected UTF-8, since JSON cannot name anything else",
            odd.display()
        ),
    }
}

fn ended(done: anyhow::Result<CommandVerdict>, json: bool) -> u8 {
    match done {
        Ok(CommandVerdict::Holds) => 0,
        Ok(CommandVerdict::Fails) => 1,
        Ok(CommandVerdict::BadInput | CommandVerdict::NotDecided) => 2,
        // The reader closed the pipe, as `head` does: not an error.
        Err(error) if output::is_closed_pipe(&error) => 0,
        Err(error) => {
            failure::report(&format!("{error:#}"), json);
            2
        }
    }
}

fn start_log(verbose: u8) {
    let level = match verbose {
        0 => LevelFilter::WARN,
        1 => LevelFilter::INFO,
        2 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_target(false)
        .without_time()
        .init();
}

/// Prints what clap returns: help and version unchanged, errors as one line.
fn usage(error: &clap::Error, json: bool) -> u8 {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let printed = output::expect_open().and_then(|()| output::written(error.print()));
            ended(printed.map(|()| CommandVerdict::Holds), json)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            let problem = own_name("no command is given; `solveig --help` lists them");
            failure::report(&problem, json);
            2
        }
        _ => {
            let text = quoted_shortly(error);
            let said = text.split("\n\nUsage:").next().unwrap_or_default();
            let said = said.split("\n\nFor more information").next();
            let said = said.unwrap_or_default().trim_start_matches("error:");
            failure::report(&said.trim().replace("\n\n", "; "), json);
            2
        }
    }
}

/// The text of clap's error, with long arguments shortened, and with what was expected of numbers
/// where the standard library says only that they cannot be read.
fn quoted_shortly(error: &clap::Error) -> String {
    let mut text = error.to_string();
    for unread in [
        "invalid digit found in string",
        "cannot parse integer from empty string",
    ] {
        text = text.replace(unread, "expected a whole number");
    }
    for (_, value) in error.context() {
        let values = match value {
            ContextValue::String(values) => std::slice::from_ref(values),
            ContextValue::Strings(values) => values,
            _ => &[],
        };
        for long in values
            .iter()
            .filter(|values| values.len() > LONGEST_EXCERPT)
        {
            text = text.replace(long.as_str(), &excerpt(long));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::Arguments;

    /// The headings under which the help of commands has an option.
    fn headings(command: &clap::Command, option: &str) -> BTreeSet<Option<String>> {
        let named = |one: &&clap::Arg| one.get_long() == Some(option);
        let own = command.get_arguments().filter(named);
        let own = own.map(|one| one.get_help_heading().map(str::to_owned));
        let below = command
            .get_subcommands()
            .flat_map(|one| headings(one, option));
        own.chain(below).collect()
    }

    #[test]
    fn an_option_stands_under_the_same_heading_in_the_help_of_all_commands() {
        let command = Arguments::command();
        for option in ["memory", "threads", "time-limit", "force"] {
            let found = headings(&command, option);
            assert_eq!(found.len(), 1, "--{option}: {found:?}");
        }
    }
}
