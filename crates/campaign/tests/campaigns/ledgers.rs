//! The ledger alone.

use std::time::Instant;

use solveig_campaign::agenda::Agenda;
use solveig_campaign::job::{Job, JobReport};
use solveig_campaign::ledger::Ledger;
use solveig_campaign::{CampaignError, Cut, KeyBounds};
use solveig_game::{Game, Interval};
use solveig_region::LockError;
use solveig_search::StopToken;
use solveig_testkit::cases::cases;

use crate::field::Field;
use crate::forged::change;
use crate::samples::{self, answers_of, batch, report};

/// A ledger with a round of one job about two positions.
fn with_a_job(field: &Field) -> (Ledger, Job) {
    let mut ledger = field.ledger();
    let job = begin(&mut ledger, [11, 7]);
    (ledger, job)
}

/// Begins a round of one job about these positions.
fn begin(ledger: &mut Ledger, keys: [u128; 2]) -> Job {
    samples::begin(ledger, &[batch(&keys)]).remove(0)
}

#[test]
fn a_report_that_comes_twice_changes_nothing_the_second_time() {
    let field = Field::small();
    let (mut ledger, job) = with_a_job(&field);
    let first = report(&job, &[(2, 16), (-16, -2)]);
    // Another worker had the job as well, and knows more.
    let second = JobReport {
        worker: "somebody else".to_owned(),
        ..report(&job, &[(4, 16), (-16, -4)])
    };
    assert_eq!(ledger.summary().unwrap().jobs.open, 1);
    let firsts = ledger.accept(&[&first, &second, &first]).unwrap();
    assert_eq!(firsts, [true, false, false]);
    let before = ledger.summary().unwrap();
    assert_eq!(ledger.accept(&[&second]).unwrap(), [false]);
    let after = ledger.summary().unwrap();
    assert_eq!((before.nodes, before.solved), (10, 2));
    assert_eq!((after.nodes, after.solved), (10, 2));

    // It is all there for whoever opens the file next.
    drop(ledger);
    let ledger = Ledger::open_to_read(&field.path()).unwrap();
    let mut bounds = Vec::new();
    ledger
        .each_bound(|key, found| {
            bounds.push((key, found.lower, found.upper));
            Ok(())
        })
        .unwrap();
    assert_eq!(bounds, [(7, -16, -2), (11, 2, 16)]);
    assert_eq!(ledger.summary().unwrap().jobs.open, 0);
}

#[test]
fn no_number_is_given_to_two_jobs_whoever_drives() {
    let field = Field::small();
    let (mut ledger, job) = with_a_job(&field);
    assert_eq!(job.number, 1);
    assert_eq!(ledger.add_jobs(&[batch(&[1]), batch(&[2])]).unwrap(), 2);
    assert_eq!(ledger.summary().unwrap().jobs.open, 3);
    drop(ledger);
    let mut ledger = field.ledger();
    assert_eq!(begin(&mut ledger, [3, 4]).number, 4);
    assert_eq!(
        (ledger.last_job().unwrap(), ledger.rounds().unwrap()),
        (4, 2)
    );
    // None of an earlier run is open.
    let before = ledger.summary().unwrap();
    assert_eq!((before.jobs.open, before.open_seconds), (4, 4.0));
    ledger.begin_run().unwrap();
    assert_eq!(ledger.summary().unwrap().jobs.open, 0);
    // An answer to one still counts, as one of its round.
    let late = report(&job, &[(2, 16), (-16, -2)]);
    assert_eq!(ledger.accept(&[&late]).unwrap(), [true]);
    ledger.add_jobs(&[batch(&[5]), batch(&[6])]).unwrap();
    let after = ledger.summary().unwrap();
    assert_eq!((after.jobs.open, after.jobs.done, after.solved), (2, 1, 2));
    assert_eq!(after.open_seconds, 2.0);
    let connection = rusqlite::Connection::open(field.path()).unwrap();
    let round = connection.query_row("SELECT round FROM reports", [], |row| row.get(0));
    assert_eq!(round, Ok(1));
}

