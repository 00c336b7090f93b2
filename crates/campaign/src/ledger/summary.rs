//! How far a campaign has come.

use serde::Serialize;
use solveig_game::Interval;

use super::schema::BOUNDS;
use super::{Ledger, natural};
use crate::error::CampaignError;
use crate::work::{RoundSize, WorkModel, expected_further};

/// How far a campaign has come, and what more it is expected to take.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The bounds that decide the goal, once they are proved.
    pub proved: Option<(i32, i32)>,
    /// All rounds.
    pub rounds: Vec<RoundSummary>,
    /// Jobs by state.
    pub jobs: JobCounts,
    /// Positions at the first cut with a prediction.
    pub predicted: u64,
    /// Positions at the second cut that were solved and count.
    pub solved: u64,
    /// Positions visited in exact searches.
    pub nodes: u64,
    /// Seconds that workers spent on jobs, estimates included.
    pub seconds: f64,
    /// The share of their time that workers spent on jobs, between the first and the last job of
    /// each; none before any job.
    pub at_work: Option<f64>,
    /// The same for jobs of exact search in rounds, where the wait for a round to begin is left
    /// out.
    pub at_work_in_rounds: Option<f64>,
    /// Nodes a second of one worker in exact searches.
    pub nodes_per_second: f64,
    /// Positions solved a second time: those that agreed, those that did not, and those that wait.
    pub audits: (u64, u64, u64),
    /// The workers that were heard of.
    pub workers: Vec<WorkerSummary>,
    /// Seconds of one worker that open jobs are expected to take.
    pub open_seconds: f64,
    /// Seconds of one worker that rounds to come are expected to take, by how rounds have shrunk so
    /// far.
    pub further_seconds: f64,
}

/// One round.
#[derive(Clone, Debug, Serialize)]
pub struct RoundSummary {
    /// Its number, from 1.
    pub number: u64,
    /// What the start was expected to be worth.
    pub expected: i32,
    /// Hypotheses at the first cut that were open.
    pub targets: u64,
    /// Positions at the second cut from which they were expected to follow.
    pub positions: u64,
    /// Those of them that the round was to solve: the least clear ones.
    pub asked: u64,
    /// Whether it is over.
    pub ended: bool,
}

impl RoundSummary {
    const fn size(&self) -> RoundSize {
        RoundSize {
            positions: self.positions,
            asked: self.asked,
        }
    }
}

/// Jobs by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JobCounts {
    /// Not reported yet.
    pub open: u64,
    /// Reported.
    pub done: u64,
    /// Reported by a worker that turned out wrong.
    pub void: u64,
}

/// One worker.
#[derive(Clone, Debug, Serialize)]
pub struct WorkerSummary {
    /// Its name.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// Whether what it says counts.
    pub trusted: bool,
    /// Jobs it has done.
    pub jobs: u64,
    /// Positions it has visited.
    pub nodes: u64,
    /// Seconds it has spent on them.
    pub seconds: f64,
    /// Seconds it was without work between them.
    pub waited: f64,
}

impl Summary {
    /// The share of the work that is done, of what is expected in all.
    pub fn share(&self) -> f64 {
        if self.proved.is_some() {
            return 1.0;
        }
        let total = self.total_seconds();
        if total > 0.0 {
            self.seconds / total
        } else {
            0.0
        }
    }

    /// Seconds of one worker that the whole is expected to take, what is done included.
    pub fn total_seconds(&self) -> f64 {
        self.seconds + self.left_seconds()
    }

    /// Seconds of one worker that are expected to be left.
    pub fn left_seconds(&self) -> f64 {
        match self.proved {
            Some(_) => 0.0,
            None => self.open_seconds + self.further_seconds,
        }
    }
}

