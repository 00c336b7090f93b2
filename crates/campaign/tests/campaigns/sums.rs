//! The sums that a ledger keeps over its jobs and results.

use rusqlite::params;
use solveig_campaign::ledger::{JobCounts, Ledger, Summary};

use crate::field::{Field, Overseen, config, queue};
use crate::forged::edited;

/// Adds the sums up anew, from the tables of which they are the sums.
const SUM_UP: &str = "
DELETE FROM done_by;
INSERT INTO done_by
    SELECT worker, task, count(*), sum(positions), iif(task = 'predict', sum(positions), 0),
        sum(nodes), sum(seconds), sum(waited), sum(iif(first, 0.0, waited)), max(round)
    FROM (SELECT *, row_number() OVER (PARTITION BY worker, task, round ORDER BY job) = 1
        AS first FROM reports)
    GROUP BY 1, 2;
INSERT INTO done_by
    SELECT first, 'solve', 0, 0, count(*), 0, 0.0, 0.0, 0.0, 0 FROM (SELECT min(worker) AS first
        FROM solved GROUP BY key)
    WHERE true GROUP BY 1
    ON CONFLICT (worker, task) DO UPDATE SET answered = excluded.answered;
DELETE FROM solved_by;
INSERT INTO solved_by
    SELECT worker, (far >= 3) + (far >= 6) + (far >= 12) + (far >= 24), count(*), sum(nodes)
    FROM (SELECT solved.worker, solved.nodes,
        max(solved.alpha - estimate, estimate - solved.beta) AS far
        FROM solved JOIN items ON items.job = solved.job AND items.key = solved.key)
    GROUP BY 1, 2;
";

/// What a summary has of the sums: solved positions, nodes, predictions, jobs, and the jobs and
/// nodes of each worker.
fn counts(summary: &Summary) -> (u64, u64, u64, JobCounts, Vec<(u64, u64)>) {
    let workers = summary.workers.iter();
    let workers = workers.map(|one| (one.jobs, one.nodes)).collect();
    (
        summary.solved,
        summary.nodes,
        summary.predicted,
        summary.jobs,
        workers,
    )
}

#[test]
fn sums_that_a_ledger_keeps_are_those_of_its_jobs_and_results() {
    let field = Field::small();
    let (queue, mut jobs) = (queue(), Vec::new());
    let mut dispatch = Overseen::new(queue.clone());
    dispatch.watch = Box::new(|more| jobs.extend(more.to_vec()));
    let mut ledger = field.ledger();
    let supplies = [queue.clone(), queue.clone()];
    let outcome = field.campaign_by(&mut ledger, &mut dispatch, &queue, config(), supplies);
    drop(dispatch);
    assert_eq!(outcome.unwrap(), field.proved());
    let kept = ledger.summary().unwrap();
    drop(ledger);
    let model = |ledger: &Ledger| {
        let model = ledger.work_model().unwrap();
        (0..5).map(|class| model.nodes(class)).collect::<Vec<_>>()
    };
    let before = model(&Ledger::open_to_read(&field.path()).unwrap());
    assert!(kept.solved > 0 && kept.nodes > 0 && kept.predicted > 0 && kept.jobs.done > 0);
    let connection = edited(&field.path());
    let items = "CREATE TEMP TABLE items (job, key, estimate)";
    connection.execute_batch(items).unwrap();
    for job in &jobs {
        for item in &job.items {
            let row = params![job.number as i64, item.key.to_be_bytes(), item.estimate];
            let insert = "INSERT INTO items VALUES (?1, ?2, ?3)";
            connection.execute(insert, row).unwrap();
        }
    }
    connection.execute_batch(SUM_UP).unwrap();
    drop(connection);
    let anew = Ledger::open_to_read(&field.path()).unwrap();
    let added_up = anew.summary().unwrap();
    assert_eq!(counts(&kept), counts(&added_up));
    assert!((kept.seconds - added_up.seconds).abs() < 1e-6);
    assert_eq!(before, model(&anew));
    let mut bounds = 0;
    let each = |_, _| {
        bounds += 1;
        Ok(())
    };
    anew.each_bound(each).unwrap();
    assert_eq!(added_up.solved, bounds);
}
