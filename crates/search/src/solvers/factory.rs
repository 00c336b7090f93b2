//! Factories of the solvers of one game.

use std::sync::Arc;

#[cfg(not(solveig_page))]
use solveig_game::Interval;
use solveig_game::{Game, GameExt, LongKeys, Move, Reduction, Symmetric};

use super::SolverName;
#[cfg(not(solveig_page))]
use crate::binary::policy::Policy;
use crate::binary::{BestFirst, BisectionOracle, Resources};
#[cfg(not(solveig_page))]
use crate::binary::{BinarySolver, DfPn, EPSILON, IterativeDeepening, Mcts, ProofNumbers};
#[cfg(solveig_page)]
use crate::binary::{ExpectedWork, WorkEstimate};
use crate::knowledge::{DefaultCuts, GameKnowledge};
use crate::{Knowledge, NoTable, Oracle, TableSearch, TranspositionTable};
#[cfg(not(solveig_page))]
use crate::{Minimax, PlainAlphaBeta, TestMethod, TestSearch};

/// A factory of the solvers of one game.
///
/// Built with `--cfg solveig_page`, as for the page without a server, which asks for
/// [`SolverName::Fastest`] alone, it has no other solvers: that one is made under every name.
pub trait SolverFactory<G: Game>: Send + Sync {
    /// The game knowledge that the solvers use, with
    /// [answers that depend on the position alone](crate::knowledge::OwnSolvers::independent).
    fn knowledge(&self) -> Arc<dyn Knowledge<G>>;

    /// The default cuts of artifacts and certificates.
    fn default_cuts(&self) -> DefaultCuts;

    /// The resources that `count` solvers of this name share: tables and trees of about `bytes`
    /// bytes in all.
    ///
    /// # Errors
    ///
    /// Fails if tables cannot be allocated, or if the solvers need a table and the game's keys are
    /// too long for one.
    fn resources(&self, name: SolverName, bytes: u64, count: usize) -> Result<Resources, NoTable>;

    /// Builds `count` solvers of this name, which share their work where possible.
    ///
    /// # Errors
    ///
    /// Fails if they need a table and the resources have none.
    fn solvers(
        &self,
        name: SolverName,
        resources: &Resources,
        count: usize,
    ) -> Result<Vec<Box<dyn Oracle<G>>>, NoTable>;

    /// Builds a solver of yes-or-no questions; `None` if this solver does not answer such.
    #[cfg(not(solveig_page))]
    fn binary(&self, name: SolverName, resources: &Resources) -> Option<Box<dyn BinarySolver<G>>>;

    /// Builds a df-pn solver with the same parameters for every game, and with knowledge as from
    /// [`knowledge`](Self::knowledge): with tables of its own, its answers depend on what it was
    /// asked alone.
    #[cfg(not(solveig_page))]
    fn df_pn(&self, resources: &Resources) -> Box<dyn BinarySolver<G>>;

    /// The move that the solvers would search first, a heuristic choice; `None` where the game is
    /// over.
    fn first_guess(&self, position: &G::Position) -> Option<Move>;
}

/// A solver of either kind.
#[cfg(not(solveig_page))]
enum AnySolver<G: Game> {
    Oracle(Box<dyn Oracle<G>>),
    Binary(Box<dyn BinarySolver<G>>),
}

/// The factory of the solvers of a game with knowledge `K`.
pub struct Solvers<G, K> {
    game: G,
    knowledge: K,
}

impl<G: Symmetric, K: GameKnowledge<G>> Solvers<G, K> {
    /// A factory of solvers of `game` with this knowledge.
    pub fn shared(game: &G, knowledge: K) -> Arc<dyn SolverFactory<G>> {
        Arc::new(Self {
            game: game.clone(),
            knowledge,
        })
    }

    fn table_search<const TESTS: bool>(
        &self,
        resources: &Resources,
    ) -> Result<TableSearch<G, K, TESTS>, NoTable> {
        LongKeys::refuse(&self.game)?;
        let (game, knowledge) = (self.game.clone(), self.knowledge.clone());
        let table = resources.memory.table().cloned().ok_or(NoTable::Missing)?;
        Ok(TableSearch::new(
            game,
            knowledge,
            table,
            resources.reduction,
        ))
    }

    #[cfg(not(solveig_page))]
    fn test_search(
        &self,
        resources: &Resources,
        method: TestMethod,
    ) -> Result<Box<dyn Oracle<G>>, NoTable> {
        let search = self.table_search(resources)?;
        Ok(Box::new(TestSearch::new(search, method)))
    }

