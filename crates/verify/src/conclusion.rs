//! Whether bounds on the values of positions at a cut imply bounds on the value of a position above
//! it.
//!
//! Positions below the cut are not examined: what is derived holds if the premises do.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use crate::kernel::map::ShardedMap;
use crate::kernel::search::{AlphaBeta, Search, WORTH_REMEMBERING};
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
    /// Whether a value satisfies the bound.
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
    pub side: BoundKind,
    /// The bound as the premise states it, which may be stricter than the derivation needs.
    pub bound: i32,
}

/// Why nothing can be derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConclusionError {
    /// The claimed bounds are out of order, or outside the values of the game.
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
    /// The bounds of a premise are out of order, or outside the values of the game.
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
    /// The cut lies above the position, or where every game is over.
    #[error("a cut at level {cut}: expected from {first}, the level of the position, to {last}")]
    Cut {
        /// The level of the cut.
        cut: u32,
        /// The level of the position.
        first: u32,
        /// The highest level at which a game may go on.
        last: u32,
    },
    /// A key and the kind of a statement do not fit into 128 bits.
    #[error(
        "keys have 128 bits and moves of one side come at odd and at even levels: expected at most 127 bits"
    )]
    Keys,
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
    /// The number of derived statements about positions above the cut.
    pub above: u64,
    /// The premises on which the derived bounds rest, sorted, each once.
    pub rests_on: Vec<Premise>,
    /// The derived bounds that are not vacuous.
    roots: Vec<(P, BoundKind, i32)>,
    steps: HashMap<Statement, Reason>,
}

/// A statement about the value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Statement {
    key: u128,
    side: BoundKind,
    bound: i32,
}

/// Why a statement follows.
#[derive(Clone, Copy, Debug)]
enum Reason {
    /// A premise states it, with this bound.
    Premise(i32),
    /// One move achieves it: its index among the moves of the canonical position.
    Move(u32),
    /// No move avoids it.
    EveryMove,
}

/// Bounds on the value of a canonical position by its key: lower and upper, for the side to move.
pub trait Premises: Fn(u128) -> Option<(i32, i32)> + Sync {}

impl<F: Fn(u128) -> Option<(i32, i32)> + Sync> Premises for F {}

/// Derives `claim` from the rules and `premises`, which give the bounds of a canonical position's
/// value by its key.
///
/// # Errors
///
/// Fails if the claim, the cut or a premise that was looked up is outside what the game allows, or
/// a limit is reached.
pub fn derive<R: Rules>(
    rules: &R,
    claim: Claim<R::Position>,
    premises: impl Premises,
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
    // Half of the memory is for the search, the rest for the steps.
    let kept = budget.left() / 2;
    budget.take(kept, "what is derived")?;
    let mut derivation = Derivation {
        lower_follows: false,
        upper_follows: false,
        above: 0,
        rests_on: Vec::new(),
        roots: Vec::new(),
        steps: HashMap::new(),
    };
    for (side, bound) in [(BoundKind::AtLeast, lower), (BoundKind::AtMost, upper)] {
        let above = Above {
            rules,
            premises: &premises,
            root: (first, side),
            cut,
            problem: Mutex::default(),
        };
        let root = SidedPosition {
            position: rules.canonical(&position),
            side,
        };
        let memory = ShardedMap::new(kept, (min, max));
        let search = AlphaBeta::new(&above, memory, budget, |_, _| 0);
        let mut walk = PremiseWalk {
            above: &above,
            search,
            budget,
            derivation: &mut derivation,
        };
        let follows = walk.follows(&root, bound)?;
        if follows {
            walk.gather(&root, bound)?;
        }
        if follows && !above.is_vacuous(side, bound) {
            derivation.roots.push((position.clone(), side, bound));
        }
        match side {
            BoundKind::AtLeast => derivation.lower_follows = follows,
            BoundKind::AtMost => derivation.upper_follows = follows,
        }
    }
    budget.give_back(kept);
    derivation.rests_on.sort_unstable();
    derivation.rests_on.dedup();
    Ok(derivation)
}

