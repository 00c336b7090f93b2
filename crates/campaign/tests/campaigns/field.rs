//! A small campaign, with all that it needs.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use solveig_campaign::driver::{Driver, DriverConfig, RunOutcome};
use solveig_campaign::job::Job;
use solveig_campaign::ledger::Ledger;
use solveig_campaign::queue::local::LocalQueue;
use solveig_campaign::queue::{DELIVERIES, Dispatch, QueueError, Receipt, Supply};
use solveig_campaign::worker::{Solver, WorkerFlags, WorkerTally, work};
use solveig_campaign::{CampaignError, Plan, Problem, full_window};
use solveig_game::{Game, Interval, Reduction, Value};
use solveig_games::othello::knowledge::{OthelloKnowledge, OthelloSolver};
use solveig_games::othello::{Othello, Position};
use solveig_search::{Oracle, StopToken, Stopped, TranspositionTable};
use tempfile::TempDir;

pub type Subject = Problem<Othello<u64>>;

/// Othello on a board that is solved at once, and a folder for its ledger.
pub struct Field {
    pub folder: TempDir,
    pub game: Othello<u64>,
    pub plan: Plan,
    pub problem: Subject,
}

impl Field {
    pub fn new((columns, rows): (u32, u32), (first, second): (u32, u32)) -> Self {
        let game = Othello::new(columns, rows).unwrap();
        let plan = Plan {
            first,
            second,
            goal: full_window(game.value_range()),
            first_plies: 2,
            second_plies: 2,
            far: 30,
            widen: 2,
            margin: 4,
            ..Plan::whole(&game)
        };
        let knowledge = OthelloKnowledge::new(&game);
        Self {
            folder: folder(),
            problem: Problem::new(game.clone(), Arc::new(knowledge), &plan).unwrap(),
            game,
            plan,
        }
    }

    /// 4x4, with some hundred positions at the second cut.
    pub fn small() -> Self {
        Self::new((4, 4), (9, 6))
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("ledger.campaign")
    }

    pub fn ledger(&self) -> Ledger {
        match self.path().exists() {
            true => Ledger::drive(&self.path()).unwrap(),
            false => Ledger::create(&self.path(), &self.plan).unwrap(),
        }
    }

    pub fn oracle(&self) -> OthelloSolver<u64> {
        oracle(&self.game)
    }

    /// Who answers jobs.
    pub fn solver(&self) -> Solver<Othello<u64>, OthelloSolver<u64>> {
        Solver::new(self.problem.clone(), self.oracle())
    }

    /// The value of the start by one search.
    pub fn value(&self) -> i32 {
        let unknown = Interval::unknown(self.game.value_range());
        self.oracle().value(&self.game.start(), unknown).unwrap()
    }

    /// Drives the campaign until it is over or `stop` is set.
    pub fn drive(
        &self,
        ledger: &mut Ledger,
        dispatch: &mut dyn Dispatch,
        config: DriverConfig,
        stop: &Arc<AtomicBool>,
    ) -> Result<RunOutcome, CampaignError> {
        let mut observe = |_: &_| {};
        Driver::new(&self.problem, ledger, dispatch, &mut observe, config).run(stop)
    }

    /// Drives the campaign to its end with workers at these ends of `queue`.
    pub fn campaign<S: Supply + 'static>(
        &self,
        ledger: &mut Ledger,
        queue: &LocalQueue,
        config: DriverConfig,
        supplies: impl IntoIterator<Item = S>,
    ) -> Result<RunOutcome, CampaignError> {
        self.campaign_by(ledger, &mut queue.clone(), queue, config, supplies)
    }

    /// The same with a driver that is at `dispatch`, another end of `queue`.
    pub fn campaign_by<S: Supply + 'static>(
        &self,
        ledger: &mut Ledger,
        dispatch: &mut dyn Dispatch,
        queue: &LocalQueue,
        config: DriverConfig,
        supplies: impl IntoIterator<Item = S>,
    ) -> Result<RunOutcome, CampaignError> {
        let stop = Arc::new(AtomicBool::new(false));
        let names = ["one", "two"].into_iter().zip(supplies);
        let workers: Vec<_> = names
            .map(|(name, supply)| self.worker(name, supply, &stop))
            .collect();
        let outcome = self.drive(ledger, dispatch, config, &stop);
        queue.close();
        for worker in workers {
            worker.join().unwrap().unwrap();
        }
        outcome
    }

    /// The outcome of a campaign that proves the value.
    pub fn proved(&self) -> RunOutcome {
        RunOutcome::Proved(Interval::exact(self.value()))
    }

    /// Starts a worker that ends when the queue does or `stop` is set.
    pub fn worker(
        &self,
        name: &str,
        mut supply: impl Supply + 'static,
        stop: &Arc<AtomicBool>,
    ) -> thread::JoinHandle<Result<(), QueueError>> {
        let mut solver = self.solver();
        let name = name.to_owned();
        let flags = WorkerFlags {
            stop: Arc::clone(stop),
            ..WorkerFlags::default()
        };
        thread::spawn(move || {
            let tally = WorkerTally::default();
            work(&name, &mut solver, &mut supply, &flags, &tally)
        })
    }
}

