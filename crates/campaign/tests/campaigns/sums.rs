//! The sums that a ledger keeps over its jobs and results.

use rusqlite::Connection;
use solveig_campaign::job::JobReport;
use solveig_campaign::ledger::{JobCounts, Ledger, Summary};
use solveig_campaign::work::WorkModel;
use solveig_game::{Game, Interval, random};

use crate::field::{Field, habits};
use crate::proofs::prove;
use crate::samples::{batch, begin, job_of, report};

/// Adds the sums up anew, from the tables of which they are the sums.
const SUM_UP: &str = "
DELETE FROM done_by;
INSERT INTO done_by
    SELECT worker, CASE WHEN task = 'estimate' AND round = 0 THEN 'predict' ELSE task END,
        count(*), sum(positions), 0, coalesce(sum(nodes), 0), coalesce(sum(seconds), 0.0),
        coalesce(sum(waited), 0.0), coalesce(sum(iif(first, 0.0, waited)), 0.0), max(round)
    FROM (SELECT *, row_number() OVER (PARTITION BY worker, task, round ORDER BY number) = 1
        AS first FROM jobs WHERE worker IS NOT NULL)
    GROUP BY 1, 2;
INSERT INTO done_by
    SELECT first, 'solve', 0, 0, count(*), 0, 0.0, 0.0, 0.0, 0 FROM (SELECT min(worker) AS first
        FROM solved JOIN workers ON workers.id = worker WHERE trusted GROUP BY key)
    WHERE true GROUP BY 1
    ON CONFLICT (worker, task) DO UPDATE SET solved = excluded.solved;
DELETE FROM solved_by;
INSERT INTO solved_by
    SELECT worker, (far >= 3) + (far >= 6) + (far >= 12) + (far >= 24), count(*), sum(nodes)
    FROM (SELECT solved.worker, solved.nodes,
        max(solved.alpha - estimate, estimate - solved.beta) AS far
        FROM solved JOIN items ON items.job = solved.job AND items.key = solved.key)
    GROUP BY 1, 2;
";

fn bounds(ledger: &Ledger) -> Vec<(u128, i32, i32)> {
    let mut bounds = Vec::new();
    let each = |key, found: Interval| {
        bounds.push((key, found.lower, found.upper));
        Ok(())
    };
    ledger.each_bound(each).unwrap();
    bounds
}

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
    let field = Field::new((4, 4), (9, 6));
    let kept = prove(&field, habits(0.3)).summary().unwrap();
    let model = |ledger: &Ledger| {
        let model = ledger.work_model().unwrap();
        (0..5).map(|class| model.nodes(class)).collect::<Vec<_>>()
    };
    let before = model(&Ledger::read(&field.path()).unwrap());
    assert!(kept.solved > 0 && kept.nodes > 0 && kept.predicted > 0 && kept.jobs.done > 0);
    let connection = Connection::open(field.path()).unwrap();
    connection.execute_batch(SUM_UP).unwrap();
    drop(connection);
    let anew = Ledger::read(&field.path()).unwrap();
    let added_up = anew.summary().unwrap();
    assert_eq!(counts(&kept), counts(&added_up));
    assert!((kept.seconds - added_up.seconds).abs() < 1e-6);
    assert_eq!(before, model(&anew));
    let bounds = bounds(&anew).len() as u64;
    assert_eq!(added_up.solved, bounds);
}

#[test]
fn sums_are_those_of_the_results_that_are_left_when_workers_are_trusted_no_longer() {
    const NAMES: [&str; 4] = ["A/1", "A/2", "B", "C/1"];
    let mut passed_on = 0;
    for seed in 0..40 {
        let field = Field::small();
        let mut ledger = field.ledger();
        let range = field.game.value_range();
        let draw =
            |number: u64, below: usize| (random::output(seed, number) % below as u64) as usize;
        for step in 0..24 {
            let keys = [draw(3 * step, 4), 4 + draw(3 * step + 1, 4)].map(|key| key as u128);
            let number = *begin(&mut ledger, &[batch(&keys)]).last().unwrap();
            let report = JobReport {
                worker: NAMES[draw(3 * step + 2, NAMES.len())].to_owned(),
                ..report(&job_of(&ledger, number), &[(2, 16), (2, 16)])
            };
            ledger.accept(&[&report], range, 0.5).unwrap();
        }
        for _ in 0..2 {
            let before = ledger.summary().unwrap().solved;
            let Some(audit) = ledger.own_audits(true, 1).unwrap().pop() else {
                break;
            };
            let wrong = ledger.record_audit(&audit, Interval::exact(-4), 7).unwrap();
            assert_eq!(wrong.len(), 1);
            let kept = ledger.summary().unwrap();
            assert_eq!(kept.solved, bounds(&ledger).len() as u64);
            passed_on += u64::from(kept.solved == before);
            let classes = |model: WorkModel| [0, 1, 2, 3, 4].map(|class| model.nodes(class));
            let model = classes(ledger.work_model().unwrap());
            let copy = field.folder.path().join("copy.campaign");
            let connection = Connection::open(field.path()).unwrap();
            connection
                .execute("VACUUM INTO ?1", [copy.to_str().unwrap()])
                .unwrap();
            Connection::open(&copy)
                .and_then(|copy| copy.execute_batch(SUM_UP))
                .unwrap();
            let added_up = Ledger::read(&copy).unwrap();
            assert_eq!(counts(&kept), counts(&added_up.summary().unwrap()));
            assert_eq!(model, classes(added_up.work_model().unwrap()));
            std::fs::remove_file(&copy).unwrap();
        }
    }
    assert!(passed_on > 5, "{passed_on}");
}
