//! Audits that other workers do, and what a wrong result costs.

use solveig_campaign::check::{Options, check};
use solveig_campaign::driver::{DriverConfig, RunOutcome};
use solveig_campaign::job::JobReport;
use solveig_campaign::ledger::{Accepted, FailureOutcome, Ledger};
use solveig_campaign::queue::local::LocalQueue;
use solveig_game::{Game, Interval};

use crate::field::{Field, habits};
use crate::liars::{Habit, liar};
use crate::samples::{self, batch, job_of, open_numbers, report};

/// A round of jobs about one position each; their numbers.
fn begin(ledger: &mut Ledger, keys: std::ops::Range<u128>) -> Vec<u64> {
    let batches: Vec<_> = keys.map(|key| batch(&[key])).collect();
    samples::begin(ledger, &batches)
}

/// What the ledger makes of a worker's answer to a job, the same bounds for all positions.
fn answer(
    ledger: &mut Ledger,
    worker: &str,
    number: u64,
    bounds: (i32, i32),
    sampled: f64,
) -> Accepted {
    let range = Field::small().game.value_range();
    let report = JobReport {
        worker: worker.to_owned(),
        ..report(&job_of(ledger, number), &[bounds])
    };
    ledger.accept(&[&report], range, sampled).unwrap().remove(0)
}

#[test]
fn a_position_is_solved_again_by_somebody_else_and_in_a_job_like_any_other() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let numbers = begin(&mut ledger, 1..3);
    for number in &numbers {
        let outcome = answer(&mut ledger, "A/1", *number, (2, 16), 1.0);
        assert!(matches!(outcome, Accepted::New(_)), "{outcome:?}");
    }
    assert_eq!(ledger.open_audits().unwrap(), 2);
    assert_eq!(ledger.assign_audits(0.0, 8).unwrap(), 2);
    // Whoever has them, they are assigned once.
    assert_eq!(ledger.assign_audits(0.0, 8).unwrap(), 0);
    let again = open_numbers(&ledger);
    let (first, second) = (job_of(&ledger, numbers[0]), job_of(&ledger, again[0]));
    assert_eq!((&first.task, &first.items), (&second.task, &second.items));

    // The one that is audited cannot answer, under whatever name it works.
    let outcome = answer(&mut ledger, "A/2", again[0], (2, 16), 1.0);
    assert!(matches!(outcome, Accepted::FromTheAudited), "{outcome:?}");
    assert_eq!(open_numbers(&ledger), again);
    let outcome = answer(&mut ledger, "B/1", again[0], (4, 16), 1.0);
    assert!(matches!(outcome, Accepted::Audited(0)), "{outcome:?}");
    assert_eq!(ledger.summary().unwrap().audits, (1, 0, 1));
    // What an audit says is no bound by itself.
    assert_eq!(ledger.summary().unwrap().solved, 2);
    // After some tries the driver does it.
    assert_eq!(ledger.own_audits(false, 9).unwrap(), []);
    for _ in 0..3 {
        let outcome = answer(&mut ledger, "A/2", again[1], (2, 16), 1.0);
        assert!(matches!(outcome, Accepted::FromTheAudited), "{outcome:?}");
    }
    let own = ledger.own_audits(false, 9).unwrap();
    assert_eq!((own.len(), own[0].job), (1, numbers[1]));
    assert!(open_numbers(&ledger).is_empty());
    let wrong = ledger.record_audit(&own[0], Interval::exact(6), 7).unwrap();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!(ledger.summary().unwrap().audits, (2, 0, 0));
}

/// A's result of one position and B's disagree.
fn dispute(ledger: &mut Ledger) -> (Vec<u64>, solveig_campaign::ledger::Audit) {
    let numbers = begin(ledger, 1..4);
    answer(ledger, "A/1", numbers[0], (2, 16), 1.0);
    answer(ledger, "A/2", numbers[1], (2, 16), 0.0);
    answer(ledger, "B/1", numbers[2], (2, 16), 1.0);
    assert_eq!(ledger.assign_audits(9.0, 8).unwrap(), 2);
    let audits = open_numbers(ledger);
    let outcome = answer(ledger, "B/1", audits[0], (-16, -2), 0.0);
    assert!(matches!(outcome, Accepted::Audited(1)), "{outcome:?}");
    let outcome = answer(ledger, "A/1", audits[1], (2, 16), 0.0);
    assert!(matches!(outcome, Accepted::Audited(0)), "{outcome:?}");
    let own = ledger.own_audits(false, 9).unwrap();
    assert_eq!((own.len(), own[0].job), (1, numbers[0]));
    (numbers, own[0].clone())
}

