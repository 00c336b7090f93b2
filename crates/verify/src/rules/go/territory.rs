//! Territory that its owner keeps by answering, whatever stones the opponent has.
//!
//! The *alive* stones of a colour are those that are unconditionally alive even where suicide is
//! allowed ([`life`](super::life)): two regions keep each chain alive, in which every point,
//! whatever stands on it, lies beside the chain. So they depend on the stones of the colour alone.
//! Of the other points, a connected region is *territory* if it has no stone of the colour, and all
//! of its points, but at most one that has at least two neighbours, lie beside alive stones.
//!
//! Without suicide, the owner keeps the alive stones and gets all of the territory. He passes while
//! the opponent has no stone in it. If there is one, he plays in its region:
//!
//! - *on an empty point beside alive stones*, if there is one. The stone joins them, and all of
//!   them stay alive: a region that keeps a chain alive is left with a point, since if no other
//!   point of it was empty, the stone captures; and its points still lie beside the chain.
//! - *else on the point that is not beside them*. It is the only empty point, so the only liberty
//!   of every stone of the opponent in the region, and all of them are captured. Now all other
//!   points of the region are empty and lie beside alive stones, at least two of them beside the
//!   new stone. If the opponent takes one of those, the owner takes another at once, before he
//!   plays in any other region, which joins the stone to the alive ones. No chain is kept alive by
//!   such a region.
//!
//! So no stone that the owner plays is ever captured, the territory left to play in shrinks, and in
//! the end the opponent has no stone there when the owner passes. A board that the owner makes has
//! all stones that were alive at first, and a stone where there was territory. It is new unless
//! an earlier board, before the owner began, had these stones and one of the owner there.

use super::life::alive_if_suicide_is_allowed;
use super::{Board, Go};

/// What a colour keeps by answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Territory {
    /// The points of the alive stones, one bit each.
    pub stones: u64,
    pub points: u64,
}

impl Go {
    /// What `colour` keeps.
    pub(crate) fn territory(&self, board: &Board, colour: usize) -> Territory {
        let stones = alive_if_suicide_is_allowed(self, board.stones, colour);
        let beside = self.around(stones);
        let mut points = 0;
        for region in self.parts(self.all() & !stones) {
            let uncovered = region & !beside;
            let covers = match uncovered.count_ones() {
                0 => true,
                1 => self.around(uncovered).count_ones() >= 2,
                _ => false,
            };
            if covers && region & board.stones[colour] == 0 {
                points |= region;
            }
        }
        Territory { stones, points }
    }

    /// A lower bound on the value for `colour` from what it keeps.
    pub(crate) fn bound_by_territory(&self, board: &Board, colour: usize, kept: Territory) -> i32 {
        let sure = (kept.stones | kept.points).count_ones() as i32;
        let score = 2 * sure - self.points() as i32;
        let least = match colour {
            0 => self.worth(score),
            _ => -self.worth(-score),
        };
        if board.passes == 0 || board.colour == colour {
            return least;
        }
        // The opponent can end the game at once by a pass.
        let ended = Board {
            colour,
            passes: 2,
            ..*board
        };
        self.utility(&ended).map_or(least, |value| value.min(least))
    }
}
