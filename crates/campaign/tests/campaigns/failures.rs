//! Jobs that no worker can answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use solveig_campaign::agenda::Agenda;
use solveig_campaign::driver::RunOutcome;
use solveig_campaign::job::{JobReport, Task};
use solveig_campaign::ledger::{Accepted, Ledger};
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{QueueError, Supply};
use solveig_campaign::worker::{Solver, WorkerFlags, WorkerTally, work};
use solveig_campaign::{CampaignError, Problem};
use solveig_game::{Game, Key, Keyed, Symmetric, Symmetry};
use solveig_games::othello::Position;
use solveig_search::StopToken;

use crate::field::{Field, WithHook, config, oracle};
use crate::samples::{batch, begin, job_of, open_numbers, report};

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
    assert_eq!(dead.reason, "it panicked: a fault");
    let lost = ledger.job(dead.number).unwrap().unwrap().0.items;
    let key = field.problem.key(fatal.get().unwrap());
    assert!(lost.iter().any(|item| item.key == key));

    // With workers that do not fail.
    assert_eq!(ledger.retry().unwrap(), 1);
    let queue = LocalQueue::default();
    let outcome = field.campaign(&mut ledger, &queue, config(), [queue.clone()]);
    assert_eq!(outcome.unwrap(), field.proved());
    assert_eq!(ledger.summary().unwrap().jobs.dead, 0);
}

#[test]
fn a_job_that_was_given_up_has_its_last_error_until_it_is_retried() {
    let field = Field::small();
    let range = field.game.value_range();
    let mut ledger = field.ledger();
    let numbers = begin(&mut ledger, &[batch(&[1, 2, 3]), batch(&[4])]);
    let failed = |ledger: &Ledger, number, worker: &str, reason: &str, given_up| JobReport {
        worker: worker.to_owned(),
        failure: Some(reason.to_owned()),
        given_up,
        ..report(&job_of(ledger, number), &[])
    };
    let first = failed(&ledger, 1, "one", "no memory\n\u{1b}[2J", false);
    let last = failed(&ledger, 1, "", "delivered 3 times without an answer", true);
    let other = failed(&ledger, 2, "", "delivered 3 times without an answer", true);
    let outcomes = ledger.accept(&[&first], range).unwrap();
    assert!(matches!(outcomes[..], [Accepted::Failed(_)]));
    assert_eq!(open_numbers(&ledger), numbers);
    // Whoever drives.
    drop(ledger);
    let mut ledger = field.ledger();
    let outcomes = ledger.accept(&[&last, &last, &other], range).unwrap();
    use Accepted::{Again, GivenUp, Returned};
    assert!(matches!(outcomes[..], [GivenUp(_), Again, Returned(_)]));
    // Without an error of a worker, it is published once more.
    assert_eq!(open_numbers(&ledger), numbers[1..]);
    let outcomes = ledger.accept(&[&other], range).unwrap();
    assert!(matches!(outcomes[..], [GivenUp(_)]));
    assert!(open_numbers(&ledger).is_empty());
    let dead = ledger.dead_jobs().unwrap();
    let dead = dead.iter().map(|dead| (dead.number, dead.reason.as_str()));
    let dead: Vec<_> = dead.collect();
    // What a worker says of a failure says more than that there was one.
    let expected = [
        (1, "no memory  [2J"),
        (2, "delivered 3 times without an answer"),
    ];
    assert_eq!(dead, expected);
    let mut positions: Vec<u128> = ledger.dead_positions().unwrap().into_iter().collect();
    positions.sort_unstable();
    assert_eq!(positions, [1, 2, 3, 4]);
    assert_eq!(ledger.retry().unwrap(), 2);
    assert_eq!(open_numbers(&ledger), numbers);
    assert_eq!(ledger.summary().unwrap().dead, []);
}

/// Somebody else may have written the ledger.
#[test]
fn a_job_that_nobody_could_answer_is_named_and_not_handed_out() {
    let field = Field::small();
    let start = field.problem.key(&field.game.start());
    let (usual, reversed) = ((-1, 1), (7, -7));
    let at_cut = field.problem.at_first_cut(&StopToken::never()).unwrap().0;
    let turned = {
        let position = field.problem.position(at_cut[0]).unwrap();
        let turned = (1..8).map(|number| field.game.transform(&position, Symmetry(number)));
        let mut keys = turned.map(|position| field.game.key(&position).to_u128());
        keys.find(|key| *key != at_cut[0]).unwrap()
    };
    let (solve, estimate) = (Task::Solve { margin: 0 }, Task::Estimate { plies: 1 });
    let no_cut = "expected a position at the cut";
    let turned_from = "the first of the symmetric positions";
    let no_window = "the window 7..-7: expected two bounds, the lower first";
    for (key, window, task, expected) in [
        (
            u128::MAX,
            usual,
            solve,
            "the key of a position of othello:4x4",
        ),
        (start, usual, solve, no_cut),
        (start, usual, estimate, no_cut),
        (at_cut[0], usual, solve, no_cut),
        (turned, usual, estimate, turned_from),
        (at_cut[0], reversed, estimate, no_window),
    ] {
        let field = Field::small();
        let mut ledger = field.ledger();
        let mut forged = batch(&[key]);
        (forged.items[0].alpha, forged.items[0].beta) = window;
        ledger
            .begin_round(0, &Agenda::new(), 0, task, &[forged])
            .unwrap();
        let mut queue = LocalQueue::default();
        let stop = Arc::new(AtomicBool::new(false));
        // Handed out, it would come back for ever.
        thread::spawn({
            let stop = Arc::clone(&stop);
            move || {
                thread::sleep(Duration::from_secs(60));
                stop.store(true, Ordering::Relaxed);
            }
        });
        let driven = field.drive(&mut ledger, &mut queue, config(), &stop);
        let message = driven.unwrap_err().to_string();
        let place = format!("job 1, item 1, key {key:#x}: ");
        assert!(
            message.contains(&place) && message.contains(expected),
            "{message}"
        );
        assert!(queue.next(Duration::ZERO).unwrap().is_none());
    }
}
