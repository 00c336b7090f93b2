//! A second solving of what a ledger holds, after the fact and by somebody else.
//!
//! [`check`](crate::check) shows that the bounds imply the conclusion; this shows, by a sample, that the bounds are right.

use std::collections::BinaryHeap;

use solveig_game::{Game, Interval, Value};
use solveig_search::{Knowledge, Oracle};

use crate::error::CampaignError;
use crate::ledger::Ledger;
use crate::problem::Problem;

/// A position whose bounds in the ledger are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Its key.
    pub key: u128,
    /// The bounds in the ledger.
    pub claimed: Interval,
    /// Bounds that contradict them.
    pub found: Interval,
}

/// What a second solving found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// Positions that were solved again.
    pub positions: u64,
    /// Those whose bounds are wrong, in the order of keys.
    pub wrong: Vec<Wrong>,
    /// Keys with bounds that are no positions of the game, in order.
    pub strangers: Vec<u128>,
    /// Positions visited.
    pub nodes: u64,
}

impl Resolved {
    /// Whether nothing was wrong.
    pub const fn holds(&self) -> bool {
        self.wrong.is_empty() && self.strangers.is_empty()
    }
}

/// Solves `sample` of the positions with bounds again, or all if there are fewer; which, follows from `seed`, and each set of
/// that size is as likely. `observe` hears how many are done, and of how many.
///
/// # Errors
///
/// Fails if the ledger cannot be read.
pub fn resolve<G: Game, K: Knowledge<G>, O: Oracle<G>>(
    problem: &Problem<G, K>,
    ledger: &Ledger,
    oracle: &mut O,
    (sample, seed): (usize, u64),
    mut observe: impl FnMut(u64, u64),
) -> Result<Resolved, CampaignError> {
    let drawn = draw(ledger, sample, seed)?;
    let mut resolved = Resolved::default();
    let before = oracle.nodes();
    for (key, claimed) in &drawn {
        observe(resolved.positions, drawn.len() as u64);
        match problem.position(*key) {
            None => resolved.strangers.push(*key),
            Some(position) => {
                let found = refute(problem, oracle, &position, *claimed);
                resolved.positions += 1;
                if let Some(found) = found {
                    resolved.wrong.push(Wrong {
                        key: *key,
                        claimed: *claimed,
                        found,
                    });
                }
            }
        }
    }
    resolved.nodes = oracle.nodes() - before;
    Ok(resolved)
}

/// The positions whose keys have the least hashes, in the order of keys.
fn draw(ledger: &Ledger, sample: usize, seed: u64) -> Result<Vec<(u128, Interval)>, CampaignError> {
    let mut drawn = BinaryHeap::new();
    ledger.each_bound(|key, bounds| {
        let hash = xxhash_rust::xxh3::xxh3_64_with_seed(&key.to_be_bytes(), seed);
        drawn.push((hash, key, bounds.lower, bounds.upper));
        if drawn.len() > sample {
            drawn.pop();
        }
        Ok(())
    })?;
    let mut drawn: Vec<(u128, Interval)> = drawn
        .into_iter()
        .map(|(_, key, lower, upper)| (key, Interval { lower, upper }))
        .collect();
    drawn.sort_unstable_by_key(|(key, _)| *key);
    Ok(drawn)
}

/// Bounds of a position that contradict those that are claimed; none if there are not.
fn refute<G: Game, K: Knowledge<G>, O: Oracle<G>>(
    problem: &Problem<G, K>,
    oracle: &mut O,
    position: &G::Position,
    claimed: Interval,
) -> Option<Interval> {
    let range = problem.game().value_range();
    let (min, max): (Value, Value) = (range.min, range.max);
    if claimed.lower > min && !oracle.at_least(position, claimed.lower) {
        return Some(Interval {
            lower: min,
            upper: claimed.lower - 1,
        });
    }
    if claimed.upper < max && oracle.at_least(position, claimed.upper + 1) {
        return Some(Interval {
            lower: claimed.upper + 1,
            upper: max,
        });
    }
    None
}
