//! `solveig campaign derive`: what follows from imported results about the hypotheses of their
//! files.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use solveig_campaign::check::LIST_HEADER;
use solveig_campaign::listed_hypotheses::{ListedHypotheses, ListedHypothesis};
use solveig_campaign::results::derive::{
    DeriveOptions, DerivedBounds, Goal, MissingClaim, derive, hypotheses,
};
use solveig_campaign::results::store::Store;
use solveig_game::{Interval, Value};
use solveig_search::{StopToken, Stopped, Window};
use solveig_verify::{Bound, Rules, Stage};

use super::import::LARGEST_LIST;
use super::init::pair;
use crate::CommandVerdict;
use crate::arguments::ThreadsArgument;
use crate::figures::{grouped, signed};
use crate::files::{FileKind, Files, ForceArgument, open_regular};
use crate::memory::MemorySize;
use crate::output::Output;
use crate::progress::Progress;
use crate::stopping::stop_on_signals;

/// The columns of derived bounds.
const BOUNDS: &str = "obf,score_lowerbound,score_upperbound\n";

/// How many hypotheses without a file the text names.
const NAMED: usize = 10;

/// Derive the bounds of hypotheses from a store of results
///
/// Of each file that was imported, the bounds on the value of the position in its name that follow
/// from exact results in the store, by the checker's rules. First the whole store is read, and each
/// byte of it is checked against its checksums. Exit status: 0 if all hypotheses of the list
/// follow, or without one if the goal of each file is decided; else 1, and the play to a position
/// whose bounds do not suffice is named.
#[derive(Args)]
pub struct Derive {
    /// The store
    #[arg(value_name = "FILE.store")]
    store: PathBuf,
    /// Write the bounds, as obf,score_lowerbound,score_upperbound
    #[arg(long, value_name = "FILE.csv")]
    out: Option<PathBuf>,
    /// The list of hypotheses that are to follow, which `campaign import` reads as well; of the
    /// store only the files about them are used
    #[arg(long, value_name = "LIST.csv", conflicts_with = "goal")]
    hypotheses: Option<PathBuf>,
    /// Write what follows as a list of hypotheses, obf,count,score,alpha,beta
    ///
    /// With --hypotheses these are the rows of that list that follow. Without, a row states the
    /// value if it follows, else one bound: that which decides the goal, or is nearer to it. Then
    /// the count is that of the file's rows.
    #[arg(long, value_name = "FILE.csv")]
    list: Option<PathBuf>,
    /// Without --hypotheses: decide values only within the window (A, B); -1,1 decides who wins
    #[arg(long, value_name = "A,B", value_parser = pair::<Value>, default_value = "-1,1", allow_negative_numbers = true, allow_hyphen_values = true)]
    goal: (Value, Value),
    /// Memory for the searches [default: two fifths of the machine's, at most 8GiB]
    #[arg(long, value_name = "SIZE", help_heading = "Resources")]
    memory: Option<MemorySize>,
    #[command(flatten)]
    force: ForceArgument,
    #[command(flatten)]
    threads: ThreadsArgument,
}

