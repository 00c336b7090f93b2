//! The exact codes of positions and moves.

use crate::{Game, InvalidKey, Key};

/// A [`Game`] whose positions have exact keys, for tables and files.
///
/// # Contract
///
/// Positions are equal if and only if their keys are, and all keys are below
/// `2^`[`key_bits`](Self::key_bits). The key determines everything that the rules derive from a
/// position, except in a game with a [rule against repetition](Game::repetition_rule).
pub trait Keyed: Game {
    /// The narrowest type that holds all keys of the game.
    type Key: Key;

    /// The exact key of a position.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// The position with this key.
    ///
    /// # Errors
    ///
    /// Fails if no position has this key. The rules apply without panic to every position that is
    /// returned, even to one that play cannot reach.
    fn position(&self, key: Self::Key) -> Result<Self::Position, InvalidKey>;

    /// Width of the keys in bits: all keys are below `2^key_bits`. At most [`Key::BITS`].
    fn key_bits(&self) -> u32;

    /// Number of move codes; all codes are below it.
    fn move_codes(&self) -> u16;

    /// Whether counts of positions include finished games (Takizawa 2026: yes for Connect Four, no
    /// for Othello).
    fn counts_terminal_positions(&self) -> bool {
        true
    }
}
