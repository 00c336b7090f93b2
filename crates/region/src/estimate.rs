//! What a build will take, estimated from samples before it starts.
//!
//! The method is Knuth's (1975), drawing at random what to follow and counting it by the inverse of
//! its chance, in the form of Chen (1992), level by level and many positions at once, carried over
//! from trees to closures, in which most positions are reached by many plays. What is drawn is not
//! positions or moves but stones that nobody may put ([`thinning`]), so that all parents of a
//! position in the sample are in it too. Where stones do not stay, shares of a level are followed
//! and projected ([`shares`]).

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
use crate::{BuildError, Closure, Values};
use guess::FirstMoves;
pub use range::Range;
use range::bytes;
use shares::{Projection, project};
use thinning::{Draws, Thinning};
use walk::{EstimateWalk, LevelTally, Tallies, Waiting, WorkLimit};

/// How thoroughly to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EstimateEffort {
    /// Where random numbers start; the same closure, effort and kind of oracle give the same
    /// counts.
    pub seed: u64,
    /// The closure is followed whole, level by level, as long as it takes no more positions than
    /// these.
    pub whole: u64,
    /// The most positions of a level that one sample follows beyond.
    pub sample: u64,
    /// The samples are two to this power, of 1 to 16.
    pub halvings: u32,
    /// About how many nodes the oracle may search in all.
    pub work: u64,
}

/// About how many nodes solvers search from one [check](solveig_search::StopChecker::check) of
/// their token to the next. Those that check it more often are stopped sooner.
const NODES_A_CHECK: u64 = 32;

impl EstimateEffort {
    /// What takes some seconds, so many times over.
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

    /// What takes a second or less.
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

/// What counts rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The closure was followed to its end: they are exact.
    Whole,
    /// Samples of the closure that is to be built.
    Samples,
    /// Samples of another closure, in which the first move in the knowledge's order is always the
    /// canonical one, as the values that decide take too long to find: nothing can be said about
    /// how near they are.
    Guess,
}

/// How large a region and its proof will become, and how long it will take to build them.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// What positions and bytes rest on.
    pub basis: Basis,
    /// Positions by level, as expected.
    pub levels: Vec<EstimatedLevel>,
    /// Records of the artifact.
    pub artifact: Range,
    /// Records of the certificate; `None` where none is to be built, or values are needed and were
    /// not found.
    pub certificate: Option<Range>,
    /// Bytes of the artifact.
    pub artifact_bytes: Range,
    /// Bytes of the certificate.
    pub certificate_bytes: Option<Range>,
    /// What it takes; `None` where values take too long to find.
    pub work: Option<BuildCost>,
    /// Positions that were looked at.
    pub seen: u64,
    /// Seconds that the estimate took.
    pub took: f64,
}

/// What building takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuildCost {
    /// Nodes that will be searched.
    pub nodes: Range,
    /// Seconds of one thread.
    pub seconds: Range,
}

/// What is expected of one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimatedLevel {
    /// The level.
    pub level: u32,
    /// Records of the artifact.
    pub artifact: f64,
    /// Records of the certificate.
    pub certificate: f64,
}

/// Estimates what [`build`](crate::build) will find and take.
///
/// # Errors
///
/// Fails if the game has no rising levels depends on history, or has too long keys, or if the
/// oracle contradicts itself. The oracle forgets its token.
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
    let solved = match closure.values {
        Values::Ignored => None,
        Values::Solved => match with_values() {
            Err(BuildError::Stopped(_)) => None,
            solved => Some(solved),
        },
    };
    oracle.set_stop(StopToken::never());
    let (followed, values) = match solved {
        Some(followed) => (followed?, ValueCoverage::All),
        None => {
            let reached = Closure {
                values: match closure.scope {
                    Scope::Strong => Values::Ignored,
                    _ => closure.values,
                },
                proof: None,
                ..closure.clone()
            };
            let mut first = FirstMoves::new(&closure.game, &*closure.knowledge);
            let value = 0.clamp(unknown.lower, unknown.upper);
            let known = match closure.scope {
                Scope::Strong => ValueCoverage::Reached,
                _ => ValueCoverage::None,
            };
            (follow(&reached, &mut first, value, effort)?, known)
        }
    };
    Ok(followed.estimate(closure, values, started.elapsed().as_secs_f64()))
}

