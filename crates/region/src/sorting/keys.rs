//! How keys are written to files.

use solveig_game::Key;

use crate::blocks::Item;

/// A key is written as its difference to the one before it, in variable-length encoding (LEB128).
impl<K: Key> Item for K {
    const IN_BLOCK: usize = 512;

    const MAX_BYTES: usize = 19;

    #[inline]
    fn encode(self, before: Option<Self>, payload: &mut Vec<u8>) {
        let mut difference = self.to_u128() - before.map_or(0, Key::to_u128);
        while difference > u128::from(u64::MAX) {
            payload.push(difference as u8 | 0x80);
            difference >>= 7;
        }
        let mut low = difference as u64;
        while low >= 0x80 {
            payload.push(low as u8 | 0x80);
            low >>= 7;
        }
        payload.push(low as u8);
    }

    #[inline]
    fn decode(before: Option<Self>, payload: &mut &[u8]) -> Option<Self> {
        let (difference, length) = difference(payload)?;
        *payload = &payload[length..];
        Self::from_u128(before.map_or(0, Key::to_u128).checked_add(difference)?)
    }
}

/// The number at the front of the bytes, and how many bytes it takes.
#[inline]
fn difference(bytes: &[u8]) -> Option<(u128, usize)> {
    let mut low = 0u64;
    for (at, &byte) in bytes.iter().enumerate().take(9) {
        low |= u64::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            return Some((u128::from(low), at + 1));
        }
    }
    let mut wide = u128::from(low);
    for (at, &byte) in bytes.iter().enumerate().take(19).skip(9) {
        wide |= u128::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            return Some((wide, at + 1));
        }
    }
    None
}
