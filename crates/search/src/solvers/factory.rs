//! Factories of the solvers of one game.

use std::sync::Arc;

use solveig_game::{Game, GameExt, LongKeys, Move, Reduction};

use super::SolverName;
use crate::binary::{BinarySolver, BisectionOracle, DfPn, Method, Resources};
use crate::knowledge::{DefaultCuts, GameKnowledge};
use crate::reopening::ReopeningOracle;
use crate::{
    AlphaBeta, Knowledge, Minimax, NoTable, Oracle, PlainAlphaBeta, PrincipalVariationSearch,
    TranspositionTable,
};

/// A factory of the solvers of one game.
pub trait SolverFactory<G: Game>: Send + Sync {
    /// The game knowledge that the solvers use.
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
    fn binary(&self, method: Method, resources: &Resources) -> Box<dyn BinarySolver<G>>;

    /// Builds a df-pn solver with this ε of the 1 + ε trick.
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

impl<G: Game, K: GameKnowledge<G>> Solvers<G, K> {
    /// A factory of solvers of `game` with this knowledge.
    pub fn shared(game: &G, knowledge: K) -> Arc<dyn SolverFactory<G>> {
        Arc::new(Self {
            game: game.clone(),
            knowledge,
        })
    }

    /// Builds the solvers that share a transposition table.
    fn with_table(
        &self,
        name: SolverName,
        resources: &Resources,
    ) -> Result<Box<dyn Oracle<G>>, NoTable> {
        LongKeys::refuse(&self.game)?;
        let (game, knowledge) = (self.game.clone(), self.knowledge.clone());
        let table = resources.table.clone().ok_or(NoTable::Missing)?;
        let reduction = resources.reduction;
        Ok(match name {
            SolverName::AlphaBeta => Box::new(AlphaBeta::new(game, knowledge, table, reduction)),
            _ => Box::new(PrincipalVariationSearch::new(
                game, knowledge, table, reduction,
            )),
        })
    }
}

impl<G: Game, K: GameKnowledge<G>> SolverFactory<G> for Solvers<G, K> {
    fn knowledge(&self) -> Arc<dyn Knowledge<G>> {
        Arc::new(self.knowledge.clone())
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
        if name == SolverName::Fastest
            && let Some(own) = self.knowledge.solvers(&self.game, resources, count)
        {
            return Ok(own);
        }
        let make = |_| -> Result<Box<dyn Oracle<G>>, NoTable> {
            if let Some(method) = name.method() {
                let binary = self.binary(method, resources);
                return Ok(Box::new(BisectionOracle::new(binary)));
            }
            let (game, knowledge) = (self.game.clone(), self.knowledge.clone());
            Ok(match name {
                SolverName::Minimax => Box::new(Minimax::new(game)),
                SolverName::Reopening => Box::new(ReopeningOracle::new(game)),
                SolverName::Plain => Box::new(PlainAlphaBeta::new(game, knowledge)),
                _ => self.with_table(name, resources)?,
            })
        };
        (0..count).map(make).collect()
    }

    fn binary(&self, method: Method, resources: &Resources) -> Box<dyn BinarySolver<G>> {
        method.solver(&self.game, &self.knowledge, resources)
    }

    fn df_pn(&self, resources: &Resources, epsilon: f64) -> Box<dyn BinarySolver<G>> {
        let (game, knowledge) = (self.game.clone(), self.knowledge.clone());
        Box::new(DfPn::new(game, knowledge, resources, epsilon))
    }

    fn first_guess(&self, position: &G::Position) -> Option<Move> {
        let guess = self.knowledge.guess(&self.game, position);
        guess.or_else(|| self.game.moves(position).first().copied())
    }
}
