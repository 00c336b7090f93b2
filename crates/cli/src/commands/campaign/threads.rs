//! The threads of a process that work on jobs, and what becomes of them when one of them fails.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use solveig::SolverOptions;
use solveig_campaign::Problem;
use solveig_campaign::queue::{QueueError, Supply};
use solveig_campaign::worker::{Solver, WorkerFlags, WorkerTally, work};
use solveig_games::AnyGame;
use solveig_search::Oracle;

use crate::memory::MemorySize;

/// A search of the game of a campaign.
pub type AnyOracle = Box<dyn Oracle<AnyGame>>;

/// The first pause of a thread after a search that panicked, doubled for each in a row.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The longest such pause. A thread that has worked for longer begins again with the first.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Makes a solver in place of one of `threads` that have these options, with a quarter of its
/// share of their memory.
pub fn another_solver(
    game: AnyGame,
    solvers: SolverOptions,
    threads: usize,
) -> impl Fn() -> Result<AnyOracle> + Clone + Send + 'static {
    let options = SolverOptions {
        memory: (solvers.memory / (4 * threads as u64)).max(MemorySize::LEAST.0),
        ..solvers
    };
    move || Ok(options.solver(&game)?)
}

/// What a thread works with.
pub struct Thread<S, M> {
    /// The name under which it reports.
    pub name: String,
    pub problem: Problem<AnyGame>,
    pub oracle: AnyOracle,
    /// Makes another oracle, since a panic may have spoilt the one before.
    pub again: M,
    /// Where the jobs come from; called once, in the thread.
    pub supply: S,
}

impl<S, M> Thread<S, M> {
    /// Works until it is told to end, the queue is closed, or no other oracle can be made.
    fn work<Q: Supply>(self, flags: &WorkerFlags, tally: &WorkerTally) -> Result<()>
    where
        S: FnOnce() -> Result<Q, QueueError>,
        M: Fn() -> Result<AnyOracle>,
    {
        let is_over = || {
            let flags = [&flags.drain, &flags.stop];
            flags.iter().any(|flag| flag.load(Ordering::Relaxed))
        };
        let mut supply = (self.supply)().context("this worker cannot reach its queue")?;
        let mut solver = Some(Solver::new(self.problem.clone(), self.oracle));
        let mut panics = 0_u32;
        while let Some(mut working) = solver.take() {
            let begun = Instant::now();
            let ended = work(&self.name, &mut working, &mut supply, flags, tally);
            let Err(QueueError::Panicked { job, reason }) = ended else {
                return ended.context("this worker has lost its queue");
            };
            let name = &self.name;
            tracing::warn!("{name}: job {job}: {reason}; it goes on with another solver");
            drop(working);
            panics = if begun.elapsed() > LONGEST_PAUSE {
                0
            } else {
                panics
            };
            let pause = FIRST_PAUSE.saturating_mul(1 << panics.min(16));
            panics += 1;
            let paused = Instant::now();
            while paused.elapsed() < pause.min(LONGEST_PAUSE) && !is_over() {
                thread::sleep(FIRST_PAUSE / 4);
            }
            if is_over() {
                return Ok(());
            }
            let fresh = (self.again)()
                .with_context(|| format!("{reason}, and no other solver can be made"))?;
            solver = Some(Solver::new(self.problem.clone(), fresh));
        }
        Ok(())
    }
}

/// The threads of a process.
pub struct Threads {
    running: Vec<(String, JoinHandle<Result<()>>)>,
    flags: WorkerFlags,
    tally: Arc<WorkerTally>,
    error: Option<anyhow::Error>,
}

impl Threads {
    /// No threads yet, which `flags` are to end.
    pub const fn new(flags: WorkerFlags, tally: Arc<WorkerTally>) -> Self {
        Self {
            running: Vec::new(),
            flags,
            tally,
            error: None,
        }
    }

    /// Starts a thread.
    pub fn start<S, M, Q: Supply>(&mut self, thread: Thread<S, M>)
    where
        S: FnOnce() -> Result<Q, QueueError> + Send + 'static,
        M: Fn() -> Result<AnyOracle> + Send + 'static,
    {
        let (flags, tally) = (self.flags.clone(), Arc::clone(&self.tally));
        let name = thread.name.clone();
        let handle = thread::spawn(move || thread.work(&flags, &tally));
        self.running.push((name, handle));
    }

