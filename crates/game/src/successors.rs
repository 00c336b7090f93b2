//! The children of positions that are given by their keys.

use crate::{GameExt, InvalidKey, Key, Reduction, Symmetric};

/// Calls `next(level, key, is_over)` for each child of the position with `key`, where forced passes
/// are [contracted](GameExt::contract_passes) and the key is that of the child's representative.
/// Keys must not exceed 128 bits ([`LongKeys`](crate::LongKeys)).
///
/// # Errors
///
/// Fails if no position has this key.
pub fn successors<G: Symmetric>(
    game: &G,
    key: u128,
    reduction: Reduction,
    next: &mut dyn FnMut(u32, u128, bool),
) -> Result<(), InvalidKey> {
    let narrow = G::Key::from_u128(key).ok_or(InvalidKey(key.into()))?;
    let position = game.position(narrow)?;
    for played in game.moves(&position) {
        let (child, _) = game.contract_passes(&game.play_unchecked(&position, played));
        let (key, _) = game.representative_key(&child, reduction);
        let is_over = game.terminal_value(&child).is_some();
        next(game.level(&child), key.to_u128(), is_over);
    }
    Ok(())
}
