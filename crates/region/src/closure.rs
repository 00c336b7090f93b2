//! The closure rules: what settling one position asks of its children.

use solveig_format::Scope;
use solveig_game::{Game, Interval, Key, Move, Reduction, Value};
use solveig_search::{Knowledge, Oracle};

use crate::{BuildError, Obligation, Roles, Settled};

/// How the auxiliary plane proves that no other move is better than a canonical one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// As paper 000 counts it (Algorithm 3): the first move of a cut node is its canonical optimal
    /// move, and siblings are shown not to be better.
    Canonical,
    /// As our certificates prove it: a cut node plays the first move, in the fixed order of the
    /// game's knowledge, that reaches its bound; and siblings before the canonical move in
    /// tie-break order are shown to be strictly worse.
    FirstInOrder,
}

/// The auxiliary plane of a region: how it proves, and how deep it is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The rule.
    pub refutation: Refutation,
    /// Positions above this level are left to the checker's own search.
    pub to_level: u32,
}

/// Whether positions are solved or only enumerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Every position gets its value and move.
    Solved,
    /// Positions are only reached; meaningful for scope strong alone.
    Ignored,
}

/// What belongs to a region and its proof, position by position.
#[derive(Clone, Debug)]
pub struct Closure<G, N> {
    /// The game.
    pub game: G,
    /// Orders the moves of cut nodes under [`Refutation::FirstInOrder`]; never decides a value.
    pub knowledge: N,
    /// What is certified.
    pub scope: Scope,
    /// Whether symmetric positions are one.
    pub reduction: Reduction,
    /// Positions of the region above this level are left to exact search.
    pub cut: u32,
    /// The proof to build along with the region; `None` for the region alone.
    pub proof: Option<Proof>,
    /// Whether values are wanted.
    pub values: Values,
}

/// Obligations on children, each with the child's level.
pub type Demands<K> = Vec<(u32, Obligation<K>)>;

impl<G: Game, N: Knowledge<G>> Closure<G, N> {
    /// What the start is asked: both certified roles. `value` is its exact value, for the side to
    /// move there; it is not looked at where values are ignored.
    pub fn root(&self, value: Value) -> (u32, Obligation<G::Key>) {
        let (start, passes) = self.game.contract_passes(&self.game.start());
        let known = match self.values {
            Values::Solved if passes % 2 == 1 => Interval::exact(-value),
            Values::Solved => Interval::exact(value),
            Values::Ignored => Interval::unknown(self.game.value_range()),
        };
        let roles = self.substantial(Roles::PRINCIPAL, known);
        let key = self
            .game
            .key(&self.game.representative(&start, self.reduction).0);
        (self.game.level(&start), Obligation { key, roles, known })
    }

    /// Settles one obligation: its value and move, and in `demands` what follows for its children.
    ///
    /// # Errors
    ///
    /// Fails if what is known contradicts itself, which only a fault of the solver or the machine
    /// can bring about.
    pub fn settle<O: Oracle<G>>(
        &self,
        oracle: &mut O,
        obligation: &Obligation<G::Key>,
        demands: &mut Demands<G::Key>,
    ) -> Result<Settled<G::Key>, BuildError> {
        let contradiction = || BuildError::Contradiction {
            key: obligation.key.to_u128(),
            known: obligation.known,
        };
        let position = self
            .game
            .position(obligation.key)
            .map_err(|_| contradiction())?;
        let roles = if obligation.roles.is_certified() {
            obligation.roles.certified()
        } else {
            obligation.roles
        };
        let settled = |value, move_index| Settled {
            key: obligation.key,
            roles,
            terminal: false,
            value,
            move_index,
        };
        if let Some(value) = self.game.terminal_value(&position) {
            return Ok(Settled {
                terminal: true,
                ..settled(value, None)
            });
        }
        if obligation.known.lower > obligation.known.upper {
            return Err(contradiction());
        }
        if self.values == Values::Ignored {
            for played in self.game.moves(&position) {
                let unknown = Interval::unknown(self.game.value_range());
                self.demand(&position, played, Roles::PRINCIPAL, unknown, demands);
            }
            return Ok(settled(0, None));
        }

        let mut known = obligation.known;
        if self.scope == Scope::Weak && roles == Roles::PRINCIPAL {
            // Colours are one and passes shift them, so a position may be asked for a lower bound
            // from one side of the start's value and an upper bound from the other. Stored with
            // both roles it states its value, and the claims on its children follow from that.
            let value = known
                .value()
                .unwrap_or_else(|| oracle.value(&position, known));
            known = Interval::exact(value);
        }
        let node = Node {
            position: &position,
            known,
            roles,
        };
        let (value, chosen) = match (roles.is_certified(), self.scope) {
            (true, Scope::Strong | Scope::SemiStrong) => self.certify(oracle, &node, demands),
            (true, Scope::Weak) => self.prove(oracle, &node, Refutation::Canonical, demands),
            (false, _) => {
                let refutation = self
                    .proof
                    .map_or(Refutation::Canonical, |proof| proof.refutation);
                self.prove(oracle, &node, refutation, demands)
            }
        }
        .ok_or_else(contradiction)?;
        let index = match chosen {
            None => None,
            Some(played) => {
                let at = self
                    .game
                    .moves(&position)
                    .iter()
                    .position(|legal| *legal == played);
                Some(
                    at.and_then(|at| u16::try_from(at).ok())
                        .ok_or_else(contradiction)?,
                )
            }
        };
        Ok(settled(value, index))
    }

