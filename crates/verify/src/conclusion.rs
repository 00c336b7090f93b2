//! Whether bounds on the values of positions at a cut imply bounds on the value of a position
//! before it.
//!
//! Positions after the cut are not examined: what is derived holds if the premises do.

use std::collections::HashMap;
use std::hash::Hash;

use crate::bounds::{Bound, Interval};
use crate::limits::{Budget, Limits, Undecided};
use crate::{Rules, Stage};

/// What is to be derived: bounds on the value for the side to move in `position`.
#[derive(Clone, Debug)]
pub struct Claim<P> {
    /// The position that the claim is about.
    pub position: P,
    /// Bounds on its value.
    pub bounds: Interval,
    /// Premises are about positions of this level or a higher one, at which there is a choice of
    /// moves.
    pub cut: u32,
}

/// Lower or upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BoundKind {
    /// The value is the bound or more.
    AtLeast,
    /// The value is the bound or less.
    AtMost,
}

impl BoundKind {
    /// The bound of this kind at `value`.
    pub const fn at(self, value: i32) -> Bound {
        match self {
            Self::AtLeast => Bound::AtLeast(value),
            Self::AtMost => Bound::AtMost(value),
        }
    }

    /// The kind that the bound has for the other side.
    pub const fn other(self) -> Self {
        match self {
            Self::AtLeast => Self::AtMost,
            Self::AtMost => Self::AtLeast,
        }
    }

    /// Which of the two kinds `bound` is.
    pub const fn of(bound: Bound) -> Self {
        match bound {
            Bound::AtLeast(_) => Self::AtLeast,
            Bound::AtMost(_) => Self::AtMost,
        }
    }
}

/// A premise that a derivation rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Premise {
    /// The canonical key of the position.
    pub key: u128,
    /// Which of its two bounds.
    pub side: BoundKind,
    /// The bound as the premise states it, which may be stricter than the derivation needs.
    pub bound: i32,
}

/// Why nothing can be derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConclusionError {
    /// The claimed bounds are out of order, or outside the values of the game.
    #[error("a value {bounds} is claimed: expected two bounds in order, {range}")]
    Claim {
        /// The bounds that are stated, for the side to move.
        bounds: Interval,
        /// The values of the game.
        range: Interval,
    },
    /// The bounds of a premise are out of order, or outside the values of the game.
    #[error(
        "the position with key {key:#x} has a value {bounds}: expected two bounds in order, {range}"
    )]
    Premise {
        /// The canonical key of the position.
        key: u128,
        /// The bounds that are stated, for the side to move.
        bounds: Interval,
        /// The values of the game.
        range: Interval,
    },
    /// The cut lies before the position, or where every game is over.
    #[error("a cut at level {cut}: expected from {first}, the level of the position, to {last}")]
    Cut {
        /// The level of the cut.
        cut: u32,
        /// The level of the position.
        first: u32,
        /// The highest level at which a game may go on.
        last: u32,
    },
    /// A limit ended the derivation.
    #[error(transparent)]
    Undecided(#[from] Undecided),
}

/// What was derived.
#[derive(Debug)]
pub struct Derivation<P> {
    /// Whether the lower bound follows.
    pub lower_follows: bool,
    /// Whether the upper bound follows.
    pub upper_follows: bool,
    /// The number of derived statements about positions before the cut.
    pub before_cut: u64,
    /// The premises on which the derived bounds rest, sorted, each once.
    pub rests_on: Vec<Premise>,
    /// The derived bounds that are not vacuous.
    roots: Vec<(P, Bound)>,
    steps: HashMap<Statement, Reason>,
}

/// A statement about the value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Statement {
    key: u128,
    bound: Bound,
}

/// Why a statement follows.
#[derive(Clone, Copy, Debug)]
enum Reason {
    /// The rules imply it: the game is over, or no value of the game is outside the bound.
    Rules,
    /// A premise states it, with this bound.
    Premise(i32),
    /// One move achieves it: its index among the moves of the canonical position.
    Move(u32),
    /// No move avoids it.
    EveryMove,
}

