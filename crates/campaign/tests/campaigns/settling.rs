//! Solutions whose positions workers settle: the files are those of a solve in one process,
//! whatever is killed and whatever workers say.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::thread;

use solveig_campaign::driver::{SettleConfig, SettlingWorkers};
use solveig_campaign::job::{Job, JobOutcome, JobReport, Task};
use solveig_campaign::queue::Dispatch;
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::worker::{WorkerFlags, WorkerTally, work};
use solveig_game::random::Random;
use solveig_game::{Game, Reduction};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloKnowledge;
use solveig_region::{
    BuildError, BuildProgress, CertificateScope, Helpers, RefutationMethod, Scope, ScopeClosure,
    solve_with_helpers,
};
use solveig_search::StopToken;

use crate::field::{Field, oracle};
use crate::samples::{Altered, answers_of, job};

fn closure(game: &Othello<u64>) -> ScopeClosure<Othello<u64>> {
    ScopeClosure {
        game: game.clone(),
        knowledge: Arc::new(OthelloKnowledge::new(game)),
        scope: Scope::SemiStrong,
        reduction: Reduction::Canonical,
        cut: game.max_level(),
        proof: Some(CertificateScope {
            refutation: RefutationMethod::FirstInOrder,
            to_level: game.max_level(),
        }),
    }
}

/// Nearly everything is settled by workers.
fn config() -> SettleConfig {
    SettleConfig {
        own_moves: 3,
        least_positions: 1,
    }
}

/// Solves into a folder.
fn solve_in(
    folder: &Path,
    game: &Othello<u64>,
    helpers: Option<&mut dyn Helpers>,
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<(), BuildError> {
    let [artifact, certificate] = ["a.sol", "a.cert"].map(|name| folder.join(name));
    let mut oracles = [oracle(game)];
    solve_with_helpers(
        &closure(game),
        &artifact,
        Some(&certificate),
        &mut oracles,
        &StopToken::never(),
        helpers,
        progress,
    )
    .map(drop)
}

fn files_in(folder: &Path) -> [Vec<u8>; 2] {
    ["a.sol", "a.cert"].map(|name| fs::read(folder.join(name)).unwrap())
}

/// The files that one process writes.
fn expected(game: &Othello<u64>) -> [Vec<u8>; 2] {
    let folder = tempfile::tempdir().unwrap();
    solve_in(folder.path(), game, None, &mut |_| {}).unwrap();
    files_in(folder.path())
}

/// Solves with the workers at the other end of `dispatch`.
fn solve_by(
    folder: &Path,
    game: &Othello<u64>,
    dispatch: &mut dyn Dispatch,
    config: SettleConfig,
    progress: &mut dyn FnMut(&BuildProgress),
) -> Result<(), BuildError> {
    let mut workers = SettlingWorkers::new(game, dispatch, config, StopToken::never());
    solve_in(folder, game, Some(&mut workers), progress)
}

/// Where a process that this test starts, and kills, works.
const FOLDER: &str = "SOLVEIG_SETTLING_FOLDER";
const WORKERS: &str = "SOLVEIG_SETTLING_WORKERS";
const BOARD: (u32, u32) = (6, 4);

/// Works at a solve, with threads that break jobs off as workers that are killed would, and says
/// how far it is.
fn work_in(folder: &Path) {
    let workers: u64 = std::env::var(WORKERS).unwrap().parse().unwrap();
    let field = Field::new(BOARD, (14, 8));
    let queue = LocalQueue::default();
    let killed: Vec<WorkerFlags> = (0..workers).map(|_| WorkerFlags::default()).collect();
    thread::scope(|scope| {
        for (number, flags) in killed.iter().enumerate() {
            let (field, mut queue) = (&field, queue.clone());
            scope.spawn(move || {
                // A worker that has ended comes back under another name.
                for life in 0.. {
                    let name = format!("worker-{number}-{life}");
                    let (mut solver, tally) = (field.solver(), WorkerTally::default());
                    let ended = work(&name, &mut solver, &mut queue, flags, &tally);
                    if ended.is_err() || !flags.stop.swap(false, Ordering::Relaxed) {
                        break;
                    }
                }
            });
        }
        let mut random = Random::new(workers);
        let mut steps = 0;
        let mut progress = |now: &BuildProgress| {
            println!("{} {}", now.level, now.in_level.done);
            steps += 1;
            if steps % 50 == 0 {
                let victim = random.word() % workers;
                killed[victim as usize].stop.store(true, Ordering::Relaxed);
            }
        };
        let mut dispatch = queue.clone();
        let config = SettleConfig {
            own_moves: 9,
            ..config()
        };
        solve_by(folder, &field.game, &mut dispatch, config, &mut progress).unwrap();
        queue.close();
    });
}

#[test]
fn a_solve_by_workers_killed_at_any_moment_goes_on_to_the_files_of_one_process() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return work_in(Path::new(&folder));
    }
    let (columns, rows) = BOARD;
    let expected = expected(&Othello::new(columns, rows).unwrap());
    for workers in [1, 8] {
        let folder = tempfile::tempdir().unwrap();
        let name = "settling::\
                    a_solve_by_workers_killed_at_any_moment_goes_on_to_the_files_of_one_process";
        let mut random = Random::new(workers);
        let mut kills = 0;
        loop {
            let mut child = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", name, "--nocapture"])
                .env(FOLDER, folder.path())
                .env(WORKERS, workers.to_string())
                .stdout(Stdio::piped())
                .stderr(Stdio::inherit())
                .spawn()
                .unwrap();
            let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
            // The last is left to finish.
            let steps = match kills < 12 {
                true => 1 + random.word() % 1000,
                false => u64::MAX,
            };
            let steps = usize::try_from(steps).unwrap_or(usize::MAX);
            let is_killed = said.nth(steps).is_some();
            if is_killed {
                child.kill().unwrap();
                kills += 1;
            }
            let status = child.wait().unwrap();
            if !is_killed {
                assert!(status.success(), "{status}");
                break;
            }
        }
        assert!(kills >= 5, "it was over after {kills}");
        assert!(files_in(folder.path()) == expected, "{workers} workers");
    }
}