impl Derive {
    /// Derives.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let columns =
            |columns: String| FileKind::Beginning("table of bounds", columns.into_bytes().into());
        let owned = Files::new()
            .reads("the store", Some(&self.store))
            .reads("--hypotheses", self.hypotheses.as_deref())
            .writes("--out", self.out.as_deref(), columns(BOUNDS.to_owned()))
            .writes(
                "--list",
                self.list.as_deref(),
                columns(format!("{LIST_HEADER}\n")),
            )
            .own("campaign derive", self.force)?;
        let (alpha, beta) = self.goal;
        anyhow::ensure!(
            alpha < beta,
            "--goal {alpha},{beta}: expected two different bounds, the lower first"
        );
        let memory = self.memory.unwrap_or_else(MemorySize::default_limit).0;
        let mut store = Store::open(&self.store, memory / 4)?;
        let Interval { lower, upper } = store.board().all();
        anyhow::ensure!(
            alpha >= lower - 1 && beta <= upper + 1,
            "--goal {alpha},{beta}: expected bounds no more than one beyond the values of {}, which \
             are from {lower} to {upper}",
            store.description().game
        );
        let list = match &self.hypotheses {
            Some(path) => Some(read_list(&store, path)?),
            None => None,
        };
        let window = Window { alpha, beta };
        let stop = StopToken::never().with_flag(stop_on_signals()?);
        let progress = Progress::new("checking the store");
        check_store(&mut store, memory / 4, &stop, &progress)?;
        let options = DeriveOptions {
            goal: list.clone().map_or(Goal::Window(window), Goal::List),
            memory: memory / 2,
            threads: self.threads.count(),
            stop,
        };
        let observe = |done, all| progress.update("deriving hypotheses", done, all, String::new());
        let derived = derive(&store, &options, &observe)?;
        drop(progress);
        owned.expect_unchanged()?;
        if let Some(path) = &self.out {
            write(path, |to| write_bounds(to, &derived))?;
        }
        let (listed, left_out) = listed(&store, window, &derived);
        if let Some(path) = &self.list {
            write(path, |to| {
                writeln!(to, "{LIST_HEADER}")?;
                listed.iter().try_for_each(|line| writeln!(to, "{line}"))
            })?;
        }
        let mut answer = DeriveAnswer::new(&store, window, list.as_ref(), &derived);
        if self.list.is_some() {
            (answer.listed, answer.left_out) = (Some(listed.len() as u64), left_out);
        }
        let verdict = match answer.undecided.is_empty() && answer.without_file.is_empty() {
            true => CommandVerdict::Holds,
            false => CommandVerdict::Fails,
        };
        output.answer(&answer)?;
        Ok(verdict)
    }
}

/// Reads the whole store and checks it. A part of `memory` bytes then speeds up questions.
pub(super) fn check_store(
    store: &mut Store,
    memory: u64,
    stop: &StopToken,
    progress: &Progress,
) -> Result<()> {
    let all = store.exact() + store.estimates();
    Ok(store.check(memory, |rank| {
        if rank.is_multiple_of(1 << 16) {
            if stop.is_stopped() {
                return Err(Stopped.into());
            }
            progress.update("checking the store, records", rank, all, String::new());
        }
        Ok(())
    })?)
}

/// Reads a list of hypotheses that are to follow from the store.
pub(super) fn read_list(store: &Store, path: &Path) -> Result<ListedHypotheses> {
    let mut bytes = Vec::new();
    open_regular(path, LARGEST_LIST)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .with_context(|| format!("{}: cannot read", path.display()))?;
    Ok(hypotheses(store, path, &bytes)?)
}

fn write(
    path: &Path,
    lines: impl FnOnce(&mut BufWriter<&std::fs::File>) -> std::io::Result<()>,
) -> Result<()> {
    solveig_format::write_whole(path, lines)
        .with_context(|| format!("{}: cannot write", path.display()))
}

fn write_bounds(to: &mut impl Write, derived: &[DerivedBounds]) -> std::io::Result<()> {
    to.write_all(BOUNDS.as_bytes())?;
    for DerivedBounds { board, bounds, .. } in derived {
        writeln!(to, "{board} X;,{},{}", bounds.lower, bounds.upper)?;
    }
    Ok(())
}

/// The rows of the list, and the files about which something follows that no list can say. All
/// rows of a list have the number of empty squares that most files have.
fn listed(store: &Store, goal: Window, derived: &[DerivedBounds]) -> (Vec<String>, Vec<LeftOut>) {
    let rules = store.board().rules();
    let mut levels = BTreeMap::<u32, u32>::new();
    let positions: Vec<_> = derived
        .iter()
        .map(|one| store.board().stones(one.board.as_bytes(), false).ok())
        .collect();
    for position in positions.iter().flatten() {
        *levels.entry(rules.level(position)).or_default() += 1;
    }
    let level = levels
        .iter()
        .max_by_key(|(_, files)| **files)
        .map(|(level, _)| *level);
    let (mut lines, mut left_out, mut keys) = (Vec::new(), Vec::new(), HashSet::new());
    for (one, position) in derived.iter().zip(&positions) {
        let Some(position) = position else { continue };
        let why = match rules.stage(position) {
            Stage::Over(_) => Some("the game is over"),
            Stage::Pass => Some("the side to move has to pass"),
            Stage::Moves if Some(rules.level(position)) != level => {
                Some("most files have another number of empty squares")
            }
            Stage::Moves if !keys.insert(rules.key(&rules.canonical(position))) => {
                Some("a file before it is about a symmetric position")
            }
            Stage::Moves => None,
        };
        if let Some(why) = why {
            let position = format!("{} X;", one.board);
            left_out.push(LeftOut { position, why });
            continue;
        }
        let rows = store.description().sources[one.source].rows;
        let row = match one.hypothesis {
            Some(ListedHypothesis {
                count,
                score,
                window,
                ..
            }) => one.decided.then_some((count, score, window)),
            None => stated(store.board().all(), goal, one.bounds)
                .map(|(score, window)| (rows, score, window)),
        };
        if let Some((count, score, Window { alpha, beta })) = row {
            lines.push(format!("{} X;,{count},{score},{alpha},{beta}", one.board));
        }
    }
    (lines, left_out)
}

