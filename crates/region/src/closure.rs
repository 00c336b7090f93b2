//! The closure rules: the demands of a position on its children.

use std::sync::Arc;

use solveig_format::{Encoder, Scope};
use solveig_game::{Game, GameExt, Interval, Key, Move, Notation, Reduction, Symmetric, Value};
use solveig_search::{Knowledge, Oracle};

use crate::error::expect_buildable;
use crate::question::{Finder, index_of};
use crate::{BuildError, Find, Obligation, RoleSet, SearchAnswer, SearchQuestion, SettledPosition};

/// How the auxiliary plane proves that no move is better than the canonical one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefutationMethod {
    /// The least proof by Algorithm 3 of Takizawa (2026): the first move of a cut node is its
    /// canonical optimal move, and siblings are shown not to be better. A position with a certified
    /// role is not proved again.
    Canonical,
    /// The method of our certificates: a cut node plays the first move, in the fixed order of the
    /// game's knowledge, that reaches its bound; siblings before the canonical move in tie-break
    /// order are proved strictly worse.
    FirstInOrder,
}

/// The auxiliary plane of a region: its refutation method and its depth in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CertificateScope {
    /// How moves of cut nodes are chosen.
    pub refutation: RefutationMethod,
    /// Positions above this level are left to the checker's own search.
    pub to_level: u32,
}

/// The definition of a region and its proof, as a rule for each position.
pub trait Closure: Sync {
    /// The game of the region.
    type Game: Symmetric;

    /// The game whose positions the keys are of.
    fn game(&self) -> &Self::Game;

    /// Describes the region and its proof; equal descriptions give equal results.
    fn describe(&self) -> String;

    /// The level and obligation of the start. `value` is its exact value for the side to move.
    fn root(&self, value: Value) -> (u32, Obligation);

    /// Settles one obligation: finds its value and move, or takes them from the `answer` to its
    /// [`question`](Self::question) where there is one. Calls `ask` with the level and obligation
    /// of each child that follows.
    ///
    /// # Errors
    ///
    /// Fails if a search was stopped, or if the bounds contradict one another, which only a fault
    /// of the solver or the machine can cause.
    fn settle<O: Oracle<Self::Game>>(
        &self,
        oracle: &mut O,
        obligation: &Obligation,
        answer: Option<SearchAnswer>,
        ask: &mut impl FnMut(u32, Obligation),
    ) -> Result<SettledPosition, BuildError>;

    /// What has to be searched to settle an obligation, for another process to answer; `None` where
    /// it follows by rules alone.
    fn question(&self, _obligation: &Obligation) -> Option<SearchQuestion> {
        None
    }
}

/// The region of a scope up to a cut, with or without its proof.
#[derive(Clone)]
pub struct ScopeClosure<G> {
    /// The game whose region it is, from its start position.
    pub game: G,
    /// Orders the moves of cut nodes under [`RefutationMethod::FirstInOrder`]; never decides a
    /// value.
    pub knowledge: Arc<dyn Knowledge<G>>,
    /// What is certified.
    pub scope: Scope,
    /// Whether symmetric positions count as one.
    pub reduction: Reduction,
    /// Positions of the region above this level are not stored but left to exact search.
    pub cut: u32,
    /// The proof to build along with the region; `None` for the region alone.
    pub proof: Option<CertificateScope>,
}