/// A folder in memory where the system has a place for that: a ledger waits for the disk at each
/// step, which makes the tests of the driver take three times as long.
fn folder() -> TempDir {
    let in_memory = TempDir::new_in("/dev/shm");
    in_memory.or_else(|_| TempDir::new()).unwrap()
}

pub fn oracle(game: &Othello<u64>) -> OthelloSolver<u64> {
    let table = Arc::new(TranspositionTable::new(game, 8 << 20).unwrap());
    OthelloSolver::new(game, &table, Reduction::Canonical)
}

/// A solver that calls `hook` with each position before a null-window test.
pub struct WithHook<F> {
    pub oracle: OthelloSolver<u64>,
    pub hook: F,
}

impl<F: FnMut(&Position) + Send> Oracle<Othello<u64>> for WithHook<F> {
    fn game(&self) -> &Othello<u64> {
        self.oracle.game()
    }

    fn set_stop(&mut self, stop: StopToken) {
        self.oracle.set_stop(stop);
    }

    fn value(&mut self, position: &Position, bounds: Interval) -> Result<Value, Stopped> {
        self.oracle.value(position, bounds)
    }

    fn at_least(&mut self, position: &Position, bound: Value) -> Result<bool, Stopped> {
        (self.hook)(position);
        self.oracle.at_least(position, bound)
    }

    fn nodes(&self) -> u64 {
        self.oracle.nodes()
    }
}

/// A queue for two workers.
pub fn queue() -> LocalQueue {
    LocalQueue::new(2, DELIVERIES)
}

/// Small batches.
pub fn config() -> DriverConfig {
    DriverConfig {
        batch_seconds: 1e-3,
        round_seconds: None,
        batch_positions: 5,
        ..DriverConfig::default()
    }
}

/// What looks at jobs that are published.
type Watch<'a> = Box<dyn FnMut(&[Job]) + Send + 'a>;

/// A driver's end of a queue that is watched.
pub struct Overseen<'a, D> {
    dispatch: D,
    reports: usize,
    /// Called with the number of reports that have been taken, before the driver has the last.
    pub tell: Box<dyn FnMut(usize) + Send + 'a>,
    /// Called with jobs before they are published.
    pub watch: Watch<'a>,
}

impl<D> Overseen<'_, D> {
    pub fn new(dispatch: D) -> Self {
        Self {
            dispatch,
            reports: 0,
            tell: Box::new(|_| {}),
            watch: Box::new(|_| {}),
        }
    }
}

impl<D: Dispatch> Dispatch for Overseen<'_, D> {
    fn publish(&mut self, jobs: &[Job]) -> Result<(), QueueError> {
        (self.watch)(jobs);
        self.dispatch.publish(jobs)
    }

    fn clear(&mut self, campaign: &str) -> Result<(), QueueError> {
        self.dispatch.clear(campaign)
    }

    fn reports(&mut self, max: usize, wait: Duration) -> Result<Vec<Box<dyn Receipt>>, QueueError> {
        let found = self.dispatch.reports(max, wait)?;
        if !found.is_empty() {
            self.reports += found.len();
            (self.tell)(self.reports);
        }
        Ok(found)
    }

    fn workers(&mut self) -> usize {
        self.dispatch.workers()
    }
}
