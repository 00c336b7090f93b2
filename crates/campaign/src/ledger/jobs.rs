//! The jobs of a ledger.

use hashbrown::HashSet;
use solveig_game::Value;

use super::{Ledger, damaged, job, key_of, natural};
use crate::error::CampaignError;
use crate::job::{Job, Task};

impl Ledger {
    /// The open jobs by number, with their tasks.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or holds an impossible job.
    pub fn open_jobs(&self) -> Result<Vec<(u64, Task)>, CampaignError> {
        let mut open = self
            .connection
            .prepare_cached(
                "SELECT number, task, amount FROM jobs WHERE state = 'open' ORDER BY number",
            )
            .map_err(self.failed("read"))?;
        let read =
            |row: &rusqlite::Row<'_>| Ok((natural(row, 0)?, row.get::<_, String>(1)?, row.get(2)?));
        let rows = open.query_map([], read).map_err(self.failed("read"))?;
        let rows: Vec<(u64, String, i64)> = rows
            .collect::<Result<_, _>>()
            .map_err(self.failed("read"))?;
        let tasks = rows.into_iter().map(|(number, name, amount)| {
            let task = self.task(number, &name, amount)?;
            Ok((number, task))
        });
        tasks.collect()
    }

    /// The keys of the positions in open jobs of exact search.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn open_positions(&self) -> Result<HashSet<u128>, CampaignError> {
        let mut keys = self
            .connection
            .prepare_cached(
                "SELECT key FROM jobs JOIN items ON items.job = jobs.number \
                 WHERE state = 'open' AND task = 'solve'",
            )
            .map_err(self.failed("read"))?;
        let rows = keys
            .query_map([], |row| key_of(row, 0))
            .map_err(self.failed("read"))?;
        rows.collect::<Result<_, _>>().map_err(self.failed("read"))
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
        let found = job(&self.connection, number).map_err(self.failed("read"))?;
        let Some((task, items, open)) = found else {
            return Ok(None);
        };
        let task = self.task(number, &task.0, task.1)?;
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
