//! Chooses the positions to solve next (Takizawa 2023, Algorithm 5).

use std::collections::BTreeMap;

use hashbrown::HashMap;
use solveig_game::{Game, Notation, Symmetric, Value, ValueRange};
use solveig_search::Window;

use crate::dictionaries::Words;
use crate::error::CampaignError;
use crate::problem::{AfterPasses, Problem, above};
use crate::survey::{Reading, Survey};

/// A position's window to decide, and its estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowQuestion {
    /// The window that has to be decided.
    pub window: Window,
    /// The estimate of the value, for the side to move.
    pub estimate: Value,
}

/// The positions to solve, by key: the dictionary `A` of Takizawa (2023).
pub type Agenda = BTreeMap<u128, WindowQuestion>;

/// Adds a question; if there is one already, joins the windows.
pub(crate) fn ask(agenda: &mut Agenda, key: u128, question: WindowQuestion) {
    let entry = agenda.entry(key).or_insert(question);
    entry.window.alpha = entry.window.alpha.min(question.window.alpha);
    entry.window.beta = entry.window.beta.max(question.window.beta);
}

/// A window with `margin` more on both sides, within the values of the game.
pub(crate) fn widen(window: Window, margin: Value, range: ValueRange) -> Window {
    Window {
        alpha: window.alpha.saturating_sub(margin).max(range.min - 1),
        beta: window.beta.saturating_add(margin).min(range.max + 1),
    }
}

/// The margin of windows in which estimates are compared, so that a clear fail-high differs from a
/// narrow one.
pub(crate) const RANKING_MARGIN: Value = 8;

/// How many plies are looked ahead to order children that are not ranked in full.
const GLANCE_PLIES: u32 = 2;

/// Walks the game before a cut and collects the positions at the cut whose solution decides a
/// window, if their estimates are right.
///
/// Two deviations from the listing of Algorithm 5. It adds a position if `p` is not in `D`, the
/// proved bounds, but reads `A[p]` otherwise, so `A` is meant. And a position whose bounds already
/// decide its window is not added.
pub struct AgendaWalk<'s, 'a, G: Game> {
    survey: &'s mut Survey<'a, G>,
    agenda: Agenda,
    /// How many positions are enough.
    enough: usize,
    /// Where bounds are sought only below walked positions, up to how many levels before the cut it
    /// is made sure that a child is expected to decide a window.
    made_sure: u32,
    walked: HashMap<(Words, Value, Value), Value>,
}

impl<'s, 'a, G: Symmetric + Notation> AgendaWalk<'s, 'a, G> {
    /// A walk that has collected nothing yet.
    pub fn new(survey: &'s mut Survey<'a, G>) -> Self {
        Self {
            survey,
            agenda: Agenda::new(),
            enough: usize::MAX,
            made_sure: 0,
            walked: HashMap::new(),
        }
    }

    /// Ends the walk when it has collected this many positions: some of those that are to be
    /// solved, but not all. Where the survey seeks bounds only below walked positions, children are
    /// ordered by looking two plies ahead, and up to `made_sure` levels before the cut, one that is
    /// expected to decide a window by the estimates at the cut is walked alone.
    #[must_use]
    pub const fn until(mut self, enough: usize, made_sure: u32) -> Self {
        self.enough = enough;
        self.made_sure = made_sure;
        self
    }

    /// Collects the positions to solve for deciding `window` at `position`, and returns its
    /// expected value: if all estimates are right, solving them proves it. Where there are enough
    /// of them, the value means nothing.
    ///
    /// # Errors
    ///
    /// Fails if the survey fails.
    pub fn gather(
        &mut self,
        position: &G::Position,
        window: Window,
    ) -> Result<Value, CampaignError> {
        let (position, passed) = match self.survey.problem().after_passes(position) {
            AfterPasses::Over(utility) => return Ok(utility),
            AfterPasses::Open { position, passed } => (position, passed),
        };
        if passed {
            return Ok(-self.open(&position, window.negated())?);
        }
        self.open(&position, window)
    }

