//! A small campaign, with all that it needs.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use solveig_campaign::driver::{Driver, DriverConfig, RunOutcome};
use solveig_campaign::job::Job;
use solveig_campaign::ledger::Ledger;
use solveig_campaign::queue::{Dispatch, QueueError, Receipt, Supply};
use solveig_campaign::worker::{Solver, WorkerFlags, WorkerTally, decide, work};
use solveig_campaign::{CampaignError, Plan, Problem, full_window};
use solveig_game::{Game, Interval, Reduction};
use solveig_games::othello::Othello;
use solveig_games::othello::knowledge::{OthelloKnowledge, OthelloSolver};
use solveig_search::{Oracle, StopToken, TranspositionTable};
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
            folder: TempDir::new().unwrap(),
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
        habits: DriverConfig,
        stop: &Arc<AtomicBool>,
    ) -> Result<RunOutcome, CampaignError> {
        let mut auditor = self.oracle();
        auditor.set_stop(StopToken::never().with_flag(Arc::clone(stop)));
        let unknown = Interval::unknown(self.game.value_range());
        let problem = &self.problem;
        let mut audit = |position: &_, window, expected| {
            let found = decide(problem, &mut auditor, position, window, expected, unknown)?;
            Ok((found, 1))
        };
        let mut observe = |_: &_| {};
        Driver::new(problem, ledger, dispatch, &mut observe, habits).run(&mut audit, stop)
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
            work(
                &name,
                &mut solver,
                &mut supply,
                &flags,
                &WorkerTally::default(),
            )
        })
    }
}

pub fn oracle(game: &Othello<u64>) -> OthelloSolver<u64> {
    let table = Arc::new(TranspositionTable::new(game, 8 << 20).unwrap());
    OthelloSolver::new(game, &table, Reduction::Canonical)
}

/// Small batches, and every position solved twice if so asked.
pub fn habits(sampled: f64) -> DriverConfig {
    DriverConfig {
        batch_seconds: 1e-3,
        round_seconds: None,
        batch_positions: 5,
        sampled,
        republish_after: Duration::from_millis(500),
        ..DriverConfig::default()
    }
}

/// A driver's end of a queue that tells how many reports have been taken from it, before the driver
/// has the last of them.
pub struct Counted<D, F> {
    dispatch: D,
    taken: usize,
    tell: F,
}

impl<D, F> Counted<D, F> {
    pub const fn new(dispatch: D, tell: F) -> Self {
        Self {
            dispatch,
            taken: 0,
            tell,
        }
    }
}

impl<D: Dispatch, F: FnMut(usize) + Send> Dispatch for Counted<D, F> {
    fn publish(&mut self, jobs: &[Job]) -> Result<(), QueueError> {
        self.dispatch.publish(jobs)
    }

    fn reports(
        &mut self,
        most: usize,
        wait: Duration,
    ) -> Result<Vec<Box<dyn Receipt>>, QueueError> {
        let found = self.dispatch.reports(most, wait)?;
        if !found.is_empty() {
            self.taken += found.len();
            (self.tell)(self.taken);
        }
        Ok(found)
    }

    fn unfinished(&mut self) -> Result<u64, QueueError> {
        self.dispatch.unfinished()
    }
}
