//! The connections of a position in little memory.

use super::Stones;
use crate::hex::board::HexBoard;
use crate::hex::cells::CellSet;

/// The connections of one player in a position.
pub(in crate::hex::knowledge) struct Snapshot<C> {
    pub(super) own: u128,
    pub(super) empty: u128,
    /// The points that are stones.
    pub(super) stones: u128,
    /// Whether the search for connections came to its end.
    pub(super) is_complete: bool,
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

    /// The carriers of the full connections of a pair.
    #[cfg(all(test, not(loom)))]
    pub(super) fn between(&self, pair: usize) -> Vec<u128> {
        let counts = self.counts[..pair].iter().flatten();
        let first: usize = counts.map(|count| usize::from(*count)).sum();
        let carriers = &self.carriers[first..][..usize::from(self.counts[pair][0])];
        carriers.iter().map(|carrier| carrier.cells()).collect()
    }

    /// Whether the search came to its end, and another position has the same stones and more.
    pub(super) fn leads_to(&self, board: &HexBoard, stones: &Stones<'_>) -> bool {
        let others = board.all & !(self.own | self.empty);
        self.is_complete && self.own & !stones.own == 0 && others & !stones.other == 0
    }
}
