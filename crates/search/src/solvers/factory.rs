//! Factories of the solvers of one game.

use std::sync::Arc;

#[cfg(not(solveig_page))]
use solveig_game::Interval;
use solveig_game::{Game, GameExt, LongKeys, Move, Reduction, Symmetric};

use super::SolverName;
#[cfg(not(solveig_page))]
use crate::binary::{BinarySolver, DfPn};
use crate::binary::{BisectionOracle, Method, Resources};
use crate::knowledge::{DefaultCuts, GameKnowledge};
#[cfg(not(solveig_page))]
use crate::{AlphaBeta, Minimax, PlainAlphaBeta, TestMethod, TestSearch};
use crate::{Knowledge, NoTable, Oracle, PrincipalVariationSearch, TranspositionTable};

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

    /// Builds a binary solver.
    #[cfg(not(solveig_page))]
    fn binary(&self, method: Method, resources: &Resources) -> Box<dyn BinarySolver<G>>;

    /// Builds a df-pn solver with this ε of the 1 + ε trick, with knowledge as from
    /// [`knowledge`](Self::knowledge): with tables of its own, its answers depend on what it was
    /// asked alone.
    #[cfg(not(solveig_page))]
    fn df_pn(&self, resources: &Resources, epsilon: f64) -> Box<dyn BinarySolver<G>>;

    /// The move that the solvers would search first, a heuristic choice; `None` where the game is
    /// over.
    fn first_guess(&self, position: &G::Position) -> Option<Move>;
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

    fn principal_variation_search(
        &self,
        resources: &Resources,
    ) -> Result<Box<dyn Oracle<G>>, NoTable> {
        LongKeys::refuse(&self.game)?;
        let (game, knowledge) = (self.game.clone(), self.knowledge.clone());
        let table = resources.table.clone().ok_or(NoTable::Missing)?;
        let reduction = resources.reduction;
        let search = PrincipalVariationSearch::new(game, knowledge, table, reduction);
        Ok(Box::new(search))
    }

    #[cfg(not(solveig_page))]
    fn alpha_beta(&self, resources: &Resources) -> Result<AlphaBeta<G, K>, NoTable> {
        LongKeys::refuse(&self.game)?;
        let (game, knowledge) = (self.game.clone(), self.knowledge.clone());
        let table = resources.table.clone().ok_or(NoTable::Missing)?;
        Ok(AlphaBeta::new(game, knowledge, table, resources.reduction))
    }

    /// The solver of this name, which is not the game's own.
    #[cfg(not(solveig_page))]
    fn solver(
        &self,
        name: SolverName,
        resources: &Resources,
    ) -> Result<Box<dyn Oracle<G>>, NoTable> {
        if let Some(method) = name.method() {
            let binary = self.binary(method, resources);
            return Ok(Box::new(BisectionOracle::new(binary)));
        }
        let (game, knowledge) = (self.game.clone(), self.knowledge.clone());
        Ok(match name {
            SolverName::Minimax => Box::new(Minimax::new(game)),
            SolverName::Plain => Box::new(PlainAlphaBeta::new(game, knowledge)),
            SolverName::AlphaBeta => Box::new(self.alpha_beta(resources)?),
            SolverName::Scout | SolverName::MtdF | SolverName::MtSss | SolverName::MtDual => {
                let method = match name {
                    SolverName::MtSss => TestMethod::Down,
                    SolverName::MtDual => TestMethod::Up,
                    SolverName::MtdF => {
                        TestMethod::From(Interval::unknown(game.value_range()).middle())
                    }
                    _ => TestMethod::Scout,
                };
                Box::new(TestSearch::new(self.alpha_beta(resources)?, method))
            }
            _ => self.principal_variation_search(resources)?,
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
        // values do not depend on history are then compiled without df-pn.
        if self.game.depends_on_history() {
            let binary = Method::DfPn.solver(&self.game, &self.knowledge, resources);
            return Ok(Box::new(BisectionOracle::new(binary)));
        }
        self.principal_variation_search(resources)
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
        if name.method().is_some() {
            let half = bytes / 2;
            let trees = half / count.max(1) as u64;
            return Resources::for_game(&self.game, reduction, half, trees);
        }
        let mut resources = Resources::without_table(reduction, bytes);
        if name.shares_table() {
            resources.table = match TranspositionTable::new(&self.game, bytes) {
                Ok(table) => Some(Arc::new(table)),
                // Game-specific solvers may need no table.
                Err(NoTable::LongKeys(_)) if name == SolverName::Fastest => None,
                Err(error) => return Err(error),
            };
        }
        Ok(resources)
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
    fn binary(&self, method: Method, resources: &Resources) -> Box<dyn BinarySolver<G>> {
        method.solver(&self.game, &self.knowledge, resources)
    }

    #[cfg(not(solveig_page))]
    fn df_pn(&self, resources: &Resources, epsilon: f64) -> Box<dyn BinarySolver<G>> {
        let (game, knowledge) = (self.game.clone(), self.knowledge.independent());
        Box::new(DfPn::new(game, knowledge, resources, epsilon))
    }

    fn first_guess(&self, position: &G::Position) -> Option<Move> {
        let guess = self.knowledge.guess(&self.game, position);
        guess.or_else(|| self.game.moves(position).first().copied())
    }
}
