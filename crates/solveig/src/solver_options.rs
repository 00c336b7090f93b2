//! Which solvers an operation uses, and with what.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use solveig_games::Solvable;
use solveig_search::binary::BinarySolver;
use solveig_search::solvers::SolverName;
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

impl SolverOptions {
    /// A solver for each thread, which share their work through a table where they can.
    ///
    /// # Errors
    ///
    /// Fails if the tables cannot be allocated, or if the solver does not suit the game.
    pub fn solvers<G: Solvable>(&self, game: &G) -> Result<Vec<Box<dyn Oracle<G>>>, Error> {
        let count = self.thread_count();
        let name = self.solver.for_game(game)?;
        let factory = game.solvers(self.knowledge);
        let resources = factory.resources(name, self.memory, count)?;
        let mut solvers = factory.solvers(name, &resources, count)?;
        for solver in &mut solvers {
            solver.set_stop(self.stop.clone());
        }
        Ok(solvers)
    }

    /// One solver, whatever the number of threads.
    ///
    /// # Errors
    ///
    /// Fails like [`solvers`](Self::solvers).
    pub fn solver<G: Solvable>(&self, game: &G) -> Result<Box<dyn Oracle<G>>, Error> {
        let alone = Self {
            threads: Some(NonZeroUsize::MIN),
            ..self.clone()
        };
        Ok(alone.solvers(game)?.remove(0))
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
        let factory = game.solvers(self.knowledge);
        let mut resources = factory.resources(name, self.memory, 1)?;
        resources.threads = match name.uses_threads() {
            true => self.thread_count(),
            false => 1,
        };
        let solver = factory.binary(name, &resources);
        solver.ok_or(Error::NotBinary { solver: name })
    }

    fn thread_count(&self) -> usize {
        let cores = || available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(cores).get()
    }
}
