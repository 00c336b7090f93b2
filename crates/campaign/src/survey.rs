//! Minimax values of the game before a cut, from bounds and estimates at the cut (Takizawa 2023,
//! Algorithms 3 and 4).

use hashbrown::HashMap;
use solveig_game::{Game, Interval, Value};
use solveig_search::{StopChecker, StopToken, Stopped, Window};

use crate::known::Dictionaries;
use crate::problem::{AfterPasses, Cut, Problem, above};

/// The value that a survey gives to a position at the cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Its proved upper bound (the third function's upper mode).
    Upper,
    /// Its proved lower bound (the third function's lower mode).
    Lower,
    /// Its estimate, clamped to the bounds (the second function).
    Estimate,
}

impl Reading {
    /// The reading of a child: an upper bound of a position needs lower bounds of its children.
    const fn of_child(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
            Self::Estimate => Self::Estimate,
        }
    }
}

/// Searches the game from a position to a cut, with a memory of its results. These hold only for
/// unchanged [`Dictionaries`], so each round needs a new survey.
///
/// The listings of Algorithms 3 and 4 return 64 for every unknown position at the cut. Here an
/// unknown lower bound is the least value, an unknown upper bound the greatest, and an unknown
/// estimate a static one.
pub struct Survey<'a, G: Game> {
    problem: &'a Problem<G>,
    known: &'a Dictionaries,
    cut: Cut,
    /// Bounds on the minimax value, by key and reading.
    found: HashMap<(u128, Reading), Interval>,
    /// Bounds at the cut, and estimates where they were asked for.
    leaves: HashMap<u128, (Interval, Option<Value>)>,
    guesses: Guesses,
    stop: StopChecker,
}

/// Static estimates by key. They depend on the position alone, so later surveys can reuse them.
pub type Guesses = HashMap<u128, Value>;

/// A position at the cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    /// Its proved bounds.
    pub bounds: Interval,
    /// Its estimate, clamped to the bounds.
    pub estimate: Value,
}

impl<'a, G: Game> Survey<'a, G> {
    /// A survey of the game before `cut`.
    pub fn new(problem: &'a Problem<G>, known: &'a Dictionaries, cut: Cut) -> Self {
        Self {
            problem,
            known,
            cut,
            found: HashMap::new(),
            leaves: HashMap::new(),
            guesses: Guesses::new(),
            stop: StopChecker::default(),
        }
    }

    /// Sets the stop token. A stopped survey stays valid and can be used again.
    #[must_use]
    pub fn with_stop(mut self, stop: StopToken) -> Self {
        self.stop = StopChecker::new(stop);
        self
    }

    /// Reuses the static estimates of an earlier survey.
    #[must_use]
    pub fn with_guesses(mut self, guesses: Guesses) -> Self {
        self.guesses = guesses;
        self
    }

    /// The static estimates, for a later survey at the same cut.
    pub fn into_guesses(self) -> Guesses {
        self.guesses
    }

    /// The problem.
    pub const fn problem(&self) -> &'a Problem<G> {
        self.problem
    }

    /// The cut.
    pub const fn cut(&self) -> Cut {
        self.cut
    }

    /// The minimax value of `position` with one reading of the positions at the cut, for the side
    /// to move; fail-soft (see [`Window`]).
    ///
    /// # Errors
    ///
    /// Fails if it was stopped.
    pub fn value(
        &mut self,
        position: &G::Position,
        reading: Reading,
        window: Window,
    ) -> Result<Value, Stopped> {
        let (position, passed) = match self.problem.after_passes(position) {
            AfterPasses::Over(utility) => return Ok(utility),
            AfterPasses::Open { position, passed } => (position, passed),
        };
        if passed {
            return Ok(-self.open(&position, reading.of_child(), window.negated())?);
        }
        self.open(&position, reading, window)
    }

    /// The proved bounds of `position`, as tight as possible within `window` and clamped to its
    /// ends.
    ///
    /// # Errors
    ///
    /// Fails if it was stopped.
    pub fn bounds(&mut self, position: &G::Position, window: Window) -> Result<Interval, Stopped> {
        let range = self.problem.game().value_range();
        let mut bounds = Interval::unknown(range);
        let lower = self.value(position, Reading::Lower, window)?;
        if lower > window.alpha {
            bounds.lower = lower.min(window.beta);
        }
        let upper = self.value(position, Reading::Upper, window)?;
        if upper < window.beta {
            bounds.upper = upper.max(window.alpha);
        }
        Ok(bounds)
    }

    fn open(
        &mut self,
        position: &G::Position,
        reading: Reading,
        window: Window,
    ) -> Result<Value, Stopped> {
        self.stop.check()?;
        let key = self.problem.key(position);
        if self.problem.reaches(self.cut, position) {
            return Ok(match reading {
                Reading::Upper => self.leaf_bounds(key, position).upper,
                Reading::Lower => self.leaf_bounds(key, position).lower,
                Reading::Estimate => self.leaf(key, position).estimate,
            });
        }
        let range = self.problem.game().value_range();
        let before = self.found.get(&(key, reading)).copied();
        let before = before.unwrap_or(Interval::unknown(range));
        if let Some(decided) = window.decided_by(before) {
            return Ok(decided);
        }
        let mut best = Value::MIN;
        for (_, child) in self.problem.children(position) {
            let rest = above(window, best).negated();
            best = best.max(-self.value(&child, reading.of_child(), rest)?);
            if best >= window.beta {
                break;
            }
        }
        let learned = Interval {
            lower: if best > window.alpha { best } else { range.min },
            upper: if best < window.beta { best } else { range.max },
        };
        self.found.insert((key, reading), before.meet(learned));
        Ok(best)
    }

    /// The proved bounds of a position at the cut.
    pub(crate) fn leaf_bounds(&mut self, key: u128, position: &G::Position) -> Interval {
        if let Some((bounds, _)) = self.leaves.get(&key) {
            return *bounds;
        }
        let range = self.problem.game().value_range();
        let bounds = if self.problem.wins_at_once(position) {
            Interval::exact(range.max)
        } else {
            self.problem.tighten(self.known.bounds(key, range))
        };
        self.leaves.insert(key, (bounds, None));
        bounds
    }

    /// The bounds and estimate of a position at the cut.
    pub(crate) fn leaf(&mut self, key: u128, position: &G::Position) -> Leaf {
        let bounds = self.leaf_bounds(key, position);
        if let Some((_, Some(estimate))) = self.leaves.get(&key) {
            let estimate = *estimate;
            return Leaf { bounds, estimate };
        }
        let estimate = match self.known.estimate(key) {
            _ if bounds.lower == bounds.upper => bounds.upper,
            Some(estimate) => estimate,
            None => {
                let guess = || self.problem.estimate(position);
                *self.guesses.entry(key).or_insert_with(guess)
            }
        };
        // Not `clamp`: bounds from a ledger may be empty after tightening.
        let estimate = estimate.max(bounds.lower).min(bounds.upper);
        self.leaves.insert(key, (bounds, Some(estimate)));
        Leaf { bounds, estimate }
    }
}
