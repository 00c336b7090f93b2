//! Workers, which take jobs from a queue, search, and send reports.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use solveig_game::{Game, Interval, Notation, Symmetric, Value};
use solveig_region::SearchQuestion;
use solveig_search::{Oracle, StopChecker, StopToken, Stopped, Window};

use crate::agenda::widen;
use crate::job::{Item, Job, JobOutcome, JobReport, PositionBounds, Task, VERSION};
use crate::problem::{Problem, full_window};
use crate::queue::{Lease, QueueError, Supply};

/// Answers jobs about positions of one game. It keeps its oracle, and so the transposition table,
/// between jobs.
pub struct Solver<G: Game, O> {
    problem: Problem<G>,
    oracle: O,
}

impl<G: Symmetric + Notation, O: Oracle<G>> Solver<G, O> {
    /// A solver of jobs about the game of `problem`.
    pub const fn new(problem: Problem<G>, oracle: O) -> Self {
        Self { problem, oracle }
    }

    /// Answers all positions of a job in order; `None` if `stop` was set. Invalid keys are answered
    /// with the trivial bounds. Calls `before_last` once, before the last position if there is one.
    pub fn answer(
        &mut self,
        job: &Job,
        stop: &Arc<AtomicBool>,
        mut before_last: impl FnMut(),
    ) -> Option<Vec<PositionBounds>> {
        let token = StopToken::never().with_flag(Arc::clone(stop));
        self.oracle.set_stop(token.clone());
        let mut answers = Vec::with_capacity(job.items.len());
        if job.items.is_empty() {
            before_last();
        }
        for (place, item) in job.items.iter().enumerate() {
            if place + 1 == job.items.len() {
                before_last();
            }
            if token.is_stopped() {
                return None;
            }
            answers.push(self.answer_one(job.task, item, &token).ok()?);
        }
        Some(answers)
    }

    fn answer_one(
        &mut self,
        task: Task,
        item: &Item,
        stop: &StopToken,
    ) -> Result<PositionBounds, Stopped> {
        let range = self.problem.game().value_range();
        let before = self.oracle.nodes();
        let mut move_index = None;
        let bounds = match (task, self.problem.position(item.key)) {
            (_, None) => Interval::unknown(range),
            (Task::Solve { margin }, Some(position)) => self.solve(&position, item, margin)?,
            (Task::Estimate { plies, .. }, Some(position)) => {
                let guess = self.estimate(&position, plies, stop)?;
                Interval::exact(guess.clamp(range.min, range.max))
            }
            (Task::Settle { find }, Some(_)) => {
                let question = SearchQuestion {
                    key: item.key,
                    bounds: Interval {
                        lower: item.alpha,
                        upper: item.beta,
                    },
                    find,
                };
                let (game, knowledge) = (self.problem.game(), self.problem.knowledge());
                match question.answer(game, knowledge, &mut self.oracle)? {
                    None => Interval::unknown(range),
                    Some(found) => {
                        move_index = found.move_index;
                        Interval::exact(found.value)
                    }
                }
            }
        };
        Ok(PositionBounds {
            item: *item,
            lower: bounds.lower,
            upper: bounds.upper,
            nodes: self.oracle.nodes() - before,
            move_index,
        })
    }
}

impl<G: Symmetric + Notation, O: Oracle<G>> Solver<G, O> {
    /// An estimate from a search of depth `plies`: the oracle's own, which is faster, if it has
    /// one.
    fn estimate(
        &mut self,
        position: &G::Position,
        plies: u32,
        stop: &StopToken,
    ) -> Result<Value, Stopped> {
        if let Some(own) = self.oracle.estimate(position, plies) {
            return Ok(own);
        }
        let full = full_window(self.problem.game().value_range());
        let mut stop = StopChecker::new(stop.clone());
        self.problem
            .look_ahead_until(position, plies, full, &mut stop)
    }

