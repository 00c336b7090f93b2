//! The certified region, read off a finished search.

use std::collections::BTreeMap;
use std::fmt;

use solveig_game::{Key, Keyed, Move, Value};

use super::{NodeKind, StoredBounds};

/// A position of the certified region in a semi-strong solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CertifiedPosition {
    /// `P` if either player may be the optimal one here, `A'` if that is the side to move, `P'` if
    /// it is the other side.
    pub kind: NodeKind,
    /// The exact value for the side to move.
    pub value: Value,
    /// The canonical move; `None` where the game is over, and allowed to be so at `P'`.
    pub best_move: Option<Move>,
}

/// A certified region: the union of both orientations (Takizawa 2026, section 2.2), by key.
/// Positions where the game is over and positions that must pass belong to it.
pub type CertifiedRegion<K> = BTreeMap<K, CertifiedPosition>;

/// What a search has not determined of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// Its exact value.
    Value,
    /// Its canonical move.
    Move,
}

/// A position of the certified region whose obligation a search has not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnmetObligation<K> {
    /// The key of the position.
    pub key: K,
    /// Its kind in the region.
    pub kind: NodeKind,
    /// What is missing.
    pub lack: Lack,
}

impl<K: Key> fmt::Display for UnmetObligation<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lack = match self.lack {
            Lack::Value => "value",
            Lack::Move => "canonical move",
        };
        write!(
            f,
            "position {:#x} is certified as {}, but its {lack} was never determined",
            self.key.to_u128(),
            self.kind
        )
    }
}

impl<K: Key> std::error::Error for UnmetObligation<K> {}

/// Which players may be the optimal one at a position: the side to move, the other side.
#[derive(Clone, Copy, Default)]
struct Optimal {
    mover: bool,
    other: bool,
}

impl Optimal {
    fn kind(self) -> NodeKind {
        match (self.mover, self.other) {
            (true, true) => NodeKind::P,
            (true, false) => NodeKind::APrime,
            (false, _) => NodeKind::PPrime,
        }
    }
}

/// The closure that defines the region: from the start with either player as the optimal one,
/// through every move of the free player and the canonical move of the optimal one, as `bounds_of`
/// has it. What a search found out on candidates that were given up later is not in it.
pub(super) fn region<'a, G: Keyed>(
    game: &G,
    bounds_of: impl Fn(G::Key) -> Option<&'a StoredBounds>,
) -> Result<CertifiedRegion<G::Key>, UnmetObligation<G::Key>> {
    let mut reached: BTreeMap<G::Key, Optimal> = BTreeMap::new();
    let mut region = CertifiedRegion::new();
    let both = Optimal {
        mover: true,
        other: true,
    };
    let mut open = vec![(game.start(), both)];
    let mut moves = Vec::new();
    while let Some((position, arriving)) = open.pop() {
        let key = game.key(&position);
        let optimal = reached.entry(key).or_default();
        let new = Optimal {
            mover: arriving.mover && !optimal.mover,
            other: arriving.other && !optimal.other,
        };
        if !new.mover && !new.other {
            continue;
        }
        optimal.mover |= new.mover;
        optimal.other |= new.other;
        let kind = optimal.kind();
        let certified = match game.terminal_value(&position) {
            Some(value) => CertifiedPosition {
                kind,
                value,
                best_move: None,
            },
            None => {
                let unmet = |lack| UnmetObligation { key, kind, lack };
                let stored = bounds_of(key).ok_or(unmet(Lack::Value))?;
                let value = stored.bounds.value().ok_or(unmet(Lack::Value))?;
                if optimal.mover && stored.best_move.is_none() {
                    return Err(unmet(Lack::Move));
                }
                CertifiedPosition {
                    kind,
                    value,
                    best_move: stored.best_move,
                }
            }
        };
        region.insert(key, certified);
        moves.clear();
        game.legal_moves(&position, &mut moves);
        for played in &moves {
            // A child's side to move is this position's other side.
            let onward = Optimal {
                mover: new.other,
                other: new.mover && certified.best_move == Some(*played),
            };
            if onward.mover || onward.other {
                open.push((game.play_unchecked(&position, *played), onward));
            }
        }
    }
    Ok(region)
}
