//! The progress of a campaign.

use serde::Serialize;
use solveig_game::Interval;

use super::schema::BOUNDS;
use super::{DeadJob, FailingKey, Ledger, SOLVING_SECONDS, natural};
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
    /// How far the campaign has come.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn summary(&self) -> Result<Summary, CampaignError> {
        let number = |sql: &str| self.row(sql, |row| natural(row, 0));
        let real = |sql: &str| self.row(sql, |row| row.get::<_, f64>(0));
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
        let jobs = JobCounts {
            open: number("SELECT count(*) FROM jobs WHERE state = 'open'")?,
            done: number("SELECT count(*) FROM jobs WHERE state = 'done'")?,
            void: number("SELECT count(*) FROM jobs WHERE state = 'void'")?,
            dead: dead.len() as u64,
        };
        let sql = "SELECT identity, reason, since FROM distrusted ORDER BY since, identity";
        let distrusted = self.rows(sql, [], |row| {
            Ok(Distrusted {
                identity: row.get(0)?,
                reason: row.get(1)?,
                since: row.get(2)?,
            })
        })?;
        let sql = "SELECT name, version, trusted, count(jobs.number), coalesce(sum(nodes), 0), \
             coalesce(sum(seconds), 0.0), coalesce(sum(waited), 0.0) \
             FROM workers LEFT JOIN jobs ON jobs.worker = workers.id \
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
        let open_seconds =
            real("SELECT coalesce(sum(expected_seconds), 0.0) FROM jobs WHERE state = 'open'")?;
        let solving = real(SOLVING_SECONDS)?;
        let nodes = number(
            "SELECT coalesce(sum(nodes), 0) FROM jobs WHERE state = 'done' AND task = 'solve'",
        )?;
        // The wait before a worker's first job of a round is the wait for the round.
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
