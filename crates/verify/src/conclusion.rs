//! Whether bounds on the values of positions at a cut imply bounds on the value of a position above it.
//!
//! Positions below the cut are not looked at: what is derived holds if the premises do.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::hash::Hash;

use crate::limits::{Budget, Undecided};
use crate::{Rules, Stage};

/// What is to be derived: `lower <= value <= upper` for the side to move in `position`.
#[derive(Clone, Debug)]
pub struct Claim<P> {
    /// The position.
    pub position: P,
    /// Its value is this or more.
    pub lower: i32,
    /// Its value is this or less.
    pub upper: i32,
    /// Premises are about positions of this level or a higher one, at which there is a choice of moves.
    pub cut: u32,
}

/// Which end of a value's range a statement bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The value is the bound or more.
    AtLeast,
    /// The value is the bound or less.
    AtMost,
}

impl Side {
    /// Whether a value keeps the bound.
    pub const fn allows(self, value: i32, bound: i32) -> bool {
        match self {
            Self::AtLeast => value >= bound,
            Self::AtMost => value <= bound,
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::AtLeast => Self::AtMost,
            Self::AtMost => Self::AtLeast,
        }
    }
}

/// A premise that a derivation rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Premise {
    /// The canonical key of the position.
    pub key: u128,
    /// Which of its two bounds.
    pub side: Side,
    /// The bound as the premise states it, which may be stricter than the derivation needs.
    pub bound: i32,
}

/// Why nothing can be derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConclusionError {
    /// No value of the game lies between the bounds that are claimed, or they lie outside its values.
    #[error(
        "a value from {lower} to {upper} is claimed: expected two bounds in order, from {min} to {max}"
    )]
    Claim {
        /// The lower bound.
        lower: i32,
        /// The upper bound.
        upper: i32,
        /// The least value of the game.
        min: i32,
        /// The greatest value of the game.
        max: i32,
    },
    /// The same of a premise.
    #[error(
        "the position with key {key:#x} has a value from {lower} to {upper}: \
         expected two bounds in order, from {min} to {max}"
    )]
    Premise {
        /// The position.
        key: u128,
        /// The lower bound.
        lower: i32,
        /// The upper bound.
        upper: i32,
        /// The least value of the game.
        min: i32,
        /// The greatest value of the game.
        max: i32,
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
    /// How many statements about positions above the cut were looked into.
    pub above: u64,
    /// The premises that what follows rests on, in order, each once.
    pub rests_on: Vec<Premise>,
    /// What follows and says something.
    roots: Vec<(P, Side, i32)>,
    steps: HashMap<Statement, Step>,
}

/// A statement about the value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Statement {
    key: u128,
    side: Side,
    bound: i32,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    reason: Option<Reason>,
    /// The premises it rests on have been gathered.
    gathered: bool,
}

/// Why a statement follows.
#[derive(Clone, Copy, Debug)]
enum Reason {
    /// A premise says so, with this bound.
    Premise(i32),
    /// One move achieves it: its place among the moves of the canonical position.
    Move(u32),
    /// No move avoids it.
    EveryMove,
}

