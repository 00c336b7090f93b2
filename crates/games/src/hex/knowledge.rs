//! Hex.
//!
//! All parts speak of one position and say only what is proven, except the order of the moves:
//!
//! - `connections`: the virtual connections of both players, which decide many positions long
//!   before the last stone and else tell where a player has to answer;
//! - `decompositions`: cells that are cut off from the edges;
//! - `inferior`: cells that are filled in because their owner is settled, and moves that are no
//!   better than others;
//! - `resistance`: the order in which to try what is left.
//!
//! [`Analyst`] puts them together, and [`HexKnowledge`] tells the searches.

mod analysis;
mod analysis_cache;
mod board;
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

use crate::hex::{Hex, HexPosition};
use solveig_game::{Game, Interval, Key, Move};

use self::analysis_cache::AnalysisCache;
use solveig_search::Oracle;
use solveig_search::binary::{Playout, Resources};
use solveig_search::knowledge::{Knowledge, OwnSolvers, StoragePolicy};
use solveig_search::random::Random;

pub use self::analysis::{Analysis, AnalysisOptions, Analyst};
pub use self::board::{Colour, HexGeometry, HexStones, MOST_CELLS};
pub use self::connections::{ConnectionLimits, Connections, Reach};
pub use self::inferior::{Filled, Graphs};
pub use self::solver::{HexSolver, SearchOptions};

/// Winners by virtual connections, and the moves that are left, in the order of the currents.
///
/// A look at a position takes up to some milliseconds. The last looks are kept, since a depth-first
/// search comes to the same positions again and again; clones share them.
#[derive(Clone, Debug)]
pub struct HexKnowledge {
    cache: Arc<AnalysisCache>,
}

impl HexKnowledge {
    /// What is known of games on one board, by some of the [parts](AnalysisOptions) of the
    /// knowledge.
    #[must_use]
    pub fn new<K: Key>(game: &Hex<K>, options: AnalysisOptions) -> Self {
        let shape = HexGeometry::new(game.columns(), game.rows());
        let shape = shape.expect("no board of the rules has more than MOST_CELLS cells");
        Self {
            cache: Arc::new(AnalysisCache::new(&shape, options)),
        }
    }
}

impl<K: Key> Knowledge<Hex<K>> for HexKnowledge {
    fn expand(&self, game: &Hex<K>, position: &HexPosition, moves: &mut Vec<Move>) -> Interval {
        if game.is_over(*position) {
            return Interval::exact(-1);
        }
        if self.cache.options() == AnalysisOptions::NONE {
            game.legal_moves(position, moves);
            return Interval::unknown(game.value_range());
        }
        let mover = match game.first_to_move(*position) {
            true => Colour::Black,
            false => Colour::White,
        };
        let board = HexStones::default()
            .with(mover, position.mover)
            .with(mover.other(), position.opponent);
        match self.cache.analyse(board, mover) {
            Analysis::Decided(winner) if winner == mover => Interval::exact(1),
            Analysis::Decided(_) => Interval::exact(-1),
            Analysis::Open { moves: cells } => {
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
        let parts = self.cache.options();
        if parts == AnalysisOptions::NONE {
            return None;
        }
        let (options, bytes) = (SearchOptions::default(), resources.tree_bytes);
        let team = HexSolver::team(game, parts, options, bytes, count);
        Some(team.into_iter().map(|one| Box::new(one) as _).collect())
    }
}

impl<K: Key> StoragePolicy<Hex<K>> for HexKnowledge {}
