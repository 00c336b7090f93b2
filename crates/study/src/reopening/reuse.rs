//! The table of reopening alpha-beta, and when its entries replace a search (Takizawa 2026,
//! Proposition 3.10).

use std::collections::HashMap;

use solveig_game::{Interval, Key, Move, Value};
use solveig_search::Window;

use super::NodeKind;

/// A set of node kinds: the obligations under which a position has been completed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Obligations(u8);

impl Obligations {
    /// The set of these kinds.
    pub fn of(kinds: &[NodeKind]) -> Self {
        let mut set = Self::default();
        for kind in kinds {
            set.insert(*kind);
        }
        set
    }

    /// Adds a kind.
    pub const fn insert(&mut self, kind: NodeKind) {
        self.0 |= 1 << kind as u8;
    }

    /// Whether all kinds of `other` are in the set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// When a bound answers a query as `C` or `A` (rule 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundReuse {
    /// Stored bounds are ignored.
    Never,
    /// If it decides the window: an exact value, a lower bound at beta or above, or an upper bound
    /// at alpha or below.
    Sufficient,
    /// Always, with the lower bound, however weak. Unsound: it is there to show that rule 4 needs
    /// its condition.
    Regardless,
}

/// The rules by which a table entry replaces a search.
///
/// The rules are data, so that weaker and stronger ones can be compared with
/// [those of the paper](Self::proposition_3_10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReuseRules {
    /// Pairs of a queried kind and a set of obligations that is enough for it, given the exact
    /// value.
    sufficient: Vec<(NodeKind, Obligations)>,
    bounds: BoundReuse,
}

impl ReuseRules {
    /// No reuse: the table is only written.
    pub const fn never() -> Self {
        Self {
            sufficient: Vec::new(),
            bounds: BoundReuse::Never,
        }
    }

    /// The four rules of Proposition 3.10.
    pub fn proposition_3_10() -> Self {
        let certified = |kind: &NodeKind| kind.is_certified();
        let queries = NodeKind::ALL.into_iter().filter(certified);
        let pairs = queries.flat_map(|queried| {
            let stored = NodeKind::ALL.into_iter();
            let enough = stored.filter(move |stored| stored.satisfies(queried));
            enough.map(move |stored| (queried, Obligations::of(&[stored])))
        });
        Self {
            sufficient: pairs.collect(),
            bounds: BoundReuse::Sufficient,
        }
    }

    /// The rules of Proposition 3.10, and one more that is sound as well: what has been completed
    /// both as `A'` and as `P'` answers a query as `P`.
    pub fn joined() -> Self {
        let both = Obligations::of(&[NodeKind::APrime, NodeKind::PPrime]);
        Self::proposition_3_10().allowing(NodeKind::P, both)
    }

    /// The same rules, with `stored` enough for a query as `queried`.
    #[must_use]
    pub fn allowing(mut self, queried: NodeKind, stored: Obligations) -> Self {
        self.sufficient.push((queried, stored));
        self
    }

    /// The same rules with another rule 4.
    #[must_use]
    pub const fn with_bounds(mut self, bounds: BoundReuse) -> Self {
        self.bounds = bounds;
        self
    }

    /// Whether a position of known value that was completed under `stored` may be left out when it
    /// is queried as `queried`, one of the certified kinds.
    pub fn allow(&self, queried: NodeKind, stored: Obligations) -> bool {
        let enough =
            |(kind, set): &(NodeKind, Obligations)| *kind == queried && stored.contains(*set);
        self.sufficient.iter().any(enough)
    }
}

/// What is stored of a completed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoredBounds {
    /// The obligations under which the position has been completed.
    pub(super) obligations: Obligations,
    /// Bounds on its value.
    pub(super) bounds: Interval,
    /// The canonical move, if the position has been completed under `P`, `A'` or `P'`.
    pub(super) best_move: Option<Move>,
}

/// The positions that reopening alpha-beta has completed, by exact key.
#[derive(Clone, Debug)]
pub(super) struct ObligationTable<K> {
    rules: ReuseRules,
    entries: HashMap<K, StoredBounds>,
}

impl<K: Key> ObligationTable<K> {
    pub(super) fn new(rules: ReuseRules) -> Self {
        Self {
            rules,
            entries: HashMap::new(),
        }
    }

    /// The entry of the position with this key.
    pub(super) fn get(&self, key: K) -> Option<&StoredBounds> {
        self.entries.get(&key)
    }

    /// The value or bound that saves the search of a position, with its principal child.
    pub(super) fn answer(
        &self,
        key: K,
        window: Window,
        kind: NodeKind,
    ) -> Option<(Value, Option<Move>)> {
        let stored = self.entries.get(&key)?;
        if kind.is_certified() {
            let value = stored.bounds.value()?;
            let allowed = self.rules.allow(kind, stored.obligations);
            return allowed.then_some((value, stored.best_move));
        }
        let Interval { lower, upper } = stored.bounds;
        let value = match self.rules.bounds {
            BoundReuse::Never => None,
            BoundReuse::Regardless => Some(lower),
            BoundReuse::Sufficient if lower >= window.beta || lower == upper => Some(lower),
            BoundReuse::Sufficient => (upper <= window.alpha).then_some(upper),
        };
        value.map(|value| (value, None))
    }

    /// Adds the result of a search of the position as `kind`.
    pub(super) fn complete(
        &mut self,
        key: K,
        kind: NodeKind,
        bounds: Interval,
        best_move: Option<Move>,
    ) {
        let stored = self.entries.entry(key).or_insert(StoredBounds {
            obligations: Obligations::default(),
            bounds,
            best_move: None,
        });
        stored.obligations.insert(kind);
        stored.bounds = stored.bounds.meet(bounds);
        stored.best_move = stored.best_move.or(best_move);
    }
}
