//! `solveig campaign derive`: what follows from imported results about the hypotheses of their
//! files.

use std::fmt;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use solveig_campaign::results::derive::{DeriveOptions, Derived, derive};
use solveig_campaign::results::store::Store;
use solveig_game::{Interval, Value};
use solveig_search::{StopToken, Stopped, Window};
use solveig_verify::conclusion::BoundKind;

use super::init::pair;
use crate::CommandVerdict;
use crate::arguments::ThreadsArgument;
use crate::figures::{grouped, signed};
use crate::files::{FileKind, Files, ForceArgument, write_whole};
use crate::memory::MemorySize;
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::stop_on_signals;

/// The columns of derived bounds.
const BOUNDS: &str = "obf,score_lowerbound,score_upperbound\n";

/// The columns of a list of hypotheses.
const LIST: &str = "obf,count,score,alpha,beta\n";

/// Derive the bounds of hypotheses from a store of results
///
/// Of each file that was imported, the bounds on the value of the position in its name that follow
/// from exact results in the store, by the checker's rules. First the whole store is read, and each
/// byte of it is checked against its checksums. Exit status: 0 if the goal of each hypothesis is
/// decided, 1 if one is not; then the play to a position whose bounds do not suffice is named.
#[derive(Args)]
pub struct Derive {
    /// The store
    #[arg(value_name = "FILE.store")]
    store: PathBuf,
    /// Write the bounds, as obf,score_lowerbound,score_upperbound
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    /// Write what follows as a list of hypotheses, obf,count,score,alpha,beta, the count being that
    /// of rows. Of bounds on both sides that are not the same it has the one that decides more;
    /// hypotheses about which nothing follows it has not
    #[arg(long, value_name = "FILE.csv")]
    list: Option<PathBuf>,
    /// Decide values only within the window (A, B); -1,1 decides who wins
    #[arg(long, value_name = "A,B", value_parser = pair::<Value>, default_value = "-1,1", allow_negative_numbers = true, allow_hyphen_values = true)]
    goal: (Value, Value),
    /// Memory for the searches [default: two fifths of the machine's, at most 8GiB]
    #[arg(long, value_name = "SIZE")]
    memory: Option<MemorySize>,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    force: ForceArgument,
}

impl Derive {
    /// Derives.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let columns = |columns: &'static str| {
            FileKind::Beginning("table of bounds", columns.as_bytes().into())
        };
        Files::new()
            .reads("the store", Some(&self.store))
            .writes("--out", self.out.as_deref(), columns(BOUNDS))
            .writes("--list", self.list.as_deref(), columns(LIST))
            .check(self.force)?;
        let (alpha, beta) = self.goal;
        anyhow::ensure!(
            alpha < beta,
            "--goal {alpha},{beta}: expected two different bounds, the lower first"
        );
        let memory = self.memory.unwrap_or_else(MemorySize::default_limit).0;
        let mut store = Store::open(&self.store, memory / 4)?;
        let stop = StopToken::never().with_flag(stop_on_signals()?);
        let progress = Progress::new("checking the store");
        let all = store.exact() + store.estimates();
        store.check(memory / 4, |rank| {
            if rank.is_multiple_of(1 << 16) {
                if stop.is_stopped() {
                    return Err(Stopped.into());
                }
                progress.update("checking the store, records", rank, all, String::new());
            }
            Ok(())
        })?;
        let options = DeriveOptions {
            goal: Window { alpha, beta },
            memory: memory / 2,
            threads: self.threads.count(),
            stop,
        };
        let hypotheses = store.description().sources.len() as u64;
        let observe =
            |done| progress.update("deriving hypotheses", done, hypotheses, String::new());
        let derived = derive(&store, &options, &observe)?;
        drop(progress);
        if let Some(path) = &self.out {
            write(path, |to| write_bounds(to, &derived))?;
        }
        if let Some(path) = &self.list {
            write(path, |to| write_list(to, &store, options.goal, &derived))?;
        }
        let answer = DeriveAnswer::new(&store, options.goal, &derived);
        let verdict = match answer.undecided.is_empty() {
            true => CommandVerdict::Holds,
            false => CommandVerdict::Fails,
        };
        output.answer(&answer)?;
        Ok(verdict)
    }
}

fn write(
    path: &Path,
    lines: impl FnOnce(&mut BufWriter<&mut std::fs::File>) -> std::io::Result<()>,
) -> Result<()> {
    write_whole(path, lines).with_context(|| format!("{}: cannot write", path.display()))
}

