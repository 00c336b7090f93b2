//! A shared cache of position analyses.

use std::collections::HashMap;
use std::fmt;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::analysis::{Analysis, AnalysisOptions, Analyst};
use super::inferior::Filled;
use crate::colour::Colour;
use crate::hex::board::HexBoard;

/// The number of recent analyses that are kept, and of older ones.
const KEPT: usize = 1 << 16;

/// The cache for one board, with a pool of analysts. An analysis takes so much longer than a look
/// at the cache that one lock serves all threads.
pub(super) struct AnalysisCache {
    board: HexBoard,
    pub(super) options: AnalysisOptions,
    shared: Mutex<Shared>,
}

#[derive(Default)]
struct Shared {
    /// Idle analysts, for reuse of their memory.
    idle: Vec<Analyst>,
    recent: HashMap<[u128; 2], Analysis>,
    /// The previous generation of analyses, evicted all at once.
    older: HashMap<[u128; 2], Analysis>,
}

impl AnalysisCache {
    pub(super) fn new(board: &HexBoard, options: AnalysisOptions) -> Self {
        Self {
            board: board.clone(),
            options,
            shared: Mutex::default(),
        }
    }

    /// The result of [`Analyst::analyse`] for stones without fill-in, cached.
    pub(super) fn analyse(&self, stones: [u128; 2], mover: Colour) -> Analysis {
        let mut shared = self.shared();
        if let Some(known) = shared.get(stones) {
            return known;
        }
        let idle = shared.idle.pop();
        drop(shared);
        let mut analyst = idle.unwrap_or_else(|| Analyst::new(&self.board, self.options));
        let analysis = analyst.analyse(&mut Filled::from(stones), mover);
        let mut shared = self.shared();
        shared.idle.push(analyst);
        shared.put(stones, analysis.clone());
        analysis
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    fn get(&mut self, stones: [u128; 2]) -> Option<Analysis> {
        if let Some(known) = self.recent.get(&stones) {
            return Some(known.clone());
        }
        let known = self.older.remove(&stones)?;
        self.put(stones, known.clone());
        Some(known)
    }

    fn put(&mut self, stones: [u128; 2], analysis: Analysis) {
        if self.recent.len() >= KEPT {
            self.older = mem::take(&mut self.recent);
        }
        self.recent.insert(stones, analysis);
    }
}

impl fmt::Debug for AnalysisCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnalysisCache({:?}, {:?})", self.board, self.options)
    }
}
