//! Follows a closure level by level: completely, a sample thinned by stones, or a share of a level.

use std::collections::BTreeMap;
use std::time::Instant;

use solveig_game::Game;
use solveig_search::random::Random;
use solveig_search::{Oracle, Stopped};

use super::thinning::Thinning;
use crate::{BuildError, Closure, Obligation};

/// The counts of one level, or their estimates from a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct LevelTally {
    /// Records of the artifact.
    pub(super) artifact: f64,
    /// Records of the certificate.
    pub(super) certificate: f64,
    /// Settled positions, including those that are not written.
    pub(super) settled: f64,
    /// Nodes that the oracle searches for these positions.
    pub(super) nodes: f64,
    /// Seconds of settling.
    pub(super) seconds: f64,
    /// Positions that the walk visited, unweighted.
    pub(super) seen: u64,
}

/// Tallies by level.
pub(super) type Tallies = BTreeMap<u32, LevelTally>;

/// Obligations of levels not yet followed, each with its label (see
/// [`labelled`](EstimateWalk::labelled)).
pub(super) type Waiting = BTreeMap<u32, Vec<(Obligation, u64)>>;

/// The counts that follow from a share 2^-*i* of some positions, by *i* from 0 to [`HALVINGS`];
/// `None` if that share was not followed.
pub(super) type Curve = Vec<Option<LevelTally>>;

/// How often a share can be halved: the number of bits of a label.
const HALVINGS: usize = 64;

/// The least number of positions whose shares tell about all of them.
pub(super) const LEAST_LABELS: u64 = 100;

/// The least number of positions of a level to which a share may be cut.
const LEAST_SAMPLE: u64 = 500;

/// A limit on the positions visited and nodes searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorkLimit {
    /// Positions, in total or per level.
    pub(super) positions: u64,
    /// Nodes, in total or per level.
    pub(super) nodes: u64,
}

/// A closure with the oracle that solves its positions.
pub(super) struct EstimateWalk<'a, G: Game, O> {
    pub(super) closure: &'a Closure<G>,
    pub(super) oracle: &'a mut O,
}

