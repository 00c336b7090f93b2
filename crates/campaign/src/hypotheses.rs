//! Chooses the hypotheses to prove at the first cut (Takizawa 2023, Algorithm 1).

use hashbrown::HashMap;
use solveig_game::{Game, Notation, Symmetric, Value};
use solveig_search::Window;
use solveig_verify::Bound;

use crate::agenda::{Agenda, WindowQuestion, ask};
use crate::error::CampaignError;
use crate::problem::{AfterPasses, window};
use crate::survey::{Reading, Survey};

/// Chooses a small set of hypotheses about positions at the first cut that imply a claim about the
/// start.
///
/// Algorithm 1 keeps one window from the start to the cut, so at a drawn position it searches all
/// moves for both sides. Here the claim of each side is proved separately, as a solution tree: one
/// move of that side (among those that the estimates support, the one that needs the fewest
/// positions) and all moves of the other. Sizes count a shared position once per path to it; the
/// set holds it once.
pub struct HypothesisChooser<'s, 'a, G: Game> {
    survey: &'s mut Survey<'a, G>,
    sizes: HashMap<(u128, Bound), Option<u64>>,
    chosen: Agenda,
    walked: hashbrown::HashSet<(u128, Bound)>,
}

impl<'s, 'a, G: Symmetric + Notation> HypothesisChooser<'s, 'a, G> {
    /// Uses the estimates and bounds of a survey of the game above the first cut.
    pub fn new(survey: &'s mut Survey<'a, G>) -> Self {
        Self {
            survey,
            sizes: HashMap::new(),
            chosen: Agenda::new(),
            walked: hashbrown::HashSet::new(),
        }
    }

    /// The expected value of `position` for the side to move, and the hypotheses that decide `goal`
    /// if they hold: by a lower bound, an upper bound, or both.
    ///
    /// # Errors
    ///
    /// Fails if the survey fails.
    pub fn choose(
        mut self,
        position: &G::Position,
        goal: Window,
    ) -> Result<(Value, Agenda), CampaignError> {
        let value = self.survey.value(position, Reading::Estimate, goal)?;
        if value > goal.alpha {
            let claim = Bound::AtLeast(value.min(goal.beta));
            self.walk(position, claim)?;
        }
        if value < goal.beta {
            let claim = Bound::AtMost(value.max(goal.alpha));
            self.walk(position, claim)?;
        }
        Ok((value, self.chosen))
    }

    /// The number of positions to prove for a claim; `None` if the estimates contradict it.
    fn size(&mut self, position: &G::Position, claim: Bound) -> Result<Option<u64>, CampaignError> {
        let (position, claim) = match self.survey.problem().after_passes(position) {
            AfterPasses::Over(utility) if claim.allows(utility) => return Ok(Some(0)),
            AfterPasses::Over(_) => return Ok(None),
            AfterPasses::Open { position, passed } if passed => (position, claim.negated()),
            AfterPasses::Open { position, .. } => (position, claim),
        };
        let key = self.survey.problem().key(&position);
        if let Some(size) = self.sizes.get(&(key, claim)) {
            return Ok(*size);
        }
        let size = if self.survey.problem().reaches(self.survey.cut(), &position) {
            let leaf = self.survey.leaf(key, &position)?;
            let is_open = window(claim).decided_by(leaf.bounds).is_none();
            claim.allows(leaf.estimate).then_some(u64::from(is_open))
        } else {
            let children = self.survey.problem().children(&position);
            let mut sizes = Vec::with_capacity(children.len());
            for (_, child) in &children {
                sizes.push(self.size(child, claim.negated())?);
            }
            match claim {
                Bound::AtLeast(_) => sizes.into_iter().flatten().min(),
                Bound::AtMost(_) => sizes
                    .into_iter()
                    .try_fold(0, |sum: u64, size| Some(sum.saturating_add(size?))),
            }
        };
        self.sizes.insert((key, claim), size);
        Ok(size)
    }

    fn walk(&mut self, position: &G::Position, claim: Bound) -> Result<(), CampaignError> {
        let (position, claim) = match self.survey.problem().after_passes(position) {
            AfterPasses::Over(_) => return Ok(()),
            AfterPasses::Open { position, passed } if passed => (position, claim.negated()),
            AfterPasses::Open { position, .. } => (position, claim),
        };
        let key = self.survey.problem().key(&position);
        if !self.walked.insert((key, claim)) {
            return Ok(());
        }
        if self.survey.problem().reaches(self.survey.cut(), &position) {
            let leaf = self.survey.leaf(key, &position)?;
            if window(claim).decided_by(leaf.bounds).is_none() {
                let question = WindowQuestion {
                    window: window(claim),
                    estimate: leaf.estimate,
                };
                ask(&mut self.chosen, key, question);
            }
            return Ok(());
        }
        let children = self.survey.problem().children(&position);
        match claim {
            Bound::AtMost(_) => {
                for (_, child) in &children {
                    self.walk(child, claim.negated())?;
                }
            }
            Bound::AtLeast(_) => {
                let mut least = None;
                for (_, child) in &children {
                    let size = self.size(child, claim.negated())?;
                    let rank = (size.is_none(), size);
                    if least.is_none_or(|(lowest, _)| rank < lowest) {
                        least = Some((rank, child));
                    }
                }
                if let Some((_, child)) = least {
                    self.walk(child, claim.negated())?;
                }
            }
        }
        Ok(())
    }
}
