//! Estimates the size and time of a build from samples.
//!
//! The method is random probing (Knuth 1975): follow a random part of the tree and weight each node
//! by the inverse of its probability; here level by level with many positions at once
//! (heterogeneous sampling, Chen 1992). In a closure, unlike a tree, most positions have many
//! parents. So the sample is not drawn by positions or moves but by forbidding random stones
//! ([`thinning`]), which keeps all parents of a sampled position in the sample. In games whose
//! stones can be removed, random shares of a level are followed and extrapolated ([`shares`]).

mod guess;
mod range;
mod shares;
mod thinning;
mod walk;

use std::collections::BTreeMap;
use std::time::Instant;

use solveig_format::Scope;
use solveig_game::{Game, Interval, Value};
use solveig_search::random::Random;
use solveig_search::{Oracle, StopToken};

use crate::error::expect_buildable;
use crate::{BuildError, Closure};
use guess::FirstMoves;
pub use range::Range;
use range::bytes;
use shares::{Projection, project};
use thinning::{Draws, Thinning};
use walk::{EstimateWalk, LEAST_LABELS, LevelTally, Tallies, Waiting, WorkLimit};

/// The effort of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EstimateEffort {
    /// The random seed; equal closures, efforts and kinds of oracle give equal counts.
    pub seed: u64,
    /// The most positions that are followed completely, level by level, before sampling begins.
    pub whole: u64,
    /// The most positions of a level that one sample follows after that.
    pub sample: u64,
    /// The binary logarithm of the number of samples, from 1 to 16.
    pub halvings: u32,
    /// About how many nodes the oracle may search in total.
    pub work: u64,
}

/// About how many nodes solvers search between two [checks](solveig_search::StopChecker::check) of
/// their token, which converts a budget of nodes to one of checks.
const NODES_A_CHECK: u64 = 32;

impl EstimateEffort {
    /// An effort of `times` a few seconds.
    pub fn times(times: u32) -> Self {
        let times = u64::from(times.max(1));
        Self {
            seed: 1,
            whole: 200_000 * times,
            sample: 8_000 * times,
            halvings: 4,
            work: 150_000_000 * times,
        }
    }

    /// An effort of a second or less.
    pub fn glance() -> Self {
        Self {
            seed: 1,
            whole: 50_000,
            sample: 1_000,
            halvings: 4,
            work: 15_000_000,
        }
    }
}

impl Default for EstimateEffort {
    fn default() -> Self {
        Self::times(1)
    }
}

/// The evidence of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The closure was followed completely: the counts are exact.
    Whole,
    /// Samples of the closure to be built.
    Samples,
    /// Samples of another closure, in which the first move in the knowledge's order is taken as
    /// canonical, because solving the values takes too long. The error is unknown.
    Guess,
}

/// The expected size of a region and its proof, and the time to build them.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The evidence for the numbers of positions and bytes.
    pub basis: Basis,
    /// Expected positions by level.
    pub levels: Vec<EstimatedLevel>,
    /// Records of the artifact.
    pub artifact: Range,
    /// Records of the certificate; `None` if none is to be built, or if the values it needs were
    /// not found.
    pub certificate: Option<Range>,
    /// Bytes of the artifact.
    pub artifact_bytes: Range,
    /// Bytes of the certificate.
    pub certificate_bytes: Option<Range>,
    /// The cost of the build; `None` if solving takes too long.
    pub work: Option<BuildCost>,
    /// Positions that the estimate visited.
    pub seen: u64,
    /// The time of the estimate, in seconds.
    pub took: f64,
}

/// The cost of a build.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuildCost {
    /// Nodes that will be searched.
    pub nodes: Range,
    /// Seconds on one thread.
    pub seconds: Range,
}

/// The expected counts of one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimatedLevel {
    /// The level.
    pub level: u32,
    /// Records of the artifact.
    pub artifact: f64,
    /// Records of the certificate.
    pub certificate: f64,
}

