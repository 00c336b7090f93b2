//! The jobs of a ledger.

use hashbrown::HashSet;
use rusqlite::Row;
use solveig_game::Value;

use super::{Ledger, damaged, items_of, key_of, natural};
use crate::error::CampaignError;
use crate::job::{Job, Task};

impl Ledger {
    /// The open jobs by number, with their tasks.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or holds an impossible job.
    pub fn open_jobs(&self) -> Result<Vec<(u64, Task)>, CampaignError> {
        let sql = "SELECT number, task, amount FROM jobs WHERE state = 'open' ORDER BY number";
        let read = |row: &Row<'_>| Ok((natural(row, 0)?, row.get::<_, String>(1)?, row.get(2)?));
        let rows = self.rows(sql, [], read)?.into_iter();
        let task = |(number, name, amount): (u64, String, i64)| {
            Ok((number, self.task(number, &name, amount)?))
        };
        rows.map(task).collect()
    }

    /// The keys of the positions in open jobs of exact search.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn open_positions(&self) -> Result<HashSet<u128>, CampaignError> {
        let sql = "SELECT key FROM jobs JOIN items ON items.job = jobs.number \
             WHERE state = 'open' AND task = 'solve'";
        let keys = self.rows(sql, [], |row| key_of(row, 0))?;
        Ok(keys.into_iter().collect())
    }

    /// Decodes the task of a job.
    fn task(&self, number: u64, name: &str, amount: i64) -> Result<Task, CampaignError> {
        let task = match name {
            "solve" => Value::try_from(amount)
                .ok()
                .map(|margin| Task::Solve { margin }),
            "estimate" => u32::try_from(amount)
                .ok()
                .map(|plies| Task::Estimate { plies }),
            _ => None,
        };
        task.ok_or_else(|| {
            let problem = format!("job {number} has a task that there is not");
            damaged(&self.path, problem)
        })
    }

    /// A job, and whether it is open; `None` if there is no such job.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn job(&self, number: u64) -> Result<Option<(Job, bool)>, CampaignError> {
        // Ledgers number jobs by `i64`, so a larger number is of no job.
        let Ok(row) = i64::try_from(number) else {
            return Ok(None);
        };
        let sql = "SELECT task, amount, state = 'open' FROM jobs WHERE number = ?1";
        let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?));
        let Some((name, amount, open)) = self.rows(sql, [row], read)?.pop() else {
            return Ok(None);
        };
        let task = self.task(number, &name, amount)?;
        self.meter.reads();
        let items = items_of(&self.connection, row).map_err(self.failed("read"))?;
        let job = Job {
            campaign: self.id.clone(),
            number,
            game: self.plan.game.clone(),
            task,
            items,
        };
        Ok(Some((job, open)))
    }
}
