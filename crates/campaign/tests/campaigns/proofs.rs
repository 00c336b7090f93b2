//! Campaigns prove what one search finds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use solveig_campaign::check::{CheckedLedger, DrawnBound, Options, Sample, check};
use solveig_campaign::driver::{DriverConfig, RunOutcome};
use solveig_campaign::ledger::Ledger;
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::resolve::{SampleTest, Wrong, resolve};
use solveig_campaign::rounds::Choice;
use solveig_game::{Game, Interval, Keyed, Notation};
use solveig_search::Oracle;
use solveig_verify::conclusion::{BoundKind, Premise};

use crate::field::{Field, Overseen, config, queue};

/// Runs the campaign of a field with two workers of this process.
pub fn prove(field: &Field, config: DriverConfig) -> Ledger {
    let mut ledger = field.ledger();
    let queue = queue();
    let supplies = [queue.clone(), queue.clone()];
    let outcome = field.campaign(&mut ledger, &queue, config, supplies);
    assert_eq!(outcome.unwrap(), field.proved());
    ledger
}

#[test]
fn both_orientations_of_6x4_othello_are_proved_at_two_cuts() {
    for board in [(6, 4), (4, 6)] {
        let field = Field::new(board, (14, 8));
        assert_eq!(field.value(), 16);
        let ledger = prove(&field, DriverConfig::default());
        let checked = check(&ledger, &Options::default()).unwrap();
        assert!(checked.holds(), "{checked:?}");
        assert!(
            checked.used > 100 && checked.used <= 2 * checked.bounds,
            "{checked:?}"
        );
        let summary = ledger.summary().unwrap();
        assert_eq!(summary.proved, Some(Interval::exact(16)));
        assert_eq!(summary.solved, checked.bounds);
        assert_eq!((summary.jobs.open, summary.jobs.given_up), (0, 0));
        assert!(summary.rounds.iter().all(|round| round.ended));
        assert_eq!(summary.share(), 1.0);
    }
}

#[test]
fn a_driver_that_is_stopped_again_and_again_goes_on_where_it_was() {
    let few = Choice {
        threads: 2,
        positions: 1,
        each: 20,
        in_full: 0,
        made_sure: 1,
    };
    for choice in [Choice::default(), few] {
        expect_to_go_on(choice);
    }
}

fn expect_to_go_on(choice: Choice) {
    const REPORTS: usize = 8;
    let field = Field::small();
    let settings = DriverConfig { choice, ..config() };
    let mut runs = 0;
    let mut done = 0;
    loop {
        runs += 1;
        let mut ledger = field.ledger();
        let queue = LocalQueue::default();
        let stop = Arc::new(AtomicBool::new(false));
        let worker = field.worker(&format!("of run {runs}"), queue.clone(), &stop);
        let mut dispatch = Overseen::new(queue.clone());
        dispatch.tell = Box::new(|reports| stop.store(reports >= REPORTS, Ordering::Relaxed));
        let outcome = field.drive(&mut ledger, &mut dispatch, settings, &stop);
        queue.close();
        worker.join().unwrap().unwrap();
        if let RunOutcome::Proved(bounds) = outcome.unwrap() {
            assert_eq!(bounds, Interval::exact(field.value()));
            assert!(check(&ledger, &Options::default()).unwrap().holds());
            break;
        }
        // What the driver had taken when it was told to stop is in the ledger, and no job was done
        // twice.
        let now = ledger.summary().unwrap().jobs.done;
        assert_eq!(now, done + REPORTS as u64);
        done = now;
    }
    assert!(runs > 5, "stopped {} times only", runs - 1);
}

/// The bounds that are drawn, and what a second solving finds of them.
fn solve_again(field: &Field, draws: u64, seed: u64) -> (CheckedLedger, SampleTest) {
    let ledger = Ledger::open_to_read(&field.path()).unwrap();
    let options = Options {
        sample: Some(Sample { draws, seed }),
        ..Options::default()
    };
    let checked = check(&ledger, &options).unwrap();
    let resolved = resolve(
        &field.problem,
        &checked.drawn,
        &mut field.oracle(),
        |_, _| {},
    );
    (checked, resolved.unwrap())
}

