//! Chooses the positions to solve next (Takizawa 2023, Algorithm 5).

use std::collections::BTreeMap;

use hashbrown::HashMap;
use solveig_game::{Game, Value, ValueRange};
use solveig_search::{Stopped, Window};

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
    let asked = agenda.entry(key).or_insert(question);
    asked.window.alpha = asked.window.alpha.min(question.window.alpha);
    asked.window.beta = asked.window.beta.max(question.window.beta);
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

/// Walks the game above a cut and collects the positions at the cut whose solution decides a
/// window, if their estimates are right.
///
/// Two deviations from the listing of Algorithm 5. It adds a position if `p` is not in `D`, the
/// proved bounds, but reads `A[p]` otherwise, so `A` is meant. And a position whose bounds already
/// decide its window is not added.
pub struct AgendaWalk<'s, 'a, G: Game> {
    survey: &'s mut Survey<'a, G>,
    agenda: Agenda,
    walked: HashMap<(u128, Value, Value), Value>,
}

impl<'s, 'a, G: Game> AgendaWalk<'s, 'a, G> {
    /// A walk that has collected nothing yet.
    pub fn new(survey: &'s mut Survey<'a, G>) -> Self {
        Self {
            survey,
            agenda: Agenda::new(),
            walked: HashMap::new(),
        }
    }

    /// Collects the positions to solve for deciding `window` at `position`, and returns its
    /// expected value: if all estimates are right, solving them proves it.
    ///
    /// # Errors
    ///
    /// Fails if the survey was stopped.
    pub fn gather(&mut self, position: &G::Position, window: Window) -> Result<Value, Stopped> {
        let (position, passed) = match self.survey.problem().after_passes(position) {
            AfterPasses::Over(utility) => return Ok(utility),
            AfterPasses::Open { position, passed } => (position, passed),
        };
        if passed {
            return Ok(-self.open(&position, window.negated())?);
        }
        self.open(&position, window)
    }

    /// The positions collected.
    pub fn agenda(self) -> Agenda {
        self.agenda
    }

    fn open(&mut self, position: &G::Position, window: Window) -> Result<Value, Stopped> {
        let problem: &Problem<G> = self.survey.problem();
        let key = problem.key(position);
        if problem.reaches(self.survey.cut(), position) {
            return Ok(self.at_cut(key, position, window));
        }
        let walk = (key, window.alpha, window.beta);
        if let Some(value) = self.walked.get(&walk) {
            return Ok(*value);
        }
        let value = self.above_cut(position, window)?;
        self.walked.insert(walk, value);
        Ok(value)
    }

    fn at_cut(&mut self, key: u128, position: &G::Position, window: Window) -> Value {
        let leaf = self.survey.leaf(key, position);
        if let Some(decided) = window.decided_by(leaf.bounds) {
            return decided;
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
        leaf.estimate
    }

    fn above_cut(&mut self, position: &G::Position, window: Window) -> Result<Value, Stopped> {
        let mut window = window;
        let mut best = Value::MIN;
        let mut open = Vec::new();
        for (_, child) in self.survey.problem().children(position) {
            let below = window.negated();
            let lower = -self.survey.value(&child, Reading::Upper, below)?;
            if lower >= window.beta {
                return Ok(lower);
            }
            let upper = -self.survey.value(&child, Reading::Lower, below)?;
            if upper <= window.alpha {
                best = best.max(upper);
            } else if lower == upper {
                best = best.max(upper);
                window = above(window, upper);
            } else {
                open.push(child);
            }
        }
        let mut ranked: Vec<(Value, G::Position)> = Vec::with_capacity(open.len());
        for child in open {
            let range = self.survey.problem().game().value_range();
            let wide = widen(window, RANKING_MARGIN, range).negated();
            let expected = -self.survey.value(&child, Reading::Estimate, wide)?;
            ranked.push((expected, child));
        }
        ranked.sort_by_key(|(expected, _)| -expected);
        for (_, child) in ranked {
            let rest = above(window, best).negated();
            best = best.max(-self.gather(&child, rest)?);
            if best >= window.beta {
                break;
            }
        }
        Ok(best)
    }
}