/// Derives `claim` from the rules and `premises`, which give the bounds of a canonical position's
/// value by its key, for the side to move.
///
/// # Errors
///
/// Fails if the claim, the cut or a premise that was looked up is outside what the game allows, or
/// a limit is reached.
pub fn derive<R: Rules + ?Sized>(
    rules: &R,
    claim: Claim<R::Position>,
    premises: impl Fn(u128) -> Option<Interval>,
    budget: &Budget,
) -> Result<Derivation<R::Position>, ConclusionError> {
    let range = rules.value_range();
    let Claim {
        position,
        bounds,
        cut,
    } = claim;
    if !bounds.is_within(range) {
        return Err(ConclusionError::Claim { bounds, range });
    }
    let first = rules.level(&position);
    let last = rules.max_level().saturating_sub(1);
    if cut < first || cut > last {
        return Err(ConclusionError::Cut { cut, first, last });
    }
    // Half of the memory is for the search, the rest for the steps.
    let memory = budget.left() / 2;
    budget.take(memory, CHARGED)?;
    let mut search = PremiseSearch {
        rules,
        premises,
        cut,
        budget,
        nodes: 0,
        answers: HashMap::new(),
        memory: Budget::new(Limits { time: None, memory }),
    };
    let mut derivation = Derivation {
        lower_follows: false,
        upper_follows: false,
        before_cut: 0,
        rests_on: Vec::new(),
        roots: Vec::new(),
        steps: HashMap::new(),
    };
    let root = rules.canonical(&position);
    for bound in [Bound::AtLeast(bounds.least), Bound::AtMost(bounds.greatest)] {
        let follows = search.reason(&root, bound)?.is_some();
        if follows {
            derivation.gather(&mut search, &root, bound)?;
        }
        if follows && !bound.is_vacuous(range) {
            derivation.roots.push((position.clone(), bound));
        }
        match bound {
            Bound::AtLeast(_) => derivation.lower_follows = follows,
            Bound::AtMost(_) => derivation.upper_follows = follows,
        }
    }
    budget.give_back(memory);
    derivation.rests_on.sort_unstable();
    derivation.rests_on.dedup();
    Ok(derivation)
}

/// What the memory of a derivation is for, in messages.
const CHARGED: &str = "what is derived";

/// Nodes between two checks of the time limit.
const NODES_PER_LOOK: u64 = 1 << 10;

/// The search for reasons before the cut. Positions are canonical.
struct PremiseSearch<'a, R: ?Sized, F> {
    rules: &'a R,
    premises: F,
    cut: u32,
    budget: &'a Budget,
    nodes: u64,
    /// The reasons that were found, and the statements for which there is none. When there is no
    /// memory for more, the map starts anew.
    answers: HashMap<Statement, Option<Reason>>,
    /// What is left of the memory for answers.
    memory: Budget,
}

impl<R: Rules + ?Sized, F: Fn(u128) -> Option<Interval>> PremiseSearch<'_, R, F> {
    fn is_at_cut(&self, position: &R::Position) -> bool {
        self.rules.level(position) >= self.cut && self.rules.stage(position) == Stage::Moves
    }

    /// The positions after each move.
    fn children(&self, position: &R::Position) -> Vec<R::Position> {
        let mut children = Vec::new();
        self.rules.children(position, &mut children);
        for child in &mut children {
            *child = self.rules.canonical(child);
        }
        children
    }

    /// Why the value of `position` satisfies a bound; `None` if that does not follow.
    fn reason(
        &mut self,
        position: &R::Position,
        bound: Bound,
    ) -> Result<Option<Reason>, ConclusionError> {
        if self.nodes.is_multiple_of(NODES_PER_LOOK) {
            self.budget.go_on()?;
        }
        self.nodes += 1;
        if bound.is_vacuous(self.rules.value_range()) {
            return Ok(Some(Reason::Rules));
        }
        if let Stage::Over(utility) = self.rules.stage(position) {
            return Ok(bound.allows(utility).then_some(Reason::Rules));
        }
        let key = self.rules.key(position);
        let statement = Statement { key, bound };
        if let Some(reason) = self.answers.get(&statement) {
            return Ok(*reason);
        }
        let reason = match self.is_at_cut(position) {
            true => self.reason_at_cut(position, key, bound)?,
            false => self.reason_before_cut(position, bound)?,
        };
        let is_full = make_room(&mut self.answers, &self.memory).is_err();
        if is_full {
            self.answers.clear();
        }
        if !is_full || self.answers.capacity() > 0 {
            self.answers.insert(statement, reason);
        }
        Ok(reason)
    }

    /// A reason at the cut: the premise, or for a lower bound the best move that ends the game.
    fn reason_at_cut(
        &self,
        position: &R::Position,
        key: u128,
        bound: Bound,
    ) -> Result<Option<Reason>, ConclusionError> {
        let range = self.rules.value_range();
        let bounds = (self.premises)(key).unwrap_or(range);
        if !bounds.is_within(range) {
            return Err(ConclusionError::Premise { key, bounds, range });
        }
        let stated = match bound {
            Bound::AtLeast(_) => bounds.least,
            Bound::AtMost(_) => bounds.greatest,
        };
        if bound.allows(stated) {
            return Ok(Some(Reason::Premise(stated)));
        }
        let mut best = None;
        for (index, child) in (0..).zip(&self.children(position)) {
            if let Stage::Over(utility) = self.rules.stage(child)
                && best.is_none_or(|(max, _)| -utility > max)
            {
                best = Some((-utility, index));
            }
        }
        let is_lower = matches!(bound, Bound::AtLeast(_));
        let ends = best.filter(|(max, _)| is_lower && bound.allows(*max));
        Ok(ends.map(|(_, index)| Reason::Move(index)))
    }

    /// A reason before the cut: for a lower bound the first move that achieves it, for an upper
    /// bound that no move avoids it.
    fn reason_before_cut(
        &mut self,
        position: &R::Position,
        bound: Bound,
    ) -> Result<Option<Reason>, ConclusionError> {
        let one_is_enough = matches!(bound, Bound::AtLeast(_));
        for (index, child) in (0..).zip(&self.children(position)) {
            let follows = self.reason(child, bound.negated())?.is_some();
            if follows == one_is_enough {
                return Ok(follows.then_some(Reason::Move(index)));
            }
        }
        Ok((!one_is_enough).then_some(Reason::EveryMove))
    }
}

