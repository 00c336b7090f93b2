//! `solveig campaign check`: derives a campaign's conclusion from its ledger again.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use clap::Args;
use serde::Serialize;
use solveig::SolverOptions;
use solveig_campaign::check::{CheckedLedger, DrawnBound, Options, Sample, check};
use solveig_campaign::ledger::{Ledger, limit_memory};
use solveig_campaign::resolve::{SampleTest, Wrong, resolve, share_not_excluded};
use solveig_campaign::{CampaignError, Problem};
use solveig_game::{Game, Keyed, Value};
use solveig_search::StopToken;
use solveig_verify::conclusion::{BoundKind, Premise};
use solveig_verify::{Limits, Undecided};

use super::LedgerArgument;
use super::listed_hypotheses::HypothesisArguments;
use crate::CommandVerdict;
use crate::arguments::SolverArgument;
use crate::figures::{grouped, signed};
use crate::games::{caution, checker_rules, games};
use crate::limits::LimitArguments;
use crate::memory::MemorySize;
use crate::messages::note;
use crate::output::Output;
use crate::progress::Progress;

/// The confidence of the bound on the share of false bounds.
const CONFIDENCE: f64 = 0.99;

/// Check that the exact bounds in a ledger imply what the campaign concludes
///
/// The rules and the derivation are the checker's, which shares no code with the solver. They show
/// that the value follows from the bounds at the cut; that the bounds are true they do not show. A
/// position that is not the start is read by the solver: the conclusion is about the board that is
/// printed.
///
/// With --resolve, bounds that the conclusion rests on are drawn and tested by the solver's search.
/// With --given-hypotheses, the check is about hypotheses that were given, and nothing else.
/// Exit status: 0 if all holds, 1 if the conclusion does not follow or a bound is wrong, 2 if the
/// file is no ledger or a limit ended the check.
#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    ledger: LedgerArgument,
    /// Draw N of the bounds that the conclusion rests on and test them by search
    ///
    /// Each draw takes, by the toss of a coin, any of these bounds, or the one at which a random
    /// walk down the derivation ends: bounds on which more hangs are drawn more often. As many
    /// draws as there are bounds, or more, test all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    resolve: Option<u64>,
    /// The seed of the draws [default: another each time]
    #[arg(long, value_name = "N", requires = "resolve")]
    seed: Option<u64>,
    #[command(flatten)]
    hypotheses: HypothesisArguments,
    #[command(flatten)]
    solver: SolverArgument,
    #[command(flatten)]
    limits: LimitArguments,
}

impl Check {
    /// Checks.
    pub fn run(self, output: &mut Output) -> Result<CommandVerdict> {
        let started = Instant::now();
        let name = self.solver.name()?;
        let limits = self.limits.limits();
        let for_file = limit_memory(Some(limits.memory));
        let ledger = Ledger::open_to_read(self.ledger.path())?;
        let time = limits.time;
        // A time too far away to be written is none.
        let deadline = time.and_then(|time| started.checked_add(time));
        let stop = StopToken::never();
        let stop = deadline.map_or(stop.clone(), |deadline| stop.with_deadline(deadline));
        ledger.stop_at(stop.clone());
        let limits_beside = Limits {
            memory: limits.memory.saturating_sub(for_file),
            ..limits
        };
        if self.hypotheses.is_asked() {
            let checked = self.hypotheses.check(&ledger, limits_beside, output);
            return checked.map_err(|error| in_time(error, time));
        }
        let sample = self.resolve.map(|draws| Sample {
            draws,
            seed: self
                .seed
                .unwrap_or_else(|| RandomState::new().build_hasher().finish()),
        });
        let options = Options {
            limits: limits_beside,
            sample,
            games: games().table().clone(),
            find_rules: &checker_rules,
        };
        let checked =
            check(&ledger, &options).map_err(|error| in_time(named(ledger.path(), error), time))?;
        let Some(sample) = sample.filter(|_| checked.holds()) else {
            return answer(&checked, None, output);
        };
        let game = games().parse(&checked.game)?;
        let table = MemorySize::default_size(
            game.key_bits(),
            Some(game.max_level().saturating_sub(checked.cut)),
        );
        let memory = table
            .min(MemorySize::FOR_SINGLE_POSITION)
            .min(MemorySize(limits.memory))
            .max(MemorySize::LEAST);
        let options = SolverOptions {
            solver: name,
            knowledge: self.solver.knowledge.is_all(),
            memory: memory.0,
            stop,
            ..SolverOptions::default()
        };
        let mut oracle = options.solver(&game)?;
        let of_game = options.factory(&game).knowledge();
        let problem = Problem::new(game, of_game, ledger.plan())?;
        let progress = Progress::new("testing bounds");
        let observe = |done, all| progress.update("testing bounds", done, all, String::new());
        let drawn = &checked.drawn;
        let resolved = resolve(&problem, drawn, &mut oracle, observe);
        let resolved = resolved.map_err(|_| Undecided::Time(time.unwrap_or_default()))?;
        drop(progress);
        let second = SecondSolving::new(&checked, sample, resolved);
        answer(&checked, Some(second), output)
    }
}