    #[cfg(not(solveig_page))]
    fn best_first<P: Policy + 'static>(&self, resources: &Resources, policy: P) -> AnySolver<G> {
        let (game, knowledge) = (self.game.clone(), self.knowledge.clone());
        let search = BestFirst::new(game, knowledge, resources, policy);
        AnySolver::Binary(Box::new(search))
    }

    /// The solver of this name, which is not the game's own.
    #[cfg(not(solveig_page))]
    fn build(&self, name: SolverName, resources: &Resources) -> Result<AnySolver<G>, NoTable> {
        let (game, knowledge) = (self.game.clone(), self.knowledge.clone());
        let values: Box<dyn Oracle<G>> = match name {
            SolverName::Minimax => Box::new(Minimax::new(game)),
            SolverName::Plain => Box::new(PlainAlphaBeta::new(game, knowledge)),
            SolverName::AlphaBeta => Box::new(self.table_search::<false>(resources)?),
            SolverName::Fastest | SolverName::Pvs => {
                Box::new(self.table_search::<true>(resources)?)
            }
            SolverName::MtdF => {
                let guess = Interval::unknown(game.value_range()).middle();
                self.test_search(resources, TestMethod::From(guess))?
            }
            SolverName::MtSss => self.test_search(resources, TestMethod::Down)?,
            SolverName::MtDual => self.test_search(resources, TestMethod::Up)?,
            SolverName::Scout => self.test_search(resources, TestMethod::Scout)?,
            SolverName::ExpectedWork(settings) => {
                let mut resources = resources.clone();
                resources.seed = settings.seed;
                return Ok(self.best_first(&resources, settings));
            }
            SolverName::Pns => return Ok(self.best_first(resources, ProofNumbers)),
            SolverName::Mcts => return Ok(self.best_first(resources, Mcts)),
            SolverName::DfPn => {
                let search = DfPn::for_game(game, knowledge, resources);
                return Ok(AnySolver::Binary(Box::new(search)));
            }
            SolverName::IterativeDeepening => {
                let search = IterativeDeepening::new(game, knowledge, resources);
                return Ok(AnySolver::Binary(Box::new(search)));
            }
        };
        Ok(AnySolver::Oracle(values))
    }

    /// The solver of this name, which is not the game's own, for values.
    #[cfg(not(solveig_page))]
    fn solver(
        &self,
        name: SolverName,
        resources: &Resources,
    ) -> Result<Box<dyn Oracle<G>>, NoTable> {
        Ok(match self.build(name, resources)? {
            AnySolver::Oracle(oracle) => oracle,
            AnySolver::Binary(binary) => Box::new(BisectionOracle::new(binary)),
        })
    }

    /// The fastest solver that is not the game's own.
    #[cfg(solveig_page)]
    fn solver(
        &self,
        _name: SolverName,
        resources: &Resources,
    ) -> Result<Box<dyn Oracle<G>>, NoTable> {
        // Asked of the game and not of the name, which the compiler does not know: games whose
        // values do not depend on history are then compiled without the best-first solver.
        if self.game.depends_on_history() {
            let (game, knowledge) = (self.game.clone(), self.knowledge.clone());
            let policy = ExpectedWork::with(WorkEstimate::Expected);
            let search = BestFirst::new(game, knowledge, resources, policy);
            return Ok(Box::new(BisectionOracle::new(search)));
        }
        Ok(Box::new(self.table_search::<true>(resources)?))
    }
}

impl<G: Symmetric, K: GameKnowledge<G>> SolverFactory<G> for Solvers<G, K> {
    fn knowledge(&self) -> Arc<dyn Knowledge<G>> {
        Arc::new(self.knowledge.independent())
    }

    fn default_cuts(&self) -> DefaultCuts {
        self.knowledge.default_cuts(&self.game)
    }

    fn resources(&self, name: SolverName, bytes: u64, count: usize) -> Result<Resources, NoTable> {
        let (name, reduction) = (
            name.for_game(&self.game).unwrap_or(name),
            Reduction::Canonical,
        );
        if name.is_binary() {
            let half = bytes / 2;
            let trees = half / count.max(1) as u64;
            return Resources::for_game(&self.game, reduction, half, trees);
        }
        let no_table = Resources::without_table(reduction, bytes);
        if !name.shares_table() {
            return Ok(no_table);
        }
        match TranspositionTable::new(&self.game, bytes) {
            Ok(table) => Ok(Resources::new(Arc::new(table), reduction, bytes)),
            // Game-specific solvers may need no table.
            Err(NoTable::LongKeys(_)) if name == SolverName::Fastest => Ok(no_table),
            Err(error) => Err(error),
        }
    }

    fn solvers(
        &self,
        name: SolverName,
        resources: &Resources,
        count: usize,
    ) -> Result<Vec<Box<dyn Oracle<G>>>, NoTable> {
        let name = name.for_game(&self.game).unwrap_or(name);
        if (name == SolverName::Fastest || cfg!(solveig_page))
            && let Some(own) = self.knowledge.solvers(&self.game, resources, count)
        {
            return Ok(own);
        }
        #[cfg(not(solveig_page))]
        if name == SolverName::DfPn && count > 1 {
            let resources = resources.sharing_numbers(count);
            return (0..count).map(|_| self.solver(name, &resources)).collect();
        }
        (0..count).map(|_| self.solver(name, resources)).collect()
    }

    #[cfg(not(solveig_page))]
    fn binary(&self, name: SolverName, resources: &Resources) -> Option<Box<dyn BinarySolver<G>>> {
        match self.build(name, resources) {
            Ok(AnySolver::Binary(solver)) => Some(solver),
            Ok(AnySolver::Oracle(_)) | Err(_) => None,
        }
    }

    #[cfg(not(solveig_page))]
    fn df_pn(&self, resources: &Resources) -> Box<dyn BinarySolver<G>> {
        let (game, knowledge) = (self.game.clone(), self.knowledge.independent());
        Box::new(DfPn::new(game, knowledge, resources, EPSILON))
    }

    fn first_guess(&self, position: &G::Position) -> Option<Move> {
        let guess = self.knowledge.guess(&self.game, position);
        guess.or_else(|| self.game.moves(position).first().copied())
    }
}
