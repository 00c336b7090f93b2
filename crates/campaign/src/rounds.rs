//! Plans rounds until the goal is proved (Takizawa 2023, Algorithm 6).

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

use hashbrown::{HashMap, HashSet};
use solveig_game::{Game, Interval, Notation, Symmetric, Value, ValueRange};
use solveig_search::{StopToken, Window};

use crate::agenda::{Agenda, AgendaWalk, RANKING_MARGIN, WindowQuestion, ask, widen};
use crate::dictionaries::{Dictionaries, KeyBounds, Records};
use crate::error::CampaignError;
use crate::hypotheses::HypothesisChooser;
use crate::job::Cut;
use crate::problem::{Plan, Problem};
use crate::survey::{Reading, Survey, SurveyMemory};
use crate::work::distance;

/// How much is chosen from at once. It does not affect what is proved.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The number of hypotheses that are walked at the same time, each by a thread.
    pub threads: usize,
    /// The number of positions at the second cut in memory from which on no further hypothesis is
    /// begun. Each takes 33 to 66 bytes.
    pub positions: usize,
    /// The number of positions to solve from which on a hypothesis is walked no further.
    pub each: usize,
    /// With up to this many levels between the cuts, all moves are compared in windows that tell
    /// clear outcomes from narrow ones, and bounds are sought below all positions. With each level
    /// more, the positions at the second cut that this looks at grow by more than those chosen.
    pub in_full: u32,
    /// With more levels, up to how many before the second cut a move is chosen by the estimates
    /// there; farther up, by looking two plies ahead.
    pub made_sure: u32,
}

impl Default for Choice {
    fn default() -> Self {
        Self {
            threads: 1,
            positions: 1_000_000,
            each: 200_000,
            in_full: 6,
            made_sure: 6,
        }
    }
}

impl Choice {
    const fn is_in_full<G: Symmetric + Notation>(self, problem: &Problem<G>) -> bool {
        problem.levels_between_cuts() <= self.in_full
    }

    /// The memory of a hypothesis that is begun.
    fn new_memory<G: Symmetric + Notation>(self, problem: &Problem<G>) -> SurveyMemory {
        match self.is_in_full(problem) {
            true => SurveyMemory::default(),
            false => SurveyMemory::below_walks(),
        }
    }
}

/// What is known at the first cut, and what has been read of the second for the hypotheses that are
/// being proved.
#[derive(Clone, Debug, Default)]
pub struct RoundKnowledge {
    /// At the first cut: bounds derived from those at the second, and predictions.
    pub first: Dictionaries,
    /// What was read and guessed at the second cut, for each hypothesis that is being proved.
    present: BTreeMap<u128, SurveyMemory>,
    /// What [`next`](Self::next) has derived at the first cut and nobody has taken yet.
    derived: Vec<KeyBounds>,
}

/// The next step of a campaign.
#[derive(Clone, Debug)]
pub enum Next {
    /// These bounds decide the goal.
    Proved(Interval),
    /// A round of positions to solve.
    Solve(Round),
    /// No position is left to solve, and the goal is not decided.
    Stuck,
}

/// The plan of a round.
#[derive(Clone, Debug)]
pub struct Round {
    /// The expected value of the start.
    pub expected: Value,
    /// The unproved hypotheses at the first cut.
    pub hypotheses: Agenda,
    /// The number of those that the agenda is for.
    pub present: usize,
    /// The positions at the second cut to solve for them. Empty only where all were given up.
    pub agenda: Agenda,
}

impl RoundKnowledge {
    /// Knows predictions and derived bounds at the first cut.
    pub fn new(first: Dictionaries) -> Self {
        Self {
            first,
            ..Self::default()
        }
    }

    /// Notes new bounds of a position at the second cut.
    ///
    /// # Errors
    ///
    /// Fails with the empty intersection if they contradict what was read.
    pub fn prove(&mut self, key: u128, bounds: Interval) -> Result<(), Interval> {
        let present = self
            .present
            .values_mut()
            .map(|memory| &mut memory.dictionaries);
        for dictionaries in present.filter(|dictionaries| dictionaries.contains(key)) {
            dictionaries.prove(key, bounds)?;
        }
        Ok(())
    }

    /// Notes a new estimate of a position at the second cut.
    pub fn set_estimate(&mut self, key: u128, estimate: Value) {
        for dictionaries in self
            .present
            .values_mut()
            .map(|memory| &mut memory.dictionaries)
        {
            if dictionaries.contains(key) {
                dictionaries.set_estimate(key, estimate);
            }
        }
    }

