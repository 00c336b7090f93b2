//! The roles of a position in a region and its proof.

use std::fmt;

use solveig_format::Roles;
use solveig_game::{Interval, ValueRange};

/// A set of roles: the reasons why a position belongs to a region or its proof.
///
/// There are two planes with the same two rules: the *certified* plane holds the positions of the
/// region, the *auxiliary* plane those that only prove it (Takizawa 2026, section 2.3):
///
/// | role | plane | claim | children |
/// |---|---|---|---|
/// | `OPTIMAL` | certified | at least the value, by one move | that child is `FREE` |
/// | `FREE` | certified | at most the value | every child is `OPTIMAL` |
/// | `CUT_NODE` | auxiliary | at least the bound, by one move | that child is `ALL_NODE` |
/// | `ALL_NODE` | auxiliary | at most the bound | every child is `CUT_NODE` |
///
/// `OPTIMAL` alone is node kind A', `FREE` alone P', both together P; `CUT_NODE` is C and
/// `ALL_NODE` is A.
///
/// The weak roles mark positions of the region that are also in the max or min solution tree of the
/// start's value with canonical moves. They come with `OPTIMAL` or `FREE` and add no demands.
///
/// The certified roles have the bits that files give them ([`solveig_format::Roles`]), the
/// auxiliary ones the next two bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RoleSet(u8);

impl RoleSet {
    /// No role.
    pub const NONE: Self = Self(0);
    /// The optimal player is to move: the canonical move is part of the solution.
    pub const OPTIMAL: Self = Self(Roles::Optimal.bits());
    /// The free player is to move: every move is part of the solution.
    pub const FREE: Self = Self(Roles::Free.bits());
    /// A cut node of the proof: one move refutes.
    pub const CUT_NODE: Self = Self(Self::OPTIMAL.0 << Self::AUXILIARY_SHIFT);
    /// An all node of the proof: every move is refuted.
    pub const ALL_NODE: Self = Self(Self::FREE.0 << Self::AUXILIARY_SHIFT);
    /// Both certified roles: node kind P.
    pub const PRINCIPAL: Self = Self(Roles::Both.bits());
    /// Node kind P as published tables count it: apart from A' and P' together. It demands nothing
    /// in this crate, and no file stores it.
    pub const KIND_P: Self = Self(16);

    /// An `OPTIMAL` position that a weak solution needs too.
    pub const WEAK_OPTIMAL: Self = Self(32);
    /// A `FREE` position that a weak solution needs too.
    pub const WEAK_FREE: Self = Self(Self::WEAK_OPTIMAL.0 << 1);

    const WEAK: Self = Self::WEAK_OPTIMAL.union(Self::WEAK_FREE);
    /// The roles that one move of the side to move fulfils.
    const ONE_MOVE: Self = Self::OPTIMAL
        .union(Self::CUT_NODE)
        .union(Self::WEAK_OPTIMAL);
    /// The roles in which every move counts, in the order of [`ONE_MOVE`](Self::ONE_MOVE): each has
    /// the next higher bit.
    const EVERY_MOVE: Self = Self(Self::ONE_MOVE.0 << 1);
    /// By how many bits an auxiliary role is above the certified one with the same rule.
    const AUXILIARY_SHIFT: u32 = 2;

    /// The number of bits of a set.
    pub(crate) const BITS: u32 = 7;