#[test]
fn where_two_workers_differ_the_driver_finds_who_is_wrong_and_that_is_final() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let (numbers, audit) = dispute(&mut ledger);
    let wrong = ledger.record_audit(&audit, Interval::exact(-4), 7).unwrap();
    assert_eq!(wrong, ["A"]);
    // All that A found is asked again, and what it confirmed is confirmed no longer.
    assert_eq!(ledger.summary().unwrap().solved, 1);
    assert_eq!(ledger.summary().unwrap().audits, (0, 1, 1));
    let open = open_numbers(&ledger);
    let keys: Vec<u128> = open
        .iter()
        .map(|one| job_of(&ledger, *one).items[0].key)
        .collect();
    assert_eq!(keys, [1, 2]);
    assert!(numbers.iter().all(|number| !open.contains(number)));

    // Under a new name, and after a restart of the driver.
    for restart in [false, true] {
        if restart {
            drop(ledger);
            ledger = field.ledger();
        }
        for worker in ["A/1", "A/new", "A"] {
            let outcome = answer(&mut ledger, worker, open[0], (2, 16), 0.0);
            assert!(
                matches!(outcome, Accepted::Distrusted),
                "{worker}: {outcome:?}"
            );
        }
    }
    // The job is not lost by what it says of it.
    let told = ledger
        .record_failure(open[0], "A/2", "no memory", 1, true)
        .unwrap();
    assert_eq!(told, FailureOutcome::Distrusted);
    assert_eq!(open_numbers(&ledger), open);
    // One whose name begins alike is another.
    let outcome = answer(&mut ledger, "AB/1", open[0], (-4, -4), 0.0);
    assert!(matches!(outcome, Accepted::New(_)), "{outcome:?}");
    let told = ledger.summary().unwrap().distrusted;
    assert_eq!((told.len(), told[0].identity.as_str()), (1, "A"));
    assert!(told[0].reason.contains("is worth -4..-4"), "{told:?}");
}

#[test]
fn one_that_is_wrong_about_anothers_result_is_not_believed_either() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let (_, audit) = dispute(&mut ledger);
    let wrong = ledger.record_audit(&audit, Interval::exact(8), 7).unwrap();
    assert_eq!(wrong, ["B"]);
    // A's results stay, B's is asked again, and the audit of it is void.
    assert_eq!(ledger.summary().unwrap().solved, 2);
    let open = open_numbers(&ledger);
    assert_eq!((open.len(), job_of(&ledger, open[0]).items[0].key), (1, 3));
    // Both may be wrong.
    let field = Field::small();
    let mut ledger = field.ledger();
    let (_, audit) = dispute(&mut ledger);
    let wrong = ledger.record_audit(&audit, Interval::exact(0), 7).unwrap();
    assert_eq!(wrong, ["A", "B"]);
    assert_eq!(ledger.summary().unwrap().solved, 0);
}

#[test]
fn a_job_counts_for_no_more_nodes_than_could_be_searched_whatever_its_worker_says() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let number = samples::begin(&mut ledger, &[batch(&[1, 2])])[0];
    let mut told = report(&job_of(&ledger, number), &[(2, 16), (2, 16)]);
    told.answers.iter_mut().for_each(|one| one.nodes = u64::MAX);
    let range = field.game.value_range();
    let outcome = ledger.accept(&[&told], range, 0.0).unwrap().remove(0);
    assert!(matches!(outcome, Accepted::New(_)), "{outcome:?}");
    let connection = rusqlite::Connection::open(field.path()).unwrap();
    let sql = "SELECT sum(nodes) FROM solved";
    let nodes: i64 = connection.query_row(sql, [], |row| row.get(0)).unwrap();
    assert_eq!(nodes, 1 << 42);
}

#[test]
fn an_audit_that_shows_less_than_a_result_leaves_it_to_the_driver() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let number = begin(&mut ledger, 1..2)[0];
    answer(&mut ledger, "A/1", number, (14, 14), 1.0);
    assert_eq!(ledger.assign_audits(9.0, 8).unwrap(), 1);
    let again = open_numbers(&ledger)[0];
    let outcome = answer(&mut ledger, "B/1", again, (2, 16), 0.0);
    assert!(matches!(outcome, Accepted::Audited(1)), "{outcome:?}");
    let own = ledger.own_audits(false, 9).unwrap();
    let other = Interval {
        lower: 2,
        upper: 16,
    };
    assert_eq!((own.len(), own[0].other), (1, Some(other)));
    let truth = Interval {
        lower: 2,
        upper: 13,
    };
    assert_eq!(ledger.record_audit(&own[0], truth, 7).unwrap(), ["A"]);
}

