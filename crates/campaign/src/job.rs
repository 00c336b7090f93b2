//! What is handed to workers, and what they bring back.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use solveig_game::{Interval, Value, ValueRange};
use solveig_search::Window;

/// A batch of positions to work on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The campaign, a random number in hexadecimal digits: what is left in a queue of another one
    /// is told by it.
    pub campaign: String,
    /// The number of the job in the ledger. A number is never used twice.
    pub number: u64,
    /// The game's spec.
    pub game: String,
    /// What is to be done.
    pub task: Task,
    /// The positions.
    pub items: Vec<Item>,
}

/// What is to be done with the positions of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Bounds by exact search that decide the windows.
    Solve {
        /// Where an outcome is not what was expected, values this far outside the window are told
        /// apart too.
        margin: Value,
    },
    /// Estimates by a look ahead.
    Estimate {
        /// The moves to look ahead.
        plies: u32,
    },
}

/// A position of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Its key.
    #[serde(with = "digits")]
    pub key: u128,
    /// Values up to this one need not be told apart.
    pub alpha: Value,
    /// Values from this one on need not be told apart.
    pub beta: Value,
    /// What is expected of it.
    pub estimate: Value,
}

impl Item {
    /// The window that has to be decided.
    pub const fn window(self) -> Window {
        Window {
            alpha: self.alpha,
            beta: self.beta,
        }
    }
}

/// What a worker found out about the positions of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobReport {
    /// The campaign of the job.
    pub campaign: String,
    /// The job's number.
    pub job: u64,
    /// Who worked, as a name that no other worker has.
    pub worker: String,
    /// The version of the program that worked.
    pub version: String,
    /// How long it worked, in seconds.
    pub seconds: f64,
    /// How long it had been without work since its job before this one, in seconds; 0 for its
    /// first.
    #[serde(default)]
    pub waited: f64,
    /// An answer for each position, in the order of the job.
    pub answers: Vec<PositionBounds>,
}

/// What was found out about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionBounds {
    /// The position's key.
    #[serde(with = "digits")]
    pub key: u128,
    /// The value is this or more; for estimates, the estimate.
    pub lower: Value,
    /// The value is this or less; for estimates, the estimate.
    pub upper: Value,
    /// How many positions were visited.
    pub nodes: u64,
}

impl PositionBounds {
    /// The bounds.
    pub const fn bounds(self) -> Interval {
        Interval {
            lower: self.lower,
            upper: self.upper,
        }
    }
}

/// Why a report is no answer to its job.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// It answers other positions, or not all.
    #[error(
        "answers {found} positions of which not all are the {expected} of the job in their order"
    )]
    OtherPositions {
        /// How many answers there are.
        found: usize,
        /// How many positions the job has.
        expected: usize,
    },
    /// Bounds that no value lies between.
    #[error(
        "bounds {lower}..{upper} of the position with key {key:#x}: no value of the game lies there"
    )]
    NoValue {
        /// The position.
        key: u128,
        /// The lower bound.
        lower: Value,
        /// The upper bound.
        upper: Value,
    },
    /// Bounds that leave open what was asked.
    #[error(
        "bounds {lower}..{upper} of the position with key {key:#x} do not decide its window {alpha}..{beta}"
    )]
    Undecided {
        /// The position.
        key: u128,
        /// The lower bound.
        lower: Value,
        /// The upper bound.
        upper: Value,
        /// The window's lower end.
        alpha: Value,
        /// Its upper end.
        beta: Value,
    },
}

impl JobReport {
    /// Checks that the report answers all that `job` asks, and nothing else.
    ///
    /// # Errors
    ///
    /// Fails with the first answer that is none.
    pub fn expect_fits(&self, job: &Job, range: ValueRange) -> Result<(), Unfit> {
        let keys = |item: &Item| item.key;
        let same = self
            .answers
            .iter()
            .map(|answer| answer.key)
            .eq(job.items.iter().map(keys));
        if !same {
            return Err(Unfit::OtherPositions {
                found: self.answers.len(),
                expected: job.items.len(),
            });
        }
        for (answer, item) in self.answers.iter().zip(&job.items) {
            let PositionBounds {
                key, lower, upper, ..
            } = *answer;
            if lower > upper || !range.contains(lower) || !range.contains(upper) {
                return Err(Unfit::NoValue { key, lower, upper });
            }
            let decided = match job.task {
                Task::Solve { .. } => item.window().decided_by(answer.bounds()).is_some(),
                Task::Estimate { .. } => lower == upper,
            };
            if !decided {
                let (alpha, beta) = (item.alpha, item.beta);
                return Err(Unfit::Undecided {
                    key,
                    lower,
                    upper,
                    alpha,
                    beta,
                });
            }
        }
        Ok(())
    }
}

/// Keys as hexadecimal digits: JSON's numbers are too short for them in many programs.
mod digits {
    use super::*;

    pub(super) fn serialize<S: Serializer>(key: &u128, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{key:x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
        let text = String::deserialize(from)?;
        u128::from_str_radix(&text, 16).map_err(|_| {
            serde::de::Error::custom(format!("\"{text}\" is no key: expected hexadecimal digits"))
        })
    }
}
