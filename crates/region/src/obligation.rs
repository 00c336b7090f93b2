//! An obligation: a position, the roles it is asked for, and bounds on its value.

use solveig_game::Interval;

use crate::RoleSet;

/// One position of a level before it is settled.
///
/// The bounds follow from its parents alone and always hold: a child of a `FREE` node of value *v*
/// is worth at least *-v*, the canonical child of an `OPTIMAL` node exactly *-v*, and so on. For a
/// node that has only auxiliary roles the interval *is* the claim to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The key of the representative of its symmetry class.
    pub key: u128,
    /// Why the position is asked for.
    pub roles: RoleSet,
    /// The bounds that the parents imply, from the point of view of the side to move.
    pub bounds: Interval,
}

impl Obligation {
    /// Adds the demand of another parent on the same position.
    pub fn merge(&mut self, other: &Self) {
        debug_assert_eq!(self.key, other.key);
        self.roles = self.roles.union(other.roles);
        self.bounds = self.bounds.meet(other.bounds);
    }
}
