//! What follows from hypotheses, backed up from the cut to the start.

use solveig_game::{Interval, ValueRange};
use solveig_verify::{Budget, Undecided};

use super::Assumptions;
use super::graph::{CutGraph, Kind};
use crate::hypotheses::HypothesisClaim;

/// For each position of a graph, the statement about its value on which a claim about the start may
/// rest, and how far it is from following.
#[derive(Debug)]
pub struct Statements<'a> {
    graph: &'a CutGraph,
    given: &'a Assumptions,
    /// The claim about the start, and the statement that it makes of a child: the two statements
    /// about every position.
    claims: [HypothesisClaim; 2],
    /// By position and by place in `claims`.
    lacking: Vec<[u64; 2]>,
}

/// What a missing bound counts; one more where no hypothesis is about the position.
const BOUND: u64 = 1 << 20;

/// The hypotheses say the opposite.
pub const REFUTED: u64 = u64::MAX;

/// Which of the two statements about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// The one of the start and of positions after an even number of moves and passes.
    Even,
    /// The other.
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
        given: &'a Assumptions,
        claim: HypothesisClaim,
        budget: &Budget,
    ) -> Result<Self, Undecided> {
        budget.take(bytes(graph), "the statements about positions")?;
        let mut made = Self {
            graph,
            given,
            claims: [claim, claim.of_child()],
            lacking: Vec::with_capacity(graph.len()),
        };
        for place in 0..graph.len() {
            if place.is_multiple_of(1 << 16) {
                budget.go_on()?;
            }
            let found = [Depth::Even, Depth::Odd].map(|depth| made.back_up(place, depth));
            made.lacking.push(found);
        }
        Ok(made)
    }

    /// Gives back the memory that was charged.
    pub fn give_back(self, budget: &Budget) {
        budget.give_back(bytes(self.graph));
    }

    /// The graph.
    pub const fn graph(&self) -> &'a CutGraph {
        self.graph
    }

    /// The statement about a position.
    pub const fn claim(&self, depth: Depth) -> HypothesisClaim {
        self.claims[depth as usize]
    }

    /// How far a statement is from following, by the further bounds at the cut that would be
    /// enough, positions that several lines reach counted once for each: 0 if it follows,
    /// [`REFUTED`] if its negation does.
    pub fn lacking(&self, place: usize, depth: Depth) -> u64 {
        self.lacking[place][depth as usize]
    }

    /// The hypothesis about a position: its place in the list, and its bounds.
    pub fn hypothesis(&self, place: usize) -> Option<(u32, Interval)> {
        self.given.find(self.graph.key(place))
    }

    /// The line of the list that has a hypothesis.
    pub fn line(&self, row: u32) -> u64 {
        self.given.rows()[row as usize].line
    }

    /// Whether every value satisfies the statement.
    pub fn is_vacuous(&self, depth: Depth) -> bool {
        let claim = self.claim(depth);
        let ValueRange { min, max } = self.given.range();
        claim.holds(min) && claim.holds(max)
    }

    /// Whether the best move that ends the game satisfies the statement about a position at the
    /// cut.
    pub fn ends_well(&self, best: Option<i32>, depth: Depth) -> bool {
        let claim = self.claim(depth);
        claim.is_lower() && best.is_some_and(|best| claim.holds(best))
    }

    fn back_up(&self, place: usize, depth: Depth) -> u64 {
        let claim = self.claim(depth);
        let of_children = || {
            let children = self.graph.children(place).iter();
            children.map(|&child| self.lacking(child as usize, depth.of_child()))
        };
        match self.graph.kind(place) {
            Kind::Over(utility) if claim.holds(utility) => 0,
            Kind::Over(_) => REFUTED,
            Kind::AtCut(best) => {
                let ends_badly = !claim.is_lower() && best.is_some_and(|best| !claim.holds(best));
                let given = self.hypothesis(place);
                let bounds = given.map_or(Interval::unknown(self.given.range()), |given| given.1);
                let holds = [bounds.lower, bounds.upper].map(|bound| claim.holds(bound));
                match holds {
                    _ if self.ends_well(best, depth) => 0,
                    [true, true] => 0,
                    [false, false] => REFUTED,
                    _ if ends_badly => REFUTED,
                    _ => BOUND + u64::from(given.is_none()),
                }
            }
            Kind::Above if claim.is_lower() => of_children().min().unwrap_or(REFUTED),
            Kind::Above => of_children().fold(0, |sum, child| match (sum, child) {
                (REFUTED, _) | (_, REFUTED) => REFUTED,
                _ => sum.saturating_add(child).min(REFUTED - 1),
            }),
        }
    }
}

fn bytes(graph: &CutGraph) -> u64 {
    (graph.len() * size_of::<[u64; 2]>()) as u64
}
