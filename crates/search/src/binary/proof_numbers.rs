//! Proof-number search (Allis, van der Meulen and van den Herik 1994).

use super::Playout;
use super::numbers::{Numbers, UNREACHABLE};
use super::policy::{self, MAX_PLAYS, PlayoutTally, Policy};
use super::tree::SearchNode;

/// The policy of proof-number search: select the most-proving leaf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofNumbers;

/// The statistics of a node.
#[derive(Clone, Copy, Debug)]
pub struct ProofStats {
    /// The least number of leaves that have to be decided to prove a win of the side to move (φ).
    pub win: u64,
    /// The least number to prove a loss (δ).
    pub loss: u64,
    /// The number of updates.
    pub visits: u32,
}

impl ProofStats {
    /// The statistics of a leaf with these numbers.
    pub(super) fn of(numbers: Numbers) -> Self {
        Self {
            win: numbers.win.into(),
            loss: numbers.loss.into(),
            visits: 1,
        }
    }

    /// The proof numbers as a table stores them.
    pub(super) fn numbers(&self) -> Numbers {
        let bounded = |number: u64| number.min(u64::from(UNREACHABLE) - 1) as u32;
        Numbers {
            win: bounded(self.win),
            loss: bounded(self.loss),
        }
    }

    /// Replaces the proof numbers.
    pub(super) fn learn(&mut self, numbers: Numbers) {
        *self = Self {
            visits: self.visits.saturating_add(1),
            ..Self::of(numbers)
        };
    }
}

impl Policy for ProofNumbers {
    type Stats = ProofStats;

    fn leaf(&self, _: u32, _: &mut dyn FnMut() -> (bool, Playout)) -> ProofStats {
        ProofStats {
            win: 1,
            loss: 1,
            visits: 1,
        }
    }

    fn choose(
        &self,
        _: &ProofStats,
        children: &[SearchNode<ProofStats>],
        _: Option<bool>,
    ) -> usize {
        let least = policy::free(children).min_by_key(|(_, child)| child.loss);
        least.map_or(0, |(place, _)| place)
    }

    fn update(
        &self,
        node: &mut ProofStats,
        children: &mut [SearchNode<ProofStats>],
        _: bool,
        _: PlayoutTally,
    ) {
        node.visits = node.visits.saturating_add(1);
        let stats = || children.iter().map(|child| child.stats);
        node.win = stats().map(|child| child.loss).min().unwrap_or(u64::MAX);
        node.loss = stats().map(|child| child.win).fold(0, u64::saturating_add);
    }

    fn presumes(&self, leaf: &ProofStats, _: Option<bool>) -> bool {
        leaf.win <= leaf.loss
    }

    fn weight(&self, node: &ProofStats) -> u64 {
        node.visits.into()
    }

    fn words(&self, node: &ProofStats) -> [u64; 3] {
        [node.win, node.loss, node.visits.into()]
    }

    fn stats(&self, [win, loss, visits]: [u64; 3]) -> ProofStats {
        ProofStats {
            win: win & u64::MAX >> 20,
            loss: loss & u64::MAX >> 20,
            visits: visits as u32 & MAX_PLAYS,
        }
    }
}
