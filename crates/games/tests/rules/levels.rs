//! Distinct positions a level, by breadth first.

use std::collections::HashSet;

use solveig_game::{GameExt, Reduction, Symmetric};

/// The positions of one level, told apart by whether the game is over.
pub struct Level<P> {
    pub open: HashSet<P>,
    pub over: HashSet<P>,
}

/// The positions reached at each level up to `last`, forced passes contracted.
pub fn levels<G: Symmetric>(game: &G, reduction: Reduction, last: u32) -> Vec<Level<G::Position>> {
    let start = game.representative(&game.start(), reduction).0;
    let mut levels = vec![Level {
        open: HashSet::from([start]),
        over: HashSet::new(),
    }];
    while (levels.len() as u32) <= last {
        let mut next = Level {
            open: HashSet::new(),
            over: HashSet::new(),
        };
        for position in &levels[levels.len() - 1].open {
            for played in game.moves(position) {
                let child = game.play_unchecked(position, played);
                let child = game.contract_passes(&child).0;
                let child = game.representative(&child, reduction).0;
                if game.terminal_value(&child).is_some() {
                    next.over.insert(child);
                } else {
                    next.open.insert(child);
                }
            }
        }
        levels.push(next);
    }
    levels
}
