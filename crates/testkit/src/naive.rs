//! Solutions made by the definition, slowly: values by exhaustive minimax, regions by following the
//! rules of the closure with a list of what is left to do.

use std::cell::RefCell;
use std::collections::BTreeMap;

use solveig_format::{Encoder, Header, Reader, Record, Roles, Scope};
use solveig_game::{GameExt, Key, Keyed, Move, Notation, Reduction, Symmetric, Value};

use crate::exhaustive::{Exhaustive, values};

/// Solutions of a game.
pub struct Naive<G: Keyed> {
    /// The game that is solved.
    pub game: G,
    /// Which positions count as one.
    pub reduction: Reduction,
    canonical: bool,
    oracle: RefCell<Exhaustive<G>>,
}

/// A bound a role states, by the key of the position: `None` where the role is not there.
#[derive(Clone, Copy, Default)]
struct Claims {
    optimal: Option<Value>,
    free: Option<Value>,
}

impl<G: Symmetric + Notation> Naive<G> {
    /// Those of `game` that differ by no more than `reduction`.
    pub fn new(game: G, reduction: Reduction) -> Self {
        let oracle = RefCell::new(Exhaustive::new(&game));
        Self {
            game,
            reduction,
            canonical: false,
            oracle,
        }
    }

    /// The same with canonical moves, where others may be the first to reach what a record states.
    pub fn with_canonical_moves(self) -> Self {
        Self {
            canonical: true,
            ..self
        }
    }

    /// The exact value for the side to move.
    pub fn value(&self, position: &G::Position) -> Value {
        self.oracle.borrow_mut().solve(position)
    }

    /// The first move in the representative's order worth at least `bound`, and its place.
    pub fn first_move(&self, representative: &G::Position, bound: Value) -> (u16, Move) {
        let first = self.oracle.borrow_mut().first_move(representative, bound);
        let (at, played) = first.expect("a move reaches the bound");
        (at as u16, played)
    }

    fn stored_move(&self, representative: &G::Position, bound: Value) -> (u16, Move) {
        let least = match self.canonical {
            true => self.value(representative),
            false => bound,
        };
        self.first_move(representative, least)
    }

    /// Every position that play can reach, passes and terminal positions included.
    pub fn reachable(&self) -> Vec<G::Position> {
        let all = values(&self.game).into_iter();
        all.map(|(position, _)| position).collect()
    }

    fn claims(&self, scope: Scope) -> BTreeMap<(u32, u128), Claims> {
        let mut claims: BTreeMap<(u32, u128), Claims> = BTreeMap::new();
        let start = self.game.start();
        let value = self.value(&start);
        let mut questions = vec![(start.clone(), true, value), (start, false, value)];
        while let Some((position, optimal, bound)) = questions.pop() {
            let (position, passes) = self.game.contract_passes(&position);
            let (optimal, bound) = match passes % 2 {
                0 => (optimal, bound),
                _ => (!optimal, -bound),
            };
            let range = self.game.value_range();
            let empty = if optimal { range.min } else { range.max };
            let vacuous = scope == Scope::Weak && bound == empty;
            if vacuous || self.game.terminal_value(&position).is_some() {
                continue;
            }
            let representative = self.game.representative(&position, self.reduction).0;
            let bound = match scope {
                Scope::Weak => bound,
                Scope::SemiStrong | Scope::Strong => self.value(&representative),
            };
            let key = self.game.key(&representative).to_u128();
            let claim = claims
                .entry((self.game.level(&representative), key))
                .or_default();
            let claim = if optimal {
                &mut claim.optimal
            } else {
                &mut claim.free
            };
            if let Some(former) = claim.replace(bound) {
                assert_eq!(former, bound, "one bound a role");
                continue;
            }
            let mut ask = |played, optimal| {
                let child = self.game.play_unchecked(&representative, played);
                questions.push((child, optimal, -bound));
            };
            if optimal {
                ask(self.stored_move(&representative, bound).1, false);
            } else {
                for played in self.game.moves(&representative) {
                    ask(played, true);
                }
            }
            if scope == Scope::Strong {
                questions.push((representative, !optimal, bound));
            }
        }
        claims
    }

    /// The header of the artifact.
    pub fn header(&self, scope: Scope, cut: Option<u32>) -> Header {
        let game = &self.game;
        let start = game.contract_passes(&game.start()).0;
        let range = game.value_range();
        Header {
            artifact: None,
            scope,
            game: game.spec(),
            tie_break: game.tie_break_rule(),
            symmetry: self.reduction == Reduction::Canonical,
            cut,
            max_level: game.max_level(),
            key_bits: game.key_bits(),
            least_value: range.min,
            greatest_value: range.max,
            root_key: game
                .key(&game.representative(&start, self.reduction).0)
                .to_u128(),
            root_value: self.value(&start),
        }
    }

    /// The records that the artifact must hold, each with its level.
    pub fn records(&self, scope: Scope, cut: Option<u32>) -> Vec<(u32, Record)> {
        let record = |((level, key), claims): ((u32, u128), Claims)| {
            let position = self.game.position(G::Key::from_u128(key).unwrap()).unwrap();
            let (roles, value) = match (claims.optimal, claims.free) {
                (Some(lower), Some(upper)) => {
                    assert_eq!(lower, upper, "both roles state the value");
                    (Roles::Both, lower)
                }
                (Some(lower), None) => (Roles::Optimal, lower),
                (None, upper) => (Roles::Free, upper.unwrap()),
            };
            let place = || self.stored_move(&position, value).0;
            let record = Record {
                key,
                roles,
                value,
                move_index: roles.is_optimal().then(place),
            };
            (level, record)
        };
        let stored = |(level, _): &(u32, Record)| cut.is_none_or(|cut| *level <= cut);
        let records = self.claims(scope).into_iter().map(record);
        records.filter(stored).collect()
    }

    /// A whole artifact in memory; without a `cut` it has all levels.
    pub fn artifact(&self, scope: Scope, cut: Option<u32>) -> Reader {
        write(&self.header(scope, cut), &self.records(scope, cut))
    }
}

/// A file of records.
pub fn write(header: &Header, records: &[(u32, Record)]) -> Reader {
    let mut encoder = Encoder::new(Vec::new(), header).unwrap();
    for (level, record) in records {
        encoder.push(*level, *record).unwrap();
    }
    Reader::from_bytes(encoder.finish().unwrap().0).unwrap()
}
