//! Intervals from independent samples.

use serde::Serialize;

/// The expected value of a count, with a 90 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    /// The lower end.
    pub low: f64,
    /// The mean of the samples.
    pub expected: f64,
    /// The upper end.
    pub high: f64,
}

/// The 95 % quantiles of Student's t for 1 to 15 degrees of freedom.
const STUDENT: [f64; 15] = [
    6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.89, 1.86, 1.83, 1.81, 1.80, 1.78, 1.77, 1.76, 1.75,
];

impl Range {
    /// The confidence of the interval.
    pub const SHARE: f64 = 0.9;

    /// The sum of the exact count `whole` and the mean of the samples, whose number must be even.
    ///
    /// Samples are strata with one draw each, so the variance is estimated from pairs of
    /// neighbours, which overestimates it (collapsed strata, Cochran 1977, section 5A.12).
    /// Estimates by inverse probabilities are products of many factors, so they are taken to be
    /// log-normal.
    pub(super) fn of_samples(whole: f64, samples: &[f64]) -> Self {
        let count = samples.len() as f64;
        let mean = samples.iter().sum::<f64>() / count.max(1.0);
        if mean <= 0.0 {
            return Self::within(whole, 0.0, 1.0);
        }
        let pairs = samples.chunks_exact(2);
        let squares: f64 = pairs.map(|pair| (pair[0] - pair[1]).powi(2)).sum();
        let of_mean = squares / count.powi(2) / mean.powi(2);
        let student = STUDENT[(samples.len() / 2).clamp(1, STUDENT.len()) - 1];
        let factor = (UNSEEN * student * of_mean.ln_1p().sqrt()).exp();
        Self::within(whole, mean, factor)
    }

    /// The sum of the exact count `whole` and a count known up to a factor.
    pub(super) fn within(whole: f64, count: f64, factor: f64) -> Self {
        Self {
            low: whole + count / factor,
            expected: whole + count,
            high: whole + count * factor,
        }
    }

    /// The range of the sum of two fully correlated counts.
    pub(super) fn plus(self, more: Self) -> Self {
        Self {
            low: self.low + more.low,
            expected: self.expected + more.expected,
            high: self.high + more.high,
        }
    }

    fn map(self, of: impl Fn(f64) -> f64) -> Self {
        Self {
            low: of(self.low),
            expected: of(self.expected),
            high: of(self.high),
        }
    }

    /// The range divided by a number, such as seconds by threads.
    #[must_use]
    pub fn divided(self, by: f64) -> Self {
        self.map(|end| end / by)
    }

    /// Widens the range by a factor on both sides.
    fn widened_by(self, factor: f64) -> Self {
        Self {
            low: self.low / factor,
            expected: self.expected,
            high: self.high * factor,
        }
    }

    /// The size in bytes of a file with this many records; `expected` is the size for the expected
    /// number.
    pub(super) fn in_bytes(self, expected: f64) -> Self {
        let each = expected / self.expected.max(1.0);
        let bytes = Self {
            expected: expected + BYTES_OF_FILE,
            ..self.map(|records| records * each + BYTES_OF_FILE)
        };
        bytes.widened_by(BYTES_OFF_BY)
    }

    /// The nodes of a build: those of the start added, and widened by the error of the method.
    /// `is_whole` if all positions were searched, not a sample.
    pub(super) fn searched(self, start: f64, is_whole: bool) -> Self {
        let factor = if is_whole {
            NODES_OFF_BY
        } else {
            SAMPLED_NODES_OFF_BY
        };
        self.plus(Self::within(start, 0.0, 1.0)).widened_by(factor)
    }

    /// The seconds of a build: those of the start, and of sorting and writing `positions` on
    /// `levels` levels, added; widened by the error of the method.
    pub(super) fn timed(self, start: f64, positions: Self, levels: usize) -> Self {
        let begun = SECONDS_A_LEVEL.map(|each| start + each * levels as f64);
        let written = positions.map(|count| count * SECONDS_A_POSITION);
        self.plus(begun).plus(written).widened_by(SECONDS_OFF_BY)
    }
}

/// Widens intervals for what a few samples can miss, as a factor.
const UNSEEN: f64 = 1.3;

// The constants below were measured on the boards of docs/estimates.md.

/// Bytes of a file without records.
const BYTES_OF_FILE: f64 = 250.0;
/// Bytes for each level that has records.
const BYTES_A_LEVEL: f64 = 70.0;
/// Bytes per record relative to those of its key in a rising list.
const BYTES_BESIDE_KEYS: f64 = 1.2;
/// The error of the bytes, as a factor.
const BYTES_OFF_BY: f64 = 1.25;
/// The error of the nodes where all positions were searched, as a factor: they vary with threads
/// and memory.
const NODES_OFF_BY: f64 = 1.15;
/// The same where a sample was searched: sampled positions share less in the transposition table.
const SAMPLED_NODES_OFF_BY: f64 = 1.6;
/// Seconds for the files of a level, on an idle disk, usually, and on a busy one.
const SECONDS_A_LEVEL: Range = Range {
    low: 0.005,
    expected: 0.02,
    high: 0.06,
};
/// Seconds for sorting and writing a position.
const SECONDS_A_POSITION: f64 = 5e-7;
/// The error of the seconds, as a factor, on a machine with other load.
const SECONDS_OFF_BY: f64 = 2.5;

/// The size in bytes of this many records of one level with keys of `key_bits` bits.
///
/// A rising list of *n* numbers below *u* takes about 2 + log2(*u* / *n*) bits a number
/// (Elias-Fano); values, roles and moves add to that, and clustered keys take less.
pub(super) fn bytes(records: f64, key_bits: u32) -> f64 {
    let keys = records * (2.0 + f64::from(key_bits) - records.max(1.0).log2()) / 8.0;
    if records > 0.0 {
        BYTES_A_LEVEL + BYTES_BESIDE_KEYS * keys
    } else {
        0.0
    }
}