    /// Decides the window of an item. If the outcome differs from the estimate, decides the window
    /// widened by `margin` too, to inform the next round.
    fn solve(
        &mut self,
        position: &G::Position,
        item: &Item,
        margin: Value,
    ) -> Result<Interval, Stopped> {
        let Self { problem, oracle } = self;
        let range = problem.game().value_range();
        let (window, estimate) = (item.window(), item.estimate);
        let unknown = Interval::unknown(range);
        let found = decide(problem, oracle, position, window, estimate, unknown)?;
        if found.lower <= estimate && estimate <= found.upper {
            return Ok(found);
        }
        let wider = widen(window, margin, range);
        decide(problem, oracle, position, wider, estimate, found)
    }
}

/// Proves bounds of `position` that decide `window`, starting from `known`, by null-window tests at
/// the estimate and then one further step by step.
///
/// # Errors
///
/// Fails if a search was stopped.
pub fn decide<G: Symmetric + Notation, O: Oracle<G>>(
    problem: &Problem<G>,
    oracle: &mut O,
    position: &G::Position,
    window: Window,
    estimate: Value,
    bounds: Interval,
) -> Result<Interval, Stopped> {
    let mut bounds = problem.tighten(bounds);
    let mut next = estimate;
    while window.decided_by(bounds).is_none() {
        let lowest = bounds.lower.max(window.alpha).saturating_add(1);
        let highest = bounds.upper.min(window.beta);
        if lowest > highest {
            // The window is empty, so there is nothing to test.
            break;
        }
        let bound = next.clamp(lowest, highest);
        if oracle.at_least(position, bound)? {
            bounds.lower = bound;
            next = bound + 1;
        } else {
            bounds.upper = bound - 1;
            next = bound - 1;
        }
        bounds = problem.tighten(bounds);
    }
    Ok(bounds)
}

/// Counters of the work of workers, for display.
#[derive(Debug, Default)]
pub struct WorkerTally {
    /// Jobs that are being searched now.
    pub searching: AtomicU64,
    /// Jobs with stored reports.
    pub jobs: AtomicU64,
    /// Positions answered.
    pub positions: AtomicU64,
    /// Positions visited in searches.
    pub nodes: AtomicU64,
    /// Time spent on jobs, in microseconds.
    pub busy_micros: AtomicU64,
}

/// What ends a worker. Clones share the flags.
#[derive(Clone, Debug, Default)]
pub struct WorkerFlags {
    /// Once set, no further job is begun.
    pub drain: Arc<AtomicBool>,
    /// Once set, searches are broken off, and their jobs return to the queue.
    pub stop: Arc<AtomicBool>,
}

