//! Looks at positions for many threads, and the last of them kept.

use std::collections::HashMap;
use std::fmt;
use std::mem;
use std::sync::{Mutex, PoisonError};

use solveig_game::mixing::spread_wide;

use super::board::{Colour, HexGeometry, HexStones};
use super::{AnalysisOptions, Analyst, Filled, Outlook};

/// Parts that are locked one by one.
const PARTS: usize = 16;

/// Looks kept in a part before the older half of them goes.
const KEPT: usize = 1 << 13;

/// The looks at positions of one board.
pub(super) struct Looks {
    shape: HexGeometry,
    options: AnalysisOptions,
    /// Analysts that nobody uses at the moment.
    idle: Mutex<Vec<Analyst>>,
    parts: [Mutex<LooksShard>; PARTS],
}

/// Looks at some of the positions.
#[derive(Default)]
struct LooksShard {
    recent: HashMap<HexStones, Outlook>,
    /// What was recent before that.
    older: HashMap<HexStones, Outlook>,
}

impl Looks {
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

    /// What [`Analyst::look`] says of a board of the rules, where `mover` follows from the stones.
    pub(super) fn look(&self, board: HexStones, mover: Colour) -> Outlook {
        let part = &self.parts[part_of(board)];
        let known = part
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(board);
        if let Some(known) = known {
            return known;
        }
        let mut analyst = self.analyst();
        let outlook = analyst.look(&mut Filled::from(board), mover);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(analyst);
        drop(idle);
        part.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .put(board, outlook.clone());
        outlook
    }

    fn analyst(&self) -> Analyst {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let found = idle.pop();
        drop(idle);
        found.unwrap_or_else(|| Analyst::new(&self.shape, self.options))
    }
}

impl LooksShard {
    fn get(&mut self, board: HexStones) -> Option<Outlook> {
        if let Some(known) = self.recent.get(&board) {
            return Some(known.clone());
        }
        let known = self.older.remove(&board)?;
        self.put(board, known.clone());
        Some(known)
    }

    fn put(&mut self, board: HexStones, outlook: Outlook) {
        if self.recent.len() >= KEPT / 2 {
            self.older = mem::take(&mut self.recent);
        }
        self.recent.insert(board, outlook);
    }
}

fn part_of(board: HexStones) -> usize {
    let mixed = board.black ^ board.white.rotate_left(67);
    (spread_wide(mixed) >> 32) as usize % PARTS
}

impl fmt::Debug for Looks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Looks({:?}, {:?})", self.shape, self.options)
    }
}
