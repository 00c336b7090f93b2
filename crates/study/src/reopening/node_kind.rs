//! Node kinds: the results that a search has to return for a position.

use std::fmt;

/// The kind of a search node, which determines the result that its search owes (Takizawa 2026,
/// section 2.3).
///
/// The first three belong to the certified region. In the closure that defines it, `P` is a
/// position where either player may be the optimal one, `APrime` one where the optimal player is to
/// move, `PPrime` one where the free player is. `C` and `A` are Knuth's cut and all nodes.
///
/// Kinds are compared with [`satisfies`](Self::satisfies); they have no other order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// Owes the exact value and the canonical move, the principal child as `P` and every other
    /// child as `A'`.
    P,
    /// Owes the exact value and the canonical move, the principal child as `P'` and the refutation
    /// of the others.
    APrime,
    /// Owes the exact value, and every child as `A'`.
    PPrime,
    /// Expected to fail high: owes a sound bound.
    C,
    /// Expected to fail low: owes a sound bound.
    A,
}

impl NodeKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::P, Self::APrime, Self::PPrime, Self::C, Self::A];

    /// The kind of a child: Algorithm 1 of Takizawa (2026). `principal` says whether the child is
    /// on the principal variation in the end, not whether it is searched first.
    #[must_use]
    pub const fn child(self, principal: bool) -> Self {
        match self {
            Self::P if principal => Self::P,
            Self::P | Self::PPrime => Self::APrime,
            Self::APrime if principal => Self::PPrime,
            Self::APrime | Self::A => Self::C,
            Self::C => Self::A,
        }
    }

    /// Whether the position is in the certified region, so that its exact value is owed and the
    /// window is reopened for it.
    pub const fn is_certified(self) -> bool {
        matches!(self, Self::P | Self::APrime | Self::PPrime)
    }

    /// Whether every legal move is searched, without cutoffs.
    pub const fn covers_all_moves(self) -> bool {
        matches!(self, Self::P | Self::PPrime)
    }

    /// Whether a position completed as `self` need not be searched when it is queried as `queried`:
    /// the order of obligations of Proposition 3.10 of Takizawa (2026).
    ///
    /// For a query as `C` or `A` that depends on the bound found, never on the kind.
    pub const fn satisfies(self, queried: Self) -> bool {
        match queried {
            Self::P => matches!(self, Self::P),
            Self::APrime => matches!(self, Self::P | Self::APrime),
            Self::PPrime => matches!(self, Self::P | Self::PPrime),
            Self::C | Self::A => true,
        }
    }
}

impl fmt::Display for NodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::P => "P",
            Self::APrime => "A'",
            Self::PPrime => "P'",
            Self::C => "C",
            Self::A => "A",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::NodeKind::{A, APrime, C, P, PPrime};
    use super::*;

    #[test]
    fn algorithm_1() {
        let table = [
            (P, P, APrime),
            (APrime, PPrime, C),
            (PPrime, APrime, APrime),
            (C, A, A),
            (A, C, C),
        ];
        for (parent, principal, other) in table {
            assert_eq!(
                (parent.child(true), parent.child(false)),
                (principal, other)
            );
        }
    }

    #[test]
    fn kinds_print_as_in_the_paper() {
        assert_eq!(
            NodeKind::ALL.map(|kind| kind.to_string()),
            ["P", "A'", "P'", "C", "A"]
        );
    }

    #[test]
    fn obligations_are_a_preorder_with_p_above_and_the_auxiliary_kinds_below() {
        for one in NodeKind::ALL {
            assert!(one.satisfies(one) && P.satisfies(one));
            assert!(one.satisfies(C) && one.satisfies(A));
            for two in NodeKind::ALL {
                for three in NodeKind::ALL {
                    let chained = one.satisfies(two) && two.satisfies(three);
                    assert!(!chained || one.satisfies(three), "{one} {two} {three}");
                }
            }
        }
        assert!(!APrime.satisfies(PPrime) && !PPrime.satisfies(APrime));
    }

    /// What a kind owes follows from what its children owe: `satisfies` is the greatest relation in
    /// which a stronger kind has a stronger kind at every child, and certifies if the weaker does.
    #[test]
    fn the_order_is_the_one_the_children_impose() {
        let mut related: Vec<(NodeKind, NodeKind)> = Vec::new();
        for stored in NodeKind::ALL {
            for queried in NodeKind::ALL {
                if stored.is_certified() || !queried.is_certified() {
                    related.push((stored, queried));
                }
            }
        }
        let owes_children = |kind: NodeKind| kind.is_certified();
        loop {
            let before = related.clone();
            related.retain(|(stored, queried)| {
                !owes_children(*queried)
                    || [true, false].into_iter().all(|principal| {
                        let pair = (stored.child(principal), queried.child(principal));
                        before.contains(&pair)
                    })
            });
            if related == before {
                break;
            }
        }
        for stored in NodeKind::ALL {
            for queried in NodeKind::ALL {
                let expected = related.contains(&(stored, queried));
                assert_eq!(
                    stored.satisfies(queried),
                    expected,
                    "{stored} for {queried}"
                );
            }
        }
    }
}