/// The game above the cut, as the search sees it. At the cut it is over, with the worst value that
/// the premises allow for the player whom the claim favours.
struct Above<'a, R, F> {
    rules: &'a R,
    premises: &'a F,
    /// The level of the claim's position, and the kind of its bound.
    root: (u32, BoundKind),
    cut: u32,
    /// The first error, if any.
    problem: Mutex<Option<ConclusionError>>,
}

/// A canonical position and the kind of bound that is derived there: a lower bound if the player
/// whom the claim favours is to move, an upper bound if the other is.
#[derive(Clone, Debug, PartialEq)]
struct SidedPosition<P> {
    position: P,
    side: BoundKind,
}

impl<R: Rules, F: Premises> Above<'_, R, F> {
    /// Whether a bound holds of every value of the game.
    fn is_vacuous(&self, side: BoundKind, bound: i32) -> bool {
        let (min, max) = self.rules.value_range();
        match side {
            BoundKind::AtLeast => bound <= min,
            BoundKind::AtMost => bound >= max,
        }
    }

    fn is_at_cut(&self, position: &R::Position) -> bool {
        self.rules.level(position) >= self.cut && self.rules.stage(position) == Stage::Moves
    }

    fn keep_error(&self, error: ConclusionError) {
        let mut problem = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
        problem.get_or_insert(error);
    }

    /// The bound that the premises state for a position at the cut.
    fn stated(&self, sided: &SidedPosition<R::Position>) -> i32 {
        let key = self.rules.key(&sided.position);
        let (min, max) = self.rules.value_range();
        let (lower, upper) = match (self.premises)(key) {
            None => (min, max),
            Some((lower, upper)) if min <= lower && lower <= upper && upper <= max => {
                (lower, upper)
            }
            Some((lower, upper)) => {
                self.keep_error(ConclusionError::Premise {
                    key,
                    lower,
                    upper,
                    min,
                    max,
                });
                (min, max)
            }
        };
        match sided.side {
            BoundKind::AtLeast => lower,
            BoundKind::AtMost => upper,
        }
    }

    /// Of the moves that end the game: the best utility for the side to move, and the first such
    /// move.
    fn ends(&self, position: &R::Position) -> Option<(i32, u32)> {
        let mut children = Vec::new();
        self.rules.children(position, &mut children);
        let mut best = None;
        for (place, child) in (0..).zip(&children) {
            if let Stage::Over(utility) = self.rules.stage(child)
                && best.is_none_or(|(most, _)| -utility > most)
            {
                best = Some((-utility, place));
            }
        }
        best
    }
}
impl<R: Rules, F: Premises> Rules for Above<'_, R, F> {
    type Position = SidedPosition<R::Position>;

    fn spec(&self) -> String {
        self.rules.spec()
    }

    fn start(&self) -> Self::Position {
        SidedPosition {
            position: self.rules.start(),
            side: self.root.1,
        }
    }

    fn stage(&self, sided: &Self::Position) -> Stage {
        if !self.is_at_cut(&sided.position) {
            return self.rules.stage(&sided.position);
        }
        let stated = self.stated(sided);
        let ends = match sided.side {
            BoundKind::AtLeast => self.ends(&sided.position),
            BoundKind::AtMost => None,
        };
        Stage::Over(ends.map_or(stated, |(utility, _)| utility.max(stated)))
    }

    fn children(&self, sided: &Self::Position, children: &mut Vec<Self::Position>) {
        if self.is_at_cut(&sided.position) {
            return;
        }
        let mut positions = Vec::new();
        self.rules.children(&sided.position, &mut positions);
        children.extend(positions.iter().map(|position| SidedPosition {
            position: self.rules.canonical(position),
            side: sided.side.other(),
        }));
    }

    fn level(&self, sided: &Self::Position) -> u32 {
        self.rules.level(&sided.position)
    }

    /// Far enough below the cut for the search to remember every position above it.
    fn max_level(&self) -> u32 {
        self.cut.saturating_add(WORTH_REMEMBERING - 1)
    }

    fn value_range(&self) -> (i32, i32) {
        self.rules.value_range()
    }

    /// Usually the parity of the level determines the kind of bound. After a pass, or a move that
    /// raises the level by two, it does not: then a bit above the key marks the other kind.
    fn key(&self, sided: &Self::Position) -> u128 {
        let key = self.rules.key(&sided.position);
        let (first, side) = self.root;
        let is_even = self.level(sided).abs_diff(first).is_multiple_of(2);
        if is_even == (sided.side == side) {
            return key;
        }
        match 1_u128.checked_shl(self.rules.key_bits()) {
            Some(bit) => key | bit,
            None => {
                self.keep_error(ConclusionError::Keys);
                key
            }
        }
    }

    fn key_bits(&self) -> u32 {
        self.rules.key_bits().saturating_add(1).min(128)
    }

    /// Unused: the search reads no keys.
    fn position(&self, _: u128) -> Option<Self::Position> {
        None
    }

    fn describe(&self, sided: &Self::Position) -> String {
        self.rules.describe(&sided.position)
    }

    fn describe_move(&self, sided: &Self::Position, index: usize) -> String {
        self.rules.describe_move(&sided.position, index)
    }
}