/// Derives `claim` from the rules and `premises`, which give the bounds of a canonical position's value by its key.
///
/// # Errors
///
/// Fails if the claim, the cut or a premise that was looked up is outside what the game allows, or a limit is reached.
pub fn derive<R: Rules>(
    rules: &R,
    claim: Claim<R::Position>,
    premises: impl Fn(u128) -> Option<(i32, i32)>,
    budget: &Budget,
) -> Result<Derivation<R::Position>, ConclusionError> {
    let (min, max) = rules.value_range();
    let Claim {
        position,
        lower,
        upper,
        cut,
    } = claim;
    if lower < min || lower > upper || upper > max {
        return Err(ConclusionError::Claim {
            lower,
            upper,
            min,
            max,
        });
    }
    let first = rules.level(&position);
    let last = rules.max_level().saturating_sub(1);
    if cut < first || cut > last {
        return Err(ConclusionError::Cut { cut, first, last });
    }
    let mut walk = Walk {
        rules,
        premises,
        cut,
        range: (min, max),
        budget,
        steps: HashMap::new(),
        above: 0,
        visits: 0,
    };
    let lower_follows = walk.follows(&position, Side::AtLeast, lower)?;
    let upper_follows = walk.follows(&position, Side::AtMost, upper)?;
    let mut roots = Vec::new();
    let mut rests_on = Vec::new();
    for (side, bound, follows) in [
        (Side::AtLeast, lower, lower_follows),
        (Side::AtMost, upper, upper_follows),
    ] {
        if follows && !walk.says_nothing(side, bound) {
            walk.gather(&position, side, bound, &mut rests_on)?;
            roots.push((position.clone(), side, bound));
        }
    }
    rests_on.sort_unstable();
    rests_on.dedup();
    Ok(Derivation {
        lower_follows,
        upper_follows,
        above: walk.above,
        rests_on,
        roots,
        steps: walk.steps,
    })
}

struct Walk<'a, R, F> {
    rules: &'a R,
    premises: F,
    cut: u32,
    range: (i32, i32),
    budget: &'a Budget,
    steps: HashMap<Statement, Step>,
    above: u64,
    visits: u32,
}

impl<R: Rules, F: Fn(u128) -> Option<(i32, i32)>> Walk<'_, R, F> {
    /// Whether a bound holds of every value of the game.
    const fn says_nothing(&self, side: Side, bound: i32) -> bool {
        match side {
            Side::AtLeast => bound <= self.range.0,
            Side::AtMost => bound >= self.range.1,
        }
    }

    fn follows(
        &mut self,
        position: &R::Position,
        side: Side,
        bound: i32,
    ) -> Result<bool, ConclusionError> {
        self.visits = self.visits.wrapping_add(1);
        if self.visits % 1024 == 1 {
            self.budget.go_on()?;
        }
        if self.says_nothing(side, bound) {
            return Ok(true);
        }
        let stage = self.rules.stage(position);
        if let Stage::Over(utility) = stage {
            return Ok(side.allows(utility, bound));
        }
        let position = self.rules.canonical(position);
        let key = self.rules.key(&position);
        let statement = Statement { key, side, bound };
        if let Some(step) = self.steps.get(&statement) {
            return Ok(step.reason.is_some());
        }
        let reason = if stage == Stage::Moves && self.rules.level(&position) >= self.cut {
            self.at_the_cut(&position, statement)?
        } else {
            self.above += 1;
            self.by_moves(&position, side, bound)?
        };
        make_room(&mut self.steps, self.budget)?;
        let gathered = false;
        self.steps.insert(statement, Step { reason, gathered });
        Ok(reason.is_some())
    }

    fn by_moves(
        &mut self,
        position: &R::Position,
        side: Side,
        bound: i32,
    ) -> Result<Option<Reason>, ConclusionError> {
        for (place, child) in self.children(position).iter().enumerate() {
            let follows = self.follows(child, side.other(), -bound)?;
            match side {
                Side::AtLeast if follows => return Ok(Some(Reason::Move(place as u32))),
                Side::AtMost if !follows => return Ok(None),
                _ => {}
            }
        }
        Ok((side == Side::AtMost).then_some(Reason::EveryMove))
    }

    /// By a premise, or by a move that ends the game.
    fn at_the_cut(
        &self,
        position: &R::Position,
        statement: Statement,
    ) -> Result<Option<Reason>, ConclusionError> {
        let Statement { key, side, bound } = statement;
        if let Some((lower, upper)) = (self.premises)(key) {
            let (min, max) = self.range;
            if lower < min || lower > upper || upper > max {
                return Err(ConclusionError::Premise {
                    key,
                    lower,
                    upper,
                    min,
                    max,
                });
            }
            let stated = match side {
                Side::AtLeast => lower,
                Side::AtMost => upper,
            };
            if side.allows(stated, bound) {
                return Ok(Some(Reason::Premise(stated)));
            }
        }
        if side == Side::AtMost {
            return Ok(None);
        }
        let wins = |child: &R::Position| match self.rules.stage(child) {
            Stage::Over(utility) => side.other().allows(utility, -bound),
            _ => false,
        };
        let place = self.children(position).iter().position(wins);
        Ok(place.map(|place| Reason::Move(place as u32)))
    }

    fn children(&self, position: &R::Position) -> Vec<R::Position> {
        let mut children = Vec::new();
        self.rules.children(position, &mut children);
        children
    }

    /// Appends the premises that a statement rests on which follows.
    fn gather(
        &mut self,
        position: &R::Position,
        side: Side,
        bound: i32,
        premises: &mut Vec<Premise>,
    ) -> Result<(), ConclusionError> {
        let position = self.rules.canonical(position);
        let key = self.rules.key(&position);
        // What has no step follows from the rules alone.
        let Some(step) = self.steps.get_mut(&Statement { key, side, bound }) else {
            return Ok(());
        };
        if std::mem::replace(&mut step.gathered, true) {
            return Ok(());
        }
        match step.reason {
            None => {}
            Some(Reason::Premise(bound)) => {
                let bytes = size_of::<Premise>() as u64;
                self.budget.take(2 * bytes, "what is derived")?;
                premises.push(Premise { key, side, bound });
            }
            Some(Reason::Move(place)) => {
                if let Some(child) = self.children(&position).get(place as usize) {
                    self.gather(child, side.other(), -bound, premises)?;
                }
            }
            Some(Reason::EveryMove) => {
                for child in self.children(&position) {
                    self.gather(&child, side.other(), -bound, premises)?;
                }
            }
        }
        Ok(())
    }
}

