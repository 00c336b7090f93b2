//! Estimates the size and time of a build from a sample of its closure, within a given time.
//!
//! The closure is followed level by level: completely at first, then by samples. In a closure,
//! unlike a tree, most positions have many parents. So samples are not drawn by positions or moves
//! but by forbidding random stones ([`thinning`]), which keeps all parents of a sampled position in
//! the sample. In games whose stones can be removed, random shares of a level are followed and
//! extrapolated ([`shares`]).

mod guess;
mod range;
mod shares;
mod thinning;
mod walk;

use std::collections::BTreeMap;
use std::time::Duration;

use solveig_format::Scope;
use solveig_game::{Game, Interval, Value};
use solveig_search::clock::Instant;
use solveig_search::random::Random;
use solveig_search::{Oracle, StopToken};

use crate::error::expect_buildable;
use crate::{BuildError, Closure};
use guess::FirstMoves;
pub use range::Range;
use range::bytes;
use shares::{Projection, project};
use thinning::{Draws, Thinning};
use walk::{EstimateWalk, LEAST_LABELS, LEAST_SHARE, LevelTally, Tallies, Waiting, merge_all};

/// The seed of random choices.
const SEED: u64 = 1;

/// The binary logarithm of the number of samples thinned by stones.
const HALVINGS: u32 = 4;

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

/// Estimates the size and cost of a [`build`](crate::build) in about the time `limit`.
///
/// Counts depend on how far the machine comes in that time, unless the closure is followed to its
/// end.
///
/// # Errors
///
/// Fails if levels do not rise with every move, if values depend on history, if keys exceed 128
/// bits, if the oracle contradicts itself, or once `stop` stops it. The oracle's stop token is
/// replaced.
pub fn estimate<G, O>(
    closure: &Closure<G>,
    oracle: &mut O,
    limit: Duration,
    stop: &StopToken,
) -> Result<Estimate, BuildError>
where
    G: Game,
    O: Oracle<G>,
{
    expect_buildable(&closure.game)?;
    let started = Instant::now();
    let limit = limit.min(LONGEST);
    let at = |share: f64| started.checked_add(limit.mul_f64(share)).unwrap_or(started);
    let unknown = Interval::unknown(closure.game.value_range());
    let until = stop.clone().with_deadline(at(VALUES_END));
    oracle.set_stop(until.clone());
    let mut with_values = || -> Result<Followed, BuildError> {
        let (nodes, began) = (oracle.nodes(), Instant::now());
        let value = oracle.value(&closure.game.start(), unknown)?;
        let start = LevelTally {
            nodes: (oracle.nodes() - nodes) as f64,
            seconds: began.elapsed().as_secs_f64(),
            ..LevelTally::default()
        };
        let ends = [at(0.2), at(0.5)];
        let followed = follow(closure, oracle, value, ends, (LEAST_SHARE, until.clone()))?;
        Ok(Followed { start, ..followed })
    };
    let solved = with_values();
    oracle.set_stop(StopToken::never());
    let (followed, is_solved) = match solved {
        Ok(followed) => (followed, true),
        Err(BuildError::Stopped(_)) if !stop.is_stopped() => {
            let reached = Closure {
                proof: None,
                ..closure.clone()
            };
            let mut first = FirstMoves::new(&closure.game, &*closure.knowledge);
            let value = 0.clamp(unknown.lower, unknown.upper);
            let ends = [at(0.8), at(1.0)];
            let followed = follow(&reached, &mut first, value, ends, (1, stop.clone()))?;
            (followed, false)
        }
        Err(error) => return Err(error),
    };
    Ok(followed.estimate(closure, is_solved, started.elapsed().as_secs_f64()))
}

/// The longest time that an estimate takes.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

/// The share of the time after which an estimate goes on without values.
const VALUES_END: f64 = 0.65;

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

/// Follows a closure completely until about the first moment, then a share of it, of at least
/// `least` positions a level, until about the second.
fn follow<G: Game, O: Oracle<G>>(
    closure: &Closure<G>,
    oracle: &mut O,
    value: Value,
    [whole_end, end]: [Instant; 2],
    (least, stop): (usize, StopToken),
) -> Result<Followed, BuildError> {
    let (level, root) = closure.root(value);
    let mut waiting = Waiting::from([(level, vec![(root, 0)])]);
    let mut walk = EstimateWalk::new(closure, oracle, stop);
    let game = &closure.game;
    let has_stones = game.permanent_stones(&game.start()).is_some();
    let least_labels = if has_stones { 0 } else { LEAST_LABELS };
    let whole = walk.whole(&mut waiting, whole_end, least_labels)?;
    let remainder = if waiting.is_empty() {
        Remainder::Shares(Vec::new())
    } else if has_stones {
        merge_all(&mut waiting);
        let samples = 1u32 << HALVINGS;
        let sample = |number| {
            let left = end.duration_since(Instant::now()) / (samples - number);
            let until = Instant::now().checked_add(left).unwrap_or(end);
            let thinning = Thinning::new(Draws::new(SEED, number, HALVINGS));
            walk.thinned(waiting.clone(), thinning, until)
        };
        Remainder::Samples((0..samples).map(sample).collect::<Result<_, _>>()?)
    } else {
        let curves = walk.shares(waiting, end, least, &mut Random::new(SEED))?;
        Remainder::Shares(project(&curves))
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
