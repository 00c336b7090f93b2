//! Secure territory: what a colour gets if it answers, whatever the stones of the other colour.
//!
//! - The *alive* stones are chains that are alive by Benson's algorithm (Benson 1976) even if
//!   suicide were allowed: each has two regions in which every point, whatever stands on it, is
//!   next to the chain. So only the owner's stones decide which they are.
//! - The *territory* is made of the regions without stones of the owner, in which every point, but
//!   at most one with two or more neighbours, is next to alive stones. Regions are the connected
//!   parts of the other points.
//!
//! The owner gets all of it without suicide. He passes until the opponent has a stone in the
//! territory, and then plays in the region of that stone, next to alive stones where he can.
//! Such a stone joins them. It leaves a point of the region free, so that none of them loses its
//! last eye: if no other point was empty, it captures. Where he cannot, all stones of the opponent
//! in the region have only the uncovered point as a liberty, and he captures them by playing there;
//! of that point's two neighbours, which are now empty and next to alive stones, he gets one. So
//! stones that he plays are never captured, which makes each board that he makes a new one: it
//! could only have occurred before if the alive stones and one in the territory were on a board
//! from which that one was captured since.

use solveig_game::Value;

use super::super::life::unconditionally_alive;
use crate::go::Board;

/// What a colour keeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Secure {
    /// The stones that are alive whatever the opponent plays.
    pub(super) stones: u64,
    /// The points of the territory. None has a stone of the owner.
    pub(super) territory: u64,
}

impl Secure {
    /// What the owner of the stones `own` keeps without suicide.
    pub(super) fn of(board: &Board, own: u64) -> Self {
        let stones = unconditionally_alive(board, own, 0, true).stones;
        let mut secure = Self {
            stones,
            territory: 0,
        };
        if stones == 0 {
            return secure;
        }
        let beside = board.adjacent(stones);
        for region in board.parts(board.all() & !stones) {
            let uncovered = region & !beside;
            let few = uncovered & uncovered.wrapping_sub(1) == 0;
            let can_be_filled = uncovered == 0 || board.adjacent(uncovered).count_ones() >= 2;
            if region & own == 0 && few && can_be_filled {
                secure.territory |= region;
            }
        }
        secure
    }

    /// The difference of areas, the owner's minus the opponent's, that this is worth at least.
    pub(super) fn score(&self, board: &Board) -> Value {
        2 * (self.stones | self.territory).count_ones() as Value - board.points() as Value
    }
}
