//! What a driver does at the same time, in which order, and how it is stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use solveig_campaign::Cut;
use solveig_campaign::check::{Options, check};
use solveig_campaign::driver::{DriverConfig, RunOutcome};
use solveig_campaign::job::{Item, Job, JobReport, Task};
use solveig_campaign::ledger::Ledger;
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{Dispatch, Lease, QueueError, Supply};
use solveig_campaign::rounds::Choice;
use solveig_campaign::work::distance;
use solveig_campaign::worker::{WorkerFlags, WorkerTally, work};
use solveig_game::{Game, Interval};
use solveig_search::{Oracle, StopToken, Window};

use crate::field::{Field, habits};
use crate::proofs::prove;

#[test]
fn rounds_are_cut_short_and_prove_the_same() {
    let field = Field::new((6, 4), (14, 8));
    let short = DriverConfig {
        round_seconds: Some(1e-4),
        ..habits(0.0)
    };
    let ledger = prove(&field, short);
    assert!(check(&ledger, &Options::default()).unwrap().holds());
    let rounds = ledger.summary().unwrap().rounds;
    assert!(rounds.iter().all(|round| round.asked <= round.positions));
    let cut = rounds.iter().filter(|round| round.asked < round.positions);
    assert!(cut.count() > rounds.len() / 4, "{rounds:?}");
    // Within a round, no position is asked for before one that is less clear.
    let connection = rusqlite::Connection::open(field.path()).unwrap();
    let mut asked = connection
        .prepare(
            "SELECT round, alpha, beta, estimate FROM jobs JOIN items ON items.job = jobs.number \
             WHERE task = 'solve' ORDER BY round, job, place",
        )
        .unwrap();
    let distance_of = |row: &rusqlite::Row<'_>| {
        let (alpha, beta) = (row.get(1)?, row.get(2)?);
        let round: i64 = row.get(0)?;
        Ok((round, distance(Window { alpha, beta }, row.get(3)?)))
    };
    let asked = asked.query_map([], distance_of).unwrap();
    let asked: Vec<(i64, i32)> = asked.collect::<Result<_, _>>().unwrap();
    assert!(asked.is_sorted());
    assert!(
        asked
            .windows(2)
            .any(|pair| pair[0].0 == pair[1].0 && pair[0].1 < pair[1].1)
    );
}

#[test]
fn the_next_round_begins_while_a_worker_is_at_its_last_job_of_the_one_before() {
    let field = Field::small();
    let queue = LocalQueue::new();
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
                let answers = solver.answer(lease.job(), &stop, || {}).unwrap();
                let report = JobReport {
                    campaign: lease.job().campaign.clone(),
                    job: lease.job().number,
                    worker: "slow".to_owned(),
                    version: "test".to_owned(),
                    seconds: 0.1,
                    waited: 0.0,
                    answers,
                    failure: None,
                };
                lease.finish(&report).unwrap();
            }
            waited
        }
    });
    let quick = field.worker("quick", queue.clone(), &stop);
    let outcome = field.drive(&mut ledger, &mut queue.clone(), habits(0.1), &stop);
    queue.close();
    quick.join().unwrap().unwrap();
    assert!(
        slow.join().unwrap(),
        "the slow worker had no job of exact search"
    );
    let value = Interval::exact(field.value());
    assert_eq!(outcome.unwrap(), RunOutcome::Proved(value));
    assert!(check(&ledger, &Options::default()).unwrap().holds());
    assert_eq!(ledger.summary().unwrap().jobs.open, 0);
}

#[test]
fn a_worker_that_is_told_to_stop_breaks_its_search_off() {
    let field = Field::new((6, 6), (28, 24));
    let key = field.problem.key(&field.game.start());
    // By itself the search would take a good while: it is about the whole game.
    let item = Item {
        key,
        alpha: -37,
        beta: 37,
        estimate: 0,
    };
    let job = Job {
        campaign: String::new(),
        number: 1,
        game: field.game.spec(),
        task: Task::Solve { margin: 0 },
        items: vec![item],
    };
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

/// Sets a flag with the first job that it hands out.
struct Draining {
    supply: LocalQueue,
    flags: WorkerFlags,
}

impl Supply for Draining {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        let lease = self.supply.next(wait)?;
        self.flags.drain.store(lease.is_some(), Ordering::Relaxed);
        Ok(lease)
    }
}

#[test]
fn a_worker_that_drains_ends_its_job_and_takes_no_other() {
    let field = Field::small();
    let (keys, _) = field.problem.at_first_cut(&StopToken::never()).unwrap();
    let job = |(number, key)| Job {
        campaign: String::new(),
        number,
        game: field.game.spec(),
        task: Task::Solve { margin: 0 },
        items: vec![Item {
            key,
            alpha: -17,
            beta: 17,
            estimate: 0,
        }],
    };
    let jobs: Vec<Job> = (1..4).zip(keys).map(job).collect();
    let mut queue = LocalQueue::new();
    queue.publish(&jobs).unwrap();
    let flags = WorkerFlags::default();
    let mut supply = Draining {
        supply: queue.clone(),
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
        assert_eq!((reports.len(), reports[0].report().job), (1, 1));
        reports.remove(0).acknowledge().unwrap();
        working.join().unwrap().unwrap();
    });
    assert_eq!(tally.jobs.into_inner(), 1);
    assert_eq!(queue.unfinished().unwrap(), 2);
}

#[test]
fn hypotheses_that_are_taken_a_few_at_a_time_prove_the_same() {
    let all = Choice::default();
    let far = Choice {
        in_full: 0,
        made_sure: 2,
        ..all
    };
    for choice in [
        Choice {
            positions: 1,
            ..all
        },
        Choice {
            threads: 3,
            positions: 300,
            each: 10,
            ..all
        },
        far,
        Choice {
            threads: 2,
            positions: 1,
            each: 5,
            ..far
        },
    ] {
        let field = Field::new((6, 4), (14, 8));
        let few = DriverConfig {
            choice,
            ..habits(0.0)
        };
        let ledger = prove(&field, few);
        assert!(check(&ledger, &Options::default()).unwrap().holds());
        // What was derived at the first cut is true, and need not be derived again.
        let known = ledger.known(Cut::First).unwrap();
        assert!(known.proved() > 0);
        let range = field.game.value_range();
        let (keys, _) = field.problem.at_first_cut(&StopToken::never()).unwrap();
        let mut oracle = field.oracle();
        for key in keys {
            let Interval { lower, upper } = known.bounds(key, range);
            if lower > range.min || upper < range.max {
                let position = field.problem.position(key).unwrap();
                let value = oracle.value(&position, Interval::unknown(range)).unwrap();
                assert!(lower <= value && value <= upper, "{key:#x}");
            }
        }
    }
}
