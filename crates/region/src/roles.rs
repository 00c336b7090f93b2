//! The roles of a position in a region and its proof.

use std::fmt;

use solveig_format::Roles as StoredRoles;

/// A set of roles: the reasons why a position belongs to a region or its proof.
///
/// There are two planes with the same two rules: the *certified* plane holds the positions of the
/// region, the *auxiliary* plane those that only prove it (Takizawa 2026, section 2.3):
///
/// | role | plane | claim | children |
/// |---|---|---|---|
/// | `OPTIMAL` | certified | at least the value, by one move | that child is `FREE` |
/// | `FREE` | certified | at most the value | every child is `OPTIMAL` |
/// | `CUT` | auxiliary | at least the bound, by one move | that child is `ALL` |
/// | `ALL` | auxiliary | at most the bound | every child is `CUT` |
///
/// `OPTIMAL` alone is node kind A', `FREE` alone P', both together P; `CUT` is C and `ALL` is A.
/// [`LINE`](Self::LINE) is P where it is distinguished from A' and P' together.
///
/// The weak roles mark positions of the region that are also in the max or min solution tree of the
/// start's value with canonical moves. They come with `OPTIMAL` or `FREE` and add no demands.
///
/// The certified roles have the bits that files give them ([`solveig_format::Roles`]), the
/// auxiliary ones the next two bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Roles(u8);

impl Roles {
    /// No role.
    pub const NONE: Self = Self(0);
    /// The optimal player is to move: the canonical move is part of the solution.
    pub const OPTIMAL: Self = Self(StoredRoles::Optimal.bits());
    /// The free player is to move: every move is part of the solution.
    pub const FREE: Self = Self(StoredRoles::Free.bits());
    /// A cut node of the proof: one move refutes.
    pub const CUT: Self = Self(StoredRoles::Optimal.bits() << 2);
    /// An all node of the proof: every move is refuted.
    pub const ALL: Self = Self(StoredRoles::Free.bits() << 2);
    /// Both certified roles: node kind P.
    pub const PRINCIPAL: Self = Self(StoredRoles::Both.bits());
    /// On the principal variation: node kind P as such, under
    /// [`RefutationMethod::Published`](crate::RefutationMethod::Published) alone.
    pub const LINE: Self = Self(16);

    /// An `OPTIMAL` position that a weak solution needs too.
    pub const WEAK_OPTIMAL: Self = Self(32);
    /// A `FREE` position that a weak solution needs too.
    pub const WEAK_FREE: Self = Self(64);

    const CERTIFIED: u8 = 1 | 2 | 16;
    const WEAK: u8 = 32 | 64;

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

    /// The roles as stored in a file, with auxiliary roles stored as bounds. A certificate stores
    /// only the lower bound of a position that is both [`CUT`](Self::CUT) and [`ALL`](Self::ALL).
    pub const fn stored(self) -> StoredRoles {
        let certified = self.0 & StoredRoles::Both.bits();
        let of_line = (self.0 & Self::LINE.0) >> 4 | (self.0 & Self::LINE.0) >> 3;
        let of_cut = (self.0 & Self::CUT.0) >> 2;
        match StoredRoles::from_bits(certified | of_line | of_cut) {
            Some(roles) => roles,
            None => StoredRoles::Free,
        }
    }

    /// Whether the set holds every role of `other`.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the position belongs to the region itself.
    pub const fn is_certified(self) -> bool {
        self.0 & Self::CERTIFIED != 0
    }

    /// The roles of the certified plane alone.
    pub const fn certified(self) -> Self {
        Self(self.0 & Self::CERTIFIED)
    }

    /// The roles in a weak solution alone.
    pub const fn weak(self) -> Self {
        Self(self.0 & Self::WEAK)
    }

    /// The weak roles that these weak roles demand of a child, the canonical one or another.
    pub const fn weak_child(self, canonical: bool) -> Self {
        let of_free = (self.0 & Self::WEAK_FREE.0) >> 1;
        let of_optimal = (self.0 & Self::WEAK_OPTIMAL.0) << 1;
        Self(of_free).union(Self(of_optimal).only_if(canonical))
    }

    /// The set, or the empty one if the condition does not hold.
    pub const fn only_if(self, condition: bool) -> Self {
        if condition { self } else { Self::NONE }
    }

    /// All roles of both sets.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set without the roles of `other`.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The roles after a forced pass: the other side is to move, so the rules "one move" and "every
    /// move" are exchanged.
    pub const fn after_pass(self) -> Self {
        let one = Self::OPTIMAL.0 | Self::CUT.0 | Self::WEAK_OPTIMAL.0;
        let every = one << 1;
        Self(self.0 & Self::LINE.0 | (self.0 & one) << 1 | (self.0 & every) >> 1)
    }

    /// Whether no role is left.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (Self::OPTIMAL, "optimal"),
            (Self::FREE, "free"),
            (Self::CUT, "cut"),
            (Self::ALL, "all"),
            (Self::LINE, "line"),
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
        assert_eq!(Roles::OPTIMAL.after_pass(), Roles::FREE);
        assert_eq!(Roles::ALL.after_pass(), Roles::CUT);
        for bits in 0..128 {
            let roles = Roles::from_bits(bits).unwrap();
            assert_eq!(roles.after_pass().after_pass(), roles);
            assert_eq!(roles.is_certified(), roles.after_pass().is_certified());
        }
        assert_eq!(Roles::LINE.after_pass(), Roles::LINE);
        assert_eq!(Roles::WEAK_FREE.after_pass(), Roles::WEAK_OPTIMAL);
        assert_eq!(Roles::from_bits(128), None);
    }

    #[test]
    fn files_have_the_certified_roles_or_those_of_a_bound() {
        for (roles, stored) in [
            (Roles::OPTIMAL, StoredRoles::Optimal),
            (Roles::FREE.union(Roles::WEAK_FREE), StoredRoles::Free),
            (Roles::PRINCIPAL, StoredRoles::Both),
            (Roles::LINE, StoredRoles::Both),
            (Roles::CUT, StoredRoles::Optimal),
            (Roles::ALL, StoredRoles::Free),
            (Roles::CUT.union(Roles::ALL), StoredRoles::Optimal),
            (Roles::OPTIMAL.union(Roles::ALL), StoredRoles::Optimal),
            (Roles::FREE.union(Roles::CUT), StoredRoles::Both),
        ] {
            assert_eq!(roles.stored(), stored, "{roles:?}");
        }
    }
}