    /// The estimate of a position on the present agenda.
    pub fn estimate(&self, key: u128) -> Option<Value> {
        let mut present = self.present.values();
        present.find_map(|memory| memory.dictionaries.estimate(key))
    }

    /// The number of positions at the second cut in memory; those that several hypotheses have in
    /// common count for each.
    pub fn positions(&self) -> usize {
        let lengths = self
            .present
            .values()
            .map(|memory| memory.dictionaries.len());
        lengths.sum()
    }

    /// The bounds at the first cut derived since the last call.
    pub fn take_derived(&mut self) -> Vec<KeyBounds> {
        std::mem::take(&mut self.derived)
    }

    /// Derives bounds at the first cut from those at the second, and chooses the positions to solve
    /// next for as many hypotheses as `choice` has room for: first those it has begun, then those
    /// whose outcome is least clear. A hypothesis for which nothing is left but positions that are
    /// in `given_up` waits.
    ///
    /// Each of `records` is read by a thread of its own.
    ///
    /// # Errors
    ///
    /// Fails if bounds contradict one another or cannot be read, or if it was stopped.
    pub fn next<G: Symmetric + Notation, R: Records + Send>(
        &mut self,
        problem: &Problem<G>,
        goal: Window,
        choice: Choice,
        records: &mut [R],
        given_up: &HashSet<u128>,
        stop: &StopToken,
    ) -> Result<Next, CampaignError> {
        let visit = Visit {
            problem,
            choice,
            enough: choice.each.max(1).saturating_add(given_up.len()),
            given_up,
            stop,
        };
        let mut walked: HashMap<(u128, Value, Value), Agenda> = HashMap::new();
        let mut reconsidered = HashSet::new();
        loop {
            let mut above = Survey::new(problem, &self.first, Cut::First).with_stop(stop.clone());
            let bounds = above.bounds(problem.start(), goal)?;
            if goal.decided_by(bounds).is_some() {
                return Ok(Next::Proved(bounds));
            }
            let (expected, hypotheses) =
                HypothesisChooser::new(&mut above).choose(problem.start(), goal)?;
            drop(above);
            self.present.retain(|key, _| hypotheses.contains_key(key));
            let name = |key: u128, window: Window| (key, window.alpha, window.beta);
            let mut open: Vec<(u128, WindowQuestion)> = hypotheses
                .iter()
                .map(|(key, question)| (*key, *question))
                .filter(|(key, question)| !walked.contains_key(&name(*key, question.window)))
                .collect();
            open.sort_by_key(|(key, question)| {
                let begun = self.present.contains_key(key);
                (!begun, distance(question.window, question.estimate), *key)
            });
            let room = match self.present.is_empty() {
                true => choice.positions.max(1),
                false => choice.positions.saturating_sub(self.positions()),
            };
            let mut waiting = Vec::with_capacity(open.len());
            for (key, question) in open {
                let memory = self.present.remove(&key);
                waiting.push(OpenHypothesis {
                    key,
                    question,
                    begun: memory.is_some(),
                    memory: memory.unwrap_or_else(|| choice.new_memory(problem)),
                    reconsider: !reconsidered.contains(&key),
                });
            }
            let mut changed = false;
            for outcome in visit.all(waiting, records, room)? {
                let VisitOutcome { key, question, .. } = outcome;
                if question.window.decided_by(outcome.bounds).is_some() {
                    let contradiction = |bounds| CampaignError::Contradiction { key, bounds };
                    self.first
                        .prove(key, outcome.bounds)
                        .map_err(contradiction)?;
                    let bounds = outcome.bounds;
                    self.derived.push(KeyBounds { key, bounds });
                    changed = true;
                    continue;
                }
                if let Some(seen) = outcome.seen {
                    // A value derived from the second cut is better than the prediction, and
                    // replaces it.
                    reconsidered.insert(key);
                    self.first.set_estimate(key, seen);
                    changed |= seen != question.estimate;
                }
                if let Some(agenda) = outcome.agenda {
                    if !agenda.is_empty() {
                        self.present.insert(key, outcome.memory);
                    }
                    walked.insert(name(key, question.window), agenda);
                } else {
                    changed = true;
                    self.present.insert(key, outcome.memory);
                }
            }
            if changed {
                continue;
            }
            let mut agenda = Agenda::new();
            let mut present = 0;
            for (key, question) in &hypotheses {
                if let Some(own) = walked.get(&name(*key, question.window)) {
                    present += usize::from(!own.is_empty());
                    own.iter()
                        .for_each(|(key, question)| ask(&mut agenda, *key, *question));
                }
            }
            if agenda.is_empty() && given_up.is_empty() {
                return Ok(Next::Stuck);
            }
            return Ok(Next::Solve(Round {
                expected,
                hypotheses,
                present,
                agenda,
            }));
        }
    }
}

