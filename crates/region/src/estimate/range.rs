//! Intervals from independent samples.

use serde::Serialize;

/// What is expected of a count, and an interval that holds it nine times in ten.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Range {
    /// The lower end.
    pub low: f64,
    /// The mean of the samples.
    pub expected: f64,
    /// The upper end.
    pub high: f64,
}

/// Quantiles at 95 % of Student's t for one and more degrees of freedom.
const STUDENT: [f64; 15] = [
    6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.89, 1.86, 1.83, 1.81, 1.80, 1.78, 1.77, 1.76, 1.75,
];

impl Range {
    /// How often the interval holds.
    pub const SHARE: f64 = 0.9;

    /// The sum of `whole`, which is exact, and of what the samples estimate, an even number of
    /// them.
    ///
    /// Samples are strata, so two neighbours vary at least as much as either does (collapsed
    /// strata, Cochran 1977, section 5A.12). Estimates by inverse chances are products of many
    /// factors, so their logarithms are taken to be normal.
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

    /// The sum of `whole`, which is exact, and of a count known up to a factor.
    pub(super) fn within(whole: f64, count: f64, factor: f64) -> Self {
        Self {
            low: whole + count / factor,
            expected: whole + count,
            high: whole + count * factor,
        }
    }

    /// The range of the sum of two things that are large or small together.
    pub(super) fn plus(self, more: Self) -> Self {
        Self {
            low: self.low + more.low,
            expected: self.expected + more.expected,
            high: self.high + more.high,
        }
    }

    /// This, shared among so many.
    #[must_use]
    pub fn divided(self, by: f64) -> Self {
        Self {
            low: self.low / by,
            expected: self.expected / by,
            high: self.high / by,
        }
    }

    /// This, known no better than up to a factor more.
    fn off_by(self, factor: f64) -> Self {
        Self {
            low: self.low / factor,
            expected: self.expected,
            high: self.high * factor,
        }
    }

    /// The bytes of a file of so many records; `expected` are those of the expected number of
    /// records.
    pub(super) fn in_bytes(self, expected: f64) -> Self {
        let each = expected / self.expected.max(1.0);
        let bytes = Self {
            low: self.low * each + BYTES_OF_FILE,
            expected: expected + BYTES_OF_FILE,
            high: self.high * each + BYTES_OF_FILE,
        };
        bytes.off_by(BYTES_OFF_BY)
    }

    /// Nodes, where the start took some before, and whether all are of positions that were
    /// searched.
    pub(super) fn searched(self, start: f64, is_whole: bool) -> Self {
        let factor = if is_whole {
            NODES_OFF_BY
        } else {
            SAMPLED_NODES_OFF_BY
        };
        self.plus(Self::within(start, 0.0, 1.0)).off_by(factor)
    }

    /// Seconds, where the start took some before, and so many positions of so many levels are to be
    /// sorted and written.
    pub(super) fn timed(self, start: f64, positions: Self, levels: usize) -> Self {
        let files = |each: f64| start + each * levels as f64;
        let begun = Self {
            low: files(SECONDS_A_LEVEL[0]),
            expected: files(SECONDS_A_LEVEL[1]),
            high: files(SECONDS_A_LEVEL[2]),
        };
        let written = Self {
            low: positions.low * SECONDS_A_POSITION,
            expected: positions.expected * SECONDS_A_POSITION,
            high: positions.high * SECONDS_A_POSITION,
        };
        self.plus(begun).plus(written).off_by(SECONDS_OFF_BY)
    }
}

/// What is added to the intervals of samples for what few samples have not seen.
const UNSEEN: f64 = 1.3;

// Measured over the boards of docs/estimates.md.

/// Bytes of a file without records.
const BYTES_OF_FILE: f64 = 250.0;
/// Bytes for each level that has records.
const BYTES_A_LEVEL: f64 = 70.0;
/// Bytes beyond those of a rising list of keys, as a factor.
const BYTES_BESIDE_KEYS: f64 = 1.2;
/// How far off that is.
const BYTES_OFF_BY: f64 = 1.25;
/// How far off the nodes are where all positions were searched: as many threads and more memory
/// find others.
const NODES_OFF_BY: f64 = 1.15;
/// How far off they are where some were: a table helps those less that are alike less.
const SAMPLED_NODES_OFF_BY: f64 = 1.6;
/// What the files of a level take, on an idle disk, as a rule and on a busy one.
const SECONDS_A_LEVEL: [f64; 3] = [0.005, 0.02, 0.06];
/// What sorting and writing take.
const SECONDS_A_POSITION: f64 = 5e-7;
/// How far off the seconds are, on a machine that does other things besides.
const SECONDS_OFF_BY: f64 = 2.5;

/// Bytes that so many records of one level take, where keys have `key_bits` bits.
///
/// A rising list of *n* numbers below *u* takes about 2 + log2(*u* / *n*) bits a number
/// (Elias-Fano); value, roles and move cost more, and that keys crowd together saves some.
pub(super) fn bytes(records: f64, key_bits: u32) -> f64 {
    let keys = records * (2.0 + f64::from(key_bits) - records.max(1.0).log2()) / 8.0;
    if records > 0.0 {
        BYTES_A_LEVEL + BYTES_BESIDE_KEYS * keys
    } else {
        0.0
    }
}
