//! Null-window alpha-beta, for claims that no file decides: is a value at least a bound?

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::bounds::Bound;
use crate::failure::{Failure, VerifyError};
use crate::limits::Budget;
use crate::rules::{KEYS_FIT, UTILITIES_IN_RANGE};
use crate::{Rules, Stage};

/// A null-window search.
pub trait Search<P>: Sync {
    /// Whether the value of `position` is at least `bound`, for the side to move.
    ///
    /// # Errors
    ///
    /// Fails if the limits of the check end it, or if the rules break a promise.
    fn at_least(&self, position: &P, bound: i32) -> Result<bool, VerifyError>;

    /// Positions visited so far.
    fn nodes(&self) -> u64;

    /// Source files of this crate outside the kernel on which the search's answers depend.
    fn trusted(&self) -> &'static [&'static str];
}

/// Proved bounds on the value of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvedBounds {
    /// The value is at least this.
    pub least: i32,
    /// The value is at most this.
    pub greatest: i32,
    /// The move to try first; the encoding is the caller's.
    pub best: Option<u8>,
}

impl ProvedBounds {
    /// That the value lies between two bounds.
    pub const fn within(least: i32, greatest: i32) -> Self {
        Self {
            least,
            greatest,
            best: None,
        }
    }

    /// The same with one more bound, and the move to try first after it was proved.
    #[inline(always)]
    pub fn with(self, proved: Bound, best: Option<u8>) -> Self {
        let (mut least, mut greatest) = (self.least, self.greatest);
        match proved {
            Bound::AtLeast(bound) => least = least.max(bound),
            Bound::AtMost(bound) => greatest = greatest.min(bound),
        }
        Self {
            least,
            greatest,
            best,
        }
    }
}

/// A transposition table. It may forget entries, but returns only what was stored for that very
/// key.
pub trait Memory: Sync {
    /// Source files of this crate outside the kernel on which the memory's entries depend.
    fn trusted(&self) -> &'static [&'static str];

    /// The stored bounds of the position with this key.
    fn get(&self, key: u128) -> Option<ProvedBounds>;

    /// Stores a bound. `effort` grows with the logarithm of the work of its proof: entries of less
    /// effort may be forgotten first.
    fn put(&self, key: u128, proved: Bound, best: Option<u8>, effort: u32);
}

/// Levels left from which the search uses its memory, and orders children: closer to the end of the
/// game both cost more than they save.
const WORTH_REMEMBERING: u32 = 4;
const WORTH_ORDERING: u32 = 5;

/// Positions between two checks of the time limit.
const NODES_PER_LOOK: u64 = 1 << 10;

/// The search of the kernel, for all games.
pub struct AlphaBeta<'a, R: Rules + ?Sized, M> {
    rules: &'a R,
    memory: M,
    budget: &'a Budget,
    nodes: AtomicU64,
}

/// The state of one search.
struct Path<P> {
    /// Stack of the children of all positions on the path.
    children: Vec<P>,
    nodes: u64,
}

impl<'a, R: Rules + ?Sized, M: Memory> AlphaBeta<'a, R, M> {
    /// A search that uses `memory`.
    pub fn new(rules: &'a R, memory: M, budget: &'a Budget) -> Self {
        Self {
            rules,
            memory,
            budget,
            nodes: AtomicU64::new(0),
        }
    }

    fn search(
        &self,
        path: &mut Path<R::Position>,
        position: &R::Position,
        bound: i32,
    ) -> Result<bool, VerifyError> {
        path.nodes += 1;
        if path.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.nodes.fetch_add(NODES_PER_LOOK, Relaxed);
            self.budget.go_on()?;
        }
        let range = self.rules.value_range();
        if bound <= range.least || bound > range.greatest {
            return Ok(bound <= range.least);
        }
        let left = self
            .rules
            .max_level()
            .saturating_sub(self.rules.level(position));
        let key = (left >= WORTH_REMEMBERING).then(|| self.rules.key(position));
        if key.is_some_and(|key| key.checked_shr(self.rules.key_bits()).unwrap_or(0) != 0) {
            return Err(Failure::Rules { broken: KEYS_FIT }.into());
        }
        let bounds = key.and_then(|key| self.memory.get(key));
        if let Some(bounds) = bounds
            && (bounds.least >= bound || bounds.greatest < bound)
        {
            return Ok(bounds.least >= bound);
        }
        let from = path.children.len();
        self.rules.children(position, &mut path.children);
        if path.children.len() == from
            && let Stage::Over(value) = self.rules.stage(position)
        {
            let broken = UTILITIES_IN_RANGE;
            return match range.contains(value) {
                true => Ok(value >= bound),
                false => Err(Failure::Rules { broken }.into()),
            };
        }
        if left >= WORTH_ORDERING {
            path.children[from..].sort_by_cached_key(|child| self.rules.move_count(child));
        }
        // The order is deterministic, so an index in it identifies a move.
        let best = bounds.and_then(|bounds| bounds.best).map_or(0, usize::from);
        if from + best < path.children.len() {
            path.children[from..=from + best].rotate_right(1);
        }
        let mut reached = None;
        for at in from..path.children.len() {
            // A move reaches the bound if its child is worth at most minus the bound to the other
            // side.
            let child = path.children[at].clone();
            if !self.search(path, &child, 1 - bound)? {
                reached = Some(match at - from {
                    0 => best,
                    index if index <= best => index - 1,
                    index => index,
                });
                break;
            }
        }
        path.children.truncate(from);
        if let Some(key) = key {
            let proved = match reached {
                Some(_) => Bound::AtLeast(bound),
                None => Bound::AtMost(bound - 1),
            };
            let best = reached.and_then(|best| u8::try_from(best).ok());
            self.memory.put(key, proved, best, left);
        }
        Ok(reached.is_some())
    }
}

impl<R: Rules + ?Sized, M: Memory> Search<R::Position> for AlphaBeta<'_, R, M> {
    fn at_least(&self, position: &R::Position, bound: i32) -> Result<bool, VerifyError> {
        let mut path = Path {
            children: Vec::new(),
            nodes: 0,
        };
        self.budget.go_on()?;
        let answer = self.search(&mut path, position, bound);
        self.nodes.fetch_add(path.nodes % NODES_PER_LOOK, Relaxed);
        answer
    }

    fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    fn trusted(&self) -> &'static [&'static str] {
        self.memory.trusted()
    }
}
