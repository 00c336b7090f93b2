//! Rounds, and the numbers of jobs.

use rusqlite::{Transaction, params};
use solveig_game::Value;
use solveig_search::Window;

use super::{Ledger, MAX_JOBS, blob, damaged, natural};
use crate::agenda::{Agenda, WindowQuestion};
use crate::error::CampaignError;
use crate::job::Item;

/// The positions of a job that has no number yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// In the order in which a worker is to solve them.
    pub items: Vec<Item>,
    /// The expected time on one worker, in seconds.
    pub seconds: f64,
}

/// A column whose numbers begin with `least`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct NumberColumn {
    table: &'static str,
    column: &'static str,
    least: i64,
}

impl NumberColumn {
    const fn new(table: &'static str, column: &'static str, least: i64) -> Self {
        Self {
            table,
            column,
            least,
        }
    }
}

/// Numbers of jobs.
const JOB_COLUMNS: [NumberColumn; 3] = [
    NumberColumn::new("reports", "job", 1),
    NumberColumn::new("unanswered", "job", 1),
    NumberColumn::new("rounds", "jobs", 0),
];

/// Numbers of rounds.
const ROUND_COLUMNS: [NumberColumn; 2] = [
    NumberColumn::new("rounds", "number", 1),
    NumberColumn::new("targets", "round", 1),
];