    /// The positions that are to be solved, with their windows.
    pub fn agenda(self) -> Agenda {
        self.agenda
    }

    fn open(&mut self, position: &G::Position, window: Window) -> Result<Value, CampaignError> {
        let problem: &Problem<G> = self.survey.problem();
        let key = problem.key(position);
        if problem.reaches(self.survey.cut(), position) {
            return self.at_cut(key, position, window);
        }
        let walk = (Words::of(key), window.alpha, window.beta);
        if let Some(value) = self.walked.get(&walk) {
            return Ok(*value);
        }
        self.survey.walk(key);
        let value = self.value_before_cut(position, window)?;
        if self.agenda.len() >= self.enough {
            return Ok(value);
        }
        self.walked.insert(walk, value);
        Ok(value)
    }

    fn at_cut(
        &mut self,
        key: u128,
        position: &G::Position,
        window: Window,
    ) -> Result<Value, CampaignError> {
        let leaf = self.survey.leaf(key, position)?;
        if let Some(decided) = window.decided_by(leaf.bounds) {
            return Ok(decided);
        }
        let open = Window {
            alpha: window.alpha.max(leaf.bounds.lower - 1),
            beta: window.beta.min(leaf.bounds.upper + 1),
        };
        let question = WindowQuestion {
            window: open,
            estimate: leaf.estimate,
        };
        ask(&mut self.agenda, key, question);
        Ok(leaf.estimate)
    }

    fn value_before_cut(
        &mut self,
        position: &G::Position,
        window: Window,
    ) -> Result<Value, CampaignError> {
        let mut window = window;
        let mut best: Option<Value> = None;
        let mut open = Vec::new();
        for (_, child) in self.survey.problem().children(position) {
            let below = window.negated();
            let lower = -self.survey.value(&child, Reading::Upper, below)?;
            if lower >= window.beta {
                return Ok(lower);
            }
            let upper = -self.survey.value(&child, Reading::Lower, below)?;
            if upper <= window.alpha {
                best = best.max(Some(upper));
            } else if lower == upper {
                best = best.max(Some(upper));
                window = above(window, upper);
            } else {
                open.push(child);
            }
        }
        for (_, child) in self.rank(position, open, window)? {
            let value = -self.gather(&child, window.negated())?;
            best = best.max(Some(value));
            window = above(window, value);
            if value >= window.beta || self.agenda.len() >= self.enough {
                break;
            }
        }
        Ok(best.expect("the game goes on before the cut"))
    }

    /// The children by their expected values for the side to move at `position`, the best first,
    /// with those values. Where it is made sure that one decides the window, it is the only one.
    fn rank(
        &mut self,
        position: &G::Position,
        children: Vec<G::Position>,
        window: Window,
    ) -> Result<Vec<(Value, G::Position)>, CampaignError> {
        let problem = self.survey.problem();
        let left = problem.levels_before(self.survey.cut(), position);
        let wide = widen(window, RANKING_MARGIN, problem.game().value_range()).negated();
        let mut ranked = Vec::with_capacity(children.len());
        if self.survey.seeks_everywhere() {
            for child in children {
                let expected = -self.survey.value(&child, Reading::Estimate, wide)?;
                ranked.push((expected, child));
            }
        } else {
            let glance = |child| (-problem.look_ahead(&child, GLANCE_PLIES, wide), child);
            ranked.extend(children.into_iter().map(glance));
            ranked.sort_by_key(|(expected, _)| -expected);
            if left <= self.made_sure {
                for place in 0..ranked.len() {
                    let below = window.negated();
                    let child = &ranked[place].1;
                    ranked[place].0 = -self.survey.value(child, Reading::Estimate, below)?;
                    if ranked[place].0 >= window.beta {
                        return Ok(vec![ranked.swap_remove(place)]);
                    }
                }
            }
        }
        ranked.sort_by_key(|(expected, _)| -expected);
        Ok(ranked)
    }
}
