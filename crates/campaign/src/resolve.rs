//! Tests a sample of a finished campaign's bounds by solving the positions again.
//!
//! [`check`](crate::check) proves that the bounds imply the conclusion; this tests the bounds
//! themselves.

use solveig_game::{Interval, Notation, Symmetric, Value, ValueRange};
use solveig_search::{Oracle, Stopped};
use solveig_verify::conclusion::{BoundKind, Premise};

use crate::check::DrawnBound;
use crate::problem::Problem;

/// A bound that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The bound as the ledger has it.
    pub bound: Premise,
    /// The position, as the checker's rules describe it.
    pub position: String,
    /// Its value; `None` if the solver knows no position with this key.
    pub value: Option<Value>,
}

/// The result of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SampleTest {
    /// The number of bounds tested.
    pub bounds: u64,
    /// The wrong bounds, in the order of keys.
    pub wrong: Vec<Wrong>,
    /// Nodes searched.
    pub nodes: u64,
}

/// Tests each drawn bound by a search. `observe` receives the numbers of tested and of all bounds.
///
/// # Errors
///
/// Fails if a search was stopped.
pub fn resolve<G: Symmetric + Notation, O: Oracle<G>>(
    problem: &Problem<G>,
    drawn: &[DrawnBound],
    oracle: &mut O,
    mut observe: impl FnMut(u64, u64),
) -> Result<SampleTest, Stopped> {
    let mut resolved = SampleTest::default();
    let (before, all) = (oracle.nodes(), drawn.len() as u64);
    for drawn in drawn {
        observe(resolved.bounds, all);
        resolved.bounds += 1;
        let Premise { key, side, bound } = drawn.bound;
        let position = problem.position(key);
        if let Some(position) = &position {
            let refuted = match side {
                BoundKind::AtLeast => !oracle.at_least(position, bound)?,
                BoundKind::AtMost => oracle.at_least(position, bound + 1)?,
            };
            if !refuted {
                continue;
            }
        }
        let ValueRange { min, max } = problem.game().value_range();
        let bounds = match side {
            BoundKind::AtLeast => Interval {
                lower: min,
                upper: bound - 1,
            },
            BoundKind::AtMost => Interval {
                lower: bound + 1,
                upper: max,
            },
        };
        let value = match position {
            Some(position) => Some(oracle.value(&position, bounds)?),
            None => None,
        };
        resolved.wrong.push(Wrong {
            bound: drawn.bound,
            position: drawn.position.clone(),
            value,
        });
    }
    resolved.nodes = oracle.nodes() - before;
    Ok(resolved)
}

/// The upper confidence limit for the share of wrong bounds, if `draws` independent draws found
/// none wrong (Clopper and Pearson 1934). Bounds are weighted by their probability of being drawn.
pub fn share_not_excluded(draws: u64, confidence: f64) -> f64 {
    match draws {
        0 => 1.0,
        _ => -((1.0 - confidence).ln() / draws as f64).exp_m1(),
    }
}

#[cfg(test)]
mod tests {
    use super::share_not_excluded;

    #[test]
    fn so_many_true_draws_exclude_so_large_a_share_of_falsehood() {
        for (draws, share) in [(0, 1.0), (1, 0.99), (2, 0.9), (100, 0.045_007)] {
            let found = share_not_excluded(draws, 0.99);
            assert!((found - share).abs() < 1e-6, "{draws}: {found}");
        }
        for draws in [1, 7, 459, 1_000_000, u64::MAX] {
            let share = share_not_excluded(draws, 0.99);
            // With that share of falsehood, one in a hundred samples sees none of it.
            let blind = (draws as f64 * (-share).ln_1p()).exp();
            assert!((blind - 0.01).abs() < 1e-9, "{draws}: {share}");
        }
    }
}