impl Ledger {
    /// Begins a run: jobs of earlier ones are open no more.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn begin_run(&mut self) -> Result<(), CampaignError> {
        let sql = "UPDATE campaign SET earlier = jobs, expected_seconds = 0.0";
        self.write(|transaction| transaction.execute(sql, []).map(drop))
    }

    /// Begins a round of these batches: writes its targets and reserves the numbers of jobs in one
    /// transaction. Returns the number of the first job.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn begin_round(
        &mut self,
        expected: Value,
        targets: &Agenda,
        positions: usize,
        batches: &[Batch],
    ) -> Result<u64, CampaignError> {
        self.expect_numbers_left(batches.len())?;
        let questions: usize = batches.iter().map(|batch| batch.items.len()).sum();
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO rounds (number, expected, targets, positions, questions, jobs) \
                 SELECT (SELECT coalesce(max(number), 0) + 1 FROM rounds), ?1, ?2, ?3, ?4, jobs \
                 FROM campaign",
                params![
                    expected,
                    targets.len() as i64,
                    positions as i64,
                    questions as i64
                ],
            )?;
            let round = transaction.last_insert_rowid();
            let mut insert = transaction.prepare_cached(
                "INSERT INTO targets (round, key, alpha, beta, estimate) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            for (key, WindowQuestion { window, estimate }) in targets {
                let Window { alpha, beta } = *window;
                insert.execute(params![round, blob(*key), alpha, beta, estimate])?;
            }
            reserve_numbers(transaction, batches)
        })
    }

    /// Reserves the numbers of jobs for batches beside those of a round; returns that of the first.
    /// No number is given twice.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn add_jobs(&mut self, batches: &[Batch]) -> Result<u64, CampaignError> {
        self.expect_numbers_left(batches.len())?;
        self.write(|transaction| reserve_numbers(transaction, batches))
    }

    fn expect_numbers_left(&self, jobs: usize) -> Result<(), CampaignError> {
        let last = self.last_job()?;
        if last.saturating_add(jobs as u64) <= MAX_JOBS as u64 {
            return Ok(());
        }
        let problem = format!(
            "its jobs have numbers up to {last}: {jobs} more would be beyond {MAX_JOBS}, the last"
        );
        Err(damaged(&self.path, problem))
    }

    /// Fails unless the numbers of jobs and rounds are those that were given: a counter that was
    /// set back would give some of them twice.
    pub(super) fn expect_numbers(&self) -> Result<(), CampaignError> {
        let columns = || JOB_COLUMNS.into_iter().chain(ROUND_COLUMNS);
        let ends = columns().flat_map(|NumberColumn { table, column, .. }| {
            ["min", "max"].map(|end| format!("(SELECT {end}({column}) FROM {table})"))
        });
        // One statement, since a driver may write meanwhile.
        let sql = format!(
            "SELECT jobs, earlier, (SELECT count(1) FROM rounds), {} FROM campaign",
            ends.collect::<Vec<_>>().join(", ")
        );
        let numbers = self.row(&sql, |row| {
            let columns = 0..row.as_ref().column_count();
            let numbers = columns.map(|column| row.get::<_, Option<i64>>(column));
            numbers.collect::<Result<Vec<_>, _>>()
        })?;
        let (counts, ends) = numbers.split_at(3);
        let [jobs, earlier, rounds] = [0, 1, 2].map(|at| counts[at].unwrap_or(0));
        let expect = |place: NumberColumn, number: i64, max: i64, source: &str| {
            let NumberColumn {
                table,
                column,
                least,
            } = place;
            if (least..=max).contains(&number) {
                return Ok(());
            }
            let problem = format!(
                "table {table} has {column} {number}: expected a number from {least} to {max}, {source}"
            );
            Err(damaged(&self.path, problem))
        };
        let column = |column| NumberColumn::new("campaign", column, 0);
        expect(
            column("jobs"),
            jobs,
            MAX_JOBS,
            "the last that a job can have",
        )?;
        expect(column("earlier"), earlier, jobs, "its column jobs")?;
        for (place, ends) in columns().zip(ends.chunks(2)) {
            let (max, source) = match JOB_COLUMNS.contains(&place) {
                true => (jobs, "the column jobs of table campaign"),
                false => (rounds, "the number of rows of table rounds"),
            };
            for end in ends.iter().flatten() {
                expect(place, *end, max, source)?;
            }
        }
        Ok(())
    }

    /// The highest number of a job so far; 0 before the first.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn last_job(&self) -> Result<u64, CampaignError> {
        self.row("SELECT jobs FROM campaign", |row| natural(row, 0))
    }

    /// The number of the present round, if there is one.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn current_round(&self) -> Result<Option<u64>, CampaignError> {
        let sql = "SELECT number FROM rounds WHERE ended IS NULL ORDER BY number DESC LIMIT 1";
        Ok(self.rows(sql, [], |row| natural(row, 0))?.pop())
    }

    /// The number of rounds, including the present one.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn rounds(&self) -> Result<u64, CampaignError> {
        self.row("SELECT count(1) FROM rounds", |row| natural(row, 0))
    }

    /// Whether every position of the first cut has an estimate.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn has_predictions(&self) -> Result<bool, CampaignError> {
        let sql = "SELECT coalesce(first_cut <= (SELECT count(1) FROM estimates WHERE cut = 1), \
             false) FROM campaign";
        self.row(sql, |row| row.get(0))
    }

    /// Records the number of positions at the first cut.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn expect_predictions(&mut self, positions: usize) -> Result<(), CampaignError> {
        let sql = "UPDATE campaign SET first_cut = ?1";
        self.write(|transaction| transaction.execute(sql, [positions as i64]).map(drop))
    }

    /// Ends a round.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn end_round(&mut self, round: u64) -> Result<(), CampaignError> {
        let sql = "UPDATE rounds SET ended = CURRENT_TIMESTAMP WHERE number = ?1";
        self.write(|transaction| transaction.execute(sql, [round as i64]).map(drop))
    }
}

/// Reserves the numbers of jobs for batches; the first.
fn reserve_numbers(transaction: &Transaction<'_>, batches: &[Batch]) -> rusqlite::Result<u64> {
    let seconds: f64 = batches.iter().map(|batch| batch.seconds).sum();
    transaction.query_row(
        "UPDATE campaign SET jobs = jobs + ?1, expected_seconds = expected_seconds + ?2 \
         RETURNING jobs - ?1 + 1",
        params![batches.len() as i64, seconds],
        |row| natural(row, 0),
    )
}
