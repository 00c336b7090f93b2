//! Follows a closure level by level: completely, a sample thinned by stones, or a random share of a
//! level.

use std::collections::BTreeMap;

use solveig_game::Game;
use solveig_search::clock::Instant;
use solveig_search::random::Random;
use solveig_search::{Oracle, StopChecker, StopToken, Stopped};

use super::thinning::Thinning;
use crate::{BuildError, Closure, Obligation};

/// The counts of one level, or their estimates from a share of it.
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
    /// Positions that the walk visited.
    pub(super) seen: u64,
}

/// Tallies by level.
pub(super) type Tallies = BTreeMap<u32, LevelTally>;

/// Obligations of levels not yet followed, each with its label (see
/// [`shares`](EstimateWalk::shares)).
pub(super) type Waiting = BTreeMap<u32, Vec<(Obligation, u64)>>;

/// The counts that follow from a share 2^-*i* of some positions, by *i* from 0 to [`HALVINGS`];
/// `None` if that share was not followed.
pub(super) type Curve = Vec<Option<LevelTally>>;

/// How often a share can be halved: the number of bits of a label.
const HALVINGS: usize = 64;

/// The least number of positions whose shares tell about all of them.
pub(super) const LEAST_LABELS: usize = 100;

/// The least number of positions of a level to which a share may be cut where they are solved.
pub(super) const LEAST_SHARE: usize = 500;

/// The most positions of a level in a sample thinned by stones.
const MOST_THINNED: usize = 8_000;

/// The most positions of a level in a share, and of all levels that are followed completely: their
/// children lie in memory.
const MOST_POSITIONS: usize = 50_000;

/// A closure with the oracle that solves its positions.
pub(super) struct EstimateWalk<'a, G: Game, O> {
    closure: &'a Closure<G>,
    oracle: &'a mut O,
    stop: StopChecker,
    /// Seconds of a position of the last level.
    each: f64,
}

impl<'a, G: Game, O: Oracle<G>> EstimateWalk<'a, G, O> {
    pub(super) const fn new(closure: &'a Closure<G>, oracle: &'a mut O, stop: StopToken) -> Self {
        Self {
            closure,
            oracle,
            stop: StopChecker::new(stop),
            each: 0.0,
        }
    }

    /// Follows the closure from `waiting` completely, until the next level is likely to last beyond
    /// `end`. `waiting` keeps the obligations not followed; it is empty if the closure ended. The
    /// time counts for nothing before a level has `least` positions.
    pub(super) fn whole(
        &mut self,
        waiting: &mut Waiting,
        end: Instant,
        least: usize,
    ) -> Result<Tallies, BuildError> {
        let mut tallies = Tallies::new();
        let mut left = MOST_POSITIONS;
        while let Some(mut first) = waiting.first_entry() {
            merge(first.get_mut());
            let count = first.get().len();
            let is_costly = self.each * count as f64 > seconds_until(end);
            if count > left || is_costly && count >= least {
                break;
            }
            left -= count;
            let (level, obligations) = first.remove_entry();
            let tally = tallies.entry(level).or_default();
            self.settle(&obligations, |_| 1.0, waiting, tally)?;
            self.each = tally.seconds / tally.settled;
        }
        Ok(tallies)
    }

    /// Follows a sample of the closure from `waiting` to its end, thinned at each level that is
    /// likely to last longer than its part of the time until `end`.
    pub(super) fn thinned(
        &mut self,
        mut waiting: Waiting,
        mut thinning: Thinning,
        end: Instant,
    ) -> Result<Tallies, BuildError> {
        let (game, reduction) = (&self.closure.game, self.closure.reduction);
        let mut tallies = Tallies::new();
        while let Some((level, mut obligations)) = waiting.pop_first() {
            merge(&mut obligations);
            let most = self.count_until(end, level).min(MOST_THINNED);
            let mut weights = Vec::new();
            loop {
                let mut images = Vec::new();
                weights.clear();
                obligations.retain(|(one, _)| {
                    let position = match self.stop.check() {
                        Ok(()) => self.closure.position(one),
                        Err(_) => None,
                    };
                    let Some(position) = position else {
                        return false;
                    };
                    let weight = thinning.weight(game, &position, reduction, &mut images);
                    weights.extend((weight > 0.0).then_some(weight));
                    weight > 0.0
                });
                if weights.len() <= most || !thinning.forbid_one_more(&images) {
                    break;
                }
            }
            if self.stop.is_stopped() {
                return Err(Stopped.into());
            }
            let (tally, began) = (tallies.entry(level).or_default(), Instant::now());
            self.settle(&obligations, |at| weights[at], &mut waiting, tally)?;
            if !obligations.is_empty() {
                self.each = began.elapsed().as_secs_f64() / obligations.len() as f64;
            }
        }
        Ok(tallies)
    }

    /// Follows a random share of the positions in `waiting` to the end of the closure. The share
    /// shrinks from level to level so that each has an equal part of the time until `end`.
    ///
    /// Each of these positions gets a random label, and each later position the least label of its
    /// parents (min-sketches, Cohen 1997): the positions with a label below *q* are exactly those
    /// that follow from a share *q*. Where so many positions have the same label that a share would
    /// hold less than half of what it may, those of that level get new labels below *q*. Returns
    /// the curve of each level.
    ///
    /// # Errors
    ///
    /// Stops where the time is enough for fewer than `least` positions of a level, which would tell
    /// little about all.
    pub(super) fn shares(
        &mut self,
        mut waiting: Waiting,
        end: Instant,
        least: usize,
        random: &mut Random,
    ) -> Result<BTreeMap<u32, Curve>, BuildError> {
        for obligations in waiting.values_mut() {
            merge(obligations);
            obligations
                .iter_mut()
                .for_each(|(_, label)| *label = random.word());
        }
        let mut levels = BTreeMap::new();
        let mut below = u64::MAX;
        while let Some((level, mut obligations)) = waiting.pop_first() {
            merge(&mut obligations);
            // Demands that skip levels may have labels above the present share.
            obligations.retain(|(_, label)| *label < below);
            let count = self.count_until(end, level).min(MOST_POSITIONS);
            if obligations.len() > count {
                if count < least {
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
                self.each = total.seconds / total.settled;
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

    /// How many positions of this level can be settled in its part of the time until `end`.
    fn count_until(&self, end: Instant, level: u32) -> usize {
        let levels_left = self.closure.game.max_level().saturating_sub(level) + 1;
        let seconds = seconds_until(end) / f64::from(levels_left);
        ((seconds / self.each.max(1e-9)) as usize).max(16)
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
            self.stop.check()?;
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

/// The seconds until `end`, 0 if it has passed.
fn seconds_until(end: Instant) -> f64 {
    end.duration_since(Instant::now()).as_secs_f64()
}

/// The label that `number` others are not above. There must be more obligations than that.
fn label_at(obligations: &[(Obligation, u64)], number: usize) -> u64 {
    let mut labels: Vec<u64> = obligations.iter().map(|(_, label)| *label).collect();
    *labels.select_nth_unstable(number).1
}

/// Merges the obligations of each level.
pub(super) fn merge_all(waiting: &mut Waiting) {
    waiting.values_mut().for_each(merge);
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
