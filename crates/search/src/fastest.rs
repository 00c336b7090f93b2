//! The fastest solvers there are of a game.

use std::sync::Arc;

use solveig_game::{Game, Reduction};

use crate::binary::{Method, Resources, Thresholds};
use crate::{Knowledge, NoTable, Oracle, PrincipalVariationSearch, TranspositionTable};

/// Makes the solvers that take the least time: those that [`Knowledge::solvers`] has of the game, else
/// principal variation search; and where values depend on history, df-pn, which keeps with its
/// answers what they rest on. All solvers that it makes share tables.
pub struct Fastest<G, K> {
    game: G,
    knowledge: K,
    resources: Resources,
}

impl<G: Game, K: Knowledge<G>> Fastest<G, K> {
    /// Solvers of `game` that take about so many bytes together.
    ///
    /// # Errors
    ///
    /// Fails if there is no memory for the tables.
    pub fn new(game: &G, knowledge: &K, bytes: u64) -> Result<Self, NoTable> {
        let reduction = Reduction::Canonical;
        let resources = if game.depends_on_history() {
            Resources::for_game(game, reduction, bytes / 2, bytes / 2)?
        } else {
            let table = match TranspositionTable::new(game, bytes) {
                Ok(table) => Some(Arc::new(table)),
                Err(NoTable::LongKeys(_)) => None,
                Err(error) => return Err(error),
            };
            Resources {
                table,
                ..Resources::without_table(reduction, bytes)
            }
        };
        Ok(Self {
            game: game.clone(),
            knowledge: knowledge.clone(),
            resources,
        })
    }

    /// `count` solvers.
    ///
    /// # Errors
    ///
    /// Fails if the game's keys are too long for tables, and it has no solver of its own.
    pub fn solvers(&self, count: usize) -> Result<Vec<Box<dyn Oracle<G>>>, NoTable> {
        let own = self.knowledge.solvers(&self.game, &self.resources, count);
        if let Some(own) = own {
            return Ok(own);
        }
        if self.game.depends_on_history() {
            let make = |_| {
                let solver = Method::DfPn.solver(&self.game, &self.knowledge, &self.resources);
                Box::new(Thresholds::new(solver)) as Box<dyn Oracle<G>>
            };
            return Ok((0..count).map(make).collect());
        }
        let table = match &self.resources.table {
            Some(table) => Arc::clone(table),
            None => Arc::new(TranspositionTable::new(&self.game, 1)?),
        };
        let make = |_| {
            let (game, knowledge) = (self.game.clone(), self.knowledge.clone());
            let reduction = Reduction::Canonical;
            let search =
                PrincipalVariationSearch::new(game, knowledge, Arc::clone(&table), reduction);
            Box::new(search) as Box<dyn Oracle<G>>
        };
        Ok((0..count).map(make).collect())
    }
}