/// A hypothesis to walk from.
struct OpenHypothesis {
    key: u128,
    question: WindowQuestion,
    /// Whether it was begun in an earlier round.
    begun: bool,
    memory: SurveyMemory,
    /// Whether its value is to be estimated anew.
    reconsider: bool,
}

/// What was found of a hypothesis.
struct VisitOutcome {
    key: u128,
    question: WindowQuestion,
    /// Proved bounds, which may decide it.
    bounds: Interval,
    /// Its estimate, if that was asked for.
    seen: Option<Value>,
    /// What to solve for it; `None` if it was not decided and the estimate speaks against it.
    agenda: Option<Agenda>,
    memory: SurveyMemory,
}

/// What all visits of hypotheses have in common.
struct Visit<'a, G: Game> {
    problem: &'a Problem<G>,
    choice: Choice,
    enough: usize,
    given_up: &'a HashSet<u128>,
    stop: &'a StopToken,
}

/// The hypotheses that wait, and how many positions may still be read.
struct Visits {
    waiting: std::vec::IntoIter<OpenHypothesis>,
    room: usize,
    outcomes: Vec<VisitOutcome>,
}

impl<G: Symmetric + Notation> Visit<'_, G> {
    /// Visits those hypotheses that were begun before, and others in their order as long as there
    /// is room for positions, with a thread for each of the records.
    fn all<R: Records + Send>(
        &self,
        waiting: Vec<OpenHypothesis>,
        records: &mut [R],
        room: usize,
    ) -> Result<Vec<VisitOutcome>, CampaignError> {
        let visits = Mutex::new(Visits {
            waiting: waiting.into_iter(),
            room,
            outcomes: Vec::new(),
        });
        let own = |records: &mut R| -> Result<(), CampaignError> {
            loop {
                let next = {
                    let mut visits = visits.lock().unwrap_or_else(PoisonError::into_inner);
                    match visits.waiting.as_slice().first() {
                        Some(first) if first.begun || visits.room > 0 => visits.waiting.next(),
                        _ => None,
                    }
                };
                let Some(next) = next else { return Ok(()) };
                let before = next.memory.dictionaries.len();
                let outcome = self.one(next, &*records)?;
                let mut visits = visits.lock().unwrap_or_else(PoisonError::into_inner);
                let kept = outcome
                    .agenda
                    .as_ref()
                    .is_none_or(|agenda| !agenda.is_empty());
                if kept {
                    let more = outcome.memory.dictionaries.len().saturating_sub(before);
                    visits.room = visits.room.saturating_sub(more);
                }
                visits.outcomes.push(outcome);
            }
        };
        let outcome = thread::scope(|scope| {
            let own = &own;
            let started = records.iter_mut();
            let started: Vec<_> = started
                .map(|records| scope.spawn(move || own(records)))
                .collect();
            let ended = started.into_iter().map(|one| match one.join() {
                Ok(outcome) => outcome,
                Err(panic) => resume_unwind(panic),
            });
            ended.fold(Ok(()), Result::and)
        });
        outcome?;
        let visits = visits.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(visits.outcomes)
    }

    /// Visits one hypothesis.
    fn one(
        &self,
        hypothesis: OpenHypothesis,
        records: &dyn Records,
    ) -> Result<VisitOutcome, CampaignError> {
        let OpenHypothesis {
            key,
            question,
            memory,
            reconsider,
            ..
        } = hypothesis;
        let window = question.window;
        let position = expect_position(self.problem, key)?;
        let in_full = self.choice.is_in_full(self.problem);
        let mut outcome = VisitOutcome {
            key,
            question,
            bounds: Interval::unknown(self.problem.game().value_range()),
            seen: None,
            agenda: None,
            memory,
        };
        // Where bounds are sought only below what was walked, a walk may come to bounds that decide
        // something, and the next one uses them.
        loop {
            let before = outcome.memory.dictionaries.proved();
            let seen = (outcome.memory.walks(), outcome.memory.dictionaries.len());
            let below = Survey::reading(self.problem, records, outcome.memory);
            let mut below = below.with_stop(self.stop.clone());
            outcome.bounds = below.bounds(&position, window)?;
            if window.decided_by(outcome.bounds).is_some() {
                outcome.agenda = Some(Agenda::new());
                // Nothing of it is needed any more.
                outcome.memory = SurveyMemory::default();
                return Ok(outcome);
            }
            let expected = side(window, question.estimate);
            if reconsider && in_full {
                let range = self.problem.game().value_range();
                let around = widen(window, RANKING_MARGIN, range);
                let seen = below.value(&position, Reading::Estimate, around)?;
                outcome.seen = Some(seen);
                if side(window, seen) != expected {
                    outcome.memory = below.into_memory();
                    return Ok(outcome);
                }
            }
            let walk = AgendaWalk::new(&mut below);
            let mut walk = walk.until(self.enough, self.choice.made_sure);
            let value = walk.gather(&position, window)?;
            let mut agenda = walk.agenda();
            // A search of the whole game between the cuts, as above, would take too long.
            if reconsider && !in_full && agenda.len() < self.enough {
                outcome.seen = (side(window, value) != expected).then_some(value);
            }
            outcome.memory = below.into_memory();
            let sees_more = seen != (outcome.memory.walks(), outcome.memory.dictionaries.len());
            let all_decided = agenda.is_empty() && sees_more;
            if in_full || (outcome.memory.dictionaries.proved() == before && !all_decided) {
                agenda.retain(|key, _| !self.given_up.contains(key));
                outcome.agenda = Some(agenda);
                return Ok(outcome);
            }
        }
    }
}