impl<P: Clone> Derivation<P> {
    /// Walks down from what follows to a premise: by the move that a step rests on and, where it rests on every move, by the
    /// one of `n` that `choose(n)` says, from 0. `None` if the walk ends where the rules suffice.
    pub fn descend<R: Rules<Position = P>>(
        &self,
        rules: &R,
        mut choose: impl FnMut(usize) -> usize,
    ) -> Option<Premise> {
        if self.roots.is_empty() {
            return None;
        }
        let (position, mut side, mut bound) = self.roots.get(choose(self.roots.len()))?.clone();
        let mut position = rules.canonical(&position);
        let mut children = Vec::new();
        loop {
            let key = rules.key(&position);
            let reason = self.steps.get(&Statement { key, side, bound })?.reason?;
            children.clear();
            rules.children(&position, &mut children);
            let place = match reason {
                Reason::Premise(bound) => return Some(Premise { key, side, bound }),
                Reason::Move(place) => place as usize,
                Reason::EveryMove => choose(children.len()),
            };
            position = rules.canonical(children.get(place)?);
            (side, bound) = (side.other(), -bound);
        }
    }
}

/// Makes room for one more entry, if there is memory for it.
fn make_room<K: Eq + Hash, V>(map: &mut HashMap<K, V>, budget: &Budget) -> Result<(), Undecided> {
    // The standard table has a power of two of places, at most seven of eight of them taken, and a byte beside each.
    let bytes = |entries: usize| {
        let places = (entries as u64 * 8).div_ceil(7).next_power_of_two();
        places * (size_of::<(K, V)>() as u64 + 1)
    };
    let before = map.capacity();
    if map.len() < before {
        return Ok(());
    }
    let after = (2 * before).max(64);
    budget.take(bytes(after), "what is derived")?;
    map.reserve(after - before);
    if before > 0 {
        budget.give_back(bytes(before));
    }
    Ok(())
}
