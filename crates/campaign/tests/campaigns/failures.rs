//! Jobs that no worker can answer.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use solveig_campaign::driver::RunOutcome;
use solveig_campaign::job::{Job, JobOutcome, JobReport, Task};
use solveig_campaign::ledger::Ledger;
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{Dispatch, QueueError, Supply};
use solveig_campaign::worker::{Solver, WorkerFlags, WorkerTally, work};
use solveig_campaign::{CampaignError, Cut, Problem};
use solveig_game::{Game, Key, Keyed, Symmetric, Symmetry};
use solveig_games::othello::Position;
use solveig_region::Find;
use solveig_search::StopToken;

use crate::field::{Field, Overseen, WithHook, config, oracle};
use crate::forged::{at_cut, change};
use crate::samples::{Altered, answers_of, batch, begin, job, report};

#[test]
fn a_job_that_no_worker_survives_is_given_up_and_can_be_retried() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let queue = LocalQueue::new(1, 2);
    let stop = Arc::new(AtomicBool::new(false));
    let fatal = Arc::new(OnceLock::new());
    let worker = {
        let (problem, game): (Problem<_>, _) = (field.problem.clone(), field.game.clone());
        let (fatal, mut queue) = (Arc::clone(&fatal), queue.clone());
        thread::spawn(move || {
            let mut panics = 0;
            loop {
                // Panics at the first position that any of its kind is asked for, and whenever it
                // comes again.
                let fatal = Arc::clone(&fatal);
                let oracle = WithHook {
                    oracle: oracle(&game),
                    hook: move |position: &Position| {
                        assert!(fatal.get_or_init(|| *position) != position, "a fault");
                    },
                };
                let mut solver = Solver::new(problem.clone(), oracle);
                let (flags, tally) = (WorkerFlags::default(), WorkerTally::default());
                match work("one", &mut solver, &mut queue, &flags, &tally) {
                    Err(QueueError::Panicked { .. }) => panics += 1,
                    other => return other.map(|()| panics),
                }
            }
        })
    };
    let outcome = field.drive(&mut ledger, &mut queue.clone(), config(), &stop);
    queue.close();
    assert_eq!(worker.join().unwrap().unwrap(), 2);
    match outcome {
        Ok(RunOutcome::Proved(_)) => {}
        Err(CampaignError::GivenUp {
            count: 1, reason, ..
        }) => {
            assert_eq!(reason, "it panicked: a fault");
        }
        other => panic!("{other:?}"),
    }
    let summary = ledger.summary().unwrap();
    assert_eq!((summary.jobs.given_up, summary.jobs.open), (1, 0));
    let given_up = &summary.given_up[0];
    assert_eq!(given_up.reason, "it panicked: a fault");
    let positions = ledger
        .given_up_positions(Task::Solve { margin: 0 })
        .unwrap();
    let key = field.problem.key(fatal.get().unwrap());
    assert!(positions.contains(&key));
    assert!(given_up.number <= ledger.last_job().unwrap());

    // With workers that do not fail.
    assert_eq!(ledger.retry().unwrap(), 1);
    let queue = LocalQueue::default();
    let outcome = field.campaign(&mut ledger, &queue, config(), [queue.clone()]);
    assert_eq!(outcome.unwrap(), field.proved());
    assert_eq!(ledger.summary().unwrap().jobs.given_up, 0);
}

#[test]
fn what_was_given_up_has_its_reason_until_it_is_answered_or_retried() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let jobs = begin(&mut ledger, &[batch(&[1, 2, 3]), batch(&[4])]);
    ledger.give_up(&jobs[0], "no memory\n\u{1b}[2J").unwrap();
    ledger.give_up(&jobs[1], "no time").unwrap();
    // Whoever drives.
    drop(ledger);
    let mut ledger = field.ledger();
    let counts = |ledger: &Ledger| {
        let jobs = ledger.summary().unwrap().jobs;
        (jobs.open, jobs.done, jobs.given_up)
    };
    assert_eq!(counts(&ledger), (0, 0, 2));
    let given_up = ledger.given_up_jobs().unwrap();
    let given_up = given_up
        .iter()
        .map(|given_up| (given_up.number, given_up.reason.as_str()));
    let given_up: Vec<_> = given_up.collect();
    assert_eq!(given_up, [(1, "no memory  [2J"), (2, "no time")]);
    let positions = |ledger: &Ledger, task| {
        let found = ledger.given_up_positions(task).unwrap().into_iter();
        found.collect::<BTreeSet<u128>>()
    };
    let (task, other) = (jobs[0].task, prediction(2));
    assert_eq!(positions(&ledger, task), [1, 2, 3, 4].into());
    assert_eq!(positions(&ledger, other), [].into());
    // A late answer counts.
    let late = report(&jobs[1], &[(2, 16)]);
    assert_eq!(ledger.accept(&[&late]).unwrap(), [true]);
    assert_eq!(positions(&ledger, task), [1, 2, 3].into());
    assert_eq!(counts(&ledger), (0, 1, 1));
    assert_eq!(ledger.retry().unwrap(), 1);
    assert_eq!(positions(&ledger, task), [].into());
    assert_eq!(ledger.summary().unwrap().given_up, []);
}

