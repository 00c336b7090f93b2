//! What follows from hypotheses, backed up from the cut to the start.

use std::num::NonZero;

use solveig_game::{Interval, ValueRange};
use solveig_verify::{Bound, Budget, Undecided};

use super::ListedHypotheses;
use super::graph::{CutGraph, Kind};

/// For each position of a graph, the statement about its value on which a claim about the start may
/// rest, and how far it is from following.
#[derive(Debug)]
pub struct Statements<'a> {
    graph: &'a CutGraph,
    hypotheses: &'a ListedHypotheses,
    /// The bound that is claimed of the start, and what it says of the start's children, for their
    /// side to move. By turns, one of the two is the statement about any position.
    claims: [Bound; 2],
    /// By position and by place in `claims`.
    lacking: Vec<[Option<Lack>; 2]>,
}

/// How far a statement is from following, by the further bounds at the cut that would be enough,
/// positions that several lines reach counted once for each.
// One more than the weight of the bounds, so that `Option<Lack>` takes no more memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lack(NonZero<u64>);

impl Lack {
    /// Nothing is missing: the statement follows.
    pub const NOTHING: Self = Self(NonZero::<u64>::MIN);

    /// A missing bound; it weighs a little more where no hypothesis is about the position.
    const fn bound(has_hypothesis: bool) -> Self {
        let weight = (1 << 20) + !has_hypothesis as u64;
        Self(Self::NOTHING.0.saturating_add(weight))
    }

    const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0.get() - 1))
    }
}

/// Which of the two statements about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// The one of the start and of positions after an even number of moves and passes.
    Even,
    /// The one of positions after an odd number of moves and passes.
    Odd,
}

impl Depth {
    /// That of the children.
    #[must_use]
    pub const fn of_child(self) -> Self {
        match self {
            Self::Even => Self::Odd,
            Self::Odd => Self::Even,
        }
    }
}

impl<'a> Statements<'a> {
    /// Backs up the bounds of `given` for a claim about the start of `graph`.
    ///
    /// # Errors
    ///
    /// Fails if a limit is reached.
    pub fn new(
        graph: &'a CutGraph,
        hypotheses: &'a ListedHypotheses,
        claim: Bound,
        budget: &Budget,
    ) -> Result<Self, Undecided> {
        budget.take(bytes(graph), "the statements about positions")?;
        let mut statements = Self {
            graph,
            hypotheses,
            claims: [claim, claim.negated()],
            lacking: Vec::with_capacity(graph.len()),
        };
        for place in 0..graph.len() {
            if place.is_multiple_of(1 << 16) {
                budget.go_on()?;
            }
            let found = [Depth::Even, Depth::Odd].map(|depth| statements.back_up(place, depth));
            statements.lacking.push(found);
        }
        Ok(statements)
    }

    /// Gives back the memory that was charged.
    pub fn give_back(self, budget: &Budget) {
        budget.give_back(bytes(self.graph));
    }

    /// The positions that the statements are about.
    pub const fn graph(&self) -> &'a CutGraph {
        self.graph
    }

    /// The statement about a position.
    pub const fn claim(&self, depth: Depth) -> Bound {
        self.claims[depth as usize]
    }

    /// What a statement lacks to follow; `None` if it is refuted: its negation follows.
    pub fn lacking(&self, place: usize, depth: Depth) -> Option<Lack> {
        self.lacking[place][depth as usize]
    }

    /// The hypothesis about a position: its place in the list, and its bounds.
    pub fn hypothesis(&self, place: usize) -> Option<(u32, Interval)> {
        self.hypotheses.find(self.graph.key(place))
    }

    /// The line of the list that has a hypothesis.
    pub fn line(&self, row: u32) -> u64 {
        self.hypotheses.rows()[row as usize].line
    }

    /// Whether every value satisfies the statement.
    pub fn is_vacuous(&self, depth: Depth) -> bool {
        let claim = self.claim(depth);
        let ValueRange { min, max } = self.hypotheses.range();
        claim.allows(min) && claim.allows(max)
    }

    /// Whether the best move that ends the game satisfies the statement about a position at the
    /// cut.
    pub fn ends_well(&self, best: Option<i32>, depth: Depth) -> bool {
        let claim = self.claim(depth);
        claim.is_lower() && best.is_some_and(|best| claim.allows(best))
    }

    fn back_up(&self, place: usize, depth: Depth) -> Option<Lack> {
        let claim = self.claim(depth);
        let of_children = || {
            let children = self.graph.children(place).iter();
            children.map(|&child| self.lacking(child as usize, depth.of_child()))
        };
        match self.graph.kind(place) {
            Kind::Over(utility) if claim.allows(utility) => Some(Lack::NOTHING),
            Kind::Over(_) => None,
            Kind::AtCut(best) => {
                let ends_badly = !claim.is_lower() && best.is_some_and(|best| !claim.allows(best));
                let hypothesis = self.hypothesis(place);
                let bounds = hypothesis
                    .map_or(Interval::unknown(self.hypotheses.range()), |hypothesis| {
                        hypothesis.1
                    });
                let holds = [bounds.lower, bounds.upper].map(|bound| claim.allows(bound));
                match holds {
                    _ if self.ends_well(best, depth) => Some(Lack::NOTHING),
                    [true, true] => Some(Lack::NOTHING),
                    [false, false] => None,
                    _ if ends_badly => None,
                    _ => Some(Lack::bound(hypothesis.is_some())),
                }
            }
            Kind::Above if claim.is_lower() => of_children().flatten().min(),
            Kind::Above => {
                of_children().try_fold(Lack::NOTHING, |sum, child| Some(sum.plus(child?)))
            }
        }
    }
}

fn bytes(graph: &CutGraph) -> u64 {
    (graph.len() * size_of::<[Option<Lack>; 2]>()) as u64
}
