//! Workers: they take jobs, search, and bring back what they found.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use solveig_game::{Game, Interval, Value};
use solveig_search::{Knowledge, Oracle, Window};

use crate::job::{Answer, Item, Job, Report, Task};
use crate::problem::{Goal, Problem};
use crate::queue::{QueueError, Supply};

/// The version that workers put under their reports.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Answers jobs about positions of one game. Its oracle, and so its transposition table, stays from job to job.
pub struct Solver<G: Game, K, O> {
    problem: Problem<G, K>,
    oracle: O,
}

impl<G: Game, K: Knowledge<G>, O: Oracle<G>> Solver<G, K, O> {
    /// A solver of jobs about the game of `problem`.
    pub const fn new(problem: Problem<G, K>, oracle: O) -> Self {
        Self { problem, oracle }
    }

    /// Works on all positions of a job, one after another, until done or `stop` is set, and then returns nothing.
    /// Keys that are no positions are answered with bounds that say nothing.
    pub fn answer(&mut self, job: &Job, stop: &AtomicBool) -> Option<Vec<Answer>> {
        let mut answers = Vec::with_capacity(job.items.len());
        for item in &job.items {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            answers.push(self.answer_one(job.task, item));
        }
        Some(answers)
    }

    fn answer_one(&mut self, task: Task, item: &Item) -> Answer {
        let range = self.problem.game().value_range();
        let before = self.oracle.nodes();
        let bounds = match self.problem.position(item.key) {
            None => Interval::unknown(range),
            Some(position) => match task {
                Task::Solve { margin } => self.solve(&position, item, margin),
                Task::Estimate { plies } => {
                    let full = Goal::exact(range).window();
                    let guess = self.problem.look_ahead(&position, plies, full);
                    Interval::exact(guess.clamp(range.min, range.max))
                }
            },
        };
        Answer {
            key: item.key,
            lower: bounds.lower,
            upper: bounds.upper,
            nodes: self.oracle.nodes() - before,
        }
    }
}

impl<G: Game, K: Knowledge<G>, O: Oracle<G>> Solver<G, K, O> {
    /// Decides the window of an item, and values up to `margin` further where the outcome is not what was expected: then
    /// the next round is better informed.
    fn solve(&mut self, position: &G::Position, item: &Item, margin: Value) -> Interval {
        let Self { problem, oracle } = self;
        let range = problem.game().value_range();
        let (asked, estimate) = (item.window(), item.estimate);
        let unknown = Interval::unknown(range);
        let found = decide(problem, oracle, position, asked, estimate, unknown);
        if found.lower <= estimate && estimate <= found.upper {
            return found;
        }
        let wider = Window {
            alpha: asked.alpha.saturating_sub(margin).max(range.min - 1),
            beta: asked.beta.saturating_add(margin).min(range.max + 1),
        };
        decide(problem, oracle, position, wider, estimate, found)
    }
}

/// Proves bounds of `position` that decide `window`, in addition to what is `known`, by null-window tests that begin where
/// a right estimate needs fewest.
pub fn decide<G: Game, K: Knowledge<G>, O: Oracle<G>>(
    problem: &Problem<G, K>,
    oracle: &mut O,
    position: &G::Position,
    window: Window,
    estimate: Value,
    known: Interval,
) -> Interval {
    let mut known = problem.tighten(known);
    let mut next = estimate;
    while window.decided_by(known).is_none() {
        let lowest = known.lower.max(window.alpha).saturating_add(1);
        let highest = known.upper.min(window.beta);
        if lowest > highest {
            // Only an empty window has no test left; whoever asks for one gets what is known.
            break;
        }
        let bound = next.clamp(lowest, highest);
        if oracle.at_least(position, bound) {
            known.lower = bound;
            next = bound + 1;
        } else {
            known.upper = bound - 1;
            next = bound - 1;
        }
        known = problem.tighten(known);
    }
    known
}

/// What workers have done, for whoever shows it.
#[derive(Debug, Default)]
pub struct Tally {
    /// Jobs whose reports were taken.
    pub jobs: AtomicU64,
    /// Positions answered.
    pub positions: AtomicU64,
    /// Positions visited in searches.
    pub nodes: AtomicU64,
    /// Time spent on jobs, in microseconds.
    pub busy_micros: AtomicU64,
}

/// Takes jobs from `supply` and answers them until `stop` is set or the queue is closed. A job that is not finished by
/// then goes back.
///
/// # Errors
///
/// Fails if the queue does, other than by being closed.
pub fn work<G: Game, K: Knowledge<G>, O: Oracle<G>>(
    name: &str,
    solver: &mut Solver<G, K, O>,
    supply: &mut dyn Supply,
    stop: &AtomicBool,
    tally: &Tally,
) -> Result<(), QueueError> {
    const WAIT: Duration = Duration::from_millis(200);
    let spec = solver.problem.game().spec();
    while !stop.load(Ordering::Relaxed) {
        let lease = match supply.next(WAIT) {
            Ok(Some(lease)) => lease,
            Ok(None) => continue,
            Err(QueueError::Closed(_)) => return Ok(()),
            Err(error) => return Err(error),
        };
        if lease.job().game != spec {
            tracing::warn!(
                "job {} is about {}, not {spec}: left to others",
                lease.job().number,
                lease.job().game
            );
            continue;
        }
        let started = Instant::now();
        let Some(answers) = solver.answer(lease.job(), stop) else {
            return Ok(());
        };
        let spent = started.elapsed();
        let nodes: u64 = answers.iter().map(|answer| answer.nodes).sum();
        let positions = answers.len() as u64;
        let report = Report {
            campaign: lease.job().campaign.clone(),
            job: lease.job().number,
            worker: name.to_owned(),
            version: VERSION.to_owned(),
            seconds: spent.as_secs_f64(),
            answers,
        };
        match lease.finish(&report) {
            Ok(()) => {}
            Err(QueueError::Closed(_)) => return Ok(()),
            // The job is handed out again; what was found is still in the table.
            Err(error) => tracing::warn!("job {}: {error}", report.job),
        }
        tally.jobs.fetch_add(1, Ordering::Relaxed);
        tally.positions.fetch_add(positions, Ordering::Relaxed);
        tally.nodes.fetch_add(nodes, Ordering::Relaxed);
        let micros = u64::try_from(spent.as_micros()).unwrap_or(u64::MAX);
        tally.busy_micros.fetch_add(micros, Ordering::Relaxed);
    }
    Ok(())
}