const fn prediction(plies: u32) -> Task {
    Task::Estimate {
        cut: Cut::First,
        plies,
    }
}

/// A job at the other end of a queue, and its report.
fn hand_in(queue: &LocalQueue, report: JobReport) -> thread::JoinHandle<Result<(), QueueError>> {
    let mut queue = queue.clone();
    let job = Job {
        campaign: report.campaign.clone(),
        ..job(report.job)
    };
    queue.publish(&[job]).unwrap();
    let lease = queue.next(Duration::ZERO).unwrap().unwrap();
    thread::spawn(move || lease.finish(&report))
}

/// How many reports and bounds of a job are recorded.
fn recorded(field: &Field, job: u64) -> (i64, i64) {
    let connection = rusqlite::Connection::open(field.path()).unwrap();
    let count = |table: &str| {
        let sql = format!("SELECT count(1) FROM {table} WHERE job = {job}");
        connection.query_row(&sql, [], |row| row.get(0)).unwrap()
    };
    (count("reports"), count("solved"))
}

#[test]
fn a_report_of_an_earlier_run_counts_and_its_other_jobs_are_dropped() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let cut = field.game.max_level() - field.plan.second;
    let (mut seen, mut found) = Default::default();
    at_cut(&field.game, &field.game.start(), cut, &mut seen, &mut found);
    let key = *found.keys().next().unwrap();
    let jobs = begin(&mut ledger, &[batch(&[key]), batch(&[key])]);
    let mut queue = LocalQueue::default();
    let answers = field.solver().answer(&jobs[0], &Arc::default(), || {});
    let reported = JobReport {
        outcome: JobOutcome::Answers(answers.unwrap()),
        ..report(&jobs[0], &[])
    };
    let worker = hand_in(&queue, reported);
    queue.publish(&jobs[1..]).unwrap();
    let supply = Altered {
        supply: queue.clone(),
        alter: |job: &Job, _: &mut JobReport| assert!(job.number > 2),
    };
    // It comes when the driver has begun.
    let (stop, mut late) = (Arc::default(), None);
    let mut dispatch = Overseen::new(queue.clone());
    dispatch.watch = Box::new(|_| {
        late.get_or_insert_with(|| field.worker("late", supply.clone(), &stop));
    });
    let outcome = field.drive(&mut ledger, &mut dispatch, config(), &stop);
    drop(dispatch);
    queue.close();
    assert_eq!(outcome.unwrap(), field.proved());
    for worker in [worker].into_iter().chain(late) {
        worker.join().unwrap().unwrap();
    }
    assert_eq!(recorded(&field, 1), (1, 1));
    assert_eq!(recorded(&field, 2), (0, 0));
    assert_eq!(ledger.summary().unwrap().jobs.open, 0);
}

fn set_window(report: &mut JobReport, alpha: i32, beta: i32) {
    let item = &mut answers_of(report)[0].item;
    (item.alpha, item.beta) = (alpha, beta);
}

fn set_bounds(report: &mut JobReport, lower: i32, upper: i32) {
    let answer = &mut answers_of(report)[0];
    (answer.lower, answer.upper) = (lower, upper);
}

/// What a report may say that is no answer, and nothing of it is recorded.
#[test]
fn a_report_that_fits_no_question_of_the_campaign_is_refused() {
    let field = Field::small();
    let start = field.problem.key(&field.game.start());
    let first_cut = field.problem.at_first_cut(&StopToken::never()).unwrap().0;
    let image = {
        let position = field.problem.position(first_cut[0]).unwrap();
        let images = (1..8).map(|number| field.game.transform(&position, Symmetry(number)));
        let mut keys = images.map(|position| field.game.key(&position).to_u128());
        keys.find(|key| *key != first_cut[0]).unwrap()
    };
    let good = {
        let mut ledger = field.ledger();
        let jobs = begin(&mut ledger, &[batch(&[first_cut[0]])]);
        JobReport {
            task: prediction(1),
            ..report(&jobs[0], &[(2, 2)])
        }
    };
    let path = field.path();
    let whole = std::fs::read(&path).unwrap();
    let accepts = |report: JobReport| {
        std::fs::write(&path, &whole).unwrap();
        let mut ledger = field.ledger();
        let queue = LocalQueue::default();
        let job = report.job;
        let worker = hand_in(&queue, report);
        let outcome = field.campaign(&mut ledger, &queue, config(), [queue.clone()]);
        assert_eq!(outcome.unwrap(), field.proved());
        worker.join().unwrap().unwrap();
        drop(ledger);
        recorded(&field, job).0 == 1
    };
    let with = |change: &dyn Fn(&mut JobReport)| {
        let mut report = good.clone();
        change(&mut report);
        report
    };
    assert!(accepts(good.clone()));
    let solve = Task::Solve { margin: 0 };
    let changes: [&dyn Fn(&mut JobReport); 16] = [
        &|report| answers_of(report)[0].item.key = u128::MAX,
        &|report| answers_of(report)[0].item.key = start,
        &|report| answers_of(report)[0].item.key = image,
        &|report| set_window(report, 7, -7),
        &|report| set_window(report, 1, 1),
        &|report| answers_of(report)[0].lower = 0,
        &|report| set_bounds(report, 18, 18),
        &|report| set_bounds(report, 4, 2),
        // At the first cut, not at the second.
        &|report| report.task = solve,
        &|report| {
            report.task = Task::Estimate {
                cut: Cut::Second,
                plies: 1,
            };
        },
        &|report| report.task = Task::Settle { find: Find::ALL[0] },
        &|report| report.seconds = -1.0,
        &|report| report.waited = f64::INFINITY,
        &|report| report.job = 0,
        &|report| report.job = 1 << 40,
        &|report| report.campaign = "another".to_owned(),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        assert!(!accepts(with(change)), "{number}");
    }
}

