//! Checks that the bounds in the ledger of a finished campaign imply its conclusion.
//!
//! The rules and the derivation are those of the independent checker, `solveig-verify`; only the
//! reading of the ledger is this crate's. Estimates, windows, rounds and jobs are not used. The
//! bounds themselves are not checked: [`resolve`](crate::resolve) tests a sample of them.

mod listed_hypotheses;

use std::collections::BTreeMap;

use solveig_game::random::Random;
use solveig_game::{Interval, Key, Keyed, LongKeys, Notation};
use solveig_games::GameTable;
use solveig_verify::conclusion::{Claim, Derivation, Premise, derive};
use solveig_verify::{Budget, FindRules, Limits, Rules, none_given, rules_for, with_rules};

use crate::checker::{bounds_for, range_of};
use crate::error::CampaignError;
use crate::ledger::{Ledger, damaged};
use solveig_search::Window;

pub use listed_hypotheses::{
    CheckedHypotheses, ImportCounts, LIST_HEADER, check_hypotheses, import,
};

/// The options of a check.
#[derive(Clone)]
pub struct Options<'a> {
    /// The games that the ledger may be of.
    pub games: GameTable,
    /// Finds rules of games for which the checker has none of its own.
    pub find_rules: &'a FindRules<'a>,
    /// The limits of time and memory.
    pub limits: Limits,
    /// The sample to draw of the bounds that the derivation uses, if any.
    pub sample: Option<Sample>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            games: GameTable::built_in(),
            find_rules: &none_given,
            limits: Limits::default(),
            sample: None,
        }
    }
}

/// A random sample of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of draws. If it is at least the number of bounds, each bound is taken once.
    pub draws: u64,
    /// The random seed of the draws.
    pub seed: u64,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct CheckedLedger {
    /// The spec by the checker's rules.
    pub game: String,
    /// Whether the rules are independent of the solver's. Only rules given by the caller may not
    /// be.
    pub independent: bool,
    /// The position that the conclusion is about, as the checker's rules describe it.
    pub position: String,
    /// Whether that is the start of the game.
    pub is_start: bool,
    /// The campaign's goal.
    pub goal: Window,
    /// The level of the cut at which positions have bounds.
    pub cut: u32,
    /// What the campaign concludes.
    pub claimed: Interval,
    /// Whether the bounds imply the claimed lower bound.
    pub lower_holds: bool,
    /// Whether the bounds imply the claimed upper bound.
    pub upper_holds: bool,
    /// Whether the conclusion decides the campaign's goal.
    pub decides_goal: bool,
    /// Positions in the ledger with bounds.
    pub bounds: u64,
    /// The bounds, upper or lower, that the derivation rests on.
    pub used: u64,
    /// The number of derived statements about positions before the cut.
    pub above: u64,
    /// The sample of bounds, in the order of keys.
    pub drawn: Vec<DrawnBound>,
}

impl CheckedLedger {
    /// Whether the conclusion follows and decides the goal.
    pub const fn holds(&self) -> bool {
        self.lower_holds && self.upper_holds && self.decides_goal
    }
}

/// A bound that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnBound {
    /// The bound as the ledger has it.
    pub bound: Premise,
    /// The position, as the checker's rules describe it.
    pub position: String,
    /// How often it was drawn.
    pub times: u64,
}

/// Derives the conclusion of a campaign from the bounds in its ledger, by the checker's rules.
///
/// # Errors
///
/// Fails if the game or its cuts do not suit a campaign, if the campaign is not finished, if the
/// ledger cannot be read or holds impossible values, or if a limit is reached.
pub fn check(ledger: &Ledger, options: &Options<'_>) -> Result<CheckedLedger, CampaignError> {
    let rules = rules_for(&ledger.plan().game, options.find_rules)?;
    let mut checked = with_rules!(
        &rules,
        rules => check_with(rules, ledger, options),
        go => Err(CampaignError::DependsOnHistory { game: go.spec() }),
    )?;
    checked.independent = rules.are_independent();
    Ok(checked)
}