/// Score and window by which a list states bounds: a score at beta or above says at least beta, one
/// at alpha or below at most alpha, one between them is the value. Of two bounds that are not the
/// same it is the upper one that stays if it alone excludes a side of the goal.
fn stated(all: Interval, goal: Window, bounds: Interval) -> Option<(Value, Window)> {
    let Interval { lower, upper } = bounds;
    let said = |score, alpha, beta| Some((score, Window { alpha, beta }));
    if lower == upper {
        return said(lower, all.lower, all.upper);
    }
    let excludes = upper < all.upper && upper < goal.beta && lower <= goal.alpha;
    match excludes || lower == all.lower {
        true if upper == all.upper => None,
        true => said(upper, upper, all.upper),
        false => said(lower, all.lower, lower),
    }
}

#[derive(Serialize)]
struct DeriveAnswer {
    game: String,
    hypotheses: u64,
    /// Files that were passed over: no hypothesis of the list is about them, or a file before is.
    passed_over: u64,
    /// Hypotheses whose value follows.
    values: u64,
    /// Hypotheses of which the goal is decided: with a list, those of it that follow.
    decided: u64,
    /// The window; `None` with a list.
    goal: Option<(Value, Value)>,
    /// Positions looked at.
    nodes: u64,
    undecided: Vec<Undecided>,
    /// Hypotheses of the list without a file.
    without_file: Vec<WithoutFile>,
    /// Rows of the list that was written.
    listed: Option<u64>,
    /// Files that no list can have beside the others.
    left_out: Vec<LeftOut>,
}

/// A hypothesis without a file.
#[derive(Serialize)]
struct WithoutFile {
    /// Its line in the list.
    line: u64,
    position: String,
}

/// A file that is not in the list that was written.
#[derive(Serialize)]
struct LeftOut {
    position: String,
    why: &'static str,
}

/// A hypothesis of which the goal is not decided.
#[derive(Serialize)]
struct Undecided {
    position: String,
    /// The line of the list.
    line: Option<u64>,
    lower: Value,
    upper: Value,
    /// Whether the bounds contradict the list.
    refuted: bool,
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
    fn new(
        store: &Store,
        goal: Window,
        list: Option<&ListedHypotheses>,
        derived: &[DerivedBounds],
    ) -> Self {
        let lacking = |missing: &MissingClaim| Lacking {
            side: match missing.claim {
                Bound::AtLeast(_) => "at least",
                Bound::AtMost(_) => "at most",
            },
            bound: missing.claim.value(),
            open: missing.open,
            moves: missing.line.moves.clone(),
            open_position: missing.line.position.clone(),
        };
        let refuted = |one: &DerivedBounds| {
            let row = list.zip(one.hypothesis);
            row.is_some_and(|(list, row)| {
                let said = row.bounds(list.range());
                said.lower > one.bounds.upper || said.upper < one.bounds.lower
            })
        };
        let line = |one: &DerivedBounds| one.hypothesis.map(|row| row.line);
        let found: HashSet<_> = derived.iter().filter_map(line).collect();
        let rows = list.map_or(&[][..], ListedHypotheses::rows).iter();
        let mut without_file: Vec<_> = rows
            .filter(|row| !found.contains(&row.line))
            .map(|row| WithoutFile {
                line: row.line,
                position: store.board().describe(row.key),
            })
            .collect();
        without_file.sort_by_key(|row| row.line);
        let exact = |one: &&DerivedBounds| one.bounds.lower == one.bounds.upper;
        let undecided: Vec<_> = derived
            .iter()
            .filter(|one| !one.decided)
            .map(|one| Undecided {
                position: format!("{} X;", one.board),
                line: line(one),
                refuted: refuted(one),
                lower: one.bounds.lower,
                upper: one.bounds.upper,
                missing: one.missing.iter().map(lacking).collect(),
            })
            .collect();
        Self {
            game: store.description().game.clone(),
            hypotheses: (derived.len() + without_file.len()) as u64,
            passed_over: (store.description().sources.len() - derived.len()) as u64,
            values: derived.iter().filter(exact).count() as u64,
            decided: (derived.len() - undecided.len()) as u64,
            goal: list.is_none().then_some((goal.alpha, goal.beta)),
            nodes: derived.iter().map(|one| one.nodes).sum(),
            undecided,
            without_file,
            listed: None,
            left_out: Vec::new(),
        }
    }
}

