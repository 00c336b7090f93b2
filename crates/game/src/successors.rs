//! The children of positions that are given by their keys.

use crate::{GameExt, InvalidKey, Key, Reduction, Symmetric};

/// A child of a position, after forced passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Successor {
    /// Its level.
    pub level: u32,
    /// The key of its representative.
    pub key: u128,
    /// Whether the game is over there.
    pub is_over: bool,
}

/// Calls `next` for each child of the position with `key`, where forced passes are
/// [contracted](GameExt::contract_passes). Keys must not exceed 128 bits
/// ([`LongKeys`](crate::LongKeys)).
///
/// # Errors
///
/// Fails if no position has this key.
pub fn successors<G: Symmetric>(
    game: &G,
    key: u128,
    reduction: Reduction,
    next: &mut dyn FnMut(Successor),
) -> Result<(), InvalidKey> {
    let narrow = G::Key::from_u128(key).ok_or(InvalidKey(key.into()))?;
    let position = game.position(narrow)?;
    for played in game.moves(&position) {
        let (child, _) = game.contract_passes(&game.play_unchecked(&position, played));
        let (key, _) = game.representative_key(&child, reduction);
        next(Successor {
            level: game.level(&child),
            key: key.to_u128(),
            is_over: game.terminal_value(&child).is_some(),
        });
    }
    Ok(())
}
