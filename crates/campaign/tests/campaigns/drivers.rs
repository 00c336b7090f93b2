//! What a driver does at the same time, in which order, and how it is stopped.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use solveig_campaign::check::{Options, check};
use solveig_campaign::driver::{Driver, DriverConfig, RunOutcome, RunProgress, Stage};
use solveig_campaign::job::{Job, JobReport, Task};
use solveig_campaign::ledger::Ledger;
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{Dispatch, Lease, QueueError, Supply};
use solveig_campaign::rounds::Choice;
use solveig_campaign::work::distance;
use solveig_campaign::worker::{WorkerFlags, WorkerTally, work};
use solveig_campaign::{CampaignError, Cut};
use solveig_game::{Game, Interval};
use solveig_search::{Oracle, StopToken};
use tracing::field::Visit;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::field::{Field, Overseen, config, queue};
use crate::proofs::prove;
use crate::samples::{Altered, item, job, job_about, report, reported};

/// Keeps the warnings of a thread, and sets a flag after the third.
struct Warnings {
    texts: Arc<Mutex<Vec<String>>>,
    stop: Arc<AtomicBool>,
}

impl Visit for Warnings {
    fn record_debug(&mut self, _: &tracing::field::Field, text: &dyn Debug) {
        let mut texts = self.texts.lock().unwrap();
        texts.push(format!("{text:?}"));
        self.stop.store(texts.len() > 2, Ordering::Relaxed);
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let (texts, stop) = (Arc::clone(&self.texts), Arc::clone(&self.stop));
        event.record(&mut Self { texts, stop });
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[test]
fn a_driver_that_hears_nothing_says_so_each_time_after_twice_as_long() {
    let field = Field::small();
    let impatient = DriverConfig {
        silence: Duration::from_millis(1),
        ..config()
    };
    for (workers, begins, ends) in [
        (
            2,
            "if the workers are idle",
            "end this command and repeat it",
        ),
        (
            0,
            "no worker is there",
            "start `campaign worker` for this queue",
        ),
    ] {
        let (texts, stop) = (Arc::default(), Arc::default());
        let warnings = Warnings {
            texts: Arc::clone(&texts),
            stop: Arc::clone(&stop),
        };
        let (mut ledger, mut queue) = (field.ledger(), LocalQueue::new(workers, 1));
        let outcome = tracing::subscriber::with_default(warnings, || {
            field.drive(&mut ledger, &mut queue, impatient, &stop)
        });
        assert_eq!(outcome.unwrap(), RunOutcome::Stopped);
        for (text, silence) in texts.lock().unwrap().iter().zip(["1ms", "2ms", "4ms"]) {
            let begins = format!("no job has ended for {silence}: {begins}");
            assert!(text.starts_with(&begins) && text.ends_with(ends), "{text}");
        }
    }
}

#[test]
fn rounds_are_cut_short_and_prove_the_same() {
    let field = Field::new((6, 4), (14, 8));
    let short = DriverConfig {
        round_seconds: Some(1e-4),
        ..config()
    };
    let (queue, mut solves) = (queue(), Vec::new());
    let mut dispatch = Overseen::new(queue.clone());
    dispatch.watch = Box::new(|jobs| {
        let solve = |job: &&Job| matches!(job.task, Task::Solve { .. });
        solves.extend(jobs.iter().filter(solve).cloned());
    });
    let mut ledger = field.ledger();
    let supplies = [queue.clone(), queue.clone()];
    let outcome = field.campaign_by(&mut ledger, &mut dispatch, &queue, short, supplies);
    drop(dispatch);
    assert_eq!(outcome.unwrap(), field.proved());
    assert!(check(&ledger, &Options::default()).unwrap().holds());
    let rounds = ledger.summary().unwrap().rounds;
    assert!(
        rounds
            .iter()
            .all(|round| round.questions <= round.positions)
    );
    let cut = rounds
        .iter()
        .filter(|round| round.questions < round.positions);
    assert!(cut.count() > rounds.len() / 4, "{rounds:?}");
    // The first round measures, the clearest positions first. In the others no position is asked
    // for before one that is less clear.
    let connection = rusqlite::Connection::open(field.path()).unwrap();
    let mut before = connection.prepare("SELECT jobs FROM rounds").unwrap();
    let before = before.query_map([], |row| row.get(0)).unwrap();
    let before: Vec<i64> = before.collect::<Result<_, _>>().unwrap();
    let round = |job: &Job| {
        before
            .iter()
            .filter(|jobs| **jobs < job.number as i64)
            .count()
    };
    let questions: Vec<(usize, i32)> = solves
        .iter()
        .flat_map(|job| job.items.iter().map(|item| (round(job), item)))
        .map(|(round, item)| (round, distance(item.window(), item.estimate)))
        .collect();
    let (measured, chosen): (Vec<_>, Vec<_>) = questions.iter().partition(|(round, _)| *round == 1);
    assert!(measured.len() > 1 && measured.is_sorted_by_key(|(_, distance)| -distance));
    assert!(chosen.is_sorted());
    assert!(
        chosen
            .windows(2)
            .any(|pair| pair[0].0 == pair[1].0 && pair[0].1 < pair[1].1)
    );
}

#[test]
fn a_round_has_a_position_for_each_worker_however_long_they_take() {
    let field = Field::new((6, 4), (18, 11));
    let short = DriverConfig {
        round_seconds: Some(1e-12),
        ..config()
    };
    // With two workers.
    let rounds = prove(&field, short).summary().unwrap().rounds;
    let (begun, enough): (Vec<_>, Vec<_>) = rounds
        .iter()
        .skip(1)
        .filter(|round| round.positions > 9)
        .map(|round| (round.number, round.questions > 1))
        .unzip();
    let enough = enough.into_iter().filter(|enough| *enough).count();
    assert!(begun.len() > 9 && enough > begun.len() / 2, "{rounds:?}");
}

#[test]
fn the_next_round_begins_while_a_worker_is_at_its_last_job_of_the_one_before() {
    let field = Field::small();
    let queue = LocalQueue::default();
    let stop = Arc::new(AtomicBool::new(false));
    let path = field.path();
    let mut ledger = field.ledger();
    let (mut supply, mut solver) = (queue.clone(), field.solver());
    let slow = thread::spawn({
        let stop = Arc::clone(&stop);
        move || {
            let rounds = || Ledger::read(&path).unwrap().rounds().unwrap();
            let mut waited = false;
            while let Ok(lease) = supply.next(Duration::from_millis(50)) {
                let Some(lease) = lease else { continue };
                // The first job of exact search is kept until another round has begun.
                if matches!(lease.job().task, Task::Solve { .. }) && !waited {
                    let begun = rounds();
                    while rounds() == begun {
                        thread::sleep(Duration::from_millis(10));
                    }
                    waited = true;
                }
                let report = JobReport {
                    worker: "slow".to_owned(),
                    answers: solver.answer(lease.job(), &stop, || {}).unwrap(),
                    ..report(lease.job(), &[])
                };
                lease.finish(&report).unwrap();
            }
            waited
        }
    });
    let quick = field.worker("quick", queue.clone(), &stop);
    let outcome = field.drive(&mut ledger, &mut queue.clone(), config(), &stop);
    queue.close();
    quick.join().unwrap().unwrap();
    assert!(
        slow.join().unwrap(),
        "the slow worker had no job of exact search"
    );
    assert_eq!(outcome.unwrap(), field.proved());
    assert!(check(&ledger, &Options::default()).unwrap().holds());
    assert_eq!(ledger.summary().unwrap().jobs.open, 0);
}

#[test]
fn a_driver_does_not_choose_anew_after_each_of_the_last_results() {
    // Few hypotheses: while the last jobs of one are open, there is nothing else to solve.
    let field = Field::new((6, 4), (18, 11));
    let mut ledger = field.ledger();
    let queue = LocalQueue::default();
    let stop = Arc::new(AtomicBool::new(false));
    let slow = Altered {
        supply: queue.clone(),
        alter: |job: &Job, _: &mut JobReport| {
            if matches!(job.task, Task::Solve { .. }) {
                thread::sleep(Duration::from_millis(4));
            }
        },
    };
    let worker = field.worker("one", slow, &stop);
    let problem = &field.problem;
    let (mut handed_out, mut choices) = (None, Vec::new());
    let mut observe = |progress: &RunProgress| match progress.stage {
        Stage::Choosing => choices.extend(handed_out.take().map(|total| (progress.open, total))),
        _ => handed_out = Some(progress.jobs.total),
    };
    // As jobs should take no time, a choice is expected to last as long as many of them.
    let config = DriverConfig {
        batch_seconds: 1e-6,
        round_seconds: Some(10.0),
        batch_positions: 1,
        ..config()
    };
    let mut dispatch = queue.clone();
    let driver = Driver::new(problem, &mut ledger, &mut dispatch, &mut observe, config);
    let outcome = driver.run(&stop).unwrap();
    queue.close();
    worker.join().unwrap().unwrap();
    assert_eq!(outcome, field.proved());
    assert!(choices.iter().any(|(open, _)| *open > 9), "{choices:?}");
    for (open, total) in choices {
        assert!(open <= total / 2, "{open} of {total} jobs were open");
    }
}

#[test]
fn a_worker_that_is_told_to_stop_breaks_its_search_off() {
    let field = Field::new((6, 6), (28, 24));
    let key = field.problem.key(&field.game.start());
    // By itself the search would take a good while: it is about the whole game.
    let mut job = job_about(1, key);
    job.items[0] = item(key, 37);
    let stop = Arc::new(AtomicBool::new(false));
    let mut solver = field.solver();
    let answers = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            stop.store(true, Ordering::Relaxed);
        });
        solver.answer(&job, &stop, || {})
    });
    assert!(answers.is_none(), "the whole of 6x6 was solved meanwhile");
}

