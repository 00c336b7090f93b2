//! Extrapolation from random shares of a level to all of it.

use std::collections::BTreeMap;

use super::walk::{Curve, LevelTally};

/// The expected counts of a level, and their error as a factor.
pub(super) struct Projection {
    pub(super) tally: LevelTally,
    pub(super) factor: f64,
}

/// The logarithm of that factor for each halving of the share: calibrated so that nine of ten
/// intervals hold on the boards of docs/estimates.md.
const WIDTH: f64 = 0.12;

/// Smaller counts are not used to estimate growth.
const LEAST_COUNT: f64 = 30.0;

/// Extrapolates the counts of each level.
///
/// As in counts of species by area (Arrhenius 1921), twice the share gives less than twice the
/// positions, since most positions are reached by many plays: 2^*s* times as many, where *s*
/// depends on share and level. For shares that were not followed at a level, the log-odds of *s*
/// are assumed to change from the level before by as much as for the shares that were followed.
pub(super) fn project(curves: &BTreeMap<u32, Curve>) -> Vec<(u32, Projection)> {
    let mut of_artifact = Growth::default();
    let mut of_certificate = Growth::default();
    let mut of_settled = Growth::default();
    let mut projections = Vec::new();
    for (level, curve) in curves {
        let seen = curve.iter().flatten().next().copied().unwrap_or_default();
        let next = |growth: &mut Growth, of: fn(&LevelTally) -> f64| {
            growth.next(
                &curve
                    .iter()
                    .map(|tally| tally.as_ref().map(of))
                    .collect::<Vec<_>>(),
            )
        };
        let settled = next(&mut of_settled, |tally| tally.settled);
        let all = settled / seen.settled.max(1.0);
        let halvings = curve.iter().position(Option::is_some).unwrap_or(0);
        let tally = LevelTally {
            artifact: next(&mut of_artifact, |tally| tally.artifact),
            certificate: next(&mut of_certificate, |tally| tally.certificate),
            settled,
            nodes: seen.nodes * all,
            seconds: seen.seconds * all,
            seen: seen.seen,
        };
        let factor = (WIDTH * halvings as f64).exp();
        projections.push((*level, Projection { tally, factor }));
    }
    projections
}

fn log_odds(share: f64) -> f64 {
    let share = share.clamp(0.005, 0.995);
    (share / (1.0 - share)).ln()
}

fn share_of_odds(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The growth of counts with the share: entry *i* holds the log-odds of *s* between the shares
/// 2^-(*i* + 1) and 2^-*i*.
#[derive(Default)]
struct Growth(Vec<f64>);

impl Growth {
    /// Adds the counts of the next level, by halvings, and returns its extrapolated count.
    fn next(&mut self, counts: &[Option<f64>]) -> f64 {
        let Some(first) = counts.iter().position(Option::is_some) else {
            return 0.0;
        };
        // At first, the count is taken to be proportional to the share.
        self.0.resize(counts.len(), log_odds(1.0));
        let seen = |halvings: usize| {
            let pair = (counts[halvings], *counts.get(halvings + 1)?);
            match pair {
                (Some(more), Some(less)) if less >= LEAST_COUNT => {
                    Some(log_odds((more / less).log2()))
                }
                _ => None,
            }
        };
        let (mut change, mut weights) = (0.0, 0.0);
        for (halvings, count) in counts.iter().enumerate().skip(first) {
            if let (Some(growth), Some(count)) = (seen(halvings), count) {
                change += count * (growth - self.0[halvings]);
                weights += count;
            }
        }
        let change = if weights > 0.0 { change / weights } else { 0.0 };
        let mut all = counts[first].unwrap_or_default();
        for halvings in (0..counts.len()).rev() {
            let growth = seen(halvings).unwrap_or(self.0[halvings] + change);
            self.0[halvings] = growth;
            if halvings < first {
                all *= share_of_odds(growth).exp2();
            }
        }
        all
    }
}
