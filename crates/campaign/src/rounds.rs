//! Plans rounds until the goal is proved (Takizawa 2023, Algorithm 6).

use hashbrown::HashSet;
use solveig_game::{Game, Interval, Value, ValueRange};
use solveig_search::{StopToken, Window};

use crate::agenda::{Agenda, AgendaWalk, RANKING_MARGIN, WindowQuestion, ask, widen};
use crate::error::CampaignError;
use crate::hypotheses::Hypotheses;
use crate::known::Dictionaries;
use crate::problem::{Cut, Plan, Problem};
use crate::survey::{Guesses, Reading, Survey};

/// The bounds and estimates at both cuts.
#[derive(Clone, Debug, Default)]
pub struct RoundKnowledge {
    /// At the first cut: bounds derived from those at the second, and predictions.
    pub first: Dictionaries,
    /// At the second cut: bounds from exact searches, and estimates.
    pub second: Dictionaries,
    /// Static estimates at the second cut, kept between surveys.
    pub guesses: Guesses,
}

/// The next step of a campaign.
#[derive(Clone, Debug)]
pub enum Next {
    /// These bounds decide the goal.
    Proved(Interval),
    /// A round of positions to solve.
    Solve(Round),
}

/// The plan of a round.
#[derive(Clone, Debug)]
pub struct Round {
    /// The expected value of the start.
    pub expected: Value,
    /// The unproved hypotheses at the first cut.
    pub targets: Agenda,
    /// The positions at the second cut to solve for them.
    pub agenda: Agenda,
}

impl RoundKnowledge {
    /// Derives bounds at the first cut from those at the second, and chooses the positions to solve
    /// next.
    ///
    /// # Errors
    ///
    /// Fails if bounds contradict one another, or if it was stopped.
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
                // A value derived from the second cut is better than the prediction, and replaces
                // it.
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
        let mut walk = AgendaWalk::new(below);
        for (key, target) in &targets {
            let position = expect_position(problem, *key)?;
            walk.gather(&position, target.window)?;
        }
        let agenda = walk.agenda();
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

/// The position of a key that was made from a position.
fn expect_position<G: Game>(problem: &Problem<G>, key: u128) -> Result<G::Position, CampaignError> {
    problem.position(key).ok_or(CampaignError::Contradiction {
        key,
        known: Interval {
            lower: 0,
            upper: -1,
        },
    })
}

/// The questions for workers: windows far from their estimates are widened, since that costs little
/// and may help later rounds (Takizawa 2023, section 3.5).
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

/// Proves the goal in memory, without a ledger (Algorithm 6). `solve` searches positions exactly.
///
/// Returns the bounds that decide the goal, the bounds and estimates at both cuts, and the number
/// of rounds.
///
/// # Errors
///
/// Fails if the answers of `solve` contradict one another or do not decide their windows.
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
