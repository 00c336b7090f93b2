//! The ledger of a simulated campaign at its end, held against the value and against itself.

use std::path::Path;

use solveig_campaign::check::{Options, check};
use solveig_campaign::ledger::{Distrusted, Ledger};

use crate::Failure;

/// Holds the ledger against the value and against itself.
pub fn report(path: &Path, value: i32, seconds: f64) -> Result<(), Failure> {
    let ledger = Ledger::read(path)?;
    let summary = ledger.summary()?;
    if summary.proved != Some((value, value)) {
        return Err(format!("proved {:?}; the value is {value}", summary.proved).into());
    }
    if !check(&ledger, &Options::default())?.holds() {
        return Err("the conclusion does not follow from the bounds".into());
    }
    if summary.jobs.open + summary.jobs.dead + summary.audits.2 > 0 {
        return Err(format!("jobs or audits are left: {:?}", summary.jobs).into());
    }
    let wrong = |one: &&Distrusted| !one.identity.starts_with("liar");
    if let Some(one) = summary.distrusted.iter().find(wrong) {
        return Err(format!("{} is honest and is not trusted", one.identity).into());
    }
    drop(ledger);
    let connection = rusqlite::Connection::open(path)?;
    let twice: i64 = connection.query_row(
        "SELECT count(*) FROM jobs LEFT JOIN (SELECT job, count(*) AS results FROM solved \
         GROUP BY job) ON job = number WHERE state = 'done' AND task = 'solve' \
         AND positions <> coalesce(results, 0)",
        [],
        |row| row.get(0),
    )?;
    if twice > 0 {
        return Err(format!("{twice} jobs have more or fewer results than positions").into());
    }
    let by_workers: i64 = connection.query_row(
        "SELECT count(*) FROM second_solves WHERE auditor IS NOT NULL",
        [],
        |row| row.get(0),
    )?;
    let jobs = summary.jobs.done + summary.jobs.void;
    println!(
        "value {value}, right; {jobs} jobs in {seconds:.0} s: {:.0} a second; {} positions; void {}",
        jobs as f64 / seconds,
        summary.solved,
        summary.jobs.void
    );
    println!(
        "audits: {} agreed ({by_workers} by workers), {} did not; not trusted at the end: {}",
        summary.audits.0,
        summary.audits.1,
        summary.distrusted.len()
    );
    Ok(())
}
