//! Null-window alpha-beta: is the value of a position at least a bound? For claims that no file speaks of.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::limits::{Budget, Undecided};
use crate::{Rules, Stage};

/// Decides null windows.
pub trait Search<P>: Sync {
    /// Whether the value of `position` is at least `bound`, for the side to move.
    ///
    /// # Errors
    ///
    /// Fails if the limits of the check end it.
    fn at_least(&self, position: &P, bound: i32) -> Result<bool, Undecided>;

    /// Positions visited so far.
    fn nodes(&self) -> u64;

    /// What is to be trusted beside the kernel for what this search says, as files of this crate.
    fn trusted(&self) -> &'static [&'static str];
}

/// Proved bounds of the value of one position, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The value is at least this.
    pub least: i32,
    /// The value is at most this.
    pub greatest: i32,
    /// The move to try first; the encoding is the caller's.
    pub best: Option<u8>,
}

/// Proved bounds by key. It may forget, but what it returns was stored for that very key.
pub trait Memory: Sync {
    /// What is to be trusted beside the kernel for what this memory says, as files of this crate.
    fn trusted(&self) -> &'static [&'static str];

    /// What is known of the position with this key.
    fn get(&self, key: u128) -> Option<Known>;

    /// Adds the proof that a value is at least `bound`, or that it is at most that. `effort` says how much
    /// work the proof was: what was less may be forgotten first.
    fn put(&self, key: u128, bound: i32, at_least: bool, best: Option<u8>, effort: u32);
}

/// From how many levels below the end of the game the memory is asked, and children are ordered: nearer to the
/// end both cost more than they save.
pub const WORTH_REMEMBERING: u32 = 4;
const WORTH_ORDERING: u32 = 5;

/// How many positions there are between two looks at the clock.
const NODES_PER_LOOK: u64 = 1 << 10;

/// The search of the kernel, for all games.
pub struct AlphaBeta<'a, R: Rules, M> {
    rules: &'a R,
    memory: M,
    budget: &'a Budget,
    /// What orders children, least first; it decides nothing.
    order: fn(&R, &R::Position) -> u32,
    nodes: AtomicU64,
}

/// How many legal moves a position has, by making them all.
pub fn count_replies<R: Rules>(rules: &R, position: &R::Position) -> u32 {
    let mut children = Vec::new();
    rules.children(position, &mut children);
    u32::try_from(children.len()).unwrap_or(u32::MAX)
}

/// The positions below the root of one search.
struct Path<P> {
    /// The children of the positions on the path, those of the deepest last.
    children: Vec<P>,
    nodes: u64,
}

impl<'a, R: Rules, M: Memory> AlphaBeta<'a, R, M> {
    /// A search that knows what is in `memory`.
    pub fn new(
        rules: &'a R,
        memory: M,
        budget: &'a Budget,
        order: fn(&R, &R::Position) -> u32,
    ) -> Self {
        Self {
            rules,
            memory,
            budget,
            order,
            nodes: AtomicU64::new(0),
        }
    }

    fn search(
        &self,
        path: &mut Path<R::Position>,
        position: &R::Position,
        bound: i32,
    ) -> Result<bool, Undecided> {
        path.nodes += 1;
        if path.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.nodes.fetch_add(NODES_PER_LOOK, Relaxed);
            self.budget.go_on()?;
        }
        let (min, max) = self.rules.value_range();
        if bound <= min || bound > max {
            return Ok(bound <= min);
        }
        let left = self
            .rules
            .max_level()
            .saturating_sub(self.rules.level(position));
        let key = (left >= WORTH_REMEMBERING).then(|| self.rules.key(position));
        let known = key.and_then(|key| self.memory.get(key));
        if let Some(known) = known
            && (known.least >= bound || known.greatest < bound)
        {
            return Ok(known.least >= bound);
        }
        let from = path.children.len();
        self.rules.children(position, &mut path.children);
        if path.children.len() == from
            && let Stage::Over(value) = self.rules.stage(position)
        {
            return Ok(value >= bound);
        }
        if left >= WORTH_ORDERING {
            path.children[from..].sort_by_cached_key(|child| (self.order)(self.rules, child));
        }
        // Sorting is the same each time, so that a place in the order names a move.
        let best = known.and_then(|known| known.best).map_or(0, usize::from);
        if from + best < path.children.len() {
            path.children[from..=from + best].rotate_right(1);
        }
        let mut reached = None;
        for at in from..path.children.len() {
            // A move reaches the bound if its child is worth at most minus the bound to the other side.
            let child = path.children[at].clone();
            if !self.search(path, &child, 1 - bound)? {
                reached = Some(match at - from {
                    0 => best,
                    place if place <= best => place - 1,
                    place => place,
                });
                break;
            }
        }
        path.children.truncate(from);
        if let Some(key) = key {
            let proved = if reached.is_some() { bound } else { bound - 1 };
            let best = reached.and_then(|best| u8::try_from(best).ok());
            self.memory.put(key, proved, reached.is_some(), best, left);
        }
        Ok(reached.is_some())
    }
}

impl<R: Rules, M: Memory> Search<R::Position> for AlphaBeta<'_, R, M> {
    fn at_least(&self, position: &R::Position, bound: i32) -> Result<bool, Undecided> {
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