/// Estimates the size and cost of a [`build`](crate::build).
///
/// # Errors
///
/// Fails if levels do not rise with every move, if values depend on history, if keys exceed 128
/// bits, or if the oracle contradicts itself. The oracle's stop token is replaced.
pub fn estimate<G, O>(
    closure: &Closure<G>,
    oracle: &mut O,
    effort: &EstimateEffort,
) -> Result<Estimate, BuildError>
where
    G: Game,
    O: Oracle<G>,
{
    expect_buildable(&closure.game)?;
    let started = Instant::now();
    let start = closure.game.start();
    let unknown = Interval::unknown(closure.game.value_range());
    oracle.set_stop(StopToken::never().with_budget(effort.work / NODES_A_CHECK));
    let mut with_values = || -> Result<Followed, BuildError> {
        let (nodes, began) = (oracle.nodes(), Instant::now());
        let value = oracle.value(&start, unknown)?;
        let start = LevelTally {
            nodes: (oracle.nodes() - nodes) as f64,
            seconds: began.elapsed().as_secs_f64(),
            ..LevelTally::default()
        };
        let mut followed = follow(closure, oracle, value, effort)?;
        followed.start = start;
        Ok(followed)
    };
    let solved = with_values();
    oracle.set_stop(StopToken::never());
    let (followed, is_solved) = match solved {
        Ok(followed) => (followed, true),
        Err(BuildError::Stopped(_)) => {
            let reached = Closure {
                proof: None,
                ..closure.clone()
            };
            let mut first = FirstMoves::new(&closure.game, &*closure.knowledge);
            let value = 0.clamp(unknown.lower, unknown.upper);
            (follow(&reached, &mut first, value, effort)?, false)
        }
        Err(error) => return Err(error),
    };
    Ok(followed.estimate(closure, is_solved, started.elapsed().as_secs_f64()))
}

/// The part of a closure that was followed.
struct Followed {
    /// The cost of solving the start.
    start: LevelTally,
    /// The levels that were followed completely.
    whole: Tallies,
    /// The later levels.
    remainder: Remainder,
}

/// What is estimated of levels that were not followed completely, if there are any.
enum Remainder {
    /// Samples, each an estimate of the total by inverse probabilities.
    Samples(Vec<Tallies>),
    /// Totals extrapolated from shares.
    Shares(Vec<(u32, Projection)>),
}

/// Follows a closure completely within the limit, then by samples or shares.
fn follow<G: Game, O: Oracle<G>>(
    closure: &Closure<G>,
    oracle: &mut O,
    value: Value,
    effort: &EstimateEffort,
) -> Result<Followed, BuildError> {
    let (level, root) = closure.root(value);
    let mut waiting = Waiting::from([(level, vec![(root, 0)])]);
    let mut walk = EstimateWalk { closure, oracle };
    let limit = WorkLimit {
        positions: effort.whole,
        nodes: effort.work / 3,
    };
    let game = &closure.game;
    let has_stones = game.permanent_stones(&game.start()).is_some();
    let least = if has_stones { 0 } else { LEAST_LABELS };
    let whole = walk.whole(&mut waiting, limit, least)?;
    let remainder = match waiting.keys().next() {
        None => Remainder::Shares(Vec::new()),
        Some(first) => {
            let levels = u64::from(game.max_level().saturating_sub(*first) + 1);
            let halvings = effort.halvings.clamp(1, 16);
            let samples = 1u32 << halvings;
            let mut limit = WorkLimit {
                positions: effort.sample,
                nodes: effort.work / 3 / u64::from(samples) / levels,
            };
            if has_stones {
                let sample = |number| {
                    let thinning = Thinning::new(Draws::new(effort.seed, number, halvings));
                    walk.thinned(waiting.clone(), thinning, limit)
                };
                Remainder::Samples((0..samples).map(sample).collect::<Result<_, _>>()?)
            } else {
                limit.positions *= u64::from(samples);
                limit.nodes *= u64::from(samples);
                let mut random = Random::new(effort.seed);
                let curves = walk.labelled(waiting, limit, &mut random)?;
                Remainder::Shares(project(&curves))
            }
        }
    };
    Ok(Followed {
        start: LevelTally::default(),
        whole,
        remainder,
    })
}

