//! Estimates the size and time of a build from a sample of its closure, within a given time.

mod first_moves;
mod sample;

use std::time::Duration;

use serde::Serialize;
use solveig_format::Scope;
use solveig_game::{Interval, Notation, Symmetric};
use solveig_search::clock::Instant;
use solveig_search::{Oracle, StopToken};

use crate::error::expect_buildable;
use crate::{BuildError, ScopeClosure};
use first_moves::FirstMoves;
use sample::{LevelEstimate, Sampler};

/// The evidence of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The closure was followed completely: the counts are exact.
    Whole,
    /// A sample of the closure to be built.
    Samples,
    /// A sample of another closure, in which the first move in the knowledge's order is taken as
    /// canonical, because solving the values takes too long.
    Guess,
}

/// An expected number with an interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    /// The lower end of the interval.
    pub low: f64,
    /// The estimate itself, between the ends.
    pub expected: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Range {
    /// The confidence of the interval, unless the estimate is a guess.
    pub const SHARE: f64 = 0.9;

    /// The range divided by a number, such as seconds by threads.
    #[must_use]
    pub fn divided(self, by: f64) -> Self {
        Self {
            low: self.low / by,
            expected: self.expected / by,
            high: self.high / by,
        }
    }

    /// The range of a sum with a known number.
    fn plus(self, number: f64) -> Self {
        Self {
            low: self.low + number,
            expected: self.expected + number,
            high: self.high + number,
        }
    }

    /// The range with an interval wider by a factor on both sides.
    fn widened(self, factor: f64) -> Self {
        Self {
            low: self.low / factor,
            high: self.high * factor,
            ..self
        }
    }
}

/// The expected size of a file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FileEstimate {
    /// Records.
    pub positions: Range,
    /// Bytes.
    pub bytes: Range,
}

/// The expected size of a region and its proof, and the cost of building them.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The evidence for the sizes.
    pub basis: Basis,
    /// Records and bytes of the artifact.
    pub artifact: FileEstimate,
    /// The certificate; `None` if none is to be built, or if solving takes too long.
    pub certificate: Option<FileEstimate>,
    /// Nodes that will be searched; `None` if solving takes too long.
    pub nodes: Option<Range>,
    /// Seconds on one thread; `None` if solving takes too long.
    pub seconds: Option<Range>,
    /// Positions that the estimate visited.
    pub seen: u64,
    /// The time of the estimate, in seconds.
    pub took: f64,
}

/// The longest time that an estimate takes.
const MAX_TIME: Duration = Duration::from_secs(7 * 24 * 3600);

/// The share of the time after which an estimate continues without values.
const VALUES_END: f64 = 0.85;

// The errors below, as factors, and the other constants were measured on the boards of
// docs/explanation/estimates.md.

