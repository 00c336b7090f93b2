//! Playouts of Hex.
//!
//! All empty cells are filled in a random order at once. The winner on the full board is the one
//! who connects first, since only one side can connect; the length of the play is found by
//! bisection. The result has the same distribution as a playout move by move.

use crate::hex::{Hex, HexPosition};
use solveig_game::{Game, Key};

use super::MAX_CELLS;
use solveig_search::binary::Playout;
use solveig_search::random::Random;

/// A playout from `position`.
pub(super) fn random_playout<K: Key>(
    game: &Hex<K>,
    position: HexPosition,
    random: &mut Random,
) -> Playout {
    if let Some(value) = game.terminal_value(&position) {
        return Playout { value, work: 0 };
    }
    let first_to_move = game.first_to_move(position);
    let mut order = [0_u8; MAX_CELLS];
    let mut empty = game.board() & !position.occupied();
    let left = empty.count_ones() as usize;
    for place in 0..left {
        // Inside out (Durstenfeld 1964).
        let cell = empty.trailing_zeros() as u8;
        empty &= empty - 1;
        let to = random.below(place as u32 + 1) as usize;
        order[place] = order[to];
        order[to] = cell;
    }
    // The stones of the side to move, or of the other, after so many moves.
    let stones = |moves: usize, of_mover: bool| {
        let (from, before) = match of_mover {
            true => (0, position.mover),
            false => (1, position.opponent),
        };
        let played = order[from.min(moves)..moves].iter().step_by(2);
        played.fold(before, |stones, cell| stones | 1 << cell)
    };
    let of_mover = game.connects(stones(left, true), first_to_move);
    let is_first = of_mover == first_to_move;
    // The winner is not connected after `open` moves, and is after `over`.
    let (mut open, mut over) = (0, left);
    while open + 1 < over {
        let middle = (open + over) / 2;
        match game.connects(stones(middle, of_mover), is_first) {
            true => over = middle,
            false => open = middle,
        }
    }
    // There are `left` legal moves at first, and one less after each.
    let (left, over) = (left as u64, over as u64);
    Playout {
        value: if of_mover { 1 } else { -1 },
        work: over * (2 * left - over + 1) / 2,
    }
}
