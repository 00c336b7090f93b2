//! An obligation: a position, why it is asked for, and what is already known of its value.

use solveig_game::{Interval, Key};

use crate::Roles;

/// One position of a level before it is settled.
///
/// What is known comes from its parents alone and is always true: a child of a `FREE` node of value
/// *v* is worth at least *-v*, the canonical child of an `OPTIMAL` node exactly *-v*, and so on.
/// For a node that has only auxiliary roles the interval *is* the claim to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obligation<K> {
    /// The key of the position that stands for its class.
    pub key: K,
    /// Why the position is asked for.
    pub roles: Roles,
    /// What the parents imply about the value, for the side to move.
    pub known: Interval,
}

impl<K: Key> Obligation<K> {
    /// What two parents ask of the same position, together.
    pub fn merge(&mut self, other: &Self) {
        debug_assert_eq!(self.key, other.key);
        self.roles = self.roles.union(other.roles);
        self.known = self.known.meet(other.known);
    }
}

/// Reads a key from the front of `bytes`.
pub(crate) fn decode_key<K: Key>(bytes: &[u8]) -> Option<(K, &[u8])> {
    let width = K::BITS as usize / 8;
    let mut wide = [0; 16];
    wide[..width].copy_from_slice(bytes.get(..width)?);
    Some((K::from_u128(u128::from_le_bytes(wide))?, &bytes[width..]))
}
