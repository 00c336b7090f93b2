//! The checker's own search: is the value of a position at least a bound?

use crate::{Rules, Stage};

/// Entries of a searcher's table; each takes 32 bytes.
const ENTRIES_LOG2: u32 = 18;

/// From how many levels below the end of the game the table is asked, and children are ordered by
/// how few answers they leave: below that, both cost more than they save.
const WORTH_REMEMBERING: u32 = 4;
const WORTH_ORDERING: u32 = 5;

/// What has been found of one position. Keys are exact: the bounds can be trusted.
#[derive(Clone, Copy)]
struct Entry {
    key: u128,
    least: i32,
    greatest: i32,
}

/// Searches with a null window: alpha-beta with nothing but a table and an ordering by mobility.
pub struct Searcher<P> {
    table: Vec<Entry>,
    /// The children of the positions on the path, those of the deepest last.
    path: Vec<P>,
    nodes: u64,
}

impl<P: Clone> Searcher<P> {
    pub fn new() -> Self {
        Self {
            table: Vec::new(),
            path: Vec::new(),
            nodes: 0,
        }
    }

    /// How many positions have been visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the value of `position` is at least `bound`.
    pub fn at_least<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        bound: i32,
    ) -> bool {
        self.nodes += 1;
        let (min, max) = rules.value_range();
        if bound <= min || bound > max {
            return bound <= min;
        }
        let left = rules.max_level().saturating_sub(rules.level(position));
        let key = (left >= WORTH_REMEMBERING).then(|| rules.key(position));
        if let Some(known) = key.and_then(|key| self.known(key, bound)) {
            return known;
        }
        let from = self.path.len();
        rules.children(position, &mut self.path);
        if self.path.len() == from
            && let Stage::Over(value) = rules.stage(position)
        {
            return value >= bound;
        }
        if left >= WORTH_ORDERING {
            self.path[from..].sort_by_cached_key(|child| rules.mobility(child));
        }
        let mut reached = false;
        for at in from..self.path.len() {
            // Some move is worth the bound: the child is worth at most its negation.
            let child = self.path[at].clone();
            if !self.at_least(rules, &child, 1 - bound) {
                reached = true;
                break;
            }
        }
        self.path.truncate(from);
        if let Some(key) = key {
            self.remember(key, bound, reached);
        }
        reached
    }

    fn slot(key: u128) -> usize {
        let folded = key as u64 ^ (key >> 64) as u64;
        (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ENTRIES_LOG2)) as usize
    }

    fn known(&self, key: u128, bound: i32) -> Option<bool> {
        let entry = self.table.get(Self::slot(key))?;
        if entry.key != key {
            None
        } else if entry.least >= bound {
            Some(true)
        } else if entry.greatest < bound {
            Some(false)
        } else {
            None
        }
    }

    fn remember(&mut self, key: u128, bound: i32, reached: bool) {
        let nothing = Entry {
            key,
            least: i32::MIN,
            greatest: i32::MAX,
        };
        if self.table.is_empty() {
            self.table = vec![nothing; 1 << ENTRIES_LOG2];
        }
        let entry = &mut self.table[Self::slot(key)];
        if entry.key != key {
            *entry = nothing;
        }
        if reached {
            entry.least = entry.least.max(bound);
        } else {
            entry.greatest = entry.greatest.min(bound - 1);
        }
    }
}