    /// The set with this encoding.
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits >> Self::BITS == 0 {
            Some(Self(bits))
        } else {
            None
        }
    }

    /// The set as a number below 128.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The roles that an artifact stores: the certified ones. `None` for a position of the proof
    /// alone, of which a certificate stores the lower bound that a move proves.
    pub const fn in_artifact(self) -> Option<Roles> {
        Roles::from_bits(self.certified().0)
    }

    /// Whether the set holds every role of `other`.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the position belongs to the region itself.
    pub const fn is_certified(self) -> bool {
        !self.certified().is_empty()
    }

    /// The roles of the certified plane alone.
    pub const fn certified(self) -> Self {
        self.only(Self::PRINCIPAL)
    }

    /// The roles in a weak solution alone.
    pub const fn weak(self) -> Self {
        self.only(Self::WEAK)
    }

    /// The weak roles of a start of this value: both, unless the value is the least or greatest
    /// possible, so that one of the two solution trees is empty.
    pub fn weak_root(bounds: Interval, range: ValueRange) -> Self {
        Self::WEAK.without_vacuous(bounds, range)
    }

    /// The weak roles that these weak roles demand of a child, the canonical one or another.
    pub const fn weak_child(self, canonical: bool) -> Self {
        let of_child = self.weak().after_pass();
        match canonical {
            true => of_child,
            false => of_child.without(Self::WEAK_FREE),
        }
    }

    /// The set without the roles whose claim on a value within `bounds` follows from the payoff
    /// bounds alone (the beta-cutoff at *U* of Takizawa 2026, section 3.3).
    pub fn without_vacuous(self, bounds: Interval, range: ValueRange) -> Self {
        let at_least = Self::ONE_MOVE.only_if(bounds.lower <= range.min);
        let at_most = Self::EVERY_MOVE.only_if(bounds.upper >= range.max);
        self.without(at_least.union(at_most))
    }

    /// The set, or the empty one if the condition does not hold.
    pub const fn only_if(self, condition: bool) -> Self {
        if condition { self } else { Self::NONE }
    }

    /// All roles of both sets.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The roles that are in both sets.
    const fn only(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The set without the roles of `other`.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The roles after a forced pass: the other side is to move, so the rules "one move" and "every
    /// move" are exchanged.
    pub const fn after_pass(self) -> Self {
        let every = self.only(Self::ONE_MOVE).0 << 1;
        let one = self.only(Self::EVERY_MOVE).0 >> 1;
        self.only(Self::KIND_P).union(Self(every | one))
    }

    /// Whether no role is left.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for RoleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (Self::OPTIMAL, "optimal"),
            (Self::FREE, "free"),
            (Self::CUT_NODE, "cut"),
            (Self::ALL_NODE, "all"),
            (Self::KIND_P, "kind P"),
            (Self::WEAK_OPTIMAL, "weak optimal"),
            (Self::WEAK_FREE, "weak free"),
        ];
        f.debug_set()
            .entries(
                names
                    .iter()
                    .filter(|(role, _)| self.contains(*role))
                    .map(|(_, name)| name),
            )
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_hands_each_role_to_the_other_side() {
        assert_eq!(RoleSet::OPTIMAL.after_pass(), RoleSet::FREE);
        assert_eq!(RoleSet::ALL_NODE.after_pass(), RoleSet::CUT_NODE);
        for bits in 0..128 {
            let roles = RoleSet::from_bits(bits).unwrap();
            assert_eq!(roles.after_pass().after_pass(), roles);
            assert_eq!(roles.is_certified(), roles.after_pass().is_certified());
        }
        assert_eq!(RoleSet::KIND_P.after_pass(), RoleSet::KIND_P);
        assert_eq!(RoleSet::WEAK_FREE.after_pass(), RoleSet::WEAK_OPTIMAL);
        assert_eq!(RoleSet::from_bits(128), None);
    }

    #[test]
    fn artifacts_have_the_certified_roles() {
        for (roles, stored) in [
            (RoleSet::OPTIMAL, Some(Roles::Optimal)),
            (RoleSet::FREE.union(RoleSet::WEAK_FREE), Some(Roles::Free)),
            (RoleSet::PRINCIPAL, Some(Roles::Both)),
            (RoleSet::CUT_NODE.union(RoleSet::ALL_NODE), None),
        ] {
            assert_eq!(roles.in_artifact(), stored, "{roles:?}");
        }
    }
}
