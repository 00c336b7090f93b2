//! An obligation: a position, why it is asked for, and what is already known of its value.

use solveig_game::Interval;

use crate::Roles;

/// One position of a level before it is settled.
///
/// What is known comes from its parents alone and is always true: a child of a `FREE` node of value
/// *v* is worth at least *-v*, the canonical child of an `OPTIMAL` node exactly *-v*, and so on.
/// For a node that has only auxiliary roles the interval *is* the claim to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The key of the position that stands for its class.
    pub key: u128,
    /// Why the position is asked for.
    pub roles: Roles,
    /// What the parents imply about the value, for the side to move.
    pub known: Interval,
}

impl Obligation {
    /// What two parents ask of the same position, together.
    pub fn merge(&mut self, other: &Self) {
        debug_assert_eq!(self.key, other.key);
        self.roles = self.roles.union(other.roles);
        self.known = self.known.meet(other.known);
    }
}