#[test]
fn a_second_solving_finds_the_bounds_that_are_wrong_and_no_others() {
    let field = Field::small();
    drop(prove(&field, config()));
    let (checked, all) = solve_again(&field, u64::MAX, 1);
    assert!(all.wrong.is_empty() && all.nodes > 0, "{all:?}");
    assert_eq!(all.bounds, checked.used);
    assert!(checked.drawn.iter().all(|drawn| drawn.times == 1));
    let unknown = Interval::unknown(field.game.value_range());
    for DrawnBound {
        bound, position, ..
    } in &checked.drawn
    {
        let said = field.game.parse_position(position).unwrap();
        assert_eq!(u128::from(field.game.key(&said)), bound.key);
        let says_nothing = match bound.side {
            BoundKind::AtLeast => bound.bound == unknown.lower,
            BoundKind::AtMost => bound.bound == unknown.upper,
        };
        assert!(!says_nothing, "{position}");
    }

    // All bounds of positions of which one side is used claim more than there is.
    let connection = rusqlite::Connection::open(field.path()).unwrap();
    let mut oracle = field.oracle();
    let mut wrong = Vec::new();
    let uses = |key| {
        let drawn = checked.drawn.iter().map(|drawn| drawn.bound.key);
        drawn.filter(|one| *one == key).count()
    };
    for drawn in &checked.drawn {
        let Premise { key, side, .. } = drawn.bound;
        if uses(key) > 1 {
            continue;
        }
        let value = oracle
            .value(&field.problem.position(key).unwrap(), unknown)
            .unwrap();
        let (bound, lie) = match side {
            BoundKind::AtLeast if value < 16 => (value + 2, (value + 2, 16)),
            BoundKind::AtMost if value > -16 => (value - 2, (-16, value - 2)),
            _ => continue,
        };
        connection
            .execute(
                "UPDATE solved SET lower = ?2, upper = ?3 WHERE key = ?1",
                rusqlite::params![key.to_be_bytes(), lie.0, lie.1],
            )
            .unwrap();
        let bound = Premise { key, side, bound };
        let position = drawn.position.clone();
        wrong.push(Wrong {
            bound,
            position,
            value: Some(value),
        });
    }
    let (forged, found) = solve_again(&field, u64::MAX, 1);
    assert!(forged.holds(), "{forged:?}");
    // Where more is claimed than before, the derivation may rest on less.
    wrong.retain(|wrong| forged.drawn.iter().any(|drawn| drawn.bound == wrong.bound));
    assert_eq!(found.wrong, wrong);
    assert!(wrong.len() > 1, "{}", wrong.len());
    // Which are drawn follows from the seed; other seeds draw others.
    let half = forged.used / 2;
    let drawn = |seed| solve_again(&field, half, seed).0.drawn;
    assert_eq!(drawn(1), drawn(1));
    assert!((2..20).any(|seed| drawn(seed) != drawn(1)));
    let times = drawn(1).iter().map(|drawn| drawn.times).sum::<u64>();
    assert_eq!(times, half);
}

#[test]
fn padding_does_not_hide_a_lie() {
    let field = Field::small();
    drop(prove(&field, config()));
    let rests_on = solve_again(&field, u64::MAX, 1).0;
    let connection = rusqlite::Connection::open(field.path()).unwrap();
    // Ten thousand rows that say nothing.
    connection
        .execute_batch(
            "INSERT INTO workers (id, name, version) VALUES (99, 'padding', '1');
             WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 9999)
             INSERT OR IGNORE INTO solved SELECT unhex(printf('%032x', n)), 1, -17, 17, -16, 16, 1, 99 FROM n;",
        )
        .unwrap();
    let (padded, found) = solve_again(&field, u64::MAX, 1);
    assert!(padded.bounds > 10_000, "{}", padded.bounds);
    assert_eq!(padded.used, rests_on.used);
    assert_eq!(padded.drawn, rests_on.drawn);
    assert!(found.wrong.is_empty());
    // A twentieth of what is used is false: of samples of a hundred, 0.6 % see none of it.
    let mut oracle = field.oracle();
    let unknown = Interval::unknown(field.game.value_range());
    let mut lies = 0;
    for drawn in rests_on.drawn.iter().step_by(20) {
        let key = drawn.bound.key;
        let value = oracle
            .value(&field.problem.position(key).unwrap(), unknown)
            .unwrap();
        let (lower, upper) = match drawn.bound.side {
            BoundKind::AtLeast => (value + 2, 16),
            BoundKind::AtMost => (-16, value - 2),
        };
        if lower <= upper {
            lies += 1;
            let sql = "UPDATE solved SET lower = ?2, upper = ?3 WHERE key = ?1";
            connection
                .execute(sql, rusqlite::params![key.to_be_bytes(), lower, upper])
                .unwrap();
        }
    }
    assert!(lies > 0);
    let draws = (rests_on.used - 1).min(100);
    let caught = (0..20).filter(|seed| {
        let (_, found) = solve_again(&field, draws, *seed);
        !found.wrong.is_empty()
    });
    assert!(caught.count() > 10, "{lies} lies of {}", rests_on.used);
}
