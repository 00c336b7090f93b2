//! `solveig campaign check --given-hypotheses`: what the hypotheses imply that a ledger was given.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;
use solveig_campaign::check::{CheckedHypotheses, LIST_HEADER, check_hypotheses};
use solveig_campaign::ledger::Ledger;
use solveig_campaign::listed_hypotheses::{ClaimAnswer, OpenLine, Sufficient};
use solveig_game::Value;
use solveig_verify::Limits;

use crate::CommandVerdict;
use crate::figures::{grouped, signed};
use crate::files::{FileKind, Files, ForceArgument};
use crate::games::games;
use crate::output::Output;
use crate::progress::Progress;

/// What to check of given hypotheses.
#[derive(Args)]
#[command(next_help_heading = "Given hypotheses")]
pub struct HypothesisArguments {
    /// Check what the hypotheses imply that `campaign import` took in
    ///
    /// Nothing that the campaign proved is used. The answer holds if the hypotheses are true, and
    /// whether they are is not tested. Where a bound is missing, the lines of play to it are named.
    #[arg(long, conflicts_with_all = ["resolve", "seed", "name", "ews", "knowledge"])]
    given_hypotheses: bool,
    /// The value that they are to imply for the side to move at the start; 0 is a draw
    #[arg(
        long,
        value_name = "V",
        default_value_t = 0,
        allow_negative_numbers = true,
        requires = "given_hypotheses"
    )]
    value: Value,
    /// Find the hypotheses that every derivation needs, and few that suffice
    #[arg(long, requires = "given_hypotheses")]
    sufficient: bool,
    /// Write those that suffice as a list
    #[arg(long, value_name = "LIST.csv", requires = "sufficient")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgument,
}

impl HypothesisArguments {
    /// Whether the check is about given hypotheses.
    pub const fn is_asked(&self) -> bool {
        self.given_hypotheses
    }

    /// Checks them.
    pub fn check(
        &self,
        ledger: &Ledger,
        limits: Limits,
        output: &mut Output,
    ) -> Result<CommandVerdict> {
        let kind = FileKind::Beginning(
            "list of hypotheses",
            Cow::Owned(format!("{LIST_HEADER}\n").into_bytes()),
        );
        let _owned = Files::new()
            .reads("the ledger", Some(ledger.path()))
            .writes("--out", self.out.as_deref(), kind)
            .own("campaign check", self.force)?;
        let progress = Progress::new("deriving");
        let mut observe = |done| progress.update("enumerating positions", done, 0, String::new());
        let checked = check_hypotheses(
            ledger,
            games().table(),
            self.value,
            self.sufficient,
            limits,
            &mut observe,
        )?;
        drop(progress);
        let both = (checked.conclusion.sufficient.as_ref()).and_then(|found| found.both.as_ref());
        let list = self.out.as_ref().zip(both);
        if let Some((path, both)) = list {
            write_list(path, &checked, both)?;
        }
        let holds = checked.conclusion.holds();
        output.answer(&GivenAnswer::new(
            &checked,
            list.map(|(path, _)| path.clone()),
        ))?;
        match holds {
            true => Ok(CommandVerdict::Holds),
            false => Ok(CommandVerdict::Fails),
        }
    }
}

/// Writes a set of hypotheses as a list, in the order of the list they came from.
fn write_list(path: &Path, checked: &CheckedHypotheses, set: &Sufficient) -> Result<()> {
    let mut rows = set.chosen.clone();
    rows.sort_by_key(|row| checked.hypotheses.rows()[*row as usize].line);
    let lines: Vec<String> = rows.iter().filter_map(|row| checked.line(*row)).collect();
    solveig_format::write_whole(path, |to| {
        writeln!(to, "{LIST_HEADER}")?;
        lines.iter().try_for_each(|line| writeln!(to, "{line}"))
    })
    .with_context(|| format!("{}: cannot write", path.display()))
}

/// What given hypotheses imply.
#[derive(Serialize)]
struct GivenAnswer {
    game: String,
    /// The position that the conclusion is about, as the checker's rules describe it.
    position: String,
    is_start: bool,
    /// The value that the hypotheses are to imply.
    value: Value,
    holds: bool,
    /// The number of hypotheses that were given.
    hypotheses: u64,
    /// Empty squares of the positions that they are about.
    empty: u32,
    /// How many of them the derivation used.
    used: u64,
    /// Statements about positions above the cut.
    above: u64,
    /// Whether the value is at least that.
    at_least: GivenSide,
    /// Whether it is at most that.
    at_most: GivenSide,
    /// Few hypotheses that suffice for both, with `--sufficient`.
    #[serde(skip_serializing_if = "Option::is_none")]
    both: Option<SmallSet>,
    /// The list that was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<PathBuf>,
}

/// Whether one of the two bounds of the value follows.
#[derive(Serialize)]
struct GivenSide {
    follows: bool,
    /// Whether the hypotheses imply the opposite.
    refuted: bool,
    /// How many further bounds would be enough; 0 if it follows or is refuted.
    missing: u64,
    /// Lines of play to the first of these; if it is refuted, to one that says the opposite.
    lines: Vec<MissingBound>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sufficient: Option<SmallSet>,
}

#[derive(Serialize)]
struct MissingBound {
    moves: String,
    position: String,
    /// `at least` or `at most`.
    side: &'static str,
    bound: Value,
    /// What the hypothesis about the position says.
    #[serde(skip_serializing_if = "Option::is_none")]
    hypothesis: Option<StatedBounds>,
}

/// The bounds that a hypothesis states.
#[derive(Serialize)]
struct StatedBounds {
    lower: Value,
    upper: Value,
    /// The line of the list.
    line: u64,
}