impl<G: Game, O: Oracle<G>> EstimateWalk<'_, G, O> {
    /// Follows the closure from `waiting` completely, until the next level is likely to exceed the
    /// limit. `waiting` keeps the obligations not followed; it is empty if the closure ended. The
    /// nodes count for nothing before a level has `least` positions.
    pub(super) fn whole(
        &mut self,
        waiting: &mut Waiting,
        limit: WorkLimit,
        least: u64,
    ) -> Result<Tallies, BuildError> {
        let mut tallies = Tallies::new();
        let (mut left, mut each, before) = (limit.positions, 0.0, self.oracle.nodes());
        while let Some(mut first) = waiting.first_entry() {
            merge(first.get_mut());
            let count = first.get().len() as u64;
            let spent = (self.oracle.nodes() - before) as f64;
            let is_costly = spent + each * count as f64 > limit.nodes as f64;
            if count > left || is_costly && count >= least {
                break;
            }
            left -= count;
            let (level, obligations) = first.remove_entry();
            let tally = tallies.entry(level).or_default();
            self.settle(&obligations, |_| 1.0, waiting, tally)?;
            each = tally.nodes / tally.settled;
        }
        Ok(tallies)
    }

    /// Follows a sample of the closure from `waiting` to its end, thinned at each level that is
    /// likely to exceed the limit.
    pub(super) fn thinned(
        &mut self,
        mut waiting: Waiting,
        mut thinning: Thinning,
        limit: WorkLimit,
    ) -> Result<Tallies, BuildError> {
        let game = &self.closure.game;
        let mut tallies = Tallies::new();
        let mut each = 0.0;
        while let Some((level, mut obligations)) = waiting.pop_first() {
            merge(&mut obligations);
            let mut weights = Vec::new();
            loop {
                let mut images = Vec::new();
                weights.clear();
                obligations.retain(|(one, _)| {
                    let Some(position) = self.closure.position(one) else {
                        return false;
                    };
                    let reduction = self.closure.reduction;
                    let weight = thinning.weight(game, &position, reduction, &mut images);
                    weights.extend((weight > 0.0).then_some(weight));
                    weight > 0.0
                });
                let is_few = weights.len() <= limit.of_level(each);
                if is_few || !thinning.forbid_one_more(&images) {
                    break;
                }
            }
            let tally = tallies.entry(level).or_default();
            self.settle(&obligations, |at| weights[at], &mut waiting, tally)?;
            if tally.seen > 0 {
                each = tally.nodes / tally.settled;
            }
        }
        Ok(tallies)
    }

    /// Follows a random share of the positions in `waiting` to the end of the closure. The share
    /// shrinks from level to level so that no level exceeds the limit.
    ///
    /// Each of these positions gets a random label, and each later position the least label of its
    /// parents (min-sketches, Cohen 1997): the positions with a label below *q* are exactly those
    /// that follow from a share *q*. Where so many positions have the same label that a share would
    /// hold less than half of what it may, those of that level get new labels below *q*. Returns
    /// the curve of each level.
    ///
    /// # Errors
    ///
    /// Stops where the limit of nodes leaves so few positions of a level that they tell little
    /// about all.
    pub(super) fn labelled(
        &mut self,
        mut waiting: Waiting,
        limit: WorkLimit,
        random: &mut Random,
    ) -> Result<BTreeMap<u32, Curve>, BuildError> {
        for obligations in waiting.values_mut() {
            merge(obligations);
            obligations
                .iter_mut()
                .for_each(|(_, label)| *label = random.word());
        }
        let mut levels = BTreeMap::new();
        let (mut each, mut below) = (0.0, u64::MAX);
        while let Some((level, mut obligations)) = waiting.pop_first() {
            merge(&mut obligations);
            // Demands that skip levels may have labels above the present share.
            obligations.retain(|(_, label)| *label < below);
            let count = limit.of_level(each);
            if obligations.len() > count {
                if (count as u64) < LEAST_SAMPLE.min(limit.positions) {
                    return Err(Stopped.into());
                }
                let mut least = label_at(&obligations, count);
                let kept = obligations.iter().filter(|(_, label)| *label < least);
                if kept.count() < count / 2 {
                    for (_, label) in &mut obligations {
                        *label = ((u128::from(random.word()) * u128::from(below)) >> 64) as u64;
                    }
                    least = label_at(&obligations, count);
                }
                below = least;
                obligations.retain(|(_, label)| *label < below);
            }
            obligations.sort_by_key(|(one, label)| (label.leading_zeros(), one.key));
            let mut curve = vec![None; 1 + HALVINGS];
            let mut total = LevelTally::default();
            for part in obligations
                .chunk_by(|one, other| one.1.leading_zeros() == other.1.leading_zeros())
                .rev()
            {
                self.settle(part, |_| 1.0, &mut waiting, &mut total)?;
                let halvings = part[0].1.leading_zeros() as usize;
                curve[halvings] = Some(total);
            }
            if total.seen > 0 {
                each = total.nodes / total.settled;
            }
            let known = match below {
                u64::MAX => 0,
                _ => HALVINGS - below.max(1).ilog2() as usize,
            };
            let mut last = LevelTally::default();
            for (halvings, tally) in curve.iter_mut().enumerate().rev() {
                last = tally.unwrap_or(last);
                *tally = (halvings >= known).then_some(last);
            }
            levels.insert(level, curve);
        }
        Ok(levels)
    }

    /// Settles positions with their weights, adds them to `tally` and their demands to `waiting`.
    fn settle(
        &mut self,
        obligations: &[(Obligation, u64)],
        weight: impl Fn(usize) -> f64,
        waiting: &mut Waiting,
        tally: &mut LevelTally,
    ) -> Result<(), BuildError> {
        let started = Instant::now();
        let mut settled_here = 0.0;
        for (at, (one, label)) in obligations.iter().enumerate() {
            let before = self.oracle.nodes();
            let mut ask = |level, asked| waiting.entry(level).or_default().push((asked, *label));
            let settled = self.closure.settle(self.oracle, one, &mut ask)?;
            let weight = weight(at);
            settled_here += weight;
            tally.nodes += weight * (self.oracle.nodes() - before) as f64;
            if settled.terminal {
                continue;
            }
            if settled.roles.is_certified() {
                tally.artifact += weight;
            } else if settled.move_index.is_some() {
                tally.certificate += weight;
            }
        }
        // Timed together, as reading the clock takes about as long as a position.
        let stands_for = settled_here / obligations.len().max(1) as f64;
        tally.seconds += started.elapsed().as_secs_f64() * stands_for;
        tally.settled += settled_here;
        tally.seen += obligations.len() as u64;
        Ok(())
    }
}

impl WorkLimit {
    /// The most positions of a level, if each takes this many nodes.
    fn of_level(self, nodes_each: f64) -> usize {
        let by_nodes = self.nodes as f64 / nodes_each.max(1e-9);
        (self.positions as f64).min(by_nodes).max(16.0) as usize
    }
}

/// The label that `number` others are not above. There must be more obligations than that.
fn label_at(obligations: &[(Obligation, u64)], number: usize) -> u64 {
    let mut labels: Vec<u64> = obligations.iter().map(|(_, label)| *label).collect();
    *labels.select_nth_unstable(number).1
}

/// Sorts obligations by key and merges those of the same position.
fn merge(obligations: &mut Vec<(Obligation, u64)>) {
    obligations.sort_unstable_by_key(|(one, label)| (one.key, *label));
    obligations.dedup_by(|next, kept| {
        let is_same = next.0.key == kept.0.key;
        if is_same {
            kept.0.merge(&next.0);
        }
        is_same
    });
}