#[test]
fn what_the_driver_finds_wrong_is_wrong_though_a_worker_has_confirmed_it_meanwhile() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let number = begin(&mut ledger, 1..2)[0];
    answer(&mut ledger, "A/1", number, (2, 16), 1.0);
    // The driver begins, and then a worker comes.
    let own = ledger.own_audits(true, 9).unwrap();
    assert_eq!(ledger.assign_audits(9.0, 8).unwrap(), 1);
    let again = open_numbers(&ledger)[0];
    let outcome = answer(&mut ledger, "B/1", again, (2, 16), 0.0);
    assert!(matches!(outcome, Accepted::Audited(0)), "{outcome:?}");
    let truth = Interval::exact(-4);
    assert_eq!(ledger.record_audit(&own[0], truth, 7).unwrap(), ["A", "B"]);
    assert_eq!(ledger.summary().unwrap().solved, 0);
}

#[test]
fn results_that_contradict_one_another_are_solved_again_though_they_were_audited() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let first = begin(&mut ledger, 1..2)[0];
    answer(&mut ledger, "A/1", first, (2, 16), 1.0);
    assert_eq!(ledger.assign_audits(9.0, 8).unwrap(), 1);
    let again = open_numbers(&ledger)[0];
    answer(&mut ledger, "B/1", again, (2, 16), 0.0);
    assert_eq!(ledger.open_audits().unwrap(), 0);
    ledger.end_round(1).unwrap();
    let second = begin(&mut ledger, 1..2)[0];
    answer(&mut ledger, "C/1", second, (-16, -2), 0.0);
    assert!(ledger.known(solveig_campaign::Cut::Second).is_err());
    let own = ledger.own_audits(false, 9).unwrap();
    assert_eq!(own.len(), 2);
    let truth = Interval::exact(-4);
    let wrong: Vec<Vec<String>> = own
        .iter()
        .map(|audit| ledger.record_audit(audit, truth, 7).unwrap())
        .collect();
    assert_eq!(wrong.concat(), ["A", "B"]);
    assert!(ledger.known(solveig_campaign::Cut::Second).is_ok());
}

#[test]
fn workers_audit_one_another_and_a_liar_among_them_is_found() {
    for (habit, every) in [(Habit::Opposite, 5), (Habit::Overstated, 1)] {
        expect_that_workers_find(habit, every);
    }
}

fn expect_that_workers_find(habit: Habit, every: u64) {
    let field = Field::small();
    let mut ledger = field.ledger();
    let queue = LocalQueue::new();
    let (liar, _) = liar(queue.clone(), habit, every);
    let habits = DriverConfig {
        workers_audit: true,
        ..habits(1.0)
    };
    let outcome = field.campaign(&mut ledger, &queue, habits, |start| {
        start("liar/0", Box::new(liar));
        start("one/0", Box::new(queue.clone()));
        start("other/0", Box::new(queue.clone()));
    });
    let value = Interval::exact(field.value());
    assert_eq!(outcome.unwrap(), RunOutcome::Proved(value));
    assert!(check(&ledger, &Options::default()).unwrap().holds());
    let summary = ledger.summary().unwrap();
    assert!(summary.distrusted.iter().all(|one| one.identity == "liar"));
    assert_eq!((summary.jobs.open, summary.audits.2), (0, 0));
    drop(ledger);
    let connection = rusqlite::Connection::open(field.path()).unwrap();
    let number = |sql: &str| -> u64 {
        let number: i64 = connection.query_row(sql, [], |row| row.get(0)).unwrap();
        number as u64
    };
    // All that counts is audited, most of it by workers, and by none its own.
    assert_eq!(
        number(
            "SELECT count(*) FROM solved JOIN workers ON workers.id = solved.worker \
             LEFT JOIN audits USING (key, job) WHERE trusted AND agrees IS NOT 1"
        ),
        0
    );
    let audited = "SELECT count(*) FROM second_solves JOIN solved USING (key, job) \
         JOIN workers AS own ON own.id = solved.worker JOIN workers AS other ON other.id = auditor";
    assert!(number(audited) > 0);
    let of_its_own = "WHERE substr(own.name, 1, 3) = substr(other.name, 1, 3)";
    assert_eq!(number(&format!("{audited} {of_its_own}")), 0);
}
