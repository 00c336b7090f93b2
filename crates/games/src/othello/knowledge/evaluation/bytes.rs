//! The file format of evaluations. All numbers are little-endian.
//!
//! | bytes | field |
//! |---|---|
//! | 8 | `SOLVEVAL` |
//! | 1 | version: 1 |
//! | 1, 1 | columns and rows |
//! | 1 | the step of a weight, in 1/128 of a disc: 1 to 127 |
//! | 1, 1, 1 | stages: the least number of empty squares, the width, the number of stages |
//! | 1 | number of patterns |
//! | 8 each | patterns, as bitboards of one of their places |
//! | 2 each | biases by the number of empty squares, from 0 to all, in 1/128 of a disc, signed |
//! | 4 | length of the packed weights |
//! | length | packed weights by stage, then by class of index, in steps, less the stage before |
//! | 8 | FNV-1a hash of all bytes before it |

use super::coder::{Decoder, Encoder, Number};
use super::{Evaluation, Features, Stages};

const MAGIC: &[u8; 8] = b"SOLVEVAL";
const VERSION: u8 = 1;

/// Bytes before the patterns.
const HEADER: usize = 16;

/// Bytes of the checksum at the end.
const CHECKSUM: usize = 8;

/// Maximum number of weights of all stages.
const MAX_WEIGHTS: usize = 1 << 24;

/// The reason why bytes are no evaluation, or patterns cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// The magic number is missing.
    #[error("not an evaluation: it does not begin with SOLVEVAL")]
    NotAnEvaluation,
    /// The version is not supported.
    #[error("evaluation of version {0}, expected version {VERSION}")]
    Version(u8),
    /// There are too few or too many bytes.
    #[error("the evaluation has {found} bytes, expected {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// The number expected, or a lower bound on it if the rest is not known.
        expected: usize,
    },
    /// The checksum is wrong: the bytes were changed.
    #[error("the checksum of the evaluation does not match its bytes")]
    Checksum,
    /// There is no Othello board of this size.
    #[error("there is no Othello board of this size")]
    NoBoard,
    /// A pattern cannot lie on the board.
    #[error("the pattern {0:#x} is not one of a few squares of the board")]
    BadPattern(u64),
    /// The patterns have too many instances or weights.
    #[error("the patterns lie at too many places, or have too many weights")]
    TooManyPatterns,
    /// There is no stage, a stage is empty, there are too many weights, or the step is 0.
    #[error("{count} stages of {width} empty squares in steps of {step} make no evaluation")]
    BadStages {
        /// How many stages there are.
        count: u8,
        /// How many numbers of empty squares each has.
        width: u8,
        /// The scale of the weights.
        step: u8,
    },
    /// The packed weights are out of range, too few or too many.
    #[error("the packed weights do not end where they should, or are out of range")]
    BadWeights,
}

/// The models of the difference of a weight from the same weight of the previous stage, selected by
/// whether that is zero and by the difference coded before.
struct Models(Vec<Number>);

impl Models {
    fn new() -> Self {
        Self(vec![Number::new(); 8])
    }

    fn of(&mut self, expected: i32, last: i32) -> &mut Number {
        let size = match last.unsigned_abs() {
            0 => 0,
            1 => 1,
            2..=3 => 2,
            _ => 3,
        };
        &mut self.0[size + 4 * usize::from(expected == 0)]
    }
}