/// A set of hypotheses that suffices.
#[derive(Serialize)]
struct SmallSet {
    /// Its size; none of it can be left out.
    suffice: u64,
    /// How many hypotheses every derivation needs.
    needed: u64,
}

impl GivenSide {
    fn new(answer: &ClaimAnswer, sufficient: Option<&Sufficient>) -> Self {
        let sufficient = sufficient.map(SmallSet::new);
        match answer {
            ClaimAnswer::Follows => Self {
                follows: true,
                refuted: false,
                missing: 0,
                lines: Vec::new(),
                sufficient,
            },
            ClaimAnswer::Fails(shortfall) => Self {
                follows: false,
                refuted: shortfall.refuted,
                missing: shortfall.bounds,
                lines: shortfall.lines.iter().map(MissingBound::new).collect(),
                sufficient,
            },
        }
    }
}

impl MissingBound {
    fn new(line: &OpenLine) -> Self {
        Self {
            moves: line.moves.clone(),
            position: line.position.clone(),
            side: match line.at_least {
                true => "at least",
                false => "at most",
            },
            bound: line.bound,
            hypothesis: line.hypothesis.map(|stated| StatedBounds {
                lower: stated.bounds.lower,
                upper: stated.bounds.upper,
                line: stated.line,
            }),
        }
    }
}

impl SmallSet {
    fn new(found: &Sufficient) -> Self {
        Self {
            suffice: found.chosen.len() as u64,
            needed: found.needed.len() as u64,
        }
    }
}

impl GivenAnswer {
    fn new(checked: &CheckedHypotheses, out: Option<PathBuf>) -> Self {
        let found = &checked.conclusion;
        let sets = found.sufficient.as_ref();
        Self {
            value: found.value,
            holds: found.holds(),
            hypotheses: checked.hypotheses.rows().len() as u64,
            empty: checked.empty,
            used: found.used,
            above: found.above,
            at_least: GivenSide::new(&found.lower, sets.and_then(|sets| sets.lower.as_ref())),
            at_most: GivenSide::new(&found.upper, sets.and_then(|sets| sets.upper.as_ref())),
            both: sets.and_then(|sets| sets.both.as_ref()).map(SmallSet::new),
            out,
            game: checked.game.clone(),
            position: checked.position.clone(),
            is_start: checked.is_start,
        }
    }
}

impl fmt::Display for GivenAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.is_start {
            true => "from its start",
            false => "from a position that is NOT its start",
        };
        let claim = match self.value {
            0 => "is a draw".to_owned(),
            value => format!("has the value {}", signed(value)),
        };
        let verdict = match self.holds {
            true => "follows",
            false => "DOES NOT FOLLOW",
        };
        writeln!(
            f,
            "{} {place} {claim}: {verdict}, GIVEN {} about positions with {} empty squares",
            self.game,
            hypotheses(self.hypotheses),
            self.empty
        )?;
        writeln!(f, "the position: {}", self.position)?;
        for (name, bound, side) in [
            ("at least", self.value, &self.at_least),
            ("at most", self.value, &self.at_most),
        ] {
            writeln!(f, "{name} {}: {side}", signed(bound))?;
        }
        if let Some(both) = &self.both {
            writeln!(f, "both together: {both}")?;
        }
        if let Some(out) = &self.out {
            writeln!(f, "{}: the hypotheses that suffice for both", out.display())?;
        }
        write!(
            f,
            "the derivation used {} and {} statements about positions before; \
             that the hypotheses are true was not tested",
            hypotheses(self.used),
            grouped(self.above)
        )
    }
}

impl fmt::Display for GivenSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.follows, self.refuted) {
            (true, _) => f.write_str("follows")?,
            (false, true) => f.write_str("DOES NOT FOLLOW: the hypotheses imply the opposite")?,
            (false, false) => write!(
                f,
                "DOES NOT FOLLOW: {} would be enough",
                match self.missing {
                    1 => "1 more bound".to_owned(),
                    missing => format!("{} more bounds", grouped(missing)),
                }
            )?,
        }
        if let Some(set) = &self.sufficient {
            write!(f, "; {set}")?;
        }
        for line in &self.lines {
            write!(f, "\n  {line}")?;
        }
        let shown = self.lines.len() as u64;
        match self.missing.checked_sub(shown) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, "\n  and {} more", grouped(more)),
        }
    }
}

impl fmt::Display for MissingBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = match self.moves.as_str() {
            "" => "at the start".to_owned(),
            moves => format!("after {moves}"),
        };
        write!(
            f,
            "{moves}, {}: it would have to be {} {}; ",
            self.position,
            self.side,
            signed(self.bound)
        )?;
        match &self.hypothesis {
            None => f.write_str("no hypothesis is about this position"),
            Some(StatedBounds { lower, upper, line }) => write!(
                f,
                "the hypothesis of line {line} says from {} to {}",
                signed(*lower),
                signed(*upper)
            ),
        }
    }
}

impl fmt::Display for SmallSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (suffice, needed) = (grouped(self.suffice), grouped(self.needed));
        match self.suffice == self.needed {
            true => write!(
                f,
                "the fewest that suffice: {suffice}, each needed by every derivation"
            ),
            false => write!(
                f,
                "{suffice} suffice, none of which can be left out; needed by every derivation: \
                 {needed}"
            ),
        }
    }
}

/// The number of hypotheses in words.
fn hypotheses(count: u64) -> String {
    match count {
        1 => "1 hypothesis".to_owned(),
        _ => format!("{} hypotheses", grouped(count)),
    }
}
