//! Drawn results are solved again on any number of threads, with the same verdicts.

use solveig_campaign::CampaignError;
use solveig_campaign::results::audit::{AuditLog, ByChance, DrawnResult, Draws, draw};
use solveig_campaign::results::recheck::{AuditEvent, Recheck};
use solveig_campaign::results::store::Store;
use solveig_game::{Interval, Value};
use solveig_games::othello::{Othello, Position};
use solveig_search::{Oracle, StopToken, Stopped};

use crate::world::{Solver, World, edit};

fn all(store: &Store) -> Vec<DrawnResult> {
    let draws = Draws {
        by: ByChance::Uniform,
        seed: 1,
        sample: u64::MAX,
    };
    draw(store, draws, u64::MAX, &StopToken::never()).unwrap()
}

/// What came of an audit.
#[derive(Debug)]
struct Audit {
    /// Keys and values of false results.
    wrong: Vec<(u128, Option<i32>)>,
    /// The verdicts that were counted, one after the other.
    tested: Vec<u64>,
    nodes: u64,
}

/// Audits all results, on a thread for each solver.
fn audit<O: Oracle<Othello<u64>>>(
    world: &World,
    solvers: Vec<O>,
    stop: &StopToken,
) -> Result<Audit, CampaignError> {
    let (store, problem) = (world.store(), world.problem());
    let mut log = AuditLog::open(&world.folder.path().join("log"), &store, true).unwrap();
    let (mut wrong, mut tested) = (Vec::new(), Vec::new());
    let drawn = all(&store);
    let recheck = Recheck {
        problem: &problem,
        store: &store,
        log: &mut log,
        stop,
    };
    let nodes = recheck.run(&drawn, solvers, &mut |event| match event {
        AuditEvent::Tested(count) => tested.push(count),
        AuditEvent::False(record, value) => wrong.push((record.key, value)),
    })?;
    assert_eq!(tested.last(), Some(&(drawn.len() as u64)));
    assert!(tested.is_sorted());
    wrong.sort_unstable();
    let kept = log.false_results(&store).unwrap();
    let kept: Vec<_> = kept.iter().map(|one| (one.record.key, one.value)).collect();
    assert!(wrong.iter().all(|one| kept.contains(one)));
    Ok(Audit {
        wrong,
        tested,
        nodes,
    })
}

fn solvers(world: &World, threads: usize) -> Vec<Solver> {
    (0..threads).map(|_| world.oracle()).collect()
}

#[test]
fn any_number_of_threads_confirms_a_true_world_and_a_log_spares_them_the_work() {
    let world = World::whole(4, 4, 9, 6);
    world.import().unwrap();
    for threads in [1, 2, 7] {
        let first = audit(&world, solvers(&world, threads), &StopToken::never()).unwrap();
        assert_eq!(first.wrong, [], "{threads}");
        assert_eq!(first.tested.len(), all(&world.store()).len() + 1);
        assert!(first.nodes > 0);
        let again = audit(&world, solvers(&world, threads), &StopToken::never()).unwrap();
        assert_eq!((again.tested.len(), again.nodes), (1, 0));
        std::fs::remove_file(world.folder.path().join("log")).unwrap();
    }
}

#[test]
fn any_number_of_threads_finds_each_false_result() {
    let mut world = World::whole(4, 4, 9, 7);
    let (path, row) = (world.first_file(), world.exact_row());
    let (letters, _) = row.split_once(',').unwrap();
    let (key, truth) = (world.key_of_row(&row), world.value_of_row(&row));
    let mut noticed = 0;
    for value in (-16..=16).step_by(4) {
        for (lower, upper) in [(value, value), (value, 16), (-16, value)] {
            edit(&path, |lines| {
                lines.retain(|line| !line.starts_with(letters));
                lines.push(format!("{letters},7,100,{lower},{upper},9"));
            });
            if world.import_again().is_err() {
                continue;
            }
            let is_false = !(lower..=upper).contains(&truth);
            for threads in [1, 3] {
                let found = audit(&world, solvers(&world, threads), &StopToken::never()).unwrap();
                let expected = is_false.then_some((key, Some(truth)));
                assert_eq!(found.wrong, Vec::from_iter(expected), "{lower}..{upper}");
                std::fs::remove_file(world.folder.path().join("log")).unwrap();
            }
            noticed += u64::from(is_false);
        }
    }
    assert!(noticed > 3, "{noticed}");
}

/// Panics at its second search.
struct Broken {
    solver: Solver,
    searches: u64,
}

impl Oracle<Othello<u64>> for Broken {
    fn game(&self) -> &Othello<u64> {
        self.solver.game()
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.solver.set_stop(stop);
    }

    fn value(&mut self, position: &Position, bounds: Interval) -> Result<Value, Stopped> {
        self.solver.value(position, bounds)
    }

    fn at_least(&mut self, position: &Position, bound: Value) -> Result<bool, Stopped> {
        self.searches += 1;
        assert!(self.searches < 2, "a fault");
        self.solver.at_least(position, bound)
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }
}

#[test]
fn an_audit_that_cannot_test_all_results_has_no_answer() {
    let world = World::whole(4, 4, 9, 6);
    world.import().unwrap();
    let none = audit(&world, solvers(&world, 0), &StopToken::never());
    assert!(none.unwrap_err().to_string().contains("needs a solver"));
    let stopped = audit(
        &world,
        solvers(&world, 2),
        &StopToken::never().with_deadline(std::time::Instant::now()),
    );
    assert!(matches!(stopped, Err(CampaignError::Stopped(_))));
    let broken = || Broken {
        solver: world.oracle(),
        searches: 0,
    };
    let broken = vec![broken(), broken()];
    let error = audit(&world, broken, &StopToken::never()).unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("results.store: ") && error.ends_with(": it panicked: a fault"),
        "{error}"
    );
}