pub(super) fn write(evaluation: &Evaluation) -> Vec<u8> {
    let Evaluation {
        features,
        stages,
        step,
        biases,
        weights,
        ..
    } = evaluation;
    let mut bytes = MAGIC.to_vec();
    bytes.extend([
        VERSION,
        features.columns() as u8,
        features.rows() as u8,
        *step as u8,
        stages.lowest,
        stages.width,
        stages.count,
        features.patterns().len() as u8,
    ]);
    for pattern in features.patterns() {
        bytes.extend(pattern.to_le_bytes());
    }
    for bias in biases {
        bytes.extend(bias.to_le_bytes());
    }
    let mut encoder = Encoder::new();
    let mut expected = vec![0; features.classes()];
    for stage in weights.chunks_exact(features.indices()) {
        let (mut models, mut last) = (Models::new(), 0);
        let mut class = 0;
        for (weight, of) in stage.iter().zip(features.class_of()) {
            if *of as usize != class {
                continue;
            }
            let code = i32::from(weight / step);
            last = {
                let number = code - expected[class];
                encoder.number(models.of(expected[class], last), number);
                number
            };
            expected[class] = code;
            class += 1;
        }
    }
    let packed = encoder.finish();
    bytes.extend((packed.len() as u32).to_le_bytes());
    bytes.extend(packed);
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

pub(super) fn read(bytes: &[u8]) -> Result<Evaluation, EvaluationError> {
    if !bytes.starts_with(MAGIC) {
        return Err(EvaluationError::NotAnEvaluation);
    }
    let mut rest = Rest { bytes, read: 8 };
    let [version] = rest.take()?;
    if version != VERSION {
        return Err(EvaluationError::Version(version));
    }
    let (whole, sum) = bytes.split_at(bytes.len().saturating_sub(CHECKSUM).max(8));
    let [columns, rows, step, lowest, width, count, patterns] = rest.take()?;
    if sum != checksum(whole).to_le_bytes() {
        return Err(EvaluationError::Checksum);
    }
    debug_assert_eq!(rest.read, HEADER);
    let patterns: Result<Vec<u64>, _> = (0..patterns)
        .map(|_| rest.take().map(u64::from_le_bytes))
        .collect();
    let features = Features::new(u32::from(columns), u32::from(rows), &patterns?)?;
    let stages = Stages {
        lowest,
        width,
        count,
    };
    let size = features.indices() * usize::from(count);
    if width == 0 || count == 0 || !(1..=127).contains(&step) || size > MAX_WEIGHTS {
        return Err(EvaluationError::BadStages { count, width, step });
    }
    let mut evaluation = Evaluation::unweighted(features, stages);
    evaluation.step = i16::from(step);
    for bias in &mut evaluation.biases {
        *bias = i16::from_le_bytes(rest.take()?);
    }
    let length = u32::from_le_bytes(rest.take()?) as usize;
    let expected = rest.read.saturating_add(length).saturating_add(CHECKSUM);
    if bytes.len() != expected {
        return Err(EvaluationError::Length {
            found: bytes.len(),
            expected,
        });
    }
    unpack(&mut evaluation, &bytes[rest.read..rest.read + length])?;
    Ok(evaluation)
}

fn unpack(evaluation: &mut Evaluation, packed: &[u8]) -> Result<(), EvaluationError> {
    let features = &evaluation.features;
    let mut decoder = Decoder::new(packed);
    let mut codes = vec![0_i32; features.classes()];
    let max = i32::from(i16::MAX / evaluation.step);
    for stage in evaluation.weights.chunks_exact_mut(features.indices()) {
        let (mut models, mut last) = (Models::new(), 0);
        for code in &mut codes {
            last = decoder.number(models.of(*code, last));
            *code += last;
            if !(-max..=max).contains(code) {
                return Err(EvaluationError::BadWeights);
            }
        }
        for (weight, class) in stage.iter_mut().zip(features.class_of()) {
            *weight = codes[*class as usize] as i16 * evaluation.step;
        }
        if stage.last() != Some(&0) {
            return Err(EvaluationError::BadWeights);
        }
    }
    match decoder.is_finished() {
        true => Ok(()),
        false => Err(EvaluationError::BadWeights),
    }
}

struct Rest<'a> {
    bytes: &'a [u8],
    read: usize,
}

impl Rest<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], EvaluationError> {
        let found = self
            .bytes
            .get(self.read..)
            .and_then(|rest| rest.first_chunk());
        let field = *found.ok_or(EvaluationError::Length {
            found: self.bytes.len(),
            expected: self.read + N + CHECKSUM,
        })?;
        self.read += N;
        Ok(field)
    }
}

/// The 64-bit hash of Fowler, Noll and Vo (FNV-1a).
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
