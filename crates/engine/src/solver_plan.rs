//! Which solvers of a game are made, and with what.

use solveig_game::Game;
use solveig_search::binary::Resources;
use solveig_search::solvers::{SolverFactory, SolverName};
use solveig_search::{NoTable, Oracle, Team};

/// Which solvers are made: all searches for values begin here.
#[derive(Clone, Copy, Debug)]
pub struct SolverPlan {
    /// Which solver; [`SolverName::Fastest`] is the one for the game.
    pub solver: SolverName,
    /// The bytes of all tables and trees together.
    pub memory: u64,
    /// How many are made, for as many questions at a time.
    pub count: usize,
    /// The threads with which each searches.
    pub threads: usize,
}

impl SolverPlan {
    /// Whether one solver of the game searches a tree with all threads, instead of several solvers
    /// on one table.
    fn is_one_tree<G: Game>(&self, game: &G) -> bool {
        self.solver
            .for_game(game)
            .is_ok_and(SolverName::uses_threads)
    }

    /// What the solvers share.
    ///
    /// # Errors
    ///
    /// Fails if tables cannot be allocated, or if the solvers need a table and the game's keys are
    /// too long for one.
    pub fn resources<G: Game>(
        &self,
        game: &G,
        factory: &dyn SolverFactory<G>,
    ) -> Result<Resources, NoTable> {
        let mut shared = factory.resources(self.solver, self.memory, self.count)?;
        if self.is_one_tree(game) {
            shared.threads = self.threads;
        }
        Ok(shared)
    }

    /// The solvers, on these resources.
    ///
    /// # Errors
    ///
    /// Fails if they need a table and the resources have none.
    pub fn oracles<G: Game>(
        &self,
        game: &G,
        factory: &dyn SolverFactory<G>,
        shared: &Resources,
    ) -> Result<Vec<Box<dyn Oracle<G>>>, NoTable> {
        let each = match self.is_one_tree(game) {
            true => 1,
            false => self.threads,
        };
        let mut solvers = factory.solvers(self.solver, shared, self.count * each)?;
        if each == 1 {
            return Ok(solvers);
        }
        let teams = (0..self.count).map(|_| Team::new(solvers.split_off(solvers.len() - each)));
        Ok(teams.map(|team| Box::new(team) as _).collect())
    }
}
