//! Regions that a full connection encloses: a decomposition of the board by virtual connections.
//!
//! Let `p` and `q` be groups or edges of a player, `C` the carrier of a full connection between
//! them, and `R` a set of cells with `C` in it such that each cell beside `R` has a stone of the
//! opponent, belongs to `p` or `q`, or touches one of them. No edge of the player but these two is
//! beside `R`. Claim: filling all empty cells of `R` with the player's stones changes the winner of
//! no position, whoever is to move.
//!
//! Proof: more stones of the player never harm it. Conversely let it win the filled board. It plays
//! the same outside `R`, answers moves within `C` by the connection, and may pass after others
//! within `R`. At the end the filled board has a chain from edge to edge, and `p` and `q` are
//! joined, at least once dead cells of captured sets are the player's, which changes nothing. Each
//! piece of the chain within `R` has one of the two, or a cell that touches one of them, at either
//! end; `p` and `q` take its place.
//!
//! Further stones outside `R` keep all of this true: an opponent's may be beside `R`, and a
//! player's there touches `p` or `q`. So a filled region stays filled in what follows, those of one
//! player may be filled at once, and those of the other as well if they share no cell with them.
//! The smallest `R` of a carrier is its flood fill through empty cells that touch neither end, and
//! through the player's other groups.

use super::engine::{Engine, pair_of};
use crate::hex::board::HexBoard;
use crate::hex::cells::{CellSet, Cells};

impl<C: CellSet> Engine<C> {
    /// See [`Connections::enclosed`](super::Connections::enclosed).
    pub(super) fn enclosed_cells(&self, board: &HexBoard) -> u128 {
        let mut enclosed = 0;
        for one in Cells(self.stones) {
            let joined = self.linked[one] & self.stones & !((2_u128 << one) - 1);
            for other in Cells(joined) {
                let pair = pair_of(one, other);
                for carrier in self.pairs[pair]
                    .full
                    .carriers(usize::from(self.fulls[pair]))
                {
                    if carrier.cells() & !enclosed != 0 {
                        enclosed |= self.region(board, carrier.cells(), [one, other]);
                    }
                }
            }
        }
        enclosed
    }

    /// The empty cells of the smallest region of a carrier, none if there is no region.
    fn region(&self, board: &HexBoard, carrier: u128, ends: [usize; 2]) -> u128 {
        let beside = self.solid[ends[0]] | self.solid[ends[1]];
        let is_end = |stone: &usize| ends.contains(&usize::from(self.point_of[*stone]));
        let groups = Cells(self.own).filter(|stone| !is_end(stone));
        let groups = groups.fold(0_u128, |set, stone| set | 1 << stone);
        let region = board.flood(carrier, carrier | self.empty & !beside | groups);
        let mut edges = (self.points - 2..).zip(board.edges(self.colour));
        match edges.any(|(edge, cells)| !ends.contains(&edge) && region & cells != 0) {
            true => 0,
            false => region & self.empty,
        }
    }
}
