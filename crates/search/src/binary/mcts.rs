//! Monte Carlo tree search with proven results: MCTS-Solver (Winands, Björnsson and Saito 2008) for
//! two outcomes.

use super::Playout;
use super::policy::{self, MAX_PLAYS, PlayoutTally, Policy};
use super::tree::SearchNode;

/// The policy of Monte Carlo tree search: UCT (Kocsis and Szepesvári 2006).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mcts;

impl Policy for Mcts {
    type Stats = PlayoutTally;

    fn leaf(&self, _: u32, playout: &mut dyn FnMut() -> (bool, Playout)) -> PlayoutTally {
        let (won, _) = playout();
        PlayoutTally {
            wins: won.into(),
            visits: 1,
        }
    }

    fn first(&self, leaf: &PlayoutTally) -> PlayoutTally {
        *leaf
    }

    fn choose(
        &self,
        node: &PlayoutTally,
        children: &[SearchNode<PlayoutTally>],
        _: Option<bool>,
    ) -> usize {
        policy::uct(children, node.visits, |child| *child)
    }

    fn update(
        &self,
        node: &mut PlayoutTally,
        _: &mut [SearchNode<PlayoutTally>],
        _: bool,
        playouts: PlayoutTally,
    ) {
        *node = node.plus(playouts);
    }

    fn presumes(&self, leaf: &PlayoutTally, _: Option<bool>) -> bool {
        leaf.wins * 2 > leaf.visits
    }

    fn weight(&self, node: &PlayoutTally) -> u64 {
        node.visits.into()
    }

    fn words(&self, node: &PlayoutTally) -> [u64; 3] {
        [node.wins.into(), node.visits.into(), 0]
    }

    fn stats(&self, [wins, visits, _]: [u64; 3]) -> PlayoutTally {
        PlayoutTally {
            wins: wins as u32 & MAX_PLAYS,
            visits: visits as u32 & MAX_PLAYS,
        }
    }
}
