//! The progress of a campaign.

use serde::Serialize;
use solveig_game::Interval;

use super::{DeadJob, FailingKey, Ledger, SOLVING_SECONDS, damaged, natural};
use crate::error::CampaignError;
use crate::work::{RoundSummary, WorkModel, expected_further};

/// The progress of a campaign and its expected further work.
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
    /// Positions at the second cut solved by trusted workers.
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
    /// Audits that agreed, audits that did not, and audits that wait.
    pub audits: (u64, u64, u64),
    /// Audits that were given up, since the driver's search panicked: these results were not solved
    /// a second time.
    pub unaudited: u64,
    /// What happened to one of these audits, for people.
    pub unaudited_reason: Option<String>,
    /// All workers that have reported.
    pub workers: Vec<WorkerSummary>,
    /// The identities whose results do not count.
    pub distrusted: Vec<Distrusted>,
    /// The jobs that are handed out no more.
    pub dead: Vec<DeadJob>,
    /// The identities with which jobs came to nothing.
    pub failing: Vec<FailingKey>,
    /// The expected time of open jobs, in seconds of one worker.
    pub open_seconds: f64,
    /// The expected time of later rounds, in seconds of one worker, extrapolated from the sizes of
    /// past rounds.
    pub further_seconds: f64,
}

/// Jobs by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JobCounts {
    /// Jobs without an accepted report.
    pub open: u64,
    /// Reported.
    pub done: u64,
    /// Reported by a worker that failed an audit, or replaced by other jobs.
    pub void: u64,
    /// Given up after too many deliveries that came to nothing.
    pub dead: u64,
}

/// An identity whose results do not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Distrusted {
    /// The identity: the name of its workers up to the first slash.
    pub identity: String,
    /// Why, for people.
    pub reason: String,
    /// When it was found out, in UTC.
    pub since: String,
}

/// One worker.
#[derive(Clone, Debug, Serialize)]
pub struct WorkerSummary {
    /// Its name.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// Whether its results count.
    pub trusted: bool,
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
        let number = |sql: &str| self.row(sql, |row| natural(row, 0));
        let real = |sql: &str| self.time(self.row(sql, |row| row.get(0))?);
        let sql = "SELECT number, expected, targets, positions, asked, ended IS NOT NULL \
             FROM rounds ORDER BY number";
        let rounds = self.rows(sql, [], |row| {
            Ok(RoundSummary {
                number: natural(row, 0)?,
                expected: row.get(1)?,
                targets: natural(row, 2)?,
                positions: natural(row, 3)?,
                asked: natural(row, 4)?,
                ended: row.get(5)?,
            })
        })?;
        let dead = self.dead_jobs()?;
        // Of workers that are not trusted, the estimates count.
        let counts = "FROM done_by JOIN workers ON workers.id = worker \
             WHERE (trusted OR task IN ('predict', 'estimate'))";
        let done = number(&format!("SELECT coalesce(sum(jobs), 0) {counts}"))?;
        let open = number("SELECT count(*) FROM jobs WHERE state = 'open'")?;
        // Numbers of jobs have no gaps.
        let all = number("SELECT coalesce(max(number), 0) FROM jobs")?;
        let others = open + done + dead.len() as u64;
        let jobs = JobCounts {
            open,
            done,
            void: all.saturating_sub(others),
            dead: dead.len() as u64,
        };
        let sql = "SELECT identity, reason, since FROM distrusted ORDER BY identity";
        let mut distrusted = self.rows(sql, [], |row| {
            Ok(Distrusted {
                identity: row.get(0)?,
                reason: row.get(1)?,
                since: row.get(2)?,
            })
        })?;
        distrusted.sort_by(|one, other| one.since.cmp(&other.since));
        let sql = "SELECT name, version, trusted, coalesce(sum(jobs), 0), coalesce(sum(nodes), 0), \
             total(seconds), total(waited) FROM workers LEFT JOIN done_by ON worker = workers.id \
             GROUP BY workers.id ORDER BY workers.id";
        let workers = self.rows(sql, [], |row| {
            Ok(WorkerSummary {
                name: row.get(0)?,
                version: row.get(1)?,
                trusted: row.get(2)?,
                jobs: natural(row, 3)?,
                nodes: natural(row, 4)?,
                seconds: row.get(5)?,
                waited: row.get(6)?,
            })
        })?;
        for worker in &workers {
            self.time(worker.seconds)?;
            self.time(worker.waited)?;
        }
        let open_seconds =
            real("SELECT coalesce(sum(expected_seconds), 0.0) FROM jobs WHERE state = 'open'")?;
        let solving = real(SOLVING_SECONDS)?;
        let solving_sum = |column: &str| format!("SELECT {column} {counts} AND task = 'solve'");
        let nodes = number(&solving_sum("coalesce(sum(nodes), 0)"))?;
        let waited_in_rounds = real(&solving_sum("total(waited_in_rounds)"))?;
        let seconds = real(&format!("SELECT total(seconds) {counts}"))?;
        let waited = self.time(workers.iter().map(|worker| worker.waited).sum())?;
        let share = |busy: f64, waited: f64| (busy > 0.0).then(|| busy / (busy + waited));
        let solved = number(&solving_sum("coalesce(sum(solved), 0)"))?;
        let each = match solved {
            0 => self.work_model()?.seconds(WorkModel::class(0)),
            _ => solving / solved as f64,
        };
        let audited = |agrees: i32| {
            let sql = format!("SELECT count(*) FROM audits WHERE agrees = {agrees}");
            number(&sql)
        };
        let (unaudited, unaudited_reason) = self.given_up_audits()?;
        Ok(Summary {
            proved: self
                .conclusion()?
                .map(|Interval { lower, upper }| (lower, upper)),
            further_seconds: expected_further(&rounds) * each,
            rounds,
            jobs,
            predicted: number(
                "SELECT coalesce(sum(positions), 0) FROM done_by WHERE task = 'predict'",
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
            audits: (audited(1)?, audited(0)?, self.open_audits()?),
            unaudited,
            unaudited_reason,
            workers,
            distrusted,
            dead,
            failing: self.failing_keys()?,
            open_seconds,
        })
    }
}
