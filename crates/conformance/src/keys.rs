//! Laws of keys.

use std::collections::HashMap;

use solveig_game::random::Random;
use solveig_game::{GameExt, Key, Keyed, Notation, Symmetric, Symmetry, WideKey};

use crate::plays::{plays, visits};

/// Keys fit into `key_bits` and decode to their positions.
pub fn keys_lead_back_to_their_positions<G: Keyed + Notation>(game: &G) {
    let bits = game.key_bits();
    let width = <G::Key as Key>::BITS;
    assert!(bits <= width, "{} bits of {width}", bits);
    for (position, at) in &visits(game) {
        let key = game.key(position);
        let width = key.to_wide().width();
        assert!(width <= bits, "{at}: {key:?} has more than {bits} bits");
        assert_eq!(game.position(key).as_ref(), Ok(position), "{at}: {key:?}");
    }
}

/// Different positions have different keys.
pub fn keys_tell_positions_apart<G: Keyed + Notation>(game: &G) {
    let mut seen: HashMap<G::Key, G::Position> = HashMap::new();
    for (position, at) in &visits(game) {
        for next in game.moves(position) {
            let child = game.play_unchecked(position, next);
            let first = seen
                .entry(game.key(&child))
                .or_insert_with(|| child.clone());
            assert_eq!(*first, child, "{at}, {next:?}: two positions, one key");
        }
    }
}

/// [`Keyed::position`] panics on no number. Where it accepts one, the position has that key, and
/// the rules apply to it.
pub fn numbers_that_are_no_keys_are_refused<G: Symmetric + Notation>(game: &G) {
    let mut random = Random::new(2);
    for bit in 0..128 {
        for number in [1 << bit, (1 << bit) - 1, wide(&mut random) >> bit] {
            let (high, low) = (number, wide(&mut random));
            try_number(game, number.into());
            try_number(game, WideKey { high, low });
        }
    }
    try_number(game, u128::MAX.into());
    for play in plays(game) {
        for position in &play.positions {
            let WideKey { high, low } = game.key(position).to_wide();
            let bit = random.index(game.key_bits().max(1) as usize);
            let flipped = if bit < 128 {
                (high, low ^ 1 << bit)
            } else {
                (high ^ 1 << (bit - 128), low)
            };
            let beside = [(high, low.wrapping_add(1)), (high, low.wrapping_sub(1))];
            for (high, low) in beside.into_iter().chain([flipped]) {
                try_number(game, WideKey { high, low });
            }
        }
    }
}

fn wide(random: &mut Random) -> u128 {
    u128::from(random.word()) << 64 | u128::from(random.word())
}

fn try_number<G: Symmetric + Notation>(game: &G, number: WideKey) {
    let Some(key) = G::Key::from_wide(number) else {
        return;
    };
    let Ok(position) = game.position(key) else {
        return;
    };
    let at = format!("{}, key {number:#x}", game.spec());
    assert_eq!(game.key(&position), key, "{at}: another key leads back");
    assert!(game.level(&position) <= game.max_level(), "{at}: level");
    let moves = game.moves(&position);
    let over = game.terminal_value(&position).is_some();
    assert_eq!(over, moves.is_empty(), "{at}: end");
    for one in moves {
        let next = game.play_unchecked(&position, one);
        assert_eq!(game.position(game.key(&next)), Ok(next), "{at}: {one:?}");
    }
    for symmetry in (0..game.symmetries()).map(Symmetry) {
        game.transform(&position, symmetry);
    }
    game.contract_passes(&position);
    game.render(&position, true);
    game.render(&position, false);
}
