//! The counting rule of the published tables.

use std::sync::Arc;

use solveig_game::{Game, GameExt, Interval, Key, Move, Reduction, Symmetric, Value};
use solveig_region::{BuildError, Closure, Obligation, RoleSet, SearchAnswer, SettledPosition};
use solveig_search::Oracle;

use crate::table::tie_break::PreferredMoves;

/// The semi-strong region and its proof, as Takizawa (2026, Table 5) counts them; for counting
/// only.
///
/// The author's program for Connect Four (`connect4-semi-strong-experiment`) keeps the set of node
/// kinds under which a position was reached, and passes to each child the union of what these kinds
/// demand of it, even where one kind [covers](KindUnion::Covered) another. Only a position reached
/// as C alone skips its other moves; one that is both A' and C demands A of all of them. The region
/// is that of the [canonical refutations](solveig_region::RefutationMethod::Canonical), the proof
/// larger.
#[derive(Clone, Debug)]
pub struct PublishedClosure<G> {
    /// The game whose region is counted.
    pub game: G,
    /// Whether symmetric positions count as one.
    pub reduction: Reduction,
    /// The last level to count.
    pub to_level: u32,
    /// What a position answers for that was reached under several kinds.
    pub union: KindUnion,
    /// Moves that come first in tie-break order. At a C node, one that is worth the bound is the
    /// refutation, even if another is better.
    pub preferred: Option<Arc<PreferredMoves>>,
}

/// What a position answers for that was reached under several node kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindUnion {
    /// Each of them, as Takizawa (2026, Table 5) counts Connect Four.
    Each,
    /// Those that no other covers: P covers all, A' and P' cover C and A. So the published rows of
    /// 6x6 Othello (Table 4) have only single kinds, and A with C.
    Covered,
}

impl KindUnion {
    /// The kinds that count.
    fn of(self, kinds: RoleSet) -> RoleSet {
        match self {
            Self::Each => kinds,
            Self::Covered if kinds.contains(P) => P,
            Self::Covered if kinds.is_certified() => kinds.certified(),
            Self::Covered => kinds,
        }
    }
}

// The node kinds as roles. P is apart from A' and P' together.
const P: RoleSet = RoleSet::KIND_P;
const A_PRIME: RoleSet = RoleSet::OPTIMAL;
const P_PRIME: RoleSet = RoleSet::FREE;
const C: RoleSet = RoleSet::CUT_NODE;
const A: RoleSet = RoleSet::ALL_NODE;

/// The kind that each kind demands of the best child and of the others (Algorithm 1).
const DEMANDS: [(RoleSet, RoleSet, RoleSet); 5] = [
    (P, P, A_PRIME),
    (A_PRIME, P_PRIME, C),
    (P_PRIME, A_PRIME, A_PRIME),
    (C, A, A),
    (A, C, C),
];

/// A position that is being settled.
struct Node<'a, G: Game> {
    obligation: &'a Obligation,
    position: G::Position,
    kinds: RoleSet,
}

impl<G: Symmetric> Closure for PublishedClosure<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn describe(&self) -> String {
        let symmetry = self.reduction;
        let (spec, last) = (self.game.spec(), self.to_level);
        let preferred = self.preferred.as_ref();
        let preferred = preferred.map_or_else(String::new, |moves| {
            format!(", preferred moves {:016x}", moves.digest())
        });
        let union = self.union;
        format!("{spec}, semi-strong, {symmetry}, to level {last}, {union:?} kind{preferred}")
    }

    fn root(&self, value: Value) -> (u32, Obligation) {
        let start = self.game.start();
        let roles = P.union(RoleSet::weak_root(
            Interval::exact(value),
            self.game.value_range(),
        ));
        let (position, obligation) = self.obligation(&start, roles, Interval::exact(value));
        (self.game.level(&position), obligation)
    }

    fn settle<O: Oracle<G>>(
        &self,
        oracle: &mut O,
        obligation: &Obligation,
        _answer: Option<SearchAnswer>,
        ask: &mut impl FnMut(u32, Obligation),
    ) -> Result<SettledPosition, BuildError> {
        let key = G::Key::from_u128(obligation.key);
        let position = key.and_then(|key| self.game.position(key).ok());
        let position = position.ok_or_else(|| BuildError::contradiction(obligation))?;
        let weak = obligation.roles.weak();
        let kinds = self.union.of(obligation.roles.without(weak));
        let terminal_value = self.game.terminal_value(&position);
        let value = match terminal_value {
            Some(value) => value,
            // Nothing is demanded of its children.
            None if self.game.level(&position) >= self.to_level => obligation.bounds.upper,
            None => {
                let node = Node {
                    obligation,
                    position,
                    kinds,
                };
                self.expand(oracle, &node, ask)?
            }
        };
        let region = match kinds.contains(P) {
            true => RoleSet::PRINCIPAL,
            false => kinds,
        };
        Ok(SettledPosition {
            key: obligation.key,
            roles: region.union(weak),
            terminal: terminal_value.is_some(),
            value,
            move_index: None,
        })
    }
}

