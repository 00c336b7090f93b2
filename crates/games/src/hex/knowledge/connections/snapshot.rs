//! The connections of a position in little memory.

use super::engine::Engine;
use super::{Reach, Stones};
use crate::hex::board::HexBoard;
use crate::hex::cells::CellSet;

/// The connections of one player in a position.
pub(in crate::hex::knowledge) struct Snapshot<C> {
    pub(super) own: u128,
    pub(super) empty: u128,
    /// The points that are stones.
    pub(super) stones: u128,
    /// Whether the search for connections came to its end.
    is_complete: bool,
    /// For each pair of points, its numbers of full and of semi connections.
    pub(super) counts: Box<[[u8; 2]]>,
    /// The full connections of the first pair, its semi connections, those of the second, ...
    pub(super) carriers: Box<[C]>,
    pub(super) between_edges: Box<[C]>,
}

impl<C: CellSet> Snapshot<C> {
    pub(super) fn bytes(&self) -> usize {
        let carriers = self.carriers.len() + self.between_edges.len();
        size_of_val(&*self.counts) + carriers * size_of::<C>()
    }

    /// Whether the search came to its end, and another position has the same stones and more.
    pub(super) fn leads_to(&self, board: &HexBoard, stones: &Stones<'_>) -> bool {
        let others = board.all & !(self.own | self.empty);
        self.is_complete && self.own & !stones.own == 0 && others & !stones.other == 0
    }
}

impl<C: CellSet> Engine<C> {
    pub(super) fn snapshot(&self) -> Snapshot<C> {
        let is_complete = match self.reach {
            Reach::Open => true,
            Reach::Semi { .. } => !self.stop_at_semi,
            Reach::Full { .. } => false,
        };
        let counts = self.fulls.iter().zip(&self.semis);
        let counts: Box<[_]> = counts.map(|(fulls, semis)| [*fulls, *semis]).collect();
        let total: usize = counts
            .iter()
            .flatten()
            .map(|count| usize::from(*count))
            .sum();
        let mut carriers = Vec::with_capacity(total);
        for (pair, [fulls, semis]) in self.pairs.iter().zip(&counts) {
            carriers.extend_from_slice(pair.full.known(usize::from(*fulls)));
            carriers.extend_from_slice(pair.semi.known(usize::from(*semis)));
        }
        Snapshot {
            own: self.own,
            empty: self.empty,
            stones: self.stones,
            is_complete,
            counts,
            carriers: carriers.into_boxed_slice(),
            between_edges: self.between_edges.as_slice().into(),
        }
    }
}
