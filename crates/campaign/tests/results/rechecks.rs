//! Audits whose results workers solve again: what they confirm, refute, or cannot answer.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use solveig_campaign::job::{Job, JobReport, PositionBounds};
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{QueueError, Supply};
use solveig_campaign::results::audit::{AuditLog, ByChance, DrawnResult, Draws, draw};
use solveig_campaign::results::recheck::{AuditEvent, Recheck};
use solveig_campaign::results::store::Store;
use solveig_campaign::worker::Solver;
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloSolver;
use solveig_search::StopToken;

use crate::world::{World, edit, oracle};

fn all(store: &Store) -> Vec<DrawnResult> {
    let draws = Draws {
        by: ByChance::Uniform,
        seed: 1,
        sample: u64::MAX,
    };
    draw(store, draws, u64::MAX, &StopToken::never()).unwrap()
}

/// What came of an audit.
struct Audited {
    /// Keys and values of false results.
    wrong: Vec<(u128, Option<i32>)>,
    /// The verdicts that were counted, one after the other.
    tested: Vec<u64>,
    /// The jobs that workers answered.
    jobs: u64,
}

/// What a worker says of a job, given what an honest one would.
type Says = fn(&Job, Vec<PositionBounds>) -> Result<Vec<PositionBounds>, &'static str>;

/// Audits all results with one worker, which answers as `says`.
fn audit(world: &mut World, log: &str, says: Says) -> Audited {
    let drawn = all(&world.store());
    audit_of(world, &drawn, log, says)
}

fn audit_of(world: &mut World, drawn: &[DrawnResult], log: &str, says: Says) -> Audited {
    let store = world.store();
    let problem = world.problem();
    let path = world.folder.path().join(log);
    let mut log = AuditLog::open(&path, &store, true).unwrap();
    let mut queue = LocalQueue::new(1, 1);
    let jobs = AtomicU64::new(0);
    let mut audited = Audited {
        wrong: Vec::new(),
        tested: Vec::new(),
        jobs: 0,
    };
    let ended = thread::scope(|scope| {
        let mut supply = queue.clone();
        let (worker, jobs) = (Solver::new(problem.clone(), oracle(&world.game)), &jobs);
        scope.spawn(move || answer(&mut supply, worker, jobs, says));
        let recheck = Recheck {
            problem: &problem,
            store: &store,
            log: &mut log,
            stop: &StopToken::never(),
        };
        let mut observe = |event: AuditEvent<'_>| match event {
            AuditEvent::Tested(tested) => audited.tested.push(tested),
            AuditEvent::False(record, value) => audited.wrong.push((record.key, value)),
        };
        let ended = recheck.run(drawn, &mut queue, &mut world.solver, &mut observe);
        queue.close();
        ended
    });
    audited.jobs = jobs.into_inner();
    let nodes = ended.unwrap().nodes;
    assert!(nodes > 0 || audited.jobs == 0);
    assert_eq!(audited.tested.last(), Some(&(drawn.len() as u64)));
    assert!(audited.tested.is_sorted());
    let kept: Vec<_> = log.false_results(&store).unwrap();
    let kept: Vec<_> = kept.iter().map(|one| (one.record.key, one.value)).collect();
    audited.wrong.sort_unstable();
    assert_eq!(kept, audited.wrong);
    audited
}

fn answer(
    supply: &mut LocalQueue,
    mut solver: Solver<Othello<u64>, OthelloSolver<u64>>,
    jobs: &AtomicU64,
    says: Says,
) {
    loop {
        match supply.next(Duration::from_millis(50)) {
            Ok(Some(lease)) => {
                jobs.fetch_add(1, Ordering::Relaxed);
                let job = lease.job().clone();
                let answers = solver
                    .answer(&job, &std::sync::Arc::default(), || ())
                    .unwrap();
                let said = says(&job, answers);
                let report = JobReport {
                    campaign: job.campaign.clone(),
                    job: job.number,
                    task: job.task,
                    worker: "one/1".to_owned(),
                    version: "1".to_owned(),
                    seconds: 0.0,
                    waited: 0.0,
                    failure: said.as_ref().err().map(|reason| (*reason).to_owned()),
                    answers: said.unwrap_or_default(),
                };
                let _ = lease.finish(&report);
            }
            Ok(None) => {}
            Err(QueueError::Closed(_)) => return,
            Err(error) => panic!("{error}"),
        }
    }
}

/// What no worker should say: a failed job, no answers, the opposite of the truth, bounds that say
/// nothing, another key, and answers that contradict each other.
const BAD: [Says; 6] = [
    |_, _| Err("the search panicked"),
    |_, _| Ok(Vec::new()),
    |job, mut answers| {
        // Beyond the window, so that it decides it the other way.
        for (answer, item) in answers.iter_mut().zip(&job.items) {
            (answer.lower, answer.upper) = match answer.lower > item.alpha {
                true => (-16, item.alpha),
                false => (item.beta, 16),
            };
        }
        Ok(answers)
    },
    |_, mut answers| {
        (answers[0].lower, answers[0].upper) = (-16, 16);
        Ok(answers)
    },
    |_, mut answers| {
        answers[0].item.key ^= 1;
        Ok(answers)
    },
    |job, mut answers| {
        let (first, last) = (job.items[0], job.items[job.items.len() - 1]);
        for (place, answer) in answers.iter_mut().enumerate() {
            (answer.lower, answer.upper) = match place {
                0 => (last.beta, 16),
                _ => (-16, first.alpha),
            };
        }
        Ok(answers)
    },
];

