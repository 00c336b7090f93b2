//! Whether hypotheses imply a value of the start, and which few of them suffice.

use solveig_game::Value;
use solveig_verify::conclusion::{Claim, derive};
use solveig_verify::{Bound, Budget, Rules};

use super::ListedHypotheses;
use super::graph::CutGraph;
use super::open::{Shortfall, shortfall};
use super::proofs::Proofs;
use super::statements::Statements;
use super::sufficient::{Sufficient, sufficient};
use crate::checker::bounds_for;
use crate::error::CampaignError;

/// What hypotheses imply about a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConclusionAnswer {
    /// What is claimed: that the start has at least this value, and at most this.
    pub value: Value,
    /// Whether it follows that the value is at least that.
    pub lower: ClaimAnswer,
    /// Whether it follows that the value is at most that.
    pub upper: ClaimAnswer,
    /// The number of different hypotheses that the derivation used.
    pub used: u64,
    /// The number of derived statements about positions above the cut.
    pub above: u64,
    /// Few hypotheses that suffice, if the claim asked for them.
    pub sufficient: Option<SufficientOfEach>,
}

impl ConclusionAnswer {
    /// Whether the value follows.
    pub const fn holds(&self) -> bool {
        self.lower.holds() && self.upper.holds()
    }
}

/// Whether one of two claims follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimAnswer {
    /// It follows from the hypotheses.
    Follows,
    /// It does not.
    Fails(Shortfall),
}

impl ClaimAnswer {
    /// Whether it follows.
    pub const fn holds(&self) -> bool {
        matches!(self, Self::Follows)
    }
}

/// Few hypotheses that suffice for each claim that follows. Places are those in
/// [`ListedHypotheses::rows`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SufficientOfEach {
    /// For the lower bound.
    pub lower: Option<Sufficient>,
    /// For the upper bound.
    pub upper: Option<Sufficient>,
    /// For the value: for both together.
    pub both: Option<Sufficient>,
}

/// What hypotheses are to imply.
#[derive(Clone, Debug)]
pub struct ValueClaim<P> {
    /// The position whose value is claimed.
    pub start: P,
    /// The level of the positions that the hypotheses are about.
    pub cut: u32,
    /// The value of the start for the side to move.
    pub value: Value,
    /// Whether to find few hypotheses that suffice.
    pub wants_sufficient: bool,
}

/// Whether `given` implies a claim.
///
/// The answer is that of [`derive()`]. Where it is no, or few hypotheses are asked for, the
/// positions above the cut are enumerated besides; what follows from these is compared with the
/// answer. `observe` is called from time to time with the number of positions enumerated.
///
/// # Errors
///
/// Fails if the value is not one that the game can have, if the cut lies before the start or a
/// limit is reached.
pub fn conclude<R: Rules + ?Sized>(
    rules: &R,
    claim: &ValueClaim<R::Position>,
    hypotheses: &ListedHypotheses,
    budget: &Budget,
    observe: &mut dyn FnMut(u64),
) -> Result<ConclusionAnswer, CampaignError> {
    let ValueClaim {
        ref start,
        cut,
        value,
        wants_sufficient,
    } = *claim;
    let from = |has: &dyn Fn(u32) -> bool| {
        let claim = Claim {
            position: start.clone(),
            bounds: solveig_verify::Interval::exactly(value),
            cut,
        };
        let premise = |key| {
            let found = hypotheses.find(key).filter(|(row, _)| has(*row));
            found.map(|(_, bounds)| bounds_for(bounds))
        };
        derive(rules, claim, premise, budget)
    };
    let derived = from(&|_| true)?;
    let mut used: Vec<u128> = derived.rests_on.iter().map(|premise| premise.key).collect();
    used.dedup();
    let follows = [derived.lower_follows, derived.upper_follows];
    let mut conclusion = ConclusionAnswer {
        value,
        lower: ClaimAnswer::Follows,
        upper: ClaimAnswer::Follows,
        used: used.len() as u64,
        above: derived.before_cut,
        sufficient: None,
    };
    drop(derived);
    if follows == [true, true] && !wants_sufficient {
        return Ok(conclusion);
    }
    let graph = CutGraph::new(rules, start, cut, budget, observe)?;
    let mut proofs = Proofs::default();
    let mut roots = [None, None];
    for (place, claim) in [Bound::AtLeast(value), Bound::AtMost(value)]
        .into_iter()
        .enumerate()
    {
        let statements = Statements::new(&graph, hypotheses, claim, budget)?;
        let lacks = shortfall(rules, start, &statements);
        expect_agreement(follows[place] == lacks.is_none())?;
        if let Some(shortfall) = lacks {
            let answer = match claim {
                Bound::AtLeast(_) => &mut conclusion.lower,
                Bound::AtMost(_) => &mut conclusion.upper,
            };
            *answer = ClaimAnswer::Fails(shortfall);
        }
        if wants_sufficient {
            roots[place] = proofs.add(&statements, budget)?;
        }
        statements.give_back(budget);
    }
    graph.give_back(budget);
    if wants_sufficient {
        let of = |root: u32| sufficient(&proofs, root, budget);
        let [lower, upper] = roots;
        let found = SufficientOfEach {
            lower: lower.map(of).transpose()?,
            upper: upper.map(of).transpose()?,
            both: match roots {
                [Some(lower), Some(upper)] => {
                    let both = proofs.both([lower, upper], budget)?;
                    Some(sufficient(&proofs, both, budget)?)
                }
                _ => None,
            },
        };
        if let Some(both) = &found.both {
            let alone = from(&|row| both.chosen.binary_search(&row).is_ok())?;
            expect_agreement(alone.lower_follows && alone.upper_follows)?;
        }
        conclusion.sufficient = Some(found);
    }
    Ok(conclusion)
}

/// Fails if two ways to find out whether a claim follows differ.
fn expect_agreement(agree: bool) -> Result<(), CampaignError> {
    match agree {
        true => Ok(()),
        false => Err(CampaignError::Disagreement),
    }
}