    /// Looks after the threads; whether any is left. Names those that have ended with an error.
    pub fn look_after(&mut self) -> bool {
        let (ended, running) = std::mem::take(&mut self.running)
            .into_iter()
            .partition(|(_, thread)| thread.is_finished());
        self.running = running;
        for (name, thread) in ended {
            let outcome = thread.join();
            let outcome =
                outcome.unwrap_or_else(|_| Err(anyhow::anyhow!("this worker has panicked")));
            let Err(error) = outcome else { continue };
            let left = self.running.len();
            tracing::warn!("{name} has ended, {left} threads are left: {error:#}");
            self.error.get_or_insert(error);
        }
        !self.running.is_empty()
    }

    /// The first error of a thread.
    ///
    /// # Errors
    ///
    /// Fails if there is one.
    pub fn end(self) -> Result<()> {
        self.error.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use solveig_campaign::Plan;
    use solveig_campaign::job::{Item, Job, Task};
    use solveig_campaign::queue::local::LocalQueue;
    use solveig_campaign::queue::{Dispatch, DriverMessage};
    use solveig_game::{Game, Interval, Value};
    use solveig_games::{AnyPosition, Solvable};
    use solveig_search::{StopToken, Stopped};

    use super::*;
    use crate::games::games;

    fn subject() -> (Problem<AnyGame>, impl Fn() -> AnyOracle + Clone) {
        let game = games().parse("othello:4x4").unwrap();
        let knowledge = game.solvers().knowledge();
        let problem = Problem::new(game.clone(), knowledge, &Plan::whole(&game)).unwrap();
        let make = another_solver(game, SolverOptions::default(), 64);
        (problem, move || make().unwrap())
    }

    /// Panics at each search.
    struct Broken(AnyOracle);

    impl Oracle<AnyGame> for Broken {
        fn game(&self) -> &AnyGame {
            self.0.game()
        }

        fn set_stop(&mut self, stop: StopToken) {
            self.0.set_stop(stop);
        }

        fn value(&mut self, _: &AnyPosition, _: Interval) -> Result<Value, Stopped> {
            panic!("a fault")
        }

        fn at_least(&mut self, _: &AnyPosition, _: Value) -> Result<bool, Stopped> {
            panic!("a fault")
        }

        fn nodes(&self) -> u64 {
            0
        }
    }

    #[test]
    fn a_thread_whose_search_panics_goes_on_with_another_solver() {
        let (problem, make) = subject();
        let key = problem.key(&problem.game().start());
        let job = |number| Job {
            campaign: "c0ffee".to_owned(),
            number,
            game: problem.game().spec(),
            task: Task::Solve { margin: 0 },
            items: vec![Item {
                key,
                alpha: -17,
                beta: 17,
                estimate: 0,
            }],
        };
        let mut queue = LocalQueue::default();
        queue.publish(&[job(1), job(2)]).unwrap();
        let tally = Arc::new(WorkerTally::default());
        let mut threads = Threads::new(WorkerFlags::default(), Arc::clone(&tally));
        let supply = queue.clone();
        let again = make.clone();
        threads.start(Thread {
            name: "one".to_owned(),
            problem: problem.clone(),
            oracle: Box::new(Broken(make())),
            again: move || Ok(again()),
            supply: || Ok(supply),
        });
        let mut failures = Vec::new();
        while failures.len() < 2 {
            for receipt in queue.reports(10, Duration::from_millis(20)).unwrap() {
                match receipt.message() {
                    DriverMessage::Report(report) => {
                        failures.push(report.failure().map(str::to_owned));
                    }
                    DriverMessage::DeadLetter(letter) => panic!("{letter:?}"),
                }
                receipt.acknowledge().unwrap();
            }
            assert!(threads.look_after());
        }
        assert_eq!(failures, [Some("it panicked: a fault".to_owned()), None]);
        assert_eq!(threads.running.len(), 1);
        queue.close();
        while threads.look_after() {}
        threads.end().unwrap();

        // A thread that can make no other ends, and is named.
        let mut queue = LocalQueue::default();
        queue.publish(&[job(1)]).unwrap();
        let mut threads = Threads::new(WorkerFlags::default(), Arc::clone(&tally));
        let supply = queue.clone();
        threads.start(Thread {
            name: "one".to_owned(),
            problem: problem.clone(),
            oracle: Box::new(Broken(make())),
            again: || Err(anyhow::anyhow!("no memory")),
            supply: || Ok(supply),
        });
        while threads.look_after() {
            for receipt in queue.reports(10, Duration::from_millis(20)).unwrap() {
                receipt.acknowledge().unwrap();
            }
        }
        let error = format!("{:#}", threads.end().unwrap_err());
        assert_eq!(
            error,
            "it panicked: a fault, and no other solver can be made: no memory"
        );
    }
}
