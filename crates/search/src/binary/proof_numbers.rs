//! Proof-number search (Allis, van der Meulen and van den Herik 1994).

use super::Playout;
use super::best_first::{Policy, Tally};
use super::tree::Node;

/// The policy of proof-number search: the leaf that is proved with fewest others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofNumbers;

/// What is kept of a node.
#[derive(Clone, Copy, Debug)]
pub struct ProofStats {
    /// The least number of leaves that have to be decided to prove a win of the side to move (φ).
    pub win: u64,
    /// The least number to prove a loss (δ).
    pub loss: u64,
    visits: u32,
}

impl Policy for ProofNumbers {
    type Stats = ProofStats;

    fn leaf(&self, _: Option<bool>, _: &mut dyn FnMut() -> (bool, Playout)) -> ProofStats {
        ProofStats {
            win: 1,
            loss: 1,
            visits: 1,
        }
    }

    fn choose(&self, _: &ProofStats, children: &[Node<ProofStats>]) -> usize {
        let losses = children.iter().map(|child| child.stats.loss).enumerate();
        losses
            .min_by_key(|(_, loss)| *loss)
            .map_or(0, |(place, _)| place)
    }

    fn update(
        &self,
        node: &mut ProofStats,
        children: &mut [Node<ProofStats>],
        _: Option<usize>,
        _: Tally,
        _: Option<bool>,
    ) {
        node.visits = node.visits.saturating_add(1);
        let stats = || children.iter().map(|child| child.stats);
        node.win = stats().map(|child| child.loss).min().unwrap_or(u64::MAX);
        node.loss = stats().map(|child| child.win).fold(0, u64::saturating_add);
    }

    fn weight(&self, node: &ProofStats) -> u64 {
        node.visits.into()
    }
}
