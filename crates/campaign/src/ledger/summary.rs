//! The progress of a campaign.

use serde::{Serialize, Serializer};
use solveig_game::Interval;

use super::{DeadJob, Ledger, SOLVING_SECONDS, damaged, natural};
use crate::error::CampaignError;
use crate::work::{RoundSummary, WorkModel, expected_further};

/// The progress of a campaign and its expected further work.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The bounds that decide the goal, once they are proved.
    #[serde(serialize_with = "lower_and_upper")]
    pub proved: Option<Interval>,
    /// In the order in which they began.
    pub rounds: Vec<RoundSummary>,
    /// Jobs by state.
    pub jobs: JobCounts,
    /// Positions at the first cut with a prediction.
    pub predicted: u64,
    /// Positions at the second cut that are solved.
    pub solved: u64,
    /// Positions visited in exact searches.
    pub nodes: u64,
    /// Seconds that workers spent on jobs, estimates included.
    pub seconds: f64,
    /// The share of time that workers spent on jobs, between the first and last job of each; `None`
    /// before any job.
    pub at_work: Option<f64>,
    /// The same for jobs of exact search only, without the wait for a round to begin.
    pub at_work_in_rounds: Option<f64>,
    /// Nodes per second of one worker in exact searches.
    pub nodes_per_second: f64,
    /// All workers that have reported.
    pub workers: Vec<WorkerSummary>,
    /// The jobs that were given up.
    pub dead: Vec<DeadJob>,
    /// The expected time of open jobs, in seconds of one worker: their share of all of this run.
    pub open_seconds: f64,
    /// The expected time of later rounds, in seconds of one worker, extrapolated from the sizes of
    /// past rounds.
    pub further_seconds: f64,
}

/// Bounds as a list of two numbers.
fn lower_and_upper<S: Serializer>(bounds: &Option<Interval>, to: S) -> Result<S::Ok, S::Error> {
    bounds
        .map(|bounds| [bounds.lower, bounds.upper])
        .serialize(to)
}

/// Jobs by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JobCounts {
    /// Jobs without an accepted report.
    pub open: u64,
    /// Reported.
    pub done: u64,
    /// Given up: their positions are not asked for again.
    pub dead: u64,
}

/// One worker.
#[derive(Clone, Debug, Serialize)]
pub struct WorkerSummary {
    /// Host, process and thread, unique in the campaign.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// Finished jobs.
    pub jobs: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Time spent on jobs, in seconds.
    pub seconds: f64,
    /// Idle time between jobs, in seconds.
    pub waited: f64,
}

impl Summary {
    /// The finished share of the expected total work.
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

    /// The expected total time, in seconds of one worker, including finished work.
    pub fn total_seconds(&self) -> f64 {
        self.seconds + self.left_seconds()
    }

    /// The expected remaining time, in seconds of one worker.
    pub fn left_seconds(&self) -> f64 {
        match self.proved {
            Some(_) => 0.0,
            None => self.open_seconds + self.further_seconds,
        }
    }
}

impl Ledger {
    /// Fails if a sum of times is none that a ledger has.
    fn time(&self, seconds: f64) -> Result<f64, CampaignError> {
        if seconds.is_finite() && seconds >= 0.0 {
            return Ok(seconds);
        }
        let problem = format!("its times add up to {seconds} seconds: expected a number from 0 on");
        Err(damaged(&self.path, problem))
    }

    /// How far the campaign has come.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn summary(&self) -> Result<Summary, CampaignError> {
        self.expect_numbers()?;
        let number = |sql: &str| self.row(sql, |row| natural(row, 0));
        let real = |sql: &str| self.time(self.row(sql, |row| row.get(0))?);
        let sql = "SELECT number, expected, targets, positions, questions, ended IS NOT NULL \
             FROM rounds ORDER BY number";
        let rounds = self.rows(sql, [], |row| {
            Ok(RoundSummary {
                number: natural(row, 0)?,
                expected: row.get(1)?,
                targets: natural(row, 2)?,
                positions: natural(row, 3)?,
                questions: natural(row, 4)?,
                ended: row.get(5)?,
            })
        })?;
        let dead = self.dead_jobs()?;
        let sql = "SELECT jobs - earlier, (SELECT count(1) FROM reports WHERE job > earlier) \
             + (SELECT count(DISTINCT job) FROM unanswered WHERE job > earlier), \
             expected_seconds FROM campaign";
        let (new, ended, seconds) = self.row(sql, |row| {
            Ok((natural(row, 0)?, natural(row, 1)?, row.get::<_, f64>(2)?))
        })?;
        let open = new.saturating_sub(ended);
        let open_seconds = self.time(seconds * open as f64 / new.max(1) as f64)?;
        let jobs = JobCounts {
            open,
            done: number("SELECT coalesce(sum(jobs), 0) FROM done_by")?,
            dead: dead.len() as u64,
        };
        let sql = "SELECT name, version, coalesce(sum(jobs), 0), coalesce(sum(nodes), 0), \
             total(seconds), total(waited) FROM workers LEFT JOIN done_by ON worker = workers.id \
             GROUP BY workers.id ORDER BY workers.id";
        let workers = self.rows(sql, [], |row| {
            Ok(WorkerSummary {
                name: row.get(0)?,
                version: row.get(1)?,
                jobs: natural(row, 2)?,
                nodes: natural(row, 3)?,
                seconds: row.get(4)?,
                waited: row.get(5)?,
            })
        })?;
        for worker in &workers {
            self.time(worker.seconds)?;
            self.time(worker.waited)?;
        }
        let solving = real(SOLVING_SECONDS)?;
        let solving_sum =
            |column: &str| format!("SELECT {column} FROM done_by WHERE task = 'solve'");
        let nodes = number(&solving_sum("coalesce(sum(nodes), 0)"))?;
        let waited_in_rounds = real(&solving_sum("total(waited_in_rounds)"))?;
        let seconds = real("SELECT total(seconds) FROM done_by")?;
        let waited = self.time(workers.iter().map(|worker| worker.waited).sum())?;
        let share = |busy: f64, waited: f64| (busy > 0.0).then(|| busy / (busy + waited));
        let solved = number(&solving_sum("coalesce(sum(answered), 0)"))?;
        let each = match solved {
            0 => self.work_model()?.seconds(WorkModel::class(0)),
            _ => solving / solved as f64,
        };
        Ok(Summary {
            proved: self.conclusion()?,
            further_seconds: expected_further(&rounds) * each,
            rounds,
            jobs,
            predicted: number(
                "SELECT coalesce(sum(answered), 0) FROM done_by WHERE task = 'predict'",
            )?,
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
            workers,
            dead,
            open_seconds,
        })
    }
}
