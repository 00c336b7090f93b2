//! What follows, above a cut, from what is known and guessed at it (Takizawa 2023,
//! Algorithms 3 and 4).

use hashbrown::HashMap;
use solveig_game::{Game, Interval, Value};
use solveig_search::{StopChecker, StopToken, Stopped, Window};

use crate::known::Dictionaries;
use crate::problem::{AfterPasses, Cut, Problem};

/// How a survey reads a position at the cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// As its proved upper bound (the third function's upper mode).
    Upper,
    /// As its proved lower bound (the third function's lower mode).
    Lower,
    /// As its estimate, within the bounds (the second function).
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

/// Searches the game from a position to a cut. What it finds holds as long as what is
/// [`Dictionaries`] stays the same; one survey is therefore made for each round, and remembers.
///
/// The listings of Algorithms 3 and 4 return 64 for positions at the cut of which nothing is known,
/// whichever bound or estimate is asked for. A lower bound has to be the least value, and an
/// estimate the estimate: so it is here.
pub struct Survey<'a, G: Game> {
    problem: &'a Problem<G>,
    known: &'a Dictionaries,
    cut: Cut,
    /// What a search found about the minimax value over one reading.
    found: HashMap<(u128, Reading), Interval>,
    leaves: HashMap<u128, Leaf>,
    guesses: Guesses,
    stop: StopChecker,
}

/// Estimates that follow from positions alone, and so never change: kept from survey to survey.
pub type Guesses = HashMap<u128, Value>;

/// A position at the cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    /// What is proved of it.
    pub bounds: Interval,
    /// What is expected of it, within the bounds.
    pub estimate: Value,
}

impl<'a, G: Game> Survey<'a, G> {
    /// A survey of the game above `cut`, on what is known of the positions there.
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

    /// The survey, which stops when `stop` says so. What it has found by then is right, and it may
    /// be asked on.
    #[must_use]
    pub fn with_stop(mut self, stop: StopToken) -> Self {
        self.stop = StopChecker::new(stop);
        self
    }

    /// The survey, with what an earlier one has guessed.
    #[must_use]
    pub fn with_guesses(mut self, guesses: Guesses) -> Self {
        self.guesses = guesses;
        self
    }

    /// What the survey has guessed, for a later one at the same cut.
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

    /// The minimax value of `position` over one reading of the positions at the cut; fail-soft (see
    /// [`Window`]).
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

    /// What is proved of `position`: it is exact in `window`, and no more than decided outside.
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
            let leaf = self.leaf(key, position);
            return Ok(match reading {
                Reading::Upper => leaf.bounds.upper,
                Reading::Lower => leaf.bounds.lower,
                Reading::Estimate => leaf.estimate,
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
            let rest = Window {
                alpha: window.alpha.max(best),
                beta: window.beta,
            };
            best = best.max(-self.value(&child, reading.of_child(), rest.negated())?);
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

    /// What is known and expected of a position at the cut.
    pub(crate) fn leaf(&mut self, key: u128, position: &G::Position) -> Leaf {
        if let Some(leaf) = self.leaves.get(&key) {
            return *leaf;
        }
        let range = self.problem.game().value_range();
        let leaf = if self.problem.wins_at_once(position) {
            Leaf {
                bounds: Interval::exact(range.max),
                estimate: range.max,
            }
        } else {
            let bounds = self.known.bounds(key, range);
            let estimate = match self.known.estimate(key) {
                Some(estimate) => estimate,
                None => {
                    let guess = || self.problem.estimate(position);
                    *self.guesses.entry(key).or_insert_with(guess)
                }
            };
            let bounds = self.problem.tighten(bounds);
            Leaf {
                bounds,
                // Bounds that a ledger says may leave no value that a game can end with.
                estimate: estimate.max(bounds.lower).min(bounds.upper),
            }
        };
        self.leaves.insert(key, leaf);
        leaf
    }
}