impl fmt::Display for DeriveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (all, decided) = (grouped(self.hypotheses), grouped(self.decided));
        write!(f, "{}: of {all} hypotheses ", self.game)?;
        match self.goal {
            Some((alpha, beta)) => {
                let (alpha, beta) = (signed(alpha), signed(beta));
                write!(f, "the goal ({alpha}, {beta}) is decided of {decided}")?;
            }
            None => write!(f, "{decided} of the list follow")?,
        }
        write!(
            f,
            ", given the results, and the value follows of {}; {} positions looked at",
            grouped(self.values),
            grouped(self.nodes)
        )?;
        if self.passed_over > 0 {
            let files = grouped(self.passed_over);
            write!(
                f,
                "\npassed over: {files} files without a hypothesis of their own"
            )?;
        }
        for one in self.without_file.iter().take(NAMED) {
            write!(
                f,
                "\nNO FILE: {} (line {} of the list)",
                one.position, one.line
            )?;
        }
        if self.without_file.len() > NAMED {
            let more = grouped((self.without_file.len() - NAMED) as u64);
            write!(f, "\nNO FILE: {more} more hypotheses of the list")?;
        }
        if let Some(listed) = self.listed {
            write!(f, "\nwritten to the list: {}", grouped(listed))?;
        }
        for one in &self.left_out {
            write!(f, "\nleft out of the list: {}: {}", one.position, one.why)?;
        }
        for one in &self.undecided {
            let (said, lower, upper) = (
                if one.refuted {
                    "REFUTED"
                } else {
                    "NOT DECIDED"
                },
                signed(one.lower),
                signed(one.upper),
            );
            write!(f, "\n{said}: {} from {lower} to {upper}", one.position)?;
            if let Some(line) = one.line {
                write!(f, " (line {line} of the list)")?;
            }
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

#[cfg(test)]
mod tests {
    use solveig_game::ValueRange;

    use super::*;

    /// What a row says is true of all values within the bounds, it is the value if that is known,
    /// and it excludes a side of the goal if one of the bounds does.
    #[test]
    fn a_row_says_what_matters_of_the_bounds() {
        let (min, max) = (-16, 16);
        let all = Interval {
            lower: min,
            upper: max,
        };
        let even = |from: Value| (from..=max).step_by(2);
        for alpha in min - 1..max {
            for (lower, upper, beta) in even(min).flat_map(|lower| {
                even(lower)
                    .flat_map(move |upper| (alpha + 1..=max + 1).map(move |b| (lower, upper, b)))
            }) {
                let (goal, bounds) = (Window { alpha, beta }, Interval { lower, upper });
                let said = stated(all, goal, bounds).map(|(score, window)| {
                    let row = ListedHypothesis {
                        key: 0,
                        line: 2,
                        count: 0,
                        score,
                        window,
                    };
                    let range = ValueRange { min, max };
                    assert_eq!(row.problem(range, true), None, "{bounds:?}");
                    row.bounds(range)
                });
                assert_eq!(said.is_none(), bounds == all);
                let said = said.unwrap_or(all);
                assert!(said.lower <= lower && said.upper >= upper, "{bounds:?}");
                assert!(lower < upper || said == bounds, "{bounds:?}");
                let decided = |bounds| goal.decided_by(bounds).is_some();
                assert_eq!(
                    decided(said),
                    decided(bounds),
                    "{goal:?} {bounds:?} {said:?}"
                );
                let excludes = |bounds: Interval| bounds.lower > alpha || bounds.upper < beta;
                assert_eq!(
                    excludes(said),
                    excludes(bounds),
                    "{goal:?} {bounds:?} {said:?}"
                );
            }
        }
    }
}