impl<G: Symmetric + Notation> Closure for ScopeClosure<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn describe(&self) -> String {
        let scope = self.scope.name();
        let symmetry = self.reduction;
        let proof = match self.proof {
            None => "no certificate".to_owned(),
            Some(proof) => {
                let (level, method) = (proof.to_level, proof.refutation);
                let order = self.knowledge.name();
                format!("certificate to level {level} ({method:?}, moves ordered by {order})")
            }
        };
        let spec = self.game.spec();
        let cut = self.cut.min(self.game.max_level());
        format!("{spec}, {scope}, {symmetry}, cut {cut}, {proof}")
    }

    /// Both certified roles; in scope weak without those that say nothing.
    fn root(&self, value: Value) -> (u32, Obligation) {
        let (start, passes) = self.game.contract_passes(&self.game.start());
        let bounds = Interval::exact(if passes % 2 == 1 { -value } else { value });
        let range = self.game.value_range();
        let roles = match self.scope {
            Scope::Strong => RoleSet::PRINCIPAL,
            Scope::SemiStrong => RoleSet::PRINCIPAL.union(RoleSet::weak_root(bounds, range)),
            Scope::Weak => RoleSet::PRINCIPAL.without_vacuous(bounds, range),
        };
        let key = self.key(&start);
        (self.game.level(&start), Obligation { key, roles, bounds })
    }

    fn settle<O: Oracle<G>>(
        &self,
        oracle: &mut O,
        obligation: &Obligation,
        answer: Option<SearchAnswer>,
        ask: &mut impl FnMut(u32, Obligation),
    ) -> Result<SettledPosition, BuildError> {
        let oracle = &mut Finder {
            game: &self.game,
            knowledge: &self.knowledge,
            oracle,
            answer,
        };
        let contradiction = || BuildError::contradiction(obligation);
        let position = self.position(obligation).ok_or_else(contradiction)?;
        let weak = obligation.roles.weak();
        let mut roles = obligation.roles.without(weak);
        if roles.is_certified() {
            roles = roles.certified();
        }
        let settled = |value, move_index| SettledPosition {
            key: obligation.key,
            roles: roles.union(weak),
            terminal: false,
            value,
            move_index,
        };
        if let Some(value) = self.game.terminal_value(&position) {
            return Ok(SettledPosition {
                terminal: true,
                ..settled(value, None)
            });
        }
        if obligation.bounds.lower > obligation.bounds.upper {
            return Err(contradiction());
        }
        let mut bounds = obligation.bounds;
        if self.scope == Scope::Weak && roles == RoleSet::PRINCIPAL {
            // Keys do not distinguish colours, and passes exchange them, so the same position may
            // be needed for a lower bound in one solution tree and for an upper bound in the other.
            // It is then stored with both roles and its exact value, from which the claims on its
            // children follow.
            bounds = Interval::exact(oracle.value(&position, bounds)?);
        }
        let node = ClosureNode {
            obligation,
            position: &position,
            bounds,
            roles,
            weak,
        };
        let (value, chosen) = match (roles.is_certified(), self.scope) {
            (true, Scope::Strong | Scope::SemiStrong) => self.certify(oracle, &node, ask),
            (true, Scope::Weak) => self.prove(oracle, &node, RefutationMethod::Canonical, ask),
            (false, _) => {
                let method = self.proof.map(|proof| proof.refutation);
                let method = method.unwrap_or(RefutationMethod::Canonical);
                self.prove(oracle, &node, method, ask)
            }
        }?;
        let index =
            chosen.map(|played| index_of(&self.game, &position, played).ok_or_else(contradiction));
        Ok(settled(value, index.transpose()?))
    }

    fn question(&self, obligation: &Obligation) -> Option<SearchQuestion> {
        let (roles, bounds) = (obligation.roles, obligation.bounds);
        let method = self.proof.map(|proof| proof.refutation);
        let find = if roles.contains(RoleSet::OPTIMAL) {
            Find::Move
        } else if roles.is_certified() {
            let is_needed = self.scope != Scope::Weak && bounds.value().is_none();
            is_needed.then_some(Find::Value)?
        } else if roles.contains(RoleSet::CUT_NODE) {
            match method {
                Some(RefutationMethod::FirstInOrder) => Find::Refutation,
                _ => Find::Move,
            }
        } else {
            return None;
        };
        let key = obligation.key;
        let position = self.position(obligation)?;
        let is_open = self.game.terminal_value(&position).is_none() && bounds.lower <= bounds.upper;
        is_open.then_some(SearchQuestion { key, bounds, find })
    }
}

impl<G: Symmetric + Notation> ScopeClosure<G> {
    /// Checks that the region can be built and written, before anything is solved.
    ///
    /// # Errors
    ///
    /// Fails if the game cannot be solved level by level, if the cut is below its start, or if the
    /// header of a file cannot describe it.
    pub fn check(&self) -> Result<(), BuildError> {
        expect_buildable(&self.game)?;
        let (start, highest) = (self.root(0).0, self.game.max_level());
        if self.cut < start {
            return Err(BuildError::CutBelowStart {
                cut: self.cut,
                start,
                highest,
            });
        }
        let value = self.game.value_range().min;
        Encoder::new(std::io::sink(), &self.header(value, None))?;
        Ok(())
    }

    /// The key of the representative of the symmetry class of `position`.
    fn key(&self, position: &G::Position) -> u128 {
        let (key, _) = self.game.representative_key(position, self.reduction);
        key.to_u128()
    }

    /// The position of an obligation; `None` if its key is invalid.
    pub(crate) fn position(&self, obligation: &Obligation) -> Option<G::Position> {
        let key = G::Key::from_u128(obligation.key)?;
        self.game.position(key).ok()
    }

