//! Random trees, each from a seed.

pub use solveig_search::random::Random;

use crate::trees::tree::{GameTree, Payoff, Player, Preorder};

/// What a random tree looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomTrees {
    /// How many children an inner node has, at least and at most.
    pub children: (u32, u32),
    /// How deep a tree is, at least (where no branch ends before) and at most.
    pub depth: u32,
    /// Of a hundred inner nodes above the greatest depth, how many are terminals instead.
    pub early_ends: u32,
    /// Payoffs are from 0 to this.
    pub greatest_payoff: Payoff,
    /// Whether the players take turns; otherwise each node's player is drawn.
    pub alternating: bool,
    /// Of a hundred inner nodes, how many have their best child in front, as a good order of moves has it.
    /// What is left of chance decides among the others.
    pub ordered: u32,
}

impl RandomTrees {
    /// Trees of equal width and depth, players taking turns, payoffs up to `greatest_payoff`.
    pub const fn uniform(children: u32, depth: u32, greatest_payoff: Payoff) -> Self {
        Self {
            children: (children, children),
            depth,
            early_ends: 0,
            greatest_payoff,
            alternating: true,
            ordered: 0,
        }
    }

    /// The tree of a seed.
    pub fn tree(&self, seed: u64) -> GameTree {
        let mut preorder = Preorder::default();
        self.write(&mut Random::new(seed), 0, Player::Max, &mut preorder);
        preorder.tree()
    }

    /// Writes a node and what is below it; its value.
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
        let (least, most) = self.children;
        let count = least + random.below(most - least + 1);
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