    /// A position of a semi-strong or strong region: exact value, canonical move.
    fn certify<O: Oracle<G>>(
        &self,
        oracle: &mut O,
        node: &Node<'_, G>,
        demands: &mut Demands<G::Key>,
    ) -> Option<(Value, Option<Move>)> {
        let Node {
            position,
            known,
            roles,
        } = *node;
        let range = self.game.value_range();
        let value = known
            .value()
            .unwrap_or_else(|| oracle.value(position, known));
        if value < known.lower || known.upper < value {
            return None;
        }
        let chosen = if roles.contains(Roles::OPTIMAL) {
            Some(oracle.best_move(position, value)?)
        } else {
            None
        };
        let at_least = Interval {
            lower: -value,
            upper: range.max,
        };
        let mut before = true;
        for played in self.game.moves(position) {
            let is_chosen = chosen == Some(played);
            before &= !is_chosen;
            let known = if is_chosen {
                Interval::exact(-value)
            } else {
                at_least
            };
            if self.scope == Scope::Strong {
                self.demand(position, played, Roles::PRINCIPAL, known, demands);
                continue;
            }
            let free = if roles.contains(Roles::FREE) {
                Roles::OPTIMAL
            } else {
                Roles::NONE
            };
            let optimal = if is_chosen { Roles::FREE } else { Roles::NONE };
            let certified = free.union(optimal);
            if !certified.is_empty() {
                self.demand(position, played, certified, known, demands);
            } else if let Some(proof) = self.proof {
                let strictly = proof.refutation == Refutation::FirstInOrder && before;
                let lower = -value + Value::from(strictly);
                let claim = Interval {
                    lower,
                    upper: range.max,
                };
                self.demand(position, played, Roles::CUT, claim, demands);
            }
        }
        Some((value, chosen))
    }

    /// A position that stands for a claim: at least a bound by one move, at most a bound by all.
    fn prove<O: Oracle<G>>(
        &self,
        oracle: &mut O,
        node: &Node<'_, G>,
        refutation: Refutation,
        demands: &mut Demands<G::Key>,
    ) -> Option<(Value, Option<Move>)> {
        let Node {
            position,
            known,
            roles,
        } = *node;
        let range = self.game.value_range();
        let (one, all) = if roles.is_certified() {
            (Roles::OPTIMAL, Roles::FREE)
        } else {
            (Roles::CUT, Roles::ALL)
        };
        let mut chosen = None;
        if roles.contains(one) {
            let witness = match refutation {
                Refutation::Canonical => {
                    let value = known
                        .value()
                        .unwrap_or_else(|| oracle.value(position, known));
                    oracle
                        .best_move(position, value)
                        .filter(|_| value >= known.lower)
                }
                Refutation::FirstInOrder => self.first_refutation(oracle, position, known.lower),
            };
            let played = witness?;
            let claim = Interval {
                lower: range.min,
                upper: -known.lower,
            };
            self.demand(position, played, all, claim, demands);
            chosen = Some(played);
        }
        if roles.contains(all) {
            let claim = Interval {
                lower: -known.upper,
                upper: range.max,
            };
            for played in self.game.moves(position) {
                self.demand(position, played, one, claim, demands);
            }
        }
        Some((
            if roles.contains(one) {
                known.lower
            } else {
                known.upper
            },
            chosen,
        ))
    }

    /// The first move, in the knowledge's order and then tie-break order, worth at least `bound`.
    fn first_refutation<O: Oracle<G>>(
        &self,
        oracle: &mut O,
        position: &G::Position,
        bound: Value,
    ) -> Option<Move> {
        let mut order = Vec::new();
        self.knowledge.expand(&self.game, position, &mut order);
        self.knowledge.order(&self.game, position, &mut order);
        for played in self.game.moves(position) {
            if !order.contains(&played) {
                order.push(played);
            }
        }
        order.into_iter().find(|played| {
            let child = self.game.play_unchecked(position, *played);
            !oracle.at_least(&child, 1 - bound)
        })
    }

    /// Asks `roles` of the position after `played`, of which `known` is true.
    fn demand(
        &self,
        position: &G::Position,
        played: Move,
        roles: Roles,
        known: Interval,
        demands: &mut Demands<G::Key>,
    ) {
        let (child, passes) = self
            .game
            .contract_passes(&self.game.play_unchecked(position, played));
        let (roles, known) = if passes % 2 == 1 {
            (roles.after_pass(), known.negated())
        } else {
            (roles, known)
        };
        let roles = self.substantial(roles, known);
        if roles.is_empty() {
            return;
        }
        let is_terminal = self.game.terminal_value(&child).is_some();
        if is_terminal && !self.game.counts_terminal_positions() {
            return;
        }
        let level = self.game.level(&child);
        let limit = match self.proof {
            _ if roles.is_certified() => self.cut,
            Some(proof) => proof.to_level,
            None => return,
        };
        if level <= limit {
            let key = self
                .game
                .key(&self.game.representative(&child, self.reduction).0);
            demands.push((level, Obligation { key, roles, known }));
        }
    }

    /// The roles that say something: where a role stands for a claim, a claim that the payoff
    /// bounds make true is dropped (the beta-cutoff at *U* of paper 000, section 3.3).
    fn substantial(&self, roles: Roles, known: Interval) -> Roles {
        if self.values == Values::Ignored || (roles.is_certified() && self.scope != Scope::Weak) {
            return roles;
        }
        let range = self.game.value_range();
        let mut kept = roles;
        if known.lower <= range.min {
            kept = kept.without(Roles::OPTIMAL).without(Roles::CUT);
        }
        if known.upper >= range.max {
            kept = kept.without(Roles::FREE).without(Roles::ALL);
        }
        kept
    }
}

struct Node<'a, G: Game> {
    position: &'a G::Position,
    known: Interval,
    roles: Roles,
}