/// The logarithm of the factor by which counts are too low, for each sampled level before.
const BIAS_PER_LEVEL: f64 = 0.15;
/// The logarithm of the error of counts, for each sampled level before.
const ERROR_PER_LEVEL: f64 = 0.25;
/// The factor by which a guess may be wrong.
const GUESS_ERROR: f64 = 10.0;
/// Bytes of a file without records.
const BYTES_PER_FILE: f64 = 250.0;
/// The factor by which the bytes may be wrong.
const BYTES_ERROR: f64 = 1.25;
/// The error of the nodes, which vary with threads and memory.
const NODES_ERROR: f64 = 1.6;
/// The error of the seconds, on a machine with other load.
const SECONDS_ERROR: f64 = 2.5;
/// Seconds for the files of a level.
const SECONDS_PER_LEVEL: f64 = 0.02;
/// Seconds for sorting and writing a position.
const SECONDS_PER_POSITION: f64 = 5e-7;

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
    closure: &ScopeClosure<G>,
    oracle: &mut O,
    limit: Duration,
    stop: &StopToken,
) -> Result<Estimate, BuildError>
where
    G: Symmetric + Notation,
    O: Oracle<G>,
{
    expect_buildable(&closure.game)?;
    let started = Instant::now();
    let end = started + limit.min(MAX_TIME);
    let values_end = started + limit.min(MAX_TIME).mul_f64(VALUES_END);
    let unknown = Interval::unknown(closure.game.value_range());
    let until = stop.clone().with_deadline(values_end);
    oracle.set_stop(until.clone());
    let with_values = || -> Result<Vec<LevelEstimate>, BuildError> {
        let (nodes, began) = (oracle.nodes(), Instant::now());
        let value = oracle.value(&closure.game.start(), unknown)?;
        let start = LevelEstimate {
            nodes: (oracle.nodes() - nodes) as f64,
            seconds: began.elapsed().as_secs_f64(),
            ..LevelEstimate::default()
        };
        let mut levels = Sampler {
            closure,
            oracle: &mut *oracle,
            stop: until,
            end: values_end,
        }
        .levels(value)?;
        levels.push(start);
        Ok(levels)
    };
    let solved = with_values();
    oracle.set_stop(StopToken::never());
    let (levels, is_solved) = match solved {
        Ok(levels) => (levels, true),
        Err(BuildError::Stopped(_)) if !stop.is_stopped() => {
            let reached = ScopeClosure {
                proof: None,
                ..closure.clone()
            };
            let mut first = FirstMoves::new(&closure.game, &*closure.knowledge);
            let value = 0.clamp(unknown.lower, unknown.upper);
            let mut sampler = Sampler {
                closure: &reached,
                oracle: &mut first,
                stop: stop.clone(),
                end,
            };
            (sampler.levels(value)?, false)
        }
        Err(error) => return Err(error),
    };
    let took = started.elapsed().as_secs_f64();
    Ok(Estimate::new(closure, &levels, is_solved, took))
}

impl Estimate {
    /// The estimate from those of the levels; `is_solved` if the values were found.
    fn new<G: Symmetric>(
        closure: &ScopeClosure<G>,
        levels: &[LevelEstimate],
        is_solved: bool,
        took: f64,
    ) -> Self {
        // The positions of scope strong do not depend on values.
        let is_guess = !is_solved && closure.scope != Scope::Strong;
        let is_whole = levels.iter().all(|one| one.sampled_levels == 0.0);
        let range = |of: &dyn Fn(&LevelEstimate) -> f64| {
            let sum = |error: f64| -> f64 {
                let correction =
                    |one: &LevelEstimate| (one.sampled_levels * (BIAS_PER_LEVEL + error)).exp();
                levels.iter().map(|one| of(one) * correction(one)).sum()
            };
            Range {
                low: sum(-ERROR_PER_LEVEL),
                expected: sum(0.0),
                high: sum(ERROR_PER_LEVEL),
            }
            .widened(if is_guess { GUESS_ERROR } else { 1.0 })
        };
        let key_bits = closure.game.key_bits();
        let file = |records: &dyn Fn(&LevelEstimate) -> f64| FileEstimate {
            positions: range(records),
            bytes: range(&|one| bytes(records(one), key_bits))
                .plus(BYTES_PER_FILE)
                .widened(BYTES_ERROR),
        };
        let seconds = |one: &LevelEstimate| {
            one.seconds + one.positions * SECONDS_PER_POSITION + SECONDS_PER_LEVEL
        };
        let proves = closure.proof.is_some() && !is_guess;
        Self {
            basis: match is_whole {
                _ if is_guess => Basis::Guess,
                true => Basis::Whole,
                false => Basis::Samples,
            },
            artifact: file(&|one| one.artifact),
            certificate: proves.then(|| file(&|one| one.certificate)),
            nodes: is_solved.then(|| range(&|one| one.nodes).widened(NODES_ERROR)),
            seconds: is_solved.then(|| range(&seconds).widened(SECONDS_ERROR)),
            seen: levels.iter().map(|one| one.sampled).sum(),
            took,
        }
    }
}

/// The size in bytes of this many records of one level with keys of `key_bits` bits.
///
/// A rising list of *n* numbers below *u* takes about 2 + log2(*u* / *n*) bits a number
/// (Elias-Fano); values, roles and moves add to that, and clustered keys take less.
fn bytes(records: f64, key_bits: u32) -> f64 {
    let keys = records * (2.0 + f64::from(key_bits) - records.max(1.0).log2()) / 8.0;
    if records > 0.0 {
        70.0 + 1.2 * keys
    } else {
        0.0
    }
}
