//! Takes hypotheses into a ledger, and checks what those of a ledger imply.
//!
//! Both rest on the checker's rules alone. What is given stays apart from what a campaign proves:
//! no other command reads it.

use std::path::Path;

use solveig_game::Value;
use solveig_games::GameTable;
use solveig_verify::{Budget, KnownRules, Limits, Othello, Rules, none_given, rules_for};

use super::start;
use crate::error::CampaignError;
use crate::ledger::Ledger;
use crate::listed_hypotheses::graph::CutGraph;
use crate::listed_hypotheses::{ConclusionAnswer, ListedHypotheses, ValueClaim, conclude, list};

/// The hypotheses that a ledger took in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportCounts {
    /// How many.
    pub hypotheses: u64,
    /// All positions at the first cut that play can reach, symmetric ones once.
    pub at_cut: u64,
    /// The positions before the cut and those where the game ends before it.
    pub above: u64,
}

/// What the given hypotheses of a ledger imply.
#[derive(Clone, Debug)]
pub struct CheckedHypotheses {
    /// The spec by the checker's rules.
    pub game: String,
    /// The position that the conclusion is about, as the checker's rules describe it.
    pub position: String,
    /// Whether that is the start of the game.
    pub is_start: bool,
    /// How many squares are empty in the positions that the hypotheses are about.
    pub empty: u32,
    /// All of the ledger, in the order of keys.
    pub hypotheses: ListedHypotheses,
    /// What follows from them.
    pub conclusion: ConclusionAnswer,
}

impl CheckedHypotheses {
    /// The hypothesis at a place in [`ListedHypotheses::rows`] as a line of a list.
    pub fn line(&self, place: u32) -> Option<String> {
        let row = self.hypotheses.rows().get(place as usize)?;
        let rules = othello(&self.game).ok()?;
        list::line_of(&rules, row)
    }
}

/// The first line of a list of hypotheses.
pub const LIST_HEADER: &str = list::HEADER;

fn othello(spec: &str) -> Result<Othello, CampaignError> {
    match rules_for(spec, &none_given)? {
        KnownRules::Othello(rules) => Ok(rules),
        _ => Err(CampaignError::NoLists {
            game: spec.to_owned(),
        }),
    }
}

/// Takes the hypotheses of the list `bytes`, read from `path`, into a ledger: all or none.
/// `observe` is called from time to time with the number of positions enumerated.
///
/// # Errors
///
/// Fails if the game is not Othello, if a line of the list is wrong, if the ledger has hypotheses
/// already or cannot be written, or if a limit is reached.
pub fn import(
    ledger: &mut Ledger,
    path: &Path,
    bytes: &[u8],
    games: &GameTable,
    limits: Limits,
    observe: &mut dyn FnMut(u64),
) -> Result<ImportCounts, CampaignError> {
    let rules = othello(&ledger.plan().game)?;
    let budget = Budget::new(limits);
    let start = start(&rules, ledger, games)?;
    let cut = rules.max_level() - ledger.plan().first;
    let graph = CutGraph::new(&rules, &start, cut, &budget, observe)?;
    // A row in memory takes less than twice the bytes of its line, and its place in a map as much.
    budget.take(4 * bytes.len() as u64, "the hypotheses of the list")?;
    let hypotheses = list::read(&rules, &graph, cut, path, bytes)?;
    ledger.give(&hypotheses)?;
    Ok(ImportCounts {
        hypotheses: hypotheses.rows().len() as u64,
        at_cut: graph.at_cut(),
        above: graph.len() as u64 - graph.at_cut(),
    })
}

/// Checks whether the given hypotheses of a ledger imply that its start has the value `value`, and
/// finds few of them that suffice if `wants_sufficient`. `observe` is called from time to time with
/// the number of positions enumerated.
///
/// # Errors
///
/// Fails if the game is not Othello, if no hypotheses were given, if the ledger cannot be read or
/// holds impossible values, if the game has no such value, or if a limit is reached.
pub fn check_hypotheses(
    ledger: &Ledger,
    games: &GameTable,
    value: Value,
    wants_sufficient: bool,
    limits: Limits,
    observe: &mut dyn FnMut(u64),
) -> Result<CheckedHypotheses, CampaignError> {
    let rules = othello(&ledger.plan().game)?;
    let budget = Budget::new(limits);
    let start = start(&rules, ledger, games)?;
    let empty = ledger.plan().first;
    let hypotheses = ledger.listed_hypotheses(&rules, &budget)?;
    let claim = ValueClaim {
        start,
        cut: rules.max_level() - empty,
        value,
        wants_sufficient,
    };
    let conclusion = conclude(&rules, &claim, &hypotheses, &budget, observe)?;
    Ok(CheckedHypotheses {
        game: rules.spec(),
        position: rules.describe(&claim.start),
        is_start: claim.start == rules.start(),
        empty,
        hypotheses,
        conclusion,
    })
}