/// Sets a flag once it has handed out a job, and hands out no other.
struct Draining {
    supply: LocalQueue,
    has_given: bool,
    flags: WorkerFlags,
}

impl Supply for Draining {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        if self.has_given {
            self.flags.drain.store(true, Ordering::Relaxed);
            return Ok(None);
        }
        let lease = self.supply.next(wait)?;
        self.has_given = lease.is_some();
        Ok(lease)
    }
}

#[test]
fn a_worker_that_drains_ends_its_job_and_takes_no_other() {
    let field = Field::small();
    let (keys, _) = field.problem.at_first_cut(&StopToken::never()).unwrap();
    let jobs: Vec<Job> = (1..4)
        .zip(keys)
        .map(|(number, key)| job_about(number, key))
        .collect();
    let mut queue = LocalQueue::default();
    queue.publish(&jobs).unwrap();
    let flags = WorkerFlags::default();
    let mut supply = Draining {
        supply: queue.clone(),
        has_given: false,
        flags: flags.clone(),
    };
    let mut solver = field.solver();
    let tally = WorkerTally::default();
    thread::scope(|scope| {
        let tally = &tally;
        let working = scope.spawn(move || work("one", &mut solver, &mut supply, &flags, tally));
        let mut reports = Vec::new();
        while reports.is_empty() {
            reports = queue.reports(10, Duration::from_millis(50)).unwrap();
        }
        assert_eq!((reports.len(), reported(&*reports[0]).job), (1, 1));
        reports.remove(0).acknowledge().unwrap();
        working.join().unwrap().unwrap();
    });
    assert_eq!(tally.jobs.into_inner(), 1);
    let rest = std::iter::from_fn(|| queue.next(Duration::ZERO).unwrap());
    assert_eq!(rest.collect::<Vec<_>>().len(), 2);
}

