//! Knowledge of Hex: virtual connections, inferior cells and move ordering.
//!
//! All parts analyse a single position, and all results but the move ordering are proven:
//!
//! - `connections`: the virtual connections of both players, which decide many positions early and
//!   otherwise yield the must-play region;
//! - `decompositions`: dead cells behind clique cutsets;
//! - `inferior`: fill-in of dead and captured cells, and pruning of vulnerable and dominated moves;
//! - `resistance`: move ordering by electrical resistance.
//!
//! `analysis` combines them, and [`HexKnowledge`] provides the results to searches.

mod analysis;
mod analysis_cache;
mod connections;
mod decompositions;
mod inferior;
mod nodes;
mod playout;
mod resistance;
mod solver;
#[cfg(all(test, not(loom)))]
mod tests;

use std::sync::Arc;

use solveig_game::{ConnectionGame, Game, Interval, Key, Move};
use solveig_search::Oracle;
use solveig_search::binary::{Playout, Resources};
use solveig_search::knowledge::{Knowledge, OwnSolvers, StoragePolicy};
use solveig_search::random::Random;

use self::analysis::Analysis;
use self::analysis_cache::AnalysisCache;
use super::board::MOST_CELLS;
use super::{Hex, HexPosition};

pub use self::analysis::AnalysisOptions;
pub use self::connections::ConnectionLimits;
pub use self::solver::{HexSolver, SearchOptions};

/// Decides positions by virtual connections, prunes moves and orders them by resistance.
///
/// An analysis takes up to some milliseconds. Recent ones are cached, since depth-first searches
/// revisit positions; clones share the cache.
#[derive(Clone, Debug)]
pub struct HexKnowledge {
    cache: Arc<AnalysisCache>,
}

impl HexKnowledge {
    /// The knowledge for one board with the selected [parts](AnalysisOptions).
    #[must_use]
    pub fn new<K: Key>(game: &Hex<K>, options: AnalysisOptions) -> Self {
        Self {
            cache: Arc::new(AnalysisCache::new(&game.board, options)),
        }
    }
}

impl<K: Key> Knowledge<Hex<K>> for HexKnowledge {
    fn expand(&self, game: &Hex<K>, position: &HexPosition, moves: &mut Vec<Move>) -> Interval {
        if game.is_over(*position) {
            return Interval::exact(-1);
        }
        if self.cache.options == AnalysisOptions::NONE {
            game.legal_moves(position, moves);
            return Interval::unknown(game.value_range());
        }
        let mover = game.mover(*position);
        match self.cache.analyse(game.stones(position), mover) {
            Analysis::Decided(winner) if winner == mover => Interval::exact(1),
            Analysis::Decided(_) => Interval::exact(-1),
            Analysis::Open(cells) => {
                moves.extend(cells.into_iter().map(|cell| Move(cell.into())));
                Interval::unknown(game.value_range())
            }
        }
    }

    fn playout(&self, game: &Hex<K>, position: &HexPosition, random: &mut Random) -> Playout {
        playout::random_playout(game, *position, random)
    }
}

impl<K: Key> OwnSolvers<Hex<K>> for HexKnowledge {
    fn solvers(
        &self,
        game: &Hex<K>,
        resources: &Resources,
        count: usize,
    ) -> Option<Vec<Box<dyn Oracle<Hex<K>>>>> {
        let parts = self.cache.options;
        if parts == AnalysisOptions::NONE {
            return None;
        }
        let (options, bytes) = (SearchOptions::default(), resources.tree_bytes);
        let team = HexSolver::team(game, parts, options, bytes, count);
        Some(team.into_iter().map(|one| Box::new(one) as _).collect())
    }
}

impl<K: Key> StoragePolicy<Hex<K>> for HexKnowledge {}