fn write_bounds(to: &mut impl Write, derived: &[Derived]) -> std::io::Result<()> {
    to.write_all(BOUNDS.as_bytes())?;
    for Derived { board, bounds, .. } in derived {
        writeln!(to, "{board} X;,{},{}", bounds.lower, bounds.upper)?;
    }
    Ok(())
}

fn write_list(
    to: &mut impl Write,
    store: &Store,
    goal: Window,
    derived: &[Derived],
) -> std::io::Result<()> {
    to.write_all(LIST.as_bytes())?;
    for (derived, source) in derived.iter().zip(&store.description().sources) {
        if let Some((score, alpha, beta)) = stated(store.board().all(), goal, derived.bounds) {
            let (board, rows) = (&derived.board, source.rows);
            writeln!(to, "{board} X;,{rows},{score},{alpha},{beta}")?;
        }
    }
    Ok(())
}

/// Score and window by which a list states bounds: a score at beta or above says at least beta, one
/// at alpha or below at most alpha, one between them is the value.
fn stated(all: Interval, goal: Window, bounds: Interval) -> Option<(Value, Value, Value)> {
    let Interval { lower, upper } = bounds;
    if lower == upper {
        return Some((lower, all.lower, all.upper));
    }
    let at_least = (lower > all.lower).then_some((lower, all.lower, lower));
    let at_most = (upper < all.upper).then_some((upper, upper, all.upper));
    match upper <= goal.alpha {
        true => at_most.or(at_least),
        false => at_least.or(at_most),
    }
}

#[derive(Serialize)]
struct DeriveAnswer {
    game: String,
    hypotheses: u64,
    /// Hypotheses whose value follows.
    values: u64,
    /// Hypotheses of which the goal is decided.
    decided: u64,
    goal: (Value, Value),
    /// Positions looked at.
    nodes: u64,
    undecided: Vec<Undecided>,
}

/// A hypothesis of which the goal is not decided.
#[derive(Serialize)]
struct Undecided {
    position: String,
    lower: Value,
    upper: Value,
    missing: Vec<Lacking>,
}

#[derive(Serialize)]
struct Lacking {
    /// `at least` or `at most`.
    side: &'static str,
    bound: Value,
    /// Positions whose bounds would suffice; `None` if more than 16, or too many to count.
    open: Option<u32>,
    /// The moves to the first of them.
    moves: String,
    open_position: String,
}

impl DeriveAnswer {
    fn new(store: &Store, goal: Window, derived: &[Derived]) -> Self {
        let lacking = |missing: &solveig_campaign::results::derive::Missing| Lacking {
            side: match missing.claim.side {
                BoundKind::AtLeast => "at least",
                BoundKind::AtMost => "at most",
            },
            bound: missing.claim.bound,
            open: missing.open,
            moves: missing.line.moves.clone(),
            open_position: missing.line.position.clone(),
        };
        let exact = |one: &&Derived| one.bounds.lower == one.bounds.upper;
        let undecided: Vec<_> = derived
            .iter()
            .filter(|one| goal.decided_by(one.bounds).is_none())
            .map(|one| Undecided {
                position: format!("{} X;", one.board),
                lower: one.bounds.lower,
                upper: one.bounds.upper,
                missing: one.missing.iter().map(lacking).collect(),
            })
            .collect();
        Self {
            game: store.description().game.clone(),
            hypotheses: derived.len() as u64,
            values: derived.iter().filter(exact).count() as u64,
            decided: (derived.len() - undecided.len()) as u64,
            goal: (goal.alpha, goal.beta),
            nodes: derived.iter().map(|one| one.nodes).sum(),
            undecided,
        }
    }
}

impl fmt::Display for DeriveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: of {} hypotheses the goal ({}, {}) is decided of {}, given the results, and the \
             value follows of {}; {} positions looked at",
            self.game,
            grouped(self.hypotheses),
            signed(self.goal.0),
            signed(self.goal.1),
            grouped(self.decided),
            grouped(self.values),
            grouped(self.nodes)
        )?;
        for one in &self.undecided {
            write!(
                f,
                "\nNOT DECIDED: {} from {} to {}",
                one.position,
                signed(one.lower),
                signed(one.upper)
            )?;
            for lacking in &one.missing {
                let open = match lacking.open {
                    Some(open) => format!("{open} better bounds"),
                    None => "more better bounds than were counted".to_owned(),
                };
                write!(
                    f,
                    "\n  {} {} needs {open}, the first after {}: {}",
                    lacking.side,
                    signed(lacking.bound),
                    lacking.moves,
                    lacking.open_position
                )?;
            }
        }
        f.write_str("\nwhether the results are true was not tested (`campaign audit`)")
    }
}
