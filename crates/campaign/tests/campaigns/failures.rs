//! Jobs that no worker can answer.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::thread;

use solveig_campaign::driver::{DriverConfig, RunOutcome};
use solveig_campaign::job::Task;
use solveig_campaign::ledger::FailureOutcome;
use solveig_campaign::queue::QueueError;
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::worker::{Solver, WorkerFlags, WorkerTally, work};
use solveig_campaign::{CampaignError, Problem};
use solveig_game::{Interval, Value};
use solveig_games::othello::knowledge::OthelloSolver;
use solveig_games::othello::{Othello, Position};
use solveig_search::{Oracle, StopToken, Stopped};

use crate::field::{Field, habits, oracle};
use crate::ledgers::batch;

/// Panics at the first position that any of its kind is asked for, and whenever it comes again.
struct Fragile {
    oracle: OthelloSolver<u64>,
    fatal: Arc<OnceLock<Position>>,
}

impl Oracle<Othello<u64>> for Fragile {
    fn game(&self) -> &Othello<u64> {
        self.oracle.game()
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.oracle.set_stop(stop);
    }

    fn value(&mut self, position: &Position, known: Interval) -> Result<Value, Stopped> {
        self.oracle.value(position, known)
    }

    fn at_least(&mut self, position: &Position, bound: Value) -> Result<bool, Stopped> {
        assert!(self.fatal.get_or_init(|| *position) != position, "a fault");
        self.oracle.at_least(position, bound)
    }

    fn nodes(&self) -> u64 {
        self.oracle.nodes()
    }
}

#[test]
fn a_job_that_no_worker_survives_is_given_up_alone_and_can_be_retried() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let queue = LocalQueue::new();
    let stop = Arc::new(AtomicBool::new(false));
    let fatal = Arc::new(OnceLock::new());
    let worker = {
        let (problem, game): (Problem<_>, _) = (field.problem.clone(), field.game.clone());
        let (fatal, mut queue) = (Arc::clone(&fatal), queue.clone());
        thread::spawn(move || {
            let mut panics = 0;
            loop {
                let oracle = Fragile {
                    oracle: oracle(&game),
                    fatal: Arc::clone(&fatal),
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
    let habits = DriverConfig {
        deliveries: 2,
        ..habits(0.0)
    };
    let outcome = field.drive(&mut ledger, &mut queue.clone(), habits, &stop);
    queue.close();
    let panics = worker.join().unwrap().unwrap();
    // Twice with others in its job, if it had others, and twice alone.
    assert!(panics == 2 || panics == 4, "{panics}");
    match outcome {
        Ok(RunOutcome::Proved(_)) => {}
        Err(CampaignError::Dead {
            count: 1, reason, ..
        }) => {
            assert_eq!(reason, "it panicked: a fault");
        }
        other => panic!("{other:?}"),
    }
    let summary = ledger.summary().unwrap();
    assert_eq!((summary.jobs.dead, summary.jobs.open), (1, 0));
    let dead = &summary.dead[0];
    assert_eq!((dead.failures, dead.worker.as_str()), (2, "one"));
    assert_eq!(dead.reason, "it panicked: a fault");
    let lost = ledger.job(dead.number).unwrap().unwrap().0.items;
    let key = field.problem.key(fatal.get().unwrap());
    assert_eq!(lost.iter().map(|item| item.key).collect::<Vec<_>>(), [key]);

    // With workers that are mended.
    assert_eq!(ledger.retry_dead_jobs().unwrap(), 1);
    let queue = LocalQueue::new();
    let worker = field.worker("two", queue.clone(), &stop);
    let outcome = field.drive(&mut ledger, &mut queue.clone(), habits, &stop);
    queue.close();
    worker.join().unwrap().unwrap();
    let value = Interval::exact(field.value());
    assert_eq!(outcome.unwrap(), RunOutcome::Proved(value));
    assert_eq!(ledger.summary().unwrap().jobs.dead, 0);
}

#[test]
fn failures_are_counted_across_restarts_and_only_of_open_jobs_and_trusted_workers() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let task = Task::Solve { margin: 4 };
    let batches = [batch(&[1, 2, 3]), batch(&[4])];
    ledger
        .begin_round(0, &Default::default(), 0, task, &batches)
        .unwrap();
    let fail = |ledger: &mut solveig_campaign::ledger::Ledger, number| {
        ledger
            .record_failure(number, "one", "no memory", 2)
            .unwrap()
    };
    assert_eq!(fail(&mut ledger, 1), FailureOutcome::Again);
    assert_eq!(fail(&mut ledger, 2), FailureOutcome::Again);
    drop(ledger);
    let mut ledger = field.ledger();
    assert_eq!(fail(&mut ledger, 1), FailureOutcome::Divided);
    assert_eq!(fail(&mut ledger, 2), FailureOutcome::Dead);
    for number in [1, 2, 77] {
        assert_eq!(fail(&mut ledger, number), FailureOutcome::Ignored);
    }
    let open: Vec<u64> = ledger
        .open_jobs()
        .unwrap()
        .iter()
        .map(|one| one.0)
        .collect();
    assert_eq!(open, [3, 4, 5]);
    let keys = |number| {
        let items = ledger.job(number).unwrap().unwrap().0.items;
        items.iter().map(|item| item.key).collect::<Vec<_>>()
    };
    assert_eq!([keys(3), keys(4), keys(5)], [[1], [2], [3]]);
    assert_eq!(
        ledger
            .dead_positions()
            .unwrap()
            .into_iter()
            .collect::<Vec<_>>(),
        [4]
    );
    let dead = ledger.dead_jobs().unwrap();
    assert_eq!((dead.len(), dead[0].number, dead[0].failures), (1, 2, 2));
    assert_eq!(dead[0].reason, "no memory");
}
