//! The record of a position.

/// Why a position is stored, and what its value means.
///
/// A position has one role or both. `LOWER` and `UPPER` are the names of the same two roles in
/// artifacts of scope weak and in certificates, where a value is a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Roles {
    /// Bit 0, alone (A' of Takizawa 2026; a C node where values are bounds): the value is at least
    /// the stored one, and the stored move reaches it.
    Optimal = 1,
    /// Bit 1, alone (P' of Takizawa 2026; an A node where values are bounds): the value is at most
    /// the stored one, as every child shows.
    Free = 2,
    /// Both (P of Takizawa 2026): the value is exact.
    Both = 3,
}

impl Roles {
    /// The value is at least the stored one: [`Optimal`](Self::Optimal).
    pub const LOWER: Self = Self::Optimal;
    /// The value is at most the stored one: [`Free`](Self::Free).
    pub const UPPER: Self = Self::Free;
    /// The three combinations there are, in the order of their bits.
    pub const COMBINATIONS: [Self; 3] = [Self::Optimal, Self::Free, Self::Both];

    /// The roles with these bits; `None` unless they are 1, 2 or 3.
    pub const fn from_bits(bits: u8) -> Option<Self> {
        match bits {
            1 => Some(Self::Optimal),
            2 => Some(Self::Free),
            3 => Some(Self::Both),
            _ => None,
        }
    }

    /// The roles with these members; `None` if there are none.
    pub const fn of(optimal: bool, free: bool) -> Option<Self> {
        Self::from_bits(optimal as u8 | (free as u8) << 1)
    }

    /// Bit 0: optimal; bit 1: free.
    pub const fn bits(self) -> u8 {
        self as u8
    }

    /// Whether the position has the role optimal (lower), and so a stored move.
    pub const fn is_optimal(self) -> bool {
        self.bits() & 1 != 0
    }

    /// Whether the position has the role free (upper).
    pub const fn is_free(self) -> bool {
        self.bits() & 2 != 0
    }

    /// The roles of either.
    pub const fn union(self, other: Self) -> Self {
        match self.bits() | other.bits() {
            1 => Self::Optimal,
            2 => Self::Free,
            _ => Self::Both,
        }
    }

    /// Whether every role of `other` is among these.
    pub const fn contains(self, other: Self) -> bool {
        self.bits() & other.bits() == other.bits()
    }

    /// The same with optimal and free exchanged: the roles from the other side's point of view,
    /// after a pass.
    pub const fn swapped(self) -> Self {
        match self {
            Self::Optimal => Self::Free,
            Self::Free => Self::Optimal,
            Self::Both => Self::Both,
        }
    }
}

/// One stored position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// The exact key of the position.
    pub key: u128,
    /// Why it is stored.
    pub roles: Roles,
    /// Its value, or a bound on it (see [`Roles`] and [`Scope`](crate::Scope)), for the side to
    /// move.
    pub value: i32,
    /// The index, from 0, of the stored move among the position's legal moves in tie-break order.
    /// Present exactly if the roles include optimal.
    pub move_index: Option<u16>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_a_set_of_two_without_the_empty_one() {
        for one in Roles::COMBINATIONS {
            assert_eq!(Roles::from_bits(one.bits()), Some(one));
            assert_eq!(one.swapped().swapped(), one);
            assert_eq!(one.swapped().is_optimal(), one.is_free());
            for other in Roles::COMBINATIONS {
                assert_eq!(one.union(other).bits(), one.bits() | other.bits());
                assert_eq!(one.contains(other), one.union(other) == one);
            }
        }
        assert_eq!(Roles::from_bits(0), None);
        assert_eq!(Roles::from_bits(4), None);
    }
}