/// The error of a check; that a ledger could not be read in `time` says so.
fn in_time(error: anyhow::Error, time: Option<Duration>) -> anyhow::Error {
    match (error.downcast_ref(), time) {
        (Some(CampaignError::Stopped(_)), Some(time)) => Undecided::Time(time).into(),
        _ => error,
    }
}

/// Fails if what a ledger concludes does not follow from its bounds by the checker's rules. Where
/// the checker has no rules for the game, or a limit ends the check, it is not known: the latter is
/// said on standard error.
pub(super) fn expect_conclusion(ledger: &Ledger) -> Result<()> {
    let options = Options {
        games: games().table().clone(),
        find_rules: &checker_rules,
        ..Options::default()
    };
    let (path, claimed) = (ledger.path().display(), ledger.conclusion()?);
    match check(ledger, &options) {
        Ok(checked) if checked.holds() => Ok(()),
        Ok(CheckedLedger { claimed, .. }) => Err(anyhow!(
            "{path}: it states a value from {} to {}, which does not follow from its bounds: expected \
             a ledger as `campaign run` ended it; `campaign check` says more",
            claimed.lower,
            claimed.upper
        )),
        Err(CampaignError::UnknownGame(_)) => Ok(()),
        Err(CampaignError::Undecided(limit)) if claimed.is_some() => {
            note(&format!(
                "{path}: whether its conclusion follows from its bounds was not checked: {limit}"
            ));
            Ok(())
        }
        Err(error) => Err(named(ledger.path(), error)),
    }
}

/// The error, with the name of the ledger that it is about where it lacks that.
pub(super) fn named(path: &Path, error: CampaignError) -> anyhow::Error {
    use CampaignError::{Contradiction, Cuts, Goal, Plan, Position, Spelling};
    let lacks = matches!(
        error,
        Contradiction { .. }
            | Cuts { .. }
            | Goal { .. }
            | Plan { .. }
            | Position { .. }
            | Spelling { .. }
    );
    let error = anyhow::Error::from(error);
    match lacks {
        true => error.context(path.display().to_string()),
        false => error,
    }
}

fn answer(
    checked: &CheckedLedger,
    second: Option<SecondSolving>,
    output: &mut Output,
) -> Result<CommandVerdict> {
    let holds = checked.holds() && second.as_ref().is_none_or(|second| second.holds);
    output.answer(&CheckAnswer {
        game: checked.game.clone(),
        independent: checked.independent,
        position: checked.position.clone(),
        is_start: checked.is_start,
        goal: (checked.goal.alpha, checked.goal.beta),
        cut: checked.cut,
        holds,
        lower: checked.claimed.lower,
        upper: checked.claimed.upper,
        lower_holds: checked.lower_holds,
        upper_holds: checked.upper_holds,
        decides_goal: checked.decides_goal,
        bounds: checked.bounds,
        used: checked.used,
        above: checked.above,
        second,
    })?;
    match holds {
        true => Ok(CommandVerdict::Holds),
        false => Ok(CommandVerdict::Fails),
    }
}

/// The result of solving drawn bounds a second time.
#[derive(Serialize)]
struct SecondSolving {
    seed: u64,
    /// The number of draws.
    draws: u64,
    /// The number of different bounds drawn.
    bounds: u64,
    /// Whether all bounds that the conclusion rests on were drawn.
    all: bool,
    holds: bool,
    wrong: Vec<Difference>,
    nodes: u64,
    /// The confidence of `false_share_at_most`.
    confidence: f64,
    /// Upper bound on the share of false bounds among those that the conclusion rests on, each
    /// weighted by its chance to be drawn. `None` if a false one was found.
    false_share_at_most: Option<f64>,
}

impl SecondSolving {
    fn new(checked: &CheckedLedger, sample: Sample, resolved: SampleTest) -> Self {
        let all = resolved.bounds == checked.used;
        let draws = checked
            .drawn
            .iter()
            .map(|DrawnBound { times, .. }| times)
            .sum();
        let share = match all {
            true => 0.0,
            false => share_not_excluded(draws, CONFIDENCE),
        };
        Self {
            seed: sample.seed,
            draws,
            bounds: resolved.bounds,
            all,
            holds: resolved.wrong.is_empty(),
            false_share_at_most: resolved.wrong.is_empty().then_some(share),
            wrong: resolved.wrong.into_iter().map(Difference::from).collect(),
            nodes: resolved.nodes,
            confidence: CONFIDENCE,
        }
    }
}