fn check_with<R: Rules + ?Sized>(
    rules: &R,
    ledger: &Ledger,
    options: &Options<'_>,
) -> Result<CheckedLedger, CampaignError> {
    let budget = Budget::new(options.limits);
    let plan = ledger.plan();
    let position = start(rules, ledger, &options.games)?;
    let claimed = ledger.conclusion_within(range_of(rules))?;
    let premises = ledger.premises(rules, &budget)?;
    let claim = Claim {
        position: position.clone(),
        bounds: bounds_for(claimed),
        cut: rules.max_level() - plan.second,
    };
    let cut = claim.cut;
    let derived = derive(
        rules,
        claim,
        |key| premises.get(key).map(bounds_for),
        &budget,
    )?;
    let drawn = match options.sample {
        Some(sample) => draw(rules, &derived, sample, &budget)?,
        None => Vec::new(),
    };
    Ok(CheckedLedger {
        game: rules.spec(),
        independent: true,
        position: rules.describe(&position),
        is_start: position == rules.start(),
        goal: plan.goal,
        cut,
        claimed,
        lower_holds: derived.lower_follows,
        upper_holds: derived.upper_follows,
        decides_goal: plan.goal.decided_by(claimed).is_some(),
        bounds: premises.len() as u64,
        used: derived.rests_on.len() as u64,
        above: derived.before_cut,
        drawn,
    })
}

/// The position of the plan, which is one of this game and suits it.
fn start<R: Rules + ?Sized>(
    rules: &R,
    ledger: &Ledger,
    games: &GameTable,
) -> Result<R::Position, CampaignError> {
    let plan = ledger.plan();
    plan.expect_spelling(&rules.spec())?;
    let position = position(rules, ledger, games)?;
    let left = rules.max_level().saturating_sub(rules.level(&position));
    plan.expect_sensible(left, range_of(rules))?;
    Ok(position)
}

/// The position of the plan. If it is not the start, the solver's parser only turns its notation
/// into a key; the checker's rules turn the key into a position.
fn position<R: Rules + ?Sized>(
    rules: &R,
    ledger: &Ledger,
    games: &GameTable,
) -> Result<R::Position, CampaignError> {
    let text = ledger.plan().position.trim();
    if text.is_empty() || text == "-" {
        return Ok(rules.start());
    }
    let game = games
        .parse(&ledger.plan().game)
        .map_err(|error| damaged(ledger.path(), error.to_string()))?;
    LongKeys::refuse(&game)?;
    let position = game
        .parse_position(text)
        .map_err(|error| CampaignError::Position {
            text: text.to_owned(),
            problem: error.to_string(),
        })?;
    let key = game.key(&position).to_u128();
    let position = rules.position(key);
    position
        .filter(|position| rules.key(position) == key)
        .ok_or_else(|| CampaignError::Position {
            text: text.to_owned(),
            problem: format!("its key would be {key:#x}, which the checker's rules do not know"),
        })
}

/// Draws bounds with replacement. Half of the draws follow a random walk down the derivation to the
/// bound where it ends; the other half are uniform.
fn draw<R: Rules + ?Sized>(
    rules: &R,
    derived: &Derivation<R::Position>,
    sample: Sample,
    budget: &Budget,
) -> Result<Vec<DrawnBound>, CampaignError> {
    let all = &derived.rests_on;
    let mut times: BTreeMap<Premise, u64> = BTreeMap::new();
    let bytes = size_of::<(Premise, u64)>() + size_of::<DrawnBound>() + 256;
    let max = sample.draws.min(all.len() as u64);
    budget.take(max.saturating_mul(bytes as u64), "the sample")?;
    if sample.draws >= all.len() as u64 {
        times.extend(all.iter().map(|premise| (*premise, 1)));
    } else {
        let mut random = Random::from_state(sample.seed);
        for _ in 0..sample.draws {
            budget.go_on()?;
            let walked = match random.index(2) {
                0 => derived.descend(rules, |children| random.index(children)),
                _ => None,
            };
            // A walk that ends at a terminal position has no bound; draw uniformly instead.
            let drawn = walked.unwrap_or_else(|| all[random.index(all.len())]);
            *times.entry(drawn).or_default() += 1;
        }
    }
    let describe = |(bound, times): (Premise, u64)| {
        let position = rules.position(bound.key);
        DrawnBound {
            position: position.map_or_else(String::new, |position| rules.describe(&position)),
            bound,
            times,
        }
    };
    Ok(times.into_iter().map(describe).collect())
}
