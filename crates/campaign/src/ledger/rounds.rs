//! Rounds, and the jobs that they begin with.

use rusqlite::{Transaction, params};
use solveig_game::Value;
use solveig_search::Window;

use super::{Ledger, blob, natural};
use crate::agenda::{Agenda, WindowQuestion};
use crate::error::CampaignError;
use crate::job::{Item, Task};

/// The positions of a job to be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// The positions.
    pub items: Vec<Item>,
    /// The expected time on one worker, in seconds.
    pub seconds: f64,
}

impl Ledger {
    /// Begins a round: writes its targets and the jobs of these batches in one transaction. Returns
    /// its number.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn begin_round(
        &mut self,
        expected: Value,
        targets: &Agenda,
        positions: usize,
        task: Task,
        batches: &[Batch],
    ) -> Result<u64, CampaignError> {
        let asked: usize = batches.iter().map(|batch| batch.items.len()).sum();
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO rounds (number, expected, targets, positions, asked) \
                 SELECT coalesce(max(number), 0) + 1, ?1, ?2, ?3, ?4 FROM rounds",
                params![
                    expected,
                    targets.len() as i64,
                    positions as i64,
                    asked as i64
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
            insert_jobs(transaction, round, task, batches)?;
            Ok(round as u64)
        })
    }

    /// Adds jobs to a round; round 0 is that of the predictions.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn add_jobs(
        &mut self,
        round: u64,
        task: Task,
        batches: &[Batch],
    ) -> Result<(), CampaignError> {
        self.write(|transaction| insert_jobs(transaction, round as i64, task, batches))
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

    /// Whether jobs for the predictions at the first cut exist.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn has_predictions(&self) -> Result<bool, CampaignError> {
        let sql = "SELECT exists (SELECT 1 FROM jobs WHERE round = 0)";
        self.row(sql, |row| row.get(0))
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

fn insert_jobs(
    transaction: &Transaction<'_>,
    round: i64,
    task: Task,
    batches: &[Batch],
) -> rusqlite::Result<()> {
    let (task, amount) = match task {
        Task::Solve { margin } => ("solve", i64::from(margin)),
        Task::Estimate { plies } => ("estimate", i64::from(plies)),
        Task::Settle { find } => ("settle", find as i64),
    };
    for batch in batches {
        insert_job(transaction, round, task, amount, batch)?;
    }
    Ok(())
}

/// Writes a job with the name of its task and the amount.
fn insert_job(
    transaction: &Transaction<'_>,
    round: i64,
    task: &str,
    amount: i64,
    batch: &Batch,
) -> rusqlite::Result<()> {
    let mut job = transaction.prepare_cached(
        "INSERT INTO jobs (round, task, amount, positions, expected_seconds) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    let mut insert = transaction.prepare_cached(
        "INSERT INTO items (job, place, key, alpha, beta, estimate) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let positions = batch.items.len() as i64;
    job.execute(params![round, task, amount, positions, batch.seconds])?;
    let number = transaction.last_insert_rowid();
    for (place, item) in batch.items.iter().enumerate() {
        let Item {
            key,
            alpha,
            beta,
            estimate,
        } = *item;
        let (key, place) = (blob(key), place as i64);
        insert.execute(params![number, place, key, alpha, beta, estimate])?;
    }
    Ok(())
}
