//! Knowledge of Hex: virtual connections, inferior cells and move ordering.
//!
//! All parts analyse a single position, and all results but the move ordering are proven:
//!
//! - `connections`: the virtual connections of both players, which decide many positions early and
//!   otherwise yield the must-play region; the solver works them out from those of earlier
//!   positions, which `connections_cache` keeps;
//! - `inferior`: fill-in of dead and captured cells, and pruning of vulnerable, captured-reversible
//!   and dominated moves;
//! - `resistance`: move ordering by electrical resistance.
//!
//! `analysis` combines them, and [`HexKnowledge`] provides the results to searches.

mod analysis;
mod analysis_cache;
mod connections;
mod connections_cache;
mod inferior;
mod nodes;
mod playout;
mod resistance;
mod solver;
#[cfg(all(test, not(loom)))]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use solveig_game::{ConnectionGame, Game, Interval, Key, Move};
use solveig_search::Oracle;
use solveig_search::binary::{KnownZone, Playout, Resources};
use solveig_search::knowledge::{
    Bounds, Estimates, MoveOrdering, OwnSolvers, ProofConditions, StoragePolicy, TableHints,
};
use solveig_search::random::Random;

use self::analysis::{Analysis, Analyst, KnownPosition, ZonedAnalysis};
use self::analysis_cache::AnalysisCache;
use self::connections_cache::ConnectionsCache;
use self::inferior::FilledPosition;
use self::nodes::Situation;
use self::resistance::Circuit;
use super::board::{HexBoard, MAX_CELLS};
use super::cells::Cells;
use super::{Hex, HexPosition};
use crate::colour::Colour;

pub use self::analysis::AnalysisOptions;
pub use self::connections::ConnectionLimits;
pub use self::solver::{HexSolver, SearchOptions};

/// Decides positions by virtual connections, prunes moves and orders them by resistance.
///
/// An analysis takes up to some milliseconds. Recent ones are cached, since depth-first searches
/// revisit positions; clones share the cache.
#[derive(Clone, Debug)]
pub struct HexKnowledge {
    board: HexBoard,
    options: AnalysisOptions,
    /// Whether analyses start from those of the position before. What they find then depends on
    /// which of these are known.
    is_incremental: bool,
    /// An analysis takes so much longer than a look here that one lock serves all threads.
    cache: Arc<Mutex<AnalysisCache>>,
}

impl HexKnowledge {
    /// The knowledge for one board with the selected [parts](AnalysisOptions).
    #[must_use]
    pub fn new<K: Key>(game: &Hex<K>, options: AnalysisOptions) -> Self {
        Self {
            board: game.board.clone(),
            options,
            is_incremental: true,
            cache: Arc::default(),
        }
    }

    /// The analysis of a position that is not over.
    fn analyse<K: Key>(&self, game: &Hex<K>, position: &HexPosition) -> ZonedAnalysis {
        let stones = game.stones(position);
        let mut cache = self.cache();
        if let Some(analysis) = cache.get(stones) {
            return analysis;
        }
        let idle = cache.idle.pop();
        let mover = game.mover(*position);
        let (mut filled, before) = match self.is_incremental {
            true => self.start(&mut cache.connections, stones, mover),
            false => (FilledPosition::from(stones), None),
        };
        drop(cache);
        let mut analyst = idle.unwrap_or_else(|| Analyst::new(&self.board, self.options));
        let analysis = analyst.analyse(&mut filled, mover, before.as_deref());
        let snapshot = match analysis.analysis {
            Analysis::Open(_) if self.is_incremental && self.options.connections.is_some() => {
                Some(Arc::new(analyst.snapshot(&filled)))
            }
            _ => None,
        };
        let key = Situation { stones, mover };
        // What is evicted is freed after the lock, which other threads wait for.
        let _evicted = snapshot.map(|snapshot| self.cache().connections.keep(key, false, snapshot));
        let mut cache = self.cache();
        cache.idle.push(analyst);
        cache.put(stones, analysis.clone());
        analysis
    }

