//! Round after round until the value is proved (Takizawa 2023, Algorithm 6).

use hashbrown::HashSet;
use solveig_game::{Game, Interval, Value, ValueRange};
use solveig_search::{StopToken, Window};

use crate::choice::{Agenda, Choice, RANKING_MARGIN, WindowQuestion, ask, widen};
use crate::error::CampaignError;
use crate::hypotheses::Hypotheses;
use crate::known::Dictionaries;
use crate::problem::{Cut, Plan, Problem};
use crate::survey::{Guesses, Reading, Survey};

/// What is known and expected at both cuts.
#[derive(Clone, Debug, Default)]
pub struct RoundKnowledge {
    /// At the first cut. The bounds are folded up from the second; estimates are predictions.
    pub first: Dictionaries,
    /// At the second cut. The bounds are those of exact searches.
    pub second: Dictionaries,
    /// What surveys above the second cut have guessed.
    pub guesses: Guesses,
}

/// What has to be done next.
#[derive(Clone, Debug)]
pub enum Next {
    /// Nothing: these bounds decide the goal.
    Proved(Interval),
    /// To solve some positions.
    Solve(Round),
}

/// What a round sets out to do.
#[derive(Clone, Debug)]
pub struct Round {
    /// What is expected of the start.
    pub expected: Value,
    /// Hypotheses about positions at the first cut that are not proved yet.
    pub targets: Agenda,
    /// Positions at the second cut from which they follow.
    pub agenda: Agenda,
}

impl RoundKnowledge {
    /// Folds what is proved at the second cut into hypotheses at the first, and chooses what to
    /// solve next.
    ///
    /// # Errors
    ///
    /// Fails if what is proved contradicts itself, or if `stop` said so.
    pub fn next<G: Game>(
        &mut self,
        problem: &Problem<G>,
        goal: Window,
        round: u64,
        stop: &StopToken,
    ) -> Result<Next, CampaignError> {
        let guesses = std::mem::take(&mut self.guesses);
        let below = Survey::new(problem, &self.second, Cut::Second);
        let mut below = below.with_guesses(guesses).with_stop(stop.clone());
        let next = next_of((problem, goal, round), &mut self.first, &mut below, stop);
        self.guesses = below.into_guesses();
        next
    }
}

fn next_of<G: Game>(
    (problem, goal, round): (&Problem<G>, Window, u64),
    first: &mut Dictionaries,
    below: &mut Survey<'_, G>,
    stop: &StopToken,
) -> Result<Next, CampaignError> {
    let mut reconsidered = HashSet::new();
    loop {
        let mut above = Survey::new(problem, first, Cut::First).with_stop(stop.clone());
        let bounds = above.bounds(problem.start(), goal)?;
        if goal.decided_by(bounds).is_some() {
            return Ok(Next::Proved(bounds));
        }
        let (expected, targets) = Hypotheses::new(&mut above).choose(problem.start(), goal)?;
        let mut changed = false;
        for (key, target) in &targets {
            let position = expect_position(problem, *key)?;
            let bounds = below.bounds(&position, target.window)?;
            if target.window.decided_by(bounds).is_some() {
                let contradiction = |known| CampaignError::Contradiction { key: *key, known };
                first.prove(*key, bounds).map_err(contradiction)?;
                changed = true;
            } else if reconsidered.insert(*key) {
                // What is seen from the second cut is worth more than the prediction it replaces.
                let range = problem.game().value_range();
                let around = widen(target.window, RANKING_MARGIN, range);
                let seen = below.value(&position, Reading::Estimate, around)?;
                first.expect(*key, seen);
                changed |= seen != target.estimate;
            }
        }
        if changed {
            continue;
        }
        let mut choice = Choice::new(below);
        for (key, target) in &targets {
            let position = expect_position(problem, *key)?;
            choice.gather(&position, target.window)?;
        }
        let agenda = choice.agenda();
        if agenda.is_empty() {
            return Err(CampaignError::Stuck { round });
        }
        return Ok(Next::Solve(Round {
            expected,
            targets,
            agenda,
        }));
    }
}

/// The position of a key that the program itself made.
fn expect_position<G: Game>(problem: &Problem<G>, key: u128) -> Result<G::Position, CampaignError> {
    problem.position(key).ok_or(CampaignError::Contradiction {
        key,
        known: Interval {
            lower: 0,
            upper: -1,
        },
    })
}

/// The questions as they are put to workers: where the estimate lies far outside, a wider window
/// costs little and may be of use later (Takizawa 2023, section 3.5).
pub fn widened(agenda: &Agenda, plan: &Plan, range: ValueRange) -> Agenda {
    let mut wide = Agenda::new();
    for (key, question) in agenda {
        let far = crate::work::distance(question.window, question.estimate) >= plan.far;
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

/// Proves the goal in memory, with `solve` for what exact search has to say of a position:
/// Algorithm 6 without a ledger.
///
/// Returns the bounds that decide the goal, what was proved on the way, and how many rounds it
/// took.
///
/// # Errors
///
/// Fails if the answers of `solve` contradict one another, or leave open what was asked.
pub fn prove<G: Game>(
    problem: &Problem<G>,
    goal: Window,
    mut solve: impl FnMut(&G::Position, WindowQuestion) -> Interval,
) -> Result<(Interval, RoundKnowledge, u64), CampaignError> {
    let mut knowledge = RoundKnowledge::default();
    let mut asked: HashSet<(u128, Value, Value)> = HashSet::new();
    for round in 1.. {
        let agenda = match knowledge.next(problem, goal, round, &StopToken::never())? {
            Next::Proved(bounds) => return Ok((bounds, knowledge, round - 1)),
            Next::Solve(next) => next.agenda,
        };
        for (key, question) in agenda {
            if !asked.insert((key, question.window.alpha, question.window.beta)) {
                return Err(CampaignError::Stuck { round });
            }
            let position = expect_position(problem, key)?;
            let proved = solve(&position, question);
            let contradiction = |known| CampaignError::Contradiction { key, known };
            knowledge.second.prove(key, proved).map_err(contradiction)?;
        }
    }
    Err(CampaignError::Stuck { round: u64::MAX })
}
