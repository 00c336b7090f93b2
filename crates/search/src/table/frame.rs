//! The choice of the table key of a position.

use std::sync::Arc;

use solveig_game::{Game, Key, Keyed, Reduction, Symmetric, Symmetry};

use super::{Entry, TranspositionTable};
use crate::Knowledge;

/// Whether and under which key a solver stores a position. Any choice is sound; they differ in
/// speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablePolicy {
    /// Not stored: searching it is as cheap as a look-up.
    Skip,
    /// Stored under its own key.
    Raw,
    /// Stored under the key of its symmetry class, if symmetry reduction is on.
    Canonical,
}

/// The table key of a position, and the symmetry that maps the position to the board with that key.
/// Moves in the table are moves of that board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<K> {
    key: K,
    symmetry: Symmetry,
}

impl<K: Copy> Frame<K> {
    pub(crate) const fn key(&self) -> K {
        self.key
    }
}

/// A table with the reduction of one solver.
#[derive(Clone, Debug)]
pub struct FramedTable {
    pub(crate) table: Arc<TranspositionTable>,
    pub(crate) reduction: Reduction,
}

impl FramedTable {
    /// # Panics
    ///
    /// Panics if the table was made for another game.
    pub(crate) fn new<G: Game>(
        game: &G,
        table: Arc<TranspositionTable>,
        reduction: Reduction,
    ) -> Self {
        assert!(table.is_for(game), "the table is for {}", game.spec());
        Self { table, reduction }
    }

    /// The frame of `position`; `None` if it is not stored.
    #[inline]
    pub(crate) fn frame<G: Symmetric, K: Knowledge<G>>(
        &self,
        game: &G,
        knowledge: &K,
        position: &G::Position,
    ) -> Option<Frame<G::Key>> {
        match knowledge.table_policy(game, position) {
            TablePolicy::Skip => None,
            TablePolicy::Canonical if self.reduction == Reduction::Canonical => {
                let (representative, symmetry) = game.canonical(position);
                let key = game.key(&representative);
                Some(Frame { key, symmetry })
            }
            TablePolicy::Raw | TablePolicy::Canonical => Some(Frame {
                key: game.key(position),
                symmetry: Symmetry::IDENTITY,
            }),
        }
    }

    /// Looks up the position with this frame; the move is in terms of the position.
    #[inline]
    pub(crate) fn look_up<G: Symmetric>(&self, game: &G, frame: Frame<G::Key>) -> Option<Entry> {
        let mut entry = self.table.look_up(frame.key)?;
        if frame.symmetry != Symmetry::IDENTITY {
            let back = game.inverse(frame.symmetry);
            entry.best_move = entry.best_move.map(|best| game.transform_move(best, back));
        }
        Some(entry)
    }

    /// Prefetches the bucket of a position under its own key.
    #[inline]
    pub(crate) fn prefetch<G: Keyed>(&self, game: &G, position: &G::Position) {
        self.table.prefetch(game.key(position));
    }

    /// Prefetches the bucket of this frame.
    #[inline]
    pub(crate) fn prefetch_frame<K: Key>(&self, frame: Frame<K>) {
        self.table.prefetch(frame.key);
    }

    /// Merges bounds into the entry of this frame; the move is in terms of the position.
    #[inline]
    pub(crate) fn store<G: Symmetric>(
        &self,
        game: &G,
        frame: Frame<G::Key>,
        mut entry: Entry,
        nodes: u64,
    ) {
        if frame.symmetry != Symmetry::IDENTITY {
            let to = frame.symmetry;
            entry.best_move = entry.best_move.map(|best| game.transform_move(best, to));
        }
        self.table.store(frame.key, entry, nodes);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use solveig_game::{GameExt, Interval, Notation};
    use solveig_games::othello::Othello;

    use super::*;
    use crate::NoKnowledge;

    #[test]
    fn all_images_of_a_position_share_an_entry_and_each_sees_its_own_move() {
        let game = Othello::<u64>::new(6, 6).unwrap();
        let position = game.parse_position("e4e3f2d5b3").unwrap();
        let best = game.moves(&position)[0];
        let symmetries = || (0..game.symmetries()).map(Symmetry);
        for to in symmetries() {
            let table = Arc::new(TranspositionTable::new(&game, 1 << 20).unwrap());
            let table = FramedTable::new(&game, table, Reduction::Canonical);
            let frame = |by| {
                let image = game.transform(&position, by);
                table.frame(&game, &NoKnowledge, &image).unwrap()
            };
            let entry = |by| Entry {
                bounds: Interval::exact(4),
                best_move: Some(game.transform_move(best, by)),
            };
            table.store(&game, frame(to), entry(to), 1);
            for by in symmetries() {
                assert_eq!(table.look_up(&game, frame(by)), Some(entry(by)));
            }
        }
    }
}
