//! A settled position, from which the records of artifact and certificate are made.

use solveig_game::{Keyed, Value};

use crate::RoleSet;

/// A position with its value and move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledPosition {
    /// The key of the representative of its symmetry class.
    pub key: u128,
    /// Why the position is in the region or in its proof.
    pub roles: RoleSet,
    /// Whether the game is over; terminal positions are counted, not stored.
    pub terminal: bool,
    /// The exact value, or the claimed bound, for the side to move.
    pub value: Value,
    /// The index of the move in the legal moves in tie-break order: the canonical move of an
    /// `OPTIMAL` position, the refuting move of a `CUT_NODE` one.
    pub move_index: Option<u16>,
}

const NO_MOVE: u16 = u16::MAX;
const TERMINAL: u8 = 1 << RoleSet::BITS;

/// The length of the encoding of a game's settled positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledWidth {
    key: usize,
}

impl SettledWidth {
    /// The width for a game: keys take 8 or 16 bytes.
    pub fn of<G: Keyed>(game: &G) -> Self {
        let key = if game.key_bits() <= u64::BITS { 8 } else { 16 };
        Self { key }
    }

    /// The length in bytes: key, roles and terminal flag, value, move.
    pub const fn bytes(self) -> usize {
        self.key + 7
    }
}

impl SettledPosition {
    /// Appends the little-endian encoding.
    pub fn encode(&self, width: SettledWidth, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.key.to_le_bytes()[..width.key]);
        let terminal = if self.terminal { TERMINAL } else { 0 };
        bytes.push(self.roles.bits() | terminal);
        bytes.extend_from_slice(&self.value.to_le_bytes());
        bytes.extend_from_slice(&self.move_index.unwrap_or(NO_MOVE).to_le_bytes());
    }

    /// Decodes a position; `None` if the bytes are no valid encoding.
    pub fn decode(width: SettledWidth, bytes: &[u8]) -> Option<Self> {
        let (key, rest) = bytes.split_at_checked(width.key)?;
        let mut wide = [0; 16];
        wide[..width.key].copy_from_slice(key);
        let flags = *rest.first()?;
        let value = i32::from_le_bytes(rest.get(1..5)?.try_into().ok()?);
        let code = u16::from_le_bytes(rest.get(5..7)?.try_into().ok()?);
        let roles = RoleSet::from_bits(flags & !TERMINAL)?;
        let terminal = flags & TERMINAL != 0;
        let move_index = (code != NO_MOVE).then_some(code);
        Some(Self {
            key: u128::from_le_bytes(wide),
            roles,
            terminal,
            value,
            move_index,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_round_trips() {
        for (key, width) in [(u64::MAX.into(), 8), (1 << 99, 16), (u128::MAX, 16)] {
            let width = SettledWidth { key: width };
            for move_index in [None, Some(0), Some(300)] {
                for terminal in [false, true] {
                    let settled = SettledPosition {
                        key,
                        roles: RoleSet::CUT_NODE,
                        terminal,
                        value: -64,
                        move_index,
                    };
                    let mut bytes = Vec::new();
                    settled.encode(width, &mut bytes);
                    assert_eq!(bytes.len(), width.bytes());
                    assert_eq!(SettledPosition::decode(width, &bytes), Some(settled));
                    assert_eq!(SettledPosition::decode(width, &bytes[1..]), None);
                }
            }
        }
    }
}