impl Followed {
    /// The estimate; `is_solved` if the values were found.
    fn estimate<G: Game>(&self, closure: &Closure<G>, is_solved: bool, took: f64) -> Estimate {
        // The positions of scope strong do not depend on values.
        let is_guess = !is_solved && closure.scope != Scope::Strong;
        let basis = match self.is_whole() {
            _ if is_guess => Basis::Guess,
            true => Basis::Whole,
            false => Basis::Samples,
        };
        let levels = self.levels();
        let key_bits = closure.game.key_bits();
        let artifact = self.range(|tally| tally.artifact);
        let proves = closure.proof.is_some() && !is_guess;
        let certificate = proves.then(|| self.range(|tally| tally.certificate));
        let bytes_of = |records: Range, of: fn(&EstimatedLevel) -> f64| {
            let expected: f64 = levels.iter().map(|level| bytes(of(level), key_bits)).sum();
            records.in_bytes(expected)
        };
        let work = is_solved.then(|| BuildCost {
            nodes: self
                .range(|tally| tally.nodes)
                .searched(self.start.nodes, basis == Basis::Whole),
            seconds: self.range(|tally| tally.seconds).timed(
                self.start.seconds,
                self.range(|tally| tally.settled),
                levels.len(),
            ),
        });
        Estimate {
            basis,
            artifact,
            certificate,
            artifact_bytes: bytes_of(artifact, |level| level.artifact),
            certificate_bytes: certificate.map(|range| bytes_of(range, |level| level.certificate)),
            work,
            seen: self.tallies().map(|(_, tally, _)| tally.seen).sum(),
            took,
            levels,
        }
    }

    fn is_whole(&self) -> bool {
        match &self.remainder {
            Remainder::Samples(_) => false,
            Remainder::Shares(projections) => projections.iter().all(|(_, one)| one.factor == 1.0),
        }
    }

    fn range(&self, of: fn(&LevelTally) -> f64) -> Range {
        let sum = |tallies: &Tallies| tallies.values().map(of).sum::<f64>();
        let whole = sum(&self.whole);
        match &self.remainder {
            Remainder::Samples(samples) => {
                let samples: Vec<f64> = samples.iter().map(sum).collect();
                Range::of_samples(whole, &samples)
            }
            Remainder::Shares(projections) => {
                let levels = projections.iter();
                let ranges = levels.map(|(_, one)| Range::within(0.0, of(&one.tally), one.factor));
                ranges.fold(Range::within(whole, 0.0, 1.0), Range::plus)
            }
        }
    }

    /// The tallies by level, with the weight of each in the expected counts.
    fn tallies(&self) -> impl Iterator<Item = (u32, &LevelTally, f64)> {
        let (samples, projections) = match &self.remainder {
            Remainder::Samples(samples) => (&samples[..], &[][..]),
            Remainder::Shares(projections) => (&[][..], &projections[..]),
        };
        let share = 1.0 / samples.len() as f64;
        let whole = self.whole.iter().map(|(level, tally)| (*level, tally, 1.0));
        let sampled = samples.iter().flatten();
        let projected = projections.iter();
        whole
            .chain(sampled.map(move |(level, tally)| (*level, tally, share)))
            .chain(projected.map(|(level, one)| (*level, &one.tally, 1.0)))
    }

    /// The expected counts by level.
    fn levels(&self) -> Vec<EstimatedLevel> {
        let mut levels: BTreeMap<u32, EstimatedLevel> = BTreeMap::new();
        for (level, tally, weight) in self.tallies() {
            let expected = levels.entry(level).or_insert(EstimatedLevel {
                level,
                artifact: 0.0,
                certificate: 0.0,
            });
            expected.artifact += tally.artifact * weight;
            expected.certificate += tally.certificate * weight;
        }
        levels.into_values().collect()
    }
}
