//! Follows a closure level by level: completely while there is time, then a random sample.

use std::collections::BTreeMap;

use solveig_game::{Game, Notation, Symmetric, Value};
use solveig_search::clock::Instant;
use solveig_search::random::Random;
use solveig_search::{Oracle, StopChecker, StopToken};

use crate::{BuildError, Closure, Obligation, ScopeClosure};

/// The seed of random choices.
const SEED: u64 = 1;

/// The maximum number of positions of a level that are sampled: their children are in memory.
const MAX_SAMPLE: usize = 250_000;

/// The fewest positions of a larger level that are sampled, whatever time they take.
const MIN_SAMPLE: usize = 100;

/// The expected counts of one level.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LevelEstimate {
    /// Records of the artifact.
    pub(super) artifact: f64,
    /// Records of the certificate.
    pub(super) certificate: f64,
    /// Positions, including those that are not written.
    pub(super) positions: f64,
    /// Nodes that the oracle searches for these positions.
    pub(super) nodes: f64,
    /// Seconds of solving these positions.
    pub(super) seconds: f64,
    /// Positions that were solved for the estimate.
    pub(super) sampled: u64,
    /// How many levels before were sampled, each weighted by the share that was left out.
    pub(super) sampled_levels: f64,
}

/// An obligation, and which halves of the sampled parents demand it, as two bits.
type Demand = (Obligation, u8);

/// Demands by level.
type Waiting = BTreeMap<u32, Vec<Demand>>;

/// Follows a closure with the oracle that solves its positions.
pub(super) struct Sampler<'a, G: Game, O> {
    pub(super) closure: &'a ScopeClosure<G>,
    pub(super) oracle: &'a mut O,
    pub(super) stop: StopToken,
    /// About when the last level is done.
    pub(super) end: Instant,
}

impl<G: Symmetric + Notation, O: Oracle<G>> Sampler<'_, G, O> {
    /// Estimates each level of the closure in which the start has this value.
    pub(super) fn levels(&mut self, value: Value) -> Result<Vec<LevelEstimate>, BuildError> {
        let (level, root) = self.closure.root(value);
        let mut waiting = Waiting::from([(level, vec![(root, 1)])]);
        let (mut levels, mut random) = (Vec::new(), Random::new(SEED));
        let (mut share, mut sampled_levels, mut seconds_each) = (1.0, 0.0, 0.0);
        while let Some((level, mut demands)) = waiting.pop_first() {
            merge(&mut demands);
            let positions = extrapolated(&demands, share);
            sampled_levels += 1.0 - share;
            let count = self.affordable(level, seconds_each, share < 1.0);
            if demands.len() > count {
                for at in 0..count {
                    let other = at + random.index(demands.len() - at);
                    demands.swap(at, other);
                }
                demands.truncate(count);
            }
            share = demands.len() as f64 / positions;
            let mut one = self.solve(&demands, &mut random, &mut waiting)?;
            seconds_each = one.seconds / demands.len() as f64;
            for count in [
                &mut one.artifact,
                &mut one.certificate,
                &mut one.nodes,
                &mut one.seconds,
            ] {
                *count /= share;
            }
            levels.push(LevelEstimate {
                positions,
                sampled_levels,
                ..one
            });
        }
        Ok(levels)
    }

    /// How many positions of a level can be solved in its part of the time left.
    fn affordable(&self, level: u32, seconds_each: f64, is_sampled: bool) -> usize {
        let levels_left = self.closure.game.max_level().saturating_sub(level) + 1;
        let parts = match is_sampled {
            true => levels_left,
            false => levels_left.min(3),
        };
        let seconds = self.end.duration_since(Instant::now()).as_secs_f64() / f64::from(parts);
        ((seconds / seconds_each.max(1e-9)) as usize).clamp(MIN_SAMPLE, MAX_SAMPLE)
    }

    /// Solves sampled positions of a level, counts them, and adds their demands to `waiting`.
    fn solve(
        &mut self,
        demands: &[Demand],
        random: &mut Random,
        waiting: &mut Waiting,
    ) -> Result<LevelEstimate, BuildError> {
        let (began, nodes) = (Instant::now(), self.oracle.nodes());
        let mut counts = LevelEstimate::default();
        let mut stop = StopChecker::new(self.stop.clone());
        for (one, _) in demands {
            stop.check()?;
            let half = 1 << random.below(2);
            let mut ask =
                |level, obligation| waiting.entry(level).or_default().push((obligation, half));
            let settled = self.closure.settle(self.oracle, one, None, &mut ask)?;
            if settled.roles.is_certified() {
                counts.artifact += f64::from(u8::from(!settled.terminal));
            } else if settled.move_index.is_some() {
                counts.certificate += 1.0;
            }
        }
        counts.sampled = demands.len() as u64;
        counts.nodes = (self.oracle.nodes() - nodes) as f64;
        counts.seconds = began.elapsed().as_secs_f64();
        Ok(counts)
    }
}

/// The number of children of all positions of a level, from those of a `share` of them.
///
/// As in counts of species by sampled area, a larger share yields fewer new children, since many
/// children have several parents. With geometrically distributed numbers of parents, *m* of them in
/// the share on average, the share *p* has *p* (1 + *m*) / (*p* + *m*) of all children. Half of the
/// share shows *m*.
///
/// The result is too low: sampled children have more parents than others, and lack the demands of
/// parents outside the sample, so that fewer of their own children are found.
fn extrapolated(children: &[Demand], share: f64) -> f64 {
    let mut by_halves = [0.0; 4];
    for (_, halves) in children {
        by_halves[usize::from(*halves)] += 1.0;
    }
    let [_, first, second, both] = by_halves;
    let found = children.len() as f64;
    let growth = found / ((first + second) / 2.0 + both);
    if share >= 1.0 || growth <= 1.0 {
        return found;
    }
    let parents = ((2.0 - growth) / (growth - 1.0)).max(0.0);
    found * (1.0 + parents) / (share + parents)
}

/// Sorts demands by key and merges those on the same position.
fn merge(demands: &mut Vec<Demand>) {
    demands.sort_unstable_by_key(|(one, _)| one.key);
    demands.dedup_by(|next, kept| {
        let is_same = next.0.key == kept.0.key;
        if is_same {
            kept.0.merge(&next.0);
            kept.1 |= next.1;
        }
        is_same
    });
}
