//! Jobs for workers, and their reports.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use solveig_game::{Interval, Value, ValueRange};
use solveig_region::{Find, SearchAnswer, SearchQuestion};
use solveig_search::Window;

/// The version of the program, stated in reports.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The two levels at which a campaign cuts the game (Takizawa 2023, sections 3.4 and 3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// The level of hypotheses.
    First,
    /// The level of the positions that workers solve.
    Second,
}

/// A batch of positions to work on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The campaign's identifier, a random number in hexadecimal digits. It tells jobs left in the
    /// queue by another campaign.
    pub campaign: String,
    /// The number of the job in the ledger. A number is never used twice.
    pub number: u64,
    /// The game's spec.
    pub game: String,
    /// What is to be done.
    pub task: Task,
    /// In the order in which they are to be answered.
    pub items: Vec<Item>,
}

/// The task for the positions of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Find bounds that decide the windows, by exact search.
    Solve {
        /// If an outcome differs from the estimate, decide the window widened by this much.
        margin: Value,
    },
    /// Estimate the values by a depth-limited search.
    Estimate {
        /// The cut of the positions.
        cut: Cut,
        /// The depth in plies.
        plies: u32,
    },
    /// Find what a semi-strong solution has of them, by exact search. Their windows are the bounds
    /// that hold, with both ends inside, and the estimates say nothing.
    Settle {
        /// What is to be found.
        find: Find,
    },
}

/// A position of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// The canonical key, the same for symmetric positions.
    #[serde(with = "digits")]
    pub key: u128,
    /// The lower end of the window: values up to this need not be distinguished.
    pub alpha: Value,
    /// The upper end of the window: values from this on need not be distinguished.
    pub beta: Value,
    /// The estimate of its value.
    pub estimate: Value,
}

impl Task {
    /// Its name in a ledger.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Estimate {
                cut: Cut::First, ..
            } => "predict",
            Self::Estimate {
                cut: Cut::Second, ..
            } => "estimate",
            Self::Solve { .. } => "solve",
            Self::Settle { .. } => "settle",
        }
    }
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

impl From<&SearchQuestion> for Item {
    fn from(question: &SearchQuestion) -> Self {
        Self {
            key: question.key,
            alpha: question.bounds.lower,
            beta: question.bounds.upper,
            estimate: question.bounds.lower,
        }
    }
}

/// A worker's report of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobReport {
    /// The campaign of the job.
    pub campaign: String,
    /// The job's number.
    pub job: u64,
    /// The job's task.
    pub task: Task,
    /// The unique name of the worker.
    pub worker: String,
    /// The version of the worker's program.
    pub version: String,
    /// The time of the job, in seconds.
    pub seconds: f64,
    /// The worker's idle time before this job, in seconds; 0 for its first job.
    pub waited: f64,
    /// An answer for each position, in the order of the job.
    pub answers: Vec<PositionBounds>,
    /// Why the worker could not answer the job, for people; `None` if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// The result of one position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionBounds {
    /// What was asked.
    #[serde(flatten)]
    pub item: Item,
    /// A lower bound on the value; for estimates, the estimate.
    pub lower: Value,
    /// An upper bound on the value; for estimates, the estimate.
    pub upper: Value,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The move that was found, where one was asked for: its index in the legal moves in tie-break
    /// order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_index: Option<u16>,
}

impl PositionBounds {
    /// The answer to a question, if the value is exact.
    pub fn found(self) -> Option<SearchAnswer> {
        let value = self.bounds().value()?;
        let move_index = self.move_index;
        Some(SearchAnswer { value, move_index })
    }

    /// The bounds on the value, for the side to move.
    pub const fn bounds(self) -> Interval {
        Interval {
            lower: self.lower,
            upper: self.upper,
        }
    }
}

impl JobReport {
    /// Checks that the report answers exactly the questions of `job`.
    ///
    /// # Errors
    ///
    /// Says what does not fit, for people.
    pub fn expect_answers(&self, job: &Job) -> Result<(), String> {
        let items = self.answers.iter().map(|answer| &answer.item);
        if self.task == job.task && items.eq(&job.items) {
            return Ok(());
        }
        Err(format!(
            "answers {} questions of which not all are the {} of the job in their order",
            self.answers.len(),
            job.items.len()
        ))
    }

    /// Checks that each answer decides its question, in a game with values in `range`.
    ///
    /// # Errors
    ///
    /// Says which answer is the first that does not, and why, for people.
    pub fn expect_decides(&self, range: ValueRange) -> Result<(), String> {
        for PositionBounds {
            item, lower, upper, ..
        } in &self.answers
        {
            let (lower, upper, key) = (*lower, *upper, item.key);
            if lower > upper || !range.contains(lower) || !range.contains(upper) {
                return Err(format!(
                    "bounds {lower}..{upper} of the position with key {key:#x}: no value of the \
                     game lies there"
                ));
            }
            let decides = match self.task {
                Task::Solve { .. } => {
                    let bounds = Interval { lower, upper };
                    item.window().decided_by(bounds).is_some()
                }
                Task::Estimate { .. } | Task::Settle { .. } => lower == upper,
            };
            if !decides {
                let (alpha, beta) = (item.alpha, item.beta);
                return Err(format!(
                    "bounds {lower}..{upper} of the position with key {key:#x} do not decide its \
                     window {alpha}..{beta}"
                ));
            }
        }
        Ok(())
    }
}

/// Keys as hexadecimal digits, since many JSON readers cannot represent numbers of 128 bits.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_8000_positions_fits_a_message_of_one_megabyte() {
        let item = Item {
            key: u128::MAX,
            alpha: -65,
            beta: -64,
            estimate: -64,
        };
        let answer = PositionBounds {
            item,
            lower: -64,
            upper: -64,
            nodes: 1_000_000_000,
            move_index: None,
        };
        let text = serde_json::to_string(&vec![answer; 8_000]).unwrap();
        assert!(text.len() < 1_000_000, "{}", text.len());
        let read: Vec<PositionBounds> = serde_json::from_str(&text).unwrap();
        assert_eq!(read[7_999], answer);
    }
}
