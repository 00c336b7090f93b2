//! Hypotheses that were given: a table beside those of what was proved.

use rusqlite::{Row, params};
use solveig_search::Window;
use solveig_verify::{Budget, Rules};

use super::{Ledger, blob, damaged, key_of, natural};
use crate::checker::range_of;
use crate::error::CampaignError;
use crate::listed_hypotheses::{ListedHypotheses, ListedHypothesis};

impl Ledger {
    /// Writes hypotheses, all or none.
    ///
    /// # Errors
    ///
    /// Fails if the ledger has some already, or cannot be written.
    pub fn give(&mut self, hypotheses: &ListedHypotheses) -> Result<(), CampaignError> {
        let count = self.row("SELECT count(1) FROM hypotheses", |row| natural(row, 0))?;
        if count > 0 {
            return Err(CampaignError::HypothesesExist {
                path: self.path.clone(),
                count,
            });
        }
        self.write(|transaction| {
            let mut insert = transaction.prepare(
                "INSERT INTO hypotheses (key, line, count, score, alpha, beta) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?;
            for row in hypotheses.rows() {
                let Window { alpha, beta } = row.window;
                let (line, count) = (row.line as i64, row.count as i64);
                insert.execute(params![blob(row.key), line, count, row.score, alpha, beta])?;
            }
            Ok(())
        })
    }

    /// The hypotheses that the campaign rests on.
    ///
    /// # Errors
    ///
    /// Fails if there are none, if the file cannot be read, changes meanwhile or holds a row that
    /// these rules do not allow, or if a limit is reached.
    pub fn listed_hypotheses<R: Rules + ?Sized>(
        &self,
        rules: &R,
        budget: &Budget,
    ) -> Result<ListedHypotheses, CampaignError> {
        let range = range_of(rules);
        let cut = rules.max_level().saturating_sub(self.plan.first);
        let mut rows = Vec::new();
        let sql = "SELECT key, line, count, score, alpha, beta FROM hypotheses ORDER BY key";
        self.each_row(sql, [], read, |row| {
            budget.take(
                size_of::<ListedHypothesis>() as u64,
                "the hypotheses of the ledger",
            )?;
            if let Some(problem) = row.problem(range, false) {
                let problem = format!("a given hypothesis has {problem}");
                return Err(damaged(&self.path, problem));
            }
            if !is_class_at(rules, row.key, cut) {
                let problem = format!(
                    "a given hypothesis has the key {:#x}, which is that of no position at the cut",
                    row.key
                );
                return Err(damaged(&self.path, problem));
            }
            rows.push(row);
            Ok(())
        })?;
        self.expect_unchanged()?;
        if rows.is_empty() {
            return Err(CampaignError::NoHypotheses {
                path: self.path.clone(),
            });
        }
        ListedHypotheses::new(rows, range).map_err(|[row, _]| {
            let problem = format!("it has two hypotheses with the key {:#x}", row.key);
            damaged(&self.path, problem)
        })
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<ListedHypothesis> {
    Ok(ListedHypothesis {
        key: key_of(row, 0)?,
        line: natural(row, 1)?,
        count: natural(row, 2)?,
        score: row.get(3)?,
        window: Window {
            alpha: row.get(4)?,
            beta: row.get(5)?,
        },
    })
}

/// Whether a key is that of a class of symmetric positions at a level.
pub(crate) fn is_class_at<R: Rules + ?Sized>(rules: &R, key: u128, level: u32) -> bool {
    rules.position(key).is_some_and(|position| {
        rules.level(&position) == level && rules.key(&rules.canonical(&position)) == key
    })
}