/// Where a value lies: below a window, in it, or above.
const fn side(window: Window, value: Value) -> Ordering {
    if value <= window.alpha {
        Ordering::Less
    } else if value >= window.beta {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

/// The position of a key that was made from a position.
fn expect_position<G: Symmetric + Notation>(
    problem: &Problem<G>,
    key: u128,
) -> Result<G::Position, CampaignError> {
    problem
        .position(key)
        .ok_or_else(|| CampaignError::NoPosition {
            game: problem.game().spec(),
            key,
        })
}

/// The questions for workers: windows far from their estimates are widened, since that costs little
/// and may help later rounds (Takizawa 2023, section 3.5).
pub fn widened(agenda: &Agenda, plan: &Plan, range: ValueRange) -> Agenda {
    let mut wide = Agenda::new();
    for (key, question) in agenda {
        let far = distance(question.window, question.estimate) >= plan.far;
        let margin = if far { plan.widen } else { 0 };
        let window = widen(question.window, margin, range);
        ask(
            &mut wide,
            *key,
            WindowQuestion {
                window,
                ..*question
            },
        );
    }
    wide
}

/// What [`prove`] has proved.
#[derive(Clone, Debug)]
pub struct GoalProof {
    /// Bounds of the start, which decide the goal.
    pub bounds: Interval,
    /// The bounds at the second cut that they follow from.
    pub second: Dictionaries,
    /// The number of rounds it took.
    pub rounds: u64,
}

/// Proves the goal in memory, without a ledger (Algorithm 6). `solve` searches positions exactly.
///
/// # Errors
///
/// Fails if the answers of `solve` contradict one another or do not decide their windows.
pub fn prove<G: Symmetric + Notation>(
    problem: &Problem<G>,
    goal: Window,
    choice: Choice,
    mut solve: impl FnMut(&G::Position, WindowQuestion) -> Interval,
) -> Result<GoalProof, CampaignError> {
    let mut knowledge = RoundKnowledge::default();
    let mut second = Dictionaries::default();
    let mut questions: HashSet<(u128, Value, Value)> = HashSet::new();
    let (given_up, stop) = (HashSet::new(), StopToken::never());
    let mut round = 0;
    loop {
        round += 1;
        let mut records = vec![&second; choice.threads.max(1)];
        let records = records.as_mut_slice();
        let next = knowledge.next(problem, goal, choice, records, &given_up, &stop)?;
        let agenda = match next {
            Next::Proved(bounds) => {
                return Ok(GoalProof {
                    bounds,
                    second,
                    rounds: round - 1,
                });
            }
            Next::Solve(next) => next.agenda,
            Next::Stuck => return Err(CampaignError::Stuck { round }),
        };
        for (key, question) in agenda {
            if !questions.insert((key, question.window.alpha, question.window.beta)) {
                return Err(CampaignError::Stuck { round });
            }
            let position = expect_position(problem, key)?;
            let proved = solve(&position, question);
            let contradiction = |bounds| CampaignError::Contradiction { key, bounds };
            second.prove(key, proved).map_err(contradiction)?;
            knowledge.prove(key, proved).map_err(contradiction)?;
        }
    }
}
