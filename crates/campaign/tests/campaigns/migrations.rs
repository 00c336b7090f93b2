//! Ledgers that an earlier version of the program has written.

use rusqlite::Connection;
use solveig_campaign::job::JobReport;
use solveig_campaign::ledger::{Accepted, JobCounts, Ledger, Summary};
use solveig_campaign::work::WorkModel;
use solveig_game::{Game, Interval, random};

use crate::field::{Field, habits};
use crate::proofs::prove;
use crate::samples::{batch, begin, job_of, report};

const VERSION_3: &str = include_str!("version-3.sql");

fn bounds(ledger: &Ledger) -> Vec<(u128, i32, i32)> {
    let mut bounds = Vec::new();
    let each = |key, found: Interval| {
        bounds.push((key, found.lower, found.upper));
        Ok(())
    };
    ledger.each_bound(each).unwrap();
    bounds
}

/// The text of all tables.
fn schema(connection: &Connection) -> Vec<String> {
    let sql = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
    let mut query = connection.prepare(sql).unwrap();
    let rows = query.query_map([], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn a_ledger_of_version_3_is_read_as_it_is_and_driven_as_one_of_the_present_version() {
    let field = Field::small();
    let older = Connection::open(field.path()).unwrap();
    older.execute_batch(VERSION_3).unwrap();
    drop(older);
    let before = std::fs::read(field.path()).unwrap();
    let expected = [(7, -16, -2), (11, 2, 16)];

    let read = Ledger::read(&field.path()).unwrap();
    assert_eq!(bounds(&read), expected);
    let summary = read.summary().unwrap();
    assert_eq!((summary.audits, summary.jobs.dead), ((0, 1, 1), 0));
    assert_eq!(summary.distrusted[0].identity, "host-8-6921-0");
    drop(read);
    assert_eq!(std::fs::read(field.path()).unwrap(), before);

    let mut driven = Ledger::drive(&field.path()).unwrap();
    assert_eq!(bounds(&driven), expected);
    let range = field.game.value_range();
    let (job, _) = driven.job(3).unwrap().unwrap();
    // Who was caught then is not trusted now.
    for (worker, counts) in [("host-8-6921-0", false), ("host-9-6922-0", true)] {
        let report = JobReport {
            worker: worker.to_owned(),
            ..report(&job, &[(-16, -2)])
        };
        let outcome = driven.accept(&[&report], range, 0.0).unwrap().remove(0);
        assert_eq!(matches!(outcome, Accepted::New(_)), counts, "{outcome:?}");
        assert_eq!(matches!(outcome, Accepted::Distrusted), !counts);
    }
    assert_eq!(driven.own_audits(true, 9).unwrap().len(), 1);
    drop(driven);

    // It is as if it had been made today.
    let fresh = Field::small();
    drop(fresh.ledger());
    let [older, fresh] = [&field, &fresh].map(|field| Connection::open(field.path()).unwrap());
    assert_eq!(schema(&older), schema(&fresh));
    drop(older);
    let read = Ledger::read(&field.path()).unwrap();
    assert_eq!(bounds(&read), [(3, -16, -2), (7, -16, -2), (11, 2, 16)]);
}

/// Makes a ledger one of the version before, which kept no sums.
fn without_sums(connection: &Connection) {
    connection
        .execute_batch(
            "DROP TABLE done_by; DROP TABLE solved_by; DROP TABLE derived; PRAGMA user_version = 4;",
        )
        .unwrap();
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
    without_sums(&connection);
    drop(connection);
    let older = Ledger::read(&field.path()).unwrap();
    let added_up = older.summary().unwrap();
    assert_eq!(counts(&kept), counts(&added_up));
    assert!((kept.seconds - added_up.seconds).abs() < 1e-6);
    assert_eq!(before, model(&older));
    let bounds = bounds(&older).len() as u64;
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
            without_sums(&Connection::open(&copy).unwrap());
            let added_up = Ledger::read(&copy).unwrap();
            assert_eq!(counts(&kept), counts(&added_up.summary().unwrap()));
            assert_eq!(model, classes(added_up.work_model().unwrap()));
            std::fs::remove_file(&copy).unwrap();
        }
    }
    assert!(passed_on > 5, "{passed_on}");
}