impl<P: Clone> Derivation<P> {
    /// Collects the steps and premises from which a bound follows.
    fn gather<R: Rules<Position = P> + ?Sized, F: Fn(u128) -> Option<Interval>>(
        &mut self,
        search: &mut PremiseSearch<'_, R, F>,
        position: &P,
        bound: Bound,
    ) -> Result<(), ConclusionError> {
        let reason = match search.reason(position, bound)? {
            None | Some(Reason::Rules) => return Ok(()),
            Some(reason) => reason,
        };
        let key = search.rules.key(position);
        let statement = Statement { key, bound };
        if self.steps.contains_key(&statement) {
            return Ok(());
        }
        make_room(&mut self.steps, search.budget)?;
        self.steps.insert(statement, reason);
        self.before_cut += u64::from(!search.is_at_cut(position));
        let children = match reason {
            Reason::Rules => Vec::new(),
            Reason::Premise(stated) => {
                let bytes = size_of::<Premise>() as u64;
                search.budget.take(2 * bytes, CHARGED)?;
                self.rests_on.push(premise(statement, stated));
                Vec::new()
            }
            Reason::Move(index) => vec![search.children(position).swap_remove(index as usize)],
            Reason::EveryMove => search.children(position),
        };
        children
            .iter()
            .try_for_each(|child| self.gather(search, child, bound.negated()))
    }

    /// Follows the derivation down to one premise. `choose(n)` picks one of `n` alternatives, from
    /// 0: the derived bound to start with, and the move where a step rests on every move. `None` if
    /// the path ends where the rules suffice.
    pub fn descend<R: Rules<Position = P> + ?Sized>(
        &self,
        rules: &R,
        mut choose: impl FnMut(usize) -> usize,
    ) -> Option<Premise> {
        if self.roots.is_empty() {
            return None;
        }
        let (position, mut bound) = self.roots.get(choose(self.roots.len()))?.clone();
        let mut position = rules.canonical(&position);
        let mut children = Vec::new();
        loop {
            let key = rules.key(&position);
            let statement = Statement { key, bound };
            let reason = *self.steps.get(&statement)?;
            children.clear();
            rules.children(&position, &mut children);
            let index = match reason {
                Reason::Rules => return None,
                Reason::Premise(stated) => return Some(premise(statement, stated)),
                Reason::Move(index) => index as usize,
                Reason::EveryMove => choose(children.len()),
            };
            position = rules.canonical(children.get(index)?);
            bound = bound.negated();
        }
    }
}

/// The premise that states a bound, as `stated`.
const fn premise(statement: Statement, stated: i32) -> Premise {
    Premise {
        key: statement.key,
        side: BoundKind::of(statement.bound),
        bound: stated,
    }
}

/// Makes room for one more entry, charged to the budget.
fn make_room<K: Eq + Hash, V>(map: &mut HashMap<K, V>, budget: &Budget) -> Result<(), Undecided> {
    // The standard hash table has a power of two of slots, fills at most seven of eight, and has
    // one control byte per slot.
    let bytes = |entries: usize| {
        let slots = (entries as u64 * 8).div_ceil(7).next_power_of_two();
        slots * (size_of::<(K, V)>() as u64 + 1)
    };
    let before = map.capacity();
    if map.len() < before {
        return Ok(());
    }
    let after = (2 * before).max(64);
    budget.take(bytes(after), CHARGED)?;
    map.reserve(after - before);
    if before > 0 {
        budget.give_back(bytes(before));
    }
    Ok(())
}