#[test]
fn results_that_contradict_one_another_end_a_campaign_and_name_the_position() {
    let field = Field::small();
    let queue = LocalQueue::default();
    let mut ledger = field.ledger();
    // The truth, and something else when the position comes again.
    let said: Arc<Mutex<HashMap<u128, i32>>> = Arc::default();
    let fickle = Altered {
        supply: queue.clone(),
        alter: move |job: &Job, report: &mut JobReport| {
            for answer in &mut report.answers {
                if matches!(job.task, Task::Solve { .. }) {
                    let before = said.lock().unwrap().insert(answer.item.key, answer.lower);
                    if before.is_some_and(|lower| lower > -16) {
                        (answer.lower, answer.upper) = (-16, -16);
                    }
                }
            }
        },
    };
    // The worker that was at a report is told that the queue is closed.
    let outcome = field.campaign(&mut ledger, &queue, config(), [fickle]);
    let Err(CampaignError::Contradiction { key, .. }) = outcome else {
        panic!("{outcome:?}");
    };
    assert!(field.problem.position(key).is_some());
    let dictionaries = ledger.dictionaries(Cut::Second);
    assert!(matches!(
        dictionaries,
        Err(CampaignError::Contradiction { .. })
    ));
}

#[test]
fn jobs_of_another_campaign_in_the_queue_keep_none_back() {
    let field = Field::small();
    let mut queue = LocalQueue::default();
    let mut ledger = field.ledger();
    // Nobody ends these.
    let foreign: Vec<Job> = (1..30).map(job).collect();
    queue.publish(&foreign).unwrap();
    let mut leases = Vec::new();
    while leases.len() < foreign.len() {
        leases.extend(queue.next(Duration::from_millis(50)).unwrap());
    }
    let outcome = field.campaign(&mut ledger, &queue, config(), [queue.clone()]);
    assert_eq!(outcome.unwrap(), field.proved());
    drop(leases);
}

#[test]
fn hypotheses_that_are_taken_a_few_at_a_time_prove_the_same() {
    let all = Choice::default();
    let far = Choice {
        in_full: 0,
        made_sure: 2,
        ..all
    };
    let few = Choice {
        threads: 2,
        positions: 1,
        each: 5,
        ..far
    };
    let many = Choice {
        threads: 3,
        positions: 300,
        each: 10,
        ..all
    };
    for choice in [few, many] {
        let field = Field::new((6, 4), (14, 8));
        let few = DriverConfig { choice, ..config() };
        let ledger = prove(&field, few);
        assert!(check(&ledger, &Options::default()).unwrap().holds());
        // What was derived at the first cut is true, and need not be derived again.
        let dictionaries = ledger.dictionaries(Cut::First).unwrap();
        assert!(dictionaries.proved() > 0);
        let range = field.game.value_range();
        let (keys, _) = field.problem.at_first_cut(&StopToken::never()).unwrap();
        let mut oracle = field.oracle();
        for key in keys {
            let Interval { lower, upper } = dictionaries.bounds(key, range);
            if lower > range.min || upper < range.max {
                let position = field.problem.position(key).unwrap();
                let value = oracle.value(&position, Interval::unknown(range)).unwrap();
                assert!(lower <= value && value <= upper, "{key:#x}");
            }
        }
    }
}
