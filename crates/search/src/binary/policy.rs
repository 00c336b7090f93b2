//! What a best-first search keeps of nodes, and how it chooses among them.

use super::Playout;
pub use super::tree::SearchNode;

/// What a best-first search keeps of nodes, and how it chooses among them.
///
/// The point of view is that of the side to move at each node; *winning* means reaching the bound.
pub trait Policy: Clone + Send + Sync {
    /// The statistics of a node.
    type Stats: Copy + Send;

    /// The statistics of a new leaf; `playout` runs a playout from it. `place` is its place among
    /// its siblings where knowledge orders them, else 0.
    fn leaf(&self, place: u32, playout: &mut dyn FnMut() -> (bool, Playout)) -> Self::Stats;

    /// The playouts that a new leaf contributes, for its side to move.
    fn first(&self, _leaf: &Self::Stats) -> PlayoutTally {
        PlayoutTally::default()
    }

    /// Selects a child among the free ones, of which there is at least one, and returns its index.
    /// `wins` is the conjectured result for the side to move, if there is one.
    fn choose(
        &self,
        node: &Self::Stats,
        children: &[SearchNode<Self::Stats>],
        wins: Option<bool>,
    ) -> usize;

    /// Updates a node after it was expanded (`is_new`), or after a child was updated or removed.
    /// May reorder the children. `playouts` are the new playouts.
    fn update(
        &self,
        node: &mut Self::Stats,
        children: &mut [SearchNode<Self::Stats>],
        is_new: bool,
        playouts: PlayoutTally,
    );

    /// The result that is assumed for a leaf while a thread works at it (virtual win or loss for
    /// its side to move), so that other threads search elsewhere.
    fn presumes(&self, leaf: &Self::Stats, wins: Option<bool>) -> bool;

    /// The weight of a node; nodes of the least weight are evicted first.
    fn weight(&self, node: &Self::Stats) -> u64;

    /// The statistics of a node as words of a checkpoint.
    fn words(&self, node: &Self::Stats) -> [u64; 3];

    /// The statistics from their [`words`](Self::words).
    fn stats(&self, words: [u64; 3]) -> Self::Stats;

    /// The conjectured result for the side to move at the root in the next descent, if there is
    /// one.
    fn conjecture(&self, _root: &Self::Stats) -> Option<bool> {
        None
    }
}

/// The children that no thread works at, with their indices.
pub(super) fn free<S>(children: &[SearchNode<S>]) -> impl Iterator<Item = (usize, &S)> {
    let free = children.iter().enumerate();
    free.filter_map(|(place, child)| child.is_free().then_some((place, &child.stats)))
}

/// The exploration constant of UCT.
const EXPLORATION: f64 = 1.0;

/// Selects the first free child with the greatest upper confidence bound (UCT, Kocsis and
/// Szepesvári 2006) at a node of `visits` playouts; `tally` returns the playouts of a child.
pub(super) fn uct<S>(
    children: &[SearchNode<S>],
    visits: u32,
    tally: impl Fn(&S) -> PlayoutTally,
) -> usize {
    let all = f64::from(visits).ln();
    let value = |stats: &S| {
        let PlayoutTally { wins, visits } = tally(stats);
        let (wins, visits) = (f64::from(wins), f64::from(visits));
        1.0 - wins / visits + EXPLORATION * (all / visits).sqrt()
    };
    let best = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0));
    let values = free(children).map(|(place, stats)| (place, value(stats)));
    values.max_by(best).map_or(0, |(place, _)| place)
}

/// The greatest number of playouts counted at a node.
pub(super) const MAX_PLAYS: u32 = u32::MAX >> 1;

/// Numbers of playouts and wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutTally {
    /// Playouts won by the side to move.
    pub wins: u32,
    /// Playouts, won or not.
    pub visits: u32,
}

impl PlayoutTally {
    /// The same from the opponent's point of view.
    pub const fn for_opponent(self) -> Self {
        Self {
            wins: self.visits - self.wins,
            visits: self.visits,
        }
    }

    /// The sum of both, or `self` if the sum exceeds [`MAX_PLAYS`].
    pub(super) const fn plus(self, more: Self) -> Self {
        match self.visits.checked_add(more.visits) {
            Some(visits) if visits <= MAX_PLAYS => Self {
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
            let playouts = PlayoutTally {
                wins: if won { MAX_PLAYS } else { 0 },
                visits: MAX_PLAYS,
            };
            policy.update(&mut node, &mut [child; 2], true, playouts);
            assert_eq!(policy.presumes(&node, None), won);
            assert_eq!(policy.weight(&node), u64::from(MAX_PLAYS));
        }
    }

    #[test]
    fn plays_beyond_all_that_are_counted_keep_their_rate() {
        let tally = |wins, visits| PlayoutTally { wins, visits };
        let full = tally(MAX_PLAYS - 1, MAX_PLAYS);
        assert_eq!(tally(MAX_PLAYS - 2, MAX_PLAYS - 1).plus(tally(1, 1)), full);
        assert_eq!(full.plus(tally(1, 1)), full);
        assert_eq!(full.plus(tally(0, u32::MAX)), full);
        let max = u64::from(MAX_PLAYS);
        keeps_its_rate(Mcts, [max, max, 0], true);
        keeps_its_rate(Mcts, [0, max, 0], false);
        keeps_its_rate(ExpectedWork::default(), [0, 0, max << 32 | max], true);
        keeps_its_rate(ExpectedWork::default(), [0, 0, max], false);
    }
}
