//! A settled position: what a level hands to the artifact and the certificate.

use solveig_game::{Key, Value};

use crate::{Roles, obligation::decode_key};

/// A position whose obligation is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled<K> {
    /// The key of the position that stands for its class.
    pub key: K,
    /// Why the position is in the region or in its proof.
    pub roles: Roles,
    /// Whether the game is over here; such a position is counted, not stored.
    pub terminal: bool,
    /// The exact value, or the bound that is claimed, for the side to move.
    pub value: Value,
    /// The place of the move among the legal moves in tie-break order: the canonical move of an
    /// `OPTIMAL` position, the refuting move of a `CUT` one.
    pub move_index: Option<u16>,
}

const NO_MOVE: u16 = u16::MAX;
const TERMINAL: u8 = 1 << Roles::BITS;

impl<K: Key> Settled<K> {
    /// Bytes of the encoding: key, roles and terminal flag, value, move.
    pub const WIDTH: usize = K::BITS as usize / 8 + 7;

    /// Appends the little-endian encoding.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.key.to_u128().to_le_bytes()[..K::BITS as usize / 8]);
        let terminal = if self.terminal { TERMINAL } else { 0 };
        bytes.push(self.roles.bits() | terminal);
        bytes.extend_from_slice(&self.value.to_le_bytes());
        bytes.extend_from_slice(&self.move_index.unwrap_or(NO_MOVE).to_le_bytes());
    }

    /// Reads an encoding of [`Self::WIDTH`] bytes; `None` where it is not one.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (key, rest) = decode_key::<K>(bytes)?;
        let flags = *rest.first()?;
        let value = i32::from_le_bytes(rest.get(1..5)?.try_into().ok()?);
        let code = u16::from_le_bytes(rest.get(5..7)?.try_into().ok()?);
        let roles = Roles::from_bits(flags & !TERMINAL)?;
        let terminal = flags & TERMINAL != 0;
        let move_index = (code != NO_MOVE).then_some(code);
        Some(Self {
            key,
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
        for move_index in [None, Some(0), Some(300)] {
            for terminal in [false, true] {
                let settled = Settled {
                    key: 1u128 << 99,
                    roles: Roles::CUT,
                    terminal,
                    value: -64,
                    move_index,
                };
                let mut bytes = Vec::new();
                settled.encode(&mut bytes);
                assert_eq!(bytes.len(), Settled::<u128>::WIDTH);
                assert_eq!(Settled::decode(&bytes), Some(settled));
            }
        }
    }
}
