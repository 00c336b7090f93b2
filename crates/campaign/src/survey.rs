//! Minimax values of the game before a cut, from bounds and estimates at the cut (Takizawa 2023,
//! Algorithms 3 and 4).

use hashbrown::{HashMap, HashSet};
use solveig_game::{Game, Interval, Notation, Symmetric, Value};
use solveig_search::{StopChecker, StopToken, Window};

use crate::dictionaries::{Dictionaries, Records, Words};
use crate::error::CampaignError;
use crate::job::Cut;
use crate::problem::{AfterPasses, Problem, above};

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
    source: KnowledgeSource<'a>,
    cut: Cut,
    /// Bounds on the minimax value, by key and reading.
    found: HashMap<(Words, Reading), Interval>,
    /// The bounds of positions at the cut.
    leaves: HashMap<Words, Interval>,
    memory: SurveyMemory,
    stop: StopChecker,
}

/// What surveys below one position have read, brought up to date between them.
#[derive(Clone, Debug, Default)]
pub struct SurveyMemory {
    /// What was read from records, and the static estimates.
    pub(crate) dictionaries: Dictionaries,
    /// The positions before the cut that were walked, by key: bounds are sought below these alone.
    /// `None` if they are sought everywhere.
    pub(crate) walked: Option<HashSet<Words>>,
}

/// Where bounds and estimates of positions at the cut come from.
enum KnowledgeSource<'a> {
    InMemory(&'a Dictionaries),
    Recorded(&'a dyn Records),
}

/// A position at the cut.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    /// From the point of view of the side to move.
    pub bounds: Interval,
    /// Its estimate, clamped to the bounds.
    pub estimate: Value,
}

impl SurveyMemory {
    /// The memory of surveys that seek bounds only below positions that were walked.
    pub fn below_walks() -> Self {
        Self {
            dictionaries: Dictionaries::default(),
            walked: Some(HashSet::new()),
        }
    }

    /// The number of positions that were walked, if bounds are sought below these alone.
    pub(crate) fn walks(&self) -> usize {
        self.walked.as_ref().map_or(0, HashSet::len)
    }

    /// The number of positions at the cut that were read.
    pub fn positions(&self) -> usize {
        self.dictionaries.len()
    }
}

impl<'a, G: Symmetric + Notation> Survey<'a, G> {
    /// A survey of the game before `cut`.
    pub fn new(problem: &'a Problem<G>, dictionaries: &'a Dictionaries, cut: Cut) -> Self {
        Self {
            problem,
            source: KnowledgeSource::InMemory(dictionaries),
            cut,
            found: HashMap::new(),
            leaves: HashMap::new(),
            memory: SurveyMemory::default(),
            stop: StopChecker::default(),
        }
    }

    /// A survey of the game before the second cut that reads positions from `records` when it comes
    /// to them. `memory` is what an earlier one has read, brought up to date.
    pub fn reading(
        problem: &'a Problem<G>,
        records: &'a dyn Records,
        memory: SurveyMemory,
    ) -> Self {
        Self {
            problem,
            source: KnowledgeSource::Recorded(records),
            cut: Cut::Second,
            found: HashMap::new(),
            leaves: HashMap::new(),
            memory,
            stop: StopChecker::default(),
        }
    }

    /// Sets the stop token. A stopped survey stays valid and can be used again.
    #[must_use]
    pub fn with_stop(mut self, stop: StopToken) -> Self {
        self.stop = StopChecker::new(stop);
        self
    }

    /// What it has read and guessed, for a later survey.
    pub fn into_memory(self) -> SurveyMemory {
        self.memory
    }

    /// Whether bounds are sought below all positions, not only those that were walked.
    pub(crate) const fn seeks_everywhere(&self) -> bool {
        self.memory.walked.is_none()
    }

    /// Notes that a position before the cut was walked: bounds may be known below it from now on.
    pub(crate) fn walk(&mut self, key: u128) {
        if let Some(walked) = &mut self.memory.walked {
            walked.insert(Words::of(key));
        }
    }

