//! Jobs that no worker can answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use solveig_campaign::agenda::Agenda;
use solveig_campaign::driver::{DriverConfig, RunOutcome};
use solveig_campaign::job::{Job, JobReport, Task};
use solveig_campaign::ledger::{FailureOutcome, Ledger};
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{Lease, QueueError, Supply};
use solveig_campaign::worker::{Solver, WorkerFlags, WorkerTally, work};
use solveig_campaign::{CampaignError, Problem};
use solveig_game::{Game, Interval, Key, Symmetry, Value};
use solveig_games::othello::knowledge::OthelloSolver;
use solveig_games::othello::{Othello, Position};
use solveig_search::{Oracle, StopToken, Stopped};

use crate::field::{Field, Overseen, habits, oracle};
use crate::samples::{Altered, batch, begin, fail, open_numbers};

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
    assert_eq!(ledger.retry().unwrap(), 1);
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
    begin(&mut ledger, &[batch(&[1, 2, 3]), batch(&[4])]);
    let fail = |ledger: &mut Ledger, number| {
        ledger
            .record_failure(number, "one", "no memory", 2, true)
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
    assert_eq!(open_numbers(&ledger), [3, 4, 5]);
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

#[test]
fn no_identity_alone_has_a_job_given_up_and_what_it_says_without_end_is_not_kept() {
    let field = Field::small();
    let mut ledger = field.ledger();
    begin(&mut ledger, &[batch(&[1]), batch(&[2])]);
    let fail = |ledger: &mut Ledger, worker: &str, number, most| {
        ledger
            .record_failure(number, worker, "no memory\n\u{1b}[2J", most, false)
            .unwrap()
    };
    for process in 0..100 {
        let outcome = fail(&mut ledger, &format!("A/{process}"), 1, 6);
        assert_eq!(outcome, FailureOutcome::Again);
    }
    let failing = ledger.failing_keys().unwrap();
    assert_eq!((failing.len(), failing[0].jobs), (1, 1));
    assert_eq!(failing[0].identity, "A");
    // Two more of B, and the third.
    for _ in 0..2 {
        assert_eq!(fail(&mut ledger, "B/1", 1, 6), FailureOutcome::Again);
    }
    assert_eq!(fail(&mut ledger, "B/2", 1, 6), FailureOutcome::Dead);
    let dead = ledger.dead_jobs().unwrap();
    assert_eq!((dead.len(), dead[0].failures), (1, 6));
    assert_eq!(dead[0].reason, "no memory  [2J");
    // However few it takes.
    for _ in 0..9 {
        assert_eq!(fail(&mut ledger, "A/1", 2, 1), FailureOutcome::Again);
    }
    assert_eq!(fail(&mut ledger, "C/1", 2, 1), FailureOutcome::Dead);
}

#[test]
fn a_host_on_which_all_searches_fail_has_no_job_given_up_and_is_dismissed() {
    let field = Field::small();
    let mut ledger = field.ledger();
    let queue = LocalQueue::new();
    let stop = Arc::new(AtomicBool::new(false));
    let (answered, told) = (Arc::new(AtomicBool::new(false)), Arc::new(OnceLock::new()));
    let broken = Altered {
        supply: queue.clone(),
        alter: fail,
    };
    // From its first job of exact search on, it takes no other before that host is dismissed.
    let honest = Altered {
        supply: Until {
            queue: queue.clone(),
            answered: Arc::clone(&answered),
            told: Arc::clone(&told),
        },
        alter: move |job: &Job, _: &mut JobReport| {
            let is_search = matches!(job.task, Task::Solve { .. });
            answered.fetch_or(is_search, Ordering::Relaxed);
        },
    };
    let workers = [
        field.worker("broken/1", broken, &stop),
        field.worker("honest/1", honest, &stop),
    ];
    let habits = DriverConfig {
        deliveries: 2,
        workers_audit: true,
        // On a busy machine the honest worker is silent for long.
        expire_after: Duration::from_secs(3_600),
        batch_positions: 1,
        ..habits(0.0)
    };
    let mut dispatch = Overseen::new(queue.clone());
    dispatch.dismissed = Box::new(|identity, reason| {
        let _ = told.set((identity.to_owned(), reason.to_owned()));
    });
    let outcome = field.drive(&mut ledger, &mut dispatch, habits, &stop);
    queue.close();
    for worker in workers {
        worker.join().unwrap().unwrap();
    }
    let value = Interval::exact(field.value());
    assert_eq!(outcome.unwrap(), RunOutcome::Proved(value));
    let (identity, reason) = told.get().unwrap();
    assert_eq!(identity, "broken");
    assert!(reason.contains("most jobs came to nothing"), "{reason}");
    let summary = ledger.summary().unwrap();
    assert_eq!((summary.jobs.dead, summary.jobs.void), (0, 0));
    assert!(summary.failing[0].identity == "broken" && summary.failing[0].jobs > 1);
    assert_eq!(summary.failing.len(), 1);
    assert_eq!(summary.distrusted, []);
}

/// Hands out one job, and no other before somebody is dismissed.
#[derive(Clone)]
struct Until {
    queue: LocalQueue,
    answered: Arc<AtomicBool>,
    told: Arc<OnceLock<(String, String)>>,
}

impl Supply for Until {
    fn next(&mut self, wait: Duration) -> Result<Option<Box<dyn Lease>>, QueueError> {
        if self.answered.load(Ordering::Relaxed) && self.told.get().is_none() {
            thread::sleep(wait.min(Duration::from_millis(5)));
            return Ok(None);
        }
        self.queue.next(wait)
    }
}

/// Somebody else may have written the ledger.
#[test]
fn a_job_that_nobody_could_answer_is_named_and_not_handed_out() {
    let field = Field::small();
    let start = field.problem.key(&field.game.start());
    let reversed = (7, -7);
    let at_cut = field.problem.at_first_cut(&StopToken::never()).unwrap().0;
    let turned = {
        let position = field.problem.position(at_cut[0]).unwrap();
        let turned = (1..8).map(|number| field.game.transform(&position, Symmetry(number)));
        let mut keys = turned.map(|position| field.game.key(&position).to_u128());
        keys.find(|key| *key != at_cut[0]).unwrap()
    };
    for (key, window, task, expected) in [
        (
            u128::MAX,
            None,
            Task::Solve { margin: 0 },
            "the key of a position of othello:4x4",
        ),
        (
            start,
            None,
            Task::Solve { margin: 0 },
            "expected a position at the cut",
        ),
        (
            start,
            None,
            Task::Estimate { plies: 1 },
            "expected a position at the cut",
        ),
        (
            at_cut[0],
            None,
            Task::Solve { margin: 0 },
            "expected a position at the cut",
        ),
        (
            turned,
            None,
            Task::Estimate { plies: 1 },
            "the first of the symmetric positions",
        ),
        (
            at_cut[0],
            Some(reversed),
            Task::Estimate { plies: 1 },
            "the window 7..-7: expected two bounds, the lower first",
        ),
    ] {
        let field = Field::small();
        let mut ledger = field.ledger();
        let mut forged = batch(&[key]);
        if let Some((alpha, beta)) = window {
            (forged.items[0].alpha, forged.items[0].beta) = (alpha, beta);
        }
        ledger
            .begin_round(0, &Agenda::new(), 0, task, &[forged])
            .unwrap();
        let mut queue = LocalQueue::new();
        let stop = Arc::new(AtomicBool::new(false));
        // Handed out, it would come back for ever.
        thread::spawn({
            let stop = Arc::clone(&stop);
            move || {
                thread::sleep(Duration::from_secs(60));
                stop.store(true, Ordering::Relaxed);
            }
        });
        let driven = field.drive(&mut ledger, &mut queue, habits(0.0), &stop);
        let message = driven.unwrap_err().to_string();
        let place = format!("job 1, item 1, key {key:#x}: ");
        assert!(
            message.contains(&place) && message.contains(expected),
            "{message}"
        );
        assert!(queue.next(Duration::ZERO).unwrap().is_none());
    }
}
