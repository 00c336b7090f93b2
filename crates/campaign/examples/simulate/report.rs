//! The ledger of a simulated campaign at its end, held against the value and against itself.

use std::path::Path;

use solveig_campaign::check::{Options, check};
use solveig_campaign::ledger::{Distrusted, Ledger};
use solveig_game::{Game, Interval};
use solveig_search::Oracle;

use crate::Failure;
use crate::roles::oracle;
use crate::settings::Settings;

/// The most results that are solved again at the end.
const TESTED: u64 = 2_000;

/// Holds the ledger against the value and against itself.
pub fn report(path: &Path, settings: &Settings, value: i32, seconds: f64) -> Result<(), Failure> {
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
    let tested = expect_true(&ledger, settings)?;
    drop(ledger);
    let connection = rusqlite::Connection::open(path)?;
    for (what, sql) in [
        (
            "jobs with more or fewer results than positions",
            "SELECT count(*) FROM jobs LEFT JOIN (SELECT job, count(*) AS results FROM solved \
             GROUP BY job) ON job = number WHERE state = 'done' AND task = 'solve' \
             AND positions <> coalesce(results, 0)",
        ),
        (
            "estimated positions without an estimate",
            "SELECT count(*) FROM jobs JOIN items ON job = number WHERE state = 'done' \
             AND task = 'estimate' AND NOT EXISTS (SELECT 1 FROM estimates \
             WHERE estimates.key = items.key AND cut = iif(round = 0, 1, 2))",
        ),
        (
            "numbers of jobs that are missing",
            "SELECT max(number) - count(*) FROM jobs",
        ),
        (
            "jobs that were counted for no worker, or twice",
            "SELECT abs((SELECT sum(jobs) FROM done_by) \
             - (SELECT count(*) FROM jobs WHERE worker IS NOT NULL))",
        ),
        (
            "results that were counted for no worker, or twice",
            "SELECT abs((SELECT sum(results) FROM solved_by) - (SELECT count(*) FROM solved))",
        ),
    ] {
        let count: i64 = connection.query_row(sql, [], |row| row.get(0))?;
        if count != 0 {
            return Err(format!("{count} {what}").into());
        }
    }
    let by_workers: i64 = connection.query_row(
        "SELECT count(*) FROM second_solves WHERE auditor IS NOT NULL",
        [],
        |row| row.get(0),
    )?;
    let jobs = summary.jobs.done + summary.jobs.void;
    println!(
        "value {value}, right; {jobs} jobs in {seconds:.0} s: {:.0} a second; {} positions, {tested} \
         of them solved again and right; void {}",
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

/// Solves positions again, evenly drawn from those with bounds; returns their number.
fn expect_true(ledger: &Ledger, settings: &Settings) -> Result<u64, Failure> {
    let (game, _, problem) = settings.plan()?;
    let every = ledger.summary()?.solved.div_ceil(TESTED).max(1);
    let (mut place, mut drawn) = (0, Vec::new());
    ledger.each_bound(|key, bounds| {
        if place % every == 0 {
            drawn.push((key, bounds));
        }
        place += 1;
        Ok(())
    })?;
    let unknown = Interval::unknown(game.value_range());
    let mut oracle = oracle(&game, 1 << 24)?;
    for (key, Interval { lower, upper }) in &drawn {
        let position = problem.position(*key).ok_or("a key of no position")?;
        let value = oracle.value(&position, unknown)?;
        if value < *lower || value > *upper {
            return Err(format!("{key:#x} is worth {value}, not {lower} to {upper}").into());
        }
    }
    Ok(drawn.len() as u64)
}