/// Collects the steps and premises from which a bound follows.
struct PremiseWalk<'a, R: Rules, F: Premises> {
    above: &'a Above<'a, R, F>,
    search: AlphaBeta<'a, Above<'a, R, F>, ShardedMap>,
    budget: &'a Budget,
    derivation: &'a mut Derivation<R::Position>,
}

impl<R: Rules, F: Premises> PremiseWalk<'_, R, F> {
    fn follows(
        &self,
        sided: &SidedPosition<R::Position>,
        bound: i32,
    ) -> Result<bool, ConclusionError> {
        if self.above.is_vacuous(sided.side, bound) {
            return Ok(true);
        }
        let follows = match sided.side {
            BoundKind::AtLeast => self.search.at_least(sided, bound)?,
            BoundKind::AtMost => !self.search.at_least(sided, bound + 1)?,
        };
        let problem = &self.above.problem;
        match problem
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
        {
            Some(error) => Err(error),
            None => Ok(follows),
        }
    }

    fn gather(
        &mut self,
        sided: &SidedPosition<R::Position>,
        bound: i32,
    ) -> Result<(), ConclusionError> {
        let (above, side) = (self.above, sided.side);
        if above.is_vacuous(side, bound) {
            return Ok(());
        }
        if let Stage::Over(_) = above.rules.stage(&sided.position) {
            return Ok(());
        }
        let key = above.rules.key(&sided.position);
        let statement = Statement { key, side, bound };
        if self.derivation.steps.contains_key(&statement) {
            return Ok(());
        }
        make_room(&mut self.derivation.steps, self.budget)?;
        if above.is_at_cut(&sided.position) {
            let stated = above.stated(sided);
            let reason = match side.allows(stated, bound) {
                true => Reason::Premise(stated),
                false => Reason::Move(above.ends(&sided.position).map_or(0, |(_, place)| place)),
            };
            if let Reason::Premise(bound) = reason {
                let bytes = size_of::<Premise>() as u64;
                self.budget.take(2 * bytes, "what is derived")?;
                let premise = Premise { key, side, bound };
                self.derivation.rests_on.push(premise);
            }
            self.derivation.steps.insert(statement, reason);
            return Ok(());
        }
        self.derivation.above += 1;
        let mut children = Vec::new();
        above.children(sided, &mut children);
        let mut reason = Reason::EveryMove;
        if side == BoundKind::AtLeast {
            for (place, child) in children.iter().enumerate() {
                if self.follows(child, -bound)? {
                    reason = Reason::Move(place as u32);
                    break;
                }
            }
        }
        self.derivation.steps.insert(statement, reason);
        match reason {
            Reason::Move(place) => self.gather(&children[place as usize], -bound),
            _ => children
                .iter()
                .try_for_each(|child| self.gather(child, -bound)),
        }
    }
}

impl<P: Clone> Derivation<P> {
    /// Follows the derivation down to one premise. `choose(n)` picks one of `n` alternatives, from
    /// 0: the derived bound to start with, and the move where a step rests on every move. `None` if
    /// the path ends where the rules suffice.
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
            let reason = *self.steps.get(&Statement { key, side, bound })?;
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

/// Makes room for one more entry, charged to the budget.
fn make_room<K: Eq + Hash, V>(map: &mut HashMap<K, V>, budget: &Budget) -> Result<(), Undecided> {
    // The standard hash table has a power of two of slots, fills at most seven of eight, and has
    // one control byte per slot.
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