/// Takes jobs from `supply` and answers them until a flag is set or the queue is closed. An
/// unfinished job returns to the queue.
///
/// The calling thread searches; two other threads fetch the next job during the last position of
/// the present one, and send reports during the next job.
///
/// # Errors
///
/// Fails if the queue fails otherwise than by being closed, or after a search has panicked: that is
/// reported, and the solver is not to be used again.
pub fn work<G: Symmetric + Notation, O: Oracle<G>>(
    name: &str,
    solver: &mut Solver<G, O>,
    supply: &mut dyn Supply,
    flags: &WorkerFlags,
    tally: &WorkerTally,
) -> Result<(), QueueError> {
    let WorkerFlags { drain, stop } = flags;
    let spec = solver.problem.game().spec();
    // Set when the queue is closed.
    let over = AtomicBool::new(false);
    let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
    let halt = || is_set(drain) || is_set(stop) || is_set(&over);
    let (halt, over) = (&halt, &over);
    thread::scope(|scope| {
        let (ask, requests) = mpsc::channel();
        let (bring, brought) = mpsc::sync_channel(0);
        let (finish, ends) = mpsc::sync_channel(REPORTS_UNDER_WAY);
        scope.spawn(move || fetch(supply, &spec, &requests, &bring, halt));
        scope.spawn(move || hand_in(ends, over, tally));

        let _ = ask.send(());
        let mut idle_since = None;
        while !halt() {
            let lease: Box<dyn Lease> = match brought.recv() {
                Ok(Ok(lease)) => lease,
                Ok(Err(QueueError::Closed(_))) | Err(_) => return Ok(()),
                Ok(Err(error)) => return Err(error),
            };
            let waited = idle_since.map_or(Duration::ZERO, |since: Instant| since.elapsed());
            let started = Instant::now();
            let before_last = || {
                // The receiver is gone only if the queue is closed.
                let _ = ask.send(());
            };
            let answer = AssertUnwindSafe(|| solver.answer(lease.job(), stop, before_last));
            tally.searching.fetch_add(1, Ordering::Relaxed);
            let answer = catch_unwind(answer);
            tally.searching.fetch_sub(1, Ordering::Relaxed);
            let outcome = match answer {
                Ok(Some(answers)) => JobOutcome::Answers(answers),
                Ok(None) => return Ok(()),
                Err(panic) => JobOutcome::Failure(panic_text(&*panic)),
            };
            let report = JobReport {
                campaign: lease.job().campaign.clone(),
                job: lease.job().number,
                task: lease.job().task,
                worker: name.to_owned(),
                version: VERSION.to_owned(),
                seconds: started.elapsed().as_secs_f64(),
                waited: waited.as_secs_f64(),
                outcome,
            };
            let failure = report.failure().map(str::to_owned);
            idle_since = Some(Instant::now());
            let job = report.job;
            if finish.send(JobEnd { lease, report }).is_err() {
                return Ok(());
            }
            if let Some(reason) = failure {
                // A search that was left halfway may have spoilt the oracle.
                over.store(true, Ordering::Relaxed);
                return Err(QueueError::Panicked { job, reason });
            }
        }
        Ok(())
    })
}

/// The message of a panic.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("it panicked: {}", text.unwrap_or("no message"))
}

/// The maximum number of unsent reports before the worker waits for the queue.
const REPORTS_UNDER_WAY: usize = 2;

/// Fetches a job on each request and holds it until the worker takes it; otherwise it returns to
/// the queue.
fn fetch(
    supply: &mut dyn Supply,
    spec: &str,
    requests: &Receiver<()>,
    bring: &SyncSender<Result<Box<dyn Lease>, QueueError>>,
    halt: &(dyn Fn() -> bool + Sync),
) {
    const WAIT: Duration = Duration::from_millis(200);
    while requests.recv().is_ok() {
        let found = loop {
            if halt() {
                return;
            }
            match supply.next(WAIT) {
                Ok(Some(lease)) if lease.job().game != spec => tracing::warn!(
                    "job {} is about {}, not {spec}: left to others",
                    lease.job().number,
                    lease.job().game
                ),
                Ok(Some(lease)) => break Ok(lease),
                Ok(None) => {}
                Err(error) => break Err(error),
            }
        };
        let ended = found.is_err();
        if bring.send(found).is_err() || ended {
            return;
        }
    }
}

/// A job with its report.
struct JobEnd {
    lease: Box<dyn Lease>,
    report: JobReport,
}

/// Sends reports to the queue.
fn hand_in(ends: Receiver<JobEnd>, over: &AtomicBool, tally: &WorkerTally) {
    for JobEnd { lease, report } in ends {
        match lease.finish(&report) {
            Ok(()) => {}
            Err(QueueError::Closed(_)) => {
                over.store(true, Ordering::Relaxed);
                return;
            }
            // The job is delivered again; its results are still in the transposition table.
            Err(error) => {
                tracing::warn!("job {}: {error}", report.job);
                continue;
            }
        }
        let nodes = report.answers().iter().map(|answer| answer.nodes).sum();
        let micros = |seconds: f64| (seconds * 1e6) as u64;
        for (total, more) in [
            (&tally.jobs, 1),
            (&tally.positions, report.answers().len() as u64),
            (&tally.nodes, nodes),
            (&tally.busy_micros, micros(report.seconds)),
        ] {
            total.fetch_add(more, Ordering::Relaxed);
        }
    }
}