/// What a worker may say of an open job that is no answer to it.
#[test]
fn an_open_job_whose_report_does_not_answer_it_is_given_up_and_can_be_retried() {
    type Change = fn(&mut JobReport);
    let changes: [(Change, &str); 6] = [
        (|report| answers_of(report).swap(0, 1), "not all are the"),
        (|report| answers_of(report).truncate(1), "not all are the"),
        (
            |report| answers_of(report)[0].item.beta += 1,
            "not all are the",
        ),
        (|report| report.task = prediction(1), "not all are the"),
        (
            |report| set_bounds(report, -16, 16),
            "do not decide its window",
        ),
        (|report| set_bounds(report, 16, 18), "no value of the game"),
    ];
    for (change, expected) in changes {
        let field = Field::small();
        let mut ledger = field.ledger();
        let queue = LocalQueue::default();
        let chosen = Arc::new(OnceLock::new());
        let supply = Altered {
            supply: queue.clone(),
            alter: move |job: &Job, report: &mut JobReport| {
                let is_search = matches!(job.task, Task::Solve { .. }) && job.items.len() > 1;
                if is_search && *chosen.get_or_init(|| job.number) == job.number {
                    change(report);
                }
            },
        };
        let outcome = field.campaign(&mut ledger, &queue, config(), [supply]);
        assert!(
            matches!(
                outcome,
                Ok(RunOutcome::Proved(_)) | Err(CampaignError::GivenUp { count: 1, .. })
            ),
            "{outcome:?}"
        );
        let summary = ledger.summary().unwrap();
        assert_eq!((summary.jobs.given_up, summary.jobs.open), (1, 0));
        let given_up = &summary.given_up[0];
        assert!(given_up.reason.contains(expected), "{}", given_up.reason);
        assert_eq!(recorded(&field, given_up.number), (0, 0));
        assert_eq!(ledger.retry().unwrap(), 1);
        let queue = LocalQueue::default();
        let outcome = field.campaign(&mut ledger, &queue, config(), [queue.clone()]);
        assert_eq!(outcome.unwrap(), field.proved());
    }
}

#[test]
fn a_prediction_that_no_worker_makes_is_asked_for_again_after_a_retry_alone() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let queue = LocalQueue::new(1, 2);
    let failing = Altered {
        supply: queue.clone(),
        alter: |job: &Job, report: &mut JobReport| {
            if job.number == 1 {
                report.outcome = JobOutcome::Failure("no memory".to_owned());
            }
        },
    };
    let outcome = field.campaign(&mut ledger, &queue, config(), [failing]);
    assert_eq!(outcome.unwrap(), field.proved());
    let given_up = ledger.given_up_positions(prediction(2)).unwrap();
    assert!(!given_up.is_empty() && !ledger.has_predictions().unwrap());
    assert_eq!(ledger.given_up_jobs().unwrap()[0].reason, "no memory");
    let goes_on = "UPDATE campaign SET lower = NULL, upper = NULL; DELETE FROM solved";
    let again = |ledger: Ledger| {
        drop(ledger);
        change(&field.path(), goes_on);
        let mut ledger = field.ledger();
        let queue = LocalQueue::default();
        let outcome = field.campaign(&mut ledger, &queue, config(), [queue.clone()]);
        assert_eq!(outcome.unwrap(), field.proved());
        ledger
    };
    let predicted = |ledger: &Ledger| ledger.summary().unwrap().predicted;
    let before = predicted(&ledger);
    let mut ledger = again(ledger);
    assert_eq!(predicted(&ledger), before);
    assert_eq!(ledger.retry().unwrap(), 1);
    let ledger = again(ledger);
    assert_eq!(predicted(&ledger), before + given_up.len() as u64);
    assert!(ledger.has_predictions().unwrap());
}
