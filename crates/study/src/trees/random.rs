//! Random trees from seeds.

pub use solveig_search::random::Random;

use crate::trees::tree::{GameTree, Payoff, Player, Preorder};

/// Parameters of random trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomTrees {
    /// Minimum number of children of an inner node.
    pub min_children: u32,
    /// Maximum number of children of an inner node.
    pub max_children: u32,
    /// Depth of the branches that do not end early.
    pub depth: u32,
    /// Percentage of the inner nodes above that depth that are terminals instead.
    pub early_ends: u32,
    /// Payoffs are from 0 to this.
    pub greatest_payoff: Payoff,
    /// Whether the players alternate; otherwise the player of each node is random.
    pub alternating: bool,
    /// Percentage of the inner nodes with the best child first, as under good move ordering; the
    /// order at the others is random.
    pub ordered: u32,
}

impl RandomTrees {
    /// Trees of uniform width and depth, with alternating players and payoffs from 0 to
    /// `greatest_payoff`.
    pub const fn uniform(children: u32, depth: u32, greatest_payoff: Payoff) -> Self {
        Self {
            min_children: children,
            max_children: children,
            depth,
            early_ends: 0,
            greatest_payoff,
            alternating: true,
            ordered: 0,
        }
    }

    /// The tree of a seed; the same on every machine.
    pub fn tree(&self, seed: u64) -> GameTree {
        let mut preorder = Preorder::default();
        self.write(&mut Random::new(seed), 0, Player::Max, &mut preorder);
        preorder.tree()
    }

    /// Writes a node and its subtree; returns its value.
    fn write(&self, random: &mut Random, depth: u32, player: Player, to: &mut Preorder) -> Payoff {
        if depth == self.depth || depth > 0 && random.below(100) < self.early_ends {
            let payoff = random.below(self.greatest_payoff as u32 + 1) as Payoff;
            to.terminal(depth, payoff);
            return payoff;
        }
        let player = match self.alternating {
            true => player,
            false if random.below(2) == 0 => Player::Max,
            false => Player::Min,
        };
        let count = self.min_children + random.below(self.max_children - self.min_children + 1);
        to.inner(depth, player, count);
        let first = to.len();
        let (mut first_end, mut best, mut value) = (first, first..first, player.worst());
        for place in 0..count {
            let start = to.len();
            let of_child = self.write(random, depth + 1, player.other(), to);
            if place == 0 {
                first_end = to.len();
            }
            if player.better(value, of_child) != value {
                (best, value) = (start..to.len(), of_child);
            }
        }
        if random.below(100) < self.ordered && best.start >= first_end {
            to.exchange(first..first_end, best);
        }
        value
    }
}