    /// Settles a position of a semi-strong or strong region: exact value, canonical move.
    fn certify<O: Oracle<G>>(
        &self,
        oracle: &mut Finder<'_, G, O>,
        node: &ClosureNode<'_, G>,
        ask: &mut impl FnMut(u32, Obligation),
    ) -> Result<(Value, Option<Move>), BuildError> {
        let range = self.game.value_range();
        let value = node.value(oracle)?;
        let chosen = if node.roles.contains(RoleSet::OPTIMAL) {
            Some(node.best_move(oracle, value)?)
        } else {
            None
        };
        let at_least = |lower| Interval {
            lower,
            upper: range.max,
        };
        let mut before = true;
        for played in self.game.moves(node.position) {
            let is_chosen = chosen == Some(played);
            before &= !is_chosen;
            let bounds = if is_chosen {
                Interval::exact(-value)
            } else {
                at_least(-value)
            };
            if self.scope == Scope::Strong {
                self.demand(node.position, played, RoleSet::PRINCIPAL, bounds, ask);
                continue;
            }
            let of_free = RoleSet::OPTIMAL.only_if(node.roles.contains(RoleSet::FREE));
            let certified = of_free.union(RoleSet::FREE.only_if(is_chosen));
            if !certified.is_empty() {
                let child_roles = certified.union(node.weak.weak_child(is_chosen));
                self.demand(node.position, played, child_roles, bounds, ask);
            } else if let Some(proof) = self.proof {
                let strictly = proof.refutation == RefutationMethod::FirstInOrder && before;
                let claim = at_least(-value + Value::from(strictly));
                self.demand(node.position, played, RoleSet::CUT_NODE, claim, ask);
            }
        }
        Ok((value, chosen))
    }

    /// Settles a position with claims: a lower bound is proved by one move, an upper bound by all.
    fn prove<O: Oracle<G>>(
        &self,
        oracle: &mut Finder<'_, G, O>,
        node: &ClosureNode<'_, G>,
        refutation: RefutationMethod,
        ask: &mut impl FnMut(u32, Obligation),
    ) -> Result<(Value, Option<Move>), BuildError> {
        let (bounds, range) = (node.bounds, self.game.value_range());
        let (one, all) = if node.roles.is_certified() {
            (RoleSet::OPTIMAL, RoleSet::FREE)
        } else {
            (RoleSet::CUT_NODE, RoleSet::ALL_NODE)
        };
        let mut chosen = None;
        if node.roles.contains(one) {
            let played = match refutation {
                RefutationMethod::Canonical => {
                    let value = node.value(oracle)?;
                    node.best_move(oracle, value)?
                }
                RefutationMethod::FirstInOrder => {
                    let found = oracle.first_refutation(node.position, bounds.lower)?;
                    found.ok_or_else(|| BuildError::contradiction(node.obligation))?
                }
            };
            let claim = Interval {
                lower: range.min,
                upper: -bounds.lower,
            };
            self.demand(node.position, played, all, claim, ask);
            chosen = Some(played);
        }
        if node.roles.contains(all) {
            let claim = Interval {
                lower: -bounds.upper,
                upper: range.max,
            };
            for played in self.game.moves(node.position) {
                self.demand(node.position, played, one, claim, ask);
            }
        }
        let value = match chosen {
            Some(_) => bounds.lower,
            None => bounds.upper,
        };
        Ok((value, chosen))
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
        let (child, passes) = self
            .game
            .contract_passes(&self.game.play_unchecked(position, played));
        let (roles, bounds) = if passes % 2 == 1 {
            (roles.after_pass(), bounds.negated())
        } else {
            (roles, bounds)
        };
        let roles = match roles.is_certified() && self.scope != Scope::Weak {
            true => roles,
            false => roles.without_vacuous(bounds, self.game.value_range()),
        };
        if roles.is_empty() {
            return;
        }
        if !self.game.counts_terminal_positions() && self.game.terminal_value(&child).is_some() {
            return;
        }
        let level = self.game.level(&child);
        let limit = match self.proof {
            _ if roles.is_certified() => self.cut,
            Some(proof) => proof.to_level,
            None => return,
        };
        if level <= limit {
            let key = self.key(&child);
            ask(level, Obligation { key, roles, bounds });
        }
    }
}

struct ClosureNode<'a, G: Game> {
    obligation: &'a Obligation,
    position: &'a G::Position,
    bounds: Interval,
    roles: RoleSet,
    /// The roles in a weak solution.
    weak: RoleSet,
}

impl<G: Symmetric> ClosureNode<'_, G> {
    /// The exact value. Fails if it contradicts the obligation.
    fn value<O: Oracle<G>>(&self, oracle: &mut Finder<'_, G, O>) -> Result<Value, BuildError> {
        let bounds = self.bounds;
        let value = oracle.value(self.position, bounds)?;
        match bounds.lower <= value && value <= bounds.upper {
            true => Ok(value),
            false => Err(BuildError::contradiction(self.obligation)),
        }
    }

    /// The canonical move, given the exact value.
    fn best_move<O: Oracle<G>>(
        &self,
        oracle: &mut Finder<'_, G, O>,
        value: Value,
    ) -> Result<Move, BuildError> {
        let best = oracle.best_move(self.position, value)?;
        best.ok_or_else(|| BuildError::contradiction(self.obligation))
    }
}