    /// What is surveyed: the game, and where it is cut.
    pub const fn problem(&self) -> &'a Problem<G> {
        self.problem
    }

    /// Where the survey ends: what lies behind is read, not searched.
    pub const fn cut(&self) -> Cut {
        self.cut
    }

    /// The minimax value of `position` with one reading of the positions at the cut, for the side
    /// to move; fail-soft (see [`Window`]).
    ///
    /// # Errors
    ///
    /// Fails if it was stopped or records cannot be read.
    pub fn value(
        &mut self,
        position: &G::Position,
        reading: Reading,
        window: Window,
    ) -> Result<Value, CampaignError> {
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
    /// Fails if it was stopped or records cannot be read.
    pub fn bounds(
        &mut self,
        position: &G::Position,
        window: Window,
    ) -> Result<Interval, CampaignError> {
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
    ) -> Result<Value, CampaignError> {
        self.stop.check()?;
        let key = self.problem.key(position);
        if self.problem.reaches(self.cut, position) {
            let is_new = self.memory.walked.is_some() && !self.memory.dictionaries.contains(key);
            if is_new && reading != Reading::Estimate {
                let Interval { lower, upper } =
                    Interval::unknown(self.problem.game().value_range());
                return Ok(if reading == Reading::Upper {
                    upper
                } else {
                    lower
                });
            }
            return Ok(match reading {
                Reading::Upper => self.bounds_at_cut(key, position)?.upper,
                Reading::Lower => self.bounds_at_cut(key, position)?.lower,
                Reading::Estimate => self.leaf(key, position)?.estimate,
            });
        }
        let words = Words::of(key);
        let range = self.problem.game().value_range();
        let is_new = |walked: &HashSet<Words>| !walked.contains(&words);
        match reading {
            Reading::Upper if self.memory.walked.as_ref().is_some_and(is_new) => {
                return Ok(range.max);
            }
            Reading::Lower if self.memory.walked.as_ref().is_some_and(is_new) => {
                return Ok(range.min);
            }
            _ => {}
        }
        let before = self.found.get(&(words, reading)).copied();
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
        self.found.insert((words, reading), before.meet(learned));
        Ok(best)
    }

    /// The bounds of a position at the cut.
    pub(crate) fn bounds_at_cut(
        &mut self,
        key: u128,
        position: &G::Position,
    ) -> Result<Interval, CampaignError> {
        if let Some(bounds) = self.leaves.get(&Words::of(key)) {
            return Ok(*bounds);
        }
        let range = self.problem.game().value_range();
        let bounds = match self.problem.wins_at_once(position) {
            true => {
                self.memory.dictionaries.note(key);
                Interval::exact(range.max)
            }
            false => {
                let dictionaries = dictionaries(&self.source, &mut self.memory.dictionaries, key)?;
                self.problem.tighten(dictionaries.bounds(key, range))
            }
        };
        self.leaves.insert(Words::of(key), bounds);
        Ok(bounds)
    }

    /// The bounds and estimate of a position at the cut.
    pub(crate) fn leaf(
        &mut self,
        key: u128,
        position: &G::Position,
    ) -> Result<Leaf, CampaignError> {
        let bounds = self.bounds_at_cut(key, position)?;
        // Not `==`: bounds from a ledger may be empty after tightening.
        if bounds.lower >= bounds.upper {
            let estimate = bounds.lower.min(bounds.upper);
            return Ok(Leaf { bounds, estimate });
        }
        let estimate =
            dictionaries(&self.source, &mut self.memory.dictionaries, key)?.estimate(key);
        let estimate = match estimate {
            Some(estimate) => estimate,
            None => self
                .memory
                .dictionaries
                .guess(key, || self.problem.estimate(position)),
        };
        Ok(Leaf {
            bounds,
            estimate: estimate.clamp(bounds.lower, bounds.upper),
        })
    }
}

/// The dictionaries that have a position, read from the records if they are these.
fn dictionaries<'k>(
    source: &'k KnowledgeSource<'_>,
    memory: &'k mut Dictionaries,
    key: u128,
) -> Result<&'k Dictionaries, CampaignError> {
    match source {
        KnowledgeSource::InMemory(dictionaries) => Ok(dictionaries),
        KnowledgeSource::Recorded(records) => {
            if !memory.contains(key) {
                records.read(key, memory)?;
                memory.note(key);
            }
            Ok(memory)
        }
    }
}
