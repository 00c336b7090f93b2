//! Looks at positions for many threads, and the last of them kept.

use std::collections::HashMap;
use std::fmt;
use std::mem;
use std::sync::{Mutex, PoisonError};

use solveig_game::mixing::spread_wide;

use super::board::{Colour, HexGeometry, HexStones};
use super::{Analysis, AnalysisOptions, Analyst, Filled};

/// Parts that are locked one by one.
const PARTS: usize = 16;

/// Looks kept in a part before the older half of them goes.
const KEPT: usize = 1 << 13;

/// The looks at positions of one board.
pub(super) struct AnalysisCache {
    shape: HexGeometry,
    options: AnalysisOptions,
    /// Analysts that nobody uses at the moment.
    idle: Mutex<Vec<Analyst>>,
    parts: [Mutex<CacheShard>; PARTS],
}

/// Looks at some of the positions.
#[derive(Default)]
struct CacheShard {
    recent: HashMap<HexStones, Analysis>,
    /// What was recent before that.
    older: HashMap<HexStones, Analysis>,
}

impl AnalysisCache {
    pub(super) fn new(shape: &HexGeometry, options: AnalysisOptions) -> Self {
        Self {
            shape: shape.clone(),
            options,
            idle: Mutex::default(),
            parts: Default::default(),
        }
    }

    pub(super) fn options(&self) -> AnalysisOptions {
        self.options
    }

    /// What [`Analyst::analyse`] says of a board of the rules, where `mover` follows from the
    /// stones.
    pub(super) fn analyse(&self, board: HexStones, mover: Colour) -> Analysis {
        let part = &self.parts[part_of(board)];
        let known = part
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(board);
        if let Some(known) = known {
            return known;
        }
        let mut analyst = self.analyst();
        let analysis = analyst.analyse(&mut Filled::from(board), mover);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(analyst);
        drop(idle);
        part.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .put(board, analysis.clone());
        analysis
    }

    fn analyst(&self) -> Analyst {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let found = idle.pop();
        drop(idle);
        found.unwrap_or_else(|| Analyst::new(&self.shape, self.options))
    }
}

impl CacheShard {
    fn get(&mut self, board: HexStones) -> Option<Analysis> {
        if let Some(known) = self.recent.get(&board) {
            return Some(known.clone());
        }
        let known = self.older.remove(&board)?;
        self.put(board, known.clone());
        Some(known)
    }

    fn put(&mut self, board: HexStones, analysis: Analysis) {
        if self.recent.len() >= KEPT / 2 {
            self.older = mem::take(&mut self.recent);
        }
        self.recent.insert(board, analysis);
    }
}

fn part_of(board: HexStones) -> usize {
    let mixed = board.black ^ board.white.rotate_left(67);
    (spread_wide(mixed) >> 32) as usize % PARTS
}

impl fmt::Debug for AnalysisCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnalysisCache({:?}, {:?})", self.shape, self.options)
    }
}