impl Ledger {
    /// How far the campaign has come.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn summary(&self) -> Result<Summary, CampaignError> {
        let read = |error| self.failed("read")(error);
        let number = |sql: &str| -> Result<u64, CampaignError> {
            let number = self.connection.query_row(sql, [], |row| natural(row, 0));
            number.map_err(read)
        };
        let mut rounds = self
            .connection
            .prepare("SELECT number, expected, targets, positions, asked, ended IS NOT NULL FROM rounds ORDER BY number")
            .map_err(read)?;
        let rounds: Vec<RoundSummary> = rounds
            .query_map([], |row| {
                Ok(RoundSummary {
                    number: natural(row, 0)?,
                    expected: row.get(1)?,
                    targets: natural(row, 2)?,
                    positions: natural(row, 3)?,
                    asked: natural(row, 4)?,
                    ended: row.get(5)?,
                })
            })
            .and_then(Iterator::collect)
            .map_err(read)?;
        let jobs = JobCounts {
            open: number("SELECT count(*) FROM jobs WHERE state = 'open'")?,
            done: number("SELECT count(*) FROM jobs WHERE state = 'done'")?,
            void: number("SELECT count(*) FROM jobs WHERE state = 'void'")?,
        };
        let mut workers = self
            .connection
            .prepare(
                "SELECT name, version, trusted, count(jobs.number), coalesce(sum(nodes), 0), \
                 coalesce(sum(seconds), 0.0), coalesce(sum(waited), 0.0) FROM workers LEFT JOIN jobs ON jobs.worker = workers.id \
                 GROUP BY workers.id ORDER BY workers.id",
            )
            .map_err(read)?;
        let workers: Vec<WorkerSummary> = workers
            .query_map([], |row| {
                Ok(WorkerSummary {
                    name: row.get(0)?,
                    version: row.get(1)?,
                    trusted: row.get(2)?,
                    jobs: natural(row, 3)?,
                    nodes: natural(row, 4)?,
                    seconds: row.get(5)?,
                    waited: row.get(6)?,
                })
            })
            .and_then(Iterator::collect)
            .map_err(read)?;
        let real = |sql: &str| -> Result<f64, CampaignError> {
            self.connection
                .query_row(sql, [], |row| row.get(0))
                .map_err(read)
        };
        let open_seconds =
            real("SELECT coalesce(sum(expected_seconds), 0.0) FROM jobs WHERE state = 'open'")?;
        let solving = real(
            "SELECT coalesce(sum(seconds), 0.0) FROM jobs WHERE state = 'done' AND task = 'solve'",
        )?;
        let nodes = number(
            "SELECT coalesce(sum(nodes), 0) FROM jobs WHERE state = 'done' AND task = 'solve'",
        )?;
        // The first job of a worker in a round is the one that it waited for the round for.
        let waited_in_rounds = real(
            "SELECT coalesce(sum(waited - CASE number WHEN first THEN waited ELSE 0.0 END), 0.0) \
             FROM jobs JOIN (SELECT worker, round, min(number) AS first FROM jobs \
             WHERE state = 'done' AND task = 'solve' GROUP BY worker, round) USING (worker, round) \
             WHERE state = 'done' AND task = 'solve'",
        )?;
        let seconds = real("SELECT coalesce(sum(seconds), 0.0) FROM jobs WHERE state = 'done'")?;
        let waited = workers.iter().map(|worker| worker.waited).sum();
        let share = |busy: f64, waited: f64| (busy > 0.0).then(|| busy / (busy + waited));
        let solved = number(&format!("SELECT count(*) FROM ({BOUNDS})"))?;
        let sizes: Vec<RoundSize> = rounds.iter().map(RoundSummary::size).collect();
        let each = match solved {
            0 => self.work_model()?.seconds(WorkModel::class(0)),
            _ => solving / solved as f64,
        };
        let audited = |agrees: &str| {
            number(&format!(
                "SELECT count(*) FROM audits WHERE agrees {agrees}"
            ))
        };
        Ok(Summary {
            proved: self
                .conclusion()?
                .map(|Interval { lower, upper }| (lower, upper)),
            rounds,
            jobs,
            predicted: number("SELECT count(*) FROM estimates WHERE cut = 1")?,
            solved,
            nodes,
            seconds,
            at_work: share(seconds, waited),
            at_work_in_rounds: share(solving, waited_in_rounds),
            nodes_per_second: if solving > 0.0 {
                nodes as f64 / solving
            } else {
                0.0
            },
            audits: (audited("= 1")?, audited("= 0")?, audited("IS NULL")?),
            workers,
            open_seconds,
            further_seconds: expected_further(&sizes) * each,
        })
    }
}