impl<G: Symmetric> PublishedClosure<G> {
    /// The obligation on what follows `position` by forced passes, and that position.
    fn obligation(
        &self,
        position: &G::Position,
        roles: RoleSet,
        bounds: Interval,
    ) -> (G::Position, Obligation) {
        let (position, passes) = self.game.contract_passes(position);
        let (roles, bounds) = match passes % 2 {
            1 => (roles.after_pass(), bounds.negated()),
            _ => (roles, bounds),
        };
        let (key, _) = self.game.representative_key(&position, self.reduction);
        let key = key.to_u128();
        (position, Obligation { key, roles, bounds })
    }

    /// Demands of the children what the kinds of a position require; returns its value or an upper
    /// bound.
    fn expand<O: Oracle<G>>(
        &self,
        oracle: &mut O,
        node: &Node<'_, G>,
        ask: &mut impl FnMut(u32, Obligation),
    ) -> Result<Value, BuildError> {
        let (bounds, range) = (node.obligation.bounds, self.game.value_range());
        let max = range.max;
        let preferred = self.preferred.as_ref();
        let preferred = preferred.and_then(|moves| moves.of(&self.game, &node.position));
        let is_worth = |oracle: &mut O, played: Move, bound: Value| {
            let child = self.game.play_unchecked(&node.position, played);
            oracle.at_least(&child, 1 - bound).map(|less| !less)
        };
        if let Some(played) = preferred
            && node.kinds == C
            && is_worth(oracle, played, bounds.lower)?
        {
            let claim = Interval {
                lower: range.min,
                upper: -bounds.lower,
            };
            let roles = self.demands(node, true);
            self.demand(&node.position, played, roles, claim, ask);
            return Ok(bounds.lower);
        }
        let value = self.value(oracle, node)?;
        let best = match (value, preferred) {
            (Some(value), Some(played)) if is_worth(oracle, played, value)? => Some(played),
            (Some(value), _) => {
                let best = oracle.best_move(&node.position, value)?;
                Some(best.ok_or_else(|| BuildError::contradiction(node.obligation))?)
            }
            (None, _) => None,
        };
        let one_is_enough = node.kinds == C || (node.may_stop() && value == Some(max));
        let min = -value.unwrap_or(bounds.upper);
        for played in self.game.moves(&node.position) {
            let is_best = best == Some(played);
            if one_is_enough && !is_best {
                continue;
            }
            let upper = if is_best { min } else { max };
            let bounds = Interval { lower: min, upper };
            let roles = self.demands(node, is_best);
            self.demand(&node.position, played, roles, bounds, ask);
        }
        Ok(value.unwrap_or(bounds.upper))
    }

    /// The exact value where the kinds require the best move.
    fn value<O: Oracle<G>>(
        &self,
        oracle: &mut O,
        node: &Node<'_, G>,
    ) -> Result<Option<Value>, BuildError> {
        let (bounds, max) = (node.obligation.bounds, self.game.value_range().max);
        if bounds.lower > bounds.upper {
            return Err(BuildError::contradiction(node.obligation));
        }
        if ![P, A_PRIME, C]
            .iter()
            .any(|kind| node.kinds.contains(*kind))
        {
            let is_most =
                node.may_stop() && bounds.upper == max && oracle.at_least(&node.position, max)?;
            return Ok(is_most.then_some(max));
        }
        let value = match bounds.value() {
            Some(value) => value,
            None => oracle.value(&node.position, bounds)?,
        };
        match bounds.lower <= value && value <= bounds.upper {
            true => Ok(Some(value)),
            false => Err(BuildError::contradiction(node.obligation)),
        }
    }

    /// The roles that the kinds, and the weak roles, demand of a child.
    fn demands(&self, node: &Node<'_, G>, is_best: bool) -> RoleSet {
        let weak = node.obligation.roles.weak_child(is_best);
        let kinds = DEMANDS
            .iter()
            .filter(|(kind, ..)| node.kinds.contains(*kind));
        kinds.fold(weak, |all, (kind, of_best, of_other)| {
            all.union(match is_best {
                true => *of_best,
                false if *kind == C && self.union == KindUnion::Covered => RoleSet::NONE,
                false => *of_other,
            })
        })
    }

    /// Demands `roles` of the position after `played`, whose value lies in `bounds`.
    fn demand(
        &self,
        position: &G::Position,
        played: Move,
        roles: RoleSet,
        bounds: Interval,
        ask: &mut impl FnMut(u32, Obligation),
    ) {
        if roles.is_empty() {
            return;
        }
        let child = self.game.play_unchecked(position, played);
        let (child, obligation) = self.obligation(&child, roles, bounds);
        let counts =
            self.game.counts_terminal_positions() || self.game.terminal_value(&child).is_none();
        let level = self.game.level(&child);
        if counts && level <= self.to_level {
            ask(level, obligation);
        }
    }
}

impl<G: Game> Node<'_, G> {
    /// Whether no kind requires every move.
    const fn may_stop(&self) -> bool {
        !self.kinds.contains(P_PRIME) && !self.kinds.contains(P)
    }
}