/// The deliveries after which the queue gives a job up.
const DELIVERIES: u32 = 3;

fn solve_spoilt(
    alter: impl FnMut(&Job, &mut JobReport) + Clone + Send + 'static,
) -> (Result<(), BuildError>, bool) {
    let field = Field::small();
    let game = field.game.clone();
    let queue = LocalQueue::new(1, DELIVERIES);
    let supply = queue.clone();
    let worker = field.worker("one", Altered { supply, alter }, &Arc::default());
    let folder = tempfile::tempdir().unwrap();
    let mut dispatch = queue.clone();
    let solved = solve_by(folder.path(), &game, &mut dispatch, config(), &mut |_| {});
    queue.close();
    worker.join().unwrap().unwrap();
    let is_same = solved.is_ok() && files_in(folder.path()) == expected(&game);
    (solved, is_same)
}

#[test]
fn jobs_that_fail_come_again_and_those_without_an_answer_are_left_to_the_driver() {
    let deliveries = Arc::new(Mutex::new(BTreeMap::new()));
    let (solved, is_same) = solve_spoilt(move |job, report| {
        assert!(matches!(job.task, Task::Settle { .. }));
        let mut deliveries = deliveries.lock().unwrap();
        let times = deliveries
            .entry((job.campaign.clone(), job.number))
            .or_insert(0);
        *times += 1;
        assert!(*times <= DELIVERIES);
        let first = &mut answers_of(report)[0];
        match job.number % 16 {
            0 if *times < DELIVERIES => {
                report.outcome = JobOutcome::Failure("it panicked".to_owned())
            }
            1 => report.outcome = JobOutcome::Failure("it panicked".to_owned()),
            2 => first.item.key ^= 1,
            3 => first.move_index = first.move_index.map_or(Some(0), |_| None),
            4 => first.move_index = first.move_index.map(|_| 40),
            5 => drop(answers_of(report).pop()),
            6 => first.upper += 2,
            _ => {}
        }
    });
    solved.unwrap();
    assert!(is_same);
}

#[test]
fn jobs_of_an_earlier_run_and_of_others_in_the_queue_are_no_hindrance() {
    let field = Field::small();
    let game = field.game.clone();
    let queue = LocalQueue::default();
    queue.clone().publish(&[job(1), job(2)]).unwrap();
    let worker = field.worker("one", queue.clone(), &Arc::default());
    let folder = tempfile::tempdir().unwrap();
    let mut dispatch = queue.clone();
    solve_by(folder.path(), &game, &mut dispatch, config(), &mut |_| {}).unwrap();
    queue.close();
    worker.join().unwrap().unwrap();
    assert!(files_in(folder.path()) == expected(&game));
}