/// Which values an estimate knew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ValueCoverage {
    /// Those it asked for.
    All,
    /// None, and it needed none for what it counted.
    Reached,
    /// None.
    None,
}

/// What was followed of a closure.
struct Followed {
    /// What solving the start took.
    start: LevelTally,
    /// The levels that were followed whole.
    whole: Tallies,
    /// The levels beyond.
    remainder: Remainder,
}

/// What is known of levels that were not followed whole.
enum Remainder {
    /// There are none.
    Nothing,
    /// Samples that each stand for all, by inverse chances.
    Samples(Vec<Tallies>),
    /// What would come of all, by what came of shares.
    Shares(Vec<(u32, Projection)>),
}

/// Follows a closure: whole as far as that goes, then by samples or shares.
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
    let whole = walk.whole(&mut waiting, limit)?;
    let remainder = match waiting.keys().next() {
        None => Remainder::Nothing,
        Some(first) => {
            let game = &closure.game;
            let levels = u64::from(game.max_level().saturating_sub(*first) + 1);
            let halvings = effort.halvings.clamp(1, 16);
            let samples = 1u32 << halvings;
            let mut limit = WorkLimit {
                positions: effort.sample,
                nodes: effort.work / 3 / u64::from(samples) / levels,
            };
            if game.lasting_stones(&game.start()).is_some() {
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
    fn estimate<G: Game>(&self, closure: &Closure<G>, known: ValueCoverage, took: f64) -> Estimate {
        let basis = match known {
            ValueCoverage::None => Basis::Guess,
            _ if self.is_whole() => Basis::Whole,
            _ => Basis::Samples,
        };
        let levels = self.levels();
        let key_bits = closure.game.key_bits();
        let artifact = self.range(|tally| tally.artifact);
        let proves = closure.proof.is_some() && known != ValueCoverage::None;
        let certificate = proves.then(|| self.range(|tally| tally.certificate));
        let bytes_of = |records: Range, of: fn(&EstimatedLevel) -> f64| {
            let expected: f64 = levels.iter().map(|level| bytes(of(level), key_bits)).sum();
            records.in_bytes(expected)
        };
        let work = (known == ValueCoverage::All).then(|| BuildCost {
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
            seen: self.seen(),
            took,
            levels,
        }
    }

    fn is_whole(&self) -> bool {
        match &self.remainder {
            Remainder::Nothing => true,
            Remainder::Samples(_) => false,
            Remainder::Shares(projections) => projections.iter().all(|(_, one)| one.factor == 1.0),
        }
    }

    fn range(&self, of: fn(&LevelTally) -> f64) -> Range {
        let sum = |tallies: &Tallies| tallies.values().map(of).sum::<f64>();
        let whole = sum(&self.whole);
        match &self.remainder {
            Remainder::Nothing => Range::within(whole, 0.0, 1.0),
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

    /// What is expected of each level.
    fn levels(&self) -> Vec<EstimatedLevel> {
        let mut levels: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
        let mut add = |level: u32, tally: &LevelTally, share: f64| {
            let (artifact, certificate) = levels.entry(level).or_default();
            *artifact += tally.artifact * share;
            *certificate += tally.certificate * share;
        };
        self.whole
            .iter()
            .for_each(|(level, tally)| add(*level, tally, 1.0));
        match &self.remainder {
            Remainder::Nothing => {}
            Remainder::Samples(samples) => {
                let share = 1.0 / samples.len() as f64;
                for (level, tally) in samples.iter().flatten() {
                    add(*level, tally, share);
                }
            }
            Remainder::Shares(projections) => {
                projections
                    .iter()
                    .for_each(|(level, one)| add(*level, &one.tally, 1.0));
            }
        }
        let levels = levels.into_iter();
        levels
            .map(|(level, (artifact, certificate))| EstimatedLevel {
                level,
                artifact,
                certificate,
            })
            .collect()
    }

    fn seen(&self) -> u64 {
        let sum = |tallies: &Tallies| tallies.values().map(|tally| tally.seen).sum::<u64>();
        let remainder: u64 = match &self.remainder {
            Remainder::Nothing => 0,
            Remainder::Samples(samples) => samples.iter().map(sum).sum(),
            Remainder::Shares(projections) => {
                projections.iter().map(|(_, one)| one.tally.seen).sum()
            }
        };
        sum(&self.whole) + remainder
    }
}
