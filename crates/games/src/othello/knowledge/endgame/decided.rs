//! Leaving what another thread has made needless: the subtrees of positions that it has decided.

use solveig_game::Key;
use solveig_search::TranspositionTable;

/// From this many empty squares on, a position is left if one above it is decided. Looking at each
/// position above costs more than it saves where subtrees are small.
pub(super) const LEFT_EARLY: u32 = 17;

/// The positions on the search path whose moves a team shares, the root first.
///
/// A thread that tries a later move than another finishes in vain if the other finds a cutoff. The
/// table then decides the null window of a position on the path, and the search returns to it.
#[derive(Debug)]
pub(super) struct DecidedAbove<K> {
    /// Each position's key, and its null window from this score to the next.
    path: Vec<(K, i32)>,
    /// The place on the path of the position to return to, and its score.
    leaving: Option<(usize, i32)>,
}

impl<K: Key> DecidedAbove<K> {
    pub(super) const fn new() -> Self {
        Self {
            path: Vec::new(),
            leaving: None,
        }
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.path.clear();
        self.leaving = None;
    }

    pub(super) fn enter(&mut self, key: K, alpha: i32) {
        self.path.push((key, alpha));
    }

    /// Ends the search of the position entered last. Returns its score if the search was left for
    /// it.
    pub(super) fn leave(&mut self) -> Option<i32> {
        self.path.pop();
        let place = self.path.len();
        let (_, score) = self.leaving.take_if(|leaving| leaving.0 == place)?;
        Some(score)
    }

    /// Whether the search returns to a position on the path.
    pub(super) const fn is_leaving(&self) -> bool {
        self.leaving.is_some()
    }

    /// Looks for a position on the path that the table decides, and starts the return to the first.
    pub(super) fn look(&mut self, table: &TranspositionTable) -> bool {
        let mut path = self.path.iter().enumerate();
        let decided = path.find_map(|(place, (key, alpha))| {
            let bounds = table.look_up(*key)?.bounds;
            if bounds.lower > *alpha {
                Some((place, bounds.lower))
            } else {
                (bounds.upper <= *alpha).then_some((place, bounds.upper))
            }
        });
        self.leaving = self.leaving.or(decided);
        self.is_leaving()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use solveig_game::Interval;
    use solveig_search::Entry;

    use super::*;
    use crate::othello::Othello;

    #[test]
    fn a_search_returns_to_the_first_position_that_is_decided() {
        let game = Othello::<u64>::new(6, 6).unwrap();
        for (lower, upper, score) in [(-36, 2, 2), (4, 36, 4), (-36, 36, 0), (2, 4, 0)] {
            let table = TranspositionTable::new(&game, 1 << 16).unwrap();
            let mut above = DecidedAbove::new();
            for key in 0..5_u64 {
                above.enter(key, 3);
            }
            assert!(!above.look(&table), "an empty table decides nothing");
            let bounds = Interval { lower, upper };
            for key in [1_u64, 3] {
                table.store(
                    key,
                    Entry {
                        bounds,
                        best_move: None,
                    },
                    1,
                );
            }
            let decides = score != 0;
            // The bounds from 2 to 4 hold the null window from 3 to 4 open.
            assert_eq!(above.look(&table), decides, "{bounds:?}");
            for key in (0..5_u64).rev() {
                assert_eq!(above.is_leaving(), decides && key >= 1, "{key}, {bounds:?}");
                let expected = (decides && key == 1).then_some(score);
                assert_eq!(above.leave(), expected, "{key}, {bounds:?}");
            }
        }
    }
}
