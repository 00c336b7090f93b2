//! What a best-first search keeps of nodes, and how it chooses among them.

use super::Playout;
use super::tree::SearchNode;

/// What a best-first search keeps of nodes, and how it chooses among them.
///
/// All is seen by the side to move at the node in hand: *winning* is to reach the bound.
pub trait Policy: Clone + Send + Sync {
    /// What is kept of a node.
    type Stats: Copy + Send;

    /// What is kept of a new leaf. A random play can be had.
    fn leaf(&self, playout: &mut dyn FnMut() -> (bool, Playout)) -> Self::Stats;

    /// The wins and the plays that a new leaf brings, for its side to move.
    fn first(&self, _leaf: &Self::Stats) -> PlayoutTally {
        PlayoutTally::default()
    }

    /// The place of the child that the search goes on with, among those that are free. There
    /// is one. `wins` says whether the side to move is taken to win here, if that is conjectured.
    fn choose(
        &self,
        node: &Self::Stats,
        children: &[SearchNode<Self::Stats>],
        wins: Option<bool>,
    ) -> usize;

    /// Brings a node up to date after the child at `changed` was (all of them, if there is none: it
    /// was expanded, or lost a child), and may put the children into another order. `gained` is
    /// what came in since.
    fn update(
        &self,
        node: &mut Self::Stats,
        children: &mut [SearchNode<Self::Stats>],
        changed: Option<usize>,
        gained: PlayoutTally,
    );

    /// Whether the side to move is taken to win at a leaf while a thread is at it. The others look
    /// meanwhile for what would remain to be done.
    fn presumes(&self, leaf: &Self::Stats, wins: Option<bool>) -> bool;

    /// How much is known of a node; what is known least of goes first where memory is short.
    fn weight(&self, node: &Self::Stats) -> u64;

    /// What is kept of a node, as words.
    fn words(&self, node: &Self::Stats) -> [u64; 3];

    /// What was kept of a node, from its [`words`](Self::words).
    fn stats(&self, words: [u64; 3]) -> Self::Stats;

    /// Whether the side to move at the root is taken to win for the next descent, if that is
    /// conjectured.
    fn conjecture(&self, _root: &Self::Stats) -> Option<bool> {
        None
    }
}

/// The most plays that are counted at one node.
pub(super) const MOST_PLAYS: u32 = u32::MAX >> 1;

/// Random plays and how many of them were won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutTally {
    /// Won by the side to move.
    pub wins: u32,
    /// All.
    pub visits: u32,
}

impl PlayoutTally {
    /// The same, seen by the other side.
    pub const fn turned(self) -> Self {
        Self {
            wins: self.visits - self.wins,
            visits: self.visits,
        }
    }

    /// With more plays, unless they are more than are counted.
    pub(super) const fn plus(self, more: Self) -> Self {
        match self.visits.checked_add(more.visits) {
            Some(visits) if visits <= MOST_PLAYS => Self {
                wins: self.wins + more.wins,
                visits,
            },
            _ => self,
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use solveig_game::Move;

    use super::*;
    use crate::binary::{ExpectedWork, Mcts};

    /// Of a node whose words say that all its plays were won, or none, and that no more are
    /// counted.
    fn keeps_its_rate<P: Policy>(policy: P, words: [u64; 3], won: bool) {
        let mut node = policy.stats(words);
        let child = SearchNode::leaf(Move(0), node);
        for _ in 0..4 {
            let gained = PlayoutTally {
                wins: if won { MOST_PLAYS } else { 0 },
                visits: MOST_PLAYS,
            };
            policy.update(&mut node, &mut [child; 2], None, gained);
            assert_eq!(policy.presumes(&node, None), won);
            assert_eq!(policy.weight(&node), u64::from(MOST_PLAYS));
        }
    }

    #[test]
    fn plays_beyond_all_that_are_counted_keep_their_rate() {
        let tally = |wins, visits| PlayoutTally { wins, visits };
        let full = tally(MOST_PLAYS - 1, MOST_PLAYS);
        assert_eq!(
            tally(MOST_PLAYS - 2, MOST_PLAYS - 1).plus(tally(1, 1)),
            full
        );
        assert_eq!(full.plus(tally(1, 1)), full);
        assert_eq!(full.plus(tally(0, u32::MAX)), full);
        let most = u64::from(MOST_PLAYS);
        keeps_its_rate(Mcts::default(), [most, most, 0], true);
        keeps_its_rate(Mcts::default(), [0, most, 0], false);
        keeps_its_rate(ExpectedWork::default(), [0, 0, most << 32 | most], true);
        keeps_its_rate(ExpectedWork::default(), [0, 0, most], false);
    }
}
