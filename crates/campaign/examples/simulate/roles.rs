//! The processes of a simulation other than the server: the driver and the workers.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use solveig_campaign::driver::{Driver, DriverConfig, RunOutcome};
use solveig_campaign::job::{Job, JobReport, Task};
use solveig_campaign::ledger::Ledger;
use solveig_campaign::queue::jetstream::{dispatch, supply};
use solveig_campaign::queue::{QueueError, Supply};
use solveig_campaign::worker::{Solver, decide};
use solveig_game::{Interval, Reduction, random};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::OthelloSolver;
use solveig_search::TranspositionTable;

use crate::Failure;
use crate::settings::{Settings, THREADS};

/// The share of exact searches that take fifty times as long. Estimates take a tenth of the time.
const STRAGGLERS: f64 = 0.002;

/// One process of so many is a liar.
const LIARS: usize = 5;

/// Whether the workers of a process lie.
pub const fn lies(process: usize) -> bool {
    process % LIARS == LIARS - 1
}

/// A number from 0 to 1.
pub fn draw(seed: u64, number: u64) -> f64 {
    (random::output(seed, number) >> 11) as f64 / (1_u64 << 53) as f64
}

pub fn oracle(game: &Othello<u64>, bytes: u64) -> Result<OthelloSolver<u64>, Failure> {
    let table = Arc::new(TranspositionTable::new(game, bytes)?);
    Ok(OthelloSolver::new(game, &table, Reduction::Canonical))
}

/// The driver, as in `campaign run --server`.
pub fn drive(path: &Path, settings: &Settings) -> Result<(), Failure> {
    let (game, _, problem) = settings.plan()?;
    let mut ledger = Ledger::drive(path)?;
    let mut queue = dispatch(&settings.access(), &game)?;
    let mut auditor = oracle(&game, 1 << 22)?;
    let unknown = Interval::unknown(solveig_game::Game::value_range(&game));
    let mut audit = |position: &_, window, expected| {
        let found = decide(&problem, &mut auditor, position, window, expected, unknown)?;
        Ok((found, 1))
    };
    let config = DriverConfig {
        batch_seconds: settings.delay / 1e3,
        batch_positions: 1,
        sampled: settings.audit,
        workers_audit: true,
        republish_after: Duration::from_secs(5),
        deliveries: 20,
        ..DriverConfig::default()
    };
    let mut observe = |_: &_| {};
    let driver = Driver::new(&problem, &mut ledger, &mut queue, &mut observe, config);
    match driver.run(&mut audit, &Arc::new(AtomicBool::new(false)))? {
        RunOutcome::Proved(_) => Ok(()),
        RunOutcome::Stopped => Err("the driver was stopped".into()),
    }
}

/// A process of workers with one identity, liars or honest.
pub fn work(process: usize, settings: &Settings) -> Result<(), Failure> {
    let lies = lies(process);
    let identity = format!("{}-{process}", if lies { "liar" } else { "honest" });
    let mut threads = Vec::new();
    for thread in 0..THREADS {
        let (game, _, problem) = settings.plan()?;
        let mut solver = Solver::new(problem, oracle(&game, 1 << 16)?);
        let mut supply = supply(&settings.access(), &game, &identity)?;
        let (settings, name) = (settings.clone(), format!("{thread}"));
        threads.push(thread::spawn(move || -> Result<(), QueueError> {
            let stop = Arc::new(AtomicBool::new(false));
            loop {
                let Some(lease) = supply.next(Duration::from_secs(5))? else {
                    continue;
                };
                let begun = Instant::now();
                let job = lease.job();
                let Some(answers) = solver.answer(job, &stop, || {}) else {
                    return Ok(());
                };
                let place = settings.seed ^ ((process * THREADS + thread) as u64) << 32;
                let mut millis = -settings.delay * draw(place, job.number).max(1e-9).ln();
                if matches!(job.task, Task::Estimate { .. }) {
                    millis /= 10.0;
                } else if draw(!place, job.number) < STRAGGLERS {
                    millis *= 50.0;
                }
                thread::sleep(Duration::from_secs_f64(millis / 1e3));
                let mut report = JobReport {
                    campaign: job.campaign.clone(),
                    job: job.number,
                    worker: name.clone(),
                    version: "simulated".to_owned(),
                    seconds: begun.elapsed().as_secs_f64(),
                    waited: 0.0,
                    answers,
                    failure: None,
                    begun: false,
                };
                if lies && job.number % 7 == 0 {
                    lie(job, &mut report);
                }
                lease.finish(&report)?;
            }
        }));
    }
    for thread in threads {
        thread.join().map_err(|_| "a worker has panicked")??;
    }
    Ok(())
}

/// Says the opposite of all that was found.
fn lie(job: &Job, report: &mut JobReport) {
    let most = 64;
    for (answer, item) in report.answers.iter_mut().zip(&job.items) {
        if matches!(job.task, Task::Solve { .. }) {
            (answer.lower, answer.upper) = match answer.lower >= item.beta {
                true => (answer.lower.min(item.alpha), item.alpha),
                false => (item.beta, answer.upper.max(item.beta).min(most)),
            };
        }
    }
}
