//! Ledgers that an earlier version of the program has written.

use rusqlite::Connection;
use solveig_campaign::job::JobReport;
use solveig_campaign::ledger::{Accepted, Ledger, Summary};
use solveig_game::Game;

use crate::field::{Field, habits};
use crate::proofs::prove;
use crate::samples::report;

const VERSION_3: &str = include_str!("version-3.sql");

fn bounds(ledger: &Ledger) -> Vec<(u128, i32, i32)> {
    let mut bounds = Vec::new();
    let each = |key, found: solveig_game::Interval| {
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
    // As the version before had it, which kept no sums.
    connection
        .execute_batch(
            "DROP TABLE done_by; DROP TABLE solved_by; DROP TABLE derived; PRAGMA user_version = 4;",
        )
        .unwrap();
    drop(connection);
    let older = Ledger::read(&field.path()).unwrap();
    let added_up = older.summary().unwrap();
    let counts = |summary: &Summary| {
        let workers = summary.workers.iter();
        let workers: Vec<_> = workers.map(|one| (one.jobs, one.nodes)).collect();
        (
            summary.solved,
            summary.nodes,
            summary.predicted,
            summary.jobs,
            workers,
        )
    };
    assert_eq!(counts(&kept), counts(&added_up));
    assert!((kept.seconds - added_up.seconds).abs() < 1e-6);
    assert_eq!(before, model(&older));
    let bounds = bounds(&older).len() as u64;
    assert_eq!(added_up.solved, bounds);
}