/// A bound in the ledger that is wrong.
#[derive(Serialize)]
struct Difference {
    key: String,
    position: String,
    /// `at least` or `at most`.
    side: &'static str,
    bound: Value,
    /// `None` if the key is not one of a position.
    value: Option<Value>,
}

impl From<Wrong> for Difference {
    fn from(wrong: Wrong) -> Self {
        let Premise { key, side, bound } = wrong.bound;
        Self {
            key: format!("{key:032x}"),
            position: wrong.position,
            side: match side {
                BoundKind::AtLeast => "at least",
                BoundKind::AtMost => "at most",
            },
            bound,
            value: wrong.value,
        }
    }
}

#[derive(Serialize)]
struct CheckAnswer {
    game: String,
    /// Whether the checker's rules are an independent implementation.
    independent: bool,
    /// The position that the conclusion is about, as the checker's rules describe it.
    position: String,
    is_start: bool,
    goal: (Value, Value),
    cut: u32,
    holds: bool,
    lower: Value,
    upper: Value,
    lower_holds: bool,
    upper_holds: bool,
    decides_goal: bool,
    /// Positions with bounds in the ledger.
    bounds: u64,
    /// The number of bounds that the conclusion rests on.
    used: u64,
    /// Statements about positions above the cut.
    above: u64,
    /// Present with `--resolve`.
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<SecondSolving>,
}

impl fmt::Display for CheckAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let claim = match self.lower == self.upper {
            true => format!("the value {}", signed(self.lower)),
            false => format!(
                "a value from {} to {}",
                signed(self.lower),
                signed(self.upper)
            ),
        };
        let verdict = match (self.holds, &self.second) {
            (true, Some(second)) if second.all => "yes",
            (true, _) => "yes, given these bounds",
            (false, _) => "NO",
        };
        let place = match self.is_start {
            true => "from its start",
            false => "from a position that is NOT its start",
        };
        writeln!(f, "{} {place} has {claim}: {verdict}", self.game)?;
        writeln!(
            f,
            "the position: {}; goal: values from {} to {} told apart",
            self.position,
            signed(self.goal.0),
            signed(self.goal.1)
        )?;
        if !(self.lower_holds && self.upper_holds && self.decides_goal) {
            let not = |holds: bool| if holds { "follows" } else { "DOES NOT FOLLOW" };
            writeln!(
                f,
                "at least {}: {}; at most {}: {}{}",
                signed(self.lower),
                not(self.lower_holds),
                signed(self.upper),
                not(self.upper_holds),
                if self.decides_goal {
                    ""
                } else {
                    "; the goal is not decided"
                }
            )?;
        }
        write!(
            f,
            "given the {} bounds that it rests on, of {} positions with bounds at level {}, by {} statements about positions before",
            grouped(self.used),
            grouped(self.bounds),
            self.cut,
            grouped(self.above)
        )?;
        match &self.second {
            None if self.holds => write!(
                f,
                "; whether these bounds are true was not tested (--resolve)"
            ),
            None => write!(
                f,
                "; no bound is tested where the conclusion does not follow"
            ),
            Some(second) => write!(f, "\n{second}"),
        }?;
        f.write_str(caution(self.independent))
    }
}

impl fmt::Display for SecondSolving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} draws of these bounds (--seed {}), {} different ones tested by a search of {} nodes: {}",
            grouped(self.draws),
            self.seed,
            grouped(self.bounds),
            grouped(self.nodes),
            match self.wrong.len() {
                0 => "all true".to_owned(),
                wrong => format!("{} WRONG", grouped(wrong as u64)),
            }
        )?;
        for wrong in &self.wrong {
            let Difference {
                position,
                side,
                bound,
                key,
                ..
            } = wrong;
            let value = wrong.value.map_or_else(
                || "the solver knows no such position".to_owned(),
                |value| format!("the value is {}", signed(value)),
            );
            write!(
                f,
                "\n{position} (key {key}): {side} {} in the ledger, but {value}",
                signed(*bound)
            )?;
        }
        match self.false_share_at_most {
            None => Ok(()),
            Some(_) if self.all => {
                f.write_str("\nall that the conclusion rests on was tested by the solver")
            }
            Some(share) => write!(
                f,
                "\nwith {} % confidence at most {:.2} % of what the conclusion rests on is false, each bound by its chance to be drawn; \
                 one false bound among many is not excluded",
                self.confidence * 100.0,
                // Rounded up.
                (share * 10_000.0).ceil() / 100.0
            ),
        }
    }
}