    /// Where to start an analysis: what was filled in before the last move, and what is known of
    /// that position, if it is one of the recent ones.
    fn start(
        &self,
        recent: &mut ConnectionsCache,
        stones: [u128; 2],
        mover: Colour,
    ) -> (FilledPosition, Option<Arc<KnownPosition>>) {
        let last = mover.opponent();
        for stone in Cells(stones[last as usize]) {
            let mut key = Situation {
                stones,
                mover: last,
            };
            key.stones[last as usize] &= !(1 << stone);
            if let Some((before, _)) = recent.get(&key)
                && before.filled.empty(&self.board) & 1 << stone != 0
            {
                let mut filled = before.filled;
                filled.stones[last as usize] |= 1 << stone;
                return (filled, Some(before));
            }
        }
        (FilledPosition::from(stones), None)
    }

    fn cache(&self) -> MutexGuard<'_, AnalysisCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Key> Bounds<Hex<K>> for HexKnowledge {
    fn expand(&self, game: &Hex<K>, position: &HexPosition, moves: &mut Vec<Move>) -> Interval {
        if game.is_over(*position) {
            return Interval::exact(-1);
        }
        if self.options == AnalysisOptions::NONE {
            game.legal_moves(position, moves);
            return Interval::unknown(game.value_range());
        }
        let mover = game.mover(*position);
        match self.analyse(game, position).analysis {
            Analysis::Decided(winner) if winner == mover => Interval::exact(1),
            Analysis::Decided(_) => Interval::exact(-1),
            Analysis::Open(cells) => {
                moves.extend(cells.into_iter().map(|cell| Move(cell.into())));
                Interval::unknown(game.value_range())
            }
        }
    }
}

impl<K: Key> MoveOrdering<Hex<K>> for HexKnowledge {
    fn name(&self) -> &'static str {
        match self.options.resistance {
            true => "electrical resistance",
            false => "the rules of Hex",
        }
    }

    fn orders_moves(&self) -> bool {
        self.options.resistance
    }

    /// The first move in the order for searches; where virtual connections decide the position, the
    /// cell with the most current without them, since the players still have to make them.
    fn guess(&self, game: &Hex<K>, position: &HexPosition) -> Option<Move> {
        if game.is_over(*position) {
            return None;
        }
        let mut moves = Vec::new();
        self.expand(game, position, &mut moves);
        if let Some(first) = moves.first() {
            return Some(*first);
        }
        let filled = FilledPosition::from(game.stones(position));
        let mut circuit = Circuit::new(&self.board);
        let mut shares = [0.0; MAX_CELLS];
        for colour in Colour::BOTH {
            circuit.add_shares(&self.board, &filled, None, colour, &mut shares);
        }
        let best = Cells(filled.empty(&self.board))
            .min_by(|one, other| shares[*other].total_cmp(&shares[*one]));
        best.map(|cell| Move(cell as u16))
    }
}

impl<K: Key> Estimates<Hex<K>> for HexKnowledge {
    fn playout(&self, game: &Hex<K>, position: &HexPosition, random: &mut Random) -> Playout {
        playout::random_playout(game, *position, random)
    }
}

impl<K: Key> ProofConditions<Hex<K>> for HexKnowledge {
    fn zone(&self, game: &Hex<K>, position: &HexPosition) -> Option<KnownZone> {
        if self.options == AnalysisOptions::NONE {
            return None;
        }
        let ZonedAnalysis { analysis, zone } = self.analyse(game, position);
        let moves = match analysis {
            Analysis::Decided(_) => 0,
            Analysis::Open(cells) => cells.into_iter().fold(0, |all, cell| all | 1 << cell),
        };
        Some(KnownZone { moves, zone })
    }
}

impl<K: Key> TableHints<Hex<K>> for HexKnowledge {}

impl<K: Key> OwnSolvers<Hex<K>> for HexKnowledge {
    fn solvers(
        &self,
        game: &Hex<K>,
        resources: &Resources,
        count: usize,
    ) -> Option<Vec<Box<dyn Oracle<Hex<K>>>>> {
        let parts = self.options;
        if parts == AnalysisOptions::NONE {
            return None;
        }
        let (options, bytes) = (SearchOptions::default(), resources.tree_bytes);
        let team = HexSolver::team(game, parts, options, bytes, count);
        Some(team.into_iter().map(|one| Box::new(one) as _).collect())
    }

    fn independent(&self) -> Self {
        Self {
            is_incremental: false,
            cache: Arc::default(),
            ..self.clone()
        }
    }
}

impl<K: Key> StoragePolicy<Hex<K>> for HexKnowledge {}