/// A counter that was set back would give numbers twice, and reports of new jobs would count as
/// those that came before.
#[test]
fn a_ledger_with_other_numbers_of_jobs_and_rounds_than_were_given_is_refused_by_name() {
    let field = Field::small();
    let (mut ledger, first) = with_a_job(&field);
    let last = begin(&mut ledger, [3, 4]);
    let bounds = [(2, 16), (-16, -2)];
    ledger
        .accept(&[&report(&first, &bounds), &report(&last, &bounds)])
        .unwrap();
    drop(ledger);
    let whole = std::fs::read(field.path()).unwrap();
    let table = "
        UPDATE campaign SET jobs = 1 => table reports has job 2: expected a number from 1 to 1,
        UPDATE campaign SET jobs = -1 => table campaign has jobs -1: expected a number from 0 to
        UPDATE campaign SET jobs = 1 << 60 => table campaign has jobs 1152921504606846976:
        UPDATE campaign SET earlier = 9 => table campaign has earlier 9: expected a number from 0 to 2,
        UPDATE reports SET job = -3 WHERE job = 1 => table reports has job -3: expected a number from 1
        INSERT INTO unanswered VALUES (x'00', 'solve', 0, '') => table unanswered has job 0: expected
        UPDATE rounds SET jobs = 7 WHERE number = 2 => table rounds has jobs 7: expected a number from 0 to 2,
        DELETE FROM rounds WHERE number = 1 => table rounds has number 2: expected a number from 1 to 1,
        INSERT INTO targets VALUES (3, x'00', 0, 1, 0) => table targets has round 3: expected a number from 1 to 2,
    ";
    for (statements, expected) in cases(table) {
        std::fs::write(field.path(), &whole).unwrap();
        assert!(Ledger::drive(&field.path()).is_ok());
        change(&field.path(), statements);
        let driven = Ledger::drive(&field.path()).err().unwrap();
        let summary = Ledger::open_to_read(&field.path()).unwrap().summary();
        for error in [driven, summary.unwrap_err()] {
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}

#[test]
fn values_that_no_ledger_has_are_named_by_table_and_row() {
    let field = Field::small();
    let (mut ledger, job) = with_a_job(&field);
    let answers = report(&job, &[(2, 16), (-16, -2)]);
    ledger.accept(&[&answers]).unwrap();
    drop(ledger);
    let whole = std::fs::read(field.path()).unwrap();
    let table = "
        UPDATE solved SET lower = 1 << 40 WHERE lower = 2 => table solved has lower 1099511627776, in the row with key 0000000000000000000000000000000b, upper 16: expected a number of 32 bits
        UPDATE OR REPLACE solved SET key = x'0102' => table solved has key 0102, in the row with lower 2, upper 16: expected a key of 16 bytes
    ";
    for (statements, expected) in cases(table) {
        std::fs::write(field.path(), &whole).unwrap();
        change(&field.path(), statements);
        let ledger = Ledger::open_to_read(&field.path()).unwrap();
        let error = ledger.each_bound(|_, _| Ok(())).unwrap_err().to_string();
        assert!(error.ends_with(expected), "{error}");
    }
    std::fs::write(field.path(), &whole).unwrap();
    change(&field.path(), "UPDATE done_by SET nodes = -7");
    let error = Ledger::open_to_read(&field.path())
        .unwrap()
        .summary()
        .unwrap_err();
    assert!(
        error.to_string().ends_with("expected a number from 0 on"),
        "{error}"
    );
}

#[test]
fn no_job_has_a_number_beyond_the_last() {
    let field = Field::small();
    drop(field.ledger());
    change(
        &field.path(),
        "UPDATE campaign SET jobs = (1 << 53) - 1, earlier = 0",
    );
    let mut ledger = field.ledger();
    let two = [batch(&[1]), batch(&[2])];
    let error = ledger.add_jobs(&two).unwrap_err().to_string();
    assert!(error.contains("2 more would be beyond"), "{error}");
    assert!(ledger.begin_round(0, &Agenda::new(), 0, &two).is_err());
    assert_eq!(ledger.rounds().unwrap(), 0);
    assert_eq!(ledger.add_jobs(&two[..1]).unwrap(), 1 << 53);
    assert!(ledger.add_jobs(&two[1..]).is_err());
    drop(ledger);
    assert_eq!(field.ledger().last_job().unwrap(), 1 << 53);
}

#[test]
fn more_nodes_than_can_be_added_up_leave_a_ledger_that_can_be_read() {
    let field = Field::small();
    let (mut ledger, job) = with_a_job(&field);
    let boast = |job: &Job| {
        let mut report = report(job, &[(2, 16), (-16, -2)]);
        for answer in answers_of(&mut report) {
            answer.nodes = u64::MAX;
        }
        report
    };
    ledger.accept(&[&boast(&job)]).unwrap();
    for round in 2..5 {
        let job = begin(&mut ledger, [round + 20, round + 40]);
        assert_eq!(ledger.accept(&[&boast(&job)]).unwrap(), [true]);
    }
    assert!(ledger.summary().unwrap().nodes > 1 << 42);
    ledger.work_model().unwrap();
}

#[test]
fn files_that_are_no_ledgers_are_told_from_ledgers() {
    let field = Field::small();
    let path = field.path();
    let complaint = |path: &std::path::Path| match Ledger::open_to_read(path) {
        Ok(_) => panic!("{} was read", path.display()),
        Err(error) => error.to_string(),
    };
    assert!(complaint(&path).contains("cannot open"));
    std::fs::write(&path, b"").unwrap();
    assert!(complaint(&path).contains("no ledger of a campaign"));
    std::fs::write(&path, [7; 5000]).unwrap();
    assert!(complaint(&path).contains("no ledger of a campaign"));
    std::fs::remove_file(&path).unwrap();
    change(&path, "CREATE TABLE campaign (id);");
    assert!(complaint(&path).contains("no ledger of a campaign"));
    std::fs::remove_file(&path).unwrap();

    drop(field.ledger());
    assert!(matches!(
        Ledger::create(&path, &field.plan),
        Err(CampaignError::Exists { .. })
    ));
}

#[test]
fn bytes_that_are_flipped_anywhere_never_make_the_reader_panic() {
    let field = Field::small();
    drop(with_a_job(&field));
    let whole = std::fs::read(field.path()).unwrap();
    for place in (0..whole.len()).step_by(37) {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x55;
        std::fs::write(field.path(), &damaged).unwrap();
        // It may be read or refused.
        if let Ok(ledger) = Ledger::open_to_read(&field.path()) {
            let _ = ledger.summary();
            let _ = ledger.given_up_jobs();
            let _ = ledger.dictionaries(solveig_campaign::Cut::Second);
            let _ = solveig_campaign::check::check(&ledger, &Default::default());
        }
    }
}

#[test]
fn a_campaign_has_one_driver_at_a_time_and_any_number_of_readers() {
    let field = Field::small();
    let driven = field.ledger();
    let second = Ledger::drive(&field.path());
    assert!(matches!(
        second,
        Err(CampaignError::Lock(LockError::Held { .. }))
    ));
    assert_eq!(
        Ledger::open_to_read(&field.path()).unwrap().id(),
        driven.id()
    );
    drop(driven);
    assert!(Ledger::drive(&field.path()).is_ok());
}

#[cfg(unix)]
#[test]
fn a_link_to_a_ledger_is_the_ledger() {
    let field = Field::small();
    let (driven, _) = with_a_job(&field);
    let elsewhere = tempfile::TempDir::new().unwrap();
    let link = elsewhere.path().join("link.campaign");
    std::os::unix::fs::symlink(field.path(), &link).unwrap();
    let second = Ledger::drive(&link);
    assert!(matches!(
        second,
        Err(CampaignError::Lock(LockError::Held { .. }))
    ));
    // What is written beside the ledger is not yet in it, and counts.
    assert!(field.path().with_extension("campaign-wal").exists());
    let read = Ledger::open_to_read(&link).unwrap();
    assert_eq!(
        read.summary().unwrap().jobs.open,
        driven.summary().unwrap().jobs.open
    );
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 1);
}

#[test]
fn what_lies_beside_a_ledger_and_is_not_its_own_is_left_alone() {
    let field = Field::small();
    let path = field.path();
    let beside = |suffix: &str| {
        let mut name = path.clone().into_os_string();
        name.push(suffix);
        std::path::PathBuf::from(name)
    };
    for suffix in ["-wal", "-shm", "-journal", ".new", ".new-journal"] {
        let precious = beside(suffix);
        std::fs::write(&precious, "precious").unwrap();
        let ledger = Ledger::create(&path, &field.plan);
        assert!(ledger.is_err(), "{suffix}");
        assert_eq!(std::fs::read(&precious).unwrap(), b"precious", "{suffix}");
        assert!(!path.exists(), "{suffix}");
        std::fs::remove_file(&precious).unwrap();
    }
    // What a killed process has left is its own.
    for left in [&b""[..], b"SQLite format 3\0 and more"] {
        std::fs::write(beside(".new"), left).unwrap();
        std::fs::write(beside(".new-journal"), "half").unwrap();
        drop(Ledger::create(&path, &field.plan).unwrap());
        std::fs::remove_file(&path).unwrap();
    }
    drop(field.ledger());
    let names: Vec<_> = std::fs::read_dir(field.folder.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "the ledger alone: {names:?}");
}

#[cfg(unix)]
#[test]
fn a_ledger_with_two_names_is_driven_under_neither_and_read_under_both() {
    let field = Field::small();
    drop(field.ledger());
    let second = field.folder.path().join("second.campaign");
    std::fs::hard_link(field.path(), &second).unwrap();
    for path in [&field.path(), &second] {
        let refused = Ledger::drive(path).err().unwrap().to_string();
        assert!(refused.contains("2 names"), "{refused}");
        assert!(Ledger::open_to_read(path).is_ok());
    }
    std::fs::remove_file(&second).unwrap();
    let driven = Ledger::drive(&field.path()).unwrap();
    std::fs::hard_link(field.path(), &second).unwrap();
    let refused = Ledger::drive(&second);
    assert!(matches!(
        refused,
        Err(CampaignError::Lock(LockError::Held { .. }))
    ));
    drop(driven);
}

#[test]
fn derived_bounds_are_kept_until_they_are_forgotten() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let bounds = Interval {
        lower: -2,
        upper: 4,
    };
    ledger.derive(&[KeyBounds { key: 7, bounds }]).unwrap();
    let range = field.game.value_range();
    let derived = || {
        let ledger = Ledger::open_to_read(&field.path()).unwrap();
        ledger.dictionaries(Cut::First).unwrap()
    };
    assert_eq!(derived().bounds(7, range), bounds);
    ledger.forget_derived().unwrap();
    assert_eq!(derived().proved(), 0);
}

#[test]
fn a_ledger_that_is_told_to_stop_is_read_no_further() {
    let field = Field::small();
    drop(field.ledger());
    let rows = "INSERT INTO workers (id, name, version) VALUES (1, 'one', '1'); \
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000) \
         INSERT INTO solved SELECT unhex(printf('%032x', i)), 1, -1, 1, -2, 2, 1, 1 FROM n";
    change(&field.path(), rows);
    let ledger = Ledger::open_to_read(&field.path()).unwrap();
    assert_eq!(ledger.dictionaries(Cut::Second).unwrap().len(), 5_000);
    ledger.stop_at(StopToken::never().with_deadline(Instant::now()));
    let stopped = ledger.dictionaries(Cut::Second);
    assert!(matches!(stopped, Err(CampaignError::Stopped(_))));
    // It is as it was.
    ledger.stop_at(StopToken::never());
    assert_eq!(ledger.dictionaries(Cut::Second).unwrap().len(), 5_000);
}
