//! A learned estimate of the final score: a sum of weights of patterns.
//!
//! It orders moves and suggests first guesses. It proves nothing and decides no value.

mod bytes;
mod coder;
mod features;
mod shipped;

use std::sync::Arc;

pub use bytes::EvaluationError;
pub use features::{Features, MAX_INSTANCES, MAX_PATTERN_SQUARES};

/// Fixed-point scale of scores: parts per disc.
pub const DISC: i32 = 128;

/// A linear evaluation of the positions of one board: for each stage of the game, each pattern and
/// each way to fill its squares a weight.
///
/// ```
/// use solveig_games::othello::knowledge::evaluation::{Evaluation, Features, Stages};
///
/// let features = Features::of_board(6, 6).expect("this board has patterns");
/// let stages = Stages { lowest: 5, width: 2, count: 14 };
/// let evaluation = Evaluation::unweighted(features, stages);
/// assert_eq!(evaluation.score(0b01, 0b10), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation {
    features: Features,
    stages: Stages,
    /// The scale of the weights in a file, in parts of a disc.
    step: i16,
    /// By the number of empty squares.
    biases: Vec<i16>,
    /// The offset into `weights` of the stage for each number of empty squares.
    starts: [u32; 65],
    /// By stage, then as [`Features`] numbers them.
    weights: Vec<i16>,
}

/// How a game is cut into stages by the number of empty squares. Positions with fewer or more of
/// them than any stage has belong to the first and to the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    /// The least number of empty squares of the first stage.
    pub lowest: u8,
    /// How many numbers of empty squares make up a stage.
    pub width: u8,
    /// How many stages there are.
    pub count: u8,
}

impl Stages {
    /// The greatest number of empty squares of the last stage.
    pub const fn greatest(self) -> u32 {
        self.lowest as u32 + self.width as u32 * self.count as u32 - 1
    }

    /// The stage of positions with `empty` empty squares.
    pub const fn of(self, empty: u32) -> usize {
        let past = (empty as usize).saturating_sub(self.lowest as usize);
        let stage = past / self.width as usize;
        let last = self.count as usize - 1;
        if stage < last { stage } else { last }
    }
}

impl Evaluation {
    /// The evaluation that comes with the program for a board, if there is one. It is unpacked when
    /// it is first asked for.
    pub fn shipped(columns: u32, rows: u32) -> Option<Arc<Self>> {
        shipped::evaluation(columns, rows)
    }

    /// Whether an evaluation for a board comes with the program.
    pub const fn is_shipped(columns: u32, rows: u32) -> bool {
        shipped::is_shipped(columns, rows)
    }

    /// An evaluation whose weights are all zero.
    ///
    /// # Panics
    ///
    /// Panics if there is no stage, or stages are empty.
    pub fn unweighted(features: Features, stages: Stages) -> Self {
        assert!(stages.width > 0 && stages.count > 0, "{stages:?}");
        let squares = features.columns() * features.rows();
        let size = features.indices();
        Self {
            biases: vec![0; squares as usize + 1],
            starts: std::array::from_fn(|empty| (stages.of(empty as u32) * size) as u32),
            weights: vec![0; size * usize::from(stages.count)],
            features,
            stages,
            step: 1,
        }
    }

    /// Gives one stage its weights, one for each class of indices that symmetry makes equal, and
    /// its biases: `biases[i]` goes to the positions with `lowest + i` empty squares. All are in
    /// discs; weights are rounded to sixteenths. The last class, which is no pattern's, stays zero.
    ///
    /// # Panics
    ///
    /// Panics if there is no such stage or the number of weights is not that of classes.
    pub fn set_stage(&mut self, stage: usize, classes: &[f32], lowest: u32, biases: &[f32]) {
        assert_eq!(classes.len(), self.features.classes());
        assert!(stage < usize::from(self.stages.count));
        self.step = WEIGHT_STEP;
        let parts = DISC as f32;
        let steps = parts / f32::from(WEIGHT_STEP);
        let max = f32::from(i16::MAX / WEIGHT_STEP);
        let start = stage * self.features.indices();
        for (index, class) in self.features.class_of().iter().enumerate() {
            let code = (classes[*class as usize] * steps).round();
            self.weights[start + index] = code.clamp(-max, max) as i16 * WEIGHT_STEP;
        }
        self.weights[start + self.features.indices() - 1] = 0;
        for (bias, empty) in biases.iter().zip(lowest as usize..) {
            if let Some(place) = self.biases.get_mut(empty) {
                *place = (bias * parts).round() as i16;
            }
        }
    }

    /// Adds `discs` to the scores of all positions with `empty` empty squares.
    pub fn shift(&mut self, empty: u32, discs: f32) {
        if let Some(bias) = self.biases.get_mut(empty as usize) {
            *bias = bias.saturating_add((discs * DISC as f32).round() as i16);
        }
    }

    /// The patterns that are summed, and their symmetry classes.
    pub const fn features(&self) -> &Features {
        &self.features
    }

    /// The stages of the game that have weights of their own.
    pub const fn stages(&self) -> Stages {
        self.stages
    }

    /// The expected final disc difference for the side to move, in parts of a [`DISC`]. No square
    /// may be both sides'.
    ///
    /// It is the same for all images of a position under the symmetries of the board.
    #[inline(always)]
    pub fn score(&self, mover: u64, opponent: u64) -> i32 {
        let occupied = (mover | opponent).count_ones() as usize;
        let empty = (self.biases.len() - 1).saturating_sub(occupied);
        let start = self.starts[empty] as usize;
        let weights = &self.weights[start..start + self.features.indices()];
        let mut score = i32::from(self.biases[empty]);
        self.features.for_each_index(mover, opponent, |index| {
            score += i32::from(weights[index]);
        });
        score
    }

    /// Reads what [`to_bytes`](Self::to_bytes) has written.
    ///
    /// # Errors
    ///
    /// Fails where the bytes are not what `to_bytes` writes for any evaluation.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EvaluationError> {
        bytes::read(bytes)
    }

    /// The evaluation as a file; the module `bytes` documents the layout.
    pub fn to_bytes(&self) -> Vec<u8> {
        bytes::write(self)
    }
}

/// The quantization step of trained weights in parts of a disc: a sixteenth of a disc. Rounding the
/// weights of 46 patterns to it adds a tenth of a disc to an error of several discs.
const WEIGHT_STEP: i16 = 8;

#[cfg(test)]
mod tests;
