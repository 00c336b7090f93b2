//! Monte Carlo tree search with proven results: MCTS-Solver (Winands, Björnsson and Saito 2008) for
//! two outcomes.

use super::Playout;
use super::policy::{self, MOST_PLAYS, PlayoutTally, Policy};
use super::tree::SearchNode;

/// The policy of Monte Carlo tree search: UCT (Kocsis and Szepesvári 2006).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mcts {
    /// The exploration constant of UCT.
    pub exploration: f64,
}

impl Default for Mcts {
    fn default() -> Self {
        Self { exploration: 1.0 }
    }
}

/// The statistics of a node.
#[derive(Clone, Copy, Debug)]
pub struct RateStats {
    wins: u32,
    visits: u32,
}

impl RateStats {
    const fn tally(&self) -> PlayoutTally {
        PlayoutTally {
            wins: self.wins,
            visits: self.visits,
        }
    }
}

impl Policy for Mcts {
    type Stats = RateStats;

    fn leaf(&self, _: u32, playout: &mut dyn FnMut() -> (bool, Playout)) -> RateStats {
        let (won, _) = playout();
        RateStats {
            wins: won.into(),
            visits: 1,
        }
    }

    fn first(&self, leaf: &RateStats) -> PlayoutTally {
        leaf.tally()
    }

    fn choose(
        &self,
        node: &RateStats,
        children: &[SearchNode<RateStats>],
        _: Option<bool>,
    ) -> usize {
        policy::uct(children, node.visits, self.exploration, RateStats::tally)
    }

    fn update(
        &self,
        node: &mut RateStats,
        _: &mut [SearchNode<RateStats>],
        _: bool,
        gained: PlayoutTally,
    ) {
        let PlayoutTally { wins, visits } = node.tally().plus(gained);
        *node = RateStats { wins, visits };
    }

    fn presumes(&self, leaf: &RateStats, _: Option<bool>) -> bool {
        leaf.wins * 2 > leaf.visits
    }

    fn weight(&self, node: &RateStats) -> u64 {
        node.visits.into()
    }

    fn words(&self, node: &RateStats) -> [u64; 3] {
        [node.wins.into(), node.visits.into(), 0]
    }

    fn stats(&self, [wins, visits, _]: [u64; 3]) -> RateStats {
        RateStats {
            wins: wins as u32 & MOST_PLAYS,
            visits: visits as u32 & MOST_PLAYS,
        }
    }
}
