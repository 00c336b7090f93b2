//! The checker's own search: is the value of a position at least a bound?

use crate::table::Table;
use crate::{Rules, Stage};

/// From how many levels below the end of the game the table is asked, and children are ordered by
/// how few answers they leave: below that, both cost more than they save.
const WORTH_REMEMBERING: u32 = 4;
const WORTH_ORDERING: u32 = 5;

/// Searches with a null window: alpha-beta with nothing but a table and an ordering by mobility,
/// unless the rules bring a search of their own.
pub struct Searcher<P> {
    /// The children of the positions on the path, those of the deepest last.
    path: Vec<P>,
    nodes: u64,
}

impl<P: Clone> Searcher<P> {
    pub fn new() -> Self {
        Self {
            path: Vec::new(),
            nodes: 0,
        }
    }

    /// How many positions have been visited since this was last asked.
    pub fn take_nodes(&mut self) -> u64 {
        std::mem::take(&mut self.nodes)
    }

    /// Whether the value of `position` is at least `bound`.
    pub fn at_least<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        table: &Table,
        position: &P,
        bound: i32,
    ) -> bool {
        let own = rules.at_least(position, bound, table, &mut self.nodes);
        own.unwrap_or_else(|| self.plainly(rules, table, position, bound))
    }

    /// The search for all games.
    fn plainly<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        table: &Table,
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
        let known = key.and_then(|key| table.get(key));
        if let Some(known) = known
            && (known.least >= bound || known.greatest < bound)
        {
            return known.least >= bound;
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
        // Sorting is the same each time, so that the place in the order names a move.
        if let Some(best) = known.and_then(|known| known.best)
            && from + usize::from(best) < self.path.len()
        {
            self.path[from..=from + usize::from(best)].rotate_right(1);
        }
        let best = known.and_then(|known| known.best).map_or(0, usize::from);
        let mut reached = None;
        for at in from..self.path.len() {
            // Some move is worth the bound: the child is worth at most its negation.
            let child = self.path[at].clone();
            if !self.plainly(rules, table, &child, 1 - bound) {
                reached = Some(match at - from {
                    0 => best,
                    place if place <= best => place - 1,
                    place => place,
                });
                break;
            }
        }
        self.path.truncate(from);
        if let Some(key) = key {
            let value = if reached.is_some() { bound } else { bound - 1 };
            let best = reached.and_then(|best| u8::try_from(best).ok());
            table.put(key, value, reached.is_some(), best.unwrap_or(u8::MAX), left);
        }
        reached.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Othello, Stones};

    /// Positions of random play with `left` squares left, or in which it ended before.
    fn late_positions(rules: &Othello, left: u32, count: usize, seed: u64) -> Vec<Stones> {
        let mut random = seed;
        let mut next = move |limit: usize| {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (random >> 33) as usize % limit
        };
        let mut found = Vec::new();
        while found.len() < count {
            let mut position = rules.start();
            while rules.max_level() - rules.level(&position) > left {
                let mut children = Vec::new();
                rules.children(&position, &mut children);
                if children.is_empty() {
                    break;
                }
                position = children[next(children.len())];
            }
            found.push(position);
        }
        found
    }

    #[test]
    fn the_search_made_for_othello_finds_what_the_search_for_all_games_finds() {
        for (columns, rows) in [(4, 4), (6, 4), (4, 6), (8, 4), (4, 8), (6, 6)] {
            let rules = Othello::new(columns, rows).unwrap();
            let (min, max) = rules.value_range();
            let table = || Table::new(rules.key_bits(), (min, max), 1 << 16);
            let (shared, plain) = (table(), table());
            let mut searcher = Searcher::new();
            for left in 0..=12 {
                for position in late_positions(&rules, left, 10, u64::from(columns + left)) {
                    // The value, by halving; then every bound, or those near it.
                    let (mut least, mut greatest) = (min, max);
                    while least < greatest {
                        let bound = (least + greatest + 1).div_euclid(2);
                        match searcher.plainly(&rules, &plain, &position, bound) {
                            true => least = bound,
                            false => greatest = bound - 1,
                        }
                    }
                    let check = |table: &Table, bound| {
                        let found = rules.at_least(&position, bound, table, &mut 0);
                        #[cfg(target_arch = "x86_64")]
                        if found.is_none() && !is_x86_feature_detected!("avx2") {
                            return;
                        }
                        assert_eq!(found, Some(least >= bound), "{position:?} {bound}");
                    };
                    let fresh = table();
                    for bound in [least + 1, least, min - 1, max + 1] {
                        check(&fresh, bound);
                    }
                    for bound in min..=max {
                        check(&shared, bound);
                    }
                }
            }
        }
    }
}
