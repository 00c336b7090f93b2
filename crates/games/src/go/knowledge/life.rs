//! Unconditional life, by Benson's algorithm (Benson 1976).
//!
//! A region of a colour is a connected component of the points without its stones. It is vital to a
//! chain if each of its empty points is a liberty of the chain. Chains that all have two vital
//! regions among those that touch no other chain are alive, even if their owner always passes: the
//! last empty point of a region is a liberty of the chain, and the other colour cannot fill it
//! while the chain has a second one.
//!
//! Where suicide is allowed, the other colour can fill a region with stones that are then removed,
//! so a point with a stone may become an empty one that is no liberty of the chain. Hence a region
//! is vital there only if each of its points, empty or not, is adjacent to the chain.

use arrayvec::ArrayVec;

use super::alternating::MAX_POINTS;
use crate::go::Board;

/// The unconditionally alive stones of one colour and their vital regions.
#[derive(Default)]
pub(super) struct Life {
    /// The stones of all chains that are alive.
    pub(super) stones: u64,
    /// The regions that are vital to an alive chain and touch no other chain.
    pub(super) regions: ArrayVec<u64, MAX_POINTS>,
}

/// The chains of `stones` that `other` can never capture even if their owner always passes, by
/// Benson's fixed-point iteration.
///
/// Without suicide these are all such chains; with it, the result is a subset.
pub(super) fn unconditionally_alive(board: &Board, stones: u64, other: u64, suicide: bool) -> Life {
    let mut alive = stones;
    let mut life = Life::default();
    if stones == 0 {
        return life;
    }
    let beside = board.adjacent(stones);
    for region in board.parts(board.all() & !stones) {
        // A region vital to some chain is vital to the union of all stones.
        if is_vital(region, other, beside, suicide) {
            life.regions.push(region);
        }
    }
    if life.regions.len() < 2 {
        return Life::default();
    }
    loop {
        life.regions
            .retain(|region| board.adjacent(*region) & stones & !alive == 0);
        let mut kept = 0;
        for chain in board.parts(alive) {
            let beside = board.adjacent(chain);
            let vital = |region: &&u64| is_vital(**region, other, beside, suicide);
            if life.regions.iter().filter(vital).nth(1).is_some() {
                kept |= chain;
            }
        }
        if kept == alive {
            break;
        }
        alive = kept;
    }
    life.stones = alive;
    let mut vital = 0;
    for chain in board.parts(alive) {
        let beside = board.adjacent(chain);
        for region in &life.regions {
            if is_vital(*region, other, beside, suicide) {
                vital |= region;
            }
        }
    }
    life.regions.retain(|region| *region & vital != 0);
    life
}

/// Whether the region is vital to the chain whose adjacent points are `beside`.
const fn is_vital(region: u64, other: u64, beside: u64, suicide: bool) -> bool {
    let needed = if suicide { region } else { region & !other };
    needed & !beside == 0
}
