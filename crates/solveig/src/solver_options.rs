//! Which solvers an operation uses, and with what.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use solveig_engine::SolverPlan;
use solveig_game::Game;
use solveig_games::Solvable;
use solveig_search::binary::{BinarySolver, BisectionOracle};
use solveig_search::solvers::{Factory, SolverName};
use solveig_search::{Oracle, StopToken};

use crate::Error;

/// Which solvers an operation uses, what they know, their threads and memory, and when they stop.
///
/// ```
/// use solveig::{AnyGame, SolverOptions};
///
/// let game = AnyGame::parse("othello:4x4")?;
/// let options = SolverOptions { memory: 1 << 20, ..SolverOptions::default() };
/// # let directory = tempfile::tempdir()?;
/// # std::env::set_current_dir(&directory)?;
/// let solved = solveig::solve(&game).solvers(options).write("4x4.sol")?;
/// assert_eq!(solved.root_value, -10);
/// # Ok::<(), solveig::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SolverOptions {
    /// The solver. [`SolverName::Fastest`], the default, is the one that is quickest for the game,
    /// and df-pn for a [proof](crate::prove).
    pub solver: SolverName,
    /// Whether solvers use what is known of the game beyond its rules, as they do by default.
    pub knowledge: bool,
    /// The number of threads; the default is the available parallelism.
    pub threads: Option<NonZeroUsize>,
    /// The bytes of all tables and trees together; the default is 256 MiB.
    pub memory: u64,
    /// Ends searches at a time, or when a flag is set. The default is never.
    pub stop: StopToken,
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self {
            solver: SolverName::Fastest,
            knowledge: true,
            threads: None,
            memory: 256 << 20,
            stop: StopToken::never(),
        }
    }
}

/// A solver of values that asks `solver` about one bound after another.
pub fn by_bisection<G: Game>(solver: impl BinarySolver<G> + 'static) -> Box<dyn Oracle<G>> {
    Box::new(BisectionOracle::new(solver))
}

impl SolverOptions {
    /// A solver for each thread, which share their work through a table where they can.
    ///
    /// # Errors
    ///
    /// Fails if the tables cannot be allocated, or if the solver does not suit the game.
    pub fn solvers<G: Solvable>(&self, game: &G) -> Result<Vec<Box<dyn Oracle<G>>>, Error> {
        let (count, threads) = (self.thread_count(), 1);
        self.oracles(game, count, threads)
    }

    /// One solver, whatever the number of threads.
    ///
    /// # Errors
    ///
    /// Fails like [`solvers`](Self::solvers).
    pub fn solver<G: Solvable>(&self, game: &G) -> Result<Box<dyn Oracle<G>>, Error> {
        let (count, threads) = (1, 1);
        Ok(self.oracles(game, count, threads)?.remove(0))
    }

    /// One solver that searches with all threads.
    ///
    /// # Errors
    ///
    /// Fails like [`solvers`](Self::solvers).
    pub fn team<G: Solvable>(&self, game: &G) -> Result<Box<dyn Oracle<G>>, Error> {
        let (count, threads) = (1, self.thread_count());
        Ok(self.oracles(game, count, threads)?.remove(0))
    }

    fn oracles<G: Solvable>(
        &self,
        game: &G,
        count: usize,
        threads: usize,
    ) -> Result<Vec<Box<dyn Oracle<G>>>, Error> {
        let plan = SolverPlan {
            solver: self.solver.for_game(game)?,
            memory: self.memory,
            count,
            threads,
        };
        let factory = self.factory(game);
        let resources = plan.resources(game, &*factory)?;
        let mut oracles = plan.oracles(game, &*factory, &resources)?;
        for oracle in &mut oracles {
            oracle.set_stop(self.stop.clone());
        }
        Ok(oracles)
    }

    /// A solver of yes-or-no questions, which searches with all threads if it can. Nothing stops it
    /// until it is given a token.
    ///
    /// # Errors
    ///
    /// Fails if the solver does not answer such questions, or if its memory cannot be allocated.
    pub fn binary_solver<G: Solvable>(&self, game: &G) -> Result<Box<dyn BinarySolver<G>>, Error> {
        let name = match self.solver {
            SolverName::Fastest => SolverName::DfPn,
            name => name,
        };
        if !name.is_binary() {
            return Err(Error::NotBinary { solver: name });
        }
        let plan = SolverPlan {
            solver: name,
            memory: self.memory,
            count: 1,
            threads: self.thread_count(),
        };
        let factory = self.factory(game);
        let resources = plan.resources(game, &*factory)?;
        let solver = factory.binary(name, &resources);
        solver.ok_or(Error::NotBinary { solver: name })
    }

    /// The factory of solvers with or without the knowledge of the game.
    pub fn factory<G: Solvable>(&self, game: &G) -> Factory<G> {
        match self.knowledge {
            true => game.solvers(),
            false => game.solvers_by_rules(),
        }
    }

    fn thread_count(&self) -> usize {
        let cores = || available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(cores).get()
    }
}
