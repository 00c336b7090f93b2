//! Campaigns prove what one search finds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use solveig_campaign::check::check;
use solveig_campaign::driver::{Habits, Outcome};
use solveig_campaign::ledger::Ledger;
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::resolve::resolve;
use solveig_game::{Game, Interval};
use solveig_search::Oracle;

use crate::field::{Counted, Field, habits};

/// Runs the campaign of a field with two workers of this process.
pub fn prove(field: &Field, habits: Habits) -> Ledger {
    let mut ledger = field.ledger();
    let queue = LocalQueue::new();
    let stop = Arc::new(AtomicBool::new(false));
    let workers = ["one", "two"].map(|name| field.worker(name, queue.supply(), &stop));
    let outcome = field.drive(&mut ledger, &mut queue.dispatch(), habits, &stop);
    queue.close();
    for worker in workers {
        worker.join().unwrap().unwrap();
    }
    let proved = Interval::exact(field.value());
    assert_eq!(outcome.unwrap(), Outcome::Proved(proved));
    ledger
}

#[test]
fn both_orientations_of_6x4_othello_are_proved_at_two_cuts() {
    for board in [(6, 4), (4, 6)] {
        let field = Field::new(board, (14, 8));
        assert_eq!(field.value(), 16);
        let ledger = prove(&field, Habits::default());
        let checked = check(&field.game, &ledger).unwrap();
        assert!(checked.holds(), "{checked:?}");
        assert!(
            checked.used > 100 && checked.used <= checked.bounds,
            "{checked:?}"
        );
        let summary = ledger.summary().unwrap();
        assert_eq!(summary.proved, Some((16, 16)));
        assert_eq!(summary.solved, checked.bounds);
        assert_eq!((summary.jobs.open, summary.jobs.void), (0, 0));
        assert!(summary.rounds.iter().all(|round| round.ended));
        assert_eq!(summary.share(), 1.0);
    }
}

#[test]
fn what_is_concluded_does_not_follow_if_one_bound_that_was_used_is_missing_or_else() {
    let field = Field::small();
    drop(prove(&field, habits(0.0)));
    let value = field.value();
    let connection = rusqlite::Connection::open(field.path()).unwrap();
    let holds = || {
        let ledger = Ledger::read(&field.path()).unwrap();
        check(&field.game, &ledger).unwrap().holds()
    };
    assert!(holds());

    // Bounds that say nothing in place of all there are.
    connection
        .execute_batch(
            "CREATE TABLE kept AS SELECT * FROM solved; UPDATE solved SET lower = -16, upper = 16;",
        )
        .unwrap();
    assert!(!holds());
    connection
        .execute_batch("DELETE FROM solved; INSERT INTO solved SELECT * FROM kept;")
        .unwrap();
    assert!(holds());

    // Another conclusion.
    for (lower, upper) in [(value + 2, value + 2), (value - 2, value - 2)] {
        connection
            .execute("UPDATE campaign SET lower = ?1, upper = ?2", [lower, upper])
            .unwrap();
        assert!(!holds(), "{lower}..{upper}");
    }
    connection
        .execute("UPDATE campaign SET lower = -16, upper = 16", [])
        .unwrap();
    let ledger = Ledger::read(&field.path()).unwrap();
    let vague = check(&field.game, &ledger).unwrap();
    assert!(vague.lower_holds && vague.upper_holds && !vague.decides_goal);
}

#[test]
fn a_driver_that_is_stopped_again_and_again_goes_on_where_it_was() {
    const REPORTS: usize = 8;
    let field = Field::small();
    let mut runs = 0;
    let mut done = 0;
    loop {
        runs += 1;
        let mut ledger = field.ledger();
        let queue = LocalQueue::new();
        let stop = Arc::new(AtomicBool::new(false));
        let worker = field.worker(&format!("of run {runs}"), queue.supply(), &stop);
        let mut dispatch = Counted::new(queue.dispatch(), |taken| {
            stop.store(taken >= REPORTS, Ordering::Relaxed);
        });
        let outcome = field.drive(&mut ledger, &mut dispatch, habits(0.2), &stop);
        queue.close();
        worker.join().unwrap().unwrap();
        if let Outcome::Proved(bounds) = outcome.unwrap() {
            assert_eq!(bounds, Interval::exact(field.value()));
            assert!(check(&field.game, &ledger).unwrap().holds());
            break;
        }
        // What the driver had taken when it was told to stop is in the ledger, and no job was done twice.
        let now = ledger.summary().unwrap().jobs.done;
        assert_eq!(now, done + REPORTS as u64);
        done = now;
    }
    assert!(runs > 5, "stopped {} times only", runs - 1);
}

#[test]
fn a_second_solving_finds_the_bounds_that_are_wrong_and_no_others() {
    let field = Field::small();
    let ledger = prove(&field, habits(0.0));
    let solve_again = |ledger: &Ledger, sample, seed| {
        let mut oracle = field.oracle();
        resolve(
            &field.problem,
            ledger,
            &mut oracle,
            (sample, seed),
            |_, _| {},
        )
        .unwrap()
    };
    let mut bounds = Vec::new();
    ledger
        .each_bound(|key, found| {
            bounds.push((key, found));
            Ok(())
        })
        .unwrap();
    let all = solve_again(&ledger, usize::MAX, 1);
    assert!(all.holds() && all.nodes > 0, "{all:?}");
    assert_eq!(all.positions, bounds.len() as u64);
    assert_eq!(solve_again(&ledger, 5, 1).positions, 5);
    drop(ledger);

    // Every third position claims more, or less, than there is.
    let connection = rusqlite::Connection::open(field.path()).unwrap();
    let unknown = Interval::unknown(field.game.value_range());
    let mut oracle = field.oracle();
    let mut wrong = Vec::new();
    for (key, _) in bounds.iter().step_by(3) {
        let value = oracle.value(&field.problem.position(*key).unwrap(), unknown);
        let (lower, upper) = match value {
            ..=0 => (value + 2, 16),
            _ => (-16, value - 2),
        };
        connection
            .execute(
                "UPDATE solved SET lower = ?2, upper = ?3 WHERE key = ?1",
                rusqlite::params![key.to_be_bytes(), lower, upper],
            )
            .unwrap();
        wrong.push(*key);
    }
    let ledger = Ledger::read(&field.path()).unwrap();
    let found = solve_again(&ledger, usize::MAX, 1);
    assert!(!found.holds());
    assert_eq!(
        found.wrong.iter().map(|one| one.key).collect::<Vec<_>>(),
        wrong
    );
    for one in &found.wrong {
        let met = one.claimed.meet(one.found);
        assert!(met.lower > met.upper, "{one:?}");
    }
    // Which are drawn follows from the seed; other seeds draw others.
    let half = bounds.len() / 2;
    let drawn = |seed| solve_again(&ledger, half, seed).wrong;
    assert_eq!(drawn(1), drawn(1));
    assert!((2..20).any(|seed| drawn(seed) != drawn(1)));
}