#[test]
fn workers_confirm_all_results_of_a_true_world() {
    let mut world = World::whole(4, 4, 9, 6);
    world.import().unwrap();
    let audited = audit(&mut world, "log", |_, answers| Ok(answers));
    assert_eq!(audited.wrong, []);
    assert_eq!(audited.jobs, all(&world.store()).len() as u64);
    // All have verdicts now.
    let again = audit(&mut world, "log", |_, _| Err("asked again"));
    assert_eq!(
        (again.jobs, again.tested),
        (0, audited.tested[audited.tested.len() - 1..].to_vec())
    );
}

/// A job asks each bound that says something, so that an answer which decides its windows confirms
/// or refutes the result.
#[test]
fn what_a_worker_refutes_does_not_answer_or_answers_badly_is_solved_here() {
    let mut world = World::whole(4, 4, 9, 6);
    world.import().unwrap();
    for (number, says) in BAD.into_iter().enumerate() {
        let audited = audit(&mut world, &format!("log {number}"), says);
        assert_eq!(audited.wrong, [], "{number}");
        assert_eq!(audited.jobs, all(&world.store()).len() as u64);
    }
}

#[test]
fn a_false_result_is_noticed_through_a_worker() {
    let mut world = World::whole(4, 4, 9, 7);
    let path = world.first_file();
    let row = world.exact_row();
    let (letters, _) = row.split_once(',').unwrap();
    let key = world.key_of_row(&row);
    let (mut noticed, mut values) = (0, BTreeSet::new());
    for value in (-16..=16).step_by(4) {
        for bounds in [(value, value), (value, 16), (-16, value)] {
            edit(&path, |lines| {
                lines.retain(|line| !line.starts_with(letters));
                let (lower, upper) = bounds;
                lines.push(format!("{letters},7,100,{lower},{upper},9"));
            });
            if world.import_again().is_err() {
                continue;
            }
            let mut drawn = all(&world.store());
            drawn.retain(|one| one.record.key == key);
            assert_eq!(drawn.len(), usize::from(bounds != (-16, 16)));
            let truth = world.value_of_row(&row);
            let is_false = !(bounds.0..=bounds.1).contains(&truth);
            let honest: Says = |_, answers| Ok(answers);
            for (number, says) in BAD.into_iter().chain([honest]).enumerate() {
                // Of one bound these may say the opposite of the truth: such a worker lies.
                if is_false && [2, 5].contains(&number) {
                    continue;
                }
                let audited = audit_of(&mut world, &drawn, "log", says);
                std::fs::remove_file(world.folder.path().join("log")).unwrap();
                let found = usize::from(is_false);
                assert_eq!(audited.wrong.len(), found, "{bounds:?} {number}");
                values.extend(audited.wrong.iter().map(|(_, value)| *value));
            }
            noticed += u64::from(is_false);
        }
    }
    assert!(noticed > 3, "{noticed}");
    assert_eq!(values.len(), 1);
}

/// Answers of which each refutes a bound do not confirm both together.
#[test]
fn answers_that_contradict_each_other_confirm_nothing() {
    let mut world = World::whole(4, 4, 9, 7);
    let path = world.first_file();
    let row = world.exact_row();
    let (letters, _) = row.split_once(',').unwrap();
    let key = world.key_of_row(&row);
    let mut tried = 0;
    for (lower, upper) in [(-14, -10), (-4, 4), (10, 14)] {
        edit(&path, |lines| {
            lines.retain(|line| !line.starts_with(letters));
            lines.push(format!("{letters},7,100,{lower},{upper},9"));
        });
        if world.import_again().is_err() {
            continue;
        }
        let honest: Says = |_, answers| Ok(answers);
        let mut drawn = all(&world.store());
        drawn.retain(|one| one.record.key == key);
        let truth = audit_of(&mut world, &drawn, "log", honest).wrong;
        std::fs::remove_file(world.folder.path().join("log")).unwrap();
        assert_eq!(audit_of(&mut world, &drawn, "log", BAD[5]).wrong, truth);
        std::fs::remove_file(world.folder.path().join("log")).unwrap();
        tried += usize::from(!truth.is_empty());
    }
    assert!(tried > 0);
}

/// Reports of somebody else stay in the queue.
#[test]
fn a_queue_with_reports_of_another_campaign_is_refused() {
    let mut world = World::whole(4, 4, 9, 6);
    world.import().unwrap();
    let store = world.store();
    let problem = world.problem();
    let path = world.folder.path().join("log");
    let mut log = AuditLog::open(&path, &store, true).unwrap();
    let mut queue = LocalQueue::default();
    let mut others = queue.clone();
    let job = Job {
        campaign: "another".to_owned(),
        number: 1,
        game: "othello:4x4".to_owned(),
        task: solveig_campaign::job::Task::Solve { margin: 0 },
        items: Vec::new(),
    };
    use solveig_campaign::queue::{Dispatch, DriverMessage};
    others.publish(&[job]).unwrap();
    thread::scope(|scope| {
        let worker = Solver::new(problem.clone(), oracle(&world.game));
        let mut supply = queue.clone();
        scope.spawn(move || answer(&mut supply, worker, &AtomicU64::new(0), |_, said| Ok(said)));
        let recheck = Recheck {
            problem: &problem,
            store: &store,
            log: &mut log,
            stop: &StopToken::never(),
        };
        let drawn = all(&store);
        let error = recheck.run(&drawn, &mut queue, &mut world.solver, &mut |_| ());
        let error = error.unwrap_err().to_string();
        assert!(error.contains("another campaign or audit, another: expected a queue of its own"));
        let left = others.reports(9, Duration::from_secs(1)).unwrap();
        assert!(left.iter().any(
            |receipt| matches!(receipt.message(), DriverMessage::Report(report) if report.campaign == "another")
        ));
        drop(left);
        queue.close();
    });
}
